"""`corefscope check`: a file of any format with several faults, which are listed with their lines.

Reading the files of annotation tools and of old corpora stops at the first one.
"""

import json
import re

import pytest

from corefscope.formats.registry import FORMATS
from corefscope.problems import ERRORS_KEPT

WORD = "{}\t{}\t_\tNOUN\t_\t_\t0\troot\t_\t{}\n"
CONLLU = "# newdoc id = tale\n# global.Entity = eid-etype-head-other\n"
WEBANNO = (
    "#FORMAT=WebAnno TSV 3.2\n#T_SP=webanno.custom.Referent|type\n"
    "#T_RL=webanno.custom.Coref|kind|BT_webanno.custom.Referent\n\n\n#Text=a b c d\n"
)
APF = (
    '<source_file>\n<document DOCID="tale">\n{}</document>\n</source_file>\n'
    "<!-- the text of this document is not beside it -->\n"
)
SPAN = '<entity_mention TYPE="NAM">\n<extent><charseq START="{}" END="{}">Anna</charseq></extent>\n</entity_mention>\n'

# For each format a file (and what lies beside it), and what is wrong in which of its lines.
_MARKUP = {2: "names no entity", 3: "never opened", 4: "markup never closes"}
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
            6: "the id 5 cannot stand after word 3",
            7: "part 2 of 2 of entity e5 follows no part 1",
            8: "neither # nor a number",
            11: "'e6', which is no bracket",
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
            3: "the id 4 cannot stand after word 2",
            6: "entity 1 is opened but never closed",
        },
    ),
    "stanza-json": (
        {
            "a.json": '[[{"id": 1, "text": "a", "coref_chains": [{"index": 0, "is_end": true}]},'
            '{"id": 3, "text": "b", "coref_chains": [{"index": 0, "is_start": true}]}]]'
        },
        {1: "the id 3 cannot stand after word 1"},
    ),
    "booknlp": (
        {
            "a.entities": "COREF\tstart_token\tend_token\tprop\tcat\ttext\n0\t0\t0\tPROP\tPER\tAnna\n0\t1\n"
            "0\t2\t1\tPRON\tPER\tshe\n1\tx\t1\tNOM\tPER\tx\n\t0\t1\tNOM\tPER\tx\n2\t9\t9\tNOM\tPER\tx\n",
            "a.tokens": "sentence_ID\ttoken_ID_within_document\tword\n0\t0\tAnna\n0\t1\tsleeps\n",
        },
        {
            3: "the row has 2 columns",
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
            5: "'sentences' should be a list of lists",
            6: "no field 'clusters'",
            7: "expected an object",
            8: "the document 'b' occurs twice",
        },
    ),
    "brat": (
        {
            "a.ann": "T1\tPerson 0 4\tAnna\nT2\tPerson 5 99\tsleeps\nT1\tPerson 0 4\tAnna\nx\n"
            "R1\tCoreference Arg1:T1 Arg2:T2\nR2\tCoreference Arg1:T1 Arg2:T7\nR3\tCoreference T1\n",
            "a.txt": "Anna sleeps",
        },
        {2: "T2 ends at 99"},
    ),
    "webanno": (
        {
            "a.tsv": WEBANNO
            + "1-1\t0-1\ta\tperson[1]\tcoref\t1-1[9_1]\n1-2\t2-3\tb\t*[2]|x\t_\t_\n"
            + "1-3\t4-5\tc\n1-4\t6-7\td\t_\t_\t_\n1-4\t6-7\td\t_\t_\t_\n"
        },
        {
            8: "values without number",
        },
    ),
    "apf": (
        {
            "a.apf.xml": APF.format(
                '<entity ID="E1">\n' + SPAN.format(0, "x") + SPAN.format(4, 3) + '<entity_mention TYPE="NAM">\n'
                '</entity_mention>\n</entity>\n<entity ID="E1">\n' + SPAN.format(0, 3) + "</entity>\n"
            )
        },
        {5: "has the END 'x'"},
    ),
    "ecb": (
        {
            "1_1ecb.xml": '<Document>\n<token t_id="1" sentence="0">a</token>\n<token t_id="1" sentence="0">b</token>\n'
            '<Markables>\n<LOC m_id="1"><token_anchor t_id="9"/></LOC>\n<LOC m_id="1"><token_anchor t_id="1"/></LOC>\n'
            '</Markables><Relations>\n<CROSS_DOC_COREF note="x"><source m_id="7"/><target m_id="1"/></CROSS_DOC_COREF>'
            "</Relations></Document>"
        },
        {3: "the t_id '1'"},
    ),
    "mention-list": (
        {"a.json": '[{"doc_id": "a", "mention_id": "1", "coref_chain": 5}, {"mention_id": "2", "coref_chain": 5}]'},
        {1: "mention 2 has no 'doc_id'"},
    ),
    "muc": (
        {
            "a.sgm": '<DOC>\n<COREF ID="1">Anna</COREF>\n</COREF>\n<COREF REF="1">she</COREF>\n'
            '<COREF ID="2" REF="9">her</COREF>\n<COREF ID="3">it\n</DOC>\n<COREF ID="4">x</COREF>\n'
        },
        {3: "was never opened"},
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
    "xmi": (
        {
            "a.xmi": '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore" '
            'xmlns:c="http:///webanno/custom.ecore">\n<c:CorefLink xmi:id="2" begin="0" end="99"/>\n'
            '<c:CorefLink xmi:id="3" begin="x" end="4"/>\n<c:CorefChain xmi:id="4" first="2"/>\n'
            '<c:CorefChain xmi:id="5" first="9"/>\n<cas:Sofa xmi:id="1" sofaString="Anna sleeps"/>\n</xmi:XMI>\n'
        },
        {2: "reaches to 99, the text to 11"},
    ),
    "uima-json": (
        {
            "a.json": '{"%TYPES": {}, "%FEATURE_STRUCTURES": [{"%ID": 1, "%TYPE": "uima.cas.Sofa", "sofaString": "a"},'
            '{"%ID": 2, "%TYPE": "x.CorefLink", "begin": 0, "end": 9},'
            '{"%ID": 3, "%TYPE": "x.CorefChain", "@first": 2}]}'
        },
        {1: "reaches to 9, the text to 1"},
    ),
    "mmax": (
        {"a_words.xml": '<words>\n<word id="word_1">Anna</word>\n<word id="word_1">sleeps</word>\n</words>\n'},
        {3: "the word word_1 occurs twice"},
    ),
    "label-studio": (
        {
            "a.json": '[\n{"id": 1, "data": {"text": "Anna"}, "annotations": [{"result": [{"id": "a", "type": "labels",'
            '"value": {"start": 0, "end": 9}}, {"type": "relation", "from_id": "b", "to_id": "c"}]}]},\n'
            '{"id": 2, "data": {"text": 5}, "annotations": [{"result": []}]},\n{"id": 3, "annotations": 5}\n]'
        },
        {2: "ends at 9, the text at 4"},
    ),
    "prodigy": (
        {
            "a.jsonl": '{"text": "Anna", "answer": "accept", "spans": [{"start": 0, "end": 9}, '
            '{"start": 2, "end": 2}]}\n'
            '{"text": "Anna", \n{"answer": "accept"}\n'
        },
        {2: "not valid JSON"},
    ),
    "doccano": (
        {
            "a.jsonl": '{"text": "Anna", "entities": [{"id": 1, "start_offset": 0, "end_offset": 9}], "relations": ['
            '{"from_id": 7, "to_id": 8}]}\n{"text": "Anna"}\n[]\n'
        },
        {2: "missing required field 'entities'"},
    ),
    "markdown": (
        {"a.md": "[Anna](#1) sleeps\n[well](#) and\nlong](#3)\n[so"},
        {2: "names no entity", 3: "never opened", 4: "markup never closes"},
    ),
    "tagged": (
        {"a.txt": "a\tAnna|[e1] sleeps|[e2\nb\tAnna|[e1] sleeps|e3]\nc\tAnna|[e1] sleeps|[[\n"},
        {1: "markup never closes", 2: "never opened", 3: "tag cannot be read"},
    ),
    "marked": (
        {"a.txt": "<m> Anna | 1 </m> sleeps\n<m> so </m>\nlong </m>\n<m> well\n"},
        {2: "names no entity", 3: "never opened", 4: "markup never closes"},
    ),
    "hashed": ({"a.txt": "<m>Anna</m>#1 sleeps\n<m>so</m># and\nlong</m>#3\n<m>well\n"}, _MARKUP),
    "elements": ({"a.txt": '<m id="1">Anna</m> sleeps\n<m>so</m> and\nlong</m>\n<m id="2">well\n'}, _MARKUP),
    "subscripts": ({"a.txt": "[Anna]_{1} sleeps\n[so]_{} and\nlong]_{3}\n[well\n"}, _MARKUP),
    "parentheses": ({"a.txt": "[Anna](1) sleeps\n[so]() and\nlong](3)\n[well\n"}, _MARKUP),
    "ua": (
        {
            "a.conllua": "# global.columns = ID FORM IDENTITY\n# newdoc id = a\n1\tAnna\t(MarkableID=m1|Min=1\n"
            "2\tsleeps\tm9)\n"
        },
        {3: "has no EntityID"},
    ),
    "strings": ({"a.json": '[["Anna", "she"]\n'}, {1: "the JSON is not complete"}),
}


