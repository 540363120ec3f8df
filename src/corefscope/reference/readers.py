"""Plain readers: a file becomes documents by name, and a document a list of entities.

A mention is (first token, last token), or all its tokens if it has gaps, or an id. What a reader does
not know is an error, never a guess.
"""

from __future__ import annotations

import csv
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from .metrics import Entities

Corpus = dict[str, list[list[Any]]]
FORMATS = {"conllu": "corefud", "json": "json", "jsonl": "json", "csv": "table", "tsv": "table"}  # by endings
BEGIN, END = re.compile(r"#\s*begin document\s*(.*?)\s*$"), re.compile(r"#\s*end document")
CONLL_ITEM = re.compile(r"(\(?)([^()|]+)(\)?)")
COREFUD_ITEM = re.compile(r"\(([^()]+)(\)?)|([^()]+)\)")
PART = re.compile(r"(.+?)(?:\[(\d+)/(\d+)\])?$")  # of a mention with gaps: e15[1/2]
NAMES = "doc_key", "id", "doc_id", "document_id"
# Fields by which other JSON than e2e-coref's is known: there, the numbers of a mention mean something else.
OTHER_JSON = {"coref_chains", "mention_clusters", "clusters_token_offsets", "cased_words", "subtoken_map", "document",
              "coreference_clusters", "text"}  # fmt: skip


def read(path: str, format: str | None = None, clusters: str = "clusters") -> Corpus:
    """Read a file in the format that is named, or that the ending of its name says."""
    with open(path, encoding="utf-8-sig") as stream:
        lines = stream.read().split("\n")
    ending = str(path).rpartition(".")[2].lower()
    format = format or ("conll" if ending.endswith("conll") else FORMATS.get(ending, ending))
    if format == "json":
        return read_json(lines, clusters)
    if format not in READERS:
        raise ValueError(f"{path}: the reference reads files that end in conll, {', '.join(FORMATS)}")
    return READERS[format](lines)


def add_document(corpus: Corpus, name: str, nodes: Sequence[Any], marks: Iterable[tuple[int, str, Any, Any]]) -> None:
    """Add a document to a corpus; each mark has a token, a label, and whether it opens or closes a mention there.

    Of the open mentions with the same label, the one that was opened last is closed. The parts of a mention with gaps
    are put together.
    """
    entities: dict[str, list[Any]] = {}
    opened: dict[str, list[int]] = defaultdict(list)
    waiting: dict[tuple[str, int], list[list[Any]]] = defaultdict(list)  # by the part that comes next
    for token, label, opens, closes in marks:
        [(entity, part, parts)] = PART.findall(label)
        number = int(part or 1)
        if opens:
            entities.setdefault(entity, [])
            opened[label].append(token)
        if closes:
            if not opened[label] or (number > 1 and not waiting[entity, number]):
                raise ValueError(f"{name}: {label} is closed but was never opened")
            places = [*nodes[opened[label].pop() : token + 1]]
            if number > 1:
                places = waiting[entity, number].pop() + places
            if number < int(parts or 1):
                waiting[entity, number + 1].append(places)
                continue
            places = list(dict.fromkeys(places))
            is_run = isinstance(places[0], int) and places == list(range(places[0], places[0] + len(places)))
            entities[entity].append((places[0], places[-1]) if is_run else tuple(places))
    if any(opened.values()) or any(waiting.values()) or name in corpus:
        raise ValueError(f"{name}: the document occurs twice, or a mention is never closed")
    corpus[name] = list(entities.values())


def read_conll(lines: Iterable[str]) -> Corpus:
    """Read brackets in the last column; in a cell, one-token mentions come first, then openings, then closings.

    >>> read_conll(["#begin document (d); part 000", "Ann (1", "'s (2)|1)", "#end document"])
    {'(d); part 000': [[(0, 1)], [(1, 1)]]}
    """
    corpus: Corpus = {}
    rows = [*lines, "#end document"]
    name, tokens, marks = None if any(map(BEGIN.match, rows)) else "", 0, list[Any]()  # no header: one document
    for line in rows:
        if begin := BEGIN.match(line):
            name, tokens, marks = begin[1], 0, []
        elif END.match(line) and name is not None:
            add_document(corpus, name, range(tokens), marks)
            name = None
        elif name is not None and line.strip() and not line.startswith("#"):
            items = CONLL_ITEM.findall((line.split("\t") if "\t" in line else line.split())[-1])
            for opens, label, closes in sorted(items, key=lambda item: 0 if item[0] and item[2] else 1 + bool(item[2])):
                if not re.fullmatch(r"\d+\+\d+", label):
                    marks.append((tokens, label, opens, closes))
            tokens += 1
    return corpus


def read_corefud(lines: Iterable[str]) -> Corpus:
    """Read `Entity=` in the last column of CoNLL-U: exact spans with their gaps and empty nodes.

    >>> cells = ["Entity=(e1-person", "Entity=(e2-place)", "Entity=e1)"]
    >>> rows = ["\\t".join([str(number), *"________", cell]) for number, cell in enumerate(cells, 1)]
    >>> read_corefud(["# global.Entity = eid-etype", "# newdoc id = d", *rows])
    {'d': [[(0, 2)], [(1, 1)]]}
    """
    corpus: Corpus = {}
    name, words, nodes, marks, field, in_sentence = "", 0, list[Any](), list[Any](), 0, False
    for line in [*lines, "# newdoc"]:
        key, _, value = line.lstrip("# ").partition("=")
        cells = line.rstrip("\r\n").split("\t")
        if line.startswith("#") and key.strip() == "global.Entity":
            names = value.strip().split("-")
            field = names.index("eid" if "eid" in names else "GRP")
        elif line.startswith("#") and " ".join(key.split()) in ("newdoc", "newdoc id"):
            if nodes:
                add_document(corpus, name, nodes, marks)
            name, words, nodes, marks = value.strip(), 0, [], []
        elif not line.strip():
            in_sentence = False
        elif len(cells) == 10 and "-" not in cells[0]:
            minor = cells[0].partition(".")[2]
            nodes.append((words, in_sentence, int(minor)) if minor else words)  # an empty node, or a word
            words, in_sentence = words + (not minor), in_sentence or not minor
            for item in cells[9].split("|"):
                for fields, at_once, closing in COREFUD_ITEM.findall(item[7:] if item.startswith("Entity=") else ""):
                    label = closing or fields.split("-")[field]
                    marks.append((len(nodes) - 1, label, fields, closing or at_once))
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


READERS = {"conll": read_conll, "corefud": read_corefud, "table": read_table}


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
