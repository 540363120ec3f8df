"""MMAX2 projects: levels, gaps, minimum spans, and what refers to nothing."""

from __future__ import annotations

import pytest

import corefscope as cs
from corefscope.formats.load import read_corpus

WORDS = ["Ann", "saw", "her", "dog", ".", "It", "rained", "."]
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'


def markables(*rows):
    found = "".join(
        "<markable "
        + " ".join(f'{name}="{value}"' for name, value in {"id": f"markable_{number}", **row}.items())
        + "/>\n"
        for number, row in enumerate(rows)
    )
    return f'{HEAD}<!DOCTYPE markables SYSTEM "markables.dtd">\n<markables>\n{found}</markables>'


def mark(span, **attributes):
    return {"span": span, **attributes}


@pytest.fixture
def project(tmp_path):
    """Writes a project of one document; gives the path of its .mmax."""

    def write(base="Basedata", marks="Markables", name="tale", **levels):
        words = "".join(f'<word id="word_{number}">{word}</word>\n' for number, word in enumerate(WORDS, 1))
        files = {
            f"{name}.mmax": f"{HEAD}<mmax_project><words>{name}_words.xml</words></mmax_project>",
            f"{base}/{name}_words.xml": f"{HEAD}<words>\n{words}</words>",
            **{f"{marks}/{name}_{level}_level.xml": markables(*rows) for level, rows in levels.items()},
        }
        for path, content in files.items():
            (tmp_path / path).parent.mkdir(exist_ok=True)
            (tmp_path / path).write_text(content)
        return tmp_path / f"{name}.mmax"

    return write


COREF = [mark("word_1", coref_class="set_1"), mark("word_3", coref_class="set_1"), mark("word_3..word_4")]


def test_classes_are_entities_and_levels_have_sentences(project):
    path = project(coref=COREF, sentence=[mark("word_1..word_5"), mark("word_6..word_8")])
    [found] = cs.read(path)
    assert found.entities == [[(0, 1), (2, 3)], [(2, 4)]]
    assert (found.name, found.words, found.sentences) == ("tale", WORDS, [(0, 5), (5, 8)])
    assert found.entity_ids[0] == "set_1"


def test_a_folder_is_read_by_its_projects_alone(project, tmp_path):
    project(coref=COREF)
    project(name="song", coref=COREF)
    corpus = read_corpus(tmp_path)
    assert (sorted(corpus.names), corpus.notices) == (["song", "tale"], ())
    assert {file.path.rpartition("/")[2] for file in corpus.files} >= {"tale_words.xml", "tale_coref_level.xml"}


def test_the_words_file_can_be_named_and_found(project, tmp_path):
    project(coref=COREF).unlink()
    assert cs.read(tmp_path / "Basedata" / "tale_words.xml")[0].entities == cs.read(tmp_path)[0].entities
    assert cs.read(tmp_path)[0].mention_count == 3


def test_gaps_and_minimum_spans(project):
    rows = [mark("word_1,word_3..word_4", coref_set="set_1", min_ids="word_4"), mark("word_6", coref_set="set_1")]
    [entity] = cs.read(project(coref=rows))[0].entities
    assert entity[0] == (0, 4, (0, 2, 3))
    assert entity[0].minimum == (3,)


def test_what_refers_to_nothing_is_an_annotation_of_its_own(project):
    rows = [*COREF, mark("word_6", type="pleonastic", coref_class="empty", mention="pronoun")]
    [found] = cs.read(project(coref=rows))
    assert found.mention_count == 3
    [[zero]] = found.annotations["nonreferring"].entities
    assert (zero, zero.type) == ((5, 6), "pronoun")
    rows = [*COREF, mark("word_6", reference="non_referring", coref_set="set_9")]
    assert cs.read(project(coref=rows))[0].annotations["nonreferring"].mention_count == 1


def test_split_antecedents_and_bridging(project):
    rows = [
        mark("word_1", coref_set="set_1"),
        mark("word_4", coref_set="set_2"),
        mark("word_3", coref_set="set_3", multiple_phrase_antecedents="markable_0;markable_1"),
        mark("word_6", coref_set="set_4", related_phrase="phrase:markable_1", related_rel="poss"),
    ]
    found = cs.read(project(coref=rows))[0].relations
    kinds = [(each.kind, each.antecedent, each.anaphor, each.label) for each in found]
    assert kinds == [
        ("split_antecedent", "set_1", "set_3", ""), ("split_antecedent", "set_2", "set_3", ""),
        ("bridging", "set_2", "set_4", "poss"),
    ]  # fmt: skip
    assert found[2].anaphor_mention == (5, 6)


def test_pointers_of_sonar_connect_unless_they_bridge(project):
    rows = [
        mark("word_1", ref="empty"),
        mark("word_3", ref="markable_0", type="ident"),
        mark("word_6", ref="markable_1", type="pred"),
        mark("word_4", ref="markable_0", type="bridge"),
    ]
    [found] = cs.read(project(np=rows))
    assert found.entities == [[(0, 1), (2, 3), (5, 6)], [(3, 4)]]
    assert [each.kind for each in found.relations] == ["bridging"]


def test_the_level_can_be_named(project):
    path = project(one=COREF, two=COREF[:2])
    with pytest.raises(cs.CorefscopeError, match=r"several levels hold coreference \(name .*: one, two\)") as caught:
        cs.read(path)
    assert caught.value.setting == "--clusters"
    assert cs.read(path, clusters="two")[0].mention_count == 2
    with pytest.raises(cs.CorefscopeError, match="there is no level three"):
        cs.read(path, clusters="three")


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (mark("word_99"), "the span 'word_99' names no words"),
        (mark("word_4..word_2"), "names no words"),
        (mark(""), "names no words"),
        (mark("word_1", id="markable_0"), "the markable markable_0 occurs twice"),
    ],
)
def test_what_is_wrong_is_refused_in_its_file(project, row, words):
    path = project(coref=[*COREF, row])
    with pytest.raises(cs.CorefscopeError, match=words) as caught:
        cs.read(path)
    assert (caught.value.source.endswith("tale_coref_level.xml"), caught.value.line) == (True, 7)


def test_missing_files_are_named(project, tmp_path):
    path = project(coref=COREF)
    (tmp_path / "Basedata" / "tale_words.xml").unlink()
    with pytest.raises(cs.CorefscopeError, match=r"the words tale_words\.xml are missing"):
        cs.read(path)
    with pytest.raises(cs.CorefscopeError, match="no level holds coreference"):
        cs.read(project(pos=[mark("word_1")], name="song"))


def test_lines_are_those_of_the_level(project):
    corpus = read_corpus(project(coref=[*COREF, mark("word_6", coref_class="s", min_ids="word_1")]))
    (notice,) = corpus.notices
    assert "tale_coref_level.xml:7: markable_3 has min_ids word_1" in str(notice)
    assert corpus.sources[0].endswith("tale_coref_level.xml")


@pytest.mark.parametrize(
    ("target", "why"), [("markable_9", "which is not there"), ("markable_1", "which refers to nothing")]
)
def test_pointers_that_lead_nowhere_are_counted(project, target, why):
    path = project(coref=[mark("word_3", ref=target), mark("word_6", ref="", type="pleonastic")])
    (notice,) = read_corpus(path).notices
    assert (notice.code, notice.count) == ("relation-left-out", 1)
    assert why in str(notice)


def test_a_project_may_have_another_ending(project):
    path = project(coref=COREF)
    expected = cs.read(path)[0].entities
    assert cs.read(path.rename(path.with_suffix(".header")))[0].entities == expected
