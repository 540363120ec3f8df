"""`corefscope score`: the main job."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from corefscope.basics.escaping import cut, visible
from corefscope.cli import options as score_options
from corefscope.cli.output import emit, say

if TYPE_CHECKING:
    from corefscope.scoring.result import Result

NAME = "score"
SUMMARY = "score one or more responses against a key"
DESCRIPTION = """Score one or more responses against a key; each RESPONSE is one system.

KEY and RESPONSE may each be a file, a folder, a quoted glob or - for standard input, in the same format or
in different ones: CoNLL, CorefUD, JSON, brat, tables and more are told apart by content; .gz, .bz2 and .xz
are unpacked. With --engine each is a table of document, mention, entity in Parquet, CSV or TSV, or
DATABASE::TABLE (as warehouse.duckdb::mentions; for Spark, ::schema.table)."""
EXAMPLES = """examples:
  corefscope score examples/key.conll examples/response-a.conll
  corefscope score examples/key.conll examples/response-a.conll examples/response-b.jsonl -m conll -m lea
  corefscope score examples/key.conll examples/response-a.conll -m "blanc(alpha=0.2)" --per-document
  corefscope score examples/key.conll examples/response-a.conll --by "[a-z]+" -m muc -m lea
  corefscope score examples/key.conll examples/response-a.conll --preset conll2012 -o json
  corefscope score examples/key.conll examples/response-a.conll -m conll --fail-under conll=0.50
  corefscope score examples/key.conll examples/response-a.conll -m conll --beside conll2012-en
  corefscope score examples/key.conll examples/response-a.conll --config examples/settings.toml
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("key", metavar="KEY", help="the annotation that counts as right")
    parser.add_argument("responses", metavar="RESPONSE", nargs="+", help="the output of a system")
    score_options.add_metric(parser)
    shown = score_options.group(parser, score_options.OUTPUT)
    score_options.add_output(parser)
    score_options.add_names(parser)
    shown.add_argument("--per-document", action="store_true", help="also the scores of each document")
    shown.add_argument(
        "--by",
        metavar="WHAT",
        help="also the scores of groups of documents: genre or another column of the key, document, file, a pattern "
        "on document names, or a table file of document and group; or of mentions: type, entity-type",
    )
    shown.add_argument(
        "--fail-under",
        action="append",
        default=[],
        metavar="METRIC=F1",
        help="exit with status 1 if a system's F1 is below; repeatable, as conll=0.70",
    )
    shown.add_argument(
        "--beside",
        metavar="TABLE",
        help="also where each system would stand among published ones, as conll2012-en; see corefscope lab published",
    )
    score_options.add_settings(parser, engine=True)
    score_options.add_engine(parser)
    score_options.add_strict(parser)
    score_options.add_jobs(
        parser, "score so many responses", "A single large one is read beside its key unless N is 1. "
    )


def run(arguments: argparse.Namespace) -> int:
    from corefscope.cli.engines import scorer
    from corefscope.cli.inputs import check_inputs
    from corefscope.cli.progress import Progress
    from corefscope.cli.requested import requested
    from corefscope.metrics import DEFAULT, metrics
    from corefscope.problems import SettingsError
    from corefscope.reporting.outputs import check_output
    from corefscope.reporting.views.scores import view

    check_output(arguments.output)
    if arguments.beside:
        from corefscope.lab.published.tables import table

        table(arguments.beside)  # an unknown name is said before anything is scored
        if arguments.output == "csv":
            raise SettingsError(
                "conflicting-options", "--beside goes with every output but csv", hint="-o json has both"
            )
    asked = requested(arguments)
    check_inputs(arguments.key, *arguments.responses, asked.settings.types, metrics=True)
    bounds = _bounds(arguments.fail_under)
    wanted = metrics([*(asked.metrics or DEFAULT), *bounds])
    score = scorer(arguments, wanted, asked.settings)
    with Progress(steps=1 + 2 * len(arguments.responses)) as progress:
        result = score(
            metrics=wanted,
            names=score_options.names(arguments),
            settings=asked.settings,
            strict=arguments.strict,
            per_document=arguments.per_document,
            progress=progress.step,
        )
    show_warnings(result)
    more, data = None, {}
    if arguments.beside:
        from corefscope.lab.published.standing import standing
        from corefscope.reporting.views.lab.standing import report

        found = standing(result, arguments.beside)
        more, data = report(found), {"beside": found.as_object()}
    emit(view(result, more, **data), arguments.output, arguments.raw_csv)
    return _failures(result, bounds)


def show_warnings(result: Result) -> None:
    """Every warning, with its count and first places, on standard error; once where one file is both sides."""
    for side in (result.key, *result.systems):
        for notice in side.warnings:
            if side is not result.key and side.path == result.key.path and notice in result.key.warnings:
                continue
            more = "".join(f"\n  also {place}" for place in notice.places[1:])
            say(f"warning: {notice}{more}")


def _bounds(texts: list[str]) -> dict[str, float]:
    from corefscope.metrics import metric
    from corefscope.problems import SettingsError

    bounds = {}
    for text in texts:
        name, equals, value = text.rpartition("=")
        try:
            bound = float(value)
        except ValueError:
            equals = ""
        if not equals or not 0 <= bound <= 1:
            raise SettingsError(
                "wrong-value",
                f"--fail-under {cut(text)}: expected METRIC=F1 with F1 as a fraction of 1, such as conll=0.70",
            )
        bounds[metric(name).name] = bound
    return bounds


def _failures(result: Result, bounds: dict[str, float]) -> int:
    status = 0
    for system in result.systems:
        for name, bound in bounds.items():
            if system.scores[name].f1 < bound:
                reached = f"{system.scores[name].f1:.4f}"
                say(f"failed: {visible(system.name)}: {name} F1 is {reached}, below {bound:g}")
                status = 1
    return status
