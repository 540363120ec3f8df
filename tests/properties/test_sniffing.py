"""Formats are recognised by content: each file as exactly its own format, and a look-alike never in silence."""

from __future__ import annotations

import random
import re

import pytest

import corefscope as cs
from corefscope.formats.detect import UNREAD, unread_kind
from corefscope.formats.llm.forms import INLINE, LISTED
from corefscope.formats.load import read_corpus
from corefscope.formats.registry import FORMATS, detected
from fuzzing.layouts import LAYOUTS, files_of
from fuzzing.texts import Text, random_pair

# The format of each layout that is not called like it.
CALLED = {
    **dict.fromkeys(("conll-12", "conll-2"), "conll"),
    **dict.fromkeys(("json-lines", "json-list", "json-anaphora", "preco", "fastcoref", "corenlp"), "json"),
    **dict.fromkeys(("table-ids", "table-tsv", "table-spans"), "table"),
    **dict.fromkeys(("wec", "cattan"), "mention-list"),
    "numbered-elements": "elements",
    "outputs": "elements",
}
# Rows without an end, in which one that is missing cannot be seen.
ROWS = ("booknlp", "brat", "table-ids", "table-tsv", "table-spans", "conll-2", "zip")
WHOLE = Text(
    "tale",
    [["Anna", "saw", "Zoe", "the", "old", "mill", "."], ["She", "liked", "it", "."], ["Bob", "saw", "Anna", "."]],
    [[(0, 1), (7, 8), (13, 14)], [(3, 6), (9, 10)], [(11, 12)]],
)
WORD = re.compile(rb"(?<![\w%@#.-])[%@#]?[A-Za-z_][\w.-]*")


def format_of(layout):
    return CALLED.get(layout, layout)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_file_is_recognised_as_its_format_alone(layout):
    chance = random.Random(layout)
    for _ in range(8):
        for texts in random_pair(chance):
            if any(not text.entities for text in texts):
                continue  # an answer without marks is plain text
            content = next(iter(files_of(layout, texts).values()))
            for each in (content, b"\n" + content) if layout not in ("zip", "conll-2", "webanno") else (content,):
                assert unread_kind(each) is None
                assert [format.name for format in detected(each)] == [format_of(layout)]


def test_every_format_is_recognised_by_a_layout():
    """The forms of answers beside these are recognised in tests/unit/formats/llm/test_forms.py."""
    assert {format_of(layout) for layout in LAYOUTS} | {*INLINE, *LISTED} == set(FORMATS)


def damages(content):
    """The file without one of its first lines, and with one of its names spelt otherwise throughout."""
    lines = content.splitlines(keepends=True)
    yield from (b"".join(lines[:number] + lines[number + 1 :]) for number in range(min(len(lines), 12)))
    for name in list(dict.fromkeys(WORD.findall(content)))[:30]:
        yield re.sub(rb"(?<![\w%@#.-])" + re.escape(name) + rb"(?![\w.-])", b"zz", content)


@pytest.mark.parametrize("layout", [name for name in LAYOUTS if name not in ROWS])
def test_a_damaged_file_is_refused_or_warned_about_but_never_taken_for_another(layout, tmp_path):
    files = files_of(layout, [WHOLE])
    first, content = next(iter(files.items()))

    def put(folder, content):
        for name, text in {**files, first: content}.items():
            path = tmp_path / folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
        return tmp_path / folder / first

    key = put("key", content)
    format = read_corpus(key).files[0].format
    silent = []
    for number, damaged in enumerate(damages(content)):
        response = put("response", damaged)
        try:
            result = cs.score(key, response, metrics=["mentions", "b3"])
        except cs.CorefscopeError:
            continue
        is_perfect = set(result.f1.values()) == {1}
        other = read_corpus(response).files[0].format != format
        if not result.warnings and (other or set(result.f1.values()) == {0}):
            silent.append((number, result.f1, damaged[:200]))
        assert is_perfect or not other or result.warnings, damaged[:200]
    assert silent == []


UNREAD_FILES = {
    "HTML": '<!DOCTYPE html>\n<html><body><span class="m">Ann</span> ran</body></html>',
    "a part of an MMAX2 project": '<!DOCTYPE markables SYSTEM "a.dtd">\n<markables xmlns="x">',
    "XML of another tool": '<?xml version="1.0"?>\n<!-- x -->\n<TEI xmlns="x"><span xml:id="a" ana="#b">A</span>',
    "RTF": "{\\rtf1\\ansi Ann ran.}",
    "BookNLP's tokens or quotations": "paragraph_ID\tsentence_ID\ttoken_ID_within_sentence\n0\t0\t0\n",
    "GAP": "ID\tText\tPronoun\tPronoun-offset\tA\nx\ty\tz\t0\tAnn\n",
    "a treebank": "( (S (NP (NNP Ann)) (VP (VBD ran)) (. .)) )\n",
}


@pytest.mark.parametrize("name", UNREAD)
def test_what_is_known_and_not_read_is_named(name, tmp_path):
    path = tmp_path / "file.txt"
    path.write_text(UNREAD_FILES[name], encoding="utf-8")
    with pytest.raises(cs.CorefscopeError) as caught:
        cs.read(path)
    assert caught.value.code == "unread-format"
    assert str(caught.value).startswith(f"{path}:1: this is {name}, which is not read (")
