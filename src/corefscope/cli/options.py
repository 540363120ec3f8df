"""The options of every command that scores: metrics and settings."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from corefscope.scoring.result import Result

SETTINGS = (
    "match", "singletons", "repeated", "average", "zeros", "align", "mentions", "scope", "types",
    "format", "key_format", "response_format", "key_clusters", "response_clusters",
)  # fmt: skip


def add_metric(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-m",
        "--metric",
        action="append",
        metavar="NAME",
        help="a metric; repeatable. mentions, muc, b3, ceafm, ceafe, blanc, lea and conll are the default; there are "
        "also pairwise, rand, ari, h, lmuc, lb3, lceafm, lceafe, ace, mor and zeros; parameters in the name, as "
        "blanc(alpha=0.2)",
    )


def add_settings(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--preset", metavar="NAME", help="settings of a task: conll2012, crac2022, crac2023, crac2024 or litbank"
    )
    parser.add_argument(
        "--match",
        metavar="HOW",
        help="when two mentions are the same: exact (default), head, partial, partial-craft or min",
    )
    parser.add_argument("--zeros", metavar="HOW", help="match zeros by place (linear, the default) or dependent")
    parser.add_argument("--align", metavar="HOW", help="characters, where key and response are tokenised differently")
    parser.add_argument("--mentions", metavar="WHICH", help="all (default), or shared: only those that both sides have")
    parser.add_argument(
        "--scope",
        metavar="UNIT",
        help="what is scored as one: document (default), corpus, a column such as topic, or a pattern on names",
    )
    parser.add_argument("--types", metavar="FILE", help="a table of document, start, end, type: mention types")
    parser.add_argument(
        "--singletons", metavar="HOW", help="keep (default) or drop entities of one mention, on both sides"
    )
    parser.add_argument(
        "--repeated",
        metavar="HOW",
        help="a mention in two entities stays in the first (default) or last; or merge them, error, "
        "or official for the official scorer's way",
    )
    parser.add_argument(
        "--average", metavar="HOW", help="micro (default): counts add over documents; macro: mean over documents"
    )
    parser.add_argument("--format", metavar="NAME", help="the format of both sides, where content does not tell")
    parser.add_argument("--key-format", metavar="NAME", help="the key's format")
    parser.add_argument("--response-format", metavar="NAME", help="the responses' format")
    parser.add_argument("--key-clusters", metavar="FIELD", help="the JSON field that holds the key's clusters")
    parser.add_argument(
        "--response-clusters", metavar="FIELD", help="the JSON field that holds the responses' clusters"
    )
    parser.add_argument("--strict", action="store_true", help="treat every warning as an error")


def add_engine(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--engine",
        metavar="NAME",
        help="duckdb for tables larger than memory, spark for tables larger than a machine, memory for neither; "
        "default: duckdb if all are tables and together larger than 256 MB (1 GB of CSV)",
    )
    parser.add_argument("--memory-limit", metavar="SIZE", help="what an engine may use of this machine, as 8GB")
    parser.add_argument("--spill", metavar="FOLDER", help="where an engine writes what does not fit into memory")
    parser.add_argument("--spark-master", metavar="URL", help="as spark://host:7077; default: local[*], this machine")
    parser.add_argument(
        "--order", metavar="COLUMN", help="with an engine: the column that says which of a mention's entities is first"
    )


def add_raw_csv(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--raw-csv",
        action="store_true",
        help="with -o csv, keep text as it is; else what begins with = + - or @ gets an apostrophe before it, "
        "so that no spreadsheet runs it as a formula",
    )


def add_jobs(parser: argparse.ArgumentParser, what: str, more: str = "") -> None:
    parser.add_argument(
        "--jobs",
        type=int,
        metavar="N",
        help=f"{what} at once, each in a process of its own, which takes half a second to begin. Pays for several of "
        f"30 MB and more. {more}Default: as many as pay, at most one per core",
    )


def jobs(arguments: argparse.Namespace, paths: Sequence[str]) -> int:
    """As many processes as were asked for, else as many as pay."""
    from corefscope.basics.processes import useful_processes

    return useful_processes(paths) if arguments.jobs is None else int(arguments.jobs)


def scorer(arguments: argparse.Namespace, wanted: list[str]) -> Callable[..., Result]:
    """`score` of these files, or an engine's way to the same numbers, where one is named or the tables are large."""
    from functools import partial

    from corefscope.cli.inputs import TABLES, are_large_tables
    from corefscope.problems import SettingsError, UnknownName
    from corefscope.scoring.inputs import ReadApart, read_apart
    from corefscope.scoring.pipeline import chosen_settings, score

    own = ("memory_limit", "spill", "spark_master", "order")
    given = {name: getattr(arguments, name) for name in own if getattr(arguments, name) is not None}
    engine = arguments.engine
    if engine not in (None, "memory"):
        from corefscope.engines import ENGINES

        if engine not in ENGINES:
            raise UnknownName("engine", engine, ("memory", *ENGINES))
    only_in_memory = arguments.by is not None or arguments.jobs is not None
    if engine is None and not only_in_memory and are_large_tables(arguments.key, *arguments.responses):
        from corefscope.engines.supported import duckdb_can

        engine = "duckdb" if duckdb_can(wanted, arguments.preset, settings(arguments)) else None
    if engine in (None, "memory"):
        if given:
            raise SettingsError(f"--{next(iter(given)).replace('_', '-')} goes with --engine duckdb or spark")
        responses: Sequence[str | ReadApart] = arguments.responses
        # A table is read as quickly as a process could send it.
        if len(responses) == 1 and arguments.jobs != 1 and not arguments.responses[0].endswith(TABLES):
            chosen = chosen_settings(None, arguments.preset, settings(arguments))
            responses = [read_apart(arguments.responses[0], chosen)]
        spread = jobs(arguments, arguments.responses)
        return partial(score, arguments.key, *responses, by=arguments.by, jobs=spread)
    if arguments.jobs is not None:
        hint = "it reads one response after the other, each with all cores"
        raise SettingsError(f"--engine {engine} has no --jobs", hint=hint)
    if arguments.by is not None:
        hint = "--scope COLUMN --per-document shows the groups of a column"
        raise SettingsError(f"--engine {engine} has no --by", hint=hint)
    from corefscope.engines import score_tables

    return partial(score_tables, arguments.key, *arguments.responses, engine=engine, **given)


def metrics(arguments: argparse.Namespace) -> list[str]:
    """The metrics asked for; none if the usual ones are meant."""
    from corefscope.problems import SettingsError

    wanted = [name for text in arguments.metric or () for name in split(text)]
    if arguments.metric and not wanted:
        raise SettingsError("-m is given without a metric")
    return wanted


def settings(arguments: argparse.Namespace) -> dict[str, Any]:
    """The settings that were given."""
    return {name: getattr(arguments, name) for name in SETTINGS if getattr(arguments, name) is not None}


def split(text: str) -> list[str]:
    """`muc,blanc(alpha=0.2)` → two names; commas inside parentheses stay."""
    return [name for name in re.split(r",(?![^(]*\))", text) if name.strip()]
