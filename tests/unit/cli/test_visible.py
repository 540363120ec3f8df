"""What files and names hold is shown, and never acts: not on a terminal, not in a table, not in LaTeX."""

import csv
import io
import json
import os
import re
import shutil

import pytest

from corefscope.reporting.report import OUTPUTS
from support.command_line import KEY, A

# A title and the clipboard of a terminal, colours, a carriage return, a separate line, text in the other direction.
ACTING = (
    "\x1b]0;title\x07\x1b]52;c;eA==\x07\x1b[31m\r\n\\immediate\\write18{x}\n| FORGED | 1.00 |\u202e\u2028\x9b2J\x7f"
)
SHOWN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
FORGED = re.compile(r"^\s*(\||\\immediate|FORGED)", re.MULTILINE)
LINE = ACTING.replace("\r", "").replace("\n", "").replace("\u2028", "")  # for names that must not end a line


def record(name, word, clusters, **fields):
    words = [f"{word}{number}" for number in range(12)]
    return {"doc_key": name, "sentences": [words], "clusters": clusters, **fields}


def lines(records):
    return "".join(json.dumps(each) + "\n" for each in records)


@pytest.fixture
def files(put):
    """Hostile names of files, documents and groups, and hostile words; three systems, each with other mistakes."""
    documents = [f"{ACTING}{number}" for number in range(3)]
    kept = [[[0, 1], [4, 5], [8, 8]], [[2, 3], [6, 6]]]
    other = [[[0, 1], [6, 6]], [[2, 3], [4, 5], [10, 11]]]
    key = put(f"key{LINE}.jsonl", lines([record(name, ACTING, kept, genre=ACTING) for name in documents]))
    one = put(f"one{ACTING.replace('/', '')}.jsonl", lines([record(name, ACTING, other) for name in documents]))
    two = put(
        "two\n.jsonl", lines([record(name, ACTING, kept) for name in documents[:2]] + [record("new", ACTING, [])])
    )
    return key, one, two


def check_shown(*texts, tabs=False):
    for text in texts:
        match = SHOWN.search(text)
        assert match is None, repr(text[max(0, match.start() - 60) : match.end() + 20])
        assert tabs or "\t" not in text
        assert FORGED.search(text) is None


SHOWING = {
    "score": ("score", "{key}", "{one}", "--per-document", "--by", "genre"),
    "score several": ("score", "{key}", "{one}", "{two}", "--by", "document"),
    "score fails": ("score", "{key}", "{one}", "--fail-under", "muc=1"),
    "score in LaTeX": ("score", "{key}", "{one}", "{two}", "-o", "latex", "--by", "genre"),
    "compare": ("compare", "{key}", "{one}", "{two}", "-m", "muc", "--by", "genre", "--trials", "100"),
    "compare in LaTeX": ("compare", "{key}", "{one}", "{two}", "-m", "muc", "-o", "latex", "--trials", "100"),
    "agreement": ("agreement", "{key}", "{one}", "{two}", "-m", "muc", "--trials", "100"),
    "errors": ("errors", "{key}", "{one}", "{two}", "--show", "all"),
    "check": ("check", "{one}", "{two}", "--against", "{key}"),
    "stats": ("stats", "{key}", "{one}", "--key", "{key}"),
    "official": ("official", "muc", "{key}", "{one}"),
    "official, unknown document": ("official", "muc", "{key}", "{one}", ACTING),
    "effect": ("lab", "effect", "{key}", "{one}", "-m", "muc"),
    "links": ("lab", "links", "{key}", "{one}"),
    "unknown metric": ("score", "{key}", "{one}", "-m", ACTING),
    "unknown option": ("score", "{key}", "{one}", "--" + ACTING),
    "unknown option of one word": ("score", "{key}", "{one}", "--\x1b[31m\nFORGED\x07"),
    "unknown command": (ACTING,),
    "missing file": ("score", "{key}", "nowhere" + ACTING),
    "names": ("score", "{key}", "{one}", "--types", "{one}"),
    "names twice": ("compare", "{key}", "{one}", "{two}", "--names", f"{ACTING},{ACTING}"),
    "scope": ("score", "{key}", "{one}", "--scope", ACTING),
    "group": ("score", "{key}", "{one}", "--by", ACTING),
    "converted": ("convert", "{one}", "{folder}/out.conll"),
    "converted to CoNLL-U": ("convert", "{one}", "{folder}/out.conllu"),
    "converted to brat": ("convert", "{key}", "{folder}/brat", "--to", "brat"),
    "baseline": ("baseline", "{key}", "{folder}/out.jsonl", "--kind", "singletons"),
    "report": ("report", "{key}", "{one}", "{two}", "-o", "{folder}/report" + LINE + ".html"),
}


