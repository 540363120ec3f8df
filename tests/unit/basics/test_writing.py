"""Files are written whole or not at all, and what was there survives every fault."""

import ast
import errno
import os
import resource
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import corefscope as cs
from corefscope.basics.writing import write_file, write_folder
from corefscope.problems import FormatError
from support.command_line import KEY, ROOT, A

SOURCE = ROOT / "src" / "corefscope"
KILL_AT = """
import os, signal, sys
import corefscope.basics.writing as writing
count, calls = int(sys.argv[1]), 0
def killing(name):
    real = getattr(os, name)
    def function(*arguments, **options):
        global calls
        calls += 1
        if calls == count:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*arguments, **options)
    return function
for name in ("replace", "unlink", "chmod"):
    setattr(os, name, killing(name))
from corefscope.cli.main import main
sys.exit(main(sys.argv[2:]))
"""


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def corefscope(*arguments, largest=1 << 30):
    """Run a command that may write files of at most `largest` bytes, as on a disk that is nearly full."""
    return subprocess.run(
        [sys.executable, "-m", "corefscope", *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest)),
    )


@pytest.mark.parametrize(
    ("needs", "ending", "command"),
    [
        ("json", "conll", ("convert", KEY)),
        ("pyarrow", "parquet", ("convert", KEY)),
        ("json", "html", ("report", KEY, A, "-o")),
        ("json", "tex", ("score", KEY, A, "-o")),
        ("vl_convert", "svg", ("compare", KEY, A, "--plot")),
    ],
)
def test_a_full_disk_leaves_the_file_that_was_there_and_another_attempt_replaces_it(tmp_path, needs, ending, command):
    pytest.importorskip(needs, reason=f"{needs} is not installed")
    target = tmp_path / f"out.{ending}"
    target.write_bytes(b"what was there")
    target.chmod(0o640)
    done = corefscope(*command, target, largest=100)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith(f"corefscope: error: {target}: the ")
    assert done.stderr.endswith(" cannot be written: File too large\n")
    assert contents(tmp_path) == {target.name: b"what was there"}
    assert corefscope(*command, target).returncode == 0
    assert list(tmp_path.iterdir()) == [target]
    assert len(target.read_bytes()) > 100
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_fault_at_the_end_leaves_everything(tmp_path, monkeypatch):
    """The disk is full when everything has been written."""

    def replace(one, two):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "replace", replace)
    (tmp_path / "key.conll").write_bytes(b"what was there")
    for name in ("key.conll", "new.conll"):
        with pytest.raises(FormatError, match=rf"{name}: the file cannot be written: No space left on device"):
            cs.write(cs.read(KEY), tmp_path / name)
    assert contents(tmp_path) == {"key.conll": b"what was there"}


@pytest.mark.parametrize("place", ["/proc/nowhere/brat", "{}/file/brat", "{}/file"])
def test_a_folder_that_cannot_be_created(tmp_path, place):
    (tmp_path / "file").write_text("x")
    place = place.format(tmp_path)
    with pytest.raises(FormatError) as caught:
        write_folder(place, {"a": "1"})
    assert str(caught.value).startswith(f"{place}: the folder cannot be written: ")
    done = corefscope("convert", KEY, place, "--to", "brat")
    assert done.returncode == 2
    assert done.stderr.startswith(f"corefscope: error: {place}: ")
    assert contents(tmp_path) == {"file": b"x"}


@pytest.mark.parametrize("count", range(1, 13))
def test_a_killed_process_leaves_old_or_new(tmp_path, count):
    """Killed at each step of the way: files are those from before or those from after, never half of one."""
    old, new = tmp_path / "old", tmp_path / "new"
    cs.write(cs.read(A), old, "brat")
    cs.write(cs.read(KEY), new, "brat")
    before, after = contents(old), contents(new)
    command = [sys.executable, "-c", KILL_AT, str(count), "convert", KEY, str(old), "--to", "brat"]
    subprocess.run(command, capture_output=True)
    left = {name: data for name, data in contents(old).items() if not name.startswith(".corefscope-")}
    assert left.keys() == before.keys()
    assert all(data in (before[name], after[name]) for name, data in left.items())
    assert len(cs.read(old)) == 2  # what the killed process left is passed over


def test_links_lead_to_the_new_content(tmp_path):
    (tmp_path / "data").mkdir()
    real, link = tmp_path / "data" / "real", tmp_path / "link"
    real.write_text("old")
    link.symlink_to("data/real")
    write_file(str(link), "new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    (tmp_path / "dangling").symlink_to("data/made")
    write_file(str(tmp_path / "dangling"), "made")
    assert (tmp_path / "data" / "made").read_text() == "made"
    write_folder(str(tmp_path), {"link": "newer"})
    assert real.read_text() == "newer"
    assert link.is_symlink()


def test_pipes_and_devices_are_written_to(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_file(str(pipe), "through")
    reader.join()
    assert read == [b"through"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    write_file("/dev/null", "away")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    with pytest.raises(FormatError, match="/dev/full: the file cannot be written: No space left on device"):
        write_file("/dev/full", "x")
    assert corefscope("convert", KEY, "/dev/stdout", "--to", "conll").stdout == Path(KEY).read_text(encoding="utf-8")


def test_new_files_have_the_permissions_of_new_files(tmp_path):
    before = os.umask(0o027)
    try:
        write_file(str(tmp_path / "new"), "x")
        write_folder(str(tmp_path / "folder"), {"new": "x"})
    finally:
        os.umask(before)
    modes = {name: stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("new", "folder", "folder/new")}
    assert modes == {"new": 0o640, "folder": 0o750, "folder/new": 0o640}


@pytest.mark.skipif(os.geteuid() == 0, reason="an administrator may write everywhere")
def test_a_protected_file_is_not_replaced(tmp_path):
    (tmp_path / "old").write_text("old")
    (tmp_path / "old").chmod(0o444)
    with pytest.raises(FormatError, match="Permission denied"):
        write_file(str(tmp_path / "old"), "new")
    assert (tmp_path / "old").read_text() == "old"


def test_a_folder_cannot_be_overwritten_by_a_file(tmp_path):
    with pytest.raises(FormatError, match="Is a directory"):
        write_file(str(tmp_path), "x")
    with pytest.raises(FormatError, match="Is a directory"):
        write_file(f"{tmp_path}/new/", "x")
    (tmp_path / "there").mkdir()
    with pytest.raises(FormatError, match="there: the file cannot be written: Is a directory"):
        write_folder(str(tmp_path), {"there": "2"})
    assert contents(tmp_path) == {}


def test_there_is_one_place_that_writes_files():
    """No other module opens a file to write it, except those of the server, which has a private folder."""
    for path in SOURCE.rglob("*.py"):
        place = path.relative_to(SOURCE)
        if place.parts[0] == "web" or place.as_posix() == "basics/writing.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func).rsplit(".", 1)[-1]
            modes = [each.value for each in (*node.args, *(word.value for word in node.keywords)) if _is_mode(each)]
            assert called not in ("write_text", "write_bytes", "savefig"), f"{path}:{node.lineno}"
            assert not (called == "open" and modes), f"{path}:{node.lineno}"


def _is_mode(node):
    value = getattr(node, "value", None)
    return isinstance(value, str) and 0 < len(value) <= 3 and set(value) <= set("wxab+rt") and set(value) & set("wxa+")
