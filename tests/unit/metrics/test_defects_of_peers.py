"""Where other scorers go wrong on anaphora, with the arithmetic of what is right.

UA1 is the first scorer of Universal Anaphora; CS is corefud-scorer 1.2, the scorer of CRAC 2024 to 2026.
"""

from random import Random

import pytest

import corefscope
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


def test_two_right_zeros_that_are_swapped(tmp_path):
    """The zero score of CS looks a key zero up by its place first, and gives 0 of 2."""
    key, response = [("4.1", "e1", 4), ("4.2", "e2", 5)], [("4.1", "e2", 5), ("4.2", "e1", 4)]
    result = scores(tmp_path, key, response)
    assert (result.recall["zeros"], result.precision["zeros"]) == (1, 1)
