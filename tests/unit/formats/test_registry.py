"""One entry in the registry is all that a format needs to be known everywhere."""

import sys
from types import ModuleType

import pytest

import corefscope as cs
from corefscope.cli.main import main
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.registry import FORMATS, Format
from corefscope.problems import FormatError
from tables import TABLES


def read(content, source, notices, options):
    """Lines such as `0 2 x`: start, end and entity."""
    builder = CorpusBuilder(source.path)
    builder.add_document("toy", 1, length=9)
    rows = [line.split() for line in content.decode().splitlines()[1:]]
    for name in sorted({row[2] for row in rows}):
        builder.add_entity(name, [(int(start), int(end)) for start, end, entity in rows if entity == name])
    return builder.corpus(source.stem, notices)


def write(documents, notices):
    [document] = documents
    named = zip(document.entity_ids, document.entities, strict=True)
    return "%toy\n" + "".join(f"{span.start} {span.end} {name}\n" for name, entity in named for span in entity)


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    module = ModuleType("toy_format")
    module.read, module.write = read, write
    monkeypatch.setitem(sys.modules, "toy_format", module)
    format = Format(
        "toy",
        "a toy | of a format",
        lambda head: head.startswith(b"%toy"),
        "toy_format",
        "toy_format",
        suffixes=("toy",),
        endings=("toy",),
        features=("tokens", "no_words"),
    )
    monkeypatch.setitem(FORMATS, "toy", format)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "a.toy").write_text("%toy\n0 2 x\n5 6 x\n")
    return tmp_path


def test_it_is_recognised_found_in_a_folder_and_written(folder, capsys):
    assert cs.score(str(folder), str(folder / "a.toy")).f1["conll"] == 1
    assert main(["convert", str(folder / "a.toy"), str(folder / "b.jsonl")]) == 0
    assert main(["convert", str(folder / "b.jsonl"), str(folder / "c.toy")]) == 0
    assert (folder / "c.toy").read_text() == "%toy\n0 2 0\n5 6 0\n"
    capsys.readouterr()


def test_it_is_listed(capsys):
    assert main(["list", "formats"]) == 0
    assert "a toy | of a format; written as .toy" in capsys.readouterr().out


def test_it_stands_in_errors(folder):
    (folder / "no.txt").write_text("nothing of the kind\n")
    with pytest.raises(FormatError, match="no markup found"):
        cs.read(folder / "no.txt")
    with pytest.raises(cs.CorefscopeError, match="toy"):
        cs.read(folder / "no.txt", format="toi")
    (folder / "empty").mkdir()
    with pytest.raises(FormatError, match=r"looked for names ending in conll, .* more"):
        cs.read(folder / "empty")


def test_it_stands_in_the_docs_and_in_the_web_form():
    assert "| `toy` | a toy \\| of a format | yes | yes |" in TABLES["formats"]()
    app = pytest.importorskip("corefscope.web.app", reason="the libraries of the application are not installed")
    assert app.form_choices()["formats"]["toy"] == "a toy | of a format"
