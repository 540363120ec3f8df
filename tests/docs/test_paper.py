"""paper.md has the form that JOSS asks for, and its numbers are those that the commands in it give."""

import re

import pytest

from support.site import ROOT

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
TEXT = (ROOT / "paper" / "paper.md").read_text("utf-8")
_, HEAD, BODY = TEXT.split("---\n", 2)
PROSE = " ".join(BODY.split())
RESULTS = (ROOT / "benchmarks" / "results.md").read_text("utf-8")
PAPERS = (ROOT / "docs" / "reproduction.md").read_text("utf-8")


def test_head_and_sections_are_those_of_the_form():
    head = yaml.safe_load(HEAD)
    assert {"title", "tags", "authors", "affiliations", "date", "bibliography"} <= set(head)
    sections = re.findall(r"^# (.*)$", BODY, re.MULTILINE)
    assert {"Summary", "Statement of need", "Acknowledgements", "References"} <= set(sections)
    assert 250 < len(re.sub(r"```.*?```|^\|.*$", "", BODY, flags=re.DOTALL | re.MULTILINE).split()) < 1000


def test_no_author_is_invented():
    """Until people put their names here, it says so; then this test goes."""
    assert [author["name"] for author in yaml.safe_load(HEAD)["authors"]] == ["AUTHOR TO BE FILLED IN"]


def test_every_reference_is_in_the_bibliography_and_cited():
    cited = set(re.findall(r"@([a-z]+\d{4})", BODY))
    kept = re.findall(r"^@\w+\{(\w+),", (ROOT / "paper" / "paper.bib").read_text("utf-8"), re.MULTILINE)
    assert sorted(kept) == sorted(cited)


def test_papers_of_metrics_are_cited_as_the_program_cites_them():
    mine, ours = (
        dict(re.findall(r"^@\w+\{(\w+),\n(.*?)^\}$", path.read_text("utf-8"), re.MULTILINE | re.DOTALL))
        for path in (ROOT / "paper" / "paper.bib", ROOT / "src" / "corefscope" / "reporting" / "papers.bib")
    )
    shared = mine.keys() & ours.keys()
    assert mine.keys() - shared == {"post2018"}
    assert {key: mine[key] for key in shared} == {key: ours[key] for key in shared}


def test_numbers_recomputed_from_papers_are_those_of_the_page():
    agree, known, unexplained = re.search(r"^\| all \| (\d+) \| (\d+) \| (\d+) \|$", PAPERS, re.MULTILINE).groups()
    assert f"Of these, {agree} agree with ours to the printed digits and {known} do not" in PROSE
    assert f"each of the {known} is explained" in PROSE
    assert unexplained == "0"


def test_times_are_those_of_the_measured_run():
    rows = re.findall(r"^\| (OntoNotes × \d+) \| (\w+) \| (.+?) \| ([\d.]+) \| ([\d.]+) \|$", BODY, re.MULTILINE)
    assert len(rows) == 8
    for data, kind, scorer, seconds, ours in rows:
        section = RESULTS.split(f"## {data}, {kind}, ")[1].split("\n## ")[0]
        assert re.search(rf"^\| {re.escape(scorer)} \| {seconds} \|.*\| yes \|$", section, re.MULTILINE)
        assert re.search(rf"^\| corefscope \| {ours} \|", section, re.MULTILINE)
    command = re.search(r"`(python benchmarks/compare\.py .*?)`", RESULTS)[1]
    assert f"`{command}`" in PROSE
    assert f"({re.search(r'`[^`]*`[^(]*[(]([^)]*)[)]', RESULTS)[1]})" in BODY


def test_the_range_of_dialects_is_that_of_the_block():
    block = re.search(r"```console\n(.*?)```", BODY, re.DOTALL)[1]
    scores = [float(line.split()[-1]) for line in block.splitlines() if re.fullmatch(r"\w+( +\d+\.\d+){4}", line)]
    assert f"between {min(scores):.2f} and {max(scores):.2f}" in PROSE
    documents = re.search(r"(\d+) documents", block)[1]
    assert f"On the {documents} short texts that come with" in PROSE
