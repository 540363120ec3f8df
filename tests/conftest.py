"""What every test relies on."""

import signal


def pytest_configure():
    # A shell that runs the tests in the background ignores Ctrl-C, and so would every command that they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
