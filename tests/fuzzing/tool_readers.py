"""Plain slow readers of what parsers and annotation tools write; see `plain`."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Hashable
from typing import Any
from xml.etree import ElementTree

from fuzzing.plain import Documents, NotPlain, lines_of, need, number


def _chains(words: list[tuple[str, list[tuple[str, bool, bool]]]]) -> list[list[Hashable]]:
    """The mentions of one sentence's words after the other, each with its place and its chains."""
    found: dict[str, list[Hashable]] = defaultdict(list)
    opened: dict[str, list[int]] = defaultdict(list)
    for token, (_, chains) in enumerate(words):
        for chain, starts, ends in chains:
            if ends and not starts:
                need(opened[chain])
                found[chain].append((opened[chain].pop(), token + 1))
        for chain, starts, ends in chains:
            if starts and ends:
                found[chain].append((token, token + 1))
            elif starts:
                opened[chain].append(token)
    need(not any(opened.values()))
    return list(found.values())


def stanza(text: str) -> Documents:
    words: list[tuple[str, list[tuple[str, bool, bool]]]] = []
    last = 0
    for line in lines_of(text):
        if line.startswith("#"):
            need(not re.search("newdoc|global|meta|speaker", line))
        elif not line.strip(" "):
            last = 0
        else:
            columns = line.split("\t")
            need(len(columns) == 10 and columns[0] == str(last + 1) and columns[1].strip())
            need(not re.search("Entity|Split|Bridge|Cluster|ner=", columns[9]))
            values = [part.removeprefix("coref_chains=") for part in columns[9].split("|") if "coref_chains" in part]
            need(len(values) < 2)
            items = (
                [re.fullmatch(r"(unit|start|middle|end)-id(\d+)", item) for item in values[0].split(",")]
                if values
                else []
            )
            need(all(items))
            chains = [(item[2], item[1] in ("unit", "start"), item[1] in ("unit", "end")) for item in items if item]
            words.append((columns[1], chains))
            last += 1
    need(words)
    return {"text": _chains(words)}


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise NotPlain("not JSON") from None


def stanza_json(text: str) -> Documents:
    words = []
    sentences = _loaded(text)
    need(isinstance(sentences, list) and sentences)
    for sentence in sentences:
        need(isinstance(sentence, list))
        for place, word in enumerate(sentence, 1):
            need(isinstance(word, dict) and set(word) == {"id", "text", "head", "coref_chains"} and word["id"] == place)
            need(isinstance(word["coref_chains"], list))
            chains = []
            for each in word["coref_chains"]:
                need(isinstance(each, dict) and set(each) <= {"index", "representative_text", "is_start", "is_end"})
                need(type(each.get("index")) is int)
                chains.append((str(each["index"]), each.get("is_start", False), each.get("is_end", False)))
            words.append((word["text"], chains))
    return {"text": _chains(words)}


def booknlp(text: str, tokens: str) -> Documents:
    need(re.fullmatch(r"[^\r\v\f\x1c-\x1e\x85\u2028\u2029]*", text + tokens))
    header, *rows = text.split("\n")
    need(header.split("\t") == ["COREF", "start_token", "end_token", "prop", "cat", "text"])
    found: dict[str, list[Hashable]] = defaultdict(list)
    for row in rows:
        if row:
            columns = row.split("\t", 5)
            need(len(columns) == 6 and columns[0].strip() == columns[0] != "")
            need(number(columns[1]) <= number(columns[2]))
            found[columns[0]].append((number(columns[1]), number(columns[2]) + 1))
    return {"text": list(found.values())}


def corenlp(text: str) -> Documents:
    record = _loaded(text)
    need(isinstance(record, dict) and set(record) == {"docId", "sentences", "corefs"})
    need(
        isinstance(record["docId"], str)
        and isinstance(record["sentences"], list)
        and isinstance(record["corefs"], dict)
    )
    need(text.count('"docId"') == text.count('"corefs"') == 1)
    starts = [0]
    for sentence in record["sentences"]:
        need(isinstance(sentence, dict) and isinstance(sentence.get("tokens"), list))
        starts.append(starts[-1] + len(sentence["tokens"]))
    entities: list[list[Hashable]] = []
    for chain in record["corefs"].values():
        need(isinstance(chain, list) and all(isinstance(each, dict) for each in chain))
        places = [[each.get(name) for name in ("sentNum", "startIndex", "endIndex")] for each in chain]
        need(all(type(number) is int for place in places for number in place))
        need(all(0 < sentence < len(starts) for sentence, _, _ in places))
        entities.append([(starts[s - 1] + start - 1, starts[s - 1] + end - 1) for s, start, end in places])
    return {record["docId"] or "text": [entity for entity in entities if entity]}


