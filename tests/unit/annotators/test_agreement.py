"""Agreement of annotators: every metric in both directions, means, intervals, and warnings about gaps."""

import random
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefscope as cs
from corefscope.annotators import DISTANCES
from corefscope.mention import empty_position
from corefscope.statistics.plan import Plan
from support.command_line import KEY, A, failed
from support.definitions.alpha import alpha as slow_alpha
from support.definitions.alpha import disagreement
from support.inputs.random_partitions import random_clusters
from support.inputs.strategies import THOROUGH, gathered

QUICK = Plan(trials=100)
METRICS = ("muc", "b3", "lea", "mentions")


def annotators(documents):
    """Documents, each a list of annotators' clusters, in the shape that `agreement` takes."""
    return [
        {f"text {number}": document[annotator] for number, document in enumerate(documents)}
        for annotator in range(len(documents[0]))
    ]


def random_documents(seed, documents, count):
    source = random.Random(seed)
    return [
        [random_clusters(source, [m for m in range(12) if source.random() < 0.9], 5) for _ in range(count)]
        for _ in range(documents)
    ]


@THOROUGH
@given(
    st.lists(
        st.lists(st.lists(st.integers(-1, 3), min_size=6, max_size=6), min_size=3, max_size=3), min_size=1, max_size=3
    )
)
def test_means_and_alpha_of_random_annotations(rows):
    documents = [[gathered(row) for row in document] for document in rows]
    sides = annotators(documents)
    actual = cs.agreement(*sides, metrics=METRICS, plan=QUICK)
    directions = {
        (key, response): cs.score(sides[key], sides[response], metrics=METRICS)
        for key, response in permutations(range(3), 2)
    }
    for metric in METRICS:
        mean = sum(result.f1[metric] for result in directions.values()) / len(directions)
        assert actual.means[metric].value == pytest.approx(mean, abs=1e-9)
    for distance in DISTANCES:
        expected = slow_alpha(documents, distance)
        value = actual.alphas[distance].estimate.value
        assert (value is None) == (expected is None)
        assert value is None or value == pytest.approx(float(expected), abs=1e-9)


def test_intervals_against_a_slow_percentile_bootstrap():
    documents = random_documents(7, 30, 3)
    sides = annotators(documents)
    actual = cs.agreement(*sides, metrics="lea", plan=Plan(trials=4000, alpha=0.1))
    source = random.Random(1)
    counts = [
        [cs.score(sides[key], sides[response], metrics="lea", per_document=True).system.per_document[unit]["lea"].counts
         for unit in range(30)]
        for key, response in permutations(range(3), 2)
    ]  # fmt: skip
    sums = [disagreement(document, "masi") for document in documents]
    means, alphas = [], []
    for _ in range(4000):
        drawn = [source.randrange(30) for _ in range(30)]
        f1 = []
        for direction in counts:
            total = {name: sum(direction[unit][name] for unit in drawn) for name in direction[0]}
            recall, precision = (
                total["recall_num"] / total["recall_den"],
                total["precision_num"] / total["precision_den"],
            )
            f1.append(2 * recall * precision / (recall + precision))
        means.append(sum(f1) / len(f1))
        alphas.append(1 - float(sum(sums[unit][0] for unit in drawn)) / float(sum(sums[unit][1] for unit in drawn)))
    assert actual.means["lea"].interval == pytest.approx(np.quantile(means, [0.025, 0.975]), abs=0.01)
    assert actual.alphas["masi"].estimate.interval == pytest.approx(np.quantile(alphas, [0.025, 0.975]), abs=0.01)


def test_annotators_need_not_have_the_same_documents():
    first = {"one": [[1, 2], [3]], "two": [[1, 2]], "alone": [[1], [2]]}
    second = {"one": [[1, 2, 3]], "two": [[1, 2]]}
    third = {"two": [[1], [2]]}
    actual = cs.agreement(first, second, third, metrics="muc", names=["x", "y", "z"], plan=QUICK)
    assert [(each.key, each.response, each.documents) for each in actual.directions] == [
        ("x", "y", 2), ("x", "z", 1), ("y", "x", 2), ("y", "z", 1), ("z", "x", 1), ("z", "y", 1),
    ]  # fmt: skip
    kept = cs.score({name: first[name] for name in second}, second, metrics="muc")
    assert actual.directions[0].scores == kept.scores
    assert str(actual.warnings[0]) == "document of one annotator only: 'alone' is left out"
    assert actual.mentions == 5
    assert [each.left_out for each in actual.annotators] == [2, 0, 0]


