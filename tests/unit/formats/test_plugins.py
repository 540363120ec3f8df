"""A format from outside is read by name, recognised by content and written by its ending, like a built-in one."""

import sys

import pytest

import corefscope as cs
from corefscope.formats.registry import FORMAT_GROUP, FORMATS, Format, register_format
from corefscope.problems import FormatError, SettingsError, UnknownName

READER = """
from corefscope.formats.objects.reader import from_shape
from corefscope.formats.objects.shapes import shape
from corefscope.formats.registry import Format
from corefscope.model import Document

def detect(head):
    return head.startswith(b"@chains")

def read(content, source, notices, options):
    rows = content.decode().splitlines()[1:]
    chains = [[(int(place), int(place) + 1) for place in row.split()] for row in rows]
    return from_shape(shape([Document("text", entities=chains)], source.path, None), source.path, None, None)

def write(documents, notices):
    return "@chains\\n"

CHAINS = Format("chain-lines", "one chain per line", detect, "outside_format", "outside_format", endings=("chains",))
"""


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """A package that announces a format, and one that is broken."""
    about = tmp_path / "outside_format-1.5.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: outside-format\nVersion: 1.5\n")
    points = f"[{FORMAT_GROUP}]\nbroken = outside_format:MISSING\nchain-lines = outside_format:CHAINS\n"
    (about / "entry_points.txt").write_text(points)
    (tmp_path / "outside_format.py").write_text(READER)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    FORMATS.pop("chain-lines", None)
    sys.modules.pop("outside_format", None)


@pytest.mark.parametrize("options", [{"format": "chain-lines"}, {}])
def test_it_is_read_by_name_and_by_content(options, installed, put):
    key, response = put("@chains\n0 1\n2 3\n", "key.chains"), put("@chains\n0 1 2 3\n", "response.chains")
    result = cs.score(key, response, metrics="muc", **options)
    assert result.recall["muc"] == 1
    assert result.precision["muc"] == pytest.approx(2 / 3)
    assert FORMATS["chain-lines"].version == "1.5"


def test_it_is_written_and_listed(installed, run, put):
    cs.write([cs.Document("d", entities=[[(0, 1), (2, 3)]], words=["a", "b", "c"])], str(installed / "out.chains"))
    assert (installed / "out.chains").read_text() == "@chains\n"
    done = run("list", "formats")
    assert done.status == 0
    assert "\nchain-lines   one chain per line; written as .chains [plug-in, version 1.5]\n" in done.out
    assert "warning: the installed plug-in 'broken' (corefscope.formats) cannot be loaded" in done.err


def test_a_broken_one_is_said_and_breaks_nothing_else(installed, put):
    with pytest.raises(SettingsError, match=r"'broken' .* cannot be loaded"):
        cs.read(put("@chains\n", "a.chains"), format="broken")
    with pytest.raises(UnknownName, match="chain-lines"):
        cs.read(put("@chains\n", "a.chains"), format="chian-lines")
    with pytest.raises(FormatError, match="corefscope does not know this format"):
        cs.read(put("nothing known\n", "b.chains"))


def test_known_formats_do_not_look_for_plugins(monkeypatch, put):
    from corefscope.basics import plugins

    looked = []
    monkeypatch.setattr(plugins, "_points", lambda group: looked.append(group) or [])
    cs.read(put('{"doc_key": "d", "sentences": [["a", "b"]], "clusters": [[[0, 0], [1, 1]]]}\n', "a.jsonl"))
    assert not looked


def test_a_name_that_is_taken_is_refused():
    with pytest.raises(SettingsError, match="a format 'conll' is registered already"):
        register_format(Format("conll", "", lambda head: False, "nowhere"))


def test_an_unknown_feature_is_refused():
    with pytest.raises(SettingsError, match="the unknown feature 'zeros'"):
        register_format(Format("new", "", lambda head: 0, "nowhere", features=("zeros",)))
    assert "new" not in FORMATS
