"""Seeded CoNLL-2012 corpora shaped like OntoNotes: many documents, twelve columns, nested and noisy mentions."""

from __future__ import annotations

import random

WORDS = ("the", "a", "of", "ferry", "harbour", "captain", "said", "storm", "island", "it", "she", "they", "dawn", "old")


def pair(documents: int, tokens: int, mentions: int, seed: int = 1) -> tuple[str, str]:
    """A key and a noisy response of it, as the text of two files."""
    chance = random.Random(seed)
    key: list[str] = []
    response: list[str] = []
    for number in range(documents):
        gold = _entities(chance, tokens, mentions)
        _write(key, number, tokens, gold, random.Random(number))
        _write(response, number, tokens, _noisy(chance, tokens, gold), random.Random(number))
    return "".join(key), "".join(response)


def _entities(chance: random.Random, tokens: int, mentions: int) -> dict[tuple[int, int], int]:
    entities = max(mentions // 4, 1)
    spans: dict[tuple[int, int], int] = {}
    while len(spans) < min(mentions, tokens):
        start = chance.randrange(tokens)
        end = min(start + min(int(chance.expovariate(0.6)), 12), tokens - 1)
        # Heavy-tailed sizes: few entities have many mentions.
        spans.setdefault((start, end), int(entities * chance.random() ** 2))
    return _without_crossing(spans)


def _without_crossing(spans: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
    """Drops mentions that cross an earlier one of the same entity, which CoNLL cannot express."""
    kept: dict[tuple[int, int], int] = {}
    last: dict[int, list[tuple[int, int]]] = {}
    for (start, end), entity in sorted(spans.items(), key=lambda item: (item[0][0], -item[0][1])):
        around = last.setdefault(entity, [])
        if all(end <= other_end or start > other_end for _, other_end in around[-4:]):
            kept[start, end] = entity
            around.append((start, end))
    return kept


def _noisy(chance: random.Random, tokens: int, gold: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
    noisy = {}
    for (start, end), entity in gold.items():
        luck = chance.random()
        if luck < 0.10:
            continue
        if luck < 0.20:
            end = min(end + 1, tokens - 1)
        noisy[start, end] = chance.choice(list(gold.values())) if luck > 0.85 else entity
    return _without_crossing(noisy)


def _write(out: list[str], number: int, tokens: int, spans: dict[tuple[int, int], int], chance: random.Random) -> None:
    opening: dict[int, list[str]] = {}
    closing: dict[int, list[str]] = {}
    for (start, end), entity in sorted(spans.items(), key=lambda item: (item[0][0], -item[0][1])):
        if start == end:
            closing.setdefault(start, []).append(f"({entity})")
        else:
            opening.setdefault(start, []).append(f"({entity}")
            closing.setdefault(end, []).insert(0, f"{entity})")
    name = f"nw/paper/00/paper_{number:04d}"
    out.append(f"#begin document ({name}); part 000\n")
    for token in range(tokens):
        cell = "|".join(opening.get(token, []) + closing.get(token, [])) or "-"
        word = chance.choice(WORDS)
        out.append(f"{name}   0   {token % 25}   {word:>12}   NN   (NP*)   -   -   -   Speaker#1   *   *   {cell}\n")
        if token % 25 == 24:
            out.append("\n")
    out.append("\n#end document\n")
