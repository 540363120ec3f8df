"""A metric from outside gets everything that a built-in one has, and code is imported only where it was asked for."""

import json
import pickle
import sys

import numpy as np
import pytest

import corefscope as cs
from corefscope.basics import plugins
from corefscope.lab.axioms import axioms
from corefscope.metrics import METRICS, Family, Metric, Parameter, Score, Tally
from corefscope.metrics.base import BETA, between
from corefscope.metrics.lookup import IMPORTED, all_families
from corefscope.metrics.registry import GROUP
from corefscope.problems import SettingsError, UnknownName
from corefscope.settings import Settings

KEY = {"one": [["a", "b", "c"], ["d", "e"]], "two": [["a", "b"]]}
RESPONSE = {"one": [["a", "b"], ["c", "d", "e"]], "two": [["a", "b"]]}
MODULE = """
from corefscope.metrics import Family, Tally

def count(table):
    key, response, both = table.mentions
    return Tally.of(recall=(both, key), precision=(both, response))

FOUND = Family("found", summary="matched mentions", count=count{version})
"""


@pytest.fixture(autouse=True)
def registries():
    """Leaves no plug-in behind."""
    before = dict(METRICS)
    yield
    for name in set(METRICS) - set(before):
        del METRICS[name]
    IMPORTED.clear()
    sys.modules.pop("outside", None)


def links(table, power=1.0):
    """The links of cells, to a power."""
    kept = table.per_unit((table.shared - 1).astype(float) ** power)
    sides = (side.per_unit(np.maximum(side.size - 1, 0)) for side in (table.key, table.response))
    key, response = sides
    return Tally.of(recall=(kept, key), precision=(kept, response))


POWER = Parameter(1.0, between(0, 1), "a power, from 0 to 1", changes_counts=True)
LINKS = Family("links", "Links", "links kept", (), links, parameters={"power": POWER, "beta": BETA}, version="2.1")


def install(folder, monkeypatch, points, modules=()):
    """A package that announces entry points, as if it had been installed."""
    about = folder / "outside-3.4.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: outside\nVersion: 3.4\n")
    lines = [f"[{group}]\n" + "".join(f"{name} = {place}\n" for name, place in each.items()) for group, each in points]
    (about / "entry_points.txt").write_text("\n".join(lines))
    for name, text in modules:
        (folder / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(folder)


def test_a_registered_metric_is_scored_compared_and_signed():
    cs.register_metric(LINKS)
    result = cs.score(KEY, RESPONSE, metrics=["links", "links(power=0)", "muc"], by="document", per_document=True)
    assert result.f1["links"] == result.f1["muc"]
    assert result.scores["links(power=0)"].counts["recall_num"] == 4
    assert result.system.by_group["two"]["links"].f1 == 1
    assert result.signature.endswith("|plugins:links@2.1")
    assert Settings.parse(result.signature) == Settings()
    assert json.loads(result.to_json())["systems"][0]["scores"]["links"]["f1"] == result.f1["links"]
    compared = cs.compare(KEY, RESPONSE, KEY, metrics=["links"])
    assert compared.standings["links"][1].score == 1
    assert "|plugins:links@2.1|" in compared.signature
    assert "plugins" not in cs.score(KEY, RESPONSE).signature


def test_errors_and_axioms_know_it():
    from corefscope.analysis.repair import repairs

    cs.register_metric(LINKS)
    result = cs.score(KEY, RESPONSE, metrics="links")
    assert repairs(result.errors, result.metrics)[-1].cumulative["links"].f1 == 1
    verdicts = axioms(["links", "muc"], trials=5).verdicts
    assert {axiom: verdict.outcome for (name, axiom), verdict in verdicts.items() if name == "links"} == {
        axiom: verdict.outcome if axiom != "repeated" else "not defined"
        for (name, axiom), verdict in verdicts.items()
        if name == "muc"
    }


def test_lists_and_the_web_form_show_it(run):
    app = pytest.importorskip("corefscope.web.app", reason="the libraries of the application are not installed")

    cs.register_metric(LINKS)
    listed = {each["name"]: each for each in json.loads(run("list", "metrics", "-o", "json").out)}
    assert (listed["links"]["plugin"], listed["links"]["version"]) == (True, "2.1")
    assert listed["links"]["parameters"]["power"] == {"default": 1.0, "meaning": "a power, from 0 to 1"}
    form = {each["name"]: each for each in app.form_choices()["metrics"]}
    assert form["links"] == {"name": "links", "title": "Links", "summary": "links kept", "default": False}


def test_a_mean_of_ones_own():
    mean = Family("both", mean_of=(Metric(METRICS["muc"]), cs.metric("b3")), parameters={"beta": BETA}, version="1")
    cs.register_metric(mean)
    found = cs.score(KEY, RESPONSE, metrics=["both(beta=2)", "muc(beta=2)", "b3(beta=2)"])
    assert found.f1["both(beta=2)"] == (found.f1["muc(beta=2)"] + found.f1["b3(beta=2)"]) / 2
    assert found.scores["both(beta=2)"].recall is None
    assert found.signature.endswith("|plugins:both@1")


def test_quotients_of_its_own_serve_intervals_too():
    """A `finish` for one total is enough: many at once are finished one by one."""

    def share_of(counts):
        value = counts["both"] / max(counts["key"], 1)
        return Score(value, value, value, counts)

    share = Family(
        "share",
        count=lambda table: Tally({"both": table.mentions[2], "key": table.mentions[0]}),
        finish=share_of,
        version="1",
    )
    cs.register_metric(share)
    compared = cs.compare(KEY, RESPONSE, {"one": [["a"]], "two": []}, metrics="share", interval="percentile")
    assert [each.score for each in compared.standings["share"]] == pytest.approx([1, 1 / 7])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"version": ""}, "the metric links has no version"),
        ({"version": "a|b"}, "has the version"),
        ({"name": "muc"}, "a metric 'muc' is registered already"),
        ({"aliases": ("bcub",)}, "a metric 'bcub' is registered already"),
        ({"name": "Two words"}, "cannot be the name of a metric"),
        ({"count": None}, "needs count"),
        ({"count": None, "mean_of": (Metric(METRICS["muc"]),)}, "its parameter power is not one of muc"),
    ],
)
def test_what_cannot_be_registered(changes, message):
    from dataclasses import replace

    with pytest.raises(SettingsError, match=message):
        cs.register_metric(replace(LINKS, **changes))
    assert METRICS.get("links") is None


