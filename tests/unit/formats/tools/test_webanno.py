"""WebAnno TSV: chains, relations, stacked and partial annotations, escapes, errors, and GUM as it is published."""

from __future__ import annotations

import re

import pytest

import corefscope as cs
from corefscope import Mention
from corefscope.formats.load import read_corpus
from corefscope.model import Relation, empty_position


def as_written(rows):
    """Rows end with a tab, which an editor would take away here."""
    return re.sub(r"^(\d.*)$", r"\1\t", rows, flags=re.MULTILINE)


CHAINS = as_written("""\
#FORMAT=WebAnno TSV 3.3
#T_SP=de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|value
#T_CH=de.tudarmstadt.ukp.dkpro.core.api.coref.type.CoreferenceLink|referenceType|referenceRelation


#Text=Anna and her horse ran .
1-1	0-4	Anna	PER	nam[1]|*[2]	coref->1-1|*->2-1
1-2	5-8	and	_	*[2]	*->2-1
1-3	9-12	her	_	*[2]|pr[1]	*->2-1|ana->1-2
1-4	13-18	horse	_	*[2]	*->2-1
1-5	19-22	ran	_	_	_
1-6	23-24	.	_	_	_

#Text=They , Anna
#Text=and it .
2-1	25-29	They	_	*[2]	*->2-2
2-2	30-31	,	_	_	_
2-3	32-36	Anna	PER	nam[1]	coref->1-3
2-4	37-40	and	_	_	_
2-5	41-43	it	_	*[3]	*->3-1
2-6	44-45	.	_	_	_
""")
RELATIONS = as_written("""\
#FORMAT=WebAnno TSV 3.2
#T_SP=webanno.custom.Referent|entity|infstat
#T_SP=webanno.custom.Empty|
#T_RL=webanno.custom.Coref|type|BT_webanno.custom.Referent
#T_RL=de.tudarmstadt.ukp.dkpro.core.api.syntax.type.dependency.Dependency|DependencyType|BT_webanno.custom.Empty
#Summary=(someone) Anna rides.


#Text=Anna and her horse ran .
1-1	0-4	Anna	person[1]|person[2]	new[1]|new[2]	_	ana|bridge:aggr	1-3[4_2]|2-1[0_1]	_	_
1-2	5-8	and	person[1]	new[1]	_	_	_	_	_
1-3	9-12	her	person[1]|animal[3]|person[4]	new[1]|new[3]|giv[4]	_	bridge:def	1-4[3_4]	_	_
1-4	13-18	horse	person[1]|animal[3]	new[1]|new[3]	*	_	_	_	_
1-5	19-22	ran	event	new	_	coref	2-2	root	1-4
1-6	23-24	.	_	_	_	_	_	_	_

#Text=They did .
2-1	25-29	They	person	giv	_	_	_	_	_
2-2	30-33	did	event	giv	_	_	_	_	_
2-3	34-35	.	_	_	_	_	_	_	_
""")
NAME = "tale.tsv"


@pytest.fixture
def corpus_of(put):
    def read(content, name=NAME):
        return read_corpus(put(content, name))

    return read


def test_chains_are_entities(only):
    assert only(CHAINS, NAME) == {
        "1": [Mention(0, 1), Mention(2, 3), Mention(8, 9)],
        "2": [Mention(0, 4), Mention(6, 7)],
        "3": [Mention(10, 11)],
    }


def test_the_features_of_a_chain_may_be_swapped(only):
    def swap(line):
        columns = line.split("\t")
        return "\t".join([*columns[:4], columns[5], columns[4], *columns[6:]]) if len(columns) > 5 else line

    swapped = "\n".join(map(swap, CHAINS.split("\n")))
    swapped = swapped.replace("|referenceType|referenceRelation", "|referenceRelation|referenceType")
    assert only(swapped, NAME) == only(CHAINS, NAME)


