"""ACE-Value: what a response is worth to someone who wants names, of what the key is worth (Doddington et al. 2004).

The rules and weights are those of NIST's script for ACE 2005 and later, without its terms of 10⁻⁸ that break ties.
Heads are compared by their characters alone: heads that overlap share that run of text too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from corefscope.arrays import distinct, order
from corefscope.assignment import best_total
from corefscope.basics.escaping import quoted
from corefscope.metrics.base import CORPORA, Family, Floats, Parameter, Tally, Values, finish_by, quotient
from corefscope.metrics.evidence import HasMentions
from corefscope.metrics.parameters import LARGEST_WEIGHT, between, one_of, positive
from corefscope.model import INFORMATIVE, TYPES, Corpus, Integers
from corefscope.problems import PairingError

ENTITY_TYPES = ("per", "org", "loc", "gpe", "fac", "veh", "wea")
CLASSES = {"spc": 1.0, "gen": 0.0, "neg": 0.0, "usp": 0.0}
NAMED_WEIGHTS = {"default": (1.0, 0.5, 0.1), "original": (1.0, 0.2, 0.04)}  # of INFORMATIVE mention types
# APF before 2004 spells types out.
SPELLED_OUT = {
    "person": "per", "organization": "org", "location": "loc", "facility": "fac", "vehicle": "veh", "weapon": "wea",
}  # fmt: skip
FACTORS = {"type_error": 0.5, "subtype_error": 0.9, "class_error": 0.75}  # of an entity's attributes, in their order
DEFAULTS = {
    "premodifier": 0.0, **dict.fromkeys(ENTITY_TYPES, 1.0), **CLASSES, **FACTORS, "mention_type_error": 0.9,
    "false_alarm": 0.75, "coreference_false_alarm": 1.0, "overlap": 0.3,
}  # fmt: skip


@dataclass(frozen=True)
class _AceSide:
    """The mentions of one side that count, and its entities."""

    entity: Integers  # of each mention
    place: list[tuple[int, tuple[int, ...]]]  # its document and the positions of its head
    worth: Floats  # what its type is worth
    kind: Integers
    unit: Integers  # of each entity
    attributes: list[tuple[str, str, str]]  # type, subtype, class
    value: Floats  # of type and class
    share: Floats  # what the entity's best mention type is worth, per worth of its mentions


def ace(evidence: HasMentions, weights: str = "default", **given: float) -> Tally:
    """`value` of the response, of what is `possible`: a false alarm costs, so that it can be below 0.

    Entities are mapped one to one so that the value is largest. A pair is worth as much as its heads that overlap,
    less where types differ; every other mention and entity of the response is a false alarm.
    """
    chosen = {**DEFAULTS, **dict(zip(INFORMATIVE, NAMED_WEIGHTS[weights], strict=True)), **given}
    alignment, partner = evidence.alignment, evidence.partner
    key = _side(evidence.matched_key, alignment.key_row, None, alignment.key_entity_unit, chosen)
    response = _side(evidence.matched_response, alignment.response_row, partner, alignment.response_entity_unit, chosen)
    possible = np.bincount(key.unit, _whole(key), minlength=alignment.units)
    alone = -chosen["false_alarm"] * _whole(response)
    pairs, gain = _pairs(key, response, alone, chosen)
    gained = best_total(pairs[0], pairs[1], gain, key.unit, len(response.unit), alignment.units)
    value = np.bincount(response.unit, alone, minlength=alignment.units) + gained
    return Tally({"value": value.astype(float), "possible": possible.astype(float)})


def _whole(side: _AceSide) -> Floats:
    """What each entity is worth by itself."""
    return side.value * side.share * np.bincount(side.entity, side.worth, minlength=len(side.unit))


def _pairs(key: _AceSide, response: _AceSide, alone: Floats, chosen: dict[str, float]) -> tuple[Integers, Floats]:
    """Key and response entities with heads in common, and what mapping them gains over a false alarm."""
    mine, theirs = np.array(list(_overlapping(key, response, chosen["overlap"])), np.int64).reshape(-1, 2).T
    code = key.entity[mine] * max(len(response.unit), 1) + response.entity[theirs]
    first, pair = distinct(code)
    pairs = np.stack([key.entity[mine[first]], response.entity[theirs[first]]])
    differs = np.where(key.kind[mine] == response.kind[theirs], 1.0, chosen["mention_type_error"])
    score = np.minimum(key.worth[mine], response.worth[theirs]) * differs
    in_key = np.isin(np.arange(len(response.entity)), theirs)
    alarm = -chosen["false_alarm"] * (response.value * response.share)[response.entity] * response.worth
    alarm *= np.where(in_key, chosen["coreference_false_alarm"], 1.0)
    alarms = np.bincount(response.entity, alarm, minlength=len(response.unit))
    value = np.ones(pairs.shape[1])
    for place, (one, two) in enumerate(pairs.T.tolist()):
        attributes, others = key.attributes[one], response.attributes[two]
        value[place] = min(chosen[attributes[0]], chosen[others[0]]) * min(chosen[attributes[2]], chosen[others[2]])
        for same, factor in zip(map(str.__eq__, attributes, others), FACTORS, strict=True):
            value[place] *= 1.0 if same else chosen[factor]
    gain = (value * key.share[pairs[0]])[pair] * score - alarm[theirs]
    # For each pair of entities, the best one-to-one mapping of their mentions, whatever these do in other pairs.
    worth = gain > 0
    pair, mine, theirs, gain = pair[worth], mine[worth], theirs[worth], gain[worth]
    row_first, row = distinct(pair * max(len(key.entity), 1) + mine)
    column_first, column = distinct(pair * max(len(response.entity), 1) + theirs)
    by_row = order(row * max(len(column_first), 1) + column)
    cells = (row[by_row], column[by_row], gain[by_row])
    mapped = best_total(*cells, pair[row_first], len(column_first), pairs.shape[1])
    gained = mapped + alarms[pairs[1]] - alone[pairs[1]]
    return pairs[:, gained > 0], gained[gained > 0]


def _overlapping(key: _AceSide, response: _AceSide, least: float) -> Iterator[tuple[int, int]]:
    """Mentions whose heads share enough characters, found through the characters."""
    having: dict[tuple[int, int], list[int]] = defaultdict(list)
    for two, (document, head) in enumerate(response.place):
        for position in head:
            having[document, position].append(two)
    for one, (document, head) in enumerate(key.place):
        shared: dict[int, int] = defaultdict(int)
        for position in head:
            for two in having.get((document, position), ()):
                shared[two] += 1
        for two, count in shared.items():
            if count >= least * max(len(head), len(response.place[two][1])):
                yield one, two


def _side(
    corpus: Corpus, aligned: Integers, partner: Integers | None, unit: Integers, chosen: dict[str, float]
) -> _AceSide:
    from corefscope.types.mention_types import missing_types, with_types

    rows = aligned[aligned >= 0]
    typed, _ = with_types(corpus)
    problem = missing_types(typed.keep(np.isin(np.arange(corpus.mention_count), rows)), "ace")
    if problem is not None:
        hint = f"{problem.hint}; ace also needs heads and entity types, and ACE's APF files give all of them"
        raise PairingError(problem.code, problem.message, problem.source, problem.line, hint)
    kind = (np.zeros(corpus.mention_count, np.int64) if typed.type is None else typed.type.astype(np.int64))[rows]
    heads = []
    for row in rows.tolist():
        # The characters of the head, or the one token where a file counts tokens.
        head = corpus.head_of(row)
        heads.append(corpus.minimum_of(row) or (() if head is None else (head,)))
    for row, positions in zip(rows.tolist(), heads, strict=True):
        if not positions:
            raise _missing(corpus, row, f"{corpus.describe_mention(row)} has no head", heads.count(()))
    first, entity = distinct(corpus.entity[rows])
    used = corpus.entity[rows[first]]
    attributes = [_attributes(corpus, *where) for where in zip(used.tolist(), rows[first].tolist(), strict=True)]
    document = corpus.document[rows] if partner is None else partner[corpus.document[rows]]
    worth = np.array([0.0, *(chosen[level] for level in TYPES[1:])])
    best = np.full(len(used), len(TYPES), np.int64)
    np.minimum.at(best, entity, kind)  # TYPES lists them from the most to the least informative
    total = np.bincount(entity, worth[kind], minlength=len(used))
    value = np.array([chosen[type_] * chosen[class_] for type_, _, class_ in attributes])
    places = list(zip(document.tolist(), heads, strict=True))
    share = quotient(worth[best], total.astype(float))  # premodifiers may be worth 0
    return _AceSide(entity, places, worth[kind], kind, unit[used], attributes, value, share)


def _attributes(corpus: Corpus, entity: int, row: int) -> tuple[str, str, str]:
    """The type, subtype and class of an entity; an error if they are not those of ACE."""
    text = "" if corpus.entity_type is None else str(corpus.entity_type[entity])
    type_, subtype, class_ = [*text.split(":"), "", ""][:3]
    short = SPELLED_OUT.get(type_.lower(), type_.lower())
    for noun, given, is_right in (("type", type_, short in ENTITY_TYPES), ("class", class_, class_.lower() in CLASSES)):
        if not is_right:
            has = f"the {noun} {quoted(given)}" if given else f"no {noun}"
            raise _missing(corpus, row, f"entity {quoted(corpus.entity_name(entity))} has {has}")
    return short, subtype, class_.lower()


def _missing(corpus: Corpus, row: int, fact: str, count: int = 1) -> PairingError:
    document = int(corpus.document[row])
    others = f", nor have {count - 1} others" if count > 1 else ""
    return PairingError(
        "missing-entity-types",
        f"ace needs heads, entity types and classes: {fact}{others}, in document {quoted(corpus.names[document])}",
        corpus.sources[document],
        int(corpus.line[row]) or None,
        f"ACE's APF files give them: types {', '.join(ENTITY_TYPES).upper()}, classes {', '.join(CLASSES).upper()}",
    )


def _values(counts: Mapping[str, Any]) -> Values:
    return Values(*[quotient(counts["value"], counts["possible"])] * 3)


_AT_LEAST_0, UP_TO_1 = between(0, LARGEST_WEIGHT), "above 0 and at most 1"
PARAMETERS = {
    "weights": Parameter("default", one_of(*NAMED_WEIGHTS), "a set of mention weights", changes_counts=True)
} | {
    name: Parameter(DEFAULTS.get(name), parse, meaning.format(name.removesuffix("_error").replace("_", " ")), True)
    for names, parse, meaning in (
        (INFORMATIVE, positive, "what a {} is worth, a number above 0"),
        (("premodifier",), _AT_LEAST_0, "what a premodifier (ACE 2004's PRE) is worth"),
        *(((kind,), _AT_LEAST_0, f"the weight of type {kind.upper()}") for kind in ENTITY_TYPES),
        *(((kind,), _AT_LEAST_0, f"the weight of class {kind.upper()}") for kind in CLASSES),
        ((*FACTORS, "mention_type_error"), between(0, 1), "what is left of the value if the {} is wrong"),
        (("false_alarm",), _AT_LEAST_0, "the cost of a false alarm, relative to its value"),
        (("coreference_false_alarm",), _AT_LEAST_0, "a factor on that cost for mentions of the key in a wrong entity"),
        (("overlap",), between(1e-9, 1, UP_TO_1), f"the least overlap of heads, a number {UP_TO_1}"),
    )
    for name in names
}
ACE = Family(
    "ace", "ACE-Value", "value of entities to an application, false alarms deducted", ("doddington2004",),
    ace, finish_by(_values, "possible"), PARAMETERS, aliases=("ace-value",), needs=frozenset({CORPORA}),
    finish_columns=_values,
)  # fmt: skip
