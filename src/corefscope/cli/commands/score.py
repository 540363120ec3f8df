"""`corefscope score`: the main job."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, cast

from corefscope.cli import options
from corefscope.cli.gate import GateOptions, add_gate, is_gated
from corefscope.cli.output import Outcome, show_warnings
from corefscope.presets import CROSS_DOCUMENT

if TYPE_CHECKING:
    from corefscope.basics.keywords import SettingsKeywords
    from corefscope.cli.requested import Requested

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
  corefscope score examples/key.conll examples/response-a.conll --by bins:entity-size=1,2,5 -m b3
  corefscope score examples/key.conll examples/response-a.conll --window 30 --per-document
  corefscope score examples/key.conll examples/response-a.conll -m conll --fail-under conll=50
  corefscope score examples/tales/key.jsonl examples/tales/small.jsonl --per-document -o json > saved.json
  corefscope score examples/tales/key.jsonl examples/tales/large.jsonl --against saved.json --fail-if-worse 0.2
  corefscope score examples/tales/key.jsonl examples/tales/large.jsonl --dialects
  corefscope score examples/topics/key.csv examples/topics/response.csv --preset cross-document
  corefscope score examples/key.conll examples/response-a.conll --config examples/settings.toml
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_files(parser)
    options.add_metric(parser)
    options.add_output(parser)
    options.add_names(parser)
    shown = options.group(parser, options.OUTPUT)
    shown.add_argument("--per-document", action="store_true", help="also the scores of each document")
    shown.add_argument(
        "--by",
        metavar="WHAT",
        help="also the scores of groups of documents: genre or another column of the key, document, file, a pattern "
        "on document names, or a table file of document and group; or of mentions: type, entity-type, phenomenon; "
        "or bins, as bins:entity-size=1,2,5",
    )
    shown.add_argument(
        "--dialects",
        action="store_true",
        help="F1 under the rules of every scorer in use, a row each; settings given here win over theirs",
    )
    add_gate(parser)
    options.add_settings(parser, engine=True)
    options.add_jobs(parser, "score so many responses", "A single large one is read beside its key unless N is 1. ")


def run(arguments: argparse.Namespace) -> Outcome:
    from corefscope.cli.engines import score_files
    from corefscope.cli.progress import Progress
    from corefscope.cli.requested import requested
    from corefscope.metrics import DEFAULT, metrics
    from corefscope.reporting.views.scores import view

    call = requested(arguments, arguments.key, *arguments.responses)
    if arguments.dialects:
        return _dialects(arguments, call)
    if arguments.preset == CROSS_DOCUMENT:
        return _levels(arguments, call)
    gated = GateOptions(arguments) if is_gated(arguments) else None
    wanted = metrics([*(call.metrics or DEFAULT), *(gated.metrics if gated else ())])
    with Progress(steps=1 + 2 * len(arguments.responses)) as progress:
        result = score_files(arguments, wanted, call.settings, progress.step)
    show_warnings(result)
    if gated is None:
        return view(result)
    from corefscope.reporting.views.scores import gate_report

    checked = gated.check(result)
    return view(result, gate_report(checked), gate=checked.as_object()), int(not checked.passed)


def _dialects(arguments: argparse.Namespace, call: Requested) -> Outcome:
    from corefscope.cli.progress import Progress
    from corefscope.reporting.views.results import dialects as view
    from corefscope.scoring.dialect_scores import OFFICIAL, USUAL, dialects

    _check_alone(arguments, "--dialects", ("--preset",))
    with Progress(steps=1 + len(arguments.responses)) as progress:
        found = dialects(
            arguments.key,
            *arguments.responses,
            metrics=call.metrics or USUAL,
            names=arguments.names,
            strict=arguments.strict,
            progress=progress.step,
            **cast("SettingsKeywords", call.named),
        )
    show_warnings(found[OFFICIAL])
    return view(found)


def _levels(arguments: argparse.Namespace, call: Requested) -> Outcome:
    from corefscope.cli.progress import Progress
    from corefscope.reporting.views.results import levels as view
    from corefscope.scoring.levels import USUAL, cross_document

    _check_alone(arguments, f"--preset {CROSS_DOCUMENT}")
    with Progress(steps=1 + len(arguments.responses)) as progress:
        found = cross_document(
            arguments.key,
            *arguments.responses,
            metrics=call.metrics or USUAL,
            names=arguments.names,
            settings=call.settings,
            strict=arguments.strict,
            progress=progress.step,
        )
    show_warnings(next(iter(found.parts[0].levels.values())))
    return view(found)


def _check_alone(arguments: argparse.Namespace, option: str, more: tuple[str, ...] = ()) -> None:
    """Refuse options that a view of its own has no place for."""
    from corefscope.problems import SettingsError

    for flag in (*more, "--per-document", "--by", "--fail-under", "--against", "--engine"):
        if getattr(arguments, flag.strip("-").replace("-", "_")):
            raise SettingsError("conflicting-options", f"{option} has no {flag}", hint="give one of them")
