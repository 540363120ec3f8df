"""What every test relies on."""

import signal

import pytest


def pytest_configure():
    # A shell that runs the tests in the background ignores Ctrl-C, and so would every command that they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items):
    # Of several processes that share the tests, only one starts Spark, which takes longer than its tests.
    for item in items:
        if "spark" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("spark"))