def test_registering_twice_is_once_and_another_of_the_name_is_refused():
    from dataclasses import replace

    assert cs.register_metric(LINKS) is cs.register_metric(LINKS)
    with pytest.raises(SettingsError, match="registered already"):
        cs.register_metric(replace(LINKS, version="3"))


def test_errors_of_a_plugin_are_one_sentence():
    cs.register_metric(Family("broken", count=lambda table: 1 / 0, version="1"))
    cs.register_metric(Family("short", count=lambda table: Tally({"one": np.ones(99)}), version="1"))
    with pytest.raises(SettingsError, match="the metric broken failed: ZeroDivisionError: division by zero"):
        cs.score(KEY, RESPONSE, metrics="broken")
    with pytest.raises(SettingsError, match=r"the metric short returns no Tally with one count per unit \(2\)"):
        cs.score(KEY, RESPONSE, metrics="short")


def test_the_command_line_imports_a_metric_by_its_place(run, put, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "outside.py").write_text(MODULE.format(version=', version="0.1"'))
    key, response = put("key.json", json.dumps({"clusters": [[[0, 0], [1, 1]]]})), put("r.json", '{"clusters": []}')
    done = run("score", key, response, "-m", "outside:FOUND,muc")
    assert done.status == 0
    assert "|plugins:found@0.1" in done.out
    assert "found" in done.out
    assert "outside" in sys.modules


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("nowhere:FOUND", "nowhere:FOUND cannot be imported: ModuleNotFoundError"),
        ("outside:MISSING", "has no attribute 'MISSING'"),
        ("outside:count", "not a corefscope.metrics.Family"),
        ("outside:FOUND", "the metric found has no version"),
    ],
)
def test_what_cannot_be_imported_is_one_line(place, message, run, put, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "outside.py").write_text(MODULE.format(version=""))
    done = run("score", put("key.json", '{"clusters": []}'), put("r.json", '{"clusters": []}'), "-m", place)
    assert done.status == 2
    assert message in done.err
    assert "Traceback" not in done.err


def test_nothing_but_the_command_line_imports_by_place(run, put, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "outside.py").write_text(MODULE.format(version=', version="0.1"'))
    key = put("key.json", '{"clusters": [[[0, 0], [1, 1]]]}')
    with pytest.raises(UnknownName):
        cs.score(KEY, RESPONSE, metrics="outside:FOUND")
    config = put("config.toml", 'metrics = ["outside:FOUND"]\n')
    assert run("score", key, key, "--config", config).status == 2
    signature = "corefscope:1|match:exact|plugins:found@0.1,outside:FOUND@1"
    assert run("score", key, key, "--signature", signature).status == 2
    saved = run("score", key, key, "--per-document", "-o", "json").out.replace('"muc"', '"outside:FOUND"')
    assert run("compare", put("a.json", saved), put("b.json", saved + " ")).status == 2
    assert "outside" not in sys.modules


def test_an_installed_metric_is_found_by_name_and_has_the_version_of_its_package(tmp_path, monkeypatch):
    modules = [("outside", MODULE.format(version=""))]
    install(tmp_path, monkeypatch, [(GROUP, {"found": "outside:FOUND"})], modules)
    result = cs.score(KEY, RESPONSE, metrics=["found", "mentions"])
    assert result.f1["found"] == result.f1["mentions"]
    assert result.signature.endswith("|plugins:found@3.4")
    assert cs.metric("found") == pickle.loads(pickle.dumps(cs.metric("found")))
    assert list(all_families()[0])[-1] == "found"
    with pytest.raises(UnknownName, match="did you mean found"):
        cs.metric("foud")


def test_a_broken_entry_point_breaks_nothing_else(run, tmp_path, monkeypatch):
    points = {"found": "outside:FOUND", "broken": "outside:MISSING", "other": "nowhere:X", "text": "outside:__name__"}
    install(tmp_path, monkeypatch, [(GROUP, points)], [("outside", MODULE.format(version=""))])
    assert cs.score(KEY, RESPONSE, metrics="found").f1["found"] == 1
    with pytest.raises(SettingsError, match=r"the installed plug-in 'broken' .* cannot be loaded from outside:MISSING"):
        cs.metric("broken")
    done = run("list", "metrics")
    assert done.status == 0
    assert "found" in done.out
    warned = [line for line in done.err.splitlines() if "warning: the installed plug-in" in line]
    assert [line.partition("plug-in ")[2].partition(" ")[0] for line in warned] == ["'broken'", "'other'", "'text'"]


def test_entry_points_are_not_looked_for_where_names_are_known(monkeypatch):
    looked = []
    monkeypatch.setattr(plugins, "_points", lambda group: looked.append(group) or [])
    cs.score(KEY, RESPONSE, metrics=["avg", *METRICS][:8])
    assert not looked
    with pytest.raises(UnknownName):
        cs.metric("unheard-of")
    assert looked
