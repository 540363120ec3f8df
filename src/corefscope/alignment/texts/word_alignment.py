"""Which words and signs of a response are which of the key: words first, then the signs between them.

Signs are what texts differ in most, and they repeat: a stop that is left out must not draw the stop of the next
token to its word. So words of letters and digits are aligned without looking at signs, `U . S` with `US`, and then,
between two words that are aligned, the signs of one token only with those of the same token on the other side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from corefscope.alignment.texts.letter_text import TextWords
from corefscope.alignment.texts.word_diff import CHANGED, DELETED, EQUAL, INSERTED, WordBlock, diff, diff_between

Group = tuple[int, int, int, int]  # words of the key from, to; words of the response from, to


def align_words(key: TextWords, response: TextWords) -> list[WordBlock]:
    """How the response's words and signs come from the key's, in the order of the text.

    A CHANGED block is one word for one, or words that have the same letters but other signs between them.
    """
    found: list[WordBlock] = []
    low = start = 0
    for group in _same_letters(key.words, response.words):
        found += _gap(key, response, (low, group[0], start, group[2]))
        same = key.words[group[0] : group[1]] == response.words[group[2] : group[3]]
        whole = same or "".join(key.words[group[0] : group[1]]) == "".join(response.words[group[2] : group[3]])
        found.append(WordBlock(EQUAL if whole else CHANGED, *group))
        low, start = group[1], group[3]
    found += _gap(key, response, (low, len(key.words), start, len(response.words)))
    return found


def is_word(word: str) -> bool:
    """Whether it is a word of letters or digits, not a sign."""
    return word[0].isalnum()


def _same_letters(key: Sequence[str], response: Sequence[str]) -> Iterator[Group]:
    """The smallest groups of words of either side that have the same letters and digits; signs may lie inside."""
    mine = [number for number, word in enumerate(key) if is_word(word)]
    theirs = [number for number, word in enumerate(response) if is_word(word)]
    words, others = [key[number] for number in mine], [response[number] for number in theirs]
    # Texts that differ in signs only need no search, and nothing in them can be taken for something else.
    equal = (
        [WordBlock(EQUAL, 0, len(words), 0, len(others))] if "".join(words) == "".join(others) else diff(words, others)
    )
    for kind, low, high, start, stop in equal:
        while kind == EQUAL and low < high and start < stop:
            first, second = low, start
            ahead = len(words[low]) - len(others[start])
            low, start = low + 1, start + 1
            while ahead:
                if ahead < 0:
                    ahead += len(words[low])
                    low += 1
                else:
                    ahead -= len(others[start])
                    start += 1
            yield mine[first], mine[low - 1] + 1, theirs[second], theirs[start - 1] + 1


def _gap(key: TextWords, response: TextWords, gap: Group) -> Iterator[WordBlock]:
    """What lies between two groups: signs, and words that have no equal."""
    low, high, start, stop = gap
    if low == high or start == stop:
        if low < high:
            yield WordBlock(DELETED, *gap)
        if start < stop:
            yield WordBlock(INSERTED, *gap)
        return
    mine, theirs = _borders(key.opens, low, high), _borders(response.opens, start, stop)
    if mine is None or theirs is None or key.words[slice(*mine)] != response.words[slice(*theirs)]:
        yield from diff_between(key.words, response.words, gap)
        return
    # The tokens between are equal: the end of the token before them has nothing to do with the token behind them.
    yield from diff_between(key.words, response.words, (low, mine[0], start, theirs[0]))
    if mine[0] < mine[1]:
        yield WordBlock(EQUAL, *mine, *theirs)
    yield from diff_between(key.words, response.words, (mine[1], high, theirs[1], stop))


def _borders(opens: Sequence[bool], low: int, high: int) -> tuple[int, int] | None:
    """Where the first and where the last token begins, of those that begin behind one word and up to the next."""
    first = next((place for place in range(low, high + 1) if opens[place]), None)
    if first is None:
        return None
    return first, next(place for place in range(high, low - 1, -1) if opens[place])
