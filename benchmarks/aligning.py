"""How long the text of a language model takes to be aligned with the key's, a share of its words changed.

    python benchmarks/aligning.py [WORDS] [SHARE]

The words follow Zipf's law, as those of a text do nearly; a changed word is another one, left out, or doubled.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from itertools import accumulate

from corefscope.alignment.texts.letter_text import TextWords
from corefscope.alignment.texts.word_alignment import align_words

VOCABULARIES = (20_000, 2_000, 200, 20)


def texts(count: int, vocabulary: int, share: float) -> tuple[TextWords, TextWords]:
    """A text, and the same with a share of its words changed."""
    chance = random.Random(1)
    names = [f"w{number}" for number in range(vocabulary)]
    weights = list(accumulate(1 / (rank + 1) for rank in range(vocabulary)))
    key, others = (chance.choices(names, cum_weights=weights, k=count) for _ in range(2))
    response: list[str] = []
    for word, other in zip(key, others, strict=True):
        changed = chance.random() < share
        response += chance.choice([[other], [other], [], [word, other]]) if changed else [word]
    return _as_words(key), _as_words(response)


def _as_words(words: list[str]) -> TextWords:
    begins = list(accumulate(map(len, words), initial=0))
    return TextWords(words, begins, [True] * len(begins))


def main(count: int = 100_000, share: float = 0.2) -> None:
    for vocabulary in VOCABULARIES:
        key, response = texts(count, vocabulary, share)
        start = time.process_time()
        found = align_words(key, response)
        took = time.process_time() - start
        kinds = Counter(block.kind for block in found)
        print(f"{count:,} words, {vocabulary:,} different, {share:.0%} changed: {took:.2f} s, {dict(kinds)}")


if __name__ == "__main__":
    main(*(int(each) for each in sys.argv[1:2]), *(float(each) for each in sys.argv[2:3]))
