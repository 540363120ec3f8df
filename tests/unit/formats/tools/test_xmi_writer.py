"""What is written for annotation tools is read back, and what cannot be written is counted."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscope as cs
from corefscope import Document, Mention
from corefscope.cli.main import main
from corefscope.model import Relation, empty_position

WORDS = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Z", "Cn"], exclude_characters="\ufeff"), min_size=1, max_size=4
)


@st.composite
def documents(draw):
    words = draw(st.lists(WORDS, min_size=1, max_size=8))
    place = st.integers(0, len(words) - 1)
    pairs = draw(st.sets(st.tuples(place, place), max_size=6))
    spans = sorted({(min(pair), max(pair) + 1) for pair in pairs})
    entities: dict[int, list[Mention]] = {}
    for span in spans:
        entities.setdefault(draw(st.integers(0, 3)), []).append(Mention(*span))
    return Document("tale", list(entities.values()), words=words, sentences=[(0, len(words))])


@settings(max_examples=40, deadline=None)
@given(document=documents())
def test_xmi_is_read_back(tmp_path_factory, document):
    folder = tmp_path_factory.mktemp("xmi")
    assert cs.write([document], folder, "xmi") == []
    [found] = cs.read(folder)
    assert (found.name, found.words, found.sentences) == (document.name, document.words, document.sentences)
    assert sorted(found.entities) == sorted(document.entities)


@pytest.mark.parametrize(("format", "name"), [("label-studio", "tasks.json"), ("brat", "folder")])
@settings(max_examples=40, deadline=None)
@given(document=documents())
def test_words_are_read_back_as_characters(tmp_path_factory, format, name, document):
    path = tmp_path_factory.mktemp("written") / name
    cs.write([document], path, format)
    [found] = cs.read(path)
    texts = lambda one: sorted(sorted(one.text_of(each) for each in entity) for entity in one.entities)  # noqa: E731
    assert found.raw_text.split() == document.words
    assert texts(found) == texts(document)
    if document.mention_count:
        assert cs.score([document], path, align="characters").f1["mentions"] == 1


def test_zeros_are_written_without_characters(tmp_path):
    zero = Mention.at([empty_position(1, 1)])
    document = Document("tale", [[Mention(0, 1), zero]], words=["a", "b"])
    assert cs.write([document], tmp_path / "x", "xmi") == []
    assert cs.read(tmp_path / "x")[0].entities == document.entities


def test_what_cannot_be_written_is_counted(tmp_path):
    gap = Mention.at([0, 2], head=2, type="name")
    document = Document("tale.txt", [[gap, Mention.at([empty_position(1, 2)])]], ["7"], ["a", "b", "c"])
    document.entity_types, document.relations = ["person"], [Relation("bridging", "7", "7")]
    found = {notice.code: notice.count for notice in cs.write([document], tmp_path / "x", "xmi", lossy=True)}
    assert found == {
        "changed-gaps": 1, "changed-numbers": 1, "head-not-written": 1, "relation-not-written": 1,
        "entity-type-not-written": 1, "document-name-changed": 1,
    }  # fmt: skip
    found = {notice.code for notice in cs.write([document], tmp_path / "a.json", "label-studio", lossy=True)}
    assert found == {"changed-gaps", "lost-zero", "head-not-written", "relation-not-written"}
    with pytest.raises(cs.CorefscopeError, match="control character"):
        cs.write([Document("a", [], words=["\x01"])], tmp_path / "y", "xmi")


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("jsonl", "{"), ("JSON", "{"), ("conllu", "# "), ("conll-u", "# "), ("conll-2012", "#begin"),
        ("csv", "document,"), ("tsv", "document\t"), ("labelstudio", "["),
        ("CONLL-UA", "# global.columns"),
    ],
)  # fmt: skip
def test_formats_have_the_names_that_people_use(tmp_path, capsysbinary, name, start):
    path = tmp_path / "key.conll"
    path.write_text("#begin document (a)\nx\t(1)\n#end document\n")
    assert main(["convert", str(path), "-", "--to", name]) == 0
    assert capsysbinary.readouterr().out.startswith(start.encode())


def test_an_unknown_name_lists_near_ones(tmp_path, capsys):
    path = tmp_path / "key.conll"
    path.write_text("#begin document (a)\nx\t(1)\n#end document\n")
    assert main(["convert", str(path), "-", "--to", "jsonls"]) == 2
    assert "did you mean jsonl" in capsys.readouterr().err
