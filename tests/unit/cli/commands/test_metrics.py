"""`corefscope metrics` and `corefscope formats` list everything there is, with parameters."""

import json

from corefscope.formats.registry import FORMATS
from corefscope.metrics import METRICS


def test_every_metric_and_parameter_is_listed(run):
    done = run("metrics")
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    for name, family in METRICS.items():
        assert any(line.startswith(f"{name:<10}{family.title}: {family.summary}") for line in lines), name
    assert "alpha=0.5" in done.out


def test_metrics_as_json(run):
    found = {each["name"]: each for each in json.loads(run("metrics", "-o", "json").out)}
    assert list(found) == list(METRICS)
    assert found["conll"]["mean_of"] == ["muc", "b3", "ceafe"]
    assert found["blanc"]["parameters"]["alpha"]["default"] == 0.5
    assert {name for name in found if found[name]["plugin"]} == set()
    assert {name: list(found[name]["parameters"]) for name in found} == {
        name: list(family.parameters) for name, family in METRICS.items()
    }


def test_every_format_is_listed(run):
    done = run("formats")
    assert (done.status, done.err) == (0, "")
    assert [line.split()[0] for line in done.out.splitlines()] == list(FORMATS)
    found = {each["name"]: each for each in json.loads(run("formats", "-o", "json").out)}
    assert {name for name in found if found[name]["written"]} == {each.name for each in FORMATS.values() if each.writer}


def test_an_unknown_output_is_refused(run):
    assert run("metrics", "-o", "yaml").status == 2
    assert run("formats", "-o", "yaml").status == 2
