"""A large file is read block by block: what comes out is what the whole file gives."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import pickle
import sys

import pytest

import corefscope as cs
from corefscope.formats import load

WORDS = ["Anna", "sleeps", ".", "She", "dreams", "of", "a", "mill", "by", "the", "sea", ",", "and", "it", "turns", "."]


def conll(number):
    cells = ["(1)", "-", "-", "(1)", "-", "-", "(2", "2)|(3", "-", "(4", "3)|4)", "-", "-", "(2)", "-", "-"]
    rows = "".join(f"{word}\t{cell}\n" for word, cell in zip(WORDS, cells, strict=True))
    return f"#begin document (tale{number}); part 000\n{rows[:30]}\n{rows[30:]}#end document\n# a note\n"


def conllu(number):
    entity = {0: "(e1-person-1-)", 3: "(e1-person-1-)", 6: "(e2[1/2]-place-1-)", 8: "(e2[2/2]-place-1-)"}
    rows = []
    for place, word in enumerate(WORDS):
        misc = f"Entity={entity[place]}" if place in entity else "_"
        rows.append(f"{place + 1}\t{word}\t_\tNOUN\t_\t_\t0\troot\t_\t{misc}\n")
    rows.insert(5, "5.1\t_\t_\tPRON\t_\t_\t_\t_\t4:nsubj\tEntity=(e3-person-1-)\n")
    return f"# newdoc id = tale{number}\n# newdoc is a word here\n" + "".join(rows) + "\n"


def record(number):
    clusters = [[[0, 0], [3, 3]], [[5, 6]]]
    sentences, speakers = [WORDS[:3], WORDS[3:]], [["Ann"] * 3, ["Ben"] * 13]
    return {"doc_key": f"tale{number}", "sentences": sentences, "speakers": speakers, "clusters": clusters}


def rows(number):
    return "".join(f'tale{number},{place},{place + 1},"e, {place % 2}\n",pronoun\n' for place in range(4))


TEXTS = {
    "named.conll": "\ufeff" + "".join(map(conll, range(40))),
    "tales.conllu": "# global.Entity = eid-etype-head-other\n" + "".join(map(conllu, range(30))),
    "lines.jsonl": "".join(json.dumps(record(number)) + "\n" for number in range(30)),
    "table.csv": "document,start,end,entity,type\n" + "".join(map(rows, range(60))),
}


def in_blocks(monkeypatch, size):
    monkeypatch.setattr(load, "BLOCK", size)


@pytest.mark.parametrize(("ending", "library"), [("gz", gzip), ("bz2", bz2), ("xz", lzma)])
def test_packed_files_are_unpacked_block_by_block(monkeypatch, put, ending, library):
    whole = load.read_corpus(put(TEXTS["named.conll"], "tales.conll"))
    path = put(library.compress(TEXTS["named.conll"].encode()), f"tales.conll.{ending}")
    in_blocks(monkeypatch, 1000)
    assert load.read_corpus(path).documents() == whole.documents()


def test_standard_input(monkeypatch, put):
    whole = load.read_corpus(put(TEXTS["named.conll"], "tales.conll"))
    in_blocks(monkeypatch, 1000)
    stream = io.TextIOWrapper(io.BytesIO(TEXTS["named.conll"].encode()))
    monkeypatch.setattr(sys, "stdin", stream)
    assert load.read_corpus("-").documents() == whole.documents()


@pytest.mark.parametrize("name", ["named.conll", "tales.conllu", "lines.jsonl"])
@pytest.mark.parametrize("packed", [False, True])
def test_a_process_beside_this_one_can_have_the_words_of_a_large_file(monkeypatch, put, name, packed):
    whole = load.read_corpus(put(TEXTS[name], name))
    in_blocks(monkeypatch, 1000)
    path = put(gzip.compress(TEXTS[name].encode()), name + ".gz") if packed else put(TEXTS[name], name)
    corpus = load.read_corpus(path)
    assert pickle.loads(pickle.dumps(corpus)).documents() == corpus.documents() == whole.documents()


@pytest.mark.parametrize("name", ["tales.conllu", "lines.jsonl"])
def test_a_word_that_differs_in_a_large_file_is_noticed(monkeypatch, put, name):
    in_blocks(monkeypatch, 1000)
    key = put(TEXTS[name], f"key-{name}")
    changed = put(TEXTS[name][::-1].replace("llim", "elom", 1)[::-1], f"changed-{name}")

    def different(response):
        return [each for each in cs.score(key, response).systems[0].warnings if each.kind == "different words"]

    assert not different(key)
    (warning,) = different(changed)
    assert warning.count == 1
    assert "'mole', in the key 'mill'" in warning.first


def test_a_large_file_that_has_changed_is_not_taken_for_the_old_one(monkeypatch, put):
    in_blocks(monkeypatch, 1000)
    path = put(TEXTS["named.conll"], "changing.conll")
    corpus = load.read_corpus(path)
    put(TEXTS["named.conll"].replace("mill", "mole") + "\n", "changing.conll")
    with pytest.raises(cs.CorefscopeError, match="the file has changed since it was read"):
        corpus.documents()


@pytest.mark.parametrize(
    ("name", "fault", "message"),
    [
        ("named.conll", "word\t(9\n", "entity 9 is still open"),
        ("named.conll", "w\0\n", "the file is binary"),
        ("tales.conllu", "what\n", "neither # nor a number"),
        ("lines.jsonl", "{]\n", "not valid JSON"),
        ("table.csv", "a,b\n", "the row has 2 columns"),
    ],
)
def test_errors_in_a_later_block_have_the_line_of_the_file(monkeypatch, put, name, fault, message):
    begin = {"conll": "#begin", "conllu": "# newdoc id"}.get(
        name.split(".")[1], "pronoun" if name == "table.csv" else "{"
    )
    text = TEXTS[name]
    place = text.index("\n", text.index(begin, 9 * len(text) // 10)) + 1
    path = put(text[:place] + fault + text[place:], f"faulty-{name}")
    in_blocks(monkeypatch, 1000)
    with pytest.raises(cs.CorefscopeError, match=message) as error:
        load.read_corpus(path)
    assert error.value.line == text[:place].count("\n") + 1