def test_links_of_a_chain_that_touch_stay_two_mentions(only):
    touching = CHAINS.replace("1-2\t5-8\tand\t_\t*[2]\t*->2-1", "1-2\t5-8\tand\t_\t*[1]|*[2]\tx->1-9|*->2-1")
    assert only(touching, NAME)["1"] == [Mention(0, 1), Mention(1, 2), Mention(2, 3), Mention(8, 9)]


def test_relations_of_identity_connect_and_the_others_are_kept(corpus_of):
    corpus = corpus_of(RELATIONS)
    (document,) = corpus.documents()
    assert dict(zip(document.entity_ids, document.entities, strict=True)) == {
        "1": [Mention(0, 4)],
        "2": [Mention(0, 1), Mention(2, 3)],
        "3": [Mention(2, 4)],
        "1-5": [Mention(4, 5), Mention(7, 8)],
        "2-1": [Mention(6, 7)],
    }
    assert dict(zip(document.entity_ids, document.entity_types, strict=True)) == {
        "1": "person",
        "2": "person",
        "3": "animal",
        "1-5": "event",
        "2-1": "person",
    }
    assert document.relations == [
        Relation("split_antecedent", "1", "2-1", "bridge:aggr", Mention(6, 7), Mention(0, 4)),
        Relation("bridging", "2", "3", "bridge:def", Mention(2, 4), Mention(2, 3)),
    ]
    assert document.sentences == [(0, 6), (6, 9)]
    assert corpus.notices == ()


@pytest.mark.parametrize("name", ["ana", "cata", "appos", "pred", "disc", "coref", "Coref", "*"])
def test_names_of_identity(only, name):
    assert len(only(RELATIONS.replace("\tcoref\t2-2", f"\t{name}\t2-2"), NAME)["1-5"]) == 2


def test_an_unknown_name_connects_nothing_and_is_said(corpus_of):
    corpus = corpus_of(RELATIONS.replace("\tcoref\t2-2", "\tpart-of\t2-2"))
    (notice,) = corpus.notices
    assert str(notice).endswith("tale.tsv:14: 'part-of' is not known to be identity and connects nothing")
    assert corpus.entity_count == 6
    kept = Relation("part-of", "1-5", "2-2", "part-of", Mention(7, 8), Mention(4, 5))
    assert kept in corpus.documents()[0].relations


def test_a_relation_layer_without_features(only):
    content = re.sub(r"^#T_RL=de.*\n", "", RELATIONS, flags=re.MULTILINE).replace("Coref|type|BT", "Coref|BT")
    rows = [line.split("\t") for line in content.split("\n")]
    short = "\n".join("\t".join(row[:6] + row[7:8] if len(row) > 3 else row) for row in rows)
    assert sorted(map(len, only(short, NAME).values())) == [2, 2, 3]


def test_gaps(only):
    content = RELATIONS.replace(".\t_\t_\t_\t_\t_\t_\t_\t\n\n", ".\tperson[4]\tgiv[4]\t_\t_\t_\t_\t_\t\n\n")
    assert only(content, NAME)["2"] == [Mention(0, 1), Mention(2, 6, positions=(2, 5))]


PARTS = as_written("""\
#FORMAT=WebAnno TSV 3.3
#T_CH=custom.CorefLink|referenceType|referenceRelation


#Text=Mühlrad dreht
1-1	0-7	Mühlrad	*[1]	*->1-1
1-1.1	0-4	Mühl	*[2]	*->2-1
1-2	8-13	dreht	_	_
1-2.1	8-8		*[1]	*->1-2
1-2.2	13-13		*[2]	*->2-2
""")


def test_parts_of_tokens_and_zeros(corpus_of):
    corpus = corpus_of(PARTS)
    (document,) = corpus.documents()
    assert document.words == ["Mühlrad", "dreht"]
    assert document.entities == [
        [Mention(0, 1), Mention.at([empty_position(1, 1)])],
        [Mention(0, 1), Mention.at([empty_position(2, 2)])],
    ]
    assert corpus.is_zero().tolist().count(True) == 2
    (notice,) = corpus.notices
    assert str(notice).endswith("tale.tsv:7: 'Mühl' is read as the whole token")


