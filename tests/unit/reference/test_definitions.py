"""The reference itself, against sets of links, lists of all alignments and trees by Kruskal; and as a copy."""

import subprocess
import sys
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from shutil import copytree

import pytest

import corefscope
from corefscope.reference import linguistic, metrics, readers, scoring
from corefscope.reference.alignment import best_total, upper_bound
from support.command_line import KEY, A
from support.definitions.metrics import best_alignment, coreference_links, non_coreference_links, owner
from support.inputs.random_partitions import random_document

SOURCE = Path(metrics.__file__).parent
DOCUMENTS = [random_document(random, 9, 5) for random in [Random(33)] for _ in range(2000)]
TYPES = {number: linguistic.KINDS[number * 7 % 5 % 3] for number in range(9)}


def test_links_are_those_of_the_sets_of_links():
    """Recasens & Hovy 2011 and Pradhan et al. 2014, §4.4, write C and N as sets of links."""
    for key, response in DOCUMENTS:
        counts = metrics.blanc(key, response)
        for kind, links in (("coreference", coreference_links), ("non_coreference", non_coreference_links)):
            mine, theirs = links(key), links(response)
            sides = {"both": mine & theirs, "key": mine, "response": theirs}
            assert {side: counts[f"{kind}_{side}"] for side in sides} == {side: len(s) for side, s in sides.items()}


def test_b3_is_the_mean_over_mentions():
    """Bagga & Baldwin 1998: each mention has a recall; the reference sums over entities, as Pradhan et al. do."""
    for key, response in DOCUMENTS:
        mine, theirs = owner(key), owner(response)
        credit = [Fraction(len(mine[m] & theirs.get(m, set())), len(mine[m])) for m in mine]
        assert metrics.b3(key, response)["recall_num"] == sum(credit)


def test_lea_resolves_the_links_of_each_entity():
    """Moosavi & Strube 2016, §4, where the link of a singleton is to itself."""

    def links(entity):
        return coreference_links([entity]) if len(entity) > 1 else {frozenset(entity)}

    for key, response in DOCUMENTS:
        score = sum(
            len(entity) * Fraction(sum(len(links(entity) & links(other)) for other in response), len(links(entity)))
            for entity in key
        )
        assert metrics.lea(key, response)["recall_num"] == score


def test_the_best_alignment_is_the_best_of_all():
    for key, response in DOCUMENTS:
        total = best_alignment(key, response, lambda one, two: Fraction(len(set(one) & set(two))))
        assert metrics.ceafm(key, response)["recall_num"] == total


def test_prices_bound_every_alignment():
    random = Random(5)
    for _ in range(300):
        weights = {(i, j): Fraction(random.randint(1, 9), random.randint(1, 9)) for i in range(4) for j in range(5)}
        prices = {j: Fraction(random.randint(0, 9), 3) for j in range(5)}
        assert upper_bound(weights, prices) >= best_total(weights)


def spanning_tree(mentions):
    """The weight of a maximum spanning tree by Kruskal, over all links between the mentions."""
    weight = dict(zip(linguistic.KINDS, linguistic.WEIGHTS["W4"], strict=False))
    links = [(max(weight[TYPES[a]], weight[TYPES[b]]), a, b) for a, b in combinations(mentions, 2)]
    tree = {mention: mention for mention in mentions}
    total = Fraction(0)
    for value, a, b in sorted(links, reverse=True):
        if tree[a] != tree[b]:
            total += value
            tree = {mention: tree[a] if root == tree[b] else root for mention, root in tree.items()}
    return total


def test_entities_weigh_as_their_spanning_trees():
    for key, response in DOCUMENTS[:500]:
        _, of_key, _ = linguistic.link_weights(key, response, TYPES)
        assert of_key == [spanning_tree(entity) if len(entity) > 1 else 1 for entity in key]
        assert linguistic.link_weights(key, response, TYPES, symmetric=True)[2] == [
            spanning_tree(entity) if len(entity) > 1 else 1 for entity in response
        ]


