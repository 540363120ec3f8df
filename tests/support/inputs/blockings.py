"""One file read whole, or in blocks of any size.

`cases` gives CoNLL files, most of them damaged; `outcome` is all that reading one of them gives.
"""

from __future__ import annotations

import random
from dataclasses import fields

import numpy as np

from corefscope.formats.files.blocks import BLOCK
from corefscope.formats.load import read_corpus
from corefscope.problems import CorefscopeError, Notices
from support.inputs.damage import damaged

SIZES = (64, 100, 256, 1000)
NOT_COMPARED = ("texts", "files", "annotations")  # annotations are compared in documents
LAYERS = ("word", "speaker", "pos", "upos", "head", "deps")
TELLING = b'()|_-+#\t\n\r "[]{},;:=0129e\0\xef\xbb\xbf\xff\xfe\xc3'

WORDS = ["Anna", "#", "mühle", "She", "(2)", "turns"]
CELLS = ["(1)", "-", "(2|(3", "3)|(1)", "-", "2)"]


def conll(number, columns="{word}\t{cell}", title=" (tale{number}); part 000", end="#end document\n"):
    """A document; every third of them has a comment, a blank cell or something else that readers look at twice."""
    rows = [columns.format(word=word, cell=cell) + "\n" for word, cell in zip(WORDS, CELLS, strict=True)]
    rows.insert(3, "\n")
    if number % 3 == 1:
        rows.insert(number % 7, "# a comment\n")
    if number % 3 == 2:
        rows.insert(2, columns.format(word="#", cell="") + "\n")
    return f"#begin document{title.format(number=number)}\n{''.join(rows)}{end}"


def record(number):
    clusters = [[[0, 0], [3, 3]], [[4, 5]]]
    sentences, speakers = [WORDS[:3], WORDS[3:]], [["Ann"] * 3, ["Ben"] * 3]
    return {"doc_key": f"tale{number}", "sentences": sentences, "speakers": speakers, "clusters": clusters}


TWELVE = "tale\t0\t0\t{word}\tNN\t(NP*)\t-\t-\t-\tAnna\t*\t{cell}"
TEXTS = {
    "named.conll": "".join(map(conll, range(6))),
    "marked.conll": "\ufeff" + "".join(map(conll, range(4))).replace("\n", "\r\n"),
    "twelve.conll": "".join(conll(number, TWELVE) for number in range(4)),
    "unnamed.conll": "".join(conll(number, title="", end="") for number in range(4)),
    "stray.conll": "word\t-\n" * 6 + "".join(map(conll, range(3))) + "more\t-\n" * 4 + conll(3),
    "headless.conll": conll(4).split("\n", 1)[1].replace("#end document\n", "") * 4,
    "mac.conll": "".join(map(conll, range(3))) + "".join(map(conll, range(3, 6))).replace("\n", "\r"),
    "empty.conll": "\n" * 90 + "".join(conll(n).replace("\n\n", "\n" * (1 + 70 * (n % 2))) for n in range(5)) + "\n",
    "empty-headless.conll": "\n" * 300 + "a\t(1\n\n\nb\t1)\n" + "\n" * 300 + "# x\nc\t(2\t\nd\t(3)\n",
    "without.conll": "".join(map(conll, range(4))).replace("(", "").replace(")", ""),
}


def cases(count, seed="blockings"):
    """So many names and contents of files: the texts as they are, then damaged, joined or cut ones."""
    chance = random.Random(seed)
    whole = [(name, text.encode()) for name, text in TEXTS.items()]
    yield from whole[:count]
    for _ in range(count - len(whole)):
        name, content = chance.choice(whole)
        if chance.random() < 0.1:
            content = chance.choice([b"\n", b" \n", b""]) + content + chance.choice(whole)[1]
        if chance.random() < 0.95:
            content = damaged(content, chance, TELLING)
        yield name, content


def outcome(path, size=BLOCK, format=None):
    """All that reading gives: errors, warnings and how many, the columns of the corpus, and its texts."""
    notices, corpus, said = Notices(), None, []
    try:
        corpus = read_corpus(path, format, notices=notices, block_size=size)
    except CorefscopeError as error:
        said = [type(error).__name__, *map(str, error.all()), error.unlisted]
    found = [said, [(notice.kind, notice.count, notice.places) for notice in notices]]
    if corpus is None:
        return found
    found.append(columns_of(corpus))
    for document, text in zip(corpus.documents(), corpus.texts, strict=True) if corpus.label is None else ():
        layers = [document.layer(name) for name in LAYERS]
        lines = [text[0].token_line(text[1], token) for token in range(document.token_count or 0)] if text else None
        found.append([document, document.sentences, document.raw_text, layers, lines])
    return found


def columns_of(corpus):
    """All columns as lists, and those of the corpus in which lost mentions are repaired."""
    columns = {field.name: getattr(corpus, field.name) for field in fields(corpus) if field.name not in NOT_COMPARED}
    columns["entity_id"] = [corpus.entity_name(entity) for entity in range(corpus.entity_count)]
    if corpus.entity_rank is not None:  # only the order counts
        columns["entity_rank"] = np.unique(corpus.entity_rank, return_inverse=True)[1]
    if corpus.repaired is not None:
        columns["repaired"] = columns_of(corpus.repaired)
    return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in columns.items()}
