"""The command: what it prints in each shape, how it ends, and that no text of a file becomes markup."""

from support.command_line import ROOT, corefscope

EXAMPLE = str(ROOT / "examples" / "leaderboard")
FEW = (
    "corefscope: warning: few documents: intervals from 12 documents or groups are too narrow; 20 or more are better\n"
    "corefscope: warning: significance out of reach (3 times): "
    "conll: careful and greedy: p could not have been below 0.0938\n"
)


def board_output(*arguments, status=0):
    done = corefscope("leaderboard", *arguments)
    assert (done.returncode, done.stderr) == (status, FEW)
    return done.stdout


def test_strict_ends_with_1_but_shows_the_board():
    assert "careful" in board_output(EXAMPLE, "-m", "conll", "--strict", status=1)


EVIL = "<img src=x onerror=alert(1)>"


def test_no_text_becomes_markup(make_board):
    folder = make_board(1, 1)
    (folder / "set0").rename(folder / EVIL.replace("/", ""))
    inner = folder / EVIL
    (inner / "system0.jsonl").rename(inner / f"{EVIL}.jsonl")
    (inner / '"><script>alert(2)<&script>.jsonl').write_text("{<b>")
    page = corefscope("leaderboard", str(folder), "-o", "html", "-m", "muc").stdout
    assert "<img" not in page
    assert "<b>" not in page
    assert page.count("<script") == 1
    assert "&lt;img src=x onerror=alert(1)&gt;" in page
