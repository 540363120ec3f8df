"""`corefscope score`: the main job."""

from __future__ import annotations

import argparse
import re
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from corefscope.result import Result

NAME = "score"
SUMMARY = "score one or more responses against a key"
DESCRIPTION = """Score one or more responses against a key; each RESPONSE is one system.

KEY and RESPONSE may each be a file, a folder, a quoted glob or - for standard input, in the same format or
in different ones: CoNLL, CorefUD, JSON, brat, tables and more are told apart by content; .gz, .bz2 and .xz
are unpacked."""
EXAMPLES = """examples:
  corefscope score examples/key.conll examples/response-a.conll
  corefscope score examples/key.conll examples/response-a.conll examples/response-b.jsonl -m conll -m lea
  corefscope score examples/key.conll examples/response-a.conll -m "blanc(alpha=0.2)" --per-document
  corefscope score examples/key.conll examples/response-a.conll --preset conll2012 -o json
  corefscope score examples/key.conll examples/response-a.conll -m conll --fail-under conll=0.50
  corefscope score examples/key.conll examples/response-a.conll -m conll --beside conll2012-en
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("key", metavar="KEY", help="the annotation that counts as right")
    parser.add_argument("responses", metavar="RESPONSE", nargs="+", help="the output of a system")
    parser.add_argument(
        "-m",
        "--metric",
        action="append",
        metavar="NAME",
        help="a metric; repeatable. mentions, muc, b3, ceafm, ceafe, blanc, lea and conll are the default; there are "
        "also pairwise, rand, ari, h, lmuc, lb3, lceafm, lceafe, ace, mor and zeros; parameters in the name, as "
        "blanc(alpha=0.2)",
    )
    parser.add_argument(
        "-o", "--output", default="table", metavar="KIND", help="table (default), json, csv, latex or markdown"
    )
    parser.add_argument("--per-document", action="store_true", help="also the scores of each document")
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
    parser.add_argument(
        "--fail-under",
        action="append",
        default=[],
        metavar="METRIC=F1",
        help="exit with status 1 if a system's F1 is below; repeatable, as conll=0.70",
    )
    parser.add_argument(
        "--beside",
        metavar="TABLE",
        help="also where each system would stand among published ones, as conll2012-en; see corefscope lab published",
    )


SETTINGS = (
    "match", "singletons", "repeated", "average", "zeros", "align", "mentions", "scope", "types",
    "format", "key_format", "response_format", "key_clusters", "response_clusters",
)  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    from corefscope.cli.inputs import check_standard_input
    from corefscope.cli.progress import Progress
    from corefscope.errors import SettingsError, UnknownName
    from corefscope.metrics import DEFAULT
    from corefscope.report import REPORTS, render
    from corefscope.scoring import score

    if arguments.output not in REPORTS:
        raise UnknownName("output", arguments.output, REPORTS)
    if arguments.beside:
        from corefscope.lab.published import table

        table(arguments.beside)  # an unknown name is said before anything is scored
        if arguments.output != "table":
            raise SettingsError("--beside goes with the table", hint="leave -o out, or --beside")
    check_standard_input(arguments.key, *arguments.responses)
    wanted = [name for text in arguments.metric or () for name in _split(text)]
    if arguments.metric and not wanted:
        raise SettingsError("-m is given without a metric")
    wanted = wanted or list(DEFAULT)
    bounds = _bounds(arguments.fail_under)
    wanted += [name for name in bounds if name not in wanted]
    options = {name: getattr(arguments, name) for name in SETTINGS if getattr(arguments, name) is not None}
    with Progress(steps=1 + 2 * len(arguments.responses)) as progress:
        result = score(
            arguments.key,
            *arguments.responses,
            metrics=wanted,
            preset=arguments.preset,
            strict=arguments.strict,
            per_document=arguments.per_document,
            progress=progress.step,
            **options,
        )
    show_warnings(result)
    places = ""
    if arguments.beside:
        from corefscope.lab.published_standing import beside

        places = "\n" + beside(result, arguments.beside)
    if arguments.output == "table" and sys.stdout.isatty():
        from rich.console import Console

        from corefscope.report.terminal import show

        show(result, Console())
    else:
        sys.stdout.write(render(result, arguments.output))
    sys.stdout.write(places)
    return _failures(result, bounds)


def show_warnings(result: Result) -> None:
    """Every warning, with its count and first places, on standard error."""
    for side in (result.key, *result.systems):
        for notice in side.warnings:
            more = "".join(f"\n  also {place}" for place in notice.places[1:])
            count = f" ({notice.count} times)" if notice.count > 1 else ""
            print(f"corefscope: warning: {notice.kind}{count}: {notice.first}{more}", file=sys.stderr)


def _split(text: str) -> list[str]:
    """`muc,blanc(alpha=0.2)` → two names; commas inside parentheses stay."""
    return [name for name in re.split(r",(?![^(]*\))", text) if name.strip()]


def _bounds(texts: list[str]) -> dict[str, float]:
    from corefscope.errors import SettingsError
    from corefscope.metrics import METRICS, parse

    bounds = {}
    for text in texts:
        name, equals, value = text.rpartition("=")
        try:
            bound = float(value)
        except ValueError:
            equals = ""
        if not equals or not 0 <= bound <= 1:
            raise SettingsError(
                f"--fail-under {text}: expected METRIC=F1 with F1 as a fraction of 1, such as conll=0.70"
            )
        bounds[parse(name, METRICS).name] = bound
    return bounds


def _failures(result: Result, bounds: dict[str, float]) -> int:
    status = 0
    for system in result.systems:
        for name, bound in bounds.items():
            if system.scores[name].f1 < bound:
                reached = f"{system.scores[name].f1:.4f}"
                print(f"corefscope: failed: {system.name}: {name} F1 is {reached}, below {bound:g}", file=sys.stderr)
                status = 1
    return status
