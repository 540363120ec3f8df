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
    "odd-cell.conll": (RIGHT.replace("\t(0\n", "\t(0((\n", 1), [r"error: .*odd-cell.conll:2: .*'\(0\(\('"]),
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
    "empty.conll": ("", ["error: .*the file is empty"]),
    "binary.conll": (b"\x7fELF\x00\x00", ["error: .*the file is binary"]),
    "half.zip": (b"PK\x03\x04\x00\x00", ["error: .*the ZIP cannot be unpacked: "]),
    "utf-16.conll": (RIGHT.encode("utf-16"), ["error: .*the file is UTF-16 .save it as UTF-8"]),
    "prose.txt": ("The ferry left the harbour.\n", ["error: .*no format that corefscope knows"]),
    "cut.jsonl": (lines(RECORDS)[:-40], [r"error: .*cut.jsonl:2: "]),
    "no-clusters.jsonl": (lines([{"doc_key": "harbour_0"}]), ["error: .*no-clusters.jsonl:1: .*clusters"]),
    "two-fields.jsonl": (
        lines([{**record, "predicted_clusters": []} for record in RECORDS]),
        ["error: .*clusters.*predicted_clusters"],
    ),
    "outside.jsonl": (
        lines([{**record, "clusters": [[[0, 0], [999, 999]]]} for record in RECORDS]),
        [r"error: .*:1: mention 999–999 of document .* lies outside", r"error: .*:2: mention 999–999 .* lies outside"],
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
            "warning: no mention is shared: .*: the only mention of the response is not in the key",
        ],
    ),
}


@pytest.fixture
def submissions(put):
    """Twenty submissions with problems and twenty without, in mixed order."""
    paths = {}
    for number, (name, (content, _)) in enumerate(WRONG.items()):
        paths[put(f"team-{number}/{name}", content)] = name
        paths[put(f"other-{number}/good.conll", RIGHT)] = None
    return paths


def test_one_run_lists_every_problem_of_every_submission(run, submissions):
    done = run("check", *submissions, "--against", KEY)
    assert (done.status, done.err) == (1, "")
    sections = re.split(r"^(?=\S)", done.out, flags=re.MULTILINE)[1:]
    assert sections.pop() == f"{len(WRONG)} of {2 * len(WRONG)} files have problems\n"
    assert len(sections) == len(submissions)
    for (path, name), section in zip(submissions.items(), sections, strict=True):
        heading, *problems = section.splitlines()
        if name is None:
            assert heading == f"{path}: no problems (2 documents, 32 mentions)"
            continue
        expected = WRONG[name][1]
        errors = sum(pattern.startswith("error") for pattern in expected)
        assert heading.startswith(f"{path}: {errors} error")
        for pattern in expected:
            found = next((problem for problem in problems if re.match(f"  {pattern}", problem)), None)
            assert found, (pattern, problems)
            problems.remove(found)
        assert not problems, name


def test_json_says_the_same(run, submissions):
    text = run("check", *submissions, "--against", KEY).out
    done = run("check", *submissions, "--against", KEY, "-o", "json")
    reports = json.loads(done.out)
    assert done.status == 1
    assert [report["path"] for report in reports] == list(submissions)
    for report in reports:
        assert set(report) == {"path", "problems", "documents", "mentions"}
        for problem in report["problems"]:
            assert set(problem) == {"severity", "kind", "text", "source", "line", "hint", "code", "setting"}
            assert problem["text"] in text
            assert problem["severity"] in ("error", "warning")
    assert sum(bool(report["problems"]) for report in reports) == len(WRONG)


def test_without_a_key_only_the_file_counts(run, put):
    assert run("check", put("one.conll", WRONG["other-names.conll"][0])).status == 0
    assert run("check", put("two.conll", WRONG["unopened.conll"][0])).status == 1


