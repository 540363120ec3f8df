"""Files that unpack to too much are refused before they are parsed, and files may change while they are scored."""

import bz2
import gzip
import hashlib
import lzma
import pickle

import pytest

from corefscope.formats.load import read_corpus
from corefscope.problems import UnreadableFile
from corefscope.scoring import checking

files = pytest.importorskip("corefscope.web.files", reason="the libraries of the application are not installed")
tasks = pytest.importorskip("corefscope.web.tasks")

PACKERS = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}
LINES = (b"a" * 97 + b"\t-\n") * 10_000


def bomb(ending):
    packer = PACKERS[ending]
    return packer(b"#begin document (d)\n") + packer(LINES) * 8  # each of these formats may hold several streams


def work(*paths, **more):
    key, *others = (tasks.FilePlace("folder", path.name) for path in paths)
    request = tasks.Request(key, tuple(tasks.Response(place) for place in others), metrics=("muc",), **more)
    return tasks.Work(request, files.ServedFolder(paths[0].parent), {})


def ignore(step):
    """Take no note."""


def first_problem(path):
    [report] = tasks.check(work(path), path.parent, ignore)
    return report["problems"][0]


@pytest.fixture
def limit(monkeypatch):
    return lambda size: monkeypatch.setattr(files, "LARGEST_UNPACKED", size)


@pytest.mark.parametrize("ending", PACKERS)
def test_packed_files_that_explode(tmp_path, limit, ending):
    limit(5_000_000)
    path = tmp_path / f"bomb.conll.{ending}"
    path.write_bytes(bomb(ending))
    problem = first_problem(path)
    assert problem["code"] == "unpacks-too-large"
    assert f"{path.name}: the file unpacks to more than 5 MB" in problem["text"]
    with pytest.raises(UnreadableFile, match="unpacks to more than 5 MB"):
        tasks.score_files(work(path, path), tmp_path, ignore)


@pytest.mark.parametrize("align", ["none", "characters"])
def test_what_is_checked_is_read_once(tmp_path, monkeypatch, align):
    paths = [tmp_path / name for name in ("key.conll", "response.conll")]
    for path, other in zip(paths, "12", strict=True):
        path.write_text(f"#begin document (d)\na\t(1)\nb\t({other})\n#end document\n", encoding="utf-8")
    read = []

    def counted(path, *args, **options):
        read.append(path)
        return read_corpus(path, *args, **options)

    monkeypatch.setattr(checking, "read_corpus", counted)
    reports = tasks.check(work(*paths, settings={"align": align}), tmp_path, ignore)
    assert [report["problems"] for report in reports] == [[], []]
    assert len(read) == 2


@pytest.mark.parametrize("how", ["changed", "removed"])
def test_a_file_that_changes_while_it_is_scored(tmp_path, how):
    """Its checksum is that of what was scored."""
    path, other = tmp_path / "key.conll", tmp_path / "response.conll"
    for each in (path, other):
        each.write_bytes(b"#begin document (d); part 000\na\t(1)\nb\t(1)\n#end document\n")

    def note(step):
        if step.startswith("looking for errors"):
            other.unlink()
            if how == "changed":
                other.write_bytes(b"#begin document (d); part 000\na\t(1)\nb\t(2)\n#end document\n")

    scored = hashlib.sha256(other.read_bytes()).hexdigest()
    tasks.score_files(work(path, other), tmp_path, note)
    result = pickle.loads((tmp_path / tasks.RESULT).read_bytes())
    assert result.system.sha256() == scored
    assert other.exists() == (how == "changed")
