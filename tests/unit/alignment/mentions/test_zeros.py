"""Zeros: by their place (linear), or first by the words they depend on (dependent)."""

import pytest

import corefscope
from corefscope.problems import PairingError
from support.inputs.spans import mention, pairs, side

SENTENCE = "Anna went home and slept"


def conllu(tmp_path, name, *sentences):
    """A file of sentences like SENTENCE; each is a list of (empty node, DEPS); all mentions are one entity."""
    lines = ["# newdoc id = quay", "# global.Entity = eid-etype-head-other"]
    for nodes in sentences:
        waiting = list(nodes)
        for number, word in enumerate(("", *SENTENCE.split())):
            if word:
                mentioned = "Entity=(e1--1-)" if word == "Anna" else "_"
                lines.append(f"{number}\t{word}\t_\t_\t_\t_\t0\t_\t_\t{mentioned}")
            for identifier, deps in [node for node in waiting if node[0].startswith(f"{number}.")]:
                waiting.remove((identifier, deps))
                lines.append(f"{identifier}\t_\t_\t_\t_\t_\t_\t_\t{deps}\tEntity=(e1--1-)")
        assert not waiting
        lines.append("")
    path = tmp_path / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def zeros_paired(tmp_path, key, response, zeros, match="exact"):
    """Pairs of zeros; sentences are lists of (empty node, DEPS)."""
    paths = conllu(tmp_path, "key.conllu", *key), conllu(tmp_path, "response.conllu", *response)
    actual = pairs(*paths, zeros=zeros, match=match)
    anna = {(str(5 * number), str(5 * number)) for number in range(len(key))}
    assert anna <= actual
    return actual - anna


@pytest.mark.parametrize("match", ["exact", "head", "partial"])
@pytest.mark.parametrize(
    ("key", "response", "linear", "dependent"),
    [
        # The same place and the same dependency.
        ([("4.1", "5:nsubj")], [("4.1", "5:nsubj")], {("4.1", "4.1")}, {("4.1", "4.1")}),
        # Another place, the same dependency: only its words tell.
        ([("4.1", "5:nsubj")], [("5.1", "5:nsubj")], set(), {("4.1", "5.1")}),
        # The same parent with another relation still counts; another parent does not.
        ([("4.1", "5:nsubj")], [("5.1", "5:obj")], set(), {("4.1", "5.1")}),
        ([("4.1", "5:nsubj")], [("5.1", "2:nsubj")], set(), set()),
        # The same place, but not one dependency in common: the place decides after all.
        ([("4.1", "5:nsubj")], [("4.1", "2:nsubj")], {("4.1", "4.1")}, {("4.1", "4.1")}),
        # Relation and parent weigh ten times the parent alone, so 4.1 goes with 5.1.
        (
            [("4.1", "5:nsubj")],
            [("4.1", "5:obj"), ("5.1", "5:nsubj")],
            {("4.1", "4.1")},
            {("4.1", "5.1")},
        ),
        # Two zeros that stand the other way round.
        (
            [("4.1", "5:nsubj"), ("5.1", "5:obj")],
            [("4.1", "5:obj"), ("5.1", "5:nsubj")],
            {("4.1", "4.1"), ("5.1", "5.1")},
            {("4.1", "5.1"), ("5.1", "4.1")},
        ),
        # Several parents: 10 · 2/3 + 2/3 for one of two dependencies, less than 11 for the very one.
        (
            [("4.1", "5:nsubj")],
            [("4.1", "5:nsubj|2:nsubj"), ("4.2", "5:nsubj")],
            {("4.1", "4.1")},
            {("4.1", "4.2")},
        ),
        # 5.1 gets what is left, 10 · 0 + 2/3 for the parent it has in common with 4.1, so that both are paired.
        (
            [("4.1", "5:nsubj"), ("5.1", "5:obj")],
            [("4.1", "5:nsubj|2:nsubj"), ("4.2", "5:nsubj")],
            {("4.1", "4.1")},
            {("4.1", "4.2"), ("5.1", "4.1")},
        ),
        # A relation that agrees outweighs parents that do: 10 · 2/3 + 2/3 for 4.1 with 4.1, and nothing for 5.1,
        # against 1 for 4.1 with 4.2 and 2/3 for 5.1 with 4.1.
        (
            [("4.1", "5:nsubj"), ("5.1", "2:nsubj")],
            [("4.1", "2:obj|5:nsubj"), ("4.2", "5:obj")],
            {("4.1", "4.1")},
            {("4.1", "4.1")},
        ),
        # Without dependencies there is nothing in common: the place decides.
        ([("4.1", "_")], [("4.1", "_")], {("4.1", "4.1")}, {("4.1", "4.1")}),
        ([("4.1", "_")], [("5.1", "5:nsubj")], set(), set()),
        # The same dependencies twice: the earlier wins, as in corefud-scorer, though 4.2 is at the same place.
        (
            [("4.1", "5:nsubj"), ("4.2", "5:nsubj")],
            [("4.2", "5:nsubj")],
            {("4.2", "4.2")},
            {("4.1", "4.2")},
        ),
        # The root as parent.
        ([("4.1", "0:root")], [("5.1", "0:root")], set(), {("4.1", "5.1")}),
    ],
)
def test_zeros_of_one_sentence(tmp_path, match, key, response, linear, dependent):
    assert zeros_paired(tmp_path, [key], [response], "linear", match) == linear
    assert zeros_paired(tmp_path, [key], [response], "dependent", match) == dependent


