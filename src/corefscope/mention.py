"""Mentions, their order in a text, and relations between entities: the objects that users see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

TYPES = ("unknown", "name", "nominal", "pronoun", "premodifier")  # most informative first
INFORMATIVE = TYPES[1:4]  # the types in papers on informativeness; ACE 2004 adds premodifiers
# Positions for empty nodes between two tokens; those that open a sentence use the upper half.
EMPTY_NODES = 4096


_NONE: tuple[int, ...] = ()


class Mention(tuple[Any, ...]):
    """A run of tokens, counted from 0 in its document; `end` is exclusive, as in a Python slice.

    Mentions, and plain pairs, are equal if they cover the same positions. `positions` lists them if they are not a
    run of tokens but have gaps or empty nodes (see `empty_position`). The attributes `head`, `type` and `minimum`
    (what a partial match must contain) do not affect equality.

    >>> ["the", "old", "harbour"][slice(*Mention(1, 3))]
    ['old', 'harbour']
    >>> Mention(1, 3, head=2) == (1, 3)
    True
    """

    head: int | None = None
    type: str | None = None
    minimum: tuple[int, ...] = ()

    def __new__(
        cls,
        start: int,
        end: int,
        positions: tuple[int, ...] = (),
        head: int | None = None,
        type: str | None = None,
        minimum: tuple[int, ...] = (),
    ) -> Mention:
        # Nearly all mentions are runs without attributes, and there are many of them.
        plain = positions is _NONE or positions is None or (isinstance(positions, tuple | list) and not positions)
        self = tuple.__new__(cls, (start, end) if plain else (start, end, positions))
        if head is not None or type is not None or minimum is not _NONE:
            self.head, self.type, self.minimum = head, type, minimum
        return self

    @property
    def start(self) -> int:
        return int(self[0])

    @property
    def end(self) -> int:
        return int(self[1])

    @property
    def positions(self) -> tuple[int, ...]:
        return self[2] if len(self) > 2 else ()

    def __getnewargs__(self) -> tuple[Any, ...]:
        return (self.start, self.end, self.positions, self.head, self.type, self.minimum)

    def __repr__(self) -> str:
        attributes = {name: getattr(self, name) for name in ("positions", "head", "type", "minimum")}
        more = "".join(f", {name}={value!r}" for name, value in attributes.items() if value not in (None, ()))
        return f"Mention({self.start}, {self.end}{more})"

    @staticmethod
    def at(positions: Iterable[int], **attributes: Any) -> Mention:
        """Return the mention that covers these positions.

        >>> Mention.at([3, 4, 5]), Mention.at([7, 3])
        (Mention(3, 6), Mention(3, 8, positions=(3, 7)))
        """
        listed = tuple(sorted(set(positions), key=text_order))
        tokens = [position for position in listed if position >= 0]
        start = tokens[0] if tokens else text_order(listed[0]) // EMPTY_NODES
        end = tokens[-1] + 1 if tokens else start
        plain = len(tokens) == len(listed) == end - start
        return Mention(start, end, () if plain else listed, **attributes)

    def replaced(self, **changes: Any) -> Mention:
        """Return the mention with changed attributes."""
        old = dict(zip(("start", "end", "positions", "head", "type", "minimum"), self.__getnewargs__(), strict=True))
        return Mention(**{**old, **changes})

    @property
    def covered(self) -> Sequence[int]:
        """Every position the mention covers; a range for a run, which may be long."""
        return self.positions or range(self.start, self.end)

    def tokens(self) -> tuple[int, ...]:
        """Every position the mention covers, listed."""
        return tuple(self.covered)


def empty_position(words_before: int, number: int, opens_sentence: bool = False) -> int:
    """Return the position of an empty node: negative, and equal in all files with the same words.

    >>> empty_position(3, 1) < 0, text_order(2) < text_order(empty_position(3, 1)) < text_order(3)
    (True, True)
    """
    return -(words_before * EMPTY_NODES + number + (EMPTY_NODES // 2 if opens_sentence else 0)) - 1


def text_order(position: int) -> int:
    """Return a sort key for tokens and the empty nodes between them."""
    return (position + 1) * EMPTY_NODES if position >= 0 else -position - 1


def place_in_text(positions: Sequence[int]) -> tuple[int, int, int, list[int]]:
    """Return a sort key for mentions: start, end, length, and all positions of one with gaps."""
    listed = [] if isinstance(positions, range) else list(map(text_order, positions))
    return text_order(positions[0]), text_order(positions[-1]), len(positions), listed


def in_text_order(mention: Mention) -> tuple[int, int, int]:
    """Return a sort key for mentions: start, then end."""
    positions = mention.positions
    first, last = (positions[0], positions[-1]) if positions else (mention.start, mention.end - 1)
    return text_order(first), text_order(last), len(positions) or mention.end - mention.start


# Kinds of relations that metrics know; files may have others.
SPLIT_ANTECEDENT, BRIDGING = "split_antecedent", "bridging"
# Annotations of a document besides its entities: discourse deixis, and non-referring markables.
DEIXIS, NONREFERRING = "deixis", "nonreferring"


class Relation(NamedTuple):
    """A relation between two entities other than identity: a split antecedent or bridging.

    Entities are named by their ids. The mentions are those that carry the relation, if the file names them; a
    mention that refers to nothing has an entity of the annotation `nonreferring`. A split antecedent is one relation
    for each part of the set. An end of bridging that the file names but does not contain has the id "": such a pair
    counts, and is never right unless its mention is known.
    """

    kind: str
    antecedent: str
    anaphor: str
    label: str = ""
    anaphor_mention: Mention | None = None
    antecedent_mention: Mention | None = None
