"""Run the tests with the oldest versions that pyproject.toml allows, and with the newest that there are.

    python tests/versions/run.py [--only 3.10,3.13] [arguments for pytest]

The oldest go with the oldest Python of this machine that corefscope supports, the newest with every one that is here.
What is tested by the workflow and not here is named: Pythons that this machine lacks, and other systems.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
BOUND = re.compile(r'requires-python = ">=3\.(\d+)"')
QUICK = ("-m", "not slow", "--numprocesses", "auto", "--dist", "loadgroup")
MATRIX = re.compile(r"python: \[(.*)\]")
ASKED = "import ensurepip, venv, sys; print(*sys.version_info[:3], sep='.')"


def interpreters(oldest: int) -> dict[tuple[int, ...], str]:
    """Every Python that runs, by its version: of the search path, of pyenv, and this one."""
    names = [sys.executable, *(f"python3.{minor}" for minor in range(oldest, oldest + 12))]
    home = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    names += [str(path) for path in sorted(home.glob("versions/3.*/bin/python"))]
    found: dict[tuple[int, ...], str] = {}
    for name in names:
        path = shutil.which(name)
        done = path and subprocess.run([path, "-c", ASKED], capture_output=True, text=True)
        if path and done and done.returncode == 0:
            version = tuple(map(int, done.stdout.split(".")))
            if version >= (3, oldest):
                found.setdefault(version, path)
    return found


def chosen(found: dict[tuple[int, ...], str], only: list[str]) -> dict[tuple[int, ...], str]:
    """The newest Python of each minor version, or of those that were asked for."""
    by_minor = {version[:2]: version for version in sorted(found)}
    kept = {minor for minor in by_minor if not only or ".".join(map(str, minor)) in only}
    return {by_minor[minor]: found[by_minor[minor]] for minor in sorted(kept)}


def run(*command: str | Path, **variables: str) -> int:
    print("$", *command, flush=True)
    return subprocess.run(list(map(str, command)), cwd=ROOT, env={**os.environ, **variables}).returncode


def program(environment: Path, name: str) -> Path:
    folder = environment / ("Scripts" if os.name == "nt" else "bin")
    return folder / f"{name}.exe" if os.name == "nt" else folder / name


def tested(folder: Path, uv: Path, python: str, resolution: str, arguments: list[str]) -> bool:
    """Whether the tests pass in a new environment of these versions."""
    environment = folder / f"{resolution}-{len(list(folder.iterdir()))}"
    new = program(environment, "python")
    install = [uv, "pip", "install", "--quiet", "--python", new, "--resolution", resolution, "--editable", ".[test]"]
    if run(python, "-m", "venv", environment) or run(*install):
        return False
    run(uv, "pip", "list", "--python", new)
    return run(new, "-m", "pytest", "-q", "-p", "no:cacheprovider", *(arguments or QUICK)) == 0


def main(arguments: list[str]) -> int:
    bound = BOUND.search((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    only = arguments[1].split(",") if arguments[:1] == ["--only"] else []
    arguments = arguments[2:] if only else arguments
    found = chosen(interpreters(int(bound[1])) if bound else {}, only)
    if not found:
        print("versions: this machine has no Python that corefscope supports", file=sys.stderr)
        return 1
    matrix = MATRIX.search((ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8"))
    here = {".".join(map(str, version[:2])) for version in found}
    missing = [each for each in re.findall(r"[\d.]+", matrix[1] if matrix else "") if each not in here]
    if missing:
        print(f"versions: left to the workflow: Python {', '.join(missing)}, and other systems", flush=True)
    failed = []
    with tempfile.TemporaryDirectory(prefix="corefscope-versions-") as name:
        folder = Path(name)
        if run(sys.executable, "-m", "venv", folder / "tool") or run(
            program(folder / "tool", "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "uv"
        ):
            return 1
        for version, resolution in ((min(found), "lowest-direct"), *((version, "highest") for version in found)):
            said = f"versions: {resolution} on Python {'.'.join(map(str, version))}"
            print(f"{said} ({found[version]})", flush=True)
            if not tested(folder, program(folder / "tool", "uv"), found[version], resolution, arguments):
                failed.append(said)
    print(*(f"{each}: FAILED" for each in failed), "versions: all passed" if not failed else "", sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
