"""The packages: built from a checkout, and installed where there is none, with nothing but what they require."""

import email
import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

from corefscope import __version__
from corefscope.cli.main import COMMANDS, load
from support.command_line import ROOT

for name in ("build", "hatchling"):
    pytest.importorskip(name, reason=f"{name} is not installed")
pytestmark = pytest.mark.xdist_group("packages")  # built once

# Those that need an extra say which one.
EXTRAS = {"serve": 'pip install "corefscope[web]"'}


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    """The sources, and the wheel that is built from them."""
    folder = tmp_path_factory.mktemp("packages")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / f"corefscope-{__version__}.tar.gz", folder / f"corefscope-{__version__}-py3-none-any.whl"


@pytest.fixture(scope="module")
def described(packages):
    """The metadata of the wheel."""
    with zipfile.ZipFile(packages[1]) as wheel:
        return email.message_from_bytes(wheel.read(f"corefscope-{__version__}.dist-info/METADATA"))


def test_wheel_has_what_is_shipped_and_nothing_else(packages):
    with zipfile.ZipFile(packages[1]) as wheel:
        names = wheel.namelist()
    assert {name.split("/")[0] for name in names} == {"corefscope", f"corefscope-{__version__}.dist-info"}
    assert not [name for name in names if "__pycache__" in name]
    for name in ("py.typed", "scoring/saved.schema.json", "examples/key.conll", "page/assets/report.js"):
        assert f"corefscope/{name}" in names


def test_sources_have_what_builds_and_tests_them(packages):
    with tarfile.open(packages[0]) as sources:
        names = {name.split("/", 1)[1] for name in sources.getnames()}
    assert {"pyproject.toml", "LICENSE", "Makefile", "release/metadata.py", "tests/conftest.py"} <= names
    assert not [name for name in names if "node_modules" in name or ".venv" in name]


def test_readme_of_the_packages_has_no_link_into_a_checkout(described):
    text = described.get_payload()
    assert "corefscope scores coreference resolution" in text
    assert not re.search(r"\]\((?!https://|#)", text)


def test_addresses_follow_from_one_place(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "release")
    from metadata import addresses, readme

    text = '[tool.corefscope]\nrepository = "https://code.example/it/"\ndocumentation = ""\n'
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    found = addresses(tmp_path)
    assert found["Source"] == "https://code.example/it"
    linked = readme("[a](docs/a.md#x), [b](https://b.example)\n![d](docs/d.png)", found["Source"])
    assert linked == (
        "[a](https://code.example/it/blob/main/docs/a.md#x), [b](https://b.example)\n"
        "![d](https://code.example/it/raw/main/docs/d.png)"
    )


def closure(requirements):
    """The installed distributions that these requirements need, extras left out."""
    found, waiting = {}, [*requirements]
    while waiting:
        line = waiting.pop()
        name = re.match(r"[\w.-]+", line)[0].lower().replace("_", "-")
        if "extra ==" not in line and name not in found:
            try:
                found[name] = metadata.distribution(name)
            except metadata.PackageNotFoundError:
                assert ";" in line, f"{name} is not installed"  # needed on another system or Python
                continue
            waiting += found[name].requires or []
    return found


@pytest.fixture(scope="module")
def installed(packages, described, tmp_path_factory):
    """The command in an environment that has the wheel, what it requires, and nothing else."""
    if os.name == "nt":
        pytest.skip("the environment is made with symbolic links")
    folder = tmp_path_factory.mktemp("clean")
    venv.create(folder, with_pip=False, symlinks=True)
    site = next(folder.glob("lib/python*/site-packages"))
    for distribution in closure(described.get_all("Requires-Dist")).values():
        for top in {Path(path).parts[0] for path in distribution.files if path.parts[0] not in ("..", "__pycache__")}:
            if not (site / top).exists():
                (site / top).symlink_to(distribution.locate_file(top))
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(folder / "bin" / "python")]
    done = subprocess.run(
        [*pip, "install", "--no-deps", "--no-index", str(packages[1])], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return folder / "bin" / "corefscope"


@pytest.fixture(scope="module")
def run(installed, tmp_path_factory):
    """Run commands in an empty folder, without anything of this environment."""
    folder = tmp_path_factory.mktemp("empty")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL", "COVERAGE"))}

    def ran(*words):
        command = [str(installed), *words]
        return subprocess.run(command, capture_output=True, encoding="utf-8", cwd=folder, env=kept)

    assert ran("example").returncode == 0
    return ran


def test_the_installed_package_is_not_the_checkout(installed):
    code = "import corefscope; print(corefscope.__file__)"
    done = subprocess.run([installed.with_name("python"), "-I", "-c", code], capture_output=True, text=True)
    assert Path(done.stdout.strip()).is_relative_to(installed.parents[1])
    assert "duckdb" not in os.listdir(next(installed.parents[1].glob("lib/python*/site-packages")))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_runs_from_the_wheel(run, name):
    example = load(name).examples.splitlines()[1].split(">")[0].split()
    done = run(*example[1:])
    assert (done.returncode, "Traceback" in done.stderr) == (2 if name in EXTRAS else 0, False), done.stderr
    assert EXTRAS.get(name, "") in done.stderr
