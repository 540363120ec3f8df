"""`corefscope convert`: from any format into another, and what that cost."""

from pathlib import Path

import pytest

import corefscope as cs
from corefscope.model import Document, Mention, empty_position
from support.command_line import KEY

ZEROS = [empty_position(3, 1), empty_position(5, 1)]


@pytest.fixture
def rich(tmp_path):
    """A CorefUD file with a zero, a mention with a gap, and heads."""
    document = Document(
        "rich",
        [
            [Mention(0, 1, head=0), *(Mention.at([place], head=place) for place in ZEROS)],
            [Mention.at([1, 3], head=3), Mention(5, 6, head=5)],
        ],
        ["e1", "e2"],
        words=["Ann", "took", "it", "up", ".", "That"],
    )
    path = tmp_path / "rich.conllu"
    cs.write([document], path)
    return path


@pytest.mark.parametrize("ending", ["conll", "jsonl", "csv"])
def test_what_a_format_cannot_express_is_counted(run, tmp_path, rich, ending):
    target = tmp_path / f"poor.{ending}"
    done = run("convert", rich, target)
    assert done.status == 0
    assert "not expressed: mention lost: it is a zero (2 times): document 'rich', entity e1" in done.err
    assert "not expressed: mention changed: its gaps are filled: document 'rich', entity e2, tokens 1–3\n" in done.err
    assert done.err.endswith("corefscope: 1 document, 5 mentions read, 2 lost, 1 changed\n")
    [document] = cs.read(target)
    assert [[tuple(mention) for mention in entity] for entity in document.entities] == [[(0, 1)], [(1, 4), (5, 6)]]


RICH_COLUMNS = """#begin document (tale); part 000
tale 0 0 Anna NNP (TOP(S(NP*) - - - Tom (PERSON) (1)
tale 0 1 slept VBD (VP*) sleep - - Tom * -
tale 0 2 . . *)) - - - Tom * -

#end document
"""


def test_columns_of_conll_stay(run, put, tmp_path):
    out = tmp_path / "out.conll"
    assert run("convert", put("in.conll", RICH_COLUMNS), out).status == 0
    assert [line.split() for line in out.read_text(encoding="utf-8").splitlines()] == [
        line.split() for line in RICH_COLUMNS.splitlines()
    ]


def test_folders_and_files_in_each_other_s_place(run, put, tmp_path):
    done = run("convert", KEY, tmp_path, "--to", "conll")
    assert done.status == 2
    assert f"{tmp_path}: the file cannot be written: Is a directory" in done.err
    file = put("file", "x")
    done = run("convert", KEY, file, "--to", "brat")
    assert done.status == 2
    assert f"{file}: this is a file, and brat needs a folder" in done.err
    assert Path(file).read_text(encoding="utf-8") == "x"


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("IN", "IN/a.conll"),
        ("IN/*.conll", "IN/a.conll"),
        ("IN", "IN/deep/b.jsonl"),
        ("IN", "link.conll"),
        ("IN/text.ann", "IN/text.txt"),
        ("IN/text.ann", "IN"),
        ("IN", "IN/text.txt"),
    ],
)
def test_no_file_of_in_is_written_over(run, put, tmp_path, source, target):
    annotation = "T1\tP 0 4\tAnna\nT2\tP 5 8\tshe\nR1\tCoref Arg1:T2 Arg2:T1\n"
    contents = {"a.conll": RICH_COLUMNS, "deep/b.jsonl": "{}", "text.ann": annotation, "text.txt": "Anna she\n"}
    for name, content in contents.items():
        put(f"IN/{name}", content)
    (tmp_path / "link.conll").hardlink_to(tmp_path / "IN" / "a.conll")
    to = ["--to", "brat"] if target == "IN" else ["--to", "conll"]
    ran = run("convert", tmp_path / source, tmp_path / target, *to)
    assert (ran.status, ran.out) == (2, "")
    what = f"the folder of {tmp_path / 'IN'}" if target == "IN" else str(tmp_path / "IN")
    assert ran.err.startswith(f"corefscope: error: {tmp_path / target}: OUT is {what}/")
    assert ran.err.endswith(", which is read (name another OUT)\n")
    for name, content in contents.items():
        assert (tmp_path / "IN" / name).read_text(encoding="utf-8") == content


def test_a_new_file_in_the_folder_of_in_is_allowed(run, put, tmp_path):
    path = put("IN/a.conll", RICH_COLUMNS)
    assert run("convert", tmp_path / "IN", tmp_path / "IN" / "all.jsonl").status == 0
    assert run("convert", path, tmp_path / "IN", "--to", "brat").status == 0
    assert Path(path).read_text(encoding="utf-8") == RICH_COLUMNS
