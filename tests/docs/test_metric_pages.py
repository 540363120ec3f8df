"""The page on metrics has a section for each metric, with its formula, example, limits and citation."""

import re
from pathlib import Path

import pytest

from corefscope.metrics import METRICS
from corefscope.reporting.views.registries import papers

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "metrics.md").read_text(encoding="utf-8")
LINGUISTIC = ("lmuc", "lb3", "lceafm", "lceafe")  # described together
PARTS = ("Formula", "Use (?:it|them)", "Beware", "Cite")


def sections():
    """The text below the heading of each metric; metrics with headings one after the other share it."""
    texts, waiting = {}, []
    for heading, text in re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL):
        if match := re.match(r"`(\w+)`: ", heading):
            waiting.append(match[1])
            if text.strip():
                texts |= dict.fromkeys(waiting, text)
                waiting = []
    return texts


SECTIONS = sections()


def test_every_metric_has_a_section_and_every_section_a_metric():
    assert set(SECTIONS) == set(METRICS)
    assert {name for name in SECTIONS if SECTIONS[name] == SECTIONS["lmuc"]} == set(LINGUISTIC)


@pytest.mark.parametrize("name", METRICS)
def test_a_section_says_everything(name):
    for part in PARTS:
        assert re.search(rf"^\*\*{part}\.?\*\* \S", SECTIONS[name], re.MULTILINE), part


@pytest.mark.parametrize("name", METRICS)
def test_the_example_uses_the_metric(name):
    blocks = "".join(re.findall(r"^```python\n(.*?)^```", SECTIONS[name], re.MULTILINE | re.DOTALL))
    assert f'"{name}"' in blocks or f'"{name}(' in blocks


@pytest.mark.parametrize("name", METRICS)
def test_parameters_that_others_do_not_have_are_explained(name):
    """The table at the end, which is generated, lists all of them."""
    shared = {"beta", "false_alarm", "coreference_false_alarm", "overlap", "twinless"}
    parameters = set(METRICS[name].parameters) - shared
    if parameters and name != "ace":
        assert "**Parameters.**" in SECTIONS[name]
        assert [parameter for parameter in parameters if f"`{parameter}" not in SECTIONS[name]] == []


WORDS = {
    "twinless": ("all", "zero", "discard", "rahman-ng", "cai-strube"),
    "weights": ("W1", "W2", "W3", "W4", "W5"),
    "importance": ("size", "equal", "type", "entity-type"),
}
EXPLAINED = "[`b3`](#b3-b-cubed)"  # where `twinless` is explained for several metrics


@pytest.mark.parametrize("name", METRICS)
def test_every_word_of_a_parameter_is_explained(name):
    for parameter, words in WORDS.items():
        if parameter in METRICS[name].parameters and name != "ace" and (name, parameter) != ("lea", "weights"):
            elsewhere = parameter == "twinless" and name != "b3" and EXPLAINED in SECTIONS[name]
            assert elsewhere or all(word in SECTIONS[name] for word in words), parameter


@pytest.mark.parametrize("name", METRICS)
def test_citations_are_there_and_can_be_printed(name):
    assert METRICS[name].citations
    for citation in METRICS[name].citations:
        assert f"`{citation}`" in SECTIONS[name].partition("**Cite**")[2]
        assert citation in papers()


def test_the_guide_names_metrics_that_exist():
    text = (DOCS / "which-metric.md").read_text(encoding="utf-8")
    assert text.startswith("# Which metric should I report?")
    linked = re.findall(r"\]\(metrics\.md#([a-z0-9]+)-", text)
    assert linked
    assert set(linked) <= set(METRICS)