def test_every_format_has_a_faulty_file():
    assert set(FAULTS) == set(FORMATS) - {"zip"}  # whose members are of other formats


@pytest.mark.parametrize("name", FAULTS)
def test_faults_of_a_file_are_listed(run, put, name):
    files, faults = FAULTS[name]
    path, *_ = [put(f"{name}/{file}", content) for file, content in files.items()]
    done = run("check", path, "--format", name)
    assert (done.status, done.err) == (1, "")
    found = re.findall(r"^  (error|warning): .*?:(\d+): (.*)$", done.out, re.MULTILINE)
    assert {int(line) for _, line, _ in found} == faults.keys()
    for line, fact in faults.items():
        said = [text for text in done.out.splitlines() if f"{path}:{line}: " in text]
        assert any(fact in text for text in said), (line, fact, said)
    (report,) = json.loads(run("check", path, "--format", name, "-o", "json").out)
    texts = [problem["text"] for problem in report["problems"]]
    assert len(texts) == len(found)
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


def test_errors_of_all_files_of_a_folder(run, put, tmp_path):
    put("team/a.csv", "mention,entity\nm,\n")
    put("team/b.jsonl", "{]\n")
    put("team/c.conll", "#begin document (c)\nw\t(1\n")
    assert re.findall(r"error: .*/(\S+:\d+): ", run("check", tmp_path / "team").out) == [
        "a.csv:2",
        "b.jsonl:1",
        "c.conll:2",
    ]


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
def test_so_many_errors_that_most_are_only_counted(run, put, name, beginning, line):
    count = ERRORS_KEPT + 234
    path = put(name, beginning + count * line)
    out = run("check", path).out
    assert out.count(f"error: {path}:") == ERRORS_KEPT
    assert "error: and 234 more errors" in out
