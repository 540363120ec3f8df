"""What stands below the table of scores: matched mentions that have no correct link."""

import io

from rich.console import Console

import corefscope
from corefscope.reporting.render.terminal import show
from corefscope.reporting.views.scores import report

KEY_CLUSTERS = [["a", "b", "c"], ["d", "e"], ["f"]]
RESPONSE = [["a", "b"], ["c", "d"], ["f"]]  # c and d are matched, each without a correct link; f needs none
NOTE = "matched mentions without a correct link: "


def test_counts_by_hand_whatever_the_average_and_the_form():
    for average in ("micro", "macro"):
        result = corefscope.score(KEY_CLUSTERS, RESPONSE, average=average)
        assert f"\n{NOTE}2 of 5\n" in str(result)
        assert f"<p>{NOTE}2 of 5</p>" in result._repr_html_()


def test_on_a_terminal_names_in_brackets_are_no_markup():
    console = Console(file=io.StringIO(), width=100, color_system=None)
    show(report(corefscope.score(KEY_CLUSTERS, RESPONSE, RESPONSE, names=["[red]x", "y"])), console)
    assert f"{NOTE}[red]x 2 of 5, y 2 of 5" in " ".join(console.file.getvalue().split())
    console = Console(file=io.StringIO(), width=100, color_system=None)
    show(report(corefscope.score(KEY_CLUSTERS, RESPONSE, names=["[red]x"])), console)
    assert "[red]x" in console.file.getvalue()
