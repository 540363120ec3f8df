"""`corefscope check`: a file of any format with several faults, which are listed with their lines.

Reading the files of annotation tools and of old corpora stops at the first one.
"""

import json
import re

import pytest

from corefscope.problems import ERRORS_KEPT

WORD = "{}\t{}\t_\tNOUN\t_\t_\t0\troot\t_\t{}\n"
CONLLU = "# newdoc id = tale\n# global.Entity = eid-etype-head-other\n"
# For each format whose reader goes on after an error: a file, and what is wrong in which of its lines.
FAULTS = {
    "conll": (
        {"a.conll": "#begin document (a); part 000\nw\t(1\nw\t2)\nw\t(3((\n#end document\n"},
        {2: "entity 1 is still open", 3: "entity 2 is closed", 4: "which has a bracket without an entity"},
    ),
    "corefud": (
        {
            "a.conllu": CONLLU
            + WORD.format(1, "a", "Entity=(e1-x-1-")
            + "2\tb\t_\n"
            + WORD.format(3, "c", "Entity=e2)")
            + WORD.format(5, "d", "_")
            + WORD.format(6, "e", "Entity=(e4-x-1-)(e5[2/2]-x-1-)")
            + "what\n\n# newdoc id = song\n"
            + WORD.format(1, "a", "Entity=e6")
            + WORD.format(2, "b", "Entity=(e7-x-1-)|Entity=(e8-x-1-)")
        },
        {
            3: "entity e1 is opened but never closed",
            4: "the line has 3 columns",
            5: "entity e2 is closed but was never opened",
            6: "unexpected id 5 after word 3",
            7: "part 2 of 2 of entity e5 follows no part 1",
            8: "neither # nor a number",
            11: "'e6', which is not a bracket",
            12: "Entity= occurs twice",
        },
    ),
    "stanza": (
        {
            "a.conllu": WORD.format(1, "a", "coref_chains=start-id1,end-id2")
            + WORD.format(2, "b", "coref_chains=begin-id1")
            + WORD.format(4, "c", "start_char=0|coref_chains=end-id1")
            + "\n# newdoc\n"
            + WORD.format(1, "d", "coref_chains=start-id1")
        },
        {
            1: "entity 2 is closed",
            2: "coref_chains= reads 'begin-id1'",
            3: "unexpected id 4 after word 2",
            6: "entity 1 is opened but never closed",
        },
    ),
    "json": (
        {
            "a.jsonl": '{"doc_key": "a", "clusters": [[[0, 1], [3]], "x", [[2, 1]]]\n'
            '{"doc_key": "b", "clusters": [[[0, 1], [3, "x"]]]}\n'
            '{"doc_key": "c", "clusters": [[[0, 1]]\n'
            "\n"
            '{"doc_key": "d", "sentences": [["a"], 3], "clusters": []}\n'
            '{"doc_key": "e"}\n'
            '[1]\n{"doc_key": "b", "clusters": []}\n'
        },
        {
            1: "not valid JSON",
            2: 'cluster 0 has the span [3, "x"]',
            3: "not valid JSON",
            5: "expected 'array', got 'int' in sentences[1]",
            6: "no field 'clusters'",
            7: "expected an object",
            8: "the document 'b' occurs twice",
        },
    ),
    "table": (
        {"a.csv": 'document,start,end,entity,type\na,0,1,x,\na,1,1,x,\na,2\na,x,1,x,\n"a"b,1\na,3,4,,\na,3,4,y,verb\n'},
        {
            3: "so it is empty",
            4: "the row has 2 columns",
            5: "'start' has 'x'",
            6: "not a table",
            7: "the row has no entity",
            8: "the type is 'verb'",
        },
    ),
    "ua": (
        {
            "a.conllua": "# global.columns = ID FORM IDENTITY\n# newdoc id = a\n1\tAnna\t(MarkableID=m1|Min=1\n"
            "2\tsleeps\tm9)\n"
        },
        {3: "has no EntityID"},
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults_of_a_file_are_listed(run, put, name):
    files, faults = FAULTS[name]
    path, *_ = [put(f"{name}/{file}", content) for file, content in files.items()]
    done = run("check", path, "--format", name)
    assert (done.status, done.err) == (1, "")
    listed = re.findall(r"^(error|warning): .*?:(\d+): (.*)$", done.out, re.MULTILINE)
    assert {int(line) for _, line, _ in listed} == faults.keys()
    for line, fact in faults.items():
        matches = [text for text in done.out.splitlines() if f"{path}:{line}: " in text]
        assert any(fact in text for text in matches), (line, fact, matches)
    (report,) = json.loads(run("check", path, "--format", name, "-o", "json").out)
    texts = [problem["text"] for problem in report["problems"]]
    assert len(texts) == len(listed)
    assert all(text in done.out for text in texts)
    for problem in report["problems"]:
        if problem["severity"] == "error":
            assert problem["text"].startswith(f"{problem['source']}:{problem['line']}: ")
            assert problem["hint"] is None or problem["text"].endswith(f"({problem['hint']})")


def test_scoring_stops_with_the_first_and_says_how_many_there_are(run, put):
    content, faults = FAULTS["corefud"][0]["a.conllu"], FAULTS["corefud"][1]
    path = put("a.conllu", content)
    done = run("score", path, path)
    assert (done.status, done.out) == (2, "")
    first = f"{path}:3: entity e1 is opened but never closed in its document"
    assert done.err == f"corefscope: error: {first} — and {len(faults) - 1} more; corefscope check lists them\n"


@pytest.mark.parametrize(
    ("name", "beginning", "line"),
    [
        ("a.conll", "#begin document (a)\n", "w\t(1\n"),
        ("a.conllu", CONLLU, "what\n"),
        ("a.jsonl", '{"clusters": []}\n', "{]\n"),
        ("a.csv", "mention,entity\n", "m,\n"),
        ("a.csv", "mention,entity\n", "m\n"),
    ],
)
def test_very_many_errors_are_only_counted(run, put, name, beginning, line):
    count = ERRORS_KEPT + 234
    path = put(name, beginning + count * line)
    out = run("check", path).out
    assert out.count(f"error: {path}:") == ERRORS_KEPT
    assert "error: and 234 more errors" in out
