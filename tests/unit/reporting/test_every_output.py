"""Every command that shows a result has every output, made by the same renderers."""

import csv
import io
import json
import re
from html.parser import HTMLParser

import pytest

from corefscope.cli.main import COMMANDS, load, main
from corefscope.reporting.report import OUTPUTS
from support.command_line import KEY, ROOT, A, B

GAP = ROOT / "examples" / "challenge" / "gap.tsv"
TALES = [str(ROOT / "examples" / "tales" / f"{name}.jsonl") for name in ("key", "large", "small")]
SHOWN = {
    "score": [KEY, A, B, "--by", "document"],
    "compare": [*TALES, "--trials", "100", "-m", "lea"],
    "leaderboard": [str(ROOT / "examples" / "leaderboard"), "--trials", "100", "-m", "conll", "-m", "lea"],
    "challenge": ["gap", str(GAP), str(GAP.with_name("gap-other.jsonl")), "--trials", "20"],
    "agreement": [KEY, A, B, "--trials", "20", "-m", "lea"],
    "errors": [KEY, A, B, "--show", "errors"],
    "stats": [KEY, A],
    "check": [A, str(ROOT / "examples" / "broken.conll")],
    "explain-difference": ["{one}", "{two}"],
    "verify": ["{one}"],
    "audit": ["corefscope:score"],
    "list": ["presets"],
    "lab papers": ["chen2013"],
    "lab figures": ["--only", "moosavi-strube-6"],
    "lab effect": [KEY, A, "-m", "muc,lea"],
    "lab links": [KEY, A],
    "lab axioms": ["-m", "muc", "--trials", "5"],
}
STATUS = {"check": 1}


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """Two saved results, which differ."""
    folder = tmp_path_factory.mktemp("saved")
    paths = {}
    for name, options in (("{one}", []), ("{two}", ["--singletons", "drop"])):
        path = folder / f"{name[1:-1]}.json"
        with pytest.MonkeyPatch.context() as patched:
            text = io.StringIO()
            patched.setattr("sys.stdout", text)
            assert main(["score", KEY, A, "-o", "json", *options]) == 0
        path.write_text(text.getvalue(), encoding="utf-8")
        paths[name] = str(path)
    return paths


class Balanced(HTMLParser):
    """Checks that every element is closed where it should be."""

    def __init__(self):
        super().__init__()
        self.open, self.tables = [], 0

    def handle_starttag(self, tag, attrs):
        self.tables += tag == "table"
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def well_formed(text, output):
    if output == "json":
        json.loads(text)
    elif output == "csv":
        columns, *rows = csv.reader(io.StringIO(text))
        assert rows
        assert {len(row) for row in rows} == {len(columns)}
    elif output == "latex":
        assert text.count(r"\begin{tabular}") == text.count(r"\end{tabular}") > 0
        for row in re.findall(r"^(?!%).*\\\\$", text, re.MULTILINE):
            assert not re.search(r"(?<!\\)[#%]", row)
    elif output == "markdown":
        tables = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
        assert tables
        for table in tables:
            assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1
    elif output == "html":
        page = Balanced()
        page.feed(text)
        assert page.open == []
        assert page.tables
    else:
        assert text.strip()


@pytest.mark.parametrize("output", OUTPUTS)
@pytest.mark.parametrize("command", SHOWN)
def test_every_command_has_every_output(command, output, saved, capsys):
    words = [saved.get(word, word) for word in SHOWN[command]]
    assert main([*command.split(), *words, "-o", output]) == STATUS.get(command, 0)
    well_formed(capsys.readouterr().out, output)


@pytest.mark.parametrize("command", SHOWN)
def test_an_unknown_output_is_refused_at_once(command, capsys):
    assert main([*command.split(), *SHOWN[command], "-o", "excel"]) == 2
    assert f"there is no output 'excel' (outputs: {', '.join(OUTPUTS)}, a file such as" in capsys.readouterr().err


def test_no_command_with_an_output_is_left_out():
    rendering = {
        name for name in COMMANDS if any("rendering" in each.keywords.values() for each in load(name).arguments)
    }
    assert rendering == set(SHOWN)


def test_numbers_are_exact_where_the_records_are_the_cells_of_a_report(capsys):
    assert main(["lab", "links", KEY, A, "-o", "csv"]) == 0
    cells = {(row["row"], row["column"]): row["value"] for row in csv.DictReader(io.StringIO(capsys.readouterr().out))}
    assert main(["lab", "links", KEY, A, "-o", "json"]) == 0
    [system] = json.loads(capsys.readouterr().out)["systems"]
    assert float(cells["response-a.conll", "BLANC"]) == system["blanc"]
    assert int(cells["response-a.conll", "rc"]) == system["rc"]