def test_relations_between_parts(only):
    content = """\
#FORMAT=WebAnno TSV 3.3
#T_SP=custom.Span|value
#T_RL=custom.Coref|BT_custom.Span

#Text=Mühlrad dreht
1-1	0-7	Mühlrad	_	_
1-1.1	0-4	Mühl	x	1-1.2
1-1.2	4-7	rad	x	_
1-2	8-13	dreht	x	1-1.1
"""
    assert only(content, NAME) == {"1-1.1": [Mention(0, 1), Mention(0, 1), Mention(1, 2)]}


def test_escapes_in_words_and_types(corpus_of):
    content = RELATIONS.replace("\tAnna\t", "\t\\\\A\\t\t").replace("\tThey\tperson", "\tThey\ta\\|b\\[1\\]")
    (document,) = corpus_of(content).documents()
    assert document.words[0] == "\\A\t"
    assert "a|b[1]" in document.entity_types


def test_words_in_old_files_are_written_as_in_java(corpus_of):
    content = CHAINS.replace("TSV 3.3", "TSV 3.1").replace("\thorse\t", "\tZo\\u00eb\\ud83d\\udc0e\\\\u00eb\t")
    assert corpus_of(content).documents()[0].words[3] == "Zoë🐎\\u00eb"
    newer = content.replace("TSV 3.1", "TSV 3.2")
    assert corpus_of(newer).documents()[0].words[3] == "Zou00ebud83dudc0e\\u00eb"


def test_windows_line_ends_and_rows_without_the_last_tab(only):
    assert only(CHAINS.replace("\t\n", "\r\n").replace("\n\n", "\r\n\r\n"), NAME) == only(CHAINS, NAME)


def test_empty_cells_to_spare(only):
    assert only(CHAINS.replace(".\t_\t_\t_\t\n", ".\t_\t_\t_\t_\t_\t\n"), NAME) == only(CHAINS, NAME)


def test_columns_of_slots_and_of_layers_without_features_are_counted(only):
    layers = "#T_SP=custom.Host|ROLE_custom.Host:links_custom.Link|custom.Span\n#T_SP=custom.Plain\n#T_CH"
    content = re.sub(r"^(\d\S*\t\S*\t\S*\t\S*)", r"\1\t*;*[7]\t1-2;1-3\t_", CHAINS, flags=re.MULTILINE)
    assert only(content.replace("#T_CH", layers), NAME) == only(CHAINS, NAME)


