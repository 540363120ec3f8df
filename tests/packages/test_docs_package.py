"""corefscope-docs: the built site as a wheel with the same bytes each time, small, and found by `serve`."""

import os
import re
import subprocess
import sys
import zipfile

import pytest

from corefscope import __version__
from support.site import ROOT

for name in ("build", "hatchling", "twine", "material"):
    pytest.importorskip(name, reason=f"{name} is not installed")
pytestmark = pytest.mark.xdist_group("docs-package")  # built once

WHEEL = f"corefscope_docs-{__version__}-py3-none-any.whl"
LARGEST = 2.2  # megabytes, as CONTRIBUTING.md states them


def build(folder, **environment):
    command = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(folder)]
    done = subprocess.run(
        [*command, str(ROOT / "release" / "docs")],
        capture_output=True,
        text=True,
        env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000", **environment},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / WHEEL


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return build(tmp_path_factory.mktemp("docs"))


@pytest.fixture(scope="module")
def names(wheel):
    with zipfile.ZipFile(wheel) as opened:
        return opened.namelist()


def test_it_has_the_same_bytes_each_time(wheel, tmp_path):
    again = build(tmp_path, PYTHONHASHSEED="7", TZ="Asia/Tokyo")
    assert again.read_bytes() == wheel.read_bytes()


def test_it_passes_the_check_of_registries(wheel):
    done = subprocess.run([sys.executable, "-m", "twine", "check", "--strict", str(wheel)], capture_output=True)
    assert done.returncode == 0, done.stdout


def test_it_is_small(wheel):
    assert wheel.stat().st_size < LARGEST * 1e6
    assert f"below {LARGEST} MB" in (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def test_it_has_every_page_and_the_search(names):
    pages = [path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")]
    assert {f"corefscope_docs/site/{page.as_posix()}" for page in pages} <= set(names)
    # One for pages opened from disk, one for pages that `serve` shows.
    assert {f"corefscope_docs/site/search/search_index.{ending}" for ending in ("js", "json")} <= set(names)
    assert not [name for name in names if name.endswith(".map") or "/lunr/" in name]


def test_every_script_and_sheet_of_a_page_is_in_it(wheel, names):
    with zipfile.ZipFile(wheel) as opened:
        text = opened.read("corefscope_docs/site/index.html").decode()
    loads = re.findall(r'<(?:script|img)[^>]* src="([^"]+)"|<link rel="stylesheet" href="([^"]+)"', text)
    assert loads
    for script, sheet in loads:
        assert f"corefscope_docs/site/{script or sheet}" in names


def test_the_extra_asks_for_this_version():
    assert f'docs = ["corefscope-docs=={__version__}"]' in (ROOT / "pyproject.toml").read_text("utf-8")


def test_it_says_which_file_to_open(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as opened:
        opened.extractall(tmp_path)
    done = subprocess.run([sys.executable, "-m", "corefscope_docs"], capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout.strip() == str(tmp_path / "corefscope_docs" / "site" / "index.html")