@pytest.mark.parametrize("command", SHOWING.values(), ids=SHOWING)
def test_nothing_acts(run, files, tmp_path, command):
    places = dict(zip(("{key}", "{one}", "{two}"), files, strict=True)) | {"{folder}": str(tmp_path)}
    done = run(*(re.sub(r"\{(key|one|two|folder)\}", lambda match: places[match[0]], word) for word in command))
    assert done.status in (0, 1, 2)
    assert "Traceback" not in done.err
    check_shown(done.out, done.err, tabs=command[0] == "official")


def test_markdown_keeps_its_rows(run, files):
    key, one, two = files
    for command in (("score", "--by", "genre"), ("compare", "--trials", "100")):
        done = run(command[0], key, one, two, "-m", "muc", "-o", "markdown", *command[1:])
        assert done.status == 0
        check_shown(done.err)
        assert SHOWN.search(done.out) is None
        assert "FORGED" in done.out
        assert not re.search(r"^\| FORGED", done.out, re.MULTILINE)
        assert len({line.count(" | ") for line in done.out.split("\n\n")[2].splitlines()}) == 1


def test_what_a_terminal_shows_is_harmless_too(files):
    from support.on_terminal import on_terminal  # skips where no terminal can be looked at

    key, one, two = files
    for command in (("score", "--per-document"), ("compare", "-m", "muc", "--trials", "100"), ("errors",)):
        screen = on_terminal(command[0], key, one, two, *command[1:], NO_COLOR="1")
        assert "\x1b]" not in screen
        assert "\x9b" not in screen
        assert "\x07" not in screen
        assert "\u202e" not in screen
        assert r"\x1b]0;title" in screen


def test_leaderboards_and_differences_show_names(run, put, files, tmp_path):
    record_ = lines([record("d", ACTING, [[[0, 1], [4, 5]]])])
    put(f"board/key/data{LINE}.jsonl", record_)
    put(f"board/systems/{LINE}a/data{LINE}.jsonl", record_)
    put(f"board/systems/{LINE}b/data{LINE}.jsonl", "{" + LINE)
    for output in ("table", "html"):
        done = run("leaderboard", tmp_path / "board", "-o", output)
        check_shown(done.err, done.out)
    key, *responses = files
    saved = [
        put(f"{number}.json", run("score", key, name, "--per-document", "-o", "json").out)
        for number, name in enumerate(responses)
    ]
    done = run("explain-difference", *saved)
    assert done.status == 0
    check_shown(done.out, done.err)


def test_data_stays_exact(run, files, tmp_path):
    key, one, _ = files
    saved = json.loads(run("score", key, one, "--per-document", "-o", "json").out)
    assert saved["key"]["path"] == key
    assert [each["document"] for each in saved["systems"][0]["per_document"]] == [
        f"{ACTING}{number}" for number in range(3)
    ]
    assert run("convert", one, tmp_path / "copy.jsonl").status == 0
    copied = [json.loads(line) for line in (tmp_path / "copy.jsonl").read_text(encoding="utf-8").split("\n") if line]
    assert copied[0]["doc_key"] == f"{ACTING}0"
    assert copied[0]["sentences"][0][3] == f"{ACTING}3"
    rows = list(csv.reader(io.StringIO(run("score", key, one, "--per-document", "-o", "csv").out)))
    assert f"{ACTING}0" in {row[1] for row in rows}


FORMULAS = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1")
NAMES = ("=1+1", "+1", "-1", "@SUM(A1)")


def test_text_is_not_a_formula_in_a_spreadsheet(run, put):
    words = [f"{formula}{number}" for number, formula in enumerate(FORMULAS)] * 2
    key = lines([{"doc_key": name, "sentences": [words], "clusters": [[[0, 0], [6, 6]]]} for name in NAMES])
    response = lines([{"doc_key": name, "sentences": [words], "clusters": [[[1, 1], [6, 6]]]} for name in NAMES])
    key, response = put("key.jsonl", key), put("=cmd.jsonl", response)
    commands = {
        ("score", "--per-document"): ("system", "document"),
        ("compare", "-m", "muc", "--trials", "100", "--by", "document"): ("system", "group"),
        ("agreement", "-m", "muc", "--trials", "100"): ("response",),
        ("errors", "--show", "errors"): ("system", "document", "key_text", "response_text"),
        ("errors", "--show", "costs"): ("system", "document", "text"),
    }
    for (command, *options), columns in commands.items():
        done = run(command, key, response, *options, "-o", "csv")
        assert done.status == 0, done.err
        rows = list(csv.DictReader(io.StringIO(done.out, newline="")))
        texts = {row[column] for row in rows for column in columns if row[column]}
        assert {text[0] for text in texts} & set("=+-@\t\r") == set(), (command, texts)
        assert any(text.startswith("'=") for text in texts)
    rows = list(csv.DictReader(io.StringIO(run("compare", key, response, key, "-m", "muc", "-o", "csv").out)))
    assert {float(row["value"]) for row in rows if row["against"]} == {-1.0}  # numbers are numbers


