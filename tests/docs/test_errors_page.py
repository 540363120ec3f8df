"""The page on errors names every rule, type and part there is."""

from pathlib import Path

from corefscope.analysis.attribution import RULES
from corefscope.analysis.errors import KINDS
from corefscope.metrics import METRICS
from corefscope.reporting.views.errors import PARTS

PAGE = (Path(__file__).parents[2] / "docs" / "errors.md").read_text(encoding="utf-8")


def test_every_rule_is_explained():
    assert all(f"| `{metric}` | *{rule}*: " in PAGE for metric, (rule, _) in RULES.items())


def test_every_metric_without_a_rule_is_named():
    assert all(f"`{name}`" in PAGE for name in METRICS)


def test_every_type_and_part_is_explained():
    assert all(f"**{kind}**" in PAGE for kind in KINDS)
    assert all(f"| `{part}` |" in PAGE for part in PARTS)
