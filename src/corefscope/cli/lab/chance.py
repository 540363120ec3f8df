"""`corefscope lab chance`: what a metric gives to random responses."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from corefscope.basics.escaping import visible
from corefscope.cli.lab import options as lab_options

if TYPE_CHECKING:
    from collections.abc import Callable

    from corefscope.lab.chance import Chance, Spread

NAME = "chance"
SUMMARY = "scores of random responses, and scores corrected for chance"
DESCRIPTION = """Deal the mentions of each document of RESPONSE out to its entities at random, so that every entity
keeps its size, and score the outcome many times. Shown are F1, what chance gets (mean and standard deviation), and the
corrected score, (F1 - chance) / (1 - chance): 0 for chance, 1 for a perfect response. Then the same by data size, for
random choices of 1, 2, 4, … documents: of chance, and of RESPONSE's own F1, as it is and corrected. Without RESPONSE,
the key's own mentions and sizes are dealt out. The metric mentions is left out, since chance cannot change it."""
EXAMPLES = """examples:
  corefscope lab chance examples/key.conll
  corefscope lab chance examples/key.conll examples/response-a.conll --trials 50
  corefscope lab chance examples/key.conll examples/response-a.conll -m b3,ari,lea --seed 7 -o json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("key", metavar="KEY", help="the annotation that counts as right")
    parser.add_argument("response", metavar="RESPONSE", nargs="?", help="the output of a system")
    lab_options.add_experiment(parser)
    parser.add_argument("--trials", type=int, default=100, metavar="N", help="random responses (default 100)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another seed deals otherwise (default 1)")


def run(arguments: argparse.Namespace) -> int:
    from corefscope.cli.inputs import check_inputs
    from corefscope.lab.chance import chance

    lab_options.as_json(arguments)  # an unknown output is said before anything is scored
    check_inputs(arguments.key, arguments.response, metrics=True)
    drawn = {"trials": arguments.trials, "seed": arguments.seed}
    found = chance(arguments.key, arguments.response, **drawn, **lab_options.experiment(arguments))
    lab_options.show(arguments, found, lines)
    return 0


def lines(found: Chance) -> list[str]:
    """One table of the metrics, one of their spread by data size."""
    from corefscope.reporting.render.text import lines as plain
    from corefscope.reporting.sheet import Sheet, headline

    def shown(value: float | None) -> str:
        return "–" if value is None else f"{100 * value:.2f}"

    titles = {metric.name: metric.title for metric in found.result.metrics}
    rows = [
        (titles[name], shown(found.observed[name]), shown(one.mean), shown(one.deviation), shown(found.corrected(name)))
        for name, one in found.chance.items()
    ]
    columns = ("Metric", "F1", "Chance", "±", "Corrected")
    out = [headline(found.result), "", *plain(Sheet(f"{found.trials} random responses", columns, tuple(rows))), ""]

    def by_size(title: str, spread: Callable[[int, str], Spread | None]) -> list[str]:
        rows = tuple(
            (str(size), f"{found.mentions[size]:.1f}", *(_spread(spread(size, name)) for name in titles))
            for size in found.sizes
        )
        return [*plain(Sheet(title, ("Documents", "Mentions", *titles.values()), rows)), ""]

    out += by_size("Chance by data size, mean and standard deviation of F1", lambda size, name: found.sizes[size][name])
    if found.scores:
        out += by_size("The response by data size, F1", lambda size, name: found.scores[size][name])
        out += by_size("The response by data size, corrected", found.corrected_by_size)
    if found.left_out:
        out += [f"left out: {', '.join(found.left_out)}; the mentions dealt out are those that were found", ""]
    if len(found.sizes) == 1:
        out.append("one document only: nothing to vary")
        out.append("")
    return [*out, visible(found.result.signature)]


def _spread(one: Spread | None) -> str:
    return "–" if one is None else f"{100 * one.mean:.2f} ±{100 * one.deviation:.2f}"
