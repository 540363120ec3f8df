"""Documents as answers in every form, and back; and the prompts for them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscope as cs
from corefscope.formats.llm.forms import INLINE, LISTED
from corefscope.model import empty_position
from corefscope.problems import SettingsError
from support.command_line import KEY, ROOT

FORMS = [*INLINE, *LISTED]
CORPORA = [KEY, str(ROOT / "examples" / "tales" / "key.jsonl"), str(ROOT / "examples" / "topics" / "key.conllu")]
# Forms in which equal strings are one mention, or the first mentions of entities have to differ.
BY_STRING = {"pairs", "coreferences"}


def entities_of(document):
    """The mentions of each entity, in no order; a mention in two entities is in the first."""
    return {frozenset(map(tuple, entity)) for entity in document.entities}


@pytest.mark.parametrize("corpus", CORPORA)
@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_every_bundled_corpus(form, corpus, tmp_path):
    path = str(tmp_path / "written.jsonl")
    done = cs.convert(corpus, path, to=form)
    assert done.changed == 0
    assert done.lost == 0 or form in BY_STRING
    result = cs.score(corpus, path, response_format=form, metrics=["mentions", "lea", "conll"])
    assert result.precision["mentions"] == 1
    assert result.recall["mentions"] == pytest.approx(1 - done.lost / done.mentions, abs=1e-9)
    if not done.lost:
        assert (result.f1["lea"], result.f1["conll"]) == (1, 1)


@st.composite
def documents(draw):
    signs = st.sampled_from([*"[](){}<>|:;,#\\\"'*_&-=.1", "e1", "<m>", "##", "[e1", "](#1)", "&lt;", "Entity", "\n"])
    letters = st.text(st.characters(exclude_categories=("Z", "C")), min_size=1, max_size=4)
    words = draw(st.lists(st.one_of(st.sampled_from(["a", "b", "she"]), letters, signs), min_size=1, max_size=10))
    words = [word.strip() or "x" for word in words]
    place = st.integers(0, len(words) - 1)
    spans = {(min(pair), max(pair) + 1) for pair in draw(st.sets(st.tuples(place, place), max_size=7))}
    entities = {}
    for span in sorted(spans):
        entities.setdefault(draw(st.integers(1, 3)), []).append(cs.Mention(*span))
    return cs.Document("d", list(entities.values()), words=words)


@settings(deadline=None, max_examples=150)
@given(documents(), st.sampled_from(FORMS))
def test_what_is_written_is_read_or_counted(tmp_path_factory, document, form):
    path = str(tmp_path_factory.getbasetemp() / "written.jsonl")
    try:
        lost = sum(notice.count for notice in cs.write([document], path, form, lossy=True))
    except cs.CorefscopeError as error:  # words that are marks of the form, which some forms cannot escape
        assert error.code in ("cannot-express", "too-few-marks")  # noqa: PT017
        return
    record = json.loads(Path(path).read_text(encoding="utf-8"))
    if document.mention_count - lost == 0:
        return
    read, _ = cs.read_answer(record["output"], document, form)
    assert read.mention_count == document.mention_count - lost
    kept = {tuple(mention) for entity in read.entities for mention in entity}
    expected = [
        frozenset(tuple(mention) for mention in entity if tuple(mention) in kept) for entity in document.entities
    ]
    assert entities_of(read) == set(filter(None, expected))


CROSSING = cs.Document("d", [[cs.Mention(0, 2)], [cs.Mention(1, 3)]], words=["a", "b", "c"])


@pytest.mark.parametrize("form", ["markdown", "tanl", "suffixes"])
def test_crossing_mentions_are_refused_or_counted(form, tmp_path):
    if form != "suffixes":
        with pytest.raises(cs.CorefscopeError, match="entity 2, 'b c' at word 1"):
            cs.write([CROSSING], tmp_path / "a.jsonl", form)
    for other in ("elements", "tagged", "offsets"):
        assert cs.write([CROSSING], tmp_path / "a.jsonl", other) == []


def test_repeated_strings_are_counted(tmp_path):
    words = ["she", "saw", "that", "she", "ran"]
    second = cs.Document("d", [[cs.Mention(3, 4)]], words=words)
    with pytest.raises(
        cs.CorefscopeError, match="also occur elsewhere in the text: document 'd', entity 1, 'she' at word 3"
    ):
        cs.write([second], tmp_path / "a.jsonl", "strings")
    assert [notice.code for notice in cs.write([second], tmp_path / "a.jsonl", "strings", lossy=True)] == [
        "lost-elsewhere"
    ]
    assert cs.write([second], tmp_path / "a.jsonl", "offsets") == []


def test_empty_nodes_are_written_as_tags_only(tmp_path):
    zero = cs.Mention.at([empty_position(1, 1)])
    document = cs.Document("d", [[cs.Mention(0, 1), zero]], words=["Ana", "canta"])
    assert cs.write([document], tmp_path / "a.jsonl", "tagged") == []
    [record] = map(json.loads, (tmp_path / "a.jsonl").read_text().splitlines())
    assert record["output"] == "Ana|[e1] ##|[e1] canta"
    assert [notice.code for notice in cs.write([document], tmp_path / "a.jsonl", "markdown", lossy=True)] == [
        "lost-zero"
    ]


def records(tmp_path, form, **options):
    cs.convert(KEY, tmp_path / "prompts.jsonl", to=form, **options)
    return [json.loads(line) for line in (tmp_path / "prompts.jsonl").read_text().splitlines()]


def test_prompts(tmp_path):
    first, _ = records(tmp_path, "markdown", blind=True)
    assert first.keys() == {"doc_key", "text"}
    first, _ = records(tmp_path, "markdown", given=True)
    assert "](#)" in first["given"]
    assert "](#1)" in first["output"]
    assert cs.read_answer(first["output"], cs.read(KEY)[0]).document.mention_count == cs.read(KEY)[0].mention_count
    for form in FORMS:
        first, _ = records(tmp_path, form, given=True, blind=True)
        assert "output" not in first
        assert first["text"].split()[0] in first["given"]


def test_chat_messages_are_read_again(tmp_path):
    first, _ = records(tmp_path, "colons", chat=True)
    assert [each["role"] for each in first["messages"]] == ["user", "assistant"]
    assert cs.score(KEY, tmp_path / "prompts.jsonl").f1["conll"] == 1
    first, _ = records(tmp_path, "strings", chat=True, blind=True)
    assert [each["role"] for each in first["messages"]] == ["user"]


def test_windows(tmp_path):
    listed = records(tmp_path, "markdown", window=20, overlap=5)
    assert [each["offset"] for each in listed if each["doc_key"] == listed[0]["doc_key"]][:3] == [0, 15, 30]
    assert all(len(each["text"].split()) <= 20 for each in listed)
    done = cs.convert(KEY, tmp_path / "a.jsonl", to="markdown", window=2)
    assert done.lost > 0


@pytest.mark.parametrize("options", [{"blind": True}, {"window": 5}])
def test_options_of_prompts_need_a_form(options, tmp_path):
    with pytest.raises(SettingsError, match="the form of a language model's answer"):
        cs.convert(KEY, tmp_path / "a.jsonl", to="json", **options)


@pytest.mark.parametrize("options", [{"window": 0}, {"window": 5, "overlap": 5}, {"overlap": 3}])
def test_windows_have_a_size(options, tmp_path):
    with pytest.raises(SettingsError):
        cs.convert(KEY, tmp_path / "a.jsonl", to="markdown", **options)


# ---------------------------------------------------------------- answers to windows

TALES = str(ROOT / "examples" / "tales" / "key.jsonl")


@pytest.mark.parametrize("form", FORMS)
def test_windows_are_joined_by_names(form, tmp_path):
    path = str(tmp_path / "windows.jsonl")
    done = cs.convert(TALES, path, to=form, window=60, overlap=20)
    result = cs.score(TALES, path, response_format=form, chunks="names", metrics=["mentions", "conll"])
    assert result.precision["mentions"] == 1
    if form in INLINE and form not in ("tanl", "suffixes"):
        assert result.recall["mentions"] == pytest.approx(1 - done.lost / done.mentions)
        assert result.f1["conll"] == pytest.approx(1, abs=0.02)


def test_windows_are_joined_by_common_mentions(tmp_path):
    key = cs.Document(
        "d",
        [[cs.Mention(0, 1), cs.Mention(3, 4), cs.Mention(6, 7)]],
        words=["Ann", "saw", "that", "she", "is", "what", "she", "was"],
    )
    texts = [("[Ann](#1) saw that [she](#1)", 0), ("[she](#7) is what [she](#7) was", 3)]
    records = [{"doc_key": "d", "output": text, "offset": offset} for text, offset in texts]
    path = tmp_path / "a.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records[::-1]), encoding="utf-8")
    assert cs.score([key], path, chunks="mentions").f1["conll"] == 1
    with pytest.raises(cs.CorefscopeError, match="occurs twice"):
        cs.score([key], path)


def test_a_failed_window_is_counted_and_not_filled(tmp_path):
    path = tmp_path / "a.jsonl"
    cs.convert(KEY, path, to="markdown", window=20)
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    records[1]["output"] = ""
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    result = cs.score(KEY, path, chunks="names", metrics="mentions")
    notice = next(notice for notice in result.warnings if notice.code == "window-failed")
    lost, total = len(records[1]["text"].split()), sum(len(record["text"].split()) for record in records)
    assert notice.count == 1
    assert f"their text ({lost} of " in str(notice)
    assert result.system.output.missing == lost < total
    document = next(each for each in cs.read(KEY) if each.name == records[1]["doc_key"])
    start = records[1]["offset"]
    inside = sum(start < mention.end and mention.start < start + lost for each in document.entities for mention in each)
    notice = next(notice for notice in result.warnings if notice.code == "key-in-failed-windows")
    assert notice.count == inside > 0
    assert f"{inside} of the {document.mention_count} mentions" in str(notice)
    scores = result.system.output.scores
    assert scores["aligned"]["mentions"].f1 > result.f1["mentions"]


def test_strings_of_windows_need_their_text(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"doc_key": "d", "window": 0, "output": "[[\\"Ann\\", \\"she\\"]]"}\n', encoding="utf-8")
    with pytest.raises(cs.CorefscopeError, match="can only be found in its text"):
        cs.score([cs.Document("d", [[cs.Mention(0, 1)]], words=["Ann"])], path, chunks="names")
