"""`corefscope check`: every problem of every submission in one run."""

import json
import re
from pathlib import Path

import pytest

from support.command_line import KEY, A, B

RIGHT = Path(A).read_text(encoding="utf-8")
RECORDS = [json.loads(line) for line in Path(B).read_text(encoding="utf-8").splitlines()]


def lines(records):
    return "".join(json.dumps(record) + "\n" for record in records)


def without_line(text, number):
    kept = text.splitlines(keepends=True)
    return "".join(kept[:number] + kept[number + 1 :])


def in_both(text, old, new):
    assert text.count(old) > 1
    return text.replace(old, new)


# What is wrong with each submission, and what the check says of it.
WRONG = {
    "unclosed.conll": (
        RIGHT.replace("\t0)\n", "\t-\n", 1),
        ["error: .*unclosed.conll:2: entity 0 is still open at the end"],
    ),
    "unopened.conll": (
        in_both(RIGHT, "\t(0\n", "\t-\n"),
        [r"error: .*unopened.conll:3: entity 0 is closed but was never opened", "error: .*never opened"],
    ),
    "line-lost.conll": (without_line(RIGHT, 3), [r"error: .*has \d+ tokens, the key \d+ .*first difference: token 2"]),
    "both-short.conll": (
        without_line(without_line(RIGHT, 3), RIGHT[: RIGHT.index("#begin", 9)].count("\n") + 5),
        ["error: .*'.harbour.; part 000' has", "error: .*'.bakery.; part 000' has"],
    ),
    "one-document.conll": (
        RIGHT[: RIGHT.index("#begin", 9)],
        ["warning: document missing from the response: .*'.bakery.; part 000'"],
    ),
    "other-names.conll": (
        RIGHT.replace("(harbour)", "(port)").replace("(bakery)", "(mill)"),
        ["error: .*no document of the response is in the key"],
    ),
    "other-words.conll": (
        RIGHT.replace("\tferry\t", "\tboat\t"),
        ["warning: different words: .*'boat', in the key 'ferry'"],
    ),
    "twice.conll": (
        RIGHT + RIGHT,
        [
            rf"error: .*twice.conll:\d+: the document '.{name}.; part 000' occurs twice"
            for name in ("harbour", "bakery")
        ],
    ),
    "no-mentions.conll": (re.sub(r"\t[^\t\n]+\n", "\t-\n", RIGHT), ["warning: response without mentions"]),
    "two-fields.jsonl": (
        lines([{**record, "predicted_clusters": []} for record in RECORDS]),
        ["error: .*clusters.*predicted_clusters"],
    ),
    "repeated.jsonl": (
        lines([{**record, "clusters": [[[0, 0], [2, 2]], [[0, 0]]]} for record in RECORDS]),
        [
            "warning: mention repeated in two entities",
            "warning: mention repeated in two entities",
            "warning: no mention is shared: .*: 0 of 4 mentions of the response are in the key",
        ],
    ),
    "cut-off.md": (
        "=== harbour ===\nThe [ferry](#1) left [the",
        [
            "warning: mention lost: its markup never closes: .*cut-off.md:2: at '.the'",
            "warning: output truncated",
            "warning: text ends early: .* which continues with 'harbour before dawn . Its'",
            r"warning: words deleted: .*\(\d+ times\)",
            "warning: document missing",
            "warning: no mention is shared: .*: 0 of 1 mentions of the response are in the key",
        ],
    ),
}


@pytest.fixture
def submissions(put):
    """Submissions with problems and as many without, in mixed order."""
    paths = {}
    for number, (name, (content, _)) in enumerate(WRONG.items()):
        paths[put(f"team-{number}/{name}", content)] = name
        paths[put(f"other-{number}/good.conll", RIGHT)] = None
    return paths