LONG = "x'y \x1b" * 30_000  # no quote ends a message's quote
WORD = LONG.replace(" ", "")
PLAIN = LONG.replace("\x1b", "")
BEFORE = "1\ta" + 7 * "\t_" + "\t"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.conll", f"#begin document ({LONG}); part 000\na\t({LONG}\n#end document\n"),
        ("a.conll", f"#begin document (d); part 000\n{WORD}\t(1)(1)\n#end document\n"),
        ("a.conll", f"#begin document (d); part 000\na\t(1{'x' * 90000}\n#end document\n"),
        ("a.conll", "#begin document (d); part 000\na\t" + "(x|" * 30000 + "\n#end document\n"),
        ("a.jsonl", json.dumps({"doc_key": LONG, "sentences": [[LONG]], "clusters": [[[0, 0], [0, 0]]]})),
        ("a.jsonl", json.dumps({"doc_key": LONG, "sentences": [[LONG]], "clusters": LONG})),
        ("a.jsonl", json.dumps({"doc_key": "d", LONG: 1, "sentences": [["a"]]})),
        ("a.jsonl", json.dumps({"doc_key": "d", "sentences": [["a"]], "clusters": [[[LONG, 0]]]})),
        ("a.jsonl", json.dumps({"doc_key": "d", "sentences": [LONG], "clusters": []})),
        ("a.csv", f"document,start,end,entity\nd,{LONG},1,e\n"),
        ("a.csv", f"document,start,end,entity\n{LONG},0,0,{LONG}\n{LONG},0,0,{LONG}\n{LONG},0,0,e\n"),
        ("a.csv", f"document,start,end,entity,{LONG},{LONG}\nd,0,0,e\n"),
        ("a.csv", f"document,start,end,entity,head\nd,0,0,e,{LONG}\n"),
        ("a.conllu", f"# global.Entity = {LONG}\n# newdoc id = d\n{BEFORE}Entity=({WORD}\n\n"),
        ("a.conllu", f"# global.Entity = eid\n# newdoc id = {LONG}\n{BEFORE}Entity={WORD})\n\n"),
        ("a.ann", f"T1\t{LONG}\t{LONG}\n"),
        ("a.ann", f"T1\tMention 0 {LONG}\tx\nR1\t{LONG} Arg1:{LONG} Arg2:T1\n"),
        ("a.sgml", f"<DOC><DOCID>{LONG}</DOCID><TXT><COREF ID=\"{LONG}\" REF=\"{LONG}2\">a</COREF></TXT></DOC>"),
        ("a.xml", f'<source_file><document DOCID="{PLAIN}"><entity ID="{PLAIN}"/></document></source_file>'),
    ],
)  # fmt: skip
@pytest.mark.parametrize("command", ["check", "score", "stats"])
def test_messages_quote_no_more_than_80_characters(run, put, name, content, command):
    key = put("key.conll", "#begin document (d); part 000\na\t(1)\n#end document\n")
    path = put(name, content)
    done = run(command, *([key] if command == "score" else []), path)
    assert "Traceback" not in done.err
    messages = done.err + (done.out if command == "check" else "")
    check_shown(messages)
    longest = max((len(match) for match in re.findall(r"(?:x'y (?:\\x1b)?|x'y\\x1b|x|\(x\|)+", messages)), default=0)
    assert longest <= 82, messages[:1000]


def test_a_name_that_is_not_utf8_is_shown_and_kept(run, tmp_path):
    folder = tmp_path / os.fsdecode(b"\xff\xfe")
    folder.mkdir()
    key, response = folder / os.fsdecode(b"key\xe9.conll"), folder / os.fsdecode(b"r\x80.conll")
    for source, target in ((KEY, key), (A, response)):
        shutil.copy(source, target)
    for command in (
        ("leaderboard", folder),
        ("score", folder / os.fsdecode(b"none\xff"), response),
        ("score", key, response, "-m", os.fsdecode(b"\xff")),
        ("score", key, response, os.fsdecode(b"--\xff")),
    ):
        done = run(*command)
        assert done.status == 2
        assert r"\udcff" in done.err
    for command in (
        *(("score", key, response, "-o", output) for output in OUTPUTS),
        ("score", key, response, "--by", "file"),
        ("compare", key, response, "-m", "muc"),
        ("report", key, response, "-o", folder / os.fsdecode(b"\xa0.html")),
        ("report", key, response, "-o", "-"),
        ("errors", key, response, "-o", "json"),
        ("check", response, "--against", key),
        ("stats", key, response),
        ("convert", key, folder / os.fsdecode(b"\xa0.jsonl")),
        ("convert", key, folder / os.fsdecode(b"\xa0"), "--to", "brat"),
        ("official", "muc", key, response),
    ):
        done = run(*command)
        assert done.status == 0, (command, done.err)
        assert not re.search("[\ud800-\udfff]|Traceback", done.err)
    saved = run("score", key, response, "-o", "json").out
    assert json.loads(saved)["key"]["path"] == str(key)
