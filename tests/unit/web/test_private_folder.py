"""The folder of a server: locked while it lives, removed by the next one when it has been killed."""

import os
import tempfile

import pytest

from corefscope.web.private_folder import LOCK, PREFIX, PrivateFolder, remove_abandoned

pytestmark = pytest.mark.skipif(os.name == "nt", reason="users and modes of POSIX")
NOBODY = 2**22 + 1  # no process has this number: it is above what Linux gives


@pytest.fixture(autouse=True)
def temporary(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def left(temporary, name, lock=True):
    folder = temporary / f"{PREFIX}{name}"
    (folder / "uploads").mkdir(parents=True)
    (folder / "uploads" / "mine.conll").write_text("x", encoding="utf-8")
    if lock:
        (folder / LOCK).touch()
    return folder


def test_one_in_use_stays_and_one_that_nobody_holds_goes(temporary):
    living = PrivateFolder()
    dead = left(temporary, "1-abc")  # whatever process has this number now
    assert remove_abandoned() == [dead]
    assert living.path.is_dir()
    assert not dead.exists()
    living.close()
    assert list(temporary.iterdir()) == []


def test_without_a_lock_the_number_tells(temporary):
    begun = left(temporary, f"{os.getpid()}-abc", lock=False)
    dead = left(temporary, f"{NOBODY}-abc", lock=False)
    odd = left(temporary, "mine", lock=False)
    assert remove_abandoned() == [dead]
    assert begun.is_dir()
    assert odd.is_dir()


def test_what_is_another_users_or_no_folder_stays(temporary, monkeypatch):
    elsewhere = temporary / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / LOCK).touch()
    os.symlink(elsewhere, temporary / f"{PREFIX}1-link")
    (temporary / f"{PREFIX}1-file").touch()
    linked = left(temporary, "1-linked", lock=False)
    os.symlink(elsewhere / LOCK, linked / LOCK)
    assert remove_abandoned() == []
    left(temporary, "1-abc")
    monkeypatch.setattr(os, "geteuid", lambda: os.stat(temporary).st_uid + 1)
    assert remove_abandoned() == []
    assert len(list(temporary.iterdir())) == 5


def test_a_folder_taken_for_abandoned_at_its_birth_is_made_anew(temporary, monkeypatch):
    from corefscope.web import private_folder

    take, seen = private_folder._take, []

    def another_is_quicker(file):
        if not seen:
            seen.append(file)
            assert len(remove_abandoned()) == 1  # asks here again, and finds the lock free
        return take(file)

    monkeypatch.setattr(private_folder, "_take", another_is_quicker)
    folder = PrivateFolder()
    assert (folder.path / LOCK).is_file()
    assert list(temporary.iterdir()) == [folder.path]
    folder.close()
