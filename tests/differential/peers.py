"""Where other scorers are on this machine: environment variables name them, and tests are skipped where they do not."""

import importlib.util
import json
import os
import subprocess
from pathlib import Path

import pytest


def peer(variable):
    """The path that an environment variable names; the test is skipped where it is not set."""
    place = os.environ.get(variable)
    if not place:
        pytest.skip(f"{variable} is not set")
    assert Path(place).exists(), f"{variable}: there is no {place}"
    return Path(place)


def module_at(path):
    """A module that is not on Python's path."""
    specification = importlib.util.spec_from_file_location(f"peer_{path.stem}", path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def drive(variable, driver, *arguments, jobs):
    """Run a driver beside this file in the Python that a variable names: jobs go in and come out as lines of JSON."""
    command = [peer(variable), Path(__file__).with_name(driver), *arguments]
    lines = "\n".join(map(json.dumps, jobs))
    done = subprocess.run(list(map(str, command)), input=lines, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
