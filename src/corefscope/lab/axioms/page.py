"""The axioms as pages of the documentation: one table of all metrics, and of each metric what speaks against it."""

from __future__ import annotations

from collections.abc import Sequence

from corefscope.lab.axioms.examples import EXAMPLES
from corefscope.lab.axioms.judging import AXIOMS, FAILS, HOLDS, NOT_DEFINED, TIES, Axioms
from corefscope.lab.partitions import KINDS, LETTERS

MARKS = {HOLDS: "✓", TIES: "=", FAILS: "✗", NOT_DEFINED: "–"}
SPREAD = (
    ("different scores", lambda one: f"{one.values}/{one.responses}"),
    ("tenths reached", lambda one: one.tenths),
    ("in one tenth", lambda one: f"{one.crowded:.0%}"),
)
HEAD = """# What the metrics satisfy

<!-- written by: corefscope lab axioms --write docs/axioms.md -->

Desiderata that the literature states, and whether each metric satisfies them, by search over small partitions: for
every axiom the same cases for all metrics. A counterexample proves that a metric does not; where none was found, that
is evidence and no proof.

✓ no counterexample found; = never the wrong way round, but sometimes the same score where it should differ;
✗ a counterexample; – not defined for the metric. The page of each metric shows its smallest counterexamples."""


def render(found: Axioms) -> str:
    """Return the page of all metrics."""
    demands = [(axiom.name, axiom.demand, axiom.source) for axiom in AXIOMS.values()]
    parts = [HEAD, _table(("axiom", "what it demands", "source"), demands), _verdicts(found)]
    for name, example in EXAMPLES.items():
        listed = "\n".join(f"- {order}: {', '.join(metrics)}" for order, metrics in orders(found, name).items())
        parts.append(f"## {example.title}\n\nF1 of the responses from high to low; {example.said}.\n\n{listed}")
    parts += [f"Not tried: `{name}`: {why}" for name, why in found.refused.items()]
    parts.append(f"For metrics that look at mention types, {kinds_of_mentions()}, and so on.")
    return "\n\n".join(parts) + "\n"


def orders(found: Axioms, example: str) -> dict[str, list[str]]:
    """Return the orders into which metrics put the responses of an example, and the metrics of each."""
    listed: dict[str, list[str]] = {}
    for metric in found.metrics:
        listed.setdefault(EXAMPLES[example].order(found.examples[metric, example]), []).append(metric)
    return listed


def kinds_of_mentions() -> str:
    """Say which letters are names, nominals and pronouns."""
    return ", ".join(f"{' '.join(LETTERS[place : 9 : len(KINDS)])} are {kind}s" for place, kind in enumerate(KINDS))


def _verdicts(found: Axioms) -> str:
    rows = [(name, *(MARKS[found.verdicts[metric, name].outcome] for metric in found.metrics)) for name in AXIOMS]
    rows += [(title, *(str(value(found.granularity[metric])) for metric in found.metrics)) for title, value in SPREAD]
    names = [f"[{metric}](metrics/{metric.partition('(')[0]}.md)" for metric in found.metrics]
    spread = f"{next(iter(found.granularity.values())).responses} responses to Recasens & Hovy's Gold₁"
    return (
        f"{_table(('axiom', *names), rows)}\n\nThe last three rows are granularity (Recasens & Hovy 2011, §3.2, 4 and "
        f"5): of {spread}, from one mention moved to all of them, how many different F1 there are, in how many tenths "
        "of the range, and how many of them lie in one tenth."
    )


def section(found: Axioms, metric: str) -> str:
    """Return the section on the page of one metric: its row, then its smallest counterexamples."""
    mine = [found.verdicts[metric, name] for name in AXIOMS]
    lines = ["What [a search for counterexamples](../axioms.md) finds"]
    lines[0] += ":" if "(" not in metric else f" of `{metric}`:"
    for outcome, meaning in (
        (HOLDS, "no counterexample"),
        (TIES, "sometimes the same score where it should differ"),
        (FAILS, "a counterexample"),
        (NOT_DEFINED, "not defined"),
    ):
        names = [verdict.axiom for verdict in mine if verdict.outcome == outcome]
        if names:
            lines.append(f"- {MARKS[outcome]} {meaning}: {', '.join(names)}.")
    spread = "; ".join(f"{title} {value(found.granularity[metric])}" for title, value in SPREAD)
    lines.append(f"- granularity: {spread}.")
    text = f"{lines[0]}\n\n" + "\n".join(lines[1:])
    against = [verdict for verdict in mine if verdict.case is not None]
    if not against:
        return text + "\n"
    rows = [
        (f"{MARKS[verdict.outcome]} {verdict.axiom}", f"{verdict.against} of {verdict.tried}", verdict.example())
        for verdict in against
    ]
    return f"{text}\n\n{_table(('axiom', 'cases', 'smallest counterexample'), rows)}\n"


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
