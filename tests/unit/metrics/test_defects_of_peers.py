"""Where other scorers go wrong on anaphora, with the arithmetic of what is right.

UA1 is the first scorer of Universal Anaphora; CS is corefud-scorer 1.2, the scorer of CRAC 2024 to 2026.
"""

from dataclasses import replace
from random import Random

import pytest

import corefscope
from corefscope.model import empty_position
from support.inputs.anaphora import side


def test_lea_with_sets_does_not_depend_on_order():
    """UA1 does not reset a factor in a loop: .8426, .8614 or .8750 by the order of entities.

    {ab} {cd} e {[ac]fg} against {ab} {cd} e {[ae]fg}. Of the sets {ab} {cd} and {ab} {e}, {ab} is right: 2/4 and 2/3.
    Recall (2 + 2 + 1 + 3·(1 + 2·1/2)/3)/8 = 7/8, precision (2 + 2 + 1 + 3·(1 + 2·2/3)/3)/8 = 11/12, F1 77/86.
    """
    random = Random(1)
    for _ in range(10):
        texts = []
        for entities in (["ab", "cd", "e", "[ac]fg"], ["ab", "cd", "e", "[ae]fg"]):
            random.shuffle(entities)
            texts.append([side(" ".join(entities))])
        score = corefscope.score(*texts, metrics="lea", split="keep").scores["lea"]
        assert [score.recall, score.precision, score.f1] == pytest.approx([7 / 8, 11 / 12, 77 / 86])


def corefud(path, nodes):
    """Six words, and after the first three each, empty nodes (place, entity, parent)."""
    lines = ["# newdoc id = text", "# global.Entity = eid-etype-head-other", "# sent_id = 1"]
    entities = {1: "e1", 2: "e2", 3: "e3"}
    for word in range(1, 7):
        misc = f"Entity=({entities[word]}--1-)" if word in entities else "_"
        lines.append("\t".join([str(word), f"w{word}", *"____", "0" if word == 1 else "1", "dep", "_", misc]))
        for place, entity, parent in nodes:
            if place.startswith(f"{word}."):
                lines.append("\t".join([place, *"_______", f"{parent}:nsubj", f"Entity=({entity}--1-)"]))
    path.write_text("\n".join(lines) + "\n\n", encoding="utf-8")
    return str(path)


def scores(tmp_path, key, response, **options):
    paths = corefud(tmp_path / "key.conllu", key), corefud(tmp_path / "response.conllu", response)
    return corefscope.score(*paths, preset="crac2024", metrics=["muc", "b3", "ceafm", "ceafe", "zeros"], **options)


def test_three_right_zeros_in_rotated_order(tmp_path):
    """CS keeps pairs of both directions in one dictionary by place, and finds 0 of 3 links: each zero stands where
    another one stands in the other file. All three depend on the right words and are in the right entities."""
    key = [("4.1", "e1", 4), ("4.2", "e2", 5), ("4.3", "e3", 6)]
    response = [("4.1", "e2", 5), ("4.2", "e3", 6), ("4.3", "e1", 4)]
    assert set(scores(tmp_path, key, response).f1.values()) == {1}


def test_a_zero_that_stands_where_another_has_nothing_in_common(tmp_path):
    """Key 4.2 and response 4.1 are the same zero of e1; CS gives 100.

    Key 4.1 (e2, child of 5) and response 4.2 (e3, child of 6) have no parent in common, and are at other places.
    Key {w1 4.2} {w2 4.1} {w3}, response {w1 4.1} {w2} {w3 4.2}, singletons dropped after that: key {w1 z} {w2 y},
    response {w1 z} {w3 x}. MUC 1/2 and 1/2, B³ 2/4, CEAFm 2/4, CEAFe 1/2; of the zeros with an antecedent, 1/2.
    """
    key = [("4.1", "e2", 5), ("4.2", "e1", 4)]
    response = [("4.1", "e1", 4), ("4.2", "e3", 6)]
    result = scores(tmp_path, key, response)
    for name in ("muc", "b3", "ceafm", "ceafe", "zeros"):
        assert (result.recall[name], result.precision[name]) == (0.5, 0.5), name


COLUMNS = "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC IDENTITY BRIDGING DISCOURSE_DEIXIS\n"


def conll_ua(path, *cells, begin="# newdoc id = text", columns=COLUMNS):
    """A document of CONLL-UA with the cells of IDENTITY and, after a blank, of BRIDGING."""
    lines = [begin] if begin else []
    for number, cell in enumerate(cells, 1):
        identity, _, link = cell.partition(" ")
        lines.append("\t".join([str(number), f"w{number}", *"________", identity, link or "_", "_"]))
    path.write_text(columns + "\n".join(lines) + "\n\n", encoding="utf-8")
    return str(path)


