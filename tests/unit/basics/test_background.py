"""A large response is read in a thread, beside the key: the same numbers, warnings and errors, in the same order."""

import threading

import pytest

import corefscope as cs
from corefscope.basics import background
from corefscope.formats.load import read_corpus
from support.command_line import KEY, A, B


@pytest.fixture
def threads(monkeypatch):
    """Every file counts as large; gives the threads in which files were read."""
    monkeypatch.setattr(background, "LARGE", 0)
    monkeypatch.setattr(background, "cores", lambda: 2)
    seen = []
    run = background.BackgroundThread._run

    def watched(self):
        seen.append(threading.current_thread())
        run(self)

    monkeypatch.setattr(background.BackgroundThread, "_run", watched)
    return seen


def test_the_same_scores_in_the_same_order(threads):
    steps = []
    together = cs.score(KEY, A, B, A, names=["a", "b", "again"], progress=steps.append)
    assert len(set(threads)) == 3
    assert threading.main_thread() not in threads
    alone = [cs.score(read_corpus(KEY), read_corpus(side)) for side in (A, B, A)]
    assert [system.scores for system in together.systems] == [result.systems[0].scores for result in alone]
    assert steps == [KEY, A, "scored a", B, "scored b", A, "scored again"]


def test_errors_come_in_the_order_of_the_files(threads, tmp_path):
    broken = [tmp_path / name for name in ("key.conll", "one.conll", "two.conll")]
    for path in broken:
        path.write_text("#begin document (x)\nAnna\t(1\n#end document\n", encoding="utf-8")
    for files, first in (((broken[0], broken[1]), broken[0]), ((KEY, A, broken[1], broken[2]), broken[1])):
        with pytest.raises(cs.CorefscopeError) as caught:
            cs.score(*map(str, files))
        assert str(first) in str(caught.value)
    assert threads


def test_a_reading_that_nobody_wants_any_more_keeps_nobody_waiting():
    hold = threading.Event()
    waiting = background.BackgroundThread(lambda: hold.wait(60))
    assert waiting._thread.daemon
    hold.set()
    assert waiting.result() is True


def test_small_files_and_single_cores_take_no_thread(monkeypatch, tmp_path):
    large = tmp_path / "large.conll"
    with open(large, "wb") as stream:
        stream.truncate(background.LARGE)
    monkeypatch.setattr(background, "cores", lambda: 2)
    assert background.is_worth_it(str(large))
    assert not background.is_worth_it(A)
    assert not background.is_worth_it(str(tmp_path))
    monkeypatch.setattr(background, "cores", lambda: 1)
    assert not background.is_worth_it(str(large))
