"""Plain readers: a file becomes documents by name, and a document a list of entities.

A mention is (first token, last token), or all its places if they are no run of tokens, or an id. What a reader does
not know is an error, never a guess.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from .metrics import Entities

Corpus = dict[str, list[list[Any]]]
BEGIN, END = re.compile(r"#\s*begin document\s*(.*?)\s*$"), re.compile(r"#\s*end document")
CONLL_ITEM = re.compile(r"(\(?)([^()|]+)(\)?)")
COREFUD_ITEM = re.compile(r"\(([^()]+)(\)?)|([^()]+)\)")
PART = re.compile(r"(.+?)(?:\[(\d+)/(\d+)\])?$")  # of a mention with gaps: e15[1/2]
NAMES = "doc_key", "id", "doc_id", "document_id"
# Fields by which other JSON than e2e-coref's is known: there, the numbers of a mention mean something else.
OTHER_JSON = {"coref_chains", "mention_clusters", "clusters_token_offsets", "cased_words", "subtoken_map", "document",
              "coreference_clusters", "text"}  # fmt: skip


class Document:
    """The entities of a document that is read token by token."""

    def __init__(self, name: str) -> None:
        self.name, self.nodes, self.words = name, list[Any](), 0
        self.entities: dict[str, list[Any]] = {}
        self.opened: dict[str, list[int]] = {}
        self.waiting: dict[tuple[str, int], list[list[Any]]] = {}  # parts of mentions, by the part that comes next

    def mark(self, label: str, opens: bool, closes: bool) -> None:
        """Begin a mention, or a part of one, at the latest token; or end the one of this label that began last."""
        [(entity, part, of)] = PART.findall(label)
        if opens:
            self.entities.setdefault(entity, [])
            self.opened.setdefault(label, []).append(len(self.nodes) - 1)
        if not closes:
            return
        if not self.opened.get(label):
            raise ValueError(f"{self.name}: {label} is closed but was never opened")
        places = self.nodes[self.opened[label].pop() :]
        if int(part or 1) > 1:
            places = self.waiting[entity, int(part)].pop() + places
        if int(part or 1) < int(of or 1):
            self.waiting.setdefault((entity, int(part) + 1), []).append(places)
            return
        places = list(dict.fromkeys(places))
        is_run = isinstance(places[0], int) and places == list(range(places[0], places[0] + len(places)))
        self.entities[entity].append((places[0], places[-1]) if is_run else tuple(places))

    def add_to(self, corpus: Corpus) -> None:
        """Add the entities to a corpus, once all mentions are closed."""
        if any(self.opened.values()) or any(self.waiting.values()) or self.name in corpus:
            raise ValueError(f"{self.name}: the document occurs twice, or a mention is never closed")
        corpus[self.name] = list(self.entities.values())


def read(path: str, format: str | None = None, clusters: str = "clusters") -> Corpus:
    """Read a file in the format that is named, or that the ending of its name says."""
    with open(path, encoding="utf-8-sig") as stream:
        lines = stream.read().split("\n")
    ending = str(path).rpartition(".")[2].lower()
    formats = {"conllu": "corefud", "json": "json", "jsonl": "json", "csv": "table", "tsv": "table"}
    format = format or ("conll" if ending.endswith("conll") else formats.get(ending, ending))
    readers: dict[str, Callable[..., Corpus]] = {"conll": read_conll, "corefud": read_corefud, "table": read_table}
    readers["json"] = partial(read_json, clusters=clusters)
    if format not in readers:
        raise ValueError(f"{path}: the reference reads files that end in conll, {', '.join(formats)}")
    return readers[format](lines)


def read_conll(lines: Iterable[str]) -> Corpus:
    """Read brackets in the last column; in a cell, one-token mentions come first, then openings, then closings.

    >>> read_conll(["#begin document (d); part 000", "Ann (1", "'s (2)|1)", "#end document"])
    {'(d); part 000': [[(0, 1)], [(1, 1)]]}
    """
    corpus: Corpus = {}
    rows = list(lines)
    document = None if any(map(BEGIN.match, rows)) else Document("")  # a file without a header is one document
    for line in [*rows, "#end document"]:
        if begin := BEGIN.match(line):
            document = Document(begin[1])
        elif END.match(line) and document:
            document.add_to(corpus)
            document = None
        elif document and line.strip() and not line.startswith("#"):
            document.nodes.append(len(document.nodes))
            items = CONLL_ITEM.findall((line.split("\t") if "\t" in line else line.split())[-1])
            for opens, label, closes in sorted(items, key=lambda item: 0 if item[0] and item[2] else 1 + bool(item[2])):
                if not re.fullmatch(r"\d+\+\d+", label):
                    document.mark(label, opens, closes)
    return corpus


def read_corefud(lines: Iterable[str]) -> Corpus:
    """Read `Entity=` in the last column of CoNLL-U: exact spans with their gaps and empty nodes.

    >>> cells = ["Entity=(e1-person", "Entity=(e2-place)", "Entity=e1)"]
    >>> rows = ["\\t".join([str(number), *"________", cell]) for number, cell in enumerate(cells, 1)]
    >>> read_corefud(["# global.Entity = eid-etype", "# newdoc id = d", *rows])
    {'d': [[(0, 2)], [(1, 1)]]}
    """
    corpus: Corpus = {}
    document, field, in_sentence = Document(""), 0, False
    for line in [*lines, "# newdoc"]:
        key, _, value = line.lstrip("# ").partition("=")
        cells = line.rstrip("\r\n").split("\t")
        if line.startswith("#") and key.strip() == "global.Entity":
            names = value.strip().split("-")
            field = names.index("eid" if "eid" in names else "GRP")
        elif line.startswith("#") and " ".join(key.split()) in ("newdoc", "newdoc id"):
            if document.nodes:
                document.add_to(corpus)
            document = Document(value.strip())
        elif not line.strip():
            in_sentence = False
        elif len(cells) == 10 and "-" not in cells[0]:
            minor, words = cells[0].partition(".")[2], document.words
            document.nodes.append((words, in_sentence, int(minor)) if minor else words)  # an empty node, or a word
            document.words, in_sentence = words + (not minor), in_sentence or not minor
            for item in cells[9].split("|"):
                for fields, at_once, closing in COREFUD_ITEM.findall(item[7:] if item.startswith("Entity=") else ""):
                    document.mark(closing or fields.split("-")[field], fields, closing or at_once)
    return corpus


def read_json(lines: Sequence[str], clusters: str = "clusters") -> Corpus:
    """Read documents as e2e-coref writes them: clusters of [first token, last token], counted in the document.

    >>> read_json(['{"doc_key": "d", "clusters": [[[0, 1], [3, 3]]]}'])
    {'d': [[(0, 1), (3, 3)]]}
    """
    try:
        records = [json.loads(line) for line in lines if line.strip()]
    except json.JSONDecodeError:  # one object or list over several lines
        records = [json.loads("\n".join(lines))]
    corpus: Corpus = {}
    for number, record in enumerate(records[0] if isinstance(records[0], list) else records):
        name = str(next((record[each] for each in NAMES if record.get(each) is not None), number))
        if OTHER_JSON & record.keys() or clusters not in record or name in corpus:
            raise ValueError(f"{name}: the document occurs twice, or is not e2e-coref's JSON with {clusters!r}")
        corpus[name] = [[tuple(mention) for mention in entity] for entity in record[clusters]]
    return corpus


def read_table(lines: Iterable[str]) -> Corpus:
    """Read rows of document, mention (or start and end, or start and last) and entity; the smallest id comes first.

    >>> read_table(["document,start,end,entity", "d,0,2,10", "d,3,4,9"])
    {'d': [[(3, 3)], [(0, 1)]]}
    """
    header, *rows = lines
    names, *cells = csv.reader([header.lower(), *rows], delimiter="\t" if "\t" in header else ",")
    table = [dict(zip(map(str.strip, names), map(str.strip, row), strict=True)) for row in cells if row]
    as_numbers = all(re.fullmatch("[+-]?[0-9]+", row["entity"]) for row in table)
    corpus: dict[str, dict[str, list[Any]]] = {row.get("document", ""): {} for row in table}
    for row in sorted(table, key=lambda row: (int(row["entity"]) if as_numbers else 0, row["entity"])):
        mention: Any = row.get("mention")
        if "start" in row:
            mention = int(row["start"]), int(row["last"]) if "last" in row else int(row["end"]) - 1
        corpus[row.get("document", "")].setdefault(row["entity"], []).append(mention)
    return {name: list(entities.values()) for name, entities in corpus.items()}


def canonical(name: str) -> tuple[str, int]:
    """Return name and part: `(bc/x); part 000`, `bc/x_0` and `bc/x` are the same document.

    >>> canonical("(bc/x); part 001"), canonical("bc/x_1"), canonical("bc/x")
    (('bc/x', 1), ('bc/x', 1), ('bc/x', 0))
    """
    has_part = re.fullmatch(r"(.*?)\s*;\s*part\s+(\d+)\s*;?", name)
    bare = None if name.startswith("(") else re.fullmatch(r"(.+)_(0|[1-9]\d*)", name)
    match = has_part or bare
    return (match[1] if match else name).removeprefix("(").removesuffix(")"), int(match[2]) if match else 0


def once(entities: Entities) -> list[list[Any]]:
    """Keep each mention in the first of its entities, once.

    >>> once(["aab", "bc", "c"])
    [['a', 'b'], ['c']]
    """
    first: dict[Any, int] = {}
    for number, entity in enumerate(entities):
        for mention in entity:
            first.setdefault(mention, number)
    kept = [[mention for mention in dict.fromkeys(each) if first[mention] == n] for n, each in enumerate(entities)]
    return [entity for entity in kept if entity]


def pair(key: Corpus, response: Corpus) -> dict[str, tuple[list[list[Any]], list[list[Any]]]]:
    """Pair the documents of the key with those of the response by name; one that the response lacks is empty there.

    Without a common name, as many documents are paired by their order. A mention in two entities stays in the first.
    """
    names = [canonical(name) for name in response]
    if len(key) == len(response) and not set(names) & set(map(canonical, key)):
        names = [canonical(name) for name in key]
    theirs = dict(zip(names, response.values(), strict=True))
    return {name: (once(entities), once(theirs.get(canonical(name), []))) for name, entities in key.items()}
