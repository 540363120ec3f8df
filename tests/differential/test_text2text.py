"""CRAC's track for language models, end to end: CoNLL-U to text and JSON, cleaned, back to CoNLL-U, and scored.

COREFSCOPE_TEXT2TEXT names the folder with the package text2text_coref of ondfa/text2text-coref. corefscope scores its
text and JSON as they are; officially, they are converted back and scored by corefud-scorer (see corefud_scorer).
A span has one head, a head one span, and a word at most one zero: solvers may break ties differently.
"""

from pathlib import Path
from random import Random

import pytest

import corefscope
from differential.corefud_scorer import PYTHON, run
from differential.peers import drive, peer

FOLDER = "COREFSCOPE_TEXT2TEXT"
METRICS = ("muc", "b3", "ceafm", "ceafe", "lea")


def convert(jobs):
    drive(PYTHON, "text2text_driver.py", peer(FOLDER), jobs=jobs)


def sentence(random):
    """The parents of words, 0 for the root, and the words that have a zero."""
    count = random.randint(2, 9)
    order = random.sample(range(1, count + 1), count)
    parents = {word: random.choice(order[:place]) if place else 0 for place, word in enumerate(order)}
    return parents, sorted(random.sample(range(1, count), random.randint(0, min(3, count - 1))))


def spans(parents):
    """Spans by head: those in which only one word has its parent outside."""
    values = {}
    for first in parents:
        for last in range(first, min(first + 4, len(parents)) + 1):
            heads = [word for word in range(first, last + 1) if not first <= parents[word] <= last]
            if len(heads) == 1:
                values.setdefault(heads[0], []).append((first, last))
    return values


def annotation(random, sentences):
    """Mentions as (sentence, first, last, head, entity); first and last of a zero are the word before it + 0.5."""
    values = []
    for number, (parents, zeros) in enumerate(sentences):
        by_head = spans(parents)
        for head in random.sample(sorted(by_head), random.randint(0, len(by_head))):
            values.append((number, *random.choice(by_head[head]), head, random.randint(1, 4)))
        values += [
            (number, zero + 0.5, zero + 0.5, zero, random.randint(1, 4)) for zero in zeros if random.random() < 0.8
        ]
    return values


def crosses(one, two):
    """Whether mentions of one entity cross, which brackets cannot express."""
    same = one[0] == two[0] and one[4] == two[4]
    return same and one[1] < two[1] <= one[2] < two[2]


def conllu(path, sentences, mentions):
    lines = ["# newdoc id = text", "# global.Entity = eid-etype-head-other"]
    for number, (parents, zeros) in enumerate(sentences):
        lines.append(f"# sent_id = {number}")
        here = [each for each in mentions if each[0] == number]
        for word in sorted([*parents, *(zero + 0.5 for zero in zeros)]):
            closing = "".join(
                f"e{entity})"
                for _, first, last, _, entity in sorted(here, key=lambda each: -each[1])
                if first < last == word
            )
            opening = ""
            for _, first, last, head, entity in sorted(here, key=lambda each: -each[2]):
                if first == word:
                    place = 1 + sum(first <= other < head for other in [*parents, *(zero + 0.5 for zero in zeros)])
                    opening += f"(e{entity}--{1 if first == last else place}" + ("-)" if first == last else "-")
            misc = f"Entity={closing}{opening}" if closing or opening else "_"
            if word % 1:
                row = [f"{int(word)}.1", "_", *"_____", "_", f"{int(word)}:nsubj", misc]
            else:
                parent = parents[word]
                row = [str(word), f"w{number}x{word}", "_", "NOUN", "_", "_", str(parent), "dep" if parent else "root"]
                row += [f"{parent}:{row[-1]}", misc]
            lines.append("\t".join(row))
        lines.append("")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def pair(random, folder, number):
    """A key, and a response with zeros and mentions of its own on the same words."""
    sentences = [sentence(random) for _ in range(random.randint(1, 3))]
    paths = [folder / f"{number}.{name}.conllu" for name in ("key", "response")]
    mentions = annotation(random, sentences)
    for path in paths:
        mentions = [each for each in mentions if not any(crosses(each, other) for other in mentions)]
        conllu(path, sentences, mentions)
        sentences = [
            (
                parents,
                sorted({*random.sample(zeros, random.randint(0, len(zeros))), random.randint(1, len(parents) - 1)}),
            )
            for parents, zeros in sentences
        ]
        again = annotation(random, sentences)
        where = {each[:4] for each in again}
        kept = [each for each in mentions if each[:4] in where or each[1] % 1 == 0]
        heads = {(each[0], each[3], each[1] % 1) for each in kept}
        mentions = kept + [
            each for each in again if (each[0], each[3], each[1] % 1) not in heads and random.random() < 0.5
        ]
        mentions = [(*each[:4], each[4] if random.random() < 0.8 else random.randint(1, 4)) for each in mentions]
    return paths


def test_text_and_json_score_as_on_the_official_path(tmp_path):
    random = Random(3)
    jobs = []
    for number in range(60):
        key, response = pair(random, tmp_path, number)
        jobs.append({"key": str(key), "response": str(response), "out": str(tmp_path / f"{number}.out")})
    convert(jobs)
    scored = [(job, ending, match) for job in jobs for ending in ("text", "json") for match in ("head", "exact")]
    options = {"zeros": "dependent", "singletons": "drop"}
    official = run(
        [(job["key"], f"{job['out']}.{ending}.conllu", {"match": match, **options}) for job, ending, match in scored]
    )
    different, compared, zeros = [], 0, 0
    for (job, ending, match), theirs in zip(scored, official, strict=True):
        path = f"{job['out']}.{'txt' if ending == 'text' else 'json'}"
        zeros += Path(path).read_text(encoding="utf-8").count("##")
        result = corefscope.score(job["key"], path, metrics=METRICS, preset="crac2026", match=match)
        for name in METRICS:
            counts = result.scores[name].counts
            ours = [counts[each] for each in ("recall_num", "recall_den", "precision_num", "precision_den")]
            compared += 1
            if ours != pytest.approx(theirs["documents"]["text"]["by_pairs"][name], abs=1e-9):
                different.append((path, match, name, ours, theirs["documents"]["text"]["by_pairs"][name]))
    assert not different, (len(different), different[:5])
    assert compared == 60 * 4 * len(METRICS)
    assert zeros > 200
