"""Random damage to small files: what a reader makes of it must be a result or an error of ours."""

from __future__ import annotations

import random

import corefscope as cs


def damaged(text, chance, telling):
    """The text with one to four random changes; `telling` bytes come more often than others."""
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(text) + 1)
        byte = bytes([chance.choice(telling) if chance.random() < 0.8 else chance.randrange(256)])
        lines = text.splitlines(keepends=True) or [b""]
        line = chance.randrange(len(lines))
        text = chance.choice(
            [
                text[:place] + byte + text[place + 1 :],
                text[:place] + byte * chance.choice([1, 2, 40]) + text[place:],
                text[:place] + text[place + chance.choice([1, 1, 2, 10]) :],
                b"".join([*lines[:line], lines[line], *lines[line:]]),
                b"".join([*lines[:line], *lines[line + 1 :]]),
                b"".join(chance.sample(lines, len(lines))) if chance.random() < 0.2 else text,
            ]
        )
    return text


def outcomes(content, read, telling, cases=250, seed="damage"):
    """How many damaged versions were read and how many were refused; any other end fails with the case."""
    chance = random.Random(seed)
    counts = {"read": 0, "refused": 0}
    for number in range(cases):
        text = damaged(content, chance, telling)
        try:
            for document in read(text):
                for entity in document.entities:
                    for mention in entity:
                        document.text_of(mention)
        except cs.CorefscopeError as error:
            assert str(error)  # noqa: PT017
            counts["refused"] += 1
        except Exception as error:
            raise AssertionError(f"case {number}: {text!r}") from error
        else:
            counts["read"] += 1
    return counts
