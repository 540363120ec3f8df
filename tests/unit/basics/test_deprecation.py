"""Old names work for a time, warn at the caller's line, and are removed when it is over."""

import warnings

import pytest

import corefscope as cs
from corefscope.basics import deprecation
from corefscope.basics.deprecation import Renamed, overdue, renamed_argument
from corefscope.problems import SettingsError
from support.command_line import ROOT


@renamed_argument("workers", "jobs", since="0.2", until="0.4")
@renamed_argument("name", "title", since="0.2", until="1.0")
def run(jobs=1, title=""):
    """Run."""
    return jobs, title


def test_an_argument_with_a_new_name():
    with pytest.warns(DeprecationWarning, match="since corefscope") as caught:
        assert run(workers=2, name="a") == (2, "a")
    assert sorted(str(each.message) for each in caught) == [
        "name of run() is called title since corefscope 0.2, and will be removed in 1.0",
        "workers of run() is called jobs since corefscope 0.2, and will be removed in 0.4",
    ]
    assert caught[0].filename == __file__


def test_the_new_name_does_not_warn():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert run(3, title="b") == (3, "b")
    assert (run.__name__, run.__doc__) == ("run", "Run.")


def test_both_names_are_refused():
    with pytest.raises(SettingsError, match=r"workers of run\(\) and jobs are the same"):
        run(workers=1, jobs=2)


def test_a_public_name_that_changed(monkeypatch):
    monkeypatch.setitem(deprecation.RENAMED, "evaluate", Renamed("evaluate", "score", "0.2", "0.4"))
    with pytest.warns(DeprecationWarning, match=r"evaluate is called score since corefscope 0\.2") as caught:
        assert cs.evaluate is cs.score
    assert caught[0].filename == __file__


def test_a_name_that_never_was():
    with pytest.raises(AttributeError, match="has no attribute 'evaluate'"):
        _ = cs.evaluate


@pytest.mark.parametrize(
    ("version", "expected"),
    [("0.3.9", []), ("0.4.0", ["workers of run()"]), ("0.10.0", ["workers of run()"])],
)
def test_what_is_overdue(version, expected):
    assert overdue(version, [run]) == expected


def test_nothing_is_overdue():
    assert overdue(cs.__version__, [getattr(cs, name) for name in cs.__all__]) == []


def test_new_names_exist():
    assert all(entry.new in cs.__all__ for entry in deprecation.RENAMED.values())


def test_the_page_says_that_nothing_is_deprecated_as_long_as_nothing_is():
    page = (ROOT / "docs" / "promises.md").read_text("utf-8")
    functions = [getattr(cs, name) for name in cs.__all__]
    used = deprecation.RENAMED or any(hasattr(each, "renamed") for each in functions)
    assert ("Nothing is deprecated at present." in page) is not bool(used)