def markable(entity, name, minimum="", close=")"):
    return f"(EntityID={entity}|MarkableID={name}" + (f"|Min={minimum}" if minimum else "") + close


def test_minimum_spans_in_every_metric(tmp_path):
    """UA1 looks mentions up by exact spans, except in CEAF; a Min outside its markable un-matches equal spans there.

    Key {w1-w3, Min w2} {w6, Min 9, outside}; the response's w2-w3 holds w2 and lies in the key's. All is right.
    """
    tail = [markable(1, "m2"), markable(2, "m3", "9"), markable(2, "m4", "7")]
    key = conll_ua(tmp_path / "key.conllua", markable(1, "m1", "2", ""), "_", ")", "_", *tail)
    response = conll_ua(tmp_path / "sys.conllua", "_", markable(1, "m1", "2", ""), ")", "_", *tail)
    metrics = ["muc", "b3", "ceafm", "ceafe", "lea", "blanc"]
    for theirs in (key, response):
        result = corefscope.score(key, theirs, match="min", metrics=metrics)
        assert set(result.f1.values()) == {1}
        outside = [each.count for each in result.warnings if each.code == "minimum-outside-mention"]
        assert outside == [1, 1]
    # Exactly, w1-w3 and w2-w3 are different mentions: of {m1 m2} and {m3 m4} one link is left.
    assert corefscope.score(key, response, metrics="muc").recall["muc"] == 1 / 2


@pytest.mark.parametrize(
    ("begin", "name"),
    [("", "key"), ("# newdoc", "key"), ("# newdoc id=x", "x"), ("#newdoc id = a b", "a b")],
)
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_names_of_documents(tmp_path, begin, name, mark):
    """UA1 and UA2 give 0.00 without `# newdoc`, join documents, cut names, or fail at a byte order mark."""
    path = conll_ua(tmp_path / "key.conllua", markable(1, "m1"), begin=begin, columns=mark + COLUMNS)
    assert [each.name for each in corefscope.read(path)] == [name]
    assert corefscope.score(path, path, metrics="b3").f1["b3"] == 1


def test_a_zero_and_a_word_without_counterparts(tmp_path):
    """UA2 compares the place of a zero, which is a text, with a number: TypeError.

    Key {w1 w2}, response {w1, zero} {w2}: B³ R (1/2 + 1/2)/2, P (1/2 + 0 + 1)/3.
    """
    key = [[cs_mention(0), cs_mention(1)]]
    response = [[cs_mention(0), corefscope.Mention.at([empty_position(2, 1)])], [cs_mention(1)]]
    sides = ([corefscope.Document("text", entities, token_count=3)] for entities in (key, response))
    score = corefscope.score(*sides, metrics="b3", match="partial").scores["b3"]
    assert (score.recall, score.precision) == pytest.approx(((1 / 2 + 1 / 2) / 2, (1 / 2 + 0 + 1) / 3))


def cs_mention(place):
    return corefscope.Mention(place, place + 1, head=place, minimum=(place,))


def test_a_zero_without_dependencies(tmp_path):
    """CS divides by zero at DEPS `_`. Such a zero depends on nothing, so it agrees by its place only."""
    key = corefud(tmp_path / "key.conllu", [("4.1", "e1", 4), ("5.1", "e2", 5)])
    text = (tmp_path / "key.conllu").read_text(encoding="utf-8").replace("5:nsubj", "_")
    (tmp_path / "response.conllu").write_text(text, encoding="utf-8")
    result = corefscope.score(key, str(tmp_path / "response.conllu"), preset="crac2024", metrics=["muc", "zeros"])
    assert set(result.f1.values()) == {1}


def test_a_repeated_mention_of_one_entity_counts_once_with_and_without_sets(tmp_path):
    """There it is merged with sets on and counts twice with sets off. {w1 w2} {w3}: B³ has 3 mentions."""
    cells = markable(1, "m1") + markable(1, "m2"), markable(1, "m3"), markable(2, "m4")
    path = conll_ua(tmp_path / "key.conllua", *cells)
    for split in ("keep", "drop"):
        assert corefscope.score(path, path, metrics="b3", split=split).scores["b3"].counts["recall_den"] == 3


def test_leaving_markables_out_raises_no_precision(tmp_path):
    """A pair whose anchor is not in IDENTITY is dropped there: precision 1/1. Here it is wrong: 1/2."""
    anchor = markable(1, "m1")
    links = [f"{markable(n, f'm{n}')} (MarkableID=m{n}|MentionAnchor={{}})" for n in (2, 3)]
    key = conll_ua(tmp_path / "key.conllua", anchor, *(link.format("m1") for link in links), markable(4, "m4"))
    wrong = conll_ua(tmp_path / "sys.conllua", anchor, links[0].format("m1"), links[1].format("m4"), "_")
    score = corefscope.score(key, wrong, metrics="bridging").scores["bridging"]
    assert (score.recall, score.precision) == (1 / 2, 1 / 2)


