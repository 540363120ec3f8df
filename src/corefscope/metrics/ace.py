"""ACE-Value: the value of a response to an application that needs names (Doddington et al. 2004).

The rules and weights are those of NIST's script for ACE 2005 and later, without its terms of 10⁻⁸ that break ties.
Heads are compared by their characters alone: heads that overlap share that run of text too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from corefscope.arrays import distinct, order
from corefscope.assignment import best_total
from corefscope.basics.escaping import quoted
from corefscope.metrics.base import CORPORA, LARGEST_WEIGHT, Family, Parameter, between, one_of, positive
from corefscope.metrics.evidence import Evidence
from corefscope.metrics.scores import Tally, Values, finish_by, quotient
from corefscope.model import INFORMATIVE, TYPES, Corpus, Floats, Integers
from corefscope.problems import PairingError

ENTITY_TYPES = ("per", "org", "loc", "gpe", "fac", "veh", "wea")
CLASSES = {"spc": 1.0, "gen": 0.0, "neg": 0.0, "usp": 0.0}
NAMED_WEIGHTS = {"default": (1.0, 0.5, 0.1), "original": (1.0, 0.2, 0.04)}  # of INFORMATIVE mention types
# APF before 2004 spells types out.
SPELLED_OUT = {
    "person": "per", "organization": "org", "location": "loc", "facility": "fac", "vehicle": "veh", "weapon": "wea",
}  # fmt: skip
FACTORS = {"type_error": 0.5, "subtype_error": 0.9, "class_error": 0.75}  # of an entity's attributes, in their order


class _AceSide(NamedTuple):
    """The mentions of one side that count, and its entities."""

    entity: Integers  # of each mention
    heads: list[tuple[int, tuple[int, ...]]]  # document and positions of each
    worth: Floats  # the value of each mention's type
    kind: Integers
    unit: Integers  # of each entity
    attributes: list[tuple[str, str, str]]  # type, subtype, class
    value: Floats  # of type and class
    share: Floats  # the value of the entity's best mention type, over that of all its mentions


def ace(evidence: Evidence, weights: str = "default", **parameters: float) -> Tally:
    """Sum the `value` of the response and what is `possible`; false alarms can make the value negative.

    Entities are mapped one to one so that the value is largest. A pair is worth as much as its heads that overlap,
    less where types differ; every other mention and entity of the response is a false alarm.
    """
    defaults = {name: parameter.default for name, parameter in PARAMETERS.items()}
    values = {**defaults, **dict(zip(INFORMATIVE, NAMED_WEIGHTS[weights], strict=True)), **parameters}
    alignment, partner = evidence.alignment, evidence.partner
    key = _side(evidence.matched_key, alignment.key_row, None, alignment.key_entity_unit, values)
    response = _side(evidence.matched_response, alignment.response_row, partner, alignment.response_entity_unit, values)
    possible = np.bincount(key.unit, _whole(key), minlength=alignment.units)
    alone = -values["false_alarm"] * _whole(response)
    pairs, gain = _pairs(key, response, alone, values)
    gained = best_total(pairs[0], pairs[1], gain, key.unit, len(response.unit), alignment.units)
    value = np.bincount(response.unit, alone, minlength=alignment.units) + gained
    return Tally({"value": value.astype(float), "possible": possible.astype(float)})


def _whole(side: _AceSide) -> Floats:
    """Return the value of each entity by itself."""
    return side.value * side.share * np.bincount(side.entity, side.worth, minlength=len(side.unit))


def _pairs(key: _AceSide, response: _AceSide, alone: Floats, values: dict[str, float]) -> tuple[Integers, Floats]:
    """Return entities with common heads, and the gain of mapping them over a false alarm."""
    mine, theirs = np.array(list(_overlapping(key, response, values["overlap"])), np.int64).reshape(-1, 2).T
    first, pair = distinct(key.entity[mine] * max(len(response.unit), 1) + response.entity[theirs])
    pairs = np.stack([key.entity[mine[first]], response.entity[theirs[first]]])
    differs = np.where(key.kind[mine] == response.kind[theirs], 1.0, values["mention_type_error"])
    score = np.minimum(key.worth[mine], response.worth[theirs]) * differs
    in_key = np.isin(np.arange(len(response.entity)), theirs)
    alarm = -values["false_alarm"] * (response.value * response.share)[response.entity] * response.worth
    alarm *= np.where(in_key, values["coreference_false_alarm"], 1.0)
    alarms = np.bincount(response.entity, alarm, minlength=len(response.unit))
    value = np.ones(pairs.shape[1])
    for place, (one, two) in enumerate(pairs.T.tolist()):
        attributes, others = key.attributes[one], response.attributes[two]
        value[place] = min(values[attributes[0]], values[others[0]]) * min(values[attributes[2]], values[others[2]])
        for same, factor in zip(map(str.__eq__, attributes, others), FACTORS, strict=True):
            value[place] *= 1.0 if same else values[factor]
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
    """Yield the pairs of mentions whose heads share enough characters."""
    at: dict[tuple[int, int], list[int]] = defaultdict(list)
    for two, (document, head) in enumerate(response.heads):
        for position in head:
            at[document, position].append(two)
    for one, (document, head) in enumerate(key.heads):
        for two, shared in Counter(two for position in head for two in at.get((document, position), ())).items():
            if shared >= least * max(len(head), len(response.heads[two][1])):
                yield one, two


def _side(
    corpus: Corpus, aligned: Integers, partner: Integers | None, unit: Integers, values: dict[str, float]
) -> _AceSide:
    from corefscope.types.mention_types import missing_types, with_types

    rows = aligned[aligned >= 0]
    typed, _ = with_types(corpus)
    problem = missing_types(typed.keep(np.isin(np.arange(corpus.mention_count), rows)), "ace")
    if problem is not None:
        raise problem
    kind = (np.zeros(corpus.mention_count, np.int64) if typed.type is None else typed.type.astype(np.int64))[rows]
    document = corpus.document if partner is None else partner[corpus.document]
    heads = []
    for row in rows.tolist():
        # The characters of the head, or the one token where a file counts tokens.
        head = corpus.head_of(row)
        positions = corpus.minimum_of(row) or (() if head is None else (head,))
        if not positions:
            raise _missing(corpus, row, f"{corpus.describe_mention(row)} has no head")
        heads.append((int(document[row]), positions))
    first, entity = distinct(corpus.entity[rows])
    used = corpus.entity[rows[first]]
    attributes = [_attributes(corpus, *where) for where in zip(used.tolist(), rows[first].tolist(), strict=True)]
    worth = np.array([0.0, *(values[level] for level in TYPES[1:])])
    best = np.full(len(used), len(TYPES), np.int64)
    np.minimum.at(best, entity, kind)  # TYPES lists them from the most to the least informative
    total = np.bincount(entity, worth[kind], minlength=len(used)).astype(float)
    value = np.array([values[type_] * values[class_] for type_, _, class_ in attributes])
    share = quotient(worth[best], total)  # premodifiers may be worth 0
    return _AceSide(entity, heads, worth[kind], kind, unit[used], attributes, value, share)


def _attributes(corpus: Corpus, entity: int, row: int) -> tuple[str, str, str]:
    """Return the type, subtype and class of an entity; raise an error if they are not those of ACE."""
    text = "" if corpus.entity_type is None else str(corpus.entity_type[entity])
    type_, subtype, class_ = [*text.split(":"), "", ""][:3]
    short = SPELLED_OUT.get(type_.lower(), type_.lower())
    for noun, value, is_right in (("type", type_, short in ENTITY_TYPES), ("class", class_, class_.lower() in CLASSES)):
        if not is_right:
            has = f"the {noun} {quoted(value)}" if value else f"no {noun}"
            raise _missing(corpus, row, f"entity {quoted(corpus.entity_name(entity))} has {has}")
    return short, subtype, class_.lower()


def _missing(corpus: Corpus, row: int, fact: str) -> PairingError:
    document = quoted(corpus.names[corpus.document[row]])
    hint = f"ACE's APF files give them: types {', '.join(ENTITY_TYPES).upper()}, classes {', '.join(CLASSES).upper()}"
    message = f"ace needs heads, entity types and classes: {fact}, in document {document}"
    return PairingError("missing-entity-types", message, *corpus.where(row), hint)


def _values(counts: Mapping[str, Any]) -> Values:
    return Values(*[quotient(counts["value"], counts["possible"])] * 3)


def _parameters(defaults: Mapping[str, float | None], parse: Any, meaning: str) -> dict[str, Parameter]:
    """Return parameters that differ only in name and default."""
    words = {name: name.removesuffix("_error").replace("_", " ") for name in defaults}
    return {name: Parameter(value, parse, meaning.format(words[name]), True) for name, value in defaults.items()}


_WEIGHT, _UP_TO_1 = between(0, LARGEST_WEIGHT), "above 0 and at most 1"
_LEFT = "the share of the value that remains if the {} is wrong"
_ON_COST = "a factor on that cost for mentions of the key in a wrong entity"
PARAMETERS = {
    "weights": Parameter("default", one_of(*NAMED_WEIGHTS), "a set of mention weights", changes_counts=True),
    **_parameters(dict.fromkeys(INFORMATIVE), positive, "the value of a {}, a number above 0"),
    **_parameters({"premodifier": 0.0}, _WEIGHT, "the value of a premodifier (PRE of ACE 2004)"),
    **{kind: Parameter(1.0, _WEIGHT, f"the weight of type {kind.upper()}", True) for kind in ENTITY_TYPES},
    **{kind: Parameter(worth, _WEIGHT, f"the weight of class {kind.upper()}", True) for kind, worth in CLASSES.items()},
    **_parameters({**FACTORS, "mention_type_error": 0.9}, between(0, 1), _LEFT),
    **_parameters({"false_alarm": 0.75}, _WEIGHT, "the cost of a false alarm, relative to its value"),
    **_parameters({"coreference_false_alarm": 1.0}, _WEIGHT, _ON_COST),
    **_parameters({"overlap": 0.3}, between(1e-9, 1, _UP_TO_1), f"the least overlap of heads, a number {_UP_TO_1}"),
}  # fmt: skip
ACE = Family(
    "ace", "ACE-Value", "value of entities to an application, false alarms deducted", ("doddington2004",),
    ace, finish_by(_values, "possible"), PARAMETERS, aliases=("ace-value",), needs=frozenset({CORPORA}),
    finish_columns=_values,
)  # fmt: skip
