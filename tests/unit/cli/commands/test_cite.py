"""`corefscope cite`."""

import re

import pytest

from corefscope.metrics import METRICS
from corefscope.reporting.views.registries import papers
from support.command_line import ok


def test_cite_prints_ours_and_the_metrics_papers():
    keys = re.findall(r"^@\w+\{(\w+),", ok("cite", "muc", "lea"), re.MULTILINE)
    assert keys == ["corefscope", "vilain1995", "moosavi2016"]


def test_conll_cites_its_parts():
    assert "bagga1998" in ok("cite", "conll")


def test_every_metric_has_a_citation_and_every_paper_is_used():
    used = {citation for family in METRICS.values() for citation in family.citations}
    assert used == set(papers())
    assert all(family.citations for family in METRICS.values())


@pytest.mark.parametrize("entry", papers().values(), ids=papers())
def test_bibtex_is_balanced(entry):
    assert entry.count("{") == entry.count("}")


def test_citation_file_has_our_version():
    from pathlib import Path

    from corefscope import __version__

    text = (Path(__file__).parents[4] / "CITATION.cff").read_text(encoding="utf-8")
    assert f"version: {__version__}\n" in text
