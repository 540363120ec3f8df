"""CRAFT's Knowtator-2: chains, gaps, appositions, and pronouns that refer to nothing."""

import pytest

import corefscope as cs
from corefscope.formats.load import read_corpus

TEXT = "BRCA2 and mice, the gene BRCA2; it rains on BRCA2.\n"
PARTS = {  # id: class, spans
    "c0": ("IDENTITY chain", [(0, 5)]),
    "n1": ("Noun Phrase", [(0, 5)]),
    "n2": ("Noun Phrase", [(16, 19), (25, 30)]),
    "a1": ("APPOS relation", [(16, 30)]),
    "h1": ("Noun Phrase", [(16, 24)]),
    "h2": ("Noun Phrase", [(25, 30)]),
    "p1": ("Nonreferential pronoun", [(32, 34)]),
    "x1": ("Noun Phrase", [(10, 14)]),
}
TRIPLES = [
    ("Coreferring strings", "c0", "n1"), ("Coreferring strings", "c0", "n2"),
    ("APPOS Head", "a1", "h1"), ("APPOS Attributes", "a1", "h2"),
]  # fmt: skip


def xml(triples=TRIPLES, text=TEXT):
    annotations = [
        f'<annotation annotator="A" id="{name}" type="identity"><class id="{kind}" label="{kind}"/>'
        + "".join(
            f'<span end="{end}" id="{name}-{start}" start="{start}">{text[start:end]}</span>' for start, end in spans
        )
        + "</annotation>"
        for name, (kind, spans) in PARTS.items()
    ]
    graph = [f'<vertex annotation="{name}" id="node_{name}"/>' for name in PARTS] + [
        f'<triple id="e{n}" object="node_{one}" property="{kind}" subject="node_{of}" value=""/>'
        for n, (kind, of, one) in enumerate(triples)
    ]
    inside = "\n".join([*annotations, '<graph-space id="Old">', *graph, "</graph-space>"])
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<knowtator-project>\n'
        f'<document id="1" text-file="1.txt">\n{inside}\n</document>\n</knowtator-project>\n'
    )


@pytest.fixture
def craft(tmp_path):
    folder = tmp_path / "coreference-annotation" / "knowtator-2"
    folder.mkdir(parents=True)
    (folder / "1.xml").write_text(xml(), encoding="utf-8")
    texts = tmp_path / "articles" / "txt"
    texts.mkdir(parents=True)
    (texts / "1.txt").write_text(TEXT, encoding="utf-8")
    return folder / "1.xml"


def test_a_document(craft):
    (document,) = cs.read(craft)
    assert (document.name, document.unit, document.raw_text) == ("1", "characters", TEXT)
    assert document.entity_ids == ["c0"]
    plain, gap = document.entities[0]
    assert plain == (0, 5)
    assert document.text_of(gap) == "theBRCA2"
    (relation,) = document.relations
    assert relation[:4] == ("apposition", "a1", "h2", "BRCA2")
    assert document.annotations["nonreferring"].entities == [[(32, 34)]]
    (notice,) = read_corpus(craft).notices
    assert (notice.code, notice.count) == ("mention-without-entity", 1)
    assert "'mice' is in no chain and is left out" in str(notice)


def test_without_the_text(put):
    (document,) = cs.read(put(xml(), "1.xml"))
    assert (document.raw_text, document.entities[0][0]) == (None, (0, 5))


def test_another_text_is_noticed(craft):
    (craft.parents[2] / "articles" / "txt" / "1.txt").write_text("x" + TEXT, encoding="utf-8")
    assert "text-differs" in {notice.code for notice in read_corpus(craft).notices}


@pytest.mark.parametrize(("start", "end"), [(1, 5), (0, 4)])
def test_a_span_of_another_length_than_its_text_is_noticed(craft, start, end):
    craft.write_text(xml().replace('end="5" id="n1-0" start="0"', f'end="{end}" id="n1-0" start="{start}"'))
    assert [notice.count for notice in read_corpus(craft).notices if notice.code == "text-differs"] == [1]
