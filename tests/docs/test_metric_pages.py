"""Every metric has a page, and the page says everything: formula, example, parameters, limits, citation."""

import re
from pathlib import Path

import pytest

from corefscope.metrics import METRICS
from corefscope.reporting.citations import papers

DOCS = Path(__file__).parents[2] / "docs"
PAGES = DOCS / "metrics"
SECTIONS = ("Formula", "Worked example", "Parameters", "When to trust it", "When not", "Citation")


def text_of(name):
    return (PAGES / f"{name}.md").read_text(encoding="utf-8")


def section(name, title):
    return re.split(r"^## ", text_of(name).partition(f"## {title}\n")[2], flags=re.MULTILINE)[0]


def shown(value):
    if value is None:
        return "–"
    return f"{value:g}" if isinstance(value, float) else str(value)


def test_every_metric_has_a_page_and_every_page_a_metric():
    assert {page.stem for page in PAGES.glob("*.md")} == set(METRICS)


@pytest.mark.parametrize("name", METRICS)
def test_a_page_has_its_sections(name):
    assert text_of(name).startswith(f"# `{name}`: ")
    assert re.findall(r"^## (.*)$", text_of(name), flags=re.MULTILINE) == list(SECTIONS)
    for title in SECTIONS:
        assert section(name, title).strip(), title


@pytest.mark.parametrize("name", METRICS)
def test_the_example_uses_the_metric(name):
    example = section(name, "Worked example")
    assert "```python\n>>> " in example
    assert f'"{name}"' in example or f'"{name}(' in example


@pytest.mark.parametrize("name", METRICS)
def test_every_parameter_is_documented(name):
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*) \|$", section(name, "Parameters"), flags=re.MULTILINE)
    assert rows == [
        (parameter, shown(each.default), each.meaning) for parameter, each in METRICS[name].parameters.items()
    ]
    if not METRICS[name].parameters:
        assert section(name, "Parameters").strip() == "None."


WORDS = {
    "twinless": ("all", "zero", "discard", "rahman-ng", "cai-strube"),
    "weights": ("W1", "W2", "W3", "W4", "W5"),
    "importance": ("size", "equal", "type", "entity-type"),
}
EXPLAINED = {"twinless": "[`b3`](b3.md)", "weights": "[`lmuc`](lmuc.md)"}  # once for several metrics


@pytest.mark.parametrize("name", METRICS)
def test_every_word_of_a_parameter_is_explained(name):
    for parameter, words in WORDS.items():
        if parameter in METRICS[name].parameters and name != "ace" and (name, parameter) != ("lea", "weights"):
            page = section(name, "Parameters")
            assert EXPLAINED.get(parameter, "–") in page or all(word in page for word in words), parameter


@pytest.mark.parametrize("name", METRICS)
def test_citations_are_there_and_can_be_printed(name):
    assert METRICS[name].citations
    for citation in METRICS[name].citations:
        assert f"`{citation}`" in section(name, "Citation")
        assert citation in papers()


def test_the_overview_has_a_row_for_every_metric():
    rows = re.findall(r"^\| (`.*?`) \|", (DOCS / "metrics.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert {name.strip("`") for row in rows for name in row.split()} == set(METRICS)


def test_the_guide_names_metrics_that_exist():
    text = (DOCS / "which-metric.md").read_text(encoding="utf-8")
    assert text.startswith("# Which metric should I report?")
    linked = re.findall(r"\]\(metrics/(\w+)\.md\)", text)
    assert linked
    assert set(linked) <= set(METRICS)
