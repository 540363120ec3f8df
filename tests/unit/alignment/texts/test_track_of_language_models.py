"""CRAC's track for language models: its text, its JSON and the CoNLL-U of the official path give the same scores.

The official path puts each `##` behind the word before it, as its child with the relation `_`. Random answers have
mentions of several words, nested ones, and zeros; every word depends on the one before it, so the first word of a span
is its head.
"""

import json
from random import Random

import pytest

import corefscope as cs

METRICS = ["muc", "b3", "ceafe", "ceafm", "lea", "blanc", "zeros"]  # mor counts characters of a text, words of CoNLL-U


def random_side(random, words, zeros):
    """Entities of (first, last) words, and of zeros as (word before, number)."""
    actual = {}
    for _ in range(random.randint(4, 9)):
        first = random.randrange(1, words + 1)
        last = min(words, first + random.choice((0, 0, 1, 2, 4)))
        if not any(low < first <= high < last or first < low <= last < high for low, high in actual):
            actual[first, last] = random.randint(1, 4)
    return actual, {zero: random.randint(1, 4) for zero in zeros}


def conllu(words, spans, zeros, relation):
    lines = ["# newdoc id = d", "# global.Entity = eid-etype-head-other"]
    for word in range(1, words + 1):
        ends = sorted((span for span in spans if span[1] == word != span[0]), reverse=True)
        begins = sorted((span for span in spans if span[0] == word), key=lambda span: -span[1])
        cell = "".join(f"e{spans[span]})" for span in ends)
        cell += "".join(f"(e{spans[span]}--1-" + ")" * (span[1] == word) for span in begins)
        misc = f"Entity={cell}" if cell else "_"
        lines.append(
            "\t".join([str(word), f"w{word}", *"____", str(word - 1), "dep" if word > 1 else "root", "_", misc])
        )
        for before, number in sorted(zeros):
            if before == word:
                deps = f"{word}:{relation(number)}"
                entity = f"Entity=(e{zeros[before, number]}--1-)"
                lines.append("\t".join([f"{word}.{number}", *"_______", deps, entity]))
    return "\n".join(lines) + "\n\n"


def tokens(words, zeros):
    return [each for word in range(1, words + 1) for each in (word, *sorted(zero for zero in zeros if zero[0] == word))]


def tagged(words, spans, zeros):
    parts = []
    for token in tokens(words, zeros):
        if isinstance(token, tuple):
            parts.append(f"##|[e{zeros[token]}]")
            continue
        tags = [f"[e{entity}]" for (first, last), entity in spans.items() if first == last == token]
        tags += [f"[e{entity}" for (first, last), entity in spans.items() if first == token < last]
        tags += [f"e{entity}]" for (first, last), entity in spans.items() if first < token == last]
        parts.append(f"w{token}" + ("|" + ",".join(sorted(tags)) if tags else ""))
    return " ".join(parts) + "\n"


def as_json(words, spans, zeros):
    listed = tokens(words, zeros)
    clusters = {}
    for (first, last), entity in spans.items():
        clusters.setdefault(entity, []).append([listed.index(first), listed.index(last)])
    for zero, entity in zeros.items():
        clusters.setdefault(entity, []).append([listed.index(zero)] * 2)
    record = {"doc_id": "d", "tokens": [f"w{each}" if isinstance(each, int) else "##" for each in listed]}
    return json.dumps([{**record, "clusters_token_offsets": list(clusters.values()), "clusters_text_mentions": []}])


@pytest.mark.parametrize("preset", ["crac2026", "crac2026-singletons", "crac2026-partial", "crac2026-exact"])
def test_three_ways_of_one_answer(preset, tmp_path):
    random = Random(preset)
    wrong = 0
    for _ in range(12):
        words = random.randint(8, 14)
        zeros = [(word, 1) for word in random.sample(range(1, words), 3)]
        key = random_side(random, words, [*zeros, (zeros[0][0], 2)])
        response = random_side(random, words, random.sample(zeros, 2))
        (tmp_path / "key.conllu").write_text(conllu(words, *key, lambda number: ("nsubj", "obj")[number - 1]), "utf-8")
        files = {
            "text.txt": tagged(words, *response),
            "text.json": as_json(words, *response),
            "text.conllu": conllu(words, *response, lambda number: "_"),
        }
        actual = []
        for name, content in files.items():
            (tmp_path / name).write_text(content, "utf-8")
            actual.append(cs.score(tmp_path / "key.conllu", tmp_path / name, preset=preset, metrics=METRICS).f1)
        assert actual[0] == pytest.approx(actual[2])
        assert actual[1] == pytest.approx(actual[2])
        wrong += 0 < actual[0]["b3"] < 1
    assert wrong > 6
