"""The axioms on the pages: each equals the stored table, whose every counterexample is scored anew.

Run this file as a program to search anew and write the table and the pages: python tests/docs/test_axioms_pages.py
"""

import json
import re
from pathlib import Path

import pytest

from corefscope.lab.axioms.cases import Case
from corefscope.lab.axioms.examples import EXAMPLES, granularity
from corefscope.lab.axioms.judging import AXIOMS, CALLED, Axioms, Verdict, axioms, judge, of_clusters
from corefscope.lab.axioms.page import render, section

DOCS = Path(__file__).parents[2] / "docs"
STORED = Path(__file__).with_name("axioms.json")
TRIALS, SEED = 300, 1  # as `corefscope lab axioms` has them
HERE = re.compile(r"(^## Axioms\n\n).*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def stored():
    return json.loads(STORED.read_text(encoding="utf-8"))


def nested(value):
    return tuple(map(nested, value)) if isinstance(value, list) else value


@pytest.fixture(scope="module")
def found():
    """The stored verdicts, their counterexamples scored anew; and the rest, which is quickly computed."""
    verdicts = {}
    for row in stored():
        axiom, metric = AXIOMS[row["axiom"]], row["metric"]
        counted = (metric, axiom.name, row["outcome"], row["tried"], row["against"])
        if row["pairs"] is None:
            verdicts[metric, axiom.name] = Verdict(*counted)
        else:
            again = judge(axiom, [metric], [Case(nested(row["pairs"]))])[metric]
            assert again.outcome == row["outcome"], row
            verdicts[metric, axiom.name] = Verdict(*counted, again.case, again.scores)
    metrics = tuple(dict.fromkeys(metric for metric, _ in verdicts))
    examples = {
        (metric, name): tuple(row[metric].f1 for row in rows)
        for name, rows in ((name, example.scores(metrics)) for name, example in EXAMPLES.items())
        for metric in metrics
    }
    return Axioms(metrics, verdicts, examples, granularity(metrics, TRIALS, SEED))


def written(page, found):
    name = CALLED.get(page.stem, page.stem)
    text = page.read_text(encoding="utf-8")
    return HERE.sub(lambda match: f"{match[1]}{section(found, name)}\n", text)


def test_the_table_has_every_metric_and_axiom(found):
    assert list(found.metrics) == [CALLED.get(name, name) for name in of_clusters()]
    assert set(found.verdicts) == {(metric, axiom) for metric in found.metrics for axiom in AXIOMS}


def test_the_page_of_all_metrics_is_current(found):
    assert (DOCS / "axioms.md").read_text(encoding="utf-8") == render(found), f"run python {__file__}"


@pytest.mark.parametrize("name", of_clusters())
def test_the_page_of_a_metric_is_current(name, found):
    page = DOCS / "metrics" / f"{name}.md"
    assert HERE.search(page.read_text(encoding="utf-8"))
    assert page.read_text(encoding="utf-8") == written(page, found), f"run python {__file__}"


@pytest.mark.slow
def test_the_search_still_finds_what_is_stored():
    assert json.loads(json.dumps(searched().as_object()["verdicts"])) == stored()


def searched():
    return axioms(trials=TRIALS, seed=SEED)


if __name__ == "__main__":
    latest = searched()
    rows = [json.dumps(row, ensure_ascii=False) for row in latest.as_object()["verdicts"]]
    STORED.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")
    (DOCS / "axioms.md").write_text(render(latest), encoding="utf-8")
    for each in sorted(DOCS / "metrics" / f"{name}.md" for name in of_clusters()):
        each.write_text(written(each, latest), encoding="utf-8")
