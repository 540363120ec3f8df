"""A span is two numbers, and a few bytes may claim a billion tokens: no command needs memory for each of them."""

from __future__ import annotations

import json
import re
import tracemalloc

import pytest

ENOUGH = 64 << 20  # bytes; what a list of the positions of one such mention needs is a hundred times as much
KEY = {"doc_key": "d", "clusters": [[[0, 0], [1, 999_999_999]], [[5, 6], [7, 900_000_000]]]}
RESPONSE = {"doc_key": "d", "clusters": [[[0, 0], [1, 999_999_999]], [[5, 6], [7, 900_000_001], [8, 2_147_483_600]]]}
# Sub-tokens whose map skips most words: the document has two billion words, none of which is given.
MAPPED = {"doc_key": "d", "subtoken_map": [0, 1, 2_147_483_600], "clusters": [[[0, 0], [1, 2]], [[1, 1], [2, 2]]]}
CONLL = "#begin document (d); part 000\nd\t0\t0\ta\t(1)\nd\t0\t1\tb\t(1)\n#end document\n"
TABLE = "document,start,end,entity,head\nd,0,1,a,0\nd,1,2000000000,a,5\nd,5,7,b,6\nd,7,{end},b,8\n"
FILES = {
    "key.jsonl": json.dumps(KEY),
    "response.jsonl": json.dumps(RESPONSE),
    "mapped.jsonl": json.dumps(MAPPED),
    "words.conll": CONLL,
    "key.csv": TABLE.format(end=900_000_000),
    "response.csv": TABLE.format(end=900_000_001),
}
PAIRS = [
    ("key.jsonl", "response.jsonl"),
    ("words.conll", "response.jsonl"),
    ("mapped.jsonl", "key.jsonl"),
    ("key.csv", "response.csv"),
]
COMMANDS = [
    *(("score", "--match", how, "-m", "mor", "-m", "b3") for how in ("exact", "head", "partial", "min")),
    ("score", "--align", "characters"),
    ("score", "--zeros", "dependent"),
    ("score", "--per-document", "-o", "json"),
    ("errors",),
    ("errors", "-o", "json"),
    ("compare",),
    ("report",),
    ("check",),
    ("agreement",),
]
WRITTEN = ["conll", "corefud", "brat"]


@pytest.fixture
def measured(run, put, tmp_path):
    """Runs a command; of its files each is the path of one of FILES."""
    paths = {name: put(name, content) for name, content in FILES.items()}

    def command(*arguments):
        words = [paths.get(word, word) for word in arguments]
        words += ["-o", str(tmp_path / "page.html")] * (words[0] == "report")
        tracemalloc.start()
        try:
            done = run(*words)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert peak < ENOUGH, arguments
        assert "Traceback" not in done.err
        if done.status == 2:
            assert re.fullmatch(r"(corefscope: warning: .*\n)*corefscope: error: .*\(.*\)\n", done.err), done.err
        return done

    return command


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("pair", PAIRS, ids=" ".join)
def test_no_command_lists_the_positions_of_a_mention(measured, command, pair):
    name, *options = command
    done = measured(name, *pair, *options)
    works = not {"head", "partial", "min", "characters", "dependent"}.intersection(options)
    assert done.status in ((0,) if works else (0, 2)), done.err


@pytest.mark.parametrize("name", ["key.jsonl", "mapped.jsonl", "key.csv"])
@pytest.mark.parametrize("kind", ["singletons", "one-entity", "head-match", "string-match"])
def test_baselines_and_statistics(measured, name, kind):
    assert measured("stats", name).status == 0
    assert measured("baseline", name, "-", "--kind", kind, "--to", "json").status in (0, 2)


@pytest.mark.parametrize("name", ["key.jsonl", "mapped.jsonl", "key.csv"])
def test_formats_without_words_hold_any_span(measured, tmp_path, name):
    for format in ("json", "table"):
        assert measured("convert", name, str(tmp_path / "out"), "--to", format).status == 0


@pytest.mark.parametrize("name", ["key.jsonl", "mapped.jsonl", "key.csv"])
@pytest.mark.parametrize("format", WRITTEN)
def test_formats_with_words_refuse_a_billion_placeholders(measured, tmp_path, name, format):
    done = measured("convert", name, str(tmp_path / "out"), "--to", format)
    assert done.status == 2
    assert re.search(
        rf"the words of document 'd' are not known, and {format} would need [\d,]{{13}} placeholders", done.err
    )
    assert "(json and table need no words)" in done.err
    assert not (tmp_path / "out").exists()


def test_exact_scores_are_right_however_long_mentions_are(measured):
    done = measured("score", "key.jsonl", "response.jsonl", "-m", "mentions", "-m", "mor", "-o", "json")
    scores = json.loads(done.out)["systems"][0]["scores"]
    assert (scores["mentions"]["recall_num"], scores["mentions"]["recall_den"]) == (3, 4)
    lengths = [1, 999_999_999, 2, 899_999_994]
    assert scores["mor"]["recall_den"] == sum(lengths)
    # The mention that ends one token later covers all of the key's; the longest of the response is left over.
    assert scores["mor"]["recall_num"] == sum(lengths)


def test_one_span_outside_the_text_gives_one_line(measured, put, tmp_path):
    record = {"doc_key": "d", "tokens": ["a", "b"], "clusters": [[[0, 0], [1, 999_999_999]]]}
    path = put("outside.jsonl", json.dumps(record))
    fact = "mention 1–999999999 of document 'd' lies outside its 2 tokens (they are counted from 0 to 1)"
    for command in COMMANDS:
        if command[0] != "check":
            done = measured(command[0], path, path, *command[1:])
            assert (done.status, done.err) == (2, f"corefscope: error: {path}:1: {fact}\n"), command
    for format in WRITTEN:
        assert measured("convert", path, str(tmp_path / "out"), "--to", format).status == 2
    assert measured("check", path).status == 1
