"""What every test relies on."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from corefscope.basics.codes import WarningCode
from corefscope.problems import Notices

# Of several processes that share the tests, only one makes each of these, which takes longer than their tests.
MADE_ONCE = ("spark", "site")


def refuse_undeclared_codes():
    """Make a warning with a code that is not declared an error; mypy sees only those that are constants."""
    add, declared = Notices.add, frozenset(get_args(WarningCode))

    def add_declared(self, code, *arguments, **options):
        assert code in declared, f"{code!r} is not in WarningCode"
        add(self, code, *arguments, **options)

    Notices.add = add_declared


def pytest_configure():
    refuse_undeclared_codes()
    # A shell that runs the tests in the background ignores Ctrl-C, and so would every command that they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collectreport(report):
    """A test module that cannot be imported is an error; the search for doctests would skip it with all its tests."""
    if report.skipped and report.nodeid.startswith("tests/") and "unable to import module" in str(report.longrepr):
        report.outcome = "failed"


def pytest_collection_modifyitems(items):
    for item in items:
        for name in MADE_ONCE:
            if name in getattr(item, "fixturenames", ()):
                item.add_marker(pytest.mark.xdist_group(name))


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The documentation as a site, built as `make docs` does."""
    pytest.importorskip("material", reason="mkdocs-material is not installed")
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-d", str(folder)],
        capture_output=True,
        encoding="utf-8",
        cwd=Path(__file__).parents[1],
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONUTF8": "1"},
    )
    assert done.returncode == 0, done.stderr
    return folder
