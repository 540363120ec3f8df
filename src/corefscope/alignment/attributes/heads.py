"""Heads of mentions: the format's, or by a named rule from dependencies or a parse tree.

`stats` counts how many heads each rule gave. A head that no rule gives stays unknown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from corefscope.alignment.attributes import constituency
from corefscope.alignment.attributes.dependencies import Parents
from corefscope.arrays import changes, order
from corefscope.basics.escaping import quoted
from corefscope.model import TOKENS, UNKNOWN, Corpus, Integers
from corefscope.problems import PairingError
from corefscope.text import Text

HEAD_RULES = {
    "format": "the file gives it",
    "one token": "the mention is one token",
    "dependencies": "the first token whose syntactic parent lies outside the mention",
    "parse": "the head of the smallest phrase that covers the mention (Collins's rules for English)",
    "unknown": "nothing gives it",
}

TextLookup = Callable[[int], "tuple[Text, int] | None"]


def key_texts(key: Corpus, response: Corpus, partner: Integers) -> TextLookup | None:
    """Return a lookup of the key's text by response document, for responses without syntax columns."""
    if not key.texts or (key.unit, response.unit) != (TOKENS, TOKENS):
        return None
    return lambda document: key.texts[partner[document]]


def with_heads(corpus: Corpus, other_text: TextLookup | None = None) -> tuple[Corpus, Counter[str]]:
    """Add every head that a rule gives, and count how often each rule applied.

    `other_text` finds the key's text of a response document that lacks syntax columns.
    """
    head, rules, rest = plain_heads(corpus)
    for document, rows in by_document(corpus, rest).items():
        give_heads(corpus, rows, Syntax(*texts_of(corpus, document, other_text)), head, rules)
    return replace(corpus, head=head), rules


def plain_heads(corpus: Corpus) -> tuple[Integers, Counter[str], Integers]:
    """Return the heads that need no text, a count per rule, and the remaining rows."""
    head: Integers = np.full(corpus.mention_count, UNKNOWN, np.int64) if corpus.head is None else corpus.head.copy()
    unknown = head == UNKNOWN
    one = unknown & (corpus.end - corpus.start == 1)
    head[one] = corpus.start[one]
    for row in np.flatnonzero(unknown & (corpus.shape >= 0)).tolist() if corpus.shape is not None else ():
        first, *others = corpus.positions(row)
        one[row], head[row] = not others, UNKNOWN if others else first
    counts = {"format": int((~unknown).sum()), "one token": int(one.sum())}
    rules = Counter({rule: count for rule, count in counts.items() if count})
    return head, rules, np.flatnonzero(unknown & ~one)


def by_document(corpus: Corpus, rows: Integers) -> dict[int, list[int]]:
    """Group rows by document, so that each text is opened once."""
    document = corpus.document[rows]
    ordered = order(document)
    listed, document = rows[ordered].tolist(), document[ordered]
    begin = np.flatnonzero(changes(document))
    bounds = pairwise([*begin.tolist(), len(rows)])
    return {number: listed[one:two] for number, (one, two) in zip(document[begin].tolist(), bounds, strict=True)}


def give_heads(corpus: Corpus, rows: list[int], syntax: Syntax, head: Integers, rules: Counter[str]) -> None:
    """Set the heads of some rows of one document."""
    if not syntax:
        rules["unknown"] += len(rows)
        return
    for row in rows:
        found, rule = syntax.head(corpus.positions(row))
        head[row] = UNKNOWN if found is None else found
        rules[rule] += 1


def texts_of(corpus: Corpus, document: int, other_text: TextLookup | None) -> list[tuple[Text, int]]:
    """Return the texts with columns for a document: its own, then the other side's."""
    own = corpus.text(document) if corpus.unit == TOKENS else None  # columns are about tokens
    return [text for text in (own, other_text and other_text(document)) if text is not None]


class Syntax:
    """Dependencies and parse trees of one document, from the first text that has them."""

    def __init__(self, *texts: tuple[Text, int]) -> None:
        parents: list[str] | None = None
        self.tree_of: dict[int, constituency.TreeNode] = {}
        for text in texts:
            parents = parents or text[0].layer(text[1], "head")
            self.tree_of = self.tree_of or constituency.trees_by_token(text, blank=("-", "_", "*")) or {}
        self.parents = Parents(parents) if parents and any(parents) else None

    def __bool__(self) -> bool:
        return bool(self.parents or self.tree_of)

    def head(self, positions: Sequence[int]) -> tuple[int | None, str]:
        # A run of tokens stays a range, which tests membership without being listed.
        tokens = positions if isinstance(positions, range) else [place for place in positions if place >= 0]
        inside = tokens if isinstance(tokens, range) else set(tokens)
        token = None if self.parents is None else self.parents.first_outside(tokens)
        if token is not None:
            return token, "dependencies"
        if tokens and tokens[0] in self.tree_of and tokens[-1] < self.tree_of[tokens[0]].end:
            phrase = constituency.smallest_phrase(self.tree_of[tokens[0]], tokens[0], tokens[-1] + 1)
            found = constituency.head(phrase)
            # The phrase may be larger than the mention; then its head may lie outside.
            return (found if found in inside else tokens[-1]), "parse"
        return None, "unknown"


def require_heads(corpus: Corpus, side: str, how: str, option: str, other_text: TextLookup | None = None) -> Corpus:
    """Return the corpus with heads; raise an error with the first mention without one and a remedy.

    `option` is how the user chooses a matching mode, as `--match {}`, or another thing that has no mode `partial`.
    """
    full, rules = with_heads(corpus, other_text)
    if rules["unknown"] and full.head is not None:
        row = int(np.flatnonzero(full.head == UNKNOWN)[0])
        document = int(corpus.document[row])
        more = rules["unknown"] - 1
        others = f", nor {'has 1 other' if more == 1 else f'have {more} others'}" if more else ""
        raise PairingError(
            "missing-heads",
            f"{option.format(how)} needs heads: {corpus.describe_mention(row)} of the {side}'s document "
            f"{quoted(corpus.names[document])} has none{others}",
            *corpus.where(row),
            _remedy(corpus, side, option),
        )
    return full


def _remedy(corpus: Corpus, side: str, option: str) -> str:
    """Suggest an alternative to head matching; minimum spans of ACE and MUC may have several words."""
    count = 0 if corpus.minimum is None else int((corpus.minimum >= 0).sum())
    if count and side == "key":  # only the key's minimum spans are used
        have = "1 of its mentions has" if count == 1 else f"{count:,} of its mentions have"
        return f"{have} a minimum span: use {option.format('min')}"
    where = "CorefUD files give heads, and so do parse or dependency columns"
    partial = side != "key" and option != "--rule {}"
    other = f"{option.format('partial')}, which needs only the key's heads" if partial else option.format("exact")
    return f"{where}; or use {other}"
