"""`corefscope lab published`: the papers' result tables."""

from __future__ import annotations

import argparse

from corefscope.cli.output import put, put_json

NAME = "published"
SUMMARY = "the papers' result tables, and whether they add up"
DESCRIPTION = """List the result tables of the papers that come with corefscope, show one as it is printed, or check the
arithmetic in all of them: averages, ranks, F from recall and precision, and what one table says of another.
`corefscope score --beside NAME` shows where a system would stand in one.

With --check, exit status 1 if something does not add up that is not on the list of known differences."""
EXAMPLES = """examples:
  corefscope lab published
  corefscope lab published conll2012-en
  corefscope lab published moosavi2016-table5 -o csv
  corefscope lab published recasens2011-table14 -o json
  corefscope lab published --check
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("table", metavar="NAME", nargs="?", help="a table; without it, all are listed")
    parser.add_argument("--check", action="store_true", help="list what does not add up")
    parser.add_argument("-o", "--output", default="table", metavar="KIND", help="table (default), json or csv")


def run(arguments: argparse.Namespace) -> int:
    from corefscope.lab.papers.registry import Reproduction
    from corefscope.lab.published import tables as published
    from corefscope.lab.published import text as published_text
    from corefscope.lab.published.checks import checks_of
    from corefscope.problems import SettingsError, UnknownName

    if arguments.output not in ("table", "json", "csv"):
        raise UnknownName("output", arguments.output, ("table", "json", "csv"))
    chosen = [published.table(arguments.table).name] if arguments.table else published.names()
    reproduction = Reproduction(tuple(section for name in chosen for section in checks_of(name)))
    if arguments.output == "csv":
        if not arguments.table or arguments.check:
            raise SettingsError(
                "several-tables",
                "csv is one table",
                hint="give its name, as corefscope lab published conll2012-en -o csv",
            )
        put(published.text(arguments.table), "csv")
        return 0
    if arguments.output == "json":
        tables = [published.table(name).as_object() for name in chosen]
        shown = {"tables": tables, "checks": reproduction.as_object()["sections"]}
        put_json(shown)
    elif arguments.check:
        put("\n".join(published_text.check(reproduction)) + "\n")
    else:
        lines = published_text.show(arguments.table) if arguments.table else published_text.index()
        put("\n".join(lines) + "\n")
    return 1 if arguments.check and reproduction.unexplained else 0