def test_one_run_lists_every_problem_of_every_submission(run, submissions):
    done = run("check", *submissions, "--against", KEY, "-o", "json")
    assert (done.status, done.err) == (1, "")
    reports = json.loads(done.out)
    assert [report["path"] for report in reports] == list(submissions)
    for report, name in zip(reports, submissions.values(), strict=True):
        problems = [
            f"{each['severity']}: {each['kind'] + ': ' if each['severity'] == 'warning' else ''}{each['text']}"
            for each in report["problems"]
        ]
        for pattern in WRONG[name][1] if name else ():
            match = next((problem for problem in problems if re.match(pattern, problem)), None)
            assert match, (pattern, problems)
            problems.remove(match)
        assert not problems, name


def test_several_submissions_are_summed_up(run, submissions):
    """Those without problems have a line each, and of the others the first three problems are shown."""
    done = run("check", *submissions, "--against", KEY)
    assert done.status == 1
    clean, *others, verdict = done.out.split("\n\n")
    fine = [path for path, name in submissions.items() if name is None]
    assert clean.splitlines() == [f"{path}: no problems (2 documents, 32 mentions)" for path in fine]
    assert verdict == f"{len(WRONG)} of {2 * len(WRONG)} files have problems\n"
    for section, name in zip(others, filter(None, submissions.values()), strict=True):
        heading, _, *problems = section.splitlines()
        assert re.search(rf"{name}: \d errors?, \d warnings?$", heading)
        more = [f"and {len(WRONG[name][1]) - 3} more; check this file alone to list them"]
        assert problems[3:] == (more if len(WRONG[name][1]) > 3 else [])


def test_a_missing_file_is_one_problem_among_others(run):
    done = run("check", "nowhere.conll", A)
    assert done.status == 1
    assert "error: nowhere.conll: there is no such file" in done.out
    assert f"{A}: no problems" in done.out


def test_every_file_of_a_folder_is_looked_at(run, put, tmp_path):
    put("team/a.conll", WRONG["unopened.conll"][0])
    put("team/b.conll", RIGHT)
    put("team/deep/c.conll", WRONG["unclosed.conll"][0])
    put("team/d.conll", "#a comment\n" + RIGHT)
    done = run("check", tmp_path / "team")
    assert done.status == 1
    for place in ("a.conll:3: ", "deep/c.conll:2: ", "d.conll:1: "):
        assert place in done.out
    assert re.findall(r"error: .*/(.\.conll:\d+): entity", run("check", str(tmp_path / "team" / "*.conll")).out) == [
        "a.conll:3",
        "a.conll:78",
    ]


def test_a_file_that_cannot_be_read_does_not_keep_the_others_from_being_compared(run, put, tmp_path):
    first, _, second = RIGHT.partition("#begin document (bakery)")
    put("team/a.conll", "#begin document (bakery)" + without_line(second, 3))
    put("team/b.conll", first.replace("\t0)\n", "\t-\n", 1))
    out = run("check", tmp_path / "team", "--against", KEY).out
    assert re.findall(r"error: .*/(.\.conll:\d+): (entity|.*; part 000' has)", out) == [
        ("b.conll:2", "entity"), ("a.conll:4", "document '(bakery); part 000' has"),
    ]  # fmt: skip
    assert "document missing" not in out


def test_every_place_of_a_warning_is_listed(run, put):
    many = "".join(f"#begin document (d{n}); part 000\nw\t(1)\n#end document\n# note {n}\n" for n in range(12))
    assert run("check", put("many.conll", many)).out.count("warning: comment ignored: ") == 12


def test_a_repeated_warning_has_its_count(run, put, tmp_path):
    put("team/a.conll", RIGHT)
    for number in range(4):
        put(f"team/notes{number}.doc", "x")
    assert "notes0.doc does not look like coreference data (4 times)" in run("check", tmp_path / "team").out


def test_standard_input(run):
    done = run("check", "-", "--against", KEY, stdin=RIGHT.encode())
    assert (done.status, done.out) == (0, "-: no problems (2 documents, 32 mentions)\n")
    done = run("check", A, "--against", "-", stdin=Path(KEY).read_bytes())
    assert done.status == 0
    for arguments in (("-", "-"), ("-", "--against", "-")):
        done = run("check", *arguments, stdin=RIGHT.encode())
        assert done.status == 2
        assert "standard input can be read only once" in done.err
