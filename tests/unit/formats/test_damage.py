"""Valid files with random damage: a result or an error of ours, and nothing else, wherever one looks."""

from __future__ import annotations

import json
import tracemalloc
from random import Random

import pytest

import corefscope as cs
from corefscope.formats.load import read_corpus
from fuzzing.layouts import LAYOUTS, files_of
from fuzzing.texts import Text
from support.inputs.blockings import UA, conllua
from support.inputs.corefud_texts import GUM, document, node, sentence, words
from support.inputs.damage import TELLING, damaged
from support.inputs.json_records import FASTCOREF, RECORDS, lines
from unit.formats.tools import test_brat, test_muc, test_webanno

CELLS = ["(1|(12", "12)", "-", "(1)|1)", "(2(3)", "-", "2)"]


def conll(header, row, end="#end document\n"):
    rows = [row.format(token=token, cell=cell) for token, cell in enumerate(CELLS)]
    rows.insert(3, "")
    return "".join(header.format(number) + "\n".join(rows) + "\n" + end for number in (0, 1))


COLUMNS = "tale\t0\t{token}\tw{token}\tNN\t(NP*)\t-\t-\t-\tAnna\t*\t{cell}"
DOCUMENTS = [
    {"doc_key": f"tale_{number}", "sentences": [["a", "b"], ["c", "d"]], "clusters": [[[0, 1], [3, 3]], [[2, 2]]]}
    for number in (0, 1)
]
CONLLU = document(
    sentence(
        node("0.1", "Entity=(e1-person-1-)", deps="2:nsubj"),
        node("1-2", form="im"),
        node(1, "Entity=(e2[1/2]-place-1-(e1--1-)"),
        node(2, "Entity=e2[1/2])", head="0"),
        node("2.1", deps="2:x|1:y"),
        node(3, "Bridge=e1<e2:part|Entity=(e3-x-1-minspan:1", head="2"),
        node(4, "Entity=(e2[2/2]-place-1-)e3)|SpaceAfter=No", head="2"),
        comments=["# sent_id = s1", "# speaker = Anna"],
    ),
    words(3, w1="(e1-person-2-", w2="(e4-a-1-", w3="e1)e4)"),
) + document(words(2, w2="(1-place-new-nnnnn-cf1-1-coref-Athens%2C_Ohio)"), name="song", header=GUM)
TALE = Text("tale", [["Anna", "saw", "the", "mill"], ["She", "ran"]], [[(0, 1), (4, 5)], [(2, 4)]])
TEXTS = {
    "twelve.conll": conll("#begin document (tale); part 00{}\n", COLUMNS),
    "blanks.conll": conll("#begin document (tale); part 00{}\n", COLUMNS.replace("\t", "  ")),
    "two.conll": conll("# begin document tale_{}\n", "w{token}\t{cell}", end=""),
    "windows.conll": "\ufeff"
    + conll("#begin document (tale); part 00{}\n", "{token}\tw\t{cell}").replace("\n", "\r\n"),
    "headless.txt": conll("", "{token}\tw{token}\t{cell}", end=""),
    "tale.conllu": CONLLU,
    "tales.conllua": UA + "".join(map(conllua, range(2))),
    "lines.jsonl": "".join(json.dumps(record) + "\n" for record in DOCUMENTS),
    "list.json": json.dumps(DOCUMENTS, indent=1),
    **{f"{name}.jsonl": lines(record) for name, record in {**RECORDS, "fastcoref": FASTCOREF}.items()},
    "muc.sgm": test_muc.MILL,
    "chains.tsv": test_webanno.CHAINS,
    "relations.tsv": test_webanno.RELATIONS,
}
FILES = {
    **{name: {name: text.encode()} for name, text in TEXTS.items()},
    **{layout: files_of(layout, [TALE]) for layout in LAYOUTS if layout != "zip"},
    "LitBank": {"a.ann": test_brat.LITBANK.encode(), "a.txt": test_brat.LITBANK_TEXT.encode()},
    "brat with links": {"a.ann": test_brat.LINES.encode(), "a.txt": test_brat.TEXT.encode()},
}
LAYERS = ("word", "pos", "upos", "head", "deprel", "feats", "misc", "speaker", "named_entity")


