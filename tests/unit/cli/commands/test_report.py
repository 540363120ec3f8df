"""corefscope report: what it writes, says and refuses."""

import os

from support.command_line import KEY, A, B


def test_writes_one_file_and_says_what_is_in_it(run, tmp_path):
    path = tmp_path / "out.html"
    done = run("report", KEY, A, B, "-o", path)
    assert (done.status, done.err) == (0, "")
    assert done.out == f"{path}: 2 systems, 2 documents, {path.stat().st_size / 1000:,.0f} kB\n"
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert sorted(os.listdir(tmp_path)) == ["out.html"]


def test_warnings_are_shown_and_errors_under_strict(run, put, tmp_path):
    short = put("short.conll", open_text(A).split("#begin document (bakery)")[0])
    done = run("report", KEY, short, "-o", tmp_path / "x.html")
    assert done.status == 0
    assert "warning" in done.err
    assert run("report", KEY, short, "--strict", "-o", tmp_path / "y.html").status == 2
    assert not (tmp_path / "y.html").exists()


def open_text(path):
    with open(path, encoding="utf-8") as stream:
        return stream.read()
