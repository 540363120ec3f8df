"""DuckDB and Spark give the numbers of `score` in memory and of the slow definitions."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import corefscope
from corefscope.engines import run, score_tables
from corefscope.metrics import METRICS as METRIC_FAMILIES
from corefscope.metrics.base import Family
from support.definitions.metrics import SLOW
from support.inputs.strategies import sides
from unit.engines.relations import (
    METRICS,
    assert_same,
    random_documents,
    random_rows,
    rows_of,
    write_csv,
    write_parquet,
)

OPTIONS = [
    {},
    {"scope": "corpus"},
    {"scope": "topic"},
    {"singletons": "drop"},
    {"singletons": "drop", "mentions": "shared", "average": "macro"},
]


def write_sides(folder, rows, ids):
    return [
        write_parquet(folder / f"{name}.parquet", side, ids)
        for name, side in zip(("key", "response"), rows, strict=True)
    ]


@pytest.mark.parametrize("ids", [int, str])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_duckdb_agrees_with_memory(tmp_path, options, ids):
    paths = write_sides(tmp_path, random_rows(3), ids)
    assert_same(corefscope.score(*paths, metrics=METRICS, **options), score_tables(*paths, metrics=METRICS, **options))


def test_spark_agrees(tmp_path, spark):
    """On plain settings with numbers, and on all others together with text."""
    options = {"scope": "topic", "singletons": "drop", "mentions": "shared"}
    for rows, ids, more in ((random_rows(4), int, {}), (random_rows(2, 20, repeats=0.4), str, options)):
        paths = write_sides(tmp_path, rows, ids)
        values = score_tables(*paths, metrics=METRICS, engine="spark", session=spark, **more)
        assert_same(corefscope.score(*paths, metrics=METRICS, **more), values)


@settings(deadline=None, max_examples=12)
@given(
    documents=st.lists(sides(), min_size=5, max_size=40).filter(lambda each: any(d[0] and d[1] for d in each)),
    scope=st.sampled_from(["document", "corpus", "topic"]),
    singletons=st.sampled_from(["keep", "drop"]),
    mentions=st.sampled_from(["all", "shared"]),
)
@example(documents=[([[0]], [[0]])], scope="document", singletons="drop", mentions="all")
@example(documents=[([[0, 1]], [[0]])], scope="document", singletons="drop", mentions="all")
def test_duckdb_agrees_on_whatever_relation(tmp_path_factory, documents, scope, singletons, mentions):
    documents = [each for each in documents if each[0]]
    if not any(each[1] for each in documents):
        return
    folder = tmp_path_factory.mktemp("tables")
    paths = write_sides(folder, [rows_of(documents, side) for side in (0, 1)], int)
    options = {"scope": scope, "singletons": singletons, "mentions": mentions}
    assert_same(corefscope.score(*paths, metrics=METRICS, **options), score_tables(*paths, metrics=METRICS, **options))


def agree_with_definitions(documents, *paths, **options):
    result = score_tables(*paths, metrics=list(SLOW), **options)
    assert len(result.documents) == len(documents)
    for unit, name in enumerate(result.documents):
        document = documents[int(name.split()[1])]
        for metric, slow in SLOW.items():
            values, expected = result.system.tallies[metric].unit(unit), slow(*document)
            assert values.keys() == expected.keys()
            for column, value in values.items():
                within = 0 if isinstance(value, int) else 1e-12
                assert abs(value - expected[column]) <= within, (metric, column, document)


def test_duckdb_agrees_with_the_slow_definitions(tmp_path):
    documents = random_documents(5, 400)
    agree_with_definitions(documents, *write_sides(tmp_path, [rows_of(documents, side) for side in (0, 1)], int))


def test_spark_agrees_with_the_slow_definitions(tmp_path, spark):
    """On a table of the session's catalog and a file of text; the session's views stay unchanged."""
    documents = random_documents(5, 100)
    key = write_parquet(tmp_path / "key.parquet", rows_of(documents, 0), str)
    spark.read.parquet(key).createOrReplaceTempView("documents")
    response = write_csv(tmp_path / "response.csv", rows_of(documents, 1))
    agree_with_definitions(documents, "::documents", response, engine="spark", session=spark)
    assert not spark.catalog.tableExists("cells")
    assert spark.table("documents").count() == len(rows_of(documents, 0))


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["duckdb", "spark"])
def test_larger_random_relations(tmp_path, engine, request):
    session = request.getfixturevalue("spark") if engine == "spark" else None
    for seed in range(3):
        paths = write_sides(tmp_path, random_rows(seed, documents=3000, repeats=0.05), (int, str)[seed % 2])
        for options in OPTIONS:
            values = score_tables(*paths, metrics=METRICS, engine=engine, session=session, **options)
            assert_same(corefscope.score(*paths, metrics=METRICS, **options), values)


def test_units_are_handed_over_a_few_at_a_time(tmp_path, monkeypatch):
    paths = write_sides(tmp_path, random_rows(6), int)
    whole = score_tables(*paths, metrics=METRICS)
    sizes = []
    table = run.counted_table
    monkeypatch.setattr(run, "counted_table", lambda *parts: sizes.append(parts[0]) or table(*parts))
    monkeypatch.setattr(run, "ROWS_AT_ONCE", 50)
    assert_same(whole, score_tables(*paths, metrics=METRICS))
    assert len(sizes) > 5
    assert sum(sizes) == len(whole.documents)


def test_without_alignment_no_entity_reaches_this_process(tmp_path, monkeypatch):
    paths = write_sides(tmp_path, random_rows(7), int)
    seen = []
    table = run.counted_table
    monkeypatch.setattr(
        run, "counted_table", lambda units, parts: seen.append((parts["cell"]["key"] >= 0).sum()) or table(units, parts)
    )
    additive = ["mentions", "muc", "b3", "blanc", "lea", "pairwise", "rand", "h"]
    assert_same(
        corefscope.score(*paths, metrics=additive, scope="corpus"),
        score_tables(*paths, metrics=additive, scope="corpus"),
    )
    score_tables(*paths, metrics="conll", scope="corpus")
    assert seen[0] == 0 < seen[1]


def test_csv_tsv_spans_and_databases_give_the_same(tmp_path):
    import duckdb

    documents = random_documents(8, 50)
    key, response = (rows_of(documents, side) for side in (0, 1))
    paths = [write_parquet(tmp_path / f"{n}.parquet", rows, str) for n, rows in enumerate((key, response))]
    expected = corefscope.score(*paths)
    assert_same(
        expected, score_tables(write_csv(tmp_path / "k.csv", key), write_csv(tmp_path / "r.tsv", response, "\t"))
    )
    for number, rows in enumerate((key, response)):
        lines = ["start,document,end,entity", *(f"{m},{name},{m + 2},{entity}" for name, m, entity in rows)]
        (tmp_path / f"span-{number}.csv").write_text("\n".join(lines), encoding="utf-8")
    assert_same(expected, score_tables(tmp_path / "span-0.csv", tmp_path / "span-1.csv"))
    database = tmp_path / "store.duckdb"
    with duckdb.connect(str(database)) as connection:
        for name, path in zip(("gold", "system"), paths, strict=True):
            connection.execute(f"CREATE TABLE {name} AS SELECT * FROM '{path}'")
    assert_same(expected, score_tables(f"{database}::gold", f"{database}::main.system"))


def test_a_folder_of_parts_is_one_table(tmp_path):
    key, response = random_rows(9)
    whole = [write_parquet(tmp_path / f"{n}.parquet", rows) for n, rows in enumerate((key, response))]
    folder = tmp_path / "parts"
    folder.mkdir()
    for part in range(3):
        write_parquet(folder / f"part-{part}.parquet", key[part::3])
    (folder / "_SUCCESS").write_text("")
    assert_same(score_tables(*whole), score_tables(folder, whole[1]))


def test_several_systems_at_once(tmp_path):
    key, response = random_rows(10)
    _, other = random_rows(11)
    paths = [write_parquet(tmp_path / f"{n}.parquet", rows) for n, rows in enumerate((key, response, other))]
    assert_same(corefscope.score(*paths, metrics=METRICS), score_tables(*paths, metrics=METRICS))


def test_a_plug_in_may_align_entities(tmp_path, monkeypatch):
    """Equal entities cannot be counted once for it, since it may ask which have a mention in common."""
    own = Family("aligned", count=METRIC_FAMILIES["ceafe"].count, version="1")
    monkeypatch.setitem(METRIC_FAMILIES, "aligned", own)
    paths = write_sides(tmp_path, random_rows(3), int)
    values = score_tables(*paths, metrics="aligned").f1["aligned"]
    assert values == pytest.approx(corefscope.score(*paths, metrics="ceafe").f1["ceafe"])