def test_a_key_that_is_not_there_is_a_wrong_call(run, put):
    done = run("check", A, "--against", "nowhere.conll")
    assert (done.status, done.out) == (2, "")
    assert "nowhere.conll: there is no such file" in done.err
    assert run("check", A, "--against", put("key.conll", WRONG["unopened.conll"][0])).status == 2


def test_a_file_that_is_not_there_is_a_problem_of_its_own(run):
    done = run("check", "nowhere.conll", A)
    assert done.status == 1
    assert "error: nowhere.conll: there is no such file" in done.out
    assert f"{A}: no problems" in done.out


def test_every_file_of_a_folder_is_looked_at(run, put, tmp_path):
    put("team/a.conll", WRONG["unopened.conll"][0])
    put("team/b.conll", RIGHT)
    put("team/deep/c.conll", WRONG["odd-cell.conll"][0])
    put("team/d.conll", "#a comment\n" + RIGHT)
    done = run("check", tmp_path / "team")
    assert done.status == 1
    for place in ("a.conll:3: ", "deep/c.conll:2: ", "d.conll:1: "):
        assert place in done.out
    assert re.findall(r"error: .*/(.\.conll:\d+): entity", run("check", str(tmp_path / "team" / "*.conll")).out) == [
        "a.conll:3",
        "a.conll:78",
    ]


def test_a_folder_whose_files_are_right_one_by_one(run, put, tmp_path):
    put("team/a.conll", RIGHT)
    put("team/b.conll", RIGHT)
    done = run("check", tmp_path / "team")
    assert done.out.count("occurs twice") == done.out.count("error: ") == 2


def test_every_place_of_a_warning_is_listed(run, put):
    many = "".join(f"#begin document (d{n}); part 000\nw\t(1)\n#end document\n# note {n}\n" for n in range(12))
    assert run("check", put("many.conll", many)).out.count("warning: comment ignored: ") == 12


def test_a_warning_that_is_counted_says_how_often(run, put, tmp_path):
    put("team/a.conll", RIGHT)
    for number in range(4):
        put(f"team/notes{number}.doc", "x")
    assert "notes0.doc does not look like coreference data (4 times)" in run("check", tmp_path / "team").out


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("document,mention,entity\nharbour_0,m1,1\n", "one side names its mentions by ids, the other by tokens"),
        ({"b.ann": "T1\tE 0 3\tThe\n", "b.txt": "The end"}, "1 document against 2 in the key, and not all have names"),
        ({"harbour.ann": "T1\tE 0 3\tThe\n", "harbour.txt": "The end"}, "the key counts tokens, the response char"),
    ],
)
def test_what_cannot_be_scored_for_other_reasons(run, put, content, message):
    files = content if isinstance(content, dict) else {"table.csv": content}
    paths = [put(name, text) for name, text in files.items()]
    done = run("check", paths[0], "--against", KEY)
    assert done.status == 1
    assert message in done.out


def test_standard_input(run):
    done = run("check", "-", "--against", KEY, stdin=RIGHT.encode())
    assert (done.status, done.out) == (0, "-: no problems (2 documents, 32 mentions)\n")
    done = run("check", A, "--against", "-", stdin=Path(KEY).read_bytes())
    assert done.status == 0
    for arguments in (("-", "-"), ("-", "--against", "-")):
        done = run("check", *arguments, stdin=RIGHT.encode())
        assert done.status == 2
        assert "standard input can be read only once" in done.err


def test_formats_and_fields_can_be_named(run, put):
    fields = lines([{**record, "gold_clusters": record["clusters"], "clusters": []} for record in RECORDS])
    path = put("fields.jsonl", fields)
    assert "32 mentions" in run("check", path, "--clusters", "gold_clusters", "--against", KEY).out
    assert run("check", A, "--against", path, "--key-clusters", "gold_clusters").status == 0
    assert run("check", A, "--format", "json").status == 1
    assert run("check", B, "--format", "json", "--against", KEY, "--key-format", "conll").status == 0
    assert run("check", B, "--against", KEY, "--key-format", "json").status == 2
