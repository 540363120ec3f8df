"""`corefscope errors`, as a user runs it."""

import csv
import io
import json

import pytest

from corefscope.analysis.mistakes.errors import KINDS
from corefscope.reporting.views.error_rows import COLUMNS, PARTS
from support.command_line import KEY, A, B


@pytest.fixture
def ok(run):
    def done(*arguments):
        ran = run(*arguments)
        assert (ran.status, ran.err) == (0, "")
        return ran.out

    return done


def test_a_first_look(ok):
    shown = ok("errors", KEY, A)
    assert "Errors by type, and CoNLL F1 if they were repaired" in shown
    assert "missing mention       6     85.49          100.00" in shown
    assert "the small ship  the island   harbour  37–39" in shown
    assert "MUC      76.47      76.47        23.53           23.53                 no earlier mention" in shown
    assert shown.splitlines()[-1].startswith("corefscope:")


def test_json_has_every_part_and_every_place(ok):
    found = json.loads(ok("errors", KEY, A, B, "-o", "json"))
    assert found["schema"] == 1
    assert set(PARTS) <= set(found)
    assert found["counts"]["response-a.conll"] == {
        **dict.fromkeys(KINDS, 0), "conflated": 3, "extra mention": 2, "divided": 3, "missing mention": 6,
    }  # fmt: skip
    assert len(found["errors"]) == 14 + 5
    error = next(row for row in found["errors"] if row["kind"] == "divided")
    place = error["key_mentions"][0]
    assert (place["text"], place["first"], place["last"], place["sentence"]) == ("the small ship", 37, 39, 3)
    assert (place["file"], place["line"]) == (KEY, 41)
    assert error["with"]["text"] == "The ferry"
    assert sum("response-b.jsonl" in row["also"] for row in found["errors"]) == 2
    gap = next(row for row in found["gaps"] if row["metric"] == "b3")
    scores = found["systems"][0]["scores"]["b3"]
    assert gap["recall_cost"] == pytest.approx(1 - scores["recall"])
    whole = next(row for row in found["differences"] if (row["metric"], row["what"]) == ("conll", "all"))
    conll = [system["scores"]["conll"]["f1"] for system in found["systems"]]
    assert whole["gain"] == pytest.approx(conll[1] - conll[0])


@pytest.mark.parametrize("part", PARTS)
def test_csv_has_one_part(ok, part):
    reader = csv.DictReader(io.StringIO(ok("errors", KEY, A, B, "--show", part, "-o", "csv")))
    assert bool(list(reader)) == (part != "anaphora")  # the examples have entities only
    assert tuple(reader.fieldnames) == ("system", *COLUMNS[part])


def test_a_perfect_response_has_a_header_and_no_error(ok):
    assert ok("errors", KEY, KEY, "-o", "csv") == ",".join(("system", *COLUMNS["errors"])) + "\n"


def test_only_some_kinds_and_few_of_them(ok):
    shown = ok("errors", KEY, A, "--show", "errors", "--kind", "divided", "--kind", "conflated", "--top", "1")
    assert "divided: 3" in shown
    assert "conflated: 3" in shown
    assert "missing" not in shown
    assert shown.count("the small ship") == 2


def test_several_systems(ok):
    shown = ok("errors", KEY, A, B)
    assert "missing mention                 6                 4         2                      4" in shown
    assert "CoNLL F1 that response-b.jsonl gains over response-a.conll, in points" in shown
    assert "entity 6    bakery                         the bread   +5.71" in shown


def test_a_language_gives_the_lists_of_words(ok):
    found = json.loads(ok("errors", KEY, A, "--language", "none", "--show", "errors", "-o", "json"))
    assert found["types"]["response-a.conll"] == {"words": 68}
    off = ("--language", "none", "--guess-types", "none")
    found = json.loads(ok("errors", KEY, A, *off, "--show", "errors", "-o", "json"))
    assert found["types"]["response-a.conll"] == {"unknown": 68}
    assert found["language"] == {"name": "none", "articles": "", "marks": "", "pronouns": ""}


def test_groups_of_documents(ok):
    shown = ok("errors", KEY, A, "--show", "breakdowns", "--by", "([a-z]+)")
    assert "b3 by pattern (the pattern it is in)" in shown
    assert "harbour   19        18   78.95" in shown


def test_plots(ok, tmp_path):
    pytest.importorskip("vl_convert", reason="plots need vl-convert-python")
    path = tmp_path / "errors.svg"
    ok("errors", KEY, A, B, "--show", "repairs", "--plot", str(path))
    drawn = path.read_text(encoding="utf-8")
    assert all(kind in drawn for kind in KINDS)
    assert "CoNLL F1" in drawn


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--show", "error"], "there is no part 'error' (did you mean errors?"),
        (["--kind", "dividd"], "there is no error type 'dividd' (did you mean divided?"),
        (["--language", "fr"], "there is no language 'fr' (languages: en, de, none)"),
        (["--top", "0"], "--top 0: a list has at least one row"),
        (["-o", "xml"], "there is no output 'xml'"),
        (["-o", "csv", "--show", "links", "--show", "errors"], "a csv holds one table"),
        (["-m", "ari", "--show", "costs"], "what each mention costs under ari cannot be said (there are rules for"),
        (["--show", "differences"], "differences are between systems (give two responses or more)"),
        (["--average", "macro"], "errors are counted over the whole corpus (use --average micro)"),
        (
            ["--by", "([A-Z]{9})"],
            "--by ([A-Z]{9}): not in the data, not a file, and as a pattern it matches no ",
        ),
        (["--plot", "x.pdf"], "x.pdf: a plot is written as .svg, .png or .html"),
    ],
)
def test_mistakes_are_said(run, arguments, message):
    ran = run("errors", KEY, A, *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err
