"""`corefscope cite`: BibTeX to paste into a paper."""

from __future__ import annotations

import argparse

from corefscope.cli.output import put

SUMMARY = "print BibTeX for corefscope and for metrics"
DESCRIPTION = "Print BibTeX for corefscope and for the papers behind the metrics named (all, if none is)."
EXAMPLES = """examples:
  corefscope cite muc lea
  corefscope cite
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("metrics", metavar="METRIC", nargs="*", help="a metric, such as muc or conll")


def run(arguments: argparse.Namespace) -> int:
    from corefscope.metrics import METRICS, metrics
    from corefscope.reporting.citations import bibtex

    listed = metrics(arguments.metrics or list(METRICS))
    families = [each.family for metric in listed for each in (*metric.family.mean_of, metric)]
    put(bibtex(citation for family in families for citation in family.citations))
    return 0
