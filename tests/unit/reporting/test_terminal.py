"""On a terminal of 60 columns or more, tables are cut into blocks of columns, and no number is shortened."""

import io
import re

import pytest
from rich.console import Console

import corefscope as cs
from corefscope.analysis.explanation import explain
from corefscope.reporting.render.terminal import show
from corefscope.reporting.views import board, comparison, errors, scores
from support.command_line import KEY, ROOT, A, B

TALES = ROOT / "examples" / "tales"
SYSTEMS = [TALES / f"{name}.jsonl" for name in ("large", "small", "nearest", "string")]
NAMES = [f"system-{number}-of-a-shared-task" for number in range(8)]
NUMBER = re.compile(r"\d[\d.,]*\d|\d")


def on_terminal(report, width, **options):
    console = Console(file=io.StringIO(), width=width, **{"color_system": None, **options})
    show(report, console)
    return console.file.getvalue()


def tables(text):
    """Without the sentences and the signature, which a terminal may wrap."""
    return [line for line in text.splitlines() if "  " in line.strip()]


@pytest.fixture(scope="module")
def reports():
    """What three systems and eight systems give, on a board too, and the errors of two."""
    out = {}
    for number in (3, 8):
        responses = [SYSTEMS[place % len(SYSTEMS)] for place in range(number)]
        result = cs.score(TALES / "key.jsonl", *responses, names=NAMES[:number])
        out[f"score {number}"] = scores.report(result)
        out[f"compare {number}"] = comparison.report(
            cs.compare(TALES / "key.jsonl", responses, names=NAMES[:number], trials=600, metrics=["conll", "lea"])
        )
    out["leaderboard"] = board.report(cs.leaderboard(ROOT / "examples" / "leaderboard", trials=100))
    outcome = explain(cs.score(KEY, A, B, metrics=["conll", "b3"]))
    out["errors"] = errors.report(outcome, ["errors", "costs", "links"])
    return out


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("name", ["score 3", "score 8", "compare 3", "compare 8", "leaderboard", "errors"])
def test_every_number_and_name_is_whole(reports, name, width):
    report = reports[name]
    output = on_terminal(report, width)
    assert max(map(len, tables(output))) <= width
    numbers = NUMBER.findall(output)
    for table in report.tables:
        for row in table.rows:
            for entry in row[1:]:
                for number in NUMBER.findall(entry.text) if entry.value is not None else ():
                    assert number in numbers
    if name != "errors":  # the text of mentions may be folded
        assert all(row[0].text.split(" - ")[0] in output for table in report.tables for row in table.rows)
        assert "…" not in output


def test_columns_that_fit_stay_together(reports):
    output = on_terminal(reports["score 3"], 120)
    assert output.count("System") == 1


def marked_rows(outcome):
    """The heading and the rows of the first table."""
    lines = on_terminal(comparison.report(outcome), 100).splitlines()
    heading = next(place for place, line in enumerate(lines) if "System" in line)
    return lines[heading], lines[heading + 2 : heading + 2 + len(outcome.result.systems)]


@pytest.mark.parametrize("baseline", ["small.jsonl", "string.jsonl"])
def test_numbers_with_and_without_marks_are_in_line(baseline):
    systems = [TALES / f"{name}.jsonl" for name in ("small", "large", "string")]
    heading, rows = marked_rows(cs.compare(TALES / "key.jsonl", systems, metrics=["conll", "lea"], baseline=baseline))
    assert any(re.search(r"\d[+-]", row) for row in rows)
    assert any(re.search(r"\d ", row) for row in rows)
    ends = {tuple(number.end() for number in re.finditer(r"\d\.\d\d", row)) for row in rows}
    assert ends == {tuple(title.end() for title in re.finditer("CoNLL|LEA", heading))}


def test_a_dash_stands_where_the_numbers_end():
    key = {str(number): [["a"]] for number in range(12)}
    alone = {name: [["a"], ["b"]] for name in key}
    heading, rows = marked_rows(cs.compare(key, {"x": alone, "y": alone}, metrics=["muc"], baseline="x"))
    assert {row.index("–") + 1 for row in rows} == {heading.index("MUC") + 3}


@pytest.mark.parametrize("average", ["micro", "macro"])
def test_mentions_without_a_correct_link_and_names_that_look_like_markup(average):
    """c and d are matched, each without a correct link; f needs none."""
    key, response = [["a", "b", "c"], ["d", "e"], ["f"]], [["a", "b"], ["c", "d"], ["f"]]
    result = cs.score(key, response, average=average)
    assert "\nmatched mentions without a correct link: 2 of 5\n" in str(result)
    assert "<p>matched mentions without a correct link: 2 of 5</p>" in result._repr_html_()
    several = on_terminal(scores.report(cs.score(key, response, response, names=["[red]x", "y"])), 100)
    assert "link: [red]x 2 of 5, y 2 of 5" in " ".join(several.split())
    assert "[red]x" in on_terminal(scores.report(cs.score(key, response, names=["[red]x"])), 100)


def test_every_block_begins_with_the_names(reports):
    output = on_terminal(reports["score 8"], 60)
    assert output.count("System") > 1
    assert output.count(NAMES[3]) == output.count("System") + 1  # and once in the note
