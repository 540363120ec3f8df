"""`corefscope score --engine`, as a user runs it."""

import json

import pytest

from corefscope.cli import scoring
from unit.engines.relations import random_rows, write_parquet


@pytest.fixture
def tables(tmp_path):
    rows = random_rows(1, 20, repeats=0)
    return [write_parquet(tmp_path / f"{name}.parquet", side) for name, side in zip("kr", rows, strict=True)]


def without_checksums(text):
    content = json.loads(text)
    documents = [sorted(each.pop("per_document"), key=lambda row: row["document"]) for each in content["systems"]]
    for side in (content["key"], *content["systems"]):
        side.pop("warnings")
    return rounded(content), rounded(documents)


def rounded(value):
    if isinstance(value, dict):
        return {name: rounded(each) for name, each in value.items()}
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return round(value, 12) if isinstance(value, float) else value


def test_json_is_that_of_memory(run, tables):
    arguments = ("score", *tables, "-o", "json", "--per-document")
    memory, duckdb = (run(*arguments, "--engine", engine) for engine in ("memory", "duckdb"))
    assert memory.status == duckdb.status == 0
    assert without_checksums(memory.out) == without_checksums(duckdb.out)


def test_large_tables_go_to_duckdb_unasked(run, tables, monkeypatch):
    calls = []
    score = scoring.score_tables
    monkeypatch.setattr(scoring, "score_tables", lambda *paths, **given: calls.append(given) or score(*paths, **given))
    run("score", *tables)
    assert not calls
    monkeypatch.setattr(scoring, "LARGE", 250)
    table = run("score", *tables).out
    assert calls[0]["engine"] == "duckdb"
    assert run("score", *tables, "--engine", "memory").out == table
    # What DuckDB cannot do stays in memory.
    assert run("score", *tables, "--repeated", "last", "-m", "mor,muc").status == 0
    assert len(calls) == 1


def test_large_tables_of_labels_are_read_in_memory(run, tmp_path, monkeypatch):
    monkeypatch.setattr(scoring, "LARGE", 1)
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text("record_id,cluster_id\n1,x\n2,x\n3,y\n", encoding="utf-8")
    done = run("score", tmp_path / "a.csv", tmp_path / "b.csv", "-m", "b3")
    assert (done.status, "100.00     100.00  100.00" in done.out) == (0, True), done.err


def test_options_of_engines_need_one(run, tables):
    done = run("score", *tables, "--spill", "somewhere")
    assert (done.status, done.err) == (
        2,
        "corefscope: error: --spill is not supported without --engine duckdb or spark (remove it)\n",
    )


def test_processes_are_for_what_is_scored_in_memory(run, tables):
    done = run("score", *tables, "--engine", "duckdb", "--jobs", "2")
    assert done.status == 2
    assert "--jobs is not supported with --engine duckdb" in done.err
