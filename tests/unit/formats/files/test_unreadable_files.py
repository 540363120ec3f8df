"""Files that hold no coreference at all: refused in a sentence that says what they are."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import time
import zipfile

import pytest

from corefscope.formats.load import read_corpus
from corefscope.problems import FormatError

CONLL = "#begin document (tale); part 000\nmill\t(1)\n#end document\n"


def refuse(read_text, put, content, name="text.conll", **options):
    """The error's text behind the file's name, which must be in it."""
    with pytest.raises(FormatError) as caught:
        read_text(content, name, **options)
    path = put(content, name)
    assert str(caught.value).startswith(path)
    return str(caught.value).removeprefix(path)


@pytest.mark.parametrize("content", [b"", b"\n", b" \t\r\n\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n"])
@pytest.mark.parametrize("name", ["text.conll", "text.jsonl"])
def test_empty_files(read_text, put, content, name):
    assert refuse(read_text, put, content, name) == ": the file is empty"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_utf_16(read_text, put, encoding):
    message = refuse(read_text, put, CONLL.encode(encoding))
    assert "UTF-16" in message or "binary" in message


def test_utf_16_with_its_mark_says_what_to_do(read_text, put):
    assert refuse(read_text, put, b"\xff\xfe" + CONLL.encode("utf-16-le")) == ": the file is UTF-16 (save it as UTF-8)"
    assert refuse(read_text, put, b"\xfe\xff" + CONLL.encode("utf-16-be")) == ": the file is UTF-16 (save it as UTF-8)"


@pytest.mark.parametrize(
    "members", [("[Content_Types].xml", "word/document.xml"), ("mimetype", "META-INF/manifest.xml")]
)
@pytest.mark.parametrize("name", ["answer.docx", "answer.zip", "answer.txt"])
def test_office_documents(read_text, put, members, name):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for member in members:
            archive.writestr(member, "<a/>")
    message = refuse(read_text, put, content.getvalue(), name)
    assert message.startswith(":1: this is an office document, which is not read (save its text as plain text")


@pytest.mark.parametrize(("start", "kind"), [(b"%PDF-1.4\n", "PDF"), (b"\xd0\xcf\x11\xe0", "an office document")])
def test_other_documents_that_are_not_text(read_text, put, start, kind):
    message = refuse(read_text, put, start + b"\xa1\xb1 no zero byte\n", "answer.txt")
    assert message == f":1: this is {kind}, which is not read (save its text as plain text, UTF-8)"


def test_binary_files_name_the_line(read_text, put):
    assert refuse(read_text, put, CONLL.encode() + b"it\t\0\n").startswith(":4: the file is binary")
    assert refuse(read_text, put, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").startswith(":3: the file is binary")


@pytest.mark.parametrize(
    "content",
    [
        "The mill stands at the river.\nIt turns all day.\n",
        "The mill stands at the river.\n\nIt turns all day.\n",
        "# The mill\n\nIt stands at the river.\n",
        "The mill -\nstands at the river.\n",
        "word\n",
        "one\ntwo\nthree\n",
        "<?xml version='1.0'?>\n<text/>\n",
        "word,entity\nmill,1\nit,1\n",
        "word\tentity\nmill\t1\nit\t1\n",
        "mill\t1\nit\t1\n",
        "0\tmill\tNN\n1\tit\tPRP\n",
        "a: 1\nb: [2]\n",
        "[section]\nkey = value\n",
        '"just a string"\n',
        "42\n",
        "null\n",
        "[[[0, 1]]]\n",
    ],
)
def test_text_without_a_coreference_column(read_text, put, content):
    message = refuse(read_text, put, content, "text.txt")
    assert message.startswith(":")
    assert message[1].isdigit()
    assert re.search("no (coreference column can be|markup) found", message)


def test_a_column_that_is_not_coreference_is_quoted(read_text, put):
    message = refuse(read_text, put, "0\tmill\tNN\n1\tit\tPRP\n", format="conll")
    assert message.startswith(":1: no coreference column can be found: the last column reads 'NN' (expected -, _, ")


@pytest.mark.parametrize(
    "text",
    [
        "see https://example.org/an/address/of/some/length))\n",
        "of a_long_and_winding_line_of_words_and_bars||\n",
        "a " + "b" * 3_000_000 + "\n",
        "#begin document (x)\na " + "b" * 3_000_000 + "\n",
    ],
    ids=["address", "bars", "very long word", "very long cell"],
)
def test_looking_at_long_words_takes_no_time(put, text):
    """A pattern that backtracks would not come back in anybody's life; so in a process that can be ended."""
    program = "import sys, corefscope as cs\ntry: cs.read(sys.argv[1])\nexcept cs.CorefscopeError: print('refused')"
    command = [sys.executable, "-c", program, put(text, "prose.txt")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)
    assert done.stdout == "refused\n", done.stderr


def test_a_fence_and_blanks_take_linear_time(put):
    path, start = put("```" + " " * 60_000 + "x", "answer.txt"), time.process_time()
    with pytest.raises(FormatError, match="no markup found"):
        read_corpus(path)
    assert time.process_time() - start < 5  # 30 s where each blank is tried with all behind it
