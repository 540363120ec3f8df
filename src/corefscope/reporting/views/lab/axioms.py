"""Which desiderata each metric satisfies."""

from __future__ import annotations

from collections.abc import Iterator

from corefscope.lab.axioms.examples import EXAMPLES
from corefscope.lab.axioms.judging import AXIOMS, Axioms
from corefscope.lab.axioms.page import MARKS, SPREAD, kinds_of_mentions, orders
from corefscope.reporting.report import Report, View, paragraph, sheet

PER_TABLE = 10
LEGEND = (
    "✓ no counterexample found   = sometimes the same score where it should differ   ✗ a counterexample   – not defined"
)


def view(found: Axioms, examples: bool = True) -> View:
    return View(lambda: report(found, examples), data=found.as_object)


def report(found: Axioms, examples: bool = True) -> Report:
    """Axioms by metrics, a few metrics each; then the counterexamples axiom by axiom."""
    tables = []
    for first in range(0, len(found.metrics), PER_TABLE):
        metrics = found.metrics[first : first + PER_TABLE]
        rows = [(name, *(MARKS[found.verdicts[metric, name].outcome] for metric in metrics)) for name in AXIOMS]
        rows += [(title, *(str(value(found.granularity[metric])) for metric in metrics)) for title, value in SPREAD]
        tables.append(sheet("", ("axiom", *metrics), rows))
    refused = [f"not tried: {name}: {why}" for name, why in found.refused.items()]
    last = [*refused, LEGEND, f"for metrics that look at mention types, {kinds_of_mentions()}, and so on"]
    paragraphs = [_examples(found), *([_counterexamples(found)] if examples else []), last]
    return Report("", tuple(tables), tuple(map(paragraph, paragraphs)), title="Axioms")


def _examples(found: Axioms) -> Iterator[str]:
    for name, example in EXAMPLES.items():
        yield f"{example.title}: {example.said}"
        yield from (f"  {order}: {', '.join(metrics)}" for order, metrics in orders(found, name).items())


def _counterexamples(found: Axioms) -> Iterator[str]:
    for axiom in AXIOMS.values():
        yield f"{axiom.name}: {axiom.demand} ({axiom.source})"
        verdicts = {metric: found.verdicts[metric, axiom.name] for metric in found.metrics}
        for metric, verdict in verdicts.items():
            if verdict.case is not None:
                share = f"{verdict.against} of {verdict.tried}"
                yield f"  {MARKS[verdict.outcome]} {metric} ({share}): {verdict.example()}"
        if not any(verdict.case for verdict in verdicts.values()):
            yield "  no counterexample found"