def test_the_layer_or_the_relation_can_be_named(read_text):
    def entities(content, clusters):
        return read_text(content, NAME, clusters=clusters)[0].entities

    other = RELATIONS.replace("webanno.custom.Coref|", "webanno.custom.Same|")
    usual = entities(RELATIONS, None)
    assert entities(other, "Same") == entities(other, "webanno.custom.Same") == usual
    of_coref = entities(other, "coref")
    assert 0 < sum(len(entity) > 1 for entity in of_coref) < sum(map(len, usual))
    assert sum(map(len, of_coref)) == sum(map(len, usual))
    assert entities(CHAINS, "Coreference") == entities(CHAINS, None)
    with pytest.raises(cs.CorefscopeError, match=r"'SameAs'.*there are: webanno") as error:
        entities(RELATIONS, "SameAs")
    assert error.value.setting == "--clusters"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("TSV 3.2", "TSV 2.0", "tale.tsv:1: the file begins with '#FORMAT=WebAnno TSV 2.0' (expected #FORMAT=WebAnno"),
        ("#T_SP=webanno.custom.Empty", "#T_XY=a", "tale.tsv:3: unknown layer '#T_XY=a|' (expected T_SP, T_CH or T_RL)"),
        ("Coref|type", "Other|type", "tale.tsv: the file has no coreference layer (a chain layer or"),
        ("BT_webanno.custom.Referent", "BT_x", "tale.tsv: the file has no layer 'x', which a relation layer connects"),
        ("2-2\t30-33\tdid\tevent\tgiv", "2-2\t30-33\tdid\tevent", "tale.tsv:19: the row has 9 columns, not 10"),
        ("2-2\t30-33", "2.2\t30-33", "tale.tsv:19: no row begins with '2.2 30-33"),
        ("2-2\t30-33", "2-2\t30", "tale.tsv:19: no row begins with '2-2 30 "),
        ("2-2\t30-33", "2-1\t30-33", "tale.tsv:19: the row 2-1 occurs twice"),
        ("2-2\t30-33", "2-7.1\t30-33", "tale.tsv:19: 2-7.1 does not follow its token 2-7"),
        ("coref\t2-2", "coref\t2-3", "tale.tsv:14: coref connects '2-3', which is not there"),
        ("coref\t2-2", "coref\t2-2[5_6]", "tale.tsv:14: coref connects '5', which is not there"),
        ("coref\t2-2", "coref\tx", "tale.tsv:14: 'x' is not a target (expected 1-3 or 1-3[4_2])"),
        ("coref\t2-2", "coref|coref\t2-2", "tale.tsv:14: the relation has 2 names and 1 targets"),
        ("ran\tevent\tnew", "ran\tevent|x\tnew", "tale.tsv:14: 'event|x' has values without number"),
    ],
)
def test_errors_have_a_place(corpus_of, old, new, message):
    assert old in RELATIONS
    with pytest.raises(cs.CorefscopeError) as error:
        corpus_of(RELATIONS.replace(old, new))
    assert message in str(error.value)


def test_a_link_of_a_chain_without_number(corpus_of):
    with pytest.raises(cs.CorefscopeError) as error:
        corpus_of(CHAINS.replace("coref->1-3", "coref"))
    assert "tale.tsv:18: 'coref' is not a link of a chain" in str(error.value)


def test_a_file_without_tokens(corpus_of):
    with pytest.raises(cs.CorefscopeError, match="the file holds no token"):
        corpus_of("".join(CHAINS.partition("\n\n\n")[:2]))


def test_zeros_of_another_format_inside_a_mention_do_not_part_the_two(tmp_path):
    """As in GUM, whose CoNLL-U has empty nodes and whose WebAnno files have none."""
    (tmp_path / "dep").mkdir()
    (tmp_path / "tsv").mkdir()
    rows = ["# newdoc id = quay", "# global.Entity = eid-etype-head-other", "1\tAnna\tEntity=(e1--1-"]
    rows += ["1.1\tslept\t_", "2\tand\t_", "3\tNora\tEntity=e1)", "4\tate\t_"]
    columns = [row if row.startswith("#") else "\t_\t_\t_\t_\t_\t_\t_\t".join(row.rsplit("\t", 1)) for row in rows]
    (tmp_path / "dep" / "quay.conllu").write_text("\n".join(columns) + "\n\n", encoding="utf-8")
    chain = (
        "#FORMAT=WebAnno TSV 3.3\n#T_CH=CoreferenceLink|referenceType|referenceRelation\n\n\n#Text=Anna and Nora ate\n"
    )
    words = "1-1\t0-4\tAnna\t*[1]\t*->1-1\n1-2\t5-8\tand\t*[1]\t*->1-1\n"
    words += "1-3\t9-13\tNora\t*[1]\t*->1-1\n1-4\t14-17\tate\t_\t_\n"
    (tmp_path / "tsv" / "quay.tsv").write_text(chain + as_written(words), encoding="utf-8")
    assert cs.score(tmp_path / "dep", tmp_path / "tsv", metrics="mentions").f1["mentions"] == 1