def test_annotators_who_share_nothing():
    with pytest.raises(cs.CorefscopeError, match="no two annotators have a document in common"):
        cs.agreement({"one": [[1]]}, {"two": [[1]]})
    with pytest.raises(cs.CorefscopeError, match="z has no document in common with any other annotator"):
        cs.agreement({"one": [[1]]}, {"one": [[1]]}, {"two": [[1]]}, names=["x", "y", "z"])
    chain = [{"one": [[1, 2]]}, {"one": [[1, 2]], "two": [[1, 2]]}, {"two": [[1, 2]]}]
    actual = cs.agreement(*chain, metrics="muc", names=["x", "y", "z"], plan=QUICK)
    assert len(actual.directions) == 4
    assert "annotators without a common document: x and z" in [str(notice) for notice in actual.warnings]


def test_a_looser_matching_decides_which_mentions_are_the_same(tmp_path):
    from corefscope.model import Document, Mention

    one = [Document("d", [[Mention(0, 2, head=1), Mention(5, 6, head=5)], [Mention(8, 9, head=8)]])]
    two = [Document("d", [[Mention(1, 2, head=1), Mention(5, 6, head=5)], [Mention(8, 9, head=8)]])]
    assert cs.agreement(one, two, metrics="muc").mentions == 2
    assert cs.agreement(one, two, metrics="muc", match="head").mentions == 3


def test_zeros_that_are_dropped_do_not_count_for_alpha():
    """Their rows must not shift those of the mentions that the scores align."""

    def annotation(seed, zeros):
        source = random.Random(seed)
        documents = []
        for number in range(5):
            entities = {}
            for place in range(12):
                if source.random() < 0.9:
                    entities.setdefault(source.randrange(4), []).append(cs.Mention(place, place + 1))
                entity, zero = source.randrange(4), cs.Mention(place, place, (empty_position(place, 1),))
                if zeros and place % 2:
                    entities.setdefault(entity, []).append(zero)
            documents.append(cs.Document(f"text {number}", list(entities.values())))
        return documents

    dropped = cs.agreement(annotation(1, True), annotation(2, True), metrics="muc", zeros="drop", plan=QUICK)
    without = cs.agreement(annotation(1, False), annotation(2, False), metrics="muc", plan=QUICK)
    assert dropped.alphas == without.alphas
    assert (dropped.mentions, dropped.annotators) == (without.mentions, without.annotators)


def test_entities_across_documents_need_the_same_documents(tmp_path):
    one, two = tmp_path / "one.csv", tmp_path / "two.csv"
    one.write_text("document,start,end,entity\na,0,1,x\na,3,4,z\nb,1,2,x\n")
    two.write_text("document,start,end,entity\na,0,1,x\na,3,4,x\nb,1,2,y\n")
    actual = cs.agreement(str(one), str(two), metrics="muc", scope="corpus")
    assert actual.alphas["nominal"].estimate.value == pytest.approx(
        float(slow_alpha([[[["a0", "b1"], ["a3"]], [["a0", "a3"], ["b1"]]]], "nominal"))
    )
    two.write_text("document,start,end,entity\na,0,1,x\na,3,4,x\n")
    with pytest.raises(cs.CorefscopeError, match=r"need the same ones, and two\.csv lacks 'b'"):
        cs.agreement(str(one), str(two), scope="corpus")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((KEY,), "agreement needs at least two annotations (the file has one annotator; name another file)"),
        (
            (KEY, A, "--repeated", "official"),
            "agreement needs each mention in only one entity (use --repeated first, last or merge)",
        ),
        ((KEY, A, "-o", "pdf"), "there is no output 'pdf' ("),
        ((KEY, A, "--names", "x,x"), "two systems are called 'x'"),
        ((KEY, A, "--names", "x"), "1 name for 2 systems"),
        ((KEY, A, "--alpha", "2"), "alpha must be a number between 0 and 1, not 2.0 (0.05 is usual)"),
        ((KEY, A, "--interval", "t"), "there is no value for interval 't' (valid: bca, percentile)"),
        ((KEY, A, "--strict"), "few documents: intervals from 2 documents are too narrow"),
    ],
)
def test_mistakes(arguments, said):
    assert said in failed("agreement", *arguments)


def test_types_of_mentions_that_no_annotator_has_are_counted(tmp_path):
    types = tmp_path / "types.csv"
    types.write_text("document,start,end,type\n" + "text,0,1,name\ntext,4,5,name\ntext,8,9,name\n", encoding="utf-8")
    sides = [{"text": [[(0, 0), (2, 2)]]}, {"text": [[(0, 0), (4, 4)]]}]
    documents = [
        [cs.Document(name, [[cs.Mention(start, last + 1) for start, last in spans] for spans in clusters])]
        for side in sides
        for name, clusters in side.items()
    ]
    actual = cs.agreement(*documents, metrics="muc", plan=QUICK, types=str(types))
    [unused] = [notice for notice in actual.warnings if notice.kind == "type without a mention"]
    assert (unused.count, unused.first) == (1, f"{types}:4: there is no mention 8–8 in 'text'")
    with pytest.raises(cs.CorefscopeError, match="type without a mention"):
        cs.agreement(*documents, metrics="muc", plan=QUICK, types=str(types), strict=True)