@pytest.mark.parametrize("average", ["micro", "macro"])
def test_scores_are_those_of_the_product(average):
    """Also where documents are missing or empty, and what is undefined; and of single documents, mostly tiny."""
    names = [*scoring.DEFAULT, "blanc(alpha=0.25)", "blanc(alpha=0.2,mentions=shared,beta=2)", "conll(beta=2)"]
    tiny = [[random_document(Random(number), 4, 3)] for number in range(200)]
    for documents in [*tiny, *(DOCUMENTS[start : start + 20] for start in range(0, 400, 20))]:
        key, response = ({f"d{n}": each[side] for n, each in enumerate(documents)} for side in (0, 1))
        if len(documents) > 3:
            del response["d3"]
            documents[3] = (documents[3][0], [])
        scores = corefscope.score(key, response, metrics=names, average=average).scores
        for name in names:
            expected = scoring.score(documents, name, average)
            assert scores[name].undefined == expected.undefined, name
            for field in scoring.FIELDS:
                value, exact = getattr(scores[name], field), getattr(expected, field)
                assert (value is None) == (exact is None)
                assert value is None or abs(value - float(exact)) <= 1e-12, (name, field)


def test_a_copy_runs_with_nothing_but_python(tmp_path):
    copytree(SOURCE, tmp_path / "reference")
    command = [sys.executable, "-S", "-m", "reference", Path(KEY).resolve(), Path(A).resolve(), "muc", "conll"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", env={})
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "muc  R 13/17 = 76.47  P 13/17 = 76.47  F1 13/17 = 76.47"


@pytest.mark.parametrize("name", [*scoring.DEFAULT, *scoring.TYPED])
def test_the_page_of_metrics_quotes_its_code(name):
    if name != "conll":  # a mean of others
        module = "linguistic" if name in scoring.TYPED else "metrics"
        page = (SOURCE.parents[2] / "docs" / "metrics.md").read_text("utf-8")
        assert f"<!-- code: corefscope/reference/{module}.py:{name} -->" in page


def test_it_imports_nothing_of_the_package():
    for path in SOURCE.glob("*.py"):
        assert "corefscope" not in "".join(
            line for line in path.read_text("utf-8").splitlines() if line.lstrip().startswith(("import", "from"))
        )


@pytest.mark.parametrize("format", ["conll", "corefud", "json", "table"])
def test_readers_read_what_the_product_reads(format, tmp_path):
    """The same documents, written in each format."""
    ending = {"conll": "conll", "corefud": "conllu", "json": "jsonl", "table": "csv"}[format]
    paths = []
    for name in ("key", "large", "small"):
        path = tmp_path / f"{name}.{ending}"
        corefscope.convert(f"examples/tales/{name}.jsonl", str(path))
        paths.append(path)
        entities = [corefscope.read(path)[n].entities for n in range(len(corefscope.read(path)))]
        corpus = readers.read(path)
        assert [sorted(sorted(each) for each in document) for document in corpus.values()] == [
            sorted(sorted((start, end - 1) for start, end in each) for each in document) for document in entities
        ]
    documents = readers.pair(readers.read(paths[0]), readers.read(paths[1])).values()
    scores = corefscope.score(*paths[:2]).scores
    for name in scores:
        assert abs(scores[name].f1 - float(scoring.score(documents, name).f1)) <= 1e-12


def test_gaps_and_empty_nodes_are_read(tmp_path):
    rows = [
        ("1", "Entity=(e1[1/2]-person)"), ("2", "_"), ("3", "Entity=(e1[2/2]"), ("3.1", "Entity=(e2)"),
        ("4", "Entity=e1[2/2])"), ("5", "Entity=(e2)"),
    ]  # fmt: skip
    lines = ["# global.Entity = eid-etype", "# newdoc id = d"]
    lines += ["\t".join([number, *"wwwwwwww"[: 8 - 0], cell]) for number, cell in rows]
    assert readers.read_corefud([*lines, ""]) == {"d": [[(0, 2, (3, True, 1), 3)], [((3, True, 1),), (4, 4)]]}
