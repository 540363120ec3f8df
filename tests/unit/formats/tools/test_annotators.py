"""Several annotators in one file: score says what to do, agreement takes all, convert takes one."""

from __future__ import annotations

import json

import pytest

import corefscope as cs
from corefscope.cli.main import main
from corefscope.formats.files import sources
from fuzzing.texts import Text
from fuzzing.tool_layouts import doccano, label_studio, xmi, zipped

ONE = Text("tale", [["Ann", "saw", "her", "dog", "."]], [[(0, 1), (2, 3)], [(2, 4)]])
TWO = Text("tale", ONE.sentences, [[(0, 1)], [(2, 3)], [(2, 4)]])
TITLE = (
    '<m:DocumentMetaData xmlns:m="http:///de/tudarmstadt/ukp/dkpro/core/api/metadata/type.ecore" xmi:id="999" '
    'sofa="1" documentTitle="tale.txt" documentId="anna"/></xmi:XMI>'
)


def titled(text):
    return xmi(text).replace("</xmi:XMI>", TITLE)


def tasks(shared=True):
    [one], [two] = (json.loads(label_studio([text])) for text in (ONE, TWO))
    two["annotations"][0]["completed_by"] = {"id": 2, "email": "ben@example.org"}
    if shared:
        one["annotations"] += two["annotations"]
        return json.dumps([one])
    two["data"]["doc_key"] = "song"
    return json.dumps([one, two])


def prodigy_lines():
    lines = []
    for session, relations in (("db-anna", True), ("db-ben", False)):
        spans = [{"start": 0, "end": 3, "label": "P"}, {"start": 8, "end": 11, "label": "P"}]
        link = {"head_span": spans[0], "child_span": spans[1], "label": "COREF"}
        record = {"text": "Ann saw her dog .", "spans": spans, "relations": [link] if relations else []}
        lines.append(json.dumps({**record, "answer": "accept", "_input_hash": 1, "_session_id": session}) + "\n")
    return "".join(lines)


FILES = {
    "tasks.json": (tasks().encode(), {"1", "ben@example.org"}),
    "prodigy.jsonl": (prodigy_lines().encode(), {"db-anna", "db-ben"}),
    "project.zip": (
        zipped(
            {
                "exportedproject.json": "{}",
                "source/tale.txt": "Ann saw her dog .",
                "annotation/tale.txt/anna.xmi": titled(ONE),
                "annotation/tale.txt/ben.zip": zipped({"TypeSystem.xml": "<x/>", "ben.xmi": titled(TWO)}),
                "annotation/tale.txt/INITIAL_CAS.xmi": titled(TWO),
            }
        ),
        {"anna", "ben"},
    ),
    "untitled.zip": (
        zipped({f"annotation/tale.txt/{name}.xmi": xmi(text) for name, text in (("anna", ONE), ("ben", TWO))}),
        {"anna", "ben"},
    ),
    "doccano.zip": (zipped({"anna.jsonl": doccano([ONE]), "ben.jsonl": doccano([TWO])}), {"anna", "ben"}),
}


@pytest.fixture(params=FILES)
def file(request, put):
    content, annotators = FILES[request.param]
    return put(content, request.param), annotators


def test_score_says_what_to_do(file):
    path, annotators = file
    with pytest.raises(cs.CorefscopeError) as caught:
        cs.score(path, path)
    assert caught.value.code == "several-annotators"
    assert all(name in str(caught.value) for name in annotators)
    assert f"corefscope agreement {path}" in str(caught.value)
    assert "--annotator NAME" in str(caught.value)


def test_agreement_takes_all_annotators(file):
    path, annotators = file
    found = cs.agreement(path, metrics="b3")
    assert {each.name for each in found.annotators} == annotators
    assert 0 < found.means["b3"].value < 1


def test_convert_takes_one(file, tmp_path, capsys):
    path, annotators = file
    counts = set()
    for annotator in annotators:
        target = tmp_path / "one.jsonl"
        assert main(["convert", path, str(target), "--annotator", annotator]) == 0
        counts.add(len(cs.read(target)[0].entities))
        assert len(cs.read(path, annotator=annotator)) == 1
    assert len(counts) == 2
    assert main(["convert", path, str(tmp_path / "no.jsonl"), "--annotator", "nobody"]) == 2
    assert "no document was annotated by 'nobody'" in capsys.readouterr().err


def test_annotators_who_share_no_document_are_one_corpus(read_text):
    assert {document.name for document in read_text(tasks(shared=False), "a.json")} == {"tale", "song"}


def test_one_annotator_is_too_few(put):
    path = put(label_studio([ONE]), "one.json")
    with pytest.raises(cs.CorefscopeError) as caught:
        cs.agreement(path)
    assert caught.value.code == "too-few-annotators"


def test_a_format_without_annotators_has_none(put):
    path = put("#begin document (a)\nx\t(1)\n#end document\n", "a.conll")
    with pytest.raises(cs.CorefscopeError) as caught:
        cs.read(path, annotator="anna")
    assert caught.value.code == "no-such-annotator"


def test_a_zip_of_any_format_is_a_corpus(put, warnings_of, read_text):
    conll = "#begin document (a)\nx\t(1)\n#end document\n"
    content = zipped({"data/a.conll": conll, "b.conll": conll.replace("(a)", "(b)"), "README": "x"})
    assert [document.name for document in read_text(content, "all.zip")] == ["(b)", "(a)"]
    assert warnings_of(content, "all.zip") == {"file skipped": 1}


@pytest.mark.parametrize(
    "content", [zipped({}), zipped({"README": "x"}), b"PK\x03\x04 no more", zipped({"a.zip": zipped({})})]
)
def test_a_zip_without_files_or_damaged_is_refused(put, content):
    with pytest.raises(cs.CorefscopeError) as caught:
        cs.read(put(content, "all.zip"))
    assert caught.value.code in ("empty-folder", "unreadable-file", "binary-file", "unknown-format")


def test_a_zip_that_unpacks_to_too_much_is_refused(put, monkeypatch):
    monkeypatch.setattr(sources, "LARGEST_WHOLE", 1 << 20)
    with pytest.raises(cs.CorefscopeError) as caught:
        cs.read(put(zipped({"a.conll": "x\t-\n" * (1 << 20)}), "all.zip"))
    assert caught.value.code == "too-large"
