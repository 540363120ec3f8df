"""Antecedent errors: anaphors that were linked to nothing, or to the wrong thing (Martschat & Strube 2014, cort).

Every mention of an entity except the first picks one antecedent; a picked link that the other side lacks is an error.
The key picks by `accessibility`, so that there are as many recall errors as MUC finds missing links; the response
uses the system's decisions, or the closest mention if these are not given.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from corefscope.analysis.links.chains import Chains
from corefscope.analysis.mistakes.mention_info import MentionInfo
from corefscope.basics.escaping import quoted
from corefscope.formats.document_names import canonical
from corefscope.model import TYPES
from corefscope.problems import FormatError, UnknownName

NAME, NOMINAL, PRONOUN = (TYPES.index(kind) for kind in ("name", "nominal", "pronoun"))
TREES = {
    "accessibility": "the closest antecedent that the other side has too; else for a pronoun the closest mention, for "
    "other anaphors the closest name, else the closest nominal, else the closest mention",
    "closest": "the closest mention before it",
}
Decisions = Mapping[int, int]  # antecedent by anaphor, as rows of the alignment


@dataclass(frozen=True)
class Link:
    """An anaphor and its antecedent, as rows of the alignment, that corefer on one side only."""

    anaphor: int
    antecedent: int
    types: tuple[str, str]  # of the anaphor and of the antecedent


@dataclass(frozen=True)
class AntecedentErrors:
    """Recall errors are links of the key that the response lacks, precision errors wrong links of the response."""

    recall: tuple[Link, ...]
    precision: tuple[Link, ...]
    decided: bool  # whether the system's decisions were given

    @staticmethod
    def by_types(links: Sequence[Link]) -> dict[tuple[str, str], int]:
        """Count links by the types of anaphor and antecedent, most frequent first."""
        return dict(Counter(link.types for link in links).most_common())


def antecedent_errors(
    info: MentionInfo, tree: str = "accessibility", decisions: Decisions | None = None
) -> AntecedentErrors:
    """Find all links that one side picks and the other lacks."""
    if tree not in TREES:
        raise UnknownName("tree", tree, TREES)
    (key, response), types = Chains.of(info), info.types.tolist()
    recall = _missing(key, response, types, tree)
    if decisions is None:
        precision = _missing(response, key, types, "closest")
    else:
        entity = key.entity
        precision = [
            (anaphor, antecedent)
            for anaphor, antecedent in decisions.items()
            if entity[anaphor] < 0 or entity[anaphor] != entity[antecedent]
        ]
    rank = info.rank.tolist()

    def links(pairs: list[tuple[int, int]]) -> tuple[Link, ...]:
        pairs.sort(key=lambda pair: rank[pair[0]])
        return tuple(Link(one, two, (TYPES[types[one]], TYPES[types[two]])) for one, two in pairs)

    return AntecedentErrors(links(recall), links(precision), decisions is not None)


def _missing(chains: Chains, others: Chains, types: Sequence[int], tree: str) -> list[tuple[int, int]]:
    """Return the links of one side's spanning trees that the other side lacks."""
    links = []
    for chain in chains.by_entity.values():
        earlier: set[int] = set()  # entities of earlier mentions on the other side
        closest: dict[int, int] = {}  # the last mention of each type so far
        for place, row in enumerate(chain):
            other, before = others.entity[row], chain[place - 1]
            if place and tree == "closest":
                if other < 0 or other != others.entity[before]:
                    links.append((row, before))
            elif place and other not in earlier:
                wanted = (NAME, NOMINAL) if types[row] in (NAME, NOMINAL) else ()
                links.append((row, next((closest[kind] for kind in wanted if kind in closest), before)))
            if other >= 0:
                earlier.add(other)
            closest[types[row]] = row
    return links


_LINE = re.compile(r"(?P<document>[^\t]+)\t\((?P<a>\d+), ?(?P<b>\d+)\)\t\((?P<c>\d+), ?(?P<d>\d+)\)\s*$")


def read_decisions(path: str, info: MentionInfo) -> dict[int, int]:
    """Read a system's antecedents as cort writes them: `document`, `(first, last)` of anaphor and of antecedent.

    Tokens count from 0 in their document and `last` is inclusive; both must be mentions of the response.
    """
    response = info.response
    columns = [column.tolist() for column in (response.document, response.start, response.end)]
    mentions = enumerate(info.evidence.alignment.response_row.tolist())
    rows = {tuple(column[mention] for column in columns): row for row, mention in mentions if mention >= 0}
    names = {canonical(name): number for number, name in enumerate(response.names)}
    decisions: dict[int, int] = {}
    try:
        with open(path, encoding="utf-8-sig") as stream:
            lines = stream.read().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FormatError("unreadable-file", f"cannot be read: {reason}", path) from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        match = _LINE.match(line)
        if not match:
            hint = "expected document, tab, (first, last), tab, (first, last)"
            raise FormatError("bad-row", "not an antecedent", path, number, hint)
        name = quoted(match["document"])
        if canonical(match["document"]) not in names:
            raise FormatError("unknown-document", f"the response has no document {name}", path, number)
        pair = []
        for first, last in ((match["a"], match["b"]), (match["c"], match["d"])):
            place = (names[canonical(match["document"])], int(first), int(last) + 1)
            if place not in rows:
                fact = f"the response has no mention ({first}, {last}) in {name}"
                raise FormatError("unknown-mention", fact, path, number)
            pair.append(rows[place])
        decisions[pair[0]] = pair[1]
    return decisions
