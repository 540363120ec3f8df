"""Our error types beside Kummerfeld & Klein's own analyser, on random documents; opt-in, it is not ours to ship.

COREFSCOPE_ANALYSER names a checkout of jkkummerfeld/berkeley-coreference-analyser.
"""

import random
import re
import subprocess
import sys
from collections import Counter

import corefscope
from corefscope import Document, Mention
from corefscope.analysis.errors import find_errors
from differential.peers import peer

ANALYSER = "COREFSCOPE_ANALYSER"
WORDS = {"the": "DT", "ferry": "NN", "Anna": "NNP", "she": "PRP", "it": "PRP", "old": "JJ", ",": ",", "'s": "POS"}
NAMES = {
    "split": "conflated", "merge": "divided", "extra mention": "extra mention", "extra entity": "extra entity",
    "missing mention": "missing mention", "missing entity": "missing entity",
}  # fmt: skip
SPAN = re.compile(r"\((\d+), (\d+), (\d+)\)")
DOCUMENTS, SENTENCES = 60, 6


def story(seed):
    """Sentences of random words, and both sides' entities as lists of (sentence, start, end).

    Mentions are runs of words that do not overlap. The response loses some, finds others, cuts some short, and groups
    them as it likes. The key has no singletons, because the analyser knows of none.
    """
    chance = random.Random(seed)
    text, runs = [], []
    for sentence in range(SENTENCES):
        words, place = [], 0
        for length in (chance.choice((1, 1, 2, 3)) for _ in range(4)):
            words += chance.choices(list(WORDS), k=length)
            runs.append((sentence, place, place + length))
            place = len(words)
        text.append(words)
    sides = []
    for loss, entities in ((0.3, 5), (0.4, 5)):
        groups = {}
        for sentence, start, end in runs:
            if chance.random() > loss:
                cut = sides and chance.random() < 0.25 and end - start > 1
                span = (sentence, start + 1, end) if cut else (sentence, start, end)
                groups.setdefault(chance.randrange(entities), []).append(span)
        sides.append([group for group in groups.values() if sides or len(group) > 1])
    return text, sides


def conll(name, text, entities, gold):
    """A document as the analyser reads it; every sentence is a flat tree, so a run's head is its last word."""
    brackets = [["" for _ in words] for words in text]
    for number, entity in enumerate(entities):
        for sentence, start, end in entity:
            first, last = brackets[sentence][start], brackets[sentence][end - 1]
            if end - start == 1:
                brackets[sentence][start] = "|".join(filter(None, [first, f"({number})"]))
            else:
                brackets[sentence][start] = "|".join(filter(None, [first, f"({number}"]))
                brackets[sentence][end - 1] = "|".join(filter(None, [last, f"{number})"]))
    lines = [f"#begin document ({name}); part 000"]
    for words, marks in zip(text, brackets, strict=True):
        for place, (word, mark) in enumerate(zip(words, marks, strict=True)):
            tree = "(TOP" * (place == 0) + "*" + ")" * (place == len(words) - 1)
            columns = [WORDS[word], tree, "-", "-", "-", "-", "*"] if gold else []
            lines.append("\t".join([name, "0", str(place), word, *columns, mark or "-"]))
        lines.append("")
    return "\n".join([*lines, "#end document", ""])


def mention(text, span):
    sentence, start, end = span
    before = sum(map(len, text[:sentence]))
    tag = WORDS[text[sentence][end - 1]]
    kind = "pronoun" if end - start == 1 and tag in ("PRP", "DT") else "name" if tag == "NNP" else "nominal"
    return Mention(before + start, before + end, head=before + end - 1, type=kind)


def theirs(folder, tmp_path, stories):
    """(document, kind, spans) of every error that the analyser finds."""
    (tmp_path / "gold").mkdir()
    for name, (text, (key, _)) in stories.items():
        (tmp_path / "gold" / f"{name}.v2_gold_conll").write_text(conll(name, text, key, True), encoding="utf-8")
    response = "".join(conll(name, text, sides[1], False) for name, (text, sides) in stories.items())
    (tmp_path / "response.conll").write_text(response, encoding="utf-8")
    program = [sys.executable, str(folder / "classify_coreference_errors.py")]
    paths = [str(tmp_path / "out"), str(tmp_path / "gold"), str(tmp_path / "response.conll"), "T"]
    subprocess.run([*program, *paths], check=True, capture_output=True)
    errors, name = Counter(), None
    for line in (tmp_path / "out.classified.detailed").read_text(encoding="utf-8").splitlines():
        named = re.match(r"(story\d+) \d+$", line)
        name = named[1] if named else name
        if line.startswith("span mismatch ('span mismatch'"):
            errors[name, "span", tuple(tuple(map(int, span)) for span in SPAN.findall(line)[:2])] += 1
        for kind, ours in NAMES.items():
            if line.startswith(f"{kind} ({{"):
                part = SPAN.findall(line[: line.index("}")])
                errors[name, ours, tuple(sorted(tuple(map(int, span)) for span in part))] += 1
    return errors


def ours(stories):
    sides = [
        [
            Document(
                name,
                [[mention(text, span) for span in entity] for entity in both[side]],
                words=[word for words in text for word in words],
            )
            for name, (text, both) in stories.items()
        ]
        for side in (0, 1)
    ]
    evidence = corefscope.score(*sides, metrics="muc", singletons="drop").system.evidence
    errors = Counter()
    for error in find_errors(evidence).errors:
        name = evidence.key.names[error.document]
        text = stories[name][0]

        def span(corpus, row, text=text):
            first, sentence = int(corpus.start[row]), 0
            while first >= len(text[sentence]):
                first, sentence = first - len(text[sentence]), sentence + 1
            return sentence, first, first + int(corpus.end[row] - corpus.start[row])

        key = [span(evidence.key, row) for row in error.key_mentions]
        response = [span(evidence.response, row) for row in error.response_mentions]
        if error.kind == "span":
            errors[name, "span", (response[0], key[0])] += 1
        else:
            errors[name, error.kind, tuple(sorted(key or response))] += 1
    return errors


def test_both_find_the_same_errors(tmp_path):
    folder = peer(ANALYSER)
    # Their program finds files by how names begin, so no name may begin another.
    stories = {f"story{seed:02}": story(seed) for seed in range(DOCUMENTS)}
    mine = ours(stories)
    assert {kind for _, kind, _ in mine} == {"span", *NAMES.values()}
    assert mine == theirs(folder, tmp_path, stories)
