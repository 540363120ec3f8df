"""A folder, or a file in one, that may not be read is never left out without a word."""

from __future__ import annotations

import os
import pickle
import stat

import pytest

import corefscope as cs
from corefscope.boards import entries
from corefscope.engines.table_source import table_source
from corefscope.formats.files.sources import find
from corefscope.problems import FormatError, Notices

TEXT = "#begin document ({0}); part 000\nmill\t(1\nit\t1)\n#end document\n"
NOBODY = 65534


@pytest.fixture
def tree(tmp_path):
    """Two documents, of which one lies in a folder that nobody may list; unless one is root."""
    os.chmod(tmp_path, 0o755)
    for parent in tmp_path.parents[:3]:
        os.chmod(parent, stat.S_IMODE(parent.stat().st_mode) | 0o055)
    for name in ("open", "closed"):
        folder = tmp_path / "data" / name
        folder.mkdir(parents=True)
        (folder / "text.conll").write_text(TEXT.format(name))
        (folder / "table.csv").write_text("document,mention,entity\na,m,e\n")
    (tmp_path / "data" / "closed").chmod(0)
    yield tmp_path / "data"
    (tmp_path / "data" / "closed").chmod(0o755)


def as_nobody(function):
    """What a function gives or raises for a user who is not root, in a process of its own."""
    if os.geteuid():
        return function()

    reading, writing = os.pipe()
    process = os.fork()
    if not process:
        os.setgid(NOBODY)
        os.setuid(NOBODY)
        try:
            outcome = function(), None
        except BaseException as error:
            outcome = None, error
        os.write(writing, pickle.dumps(outcome))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        found, error = pickle.load(pipe)
    os.waitpid(process, 0)
    if error is not None:
        raise error
    return found


@pytest.mark.parametrize("ending", ["", "/**/*.conll", "/*/*.conll", "/*/text.conll", "/clo*/*.conll"])
def test_a_folder_that_may_not_be_listed_is_an_error(tree, ending):
    with pytest.raises(FormatError) as caught:
        as_nobody(lambda: len(cs.read(str(tree) + ending)))
    assert str(tree / "closed") in str(caught.value)
    assert "cannot be read: Permission denied" in str(caught.value)


def test_other_folders_may_be_closed(tree):
    assert as_nobody(lambda: len(cs.read(str(tree / "open" / "*.conll")))) == 1


def test_a_table_below_such_a_folder(tree):
    with pytest.raises(FormatError, match=r"closed: the folder cannot be read: Permission denied"):
        as_nobody(lambda: table_source(str(tree)))


def test_a_file_that_may_not_be_looked_at(tree):
    (tree / "closed").chmod(0o444)  # its names may be listed, and nothing else
    with pytest.raises(FormatError, match=r"closed: the folder cannot be read: Permission denied"):
        as_nobody(lambda: cs.read(str(tree / "closed" / "*.conll")))
    with pytest.raises(FormatError, match=r"the file cannot be read: Permission denied"):
        as_nobody(lambda: cs.read(tree))


def test_a_leaderboard_says_which_folder_it_could_not_read(tree):
    (tree / "open" / "key.conll").write_text(TEXT.format("open"))
    (tree / "open" / "table.csv").unlink()
    found = as_nobody(lambda: entries.find_entries(tree))
    assert [each.name for each in found.datasets] == ["open"]
    (notice,) = found.notices
    assert str(notice) == f"folder not read: {tree / 'closed'}: the folder cannot be read: Permission denied"


def test_a_link_to_nothing_is_an_error(tmp_path):
    (tmp_path / "a.conll").write_text(TEXT.format("a"))
    (tmp_path / "b.conll").symlink_to(tmp_path / "nowhere.conll")
    for path in (tmp_path, tmp_path / "*.conll"):
        with pytest.raises(FormatError, match=r"b\.conll: the file cannot be read: No such file"):
            cs.read(path)


def test_a_pipe_in_a_folder_is_skipped_and_counted(tmp_path):
    (tmp_path / "a.conll").write_text(TEXT.format("a"))
    os.mkfifo(tmp_path / "b.conll")
    notices = Notices()
    assert len(find(tmp_path, notices)) == 1
    assert [str(notice) for notice in notices] == [
        f"file skipped: {tmp_path}: b.conll does not look like coreference data",
    ]


def test_what_a_pattern_matches_but_does_not_read_is_counted(tmp_path):
    (tmp_path / "a.conll").write_text(TEXT.format("a"))
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "c.conll").write_text(TEXT.format("c"))
    os.mkfifo(tmp_path / "b.conll")
    notices = Notices()
    assert len(find(tmp_path / "*", notices)) == 1
    assert [str(notice) for notice in notices] == [
        f"folder not read (2 times): {tmp_path}/*: a pattern matches files, not b.conll; ** matches what is in folders",
    ]


def test_a_folder_whose_files_a_pattern_matches_is_read(tmp_path):
    (tmp_path / "outer" / "inner").mkdir(parents=True)
    (tmp_path / "outer" / "inner" / "a.conll").write_text(TEXT.format("a"))
    notices = Notices()
    assert len(find(tmp_path / "**", notices)) == 1
    assert not list(notices)