def test_zeros_of_different_sentences_never_depend_on_the_same_words(tmp_path):
    """5.1 ends the first sentence, 0.1 opens the second; both have a parent called 5."""
    actual = zeros_paired(tmp_path, [[("5.1", "5:nsubj")], []], [[], [("0.1", "5:nsubj")]], "dependent")
    assert actual == set()
    actual = zeros_paired(tmp_path, [[], [("5.1", "5:nsubj")]], [[], [("0.1", "5:nsubj")]], "dependent")
    assert len(actual) == 1


def test_a_zero_within_a_mention_is_no_zero_mention(tmp_path):
    """Only a mention whose head is an empty node is matched by dependencies."""
    paths = []
    for name, node in (("key.conllu", "3.1"), ("response.conllu", "4.1")):
        text = ["# newdoc id = quay", "# global.Entity = eid-etype-head-other"]
        for number, word in enumerate(SENTENCE.split(), 1):
            bracket = {3: "Entity=(e1--1-", 5: "Entity=e1)"}.get(number, "_")
            text.append(f"{number}\t{word}\t_\t_\t_\t_\t0\t_\t_\t{bracket}")
            if node == f"{number}.1":
                text.append(f"{node}\t_\t_\t_\t_\t_\t_\t_\t5:nsubj\t_")
        (tmp_path / name).write_text("\n".join([*text, "", ""]), encoding="utf-8")
        paths.append(str(tmp_path / name))
    assert pairs(*paths, match="exact", zeros="dependent") == set()
    assert pairs(*paths, match="head", zeros="dependent") == {("2,3.1,3-4", "2-3,4.1,4")}


def test_zeros_without_dependencies_are_an_error_that_names_the_remedy():
    key, response = side([mention("3.1@3.1")]), side([mention("3.1@3.1")])
    with pytest.raises(PairingError) as caught:
        corefscope.score(key, response, zeros="dependent")
    assert str(caught.value) == (
        "key: zeros cannot be matched by dependencies without enhanced dependencies "
        "(use zeros='linear', or CoNLL-U files)"
    )


@pytest.mark.parametrize(("zeros", "actual"), [("linear", 1), ("dependent", 2)])
def test_identification_with_a_matching_of_its_own_matches_zeros_as_all_do(tmp_path, zeros, actual):
    paths = (conllu(tmp_path, f"{number}.conllu", [(f"{number}.1", "5:nsubj")]) for number in (4, 5))
    name = "mentions(match=head)"
    assert corefscope.score(*paths, metrics=name, zeros=zeros).scores[name].counts["recall_num"] == actual


def exchanged(tmp_path, name, first, second):
    """`Ann and Bob came and went` with a zero before each verb: (its verb, its entity)."""
    words = ["1 Ann e1", "2 and", "3 Bob e2", f"3.1 _ {first[1]} {first[0]}", "4 came", "5 and"]
    words += [f"5.1 _ {second[1]} {second[0]}", "6 went"]
    lines = ["# newdoc id = d", "# global.Entity = eid-etype-head-other"]
    for row in words:
        number, form, entity, verb = (*row.split(), "", "")[:4]
        deps = f"{verb}:nsubj" if verb else "0:root"
        misc = f"Entity=({entity}--1-)" if entity else "_"
        head = "_" if "." in number else "0"
        lines.append(f"{number}\t{form}\t_\t_\t_\t_\t{head}\t_\t{deps}\t{misc}")
    path = tmp_path / name
    path.write_text("\n".join(lines) + "\n\n", encoding="utf-8")
    return str(path)


def test_zeros_at_exchanged_places_are_right_if_their_dependencies_say_so(tmp_path):
    """The example of docs/metrics.md, where corefud-scorer gives 0.00 for zeros and 100.00 for all else."""
    key = exchanged(tmp_path, "key.conllu", ("4", "e1"), ("6", "e2"))
    response = exchanged(tmp_path, "response.conllu", ("6", "e2"), ("4", "e1"))
    names = ("zeros", "muc", "b3", "ceafm", "ceafe", "blanc", "lea", "mor", "conll")
    assert corefscope.score(key, response, preset="crac2024", metrics=names).f1 == dict.fromkeys(names, 1)
    by_place = corefscope.score(key, response, preset="crac2023", metrics=("zeros", "muc"))
    assert by_place.f1 == {"zeros": 0, "muc": 0}