def test_of_several_anchors_the_last_counts(tmp_path):
    links = "(MarkableID=m3|MentionAnchor=m1)(MarkableID=m3|MentionAnchor=m2)"
    ends = markable(1, "m1"), markable(2, "m2")
    key = conll_ua(tmp_path / "key.conllua", *ends, f"{markable(3, 'm3')} {links}")
    response = conll_ua(tmp_path / "sys.conllua", *ends, f"{markable(3, 'm3')} (MarkableID=m3|MentionAnchor=m2)")
    score = corefscope.score(key, response, metrics="bridging").scores["bridging"]
    assert score.counts == {"recall_num": 1, "recall_den": 1, "precision_num": 1, "precision_den": 1}


def test_bridging_and_what_refers_to_nothing_are_matched_as_mentions_are(tmp_path):
    """UA2 asks for equal spans in every mode; UA1 lets two markables of the response meet one of the key: P 2/2.

    The anaphor w2-w3 (Min w3) and its anchor are found as w3 and w1. Of the response's w5 and w4-w5, which both hold
    the Min w5 and lie in the key's w4-w5, one has it: R 1/1, P 1/2.
    """
    link = "(MarkableID=m2|MentionAnchor=m1"
    silent = "(EntityID=3-Pseudo|MarkableID=m3|Min=5|SemType=expletive"
    first = markable(1, "m1", "1")
    anaphor = f"{markable(2, 'm2', '3', '')} {link}"
    key = conll_ua(tmp_path / "key.conllua", first, anaphor, ") )", silent, ")")
    alone = f"{markable(2, 'm2', '3')} {link})"
    twice = ")" + silent.replace("3-Pseudo|MarkableID=m3", "4-Pseudo|MarkableID=m4") + ")"
    response = conll_ua(tmp_path / "sys.conllua", first, "_", alone, silent, twice)
    result = corefscope.score(
        key, response, match="min", metrics=["bridging", "bridging(level=anaphor)", "nonreferring"]
    )
    assert (result.f1["bridging"], result.f1["bridging(level=anaphor)"]) == (1, 1)
    assert (result.recall["nonreferring"], result.precision["nonreferring"]) == (1, 1 / 2)
    exact = corefscope.score(key, response, metrics=["bridging", "nonreferring"])
    assert (exact.f1["bridging"], exact.precision["nonreferring"]) == (0, 1 / 2)


def test_all_markables_of_a_silent_entity_count(tmp_path):
    """There only the first of a -Pseudo entity does: 1/1 for a response with one of two. R 1/2."""
    silent = "(EntityID=1-Pseudo|MarkableID={}|SemType=predicate)"
    key = conll_ua(tmp_path / "key.conllua", silent.format("m1"), silent.format("m2"), markable(2, "m3"))
    response = conll_ua(tmp_path / "sys.conllua", silent.format("m1"), "_", markable(2, "m3"))
    score = corefscope.score(key, response, metrics="nonreferring").scores["nonreferring"]
    assert (score.recall, score.precision) == (1 / 2, 1)


def test_markables_without_a_minimum_span_beside_mentions_with_one(tmp_path):
    """Min is optional: one that lacks it is found by its whole span only, whatever column or kind it is of.

    The mention w1-w3 (Min w2) is found as w2-w3; the silent w4-w5 without Min is not w5: 0 of 1, of w6 1 of 1.
    """
    silent = "(EntityID={0}-Pseudo|MarkableID=s{0}"
    tail = silent.format(2) + ")", markable(1, "m2", "7")
    key = conll_ua(tmp_path / "key.conllua", markable(1, "m1", "2", ""), "_", ")", silent.format(1), ")", *tail)
    sides = "_", markable(1, "m1", "2", ""), ")", "_", silent.format(1) + ")", *tail
    result = corefscope.score(
        key, conll_ua(tmp_path / "sys.conllua", *sides), match="min", metrics=["muc", "nonreferring"]
    )
    assert result.f1["muc"] == 1
    assert (result.recall["nonreferring"], result.precision["nonreferring"]) == (1 / 2, 1 / 2)
    (one,) = corefscope.read(key)
    words, wider = (
        replace(one, annotations={"deixis": corefscope.Document("text", [[corefscope.Mention(start, 2)]])})
        for start in (0, 1)
    )
    assert corefscope.score([words], [wider], match="min", layer="deixis", metrics="b3").f1["b3"] == 0
