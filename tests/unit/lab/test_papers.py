"""The papers recomputed: everything agrees or is known not to, and what changes is noticed."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from corefscope.cli.main import main
from corefscope.lab.papers import recomputed
from corefscope.lab.papers.items import CUT, Range, derived, f_measure, mean, number
from corefscope.lab.papers.printed import example, known_differences, numbers, rows
from corefscope.lab.papers.recomputed import sections
from corefscope.lab.papers.registry import AGREES, DIFFERS, KNOWN_DIFFERENCE, Reproduction, recompute
from corefscope.lab.published.tables import PAPERS
from corefscope.reporting.views.lab import papers as papers_view
from corefscope.reporting.views.lab import papers_text

KNOWN = known_differences()
PAGE = Path(__file__).parents[3] / "docs" / "reproduction.md"


@pytest.fixture(scope="module")
def everything():
    return recompute()


def run(*words):
    return main(["lab", "papers", *words])


def test_everything_agrees_or_is_known_not_to(everything):
    assert everything.unexplained == []


def test_every_known_difference_is_one(everything):
    seen = {everything.why(section, item) for section in everything.sections for item in section.all()}
    agreeing = {
        everything.why(section, item) for section in everything.sections for item in section.all() if item.agrees
    }
    assert set(KNOWN) <= seen
    assert agreeing == {None}
    assert len({row[:4] for row in KNOWN}) == len(KNOWN)


def test_places_are_unique(everything):
    places = [(section.paper, section.name) for section in everything.sections]
    assert len(set(places)) == len(places)
    for section in everything.sections:
        assert section.all(), section.name
        assert len({(item.row, item.column) for item in section.all()}) == len(section.all()), section.name


def count(reproduction, paper, name):
    return sum(len(section.items) for section in reproduction.papers[paper] if section.name.startswith(name))


@pytest.mark.parametrize(
    ("paper", "name", "numbers"),
    [
        ("chen2013", "Table 1", 120),
        ("recasens2011", "Table 9", 48),
        ("recasens2011", "Table 10", 40),
        ("recasens2011", "Table 11", 56),
        ("recasens2011", "Table 13", 24),
        ("pradhan2014", "§4", 25),
        ("pradhan2014", "Table 1", 53),
        ("moosavi2016", "§3.3, Table 3", 10),
    ],
)
def test_no_number_is_left_out(everything, paper, name, numbers):
    assert count(everything, paper, name) == numbers


def test_all_papers_are_there(everything):
    assert list(everything.papers) == list(PAPERS)
    totals = everything.counts()
    assert totals[AGREES] > 600
    assert totals[KNOWN_DIFFERENCE] == len(KNOWN)
    assert totals[DIFFERS] == 0


def test_the_responses_cover_the_mentions_of_the_key():
    for place in (
        "chen2013 Figure 2",
        "recasens2011 Figure 1",
        "recasens2011 Figure 3",
        "recasens2011 Figure 4",
        "recasens2011 Figure 5",
        "recasens2011 Table 8",
        "recasens2011 Table 12",
    ):
        key, responses, types = example(place)
        mentions = sorted(mention for entity in key for mention in entity)
        assert sorted(types) == (mentions if types else [])
        assert responses
        for response in responses.values():
            assert sorted(mention for entity in response for mention in entity) == mentions


@pytest.mark.parametrize(
    ("printed", "value", "digits", "agrees"),
    [
        ("66.67", 200 / 3, "rounded", True),
        ("66.66", 200 / 3, "rounded", False),
        ("66.66", 200 / 3, CUT, True),
        ("66.67", 200 / 3, CUT, False),
        ("66.66", Fraction(6667, 100), CUT, False),
        ("50.00", 50, CUT, True),
        ("100", 99.9, "rounded", False),
        ("0", 0, "rounded", True),
        ("2,404", 2404, "rounded", True),
        ("2,404", 2405, "rounded", False),
    ],
)
def test_a_number_agrees_with_its_printed_digits(printed, value, digits, agrees):
    assert number("", "", printed, value, digits).agrees is agrees


def test_derived_numbers_allow_for_the_digits_of_their_sources():
    assert derived("", "", "45.0", mean, ["56.7", "42.9", "35.6"]).agrees  # 45.07 from rounded values
    assert not derived("", "", "40.3", mean, ["53.5", "34.8", "34.1"]).agrees
    assert derived("", "", "72.60", f_measure, ["69.31", "76.23"], CUT).agrees
    assert not derived("", "", "72.59", f_measure, ["69.31", "76.23"], CUT).agrees
    assert Range.of("100") == Range(Fraction(100), Fraction(100))


def test_the_parts_that_explain_the_one_entity_response():
    [note] = [section.note for section in sections("moosavi2016") if section.name == "§3.1"]
    assert note.endswith("follow with 346 parts.")


def test_a_number_that_is_not_known_to_differ_fails(monkeypatch, capsys):
    printed = numbers("pradhan2014", "§4.1–4.3")
    assert printed[1][2:] == ("MUC", "precision", "response", "muc precision", "0.40")
    changed = [printed[0], printed[1]._replace(printed="0.41"), *printed[2:]]
    monkeypatch.setattr(recomputed, "numbers", lambda *place: changed if place[1] == "§4.1–4.3" else numbers(*place))
    assert run("pradhan2014") == 1
    shown = capsys.readouterr()
    assert "corefscope: differs: pradhan2014, §4.1–4.3: MUC precision: printed 0.41, ours 0.4000" in shown.err
    assert "! MUC, precision: printed 0.41, ours 0.4000. Why: NOT ON THE LIST" in shown.out


@pytest.mark.parametrize("name", ["numbers", "statements"])
def test_every_row_of_the_data_belongs_to_a_section(name):
    places = [tuple(row[:2]) for row in rows("sections")]
    assert {tuple(row[:2]) for row in rows(name)} <= {*places, ("chen2013", "Figure 3")}
    assert len(set(places)) == len(places)


@pytest.mark.parametrize(
    ("check", "holds", "evidence"),
    [
        ("muc@A > muc@C", True, "92.31 > 80.00"),
        ("muc@A > muc@C > muc@A", False, "92.31 > 80.00 > 92.31"),
        ("muc@A = muc@B and ceafm@A >= ceafm@B", True, "92.31 = 92.31 and 98.57 >= 98.57"),
        ("not rand@E > rand@D", False, "not 99.67 > 99.50"),
        ("muc@A,B ~ muc@B,A", True, "92.31 ~ 92.31"),
        ("muc@A,C ~ muc@A,A", False, "92.31 ~ 92.31"),
        ("muc@A - muc@C > muc@A - muc@B", True, "92.31 - 80.00 > 92.31 - 92.31"),
        ("93 > muc@A > 92.5", False, "93 > 92.31 > 92.5"),
    ],
)
def test_a_statement_is_decided_by_the_scores(monkeypatch, check, holds, evidence):
    row = ["recasens2011", "Table 10", "said", check, ""]
    monkeypatch.setattr(recomputed, "rows", lambda name: [row] if name == "statements" else rows(name))
    [section] = [one for one in sections("recasens2011") if one.name == "Table 10"]
    assert [(item.column, item.agrees, item.ours) for item in section.claims] == [("said", holds, evidence)]


def test_a_known_difference_is_known_only_with_both_its_values(everything):
    for section in everything.sections:
        for item in section.all():
            if not item.agrees:
                changed = replace(item, ours=item.ours + "0")
                assert everything.verdict(section, item) == KNOWN_DIFFERENCE
                assert everything.verdict(section, changed) == DIFFERS


def test_text_shows_printed_and_ours_and_why(capsys):
    assert run("moosavi2016") == 0
    text = capsys.readouterr().out
    assert "  cr2  printed    60.00     40.00     66.66     66.66     32.29\n" in text
    assert "       ours     60.0000   40.0000   66.6667   66.6667   35.2941*\n" in text
    assert "* cr2, BLANC: printed 32.29, ours 35.2941. Why: the key is one entity" in text
    assert max(map(len, text.splitlines())) <= papers_text.WIDTH + 20


def test_only_differences(capsys):
    assert run("--differences") == 0
    text = capsys.readouterr().out
    assert "Table 7" not in text
    for row in KNOWN:
        assert row.column in re.sub(r"\s+", " ", text)


def test_json_has_every_number(everything, capsys):
    assert run("-o", "json") == 0
    found = json.loads(capsys.readouterr().out)
    verdicts = [item["verdict"] for section in found["sections"] for item in section["numbers"] + section["statements"]]
    assert {name: verdicts.count(name) for name in found["counts"]} == dict(everything.counts())
    explained = [
        item for section in found["sections"] for item in section["numbers"] + section["statements"] if "why" in item
    ]
    assert len(explained) == len(KNOWN)


def test_page_is_current(everything):
    page = papers_view.page(everything)
    assert PAGE.read_text(encoding="utf-8") == page, "run corefscope lab papers --write docs/reproduction.md"


def test_page_is_written(tmp_path, capsys):
    target = tmp_path / "page.md"
    assert run("chen2013", "--write", str(target)) == 0
    assert target.read_text(encoding="utf-8") == papers_view.page(recompute(["chen2013"]))
    assert run("chen2013", "-o", "markdown") == 0
    assert target.read_text(encoding="utf-8") in capsys.readouterr().out


def test_page_shows_unexplained_differences_too(everything):
    bare = Reproduction(everything.papers["pradhan2014"][:1], known=())
    assert "not on the list of known differences" in papers_view.page(bare)


@pytest.mark.parametrize("words", [["nobody1999"], ["-o", "tex"]])
def test_unknown_names_are_said(words, capsys):
    assert run(*words) == 2
    assert re.search(r"there is no (paper 'nobody1999'|output 'tex')", capsys.readouterr().err)


def test_a_page_that_cannot_be_written(tmp_path, capsys):
    assert run("chen2013", "--write", str(tmp_path / "missing" / "page.md")) == 2
    assert "the page cannot be written: No such file" in capsys.readouterr().err
