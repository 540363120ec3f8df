"""`corefscope list` lists every metric, format, preset and setting there is."""

import json

from corefscope.basics.options import options_of
from corefscope.formats.registry import FORMATS
from corefscope.metrics import METRICS
from corefscope.presets import PRESETS
from corefscope.settings import Settings


def test_every_metric_and_parameter_is_listed(run):
    done = run("list", "metrics")
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    for name, family in METRICS.items():
        assert any(line.startswith(f"{name:<10}{family.title}: {family.summary}") for line in lines), name
    assert "alpha=0.5" in done.out


def test_metrics_as_json(run):
    found = {each["name"]: each for each in json.loads(run("list", "metrics", "-o", "json").out)}
    assert list(found) == list(METRICS)
    assert found["conll"]["mean_of"] == ["muc", "b3", "ceafe"]
    assert found["blanc"]["parameters"]["alpha"]["default"] == 0.5
    assert {name for name in found if found[name]["plugin"]} == set()
    assert {name: list(found[name]["parameters"]) for name in found} == {
        name: list(family.parameters) for name, family in METRICS.items()
    }


def test_every_format_is_listed(run):
    done = run("list", "formats")
    assert (done.status, done.err) == (0, "")
    assert [line.split()[0] for line in done.out.splitlines()] == list(FORMATS)
    found = {each["name"]: each for each in json.loads(run("list", "formats", "-o", "json").out)}
    assert {name for name in found if found[name]["written"]} == {each.name for each in FORMATS.values() if each.writer}


def test_every_preset_is_listed_with_its_settings(run):
    done = run("list", "presets")
    assert (done.status, done.err) == (0, "")
    assert [line.split()[0] for line in done.out.splitlines()[::2]] == list(PRESETS)
    for each in json.loads(run("list", "presets", "-o", "json").out):
        assert each["values"] == PRESETS[each["name"]].values
        assert tuple(each["metrics"]) == PRESETS[each["name"]].metrics


def test_every_setting_is_listed_with_its_values(run):
    declared = options_of(Settings)
    done = run("list", "settings")
    assert (done.status, done.err) == (0, "")
    assert [line.split()[0] for line in done.out.splitlines()] == list(declared)
    for each in json.loads(run("list", "settings", "-o", "json").out):
        option = declared[each["name"]]
        assert each["default"] == option.default
        assert (each["values"] or {}).keys() == (option.choices or {}).keys()


def test_what_cannot_be_listed(run):
    assert run("list", "presets", "-o", "yaml").status == 2
    done = run("list", "preset")
    assert done.status == 2
    assert "did you mean presets?" in done.err
