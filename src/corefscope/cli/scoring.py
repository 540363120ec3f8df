"""`corefscope score`, the main job, and `corefscope official`, which prints the same as the Perl scorer prints."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from corefscope.cli import arguments as declare
from corefscope.cli.arguments import KEY, OUTPUT, RESPONSES, Outcome, command, flag, option, positional, values_of
from corefscope.cli.output import progress, put, say, show_warnings
from corefscope.engines import ENGINES, score_tables
from corefscope.presets import CROSS_DOCUMENT, PRESETS
from corefscope.problems import FormatError, SettingsError, UnknownName
from corefscope.settings import Settings

if TYPE_CHECKING:
    from corefscope.cli.call import Call
    from corefscope.metrics import Metric
    from corefscope.scoring.result import Result
    from corefscope.statistics.gate import Gate

ENGINE_OPTIONS = ("memory_limit", "spill", "spark_master")
ENGINE = "large tables"
TABLES = (".parquet", ".csv", ".tsv")
LARGE = 256 << 20  # bytes of all files of a call; in memory, ids in Parquet may take about fifty times as much
TEXT = 4  # a table takes about this many times more bytes in CSV than in Parquet
# Options that need one result.
ONE_RESULT = ("verify", "per_document", "by", "fail_under", "against", "fail_if_worse", "engine")
GATE = "when to fail"
SEVERAL: dict[str, Any] = {"action": "append", "default": []}
_POINTS = "POINTS, e.g. lea=0.5, or 0.2 for conll, or for every metric where conll is not scored"
_ENGINES = (
    f"{', '.join(f'{name} for {engine.meaning}' for name, engine in ENGINES.items())}, memory for neither; "
    "default: duckdb if all are tables and together larger than 256 MB (1 GB of CSV). KEY and RESPONSE are then tables "
    "of document, mention, entity in Parquet, CSV or TSV, or DATABASE::TABLE"
)


@command(
    KEY,
    RESPONSES,
    declare.metrics(),
    declare.output(),
    declare.names(),
    flag("--per-document", "also the scores of each document", OUTPUT),
    option(
        "--by",
        "WHAT",
        "also the scores of groups of documents, by genre or another column of the key, file, document, a regular "
        "expression or a table; or of mentions, by type, entity-type or bins:entity-size=1,2,5",
        OUTPUT,
    ),
    flag("--dialects", "F1 as each known scorer computes it", OUTPUT),
    flag("--verify", "also compute every number a second time, in exact fractions; exit with 1 if one differs", OUTPUT),
    option(
        "--fail-under", "BOUND", "exit with 1 if F1 is below, e.g. conll=0.70 or conll=70; repeatable", GATE, **SEVERAL
    ),
    option("--against", "SAVED.json", "the saved result to compare with", GATE),
    option("--fail-if-worse", "POINTS", f"exit with 1 if F1 drops by more than {_POINTS}; repeatable", GATE, **SEVERAL),
    declare.settings(strict=False),
    option("--engine", "NAME", _ENGINES, ENGINE),
    option("--memory-limit", "SIZE", "memory limit of the engine, e.g. 8GB", ENGINE),
    option("--spill", "FOLDER", "spill directory", ENGINE),
    option("--spark-master", "URL", "e.g. spark://host:7077; default: local[*]", ENGINE),
    declare.STRICT,
    declare.jobs("responses"),
)
def score(arguments: Namespace) -> Outcome:
    """Score one or more responses against a key; each RESPONSE is one system.

    KEY and RESPONSE may each be a file, a folder, a quoted glob or - for standard input, and in different formats,
    which are detected by content. A JSON file with the fields clusters and predicted_clusters is both KEY and RESPONSE.

    examples:
      corefscope score examples/key.conll examples/response-a.conll
      corefscope score examples/key.conll examples/response-a.conll examples/response-b.jsonl -m conll -m lea
      corefscope score examples/key.conll examples/response-a.conll -m "blanc(alpha=0.2)" --per-document
      corefscope score examples/key.conll examples/response-a.conll --preset conll2012 -o json
      corefscope score examples/key.conll examples/response-a.conll --by bins:entity-size=1,2,5 -m b3
      corefscope score examples/tales/key.jsonl examples/tales/small.jsonl --per-document -o json > saved.json
      corefscope score examples/tales/key.jsonl examples/tales/large.jsonl --against saved.json --fail-if-worse 0.2
      corefscope score examples/tales/key.jsonl examples/tales/large.jsonl --dialects
      corefscope score examples/topics/key.csv examples/topics/response.csv --preset cross-document
      corefscope score examples/key.conll examples/response-a.conll --config examples/settings.toml
    """
    from corefscope.cli.call import parse_call
    from corefscope.metrics import DEFAULT, metrics_of
    from corefscope.reporting.views.scores import view

    call = parse_call(arguments, arguments.key, *arguments.responses)
    if arguments.dialects or arguments.preset == CROSS_DOCUMENT:
        return _several_scores(arguments, call)
    scored = metrics_of(call.metrics or DEFAULT, None)
    gated = arguments.fail_under or arguments.against or arguments.fail_if_worse
    if gated:
        under, worse = _bounds(arguments, "fail_under"), _bounds(arguments, "fail_if_worse")
        scored = metrics_of([*scored, *filter(None, (*under, *worse))], None)
    with progress() as step:
        result = _score_files(arguments, scored, call.settings, step)
    show_warnings(result)
    status = _verify(result) if arguments.verify else 0
    if not gated:
        return result, status
    gate = _check_bounds(result, under, arguments.against, worse)
    return view(result, gate), status or int(not gate.passed)


def _verify(result: Result) -> int:
    """Verify a result with the reference and print the outcome; return the exit status."""
    from corefscope.auditing.verification import verify

    verification = verify(result)
    say(str(verification).rstrip())
    return verification.status


def _score_files(
    arguments: Namespace, metrics: list[Metric], settings: Settings, step: Callable[[str], None] | None
) -> Result:
    """Score in memory, or by an engine where one is named or the tables are large; the numbers are the same."""
    key, responses = arguments.key, arguments.responses
    engine = arguments.engine or ("duckdb" if _duckdb_pays(arguments, metrics, settings) else "memory")
    common = {"names": arguments.names, "strict": arguments.strict, "per_document": arguments.per_document}
    common |= {"metrics": metrics, "settings": settings, "progress": step}
    if engine not in ("memory", *ENGINES):
        raise UnknownName("engine", engine, ("memory", *ENGINES))
    if engine != "memory":
        declare.refuse_options(arguments, ("jobs", "by"), f"with --engine {engine}")
        options = {name: value for name, value in values_of(arguments, *ENGINE_OPTIONS).items() if value is not None}
        try:
            return score_tables(key, *responses, engine=engine, **options, **common)
        except FormatError as error:
            if arguments.engine or error.code != "missing-column":  # only in memory, tables of labels are known
                raise
    from corefscope.scoring.score import score

    declare.refuse_options(arguments, ENGINE_OPTIONS, "without --engine duckdb or spark")
    return score(key, *responses, by=arguments.by, jobs=declare.process_count(arguments, responses), **common)


def _duckdb_pays(arguments: Namespace, metrics: list[Metric], settings: Settings) -> bool:
    """Return whether the tables are large, and DuckDB is installed and supports the settings."""
    from importlib.util import find_spec

    size = 0.0
    for path in () if arguments.by or arguments.jobs else (arguments.key, *arguments.responses):
        if "::" in path:  # a table of a database
            size += LARGE + 1
        elif path.lower().endswith(TABLES) and os.path.isfile(path):
            size += os.path.getsize(path) / (1 if path.lower().endswith(TABLES[0]) else TEXT)
        else:
            return False
    if size <= LARGE:
        return False
    from corefscope.engines.run import check_supported

    with suppress(SettingsError):
        check_supported(settings, metrics, "duckdb")
        return find_spec("duckdb") is not None and find_spec("pyarrow") is not None
    return False


def _several_scores(arguments: Namespace, call: Call) -> Outcome:
    """Score as every known scorer does, or within documents, within topics and across."""
    from corefscope.scoring.several import OFFICIAL, cross_document, dialects

    if arguments.dialects:
        declare.refuse_options(arguments, ("preset", *ONE_RESULT), "with --dialects")
    declare.refuse_options(arguments, ONE_RESULT, f"with --preset {CROSS_DOCUMENT}")
    key, responses, options = arguments.key, arguments.responses, call.keywords()
    with progress() as step:
        options |= {**values_of(arguments, "names", "strict"), "progress": step}
        if arguments.dialects:
            del options["settings"]
            several = dialects(key, *responses, **options, **call.values)
            show_warnings(several[OFFICIAL])
            return several
        levels = cross_document(key, *responses, **options)
        show_warnings(next(iter(levels.parts[0].levels.values())))
        return levels


# When to fail, for continuous integration


def _bounds(arguments: Namespace, option: str) -> dict[str, float]:
    """Parse bounds by metric; "" means all metrics, which only `--fail-if-worse` allows."""
    from corefscope.basics.escaping import cut
    from corefscope.metrics import metric

    bounds, flag, texts = {}, f"--{option.replace('_', '-')}", getattr(arguments, option)
    for text in texts:
        name, equals, value = text.rpartition("=")
        try:
            bounds[metric(name).name if equals else ""] = float(value)
        except ValueError:
            raise SettingsError("wrong-value", f"{flag} {cut(text)}: expected a number, e.g. conll=70") from None
    if "" in bounds and (len(texts) > 1 or option == "fail_under"):
        raise SettingsError("wrong-value", f"{flag} {cut(texts[0])}: give a number for each metric, e.g. conll=70")
    return bounds


def _check_bounds(result: Result, under: dict[str, float], against: str | None, worse: dict[str, float]) -> Gate:
    from corefscope._version import __version__
    from corefscope.basics.escaping import cut, visible
    from corefscope.statistics.gate import gate

    checked = gate(result, under, against, worse.get("", worse or None))
    if checked.version not in (None, __version__):
        by = f"corefscope {cut(str(checked.version))}, and this is {__version__}"
        say(f"note: {visible(str(against))} was saved by {by}")
    for each in checked.checks:
        say(visible(each.text))
    return checked


@command(
    positional("metric", "METRIC", "muc, bcub, ceafm, ceafe, blanc, lea, or all for the first five"),
    positional("key", "KEY", "the key, in CoNLL format"),
    positional("response", "RESPONSE", "the response, in CoNLL format"),
    positional("document", "DOCUMENT", "one document's name, or none for totals only", nargs="?"),
)
def official(arguments: Namespace) -> Outcome:
    """A drop-in for `perl scorer.pl METRIC KEY RESPONSE [DOCUMENT]`: the same arguments and the same standard
    output, with documents in file order. Without DOCUMENT every document is listed; `none` prints only the totals.
    Warnings go to standard error; files that cannot be read give exit status 2 instead of zeros.

    examples:
      corefscope official all examples/key.conll examples/response-a.conll none
      corefscope official ceafe examples/key.conll examples/response-a.conll "(harbour); part 000"
    """
    from corefscope.reporting.official import ALL, OFFICIAL_OURS, render
    from corefscope.scoring.score import score

    declare.check_inputs(arguments.key, arguments.response)
    name = arguments.metric.lower()
    if name != "all" and name not in OFFICIAL_OURS:
        raise UnknownName("official metric", arguments.metric, [*OFFICIAL_OURS, "all"])
    scored = ["mentions", *(OFFICIAL_OURS[each] for each in (ALL if name == "all" else (name,)))]
    settings = Settings(**PRESETS["conll2012"].values)
    result = score(arguments.key, arguments.response, metrics=scored, settings=settings)
    show_warnings(result)
    put(render(result, name, arguments.document))
    return None
