"""Files that hold too much are refused before they are read, and results before their page is made."""

import bz2
import gzip
import hashlib
import lzma
import os
import tracemalloc
from dataclasses import replace

import pytest
from msgspec import structs

from corefscope.formats.files.sources import WatchedPath
from corefscope.formats.files.unpacking import STEP, chunks
from corefscope.formats.load import read_corpus
from corefscope.problems import CorefscopeError
from corefscope.scoring import checking
from corefscope.web import tasks
from corefscope.web.limits import Limits, LimitWatch
from corefscope.web.request_options import FilePlace, RequestOptions, Response

LIMITS = Limits(unpack=50_000_000, mentions=100_000)
PACKERS = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}
MANY = {
    "conll": b"#begin document (d); part 000\n" + b"a\t(1)\n" * 150_000 + b"#end document\n",
    "repeated.conll": b"#begin document (d); part 000\n" + b"a\t" + b"(1)" * 150_000 + b"\n#end document\n",
    "bars.conll": b"#begin document (d); part 000\n" + b"a\t" + b"(1)|" * 150_000 + b"(1)\n#end document\n",
    "json": b'{"doc_key": "d", "clusters": [[' + b"[0,0]," * 600_000 + b"[0,0]]]}\n",
    "csv": b"mention,entity\n" + b"1,1\n" * 1_100_000,
    "xml": b"<a>" * 600_000,
}


def work(*paths, limits=LIMITS):
    key, *responses = (tasks.Located(str(path), path.parent) for path in paths)
    options = RequestOptions(responses=(Response(FilePlace("folder")),) * len(responses), metrics=("muc",))
    return tasks.Work(options, key, tuple(responses), tasks.Labels(()), limits)


def check_unpacked(paths, limits):
    """Go through files as readers do."""
    watch = LimitWatch(limits)
    for path in paths:
        for piece in chunks(path):
            watch.chunk(path, piece)


def unread(*_, **__):
    raise AssertionError("this was to be refused first")


@pytest.mark.parametrize("name", MANY)
def test_too_many_mentions_are_refused_while_they_are_read(tmp_path, name):
    for path, content in ((tmp_path / f"a.{name}", MANY[name]), (tmp_path / f"a.{name}.gz", gzip.compress(MANY[name]))):
        path.write_bytes(content)
        with pytest.raises(CorefscopeError) as refused:
            tasks.score_files(lambda step: None, work(path, path))
        assert str(refused.value) == (
            f"{path} has more than 100,000 mentions (score it on the command line, or allow more with --mention-limit)"
        )
        assert (refused.value.code, refused.value.setting) == ("too-many-mentions", "--mention-limit")
        [report] = tasks.check_files(lambda step: None, work(path))
        assert [problem.text for problem in report.problems] == [str(refused.value)]


def test_no_more_is_read_than_is_allowed(tmp_path):
    """Nothing is made of a file before its pieces have been counted."""
    path = tmp_path / "a.conll.gz"
    path.write_bytes(gzip.compress(b"#begin document (d); part 000\n" + b"a\t(1)\n" * 5_000_000))
    seen = []

    class Counted(LimitWatch):
        def chunk(self, path, content):
            seen.append(len(content))
            super().chunk(path, content)

    with pytest.raises(CorefscopeError, match="has more than 100,000 mentions"):
        read_corpus(WatchedPath(str(path), Counted(LIMITS)))
    assert sum(seen) < 3_000_000


@pytest.mark.parametrize("large", [False, True])
def test_a_file_is_opened_once_for_a_check_and_once_for_a_score(tmp_path, monkeypatch, large):
    """A large one is opened a second time while it is read, so that its words can be had later."""
    text = "#begin document (d); part 000\n" + "a\t(1)\nb\t-\n" * (2 if not large else 400_000) + "#end document\n"
    paths = [tmp_path / name for name in ("key.conll", "one.conll", "two.conll")]
    for path in paths:
        path.write_text(text, encoding="utf-8")
    opened = []
    plain = open

    def counted(name, *args, **options):
        opened.append(str(name))
        return plain(name, *args, **options)

    monkeypatch.setattr("builtins.open", counted)
    for job in (tasks.check_files, tasks.score_files):
        opened.clear()
        job(lambda step: None, work(*paths, limits=Limits(10**9, 10**9)))
        assert [opened.count(str(path)) for path in paths] == [2 if large else 1] * 3


@pytest.mark.parametrize("align", ["none", "characters"])
def test_what_is_checked_is_read_once(tmp_path, monkeypatch, align):
    paths = [tmp_path / name for name in ("key.conll", "response.conll")]
    for path in paths:
        path.write_text("#begin document (d)\na\t(1)\nb\t(1)\n#end document\n", encoding="utf-8")
    read = []

    def counted(path, *args, **options):
        read.append(path)
        return read_corpus(path, *args, **options)

    monkeypatch.setattr(checking, "read_corpus", counted)
    checks = work(*paths)
    checks = replace(checks, options=structs.replace(checks.options, settings={"align": align}))
    reports = tasks.check_files(lambda step: None, checks)
    assert [report.problems for report in reports] == [(), ()]
    assert len(read) == 2


def test_rows_of_a_table_are_mentions(tmp_path):
    arrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    path = tmp_path / "a.parquet"
    parquet.write_table(arrow.table({"mention": [1] * 100_001, "entity": [1] * 100_001}), path)
    with pytest.raises(CorefscopeError, match="has more than 100,000 mentions"):
        read_corpus(WatchedPath(str(path), LimitWatch(LIMITS)))


def test_syntax_and_words_are_no_mentions(tmp_path):
    """Brackets of a parse stand in a column before the last; a text has far more lines and lists than mentions."""
    path = tmp_path / "a.conll"
    line = b"d 0 0 word NN (S(NP(NP*)) - - - - (ARG0*) -\n"
    path.write_bytes(b"#begin document (d); part 000\n" + line * 400_000 + b"#end document\n")
    check_unpacked([str(path)], LIMITS)
    words = tmp_path / "a.jsonl"
    words.write_bytes(b'{"sentences": [' + b'["a"],' * 400_000 + b'["a"]], "clusters": []}\n')
    check_unpacked([str(words)], LIMITS)


@pytest.mark.parametrize("ending", PACKERS)
def test_what_is_unpacked_is_counted_piece_by_piece(tmp_path, ending):
    path = tmp_path / f"a.txt.{ending}"
    path.write_bytes(PACKERS[ending](os.urandom(1_000_000).hex().encode() * 10))
    tracemalloc.start()
    with pytest.raises(CorefscopeError, match="unpacks to more than 18 MB"):
        check_unpacked([str(path)], Limits(18_000_000, 100))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 16 * STEP
    check_unpacked([str(path)], Limits(20_000_000, 100))


def test_all_sides_together_are_counted_before_the_page_is_made(tmp_path, monkeypatch):
    monkeypatch.setattr(tasks, "payload", unread)
    path = tmp_path / "a.conll"
    path.write_bytes(b"#begin document (d); part 000\n" + b"a\t(1)\n" * 40 + b"#end document\n")
    with pytest.raises(CorefscopeError, match=r"^key and responses have more than 100 mentions together \(score it"):
        tasks.score_files(lambda step: None, work(path, path, path, limits=Limits(10**6, 100)))
    monkeypatch.undo()
    result, _ = tasks.score_files(lambda step: None, work(path, path, limits=Limits(10**6, 100)))
    assert result.key.mentions == 40


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
    result, _ = tasks.score_files(note, work(path, other))
    assert result.system.sha256() == scored
    assert other.exists() == (how == "changed")
