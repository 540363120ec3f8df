"""Plain slow readers of what parsers and annotation tools write; see `plain`."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Hashable
from typing import Any

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


READERS: dict[str, Callable[..., Documents]] = {
    "stanza": stanza,
    "stanza-json": stanza_json,
    "booknlp": booknlp,
}
