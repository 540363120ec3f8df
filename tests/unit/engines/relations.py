"""Relations of document, mention, entity: from clusters, at random, and into files."""

from random import Random

import pytest

from support.inputs.random_partitions import random_document

pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
pytest.importorskip("duckdb", reason="duckdb is not installed")

METRICS = [
    "mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea", "conll", "pairwise", "rand", "ari", "h",
    "ceafm(links=true)", "ceafe(links=true)", "blanc(mentions=shared)", "lea(importance=equal)", "b3(beta=2)",
]  # fmt: skip


def rows_of(documents, side):
    """(document, mention, entity) of one side of some (key clusters, response clusters)."""
    return [
        (f"text {number}", mention, entity)
        for number, document in enumerate(documents)
        for entity, cluster in enumerate(document[side])
        for mention in cluster
    ]


def random_documents(seed, count, mentions=9, entities=5):
    """Documents that have a mention in the key, since a relation cannot hold others."""
    random = Random(seed)
    drawn = (random_document(random, mentions, entities) for _ in range(2 * count))
    return [document for document in drawn if document[0]][:count]


def random_rows(seed, documents=60, repeats=0.1):
    """Two sides in which documents are missing, entities cross documents, and mentions occur twice."""
    random = Random(seed)
    sides = []
    for missing in (0.03, 0.05):
        rows = []
        for document in range(documents):
            if random.random() < missing:
                continue
            for mention in range(random.randint(1, 12)):
                copies = 0 if random.random() < 0.15 else 1 + (random.random() < repeats)
                rows.extend((f"text {document}", mention, random.randint(0, 11)) for _ in range(copies))
        random.shuffle(rows)
        sides.append(rows)
    return sides


def write_parquet(path, rows, ids=int, **columns):
    """A table with a topic for each document, and ids as numbers or as text."""
    names = [document for document, _, _ in rows]
    table = {
        "Document": names,
        "mention": [ids(mention) for _, mention, _ in rows],
        " entity": [ids(entity) for _, _, entity in rows],
        "topic": [f"topic {int(name.split()[1]) % 7}" for name in names],
        **columns,
    }
    parquet.write_table(pyarrow.table(table), path)
    return str(path)


def write_csv(path, rows, delimiter=","):
    lines = [delimiter.join(["document", "mention", "entity"])]
    lines += [delimiter.join(map(str, row)) for row in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def assert_same(result, other):
    """Equal integers, and fractions that differ only by rounding."""
    order = {name: number for number, name in enumerate(result.documents)}
    assert sorted(result.documents) == list(other.documents)
    places = [order[name] for name in other.documents]
    for one, two in zip(result.systems, other.systems, strict=True):
        assert one.tallies.keys() == two.tallies.keys()
        for name, tally in one.tallies.items():
            for column, values in tally.columns.items():
                mine, theirs = values[places], two.tallies[name].columns[column]
                assert mine.dtype.kind == theirs.dtype.kind, (name, column)
                within = 0 if mine.dtype.kind == "i" else 1e-12 * (1 + abs(mine))
                assert (abs(mine - theirs) <= within).all(), (name, column)
        for name, score in one.scores.items():
            same = two.scores[name]
            assert score.undefined == same.undefined
            for field in ("recall", "precision", "f1"):
                assert getattr(score, field) == pytest.approx(getattr(same, field), abs=1e-12), (name, field)
        for field in ("documents", "entities", "mentions"):
            assert getattr(one, field) == getattr(two, field), field
            assert getattr(result.key, field) == getattr(other.key, field), field
    counts = [{notice.kind: notice.count for notice in each.warnings} for each in (result, other)]
    assert counts[0] == counts[1]
