"""`corefscope stats`: the numbers as a table, as JSON and as a picture."""

import json
import re
from pathlib import Path

from support.command_line import KEY, A


def table(text):
    """The rows of the table by their title."""
    rows = {}
    for line in text.split("\n\n")[0].splitlines()[1:]:
        title, *cells = re.split(r"\s{2,}", line.strip())
        rows[title] = cells
    return rows


def test_standard_input_is_read_once(run):
    piped = run("stats", "-", "--key", KEY, "-o", "json", stdin=Path(A).read_bytes())
    assert piped.status == 0
    assert json.loads(piped.out)["-"] == json.loads(run("stats", A, "--key", KEY, "-o", "json").out)["response-a.conll"]
    key = run("stats", A, "--key", "-", stdin=Path(KEY).read_bytes())
    assert key.status == 0
    for arguments in (("-", "-"), ("-", "--key", "-")):
        done = run("stats", *arguments, stdin=Path(A).read_bytes())
        assert done.status == 2
        assert "standard input can be read only once" in done.err


def test_types_from_a_file(run, put):
    types = put("types.csv", "document,start,end,type\n(harbour); part 000,0,2,nominal\n")
    assert table(run("stats", KEY, "--types", types, "--guess-types", "none").out)["type nominal"] == ["1 (2.8 %)"]
    done = run("stats", KEY, "--types", "nowhere.csv")
    assert done.status == 2
    assert "nowhere.csv: the types cannot be read" in done.err


def test_minimum_spans_have_a_row_where_there_are_any(run, put):
    text = (
        '<DOC>\n<TEXT>\n<COREF ID="1" MIN="mill">The old mill</COREF> and <COREF ID="2">it</COREF>\n</TEXT>\n</DOC>\n'
    )
    rows = table(run("stats", put("a.sgml", text), KEY).out)
    assert rows["with a minimum span"] == ["1", "0"]
    assert "with a minimum span" not in table(run("stats", KEY).out)