def _xml(text: str) -> ElementTree.Element:
    need("<!" not in text)
    try:
        return ElementTree.fromstring(text.encode())
    except (ElementTree.ParseError, ValueError, LookupError):
        raise NotPlain("not XML") from None


def ecb(text: str) -> Documents:
    root = _xml(text)
    need(root.tag == "Document" and re.fullmatch(r"\w+\.xml", root.get("doc_name", "")))
    tokens = [child.get("t_id") for child in root if child.tag == "token"]
    need(tokens == [str(place) for place in range(1, len(tokens) + 1)])
    need([child.tag for child in root][len(tokens) :] == ["Markables", "Relations"])
    mentions: dict[str, Hashable] = {}
    instances: dict[str, str] = {}
    for markable in root[-2]:
        need(set(markable.attrib) in ({"m_id"}, {"m_id", "RELATED_TO", "TAG_DESCRIPTOR", "instance_id"}))
        need(markable.tag == "HUMAN_PART_PER" and markable.get("m_id") not in {*mentions, *instances})
        if len(markable.attrib) > 1:
            instances[markable.attrib["m_id"]] = markable.attrib["instance_id"]
        else:
            places = [number(anchor.get("t_id", "")) - 1 for anchor in markable]
            need(places == list(range(places[0], places[0] + len(places))) if places else False)
            mentions[markable.attrib["m_id"]] = (places[0], places[-1] + 1)
    entities: dict[str, list[Hashable]] = defaultdict(list)
    seen = []
    for relation in root[-1]:
        need(relation.tag == "CROSS_DOC_COREF" and relation.attrib.keys() == {"r_id"} and len(relation))
        *sources, target = relation
        need(target.tag == "target" and target.get("m_id") in instances and all(s.tag == "source" for s in sources))
        need(instances[target.attrib["m_id"]])
        members = [source.get("m_id", "") for source in sources]
        need(all(member in mentions for member in members))
        seen += members
        entities[instances[target.attrib["m_id"]]] += [mentions[member] for member in members]
    need(sorted(seen) == sorted(mentions))
    return {root.attrib["doc_name"].removesuffix(".xml"): [entity for entity in entities.values() if entity]}


def _rows(text: str, fields: set[str]) -> list[dict[str, Any]]:
    rows = _loaded(text)
    need(isinstance(rows, list) and rows and all(isinstance(row, dict) and set(row) == fields for row in rows))
    need(text.count('"doc_id"') == len(rows) and all(isinstance(row["doc_id"], str) for row in rows))
    return rows  # type: ignore[no-any-return]


def wec(text: str) -> Documents:
    documents: dict[str, dict[str, list[Hashable]]] = defaultdict(lambda: defaultdict(list))
    for row in _rows(text, {"doc_id", "mention_id", "coref_chain"}):
        need(all(isinstance(row[name], str) and re.fullmatch(r"[\w-]+", row[name]) for name in row))
        documents[row["doc_id"]][row["coref_chain"]].append(row["mention_id"])
    return {name: list(entities.values()) for name, entities in documents.items()}


def cattan(text: str) -> Documents:
    documents: dict[str, dict[str, list[Hashable]]] = defaultdict(lambda: defaultdict(list))
    for row in _rows(text, {"doc_id", "tokens_ids", "cluster_id"}):
        need(re.fullmatch(r"\w+\.xml", row["doc_id"]) and type(row["cluster_id"]) is int)
        tokens = row["tokens_ids"]
        need(isinstance(tokens, list) and tokens and all(type(token) is int and token > 0 for token in tokens))
        documents[row["doc_id"].removesuffix(".xml")][str(row["cluster_id"])].append(tuple(sorted(set(tokens))))
    return {name: list(entities.values()) for name, entities in documents.items()}


READERS: dict[str, Callable[..., Documents]] = {
    "stanza": stanza,
    "stanza-json": stanza_json,
    "booknlp": booknlp,
    "corenlp": corenlp,
    "ecb": ecb,
    "wec": wec,
    "cattan": cattan,
}
