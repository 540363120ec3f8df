"""Texts marked up as language models do it, and damage to files: what several tests of reading need."""

from __future__ import annotations

# Bytes that mean something to one of the readers come more often than others.
TELLING = b"<>/&;|[](){}#\\=\"' \t\n\r0129em\0\xef\xbb\xbf\xff\xc3"


def nested(mentions):
    """Of (start, end, entity), those that cross none of the earlier ones."""
    kept = []
    for start, end, entity in sorted(mentions, key=lambda mention: (mention[0], -mention[1])):
        if not any(low < start < high < end for low, high, _ in kept):
            kept.append((start, end, entity))
    return kept


def _marked(words, mentions, opening, closing):
    """Marks around nested mentions; outer ones open first and close last."""
    before = [[] for _ in words]
    after = [[] for _ in words]
    for start, end, entity in sorted(mentions, key=lambda mention: (mention[0], -mention[1])):
        before[start].append(opening)
        after[end - 1].append((start, closing.format(entity)))
    return " ".join(
        "".join(before[place]) + word + "".join(mark for _, mark in reversed(after[place]))
        for place, word in enumerate(words)
    )


def _escaped(words):
    return [word.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]") for word in words]


def markdown(words, mentions):
    return _marked(_escaped(words), mentions, "[", "](#{})")


def marked(words, mentions):
    return _marked(words, mentions, "<m> ", " | {} </m>")


def hashed(words, mentions):
    return _marked(words, mentions, "<m>", "</m>#{}")


def subscripts(words, mentions):
    return _marked(_escaped(words), mentions, "[", "]_{{{}}}")


def parentheses(words, mentions):
    return _marked(_escaped(words), mentions, "[", "]({})")


def elements(words, mentions):
    """Tags that carry the entity; mentions may cross those of other entities."""
    before, after = [[] for _ in words], [[] for _ in words]
    for start, end, entity in sorted(mentions, key=lambda mention: (mention[0], -mention[1])):
        before[start].append(f"<{entity}>")
        after[end - 1].append((start, f"</{entity}>"))
    return " ".join(
        "".join(before[place]) + word + "".join(mark for _, mark in reversed(after[place]))
        for place, word in enumerate(words)
    )


def tagged(words, mentions):
    tags = [[] for _ in words]
    for start, end, entity in mentions:
        if end - start == 1:
            tags[start].append(f"[{entity}]")
    for start, end, entity in sorted(mentions, key=lambda mention: (mention[0], -mention[1])):
        if end - start > 1:
            tags[start].append(f"[{entity}")
    for start, end, entity in sorted(mentions, key=lambda mention: (mention[1], -mention[0])):
        if end - start > 1:
            tags[end - 1].insert(0, f"{entity}]")
    return " ".join(word + ("|" + ",".join(tag) if tag else "") for word, tag in zip(words, tags, strict=True))


def damage(text, chance):
    """The bytes with one to four random changes."""
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(text) + 1)
        other = chance.randrange(len(text) + 1)
        width = chance.choice([1, 1, 2, 10])
        byte = bytes([chance.choice(TELLING) if chance.random() < 0.8 else chance.randrange(256)])
        text = chance.choice(
            [
                text[:place] + byte + text[place + 1 :],
                text[:place] + byte * chance.choice([1, 2, 70]) + text[place:],
                text[:place] + text[place + width :],
                text[:place] + text[other : other + 20] + text[place:],
                text[:place] if chance.random() < 0.2 else text,
            ]
        )
    return text
