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

from corefscope.analysis.links.chains import Chain, Chains
from corefscope.analysis.mistakes.mention_info import MentionInfo
from corefscope.basics.escaping import quoted
from corefscope.formats.document_names import canonical
from corefscope.model import TYPES, Corpus
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
    chains, types = Chains.of(info), info.types.tolist()
    recall = _missing(chains, types, tree)
    if decisions is None:
        precision = _missing(chains.swapped(), types, "closest")
    else:
        entity = chains.key_entity
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


def _missing(chains: Chains, types: Sequence[int], tree: str) -> list[tuple[int, int]]:
    """Return the links of one side's spanning trees that the other side lacks."""
    links = []
    for chain in chains.key.values():
        earlier: set[int] = set()  # entities of earlier mentions on the other side
        closest: dict[int, int] = {}  # the last mention of each type so far
        for place, row in enumerate(chain):
            other = chains.response_entity[row]
            if place and tree == "closest":
                if other < 0 or other != chains.response_entity[chain[place - 1]]:
                    links.append((row, chain[place - 1]))
            elif place and other not in earlier:
                links.append((row, _accessible(chain, place, types, closest)))
            if other >= 0:
                earlier.add(other)
            closest[types[row]] = row
    return links


def _accessible(chain: Chain, place: int, types: Sequence[int], closest: Mapping[int, int]) -> int:
    if types[chain[place]] in (NAME, NOMINAL):
        for kind in (NAME, NOMINAL):
            if kind in closest:
                return closest[kind]
    return chain[place - 1]


_LINE = re.compile(r"(?P<document>[^\t]+)\t\((?P<a>\d+), ?(?P<b>\d+)\)\t\((?P<c>\d+), ?(?P<d>\d+)\)\s*$")


def read_decisions(path: str, info: MentionInfo) -> dict[int, int]:
    """Read a system's antecedents as cort writes them: `document`, `(first, last)` of anaphor and of antecedent.

    Tokens count from 0 in their document and `last` is inclusive; both must be mentions of the response.
    """
    rows = _rows_by_span(info)
    names = {canonical(name): number for number, name in enumerate(info.response.names)}
    decisions: dict[int, int] = {}
    try:
        with open(path, encoding="utf-8-sig") as stream:
            lines = stream.read().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise FormatError(
            "unreadable-file", f"cannot be read: {getattr(error, 'strerror', None) or error}", path
        ) from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        match = _LINE.match(line)
        if not match:
            raise FormatError(
                "bad-row",
                "not an antecedent",
                path,
                number,
                "expected document, tab, (first, last), tab, (first, last)",
            )
        if canonical(match["document"]) not in names:
            raise FormatError(
                "unknown-document", f"the response has no document {quoted(match['document'])}", path, number
            )
        document = names[canonical(match["document"])]
        pair = []
        for first, last in ((match["a"], match["b"]), (match["c"], match["d"])):
            place = (document, int(first), int(last) + 1)
            if place not in rows:
                raise FormatError(
                    "unknown-mention",
                    f"the response has no mention ({first}, {last}) in {quoted(match['document'])}",
                    path,
                    number,
                )
            pair.append(rows[place])
        decisions[pair[0]] = pair[1]
    return decisions


def _rows_by_span(info: MentionInfo) -> dict[tuple[int, int, int], int]:
    response: Corpus = info.response
    rows = info.evidence.alignment.response_row.tolist()
    columns = (response.document.tolist(), response.start.tolist(), response.end.tolist())
    return {
        (columns[0][mention], columns[1][mention], columns[2][mention]): row
        for row, mention in enumerate(rows)
        if mention >= 0
    }