def look(path, written):
    """Read a file and take all of it apart; words and other columns are looked up only when they are needed."""
    corpus = read_corpus(path)
    for each, text in zip(corpus.documents(), corpus.texts, strict=True) if corpus.label is None else ():
        for layer in LAYERS:
            column = each.layer(layer)
            assert column is None or len(column) == each.token_count
        assert each.sentences is None or sum(end - start for start, end in each.sentences) == each.token_count
        if each.words is not None or each.raw_text is not None:
            for mention in (mention for entity in each.entities for mention in entity):
                each.text_of(mention)
        if text is not None and hasattr(text[0], "dependencies"):
            for position in [*range(each.token_count), *text[0].empty_nodes(text[1])]:
                assert isinstance(text[0].dependencies(text[1], position), frozenset)
    if corpus.files[0].format == "corefud":
        cs.write(corpus, written, lossy=True)


@pytest.mark.parametrize("name", FILES)
def test_damaged_files(tmp_path, name):
    chance, outcomes = Random(f"damage {name}"), {"read": 0, "refused": 0}
    for path, content in FILES[name].items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(content)
    first = next(iter(FILES[name]))
    main = next((path for path in FILES[name] if "coref_level" in path), first)
    for number in range(150):
        content = damaged(FILES[name][main], chance, TELLING)
        (tmp_path / main).write_bytes(content)
        try:
            look(tmp_path / first, tmp_path / "written.conllu")
            outcomes["read"] += 1
        except cs.CorefscopeError as error:
            assert str(error)  # noqa: PT017
            outcomes["refused"] += 1
        except Exception as error:
            raise AssertionError(f"case {number}: {content!r}") from error
    # Damage that is always noticed would mean that this test tries nothing; some text takes any.
    assert outcomes["read"] > 5 and outcomes["refused"] > 20, outcomes  # noqa: PT018


@pytest.mark.parametrize("name", {**RECORDS, "fastcoref": FASTCOREF})
def test_json_fields_of_a_wrong_type(put, name):
    """Each field replaced by values of all types."""
    record = {**RECORDS, "fastcoref": FASTCOREF}[name]
    values = (None, True, 7, -1, 1.5, "", [], [[]], [[[]]], {}, [{}], [None], [["x"]], [[[0, 1]]], [[[0, 0, 1]]])
    for field in record:
        for value in values:
            path = put(lines({**record, field: value}), "text.jsonl")
            for clusters in (None, "clusters"):
                try:
                    cs.read(path, "json", clusters)
                except cs.CorefscopeError as error:
                    assert str(error).startswith(f"{path}:1: ")  # noqa: PT017


def test_mentions_with_gaps_cannot_grow_beyond_all_bounds(tmp_path):
    """A short line may claim two ends of a long text; thousands of such lines are no annotation."""
    (tmp_path / "a.txt").write_text("x" * 100_000)
    (tmp_path / "a.ann").write_text("".join(f"T{n}\tX 0 50000;60000 100000\n" for n in range(5000)))
    tracemalloc.start()
    with pytest.raises(cs.CorefscopeError) as caught:
        read_corpus(tmp_path / "a.ann")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (caught.value.code, peak < 64_000_000) == ("too-large", True)  # the lines claim 450 million positions


def test_long_chains_are_one_entity(tmp_path):
    """In one go, without recursion."""
    count = 20_000
    spans = [f"T{n}\tX {n} {n + 1}\n" for n in range(count)]
    links = [f"R{n}\tCoref Arg1:T{n} Arg2:T{n + 1}\n" for n in range(count - 1)]
    (tmp_path / "a.txt").write_text("x" * count)
    (tmp_path / "a.ann").write_text("".join(spans + links))
    corpus = read_corpus(tmp_path / "a.ann")
    assert (corpus.mention_count, corpus.entity_count) == (count, 1)
