"""Seeded corpora shaped like the real ones: heavy-tailed entities, nested mentions, a response with the usual mistakes.

The same documents can be written as CoNLL-2012, CorefUD, jsonlines and as a table, so that every scorer
that is compared reads the same data in the format it knows.
"""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

WORDS = ("the", "a", "of", "ferry", "harbour", "captain", "said", "storm", "island", "it", "she", "they", "dawn", "old")
SENTENCE = 25
Spans = dict[tuple[int, int], int]  # (first token, last token) → entity


@dataclass(frozen=True)
class Text:
    """One document: its words, and what key and response say of them."""

    name: str
    words: list[str]
    key: Spans
    response: Spans


def texts(documents: int, tokens: int, mentions: int, seed: int = 1) -> Iterator[Text]:
    """Documents of so many tokens and about so many mentions each; OntoNotes' test set has 348 × 490 × 57."""
    chance = random.Random(seed)
    for number in range(documents):
        key = _entities(chance, tokens, mentions)
        words = chance.choices(WORDS, k=tokens)
        yield Text(f"nw/p_{number:05d}", words, key, _noisy(chance, tokens, key))


def of_another_system(text: Text, seed: int) -> Text:
    """The same key with other mistakes in its response."""
    return replace(text, response=_noisy(random.Random(f"{seed} {text.name}"), len(text.words), text.key))


def pair(documents: int, tokens: int, mentions: int, seed: int = 1) -> tuple[str, str]:
    """A key and a noisy response of it, as the text of two CoNLL files."""
    made = list(texts(documents, tokens, mentions, seed))
    return "".join(conll(text, text.key) for text in made), "".join(conll(text, text.response) for text in made)


def write(made: list[Text], folder: Path, kind: str) -> tuple[Path, Path]:
    """Writes key and response in one of the formats of WRITERS; gives their paths."""
    paths = []
    for side in ("key", "response"):
        path = folder / f"{side}.{kind}"
        with open(path, "w", encoding="utf-8") as out:
            for text in made:
                out.write(WRITERS[kind](text, getattr(text, side)))
        paths.append(path)
    os.sync()  # so that nobody's time is spent on writing them to disk
    return paths[0], paths[1]


def _entities(chance: random.Random, tokens: int, mentions: int) -> Spans:
    entities = max(mentions // 4, 1)
    spans: Spans = {}
    while len(spans) < min(mentions, tokens):
        start = chance.randrange(tokens)
        end = min(start + min(int(chance.expovariate(0.6)), 12), _last_of_sentence(start, tokens))
        # Heavy-tailed sizes: few entities have many mentions.
        spans.setdefault((start, end), int(entities * chance.random() ** 2))
    return _without_crossing(spans)


def _last_of_sentence(token: int, tokens: int) -> int:
    return min(token - token % SENTENCE + SENTENCE, tokens) - 1


def _without_crossing(spans: Spans) -> Spans:
    """Drops mentions that cross an earlier one of the same entity, which CoNLL cannot express."""
    kept: Spans = {}
    last: dict[int, list[int]] = {}
    for (start, end), entity in sorted(spans.items(), key=lambda item: (item[0][0], -item[0][1])):
        ends = last.setdefault(entity, [])
        if all(end <= other or start > other for other in ends[-4:]):
            kept[start, end] = entity
            ends.append(end)
    return _without_singletons(kept)


def _without_singletons(spans: Spans) -> Spans:
    """OntoNotes annotates none, and scorers descended from e2e-coref treat them in ways of their own."""
    sizes = Counter(spans.values())
    return {span: entity for span, entity in spans.items() if sizes[entity] > 1}


def _noisy(chance: random.Random, tokens: int, gold: Spans) -> Spans:
    """One mention in ten is missed, one in ten has a wrong end, three in twenty join another entity."""
    noisy: Spans = {}
    entities = list(gold.values())
    for (start, end), entity in gold.items():
        luck = chance.random()
        if luck < 0.10:
            continue
        if luck < 0.20:
            end = min(end + 1, _last_of_sentence(start, tokens))
        noisy[start, end] = chance.choice(entities) if luck > 0.85 else entity
    return _without_crossing(noisy)


def _brackets(spans: Spans) -> tuple[dict[int, list[str]], dict[int, list[str]], dict[int, list[str]]]:
    """By token: entities that open, that close, and that do both; the outermost opens first and closes last."""
    opening: dict[int, list[str]] = {}
    closing: dict[int, list[str]] = {}
    single: dict[int, list[str]] = {}
    for (start, end), entity in sorted(spans.items(), key=lambda item: (item[0][0], -item[0][1])):
        if start == end:
            single.setdefault(start, []).append(str(entity))
        else:
            opening.setdefault(start, []).append(str(entity))
            closing.setdefault(end, []).insert(0, str(entity))
    return opening, closing, single


def conll(text: Text, spans: Spans) -> str:
    """Twelve columns, as OntoNotes has them."""
    opening, closing, single = _brackets(spans)
    lines = [f"#begin document ({text.name}); part 000\n"]
    for token, word in enumerate(text.words):
        cell = [f"({entity}" for entity in opening.get(token, ())]
        cell += [f"({entity})" for entity in single.get(token, ())]
        cell += [f"{entity})" for entity in closing.get(token, ())]
        lines.append(f"{text.name} 0 {token % SENTENCE} {word} NN * - - - - * {'|'.join(cell) or '-'}\n")
        if token % SENTENCE == SENTENCE - 1:
            lines.append("\n")
    return "".join([*lines, "\n#end document\n"])


def corefud(text: Text, spans: Spans) -> str:
    """CoNLL-U with `Entity=`, heads on the first word; an entity's id occurs in no other document."""
    opening, closing, single = _brackets(spans)
    document = text.name.rpartition("_")[2]
    lines = []
    for token, word in enumerate(text.words):
        place = token % SENTENCE + 1
        if place == 1:
            if token:
                lines.append("\n")
            else:
                lines.append(f"# newdoc id = {text.name}\n# global.Entity = eid-etype-head-other\n")
            lines.append(f"# sent_id = {text.name.replace('/', '-')}-s{token // SENTENCE}\n")
        marks = [f"e{document}x{entity})" for entity in closing.get(token, ())]
        marks += [f"(e{document}x{entity}-x-1-" for entity in opening.get(token, ())]
        marks += [f"(e{document}x{entity}-x-1-)" for entity in single.get(token, ())]
        misc = f"Entity={''.join(marks)}" if marks else "_"
        head, relation = (0, "root") if place == 1 else (1, "dep")
        lines.append(f"{place}\t{word}\t{word}\tNOUN\t_\t_\t{head}\t{relation}\t_\t{misc}\n")
    return "".join([*lines, "\n"])


def clusters(spans: Spans) -> list[list[tuple[int, int]]]:
    """The entities as lists of spans, both ends inclusive."""
    entities: dict[int, list[tuple[int, int]]] = {}
    for span, entity in spans.items():
        entities.setdefault(entity, []).append(span)
    return list(entities.values())


def jsonlines(text: Text, spans: Spans) -> str:
    """One line as e2e-coref has them."""
    words = text.words
    sentences = [words[start : start + SENTENCE] for start in range(0, len(words), SENTENCE)]
    document = {"doc_key": text.name, "sentences": sentences, "clusters": clusters(spans)}
    return json.dumps(document) + "\n"


WRITERS = {"conll": conll, "conllu": corefud, "jsonl": jsonlines}
