"""Random and damaged tables give the same numbers, or the same error, on every path of a table."""

from random import Random

import pytest

import corefscope
from support.inputs.random_tables import as_text, random_rows_pair, random_table_pair
from unit.engines.outcomes import assert_agree, by_engine, outcome, write_arrays, write_texts


def texts(folder, seed):
    """Text, sound or damaged, in memory and by DuckDB."""
    pair = random_table_pair(Random(seed))
    paths = write_texts(folder, pair)
    memory = outcome(corefscope.score, *paths)
    engine = by_engine(*paths)
    assert_agree(memory, engine, (seed, pair))
    return memory


def arrays(folder, seed):
    """The same rows as text and as Parquet, in memory and by DuckDB."""
    random = Random(seed)
    rows = random_rows_pair(random)
    memory = outcome(corefscope.score, *write_texts(folder, [as_text(random, side, ",") for side in rows]))
    paths = write_arrays(folder, rows)
    for stored in (outcome(corefscope.score, *paths), by_engine(*paths)):
        assert_agree(memory, stored, (seed, rows))
    return memory


def run(seeds, folder):
    outcomes = [texts(folder, seed) for seed in seeds]
    outcomes += [arrays(folder, seed) for seed in seeds]
    scored = sum(each.error is None for each in outcomes)
    # A test in which all tables are refused, or none, would say little.
    assert 0.3 < scored / len(outcomes) < 0.95


@pytest.mark.parametrize("first", [0, 40])
def test_all_ways_agree(tmp_path, first):
    run(range(first, first + 25), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 5000, 500))
def test_all_ways_agree_on_thousands(tmp_path, first):
    run(range(first, first + 500), tmp_path)


def agree_in_spark(folder, seed, spark):
    random = Random(seed)
    if seed % 3:
        paths = write_texts(folder, random_table_pair(random))
    else:
        paths = write_arrays(folder, random_rows_pair(random))
    engine = by_engine(*paths, engine="spark", session=spark)
    assert_agree(outcome(corefscope.score, *paths), engine, seed)
    return engine


def test_spark_agrees(tmp_path, spark):
    for seed in range(3):
        agree_in_spark(tmp_path, seed, spark)


@pytest.mark.slow
def test_spark_agrees_on_a_hundred(tmp_path, spark):
    outcomes = [agree_in_spark(tmp_path, seed, spark) for seed in range(5000, 5150)]
    assert 0.2 < sum(each.error is None for each in outcomes) / len(outcomes) < 0.95
