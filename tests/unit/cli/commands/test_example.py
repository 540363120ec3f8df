"""`corefscope example`."""

from corefscope.cli.files import shipped_files
from corefscope.cli.main import EXAMPLES
from support.command_line import corefscope, failed


def test_writes_all_examples_and_leaves_what_is_there(tmp_path):
    folder = tmp_path / "first steps"
    done = corefscope("example", str(folder))
    assert done.returncode == 0
    assert f"try: corefscope score '{folder}/key.conll'" in done.stderr
    for name, path in shipped_files().items():
        assert (folder / name).read_bytes() == path.read_bytes()
    assert "all files are already in" in corefscope("example", str(folder)).stderr
    (folder / "key.conll").write_text("mine\n")
    corefscope("example", str(folder))
    assert (folder / "key.conll").read_text() == "mine\n"


def test_a_folder_that_cannot_be_created_is_an_error(tmp_path):
    (tmp_path / "file").write_text("")
    assert "cannot be made" in failed("example", str(tmp_path / "file" / "x"))


def test_the_examples_of_the_first_help_run(tmp_path, monkeypatch):
    import shlex

    monkeypatch.chdir(tmp_path)
    for line in EXAMPLES.splitlines()[1:]:
        assert corefscope(*shlex.split(line)[1:]).returncode == 0, line
