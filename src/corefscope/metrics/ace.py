"""ACE-Value: what a response is worth to someone who wants names, of what the key is worth (Doddington et al. 2004).

The rules and weights are those of NIST's script for ACE 2005 and later, without its terms of 10⁻⁸ that break ties.
Heads are compared by their characters alone: heads that overlap share that run of text too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from corefscope.assignment import best_total
from corefscope.basics.escaping import quoted
from corefscope.metrics.base import Family, Floats, Parameter, Score, Tally, Totals, Values, quotient
from corefscope.metrics.evidence import HasMentions
from corefscope.metrics.parameters import LARGEST, between, one_of, positive
from corefscope.model import INFORMATIVE, TYPES, Corpus, Integers
from corefscope.problems import PairingError

ENTITY_TYPES = ("per", "org", "loc", "gpe", "fac", "veh", "wea")
CLASSES = {"spc": 1.0, "gen": 0.0, "neg": 0.0, "usp": 0.0}
LEVELS = INFORMATIVE
NAMED_WEIGHTS = {"default": (1.0, 0.5, 0.1), "original": (1.0, 0.2, 0.04)}
# APF before 2004 spells types out.
SPELLED_OUT = {
    "person": "per", "organization": "org", "location": "loc", "facility": "fac", "vehicle": "veh", "weapon": "wea",
}  # fmt: skip
FACTORS = {"type_error": 0.5, "subtype_error": 0.9, "class_error": 0.75}
DEFAULTS = {
    **dict.fromkeys(ENTITY_TYPES, 1.0), **CLASSES, **FACTORS,
    "premodifier": 0.0, "mention_type_error": 0.9, "false_alarm": 0.75, "coreference_false_alarm": 1.0, "overlap": 0.3,
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
    chosen = {**DEFAULTS, **dict(zip(LEVELS, NAMED_WEIGHTS[weights], strict=True)), **given}
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
    mentions = np.array(list(_overlapping(key, response, chosen["overlap"])), np.int64).reshape(-1, 2).T
    mine, theirs = mentions
    code = key.entity[mine] * max(len(response.unit), 1) + response.entity[theirs]
    cells, pair = np.unique(code, return_inverse=True)
    pair = pair.reshape(-1)
    pairs = np.stack(np.divmod(cells, max(len(response.unit), 1)))
    differs = np.where(key.kind[mine] == response.kind[theirs], 1.0, chosen["mention_type_error"])
    score = np.minimum(key.worth[mine], response.worth[theirs]) * differs
    known = np.isin(np.arange(len(response.entity)), theirs)
    alarm = -chosen["false_alarm"] * (response.value * response.share)[response.entity] * response.worth
    alarm *= np.where(known, chosen["coreference_false_alarm"], 1.0)
    alarms = np.bincount(response.entity, alarm, minlength=len(response.unit))
    value = np.array([_pair_value(key.attributes[one], response.attributes[two], chosen) for one, two in pairs.T])
    gain = (value * key.share[pairs[0]])[pair] * score - alarm[theirs] if len(pair) else np.zeros(0)
    mapped = _best_by_pair(pair, mine, theirs, gain, len(cells))
    gained = mapped + alarms[pairs[1]] - alone[pairs[1]]
    worth = gained > 0
    return pairs[:, worth], gained[worth]


def _best_by_pair(pair: Integers, mine: Integers, theirs: Integers, gain: Floats, count: int) -> Floats:
    """For each pair of entities, the best one-to-one mapping of their mentions, whatever these do in other pairs."""
    worth = gain > 0
    rows, row = np.unique(np.stack([pair[worth], mine[worth]]), axis=1, return_inverse=True)
    columns, column = np.unique(np.stack([pair[worth], theirs[worth]]), axis=1, return_inverse=True)
    order = np.lexsort((column.reshape(-1), row.reshape(-1)))
    cells = (row.reshape(-1)[order], column.reshape(-1)[order], gain[worth][order])
    return best_total(*cells, rows[0], columns.shape[1], count)


def _pair_value(one: tuple[str, str, str], two: tuple[str, str, str], chosen: dict[str, float]) -> float:
    value = min(chosen[one[0]], chosen[two[0]]) * min(chosen[one[2]], chosen[two[2]])
    for mine, theirs, factor in zip(one, two, FACTORS, strict=True):
        value *= 1.0 if mine == theirs else chosen[factor]
    return value


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
    from corefscope.alignment.attributes.types import missing_types, with_types

    rows = aligned[aligned >= 0]
    typed, _ = with_types(corpus)
    problem = missing_types(typed.keep(np.isin(np.arange(corpus.mention_count), rows)), "ace")
    if problem is not None:
        hint = f"{problem.hint}; ace also needs heads and entity types, and ACE's APF files give all of them"
        raise PairingError(problem.code, problem.message, problem.source, problem.line, hint)
    kind = np.zeros(corpus.mention_count, np.int64) if typed.type is None else typed.type.astype(np.int64)
    worth = np.array([0.0, *(chosen[level] for level in TYPES[1:])])
    used, first, entity = np.unique(corpus.entity[rows], return_index=True, return_inverse=True)
    entity = entity.reshape(-1)
    heads = [_head(corpus, row) for row in rows.tolist()]
    for row, head in zip(rows.tolist(), heads, strict=True):
        if not head:
            raise _missing(corpus, row, f"{corpus.describe_mention(row)} has no head", heads.count(()))
    attributes = [_attributes(corpus, *where) for where in zip(used.tolist(), rows[first].tolist(), strict=True)]
    document = corpus.document[rows] if partner is None else partner[corpus.document[rows]]
    best = np.full(len(used), len(TYPES), np.int64)
    np.minimum.at(best, entity, kind[rows])  # TYPES lists them from the most to the least informative
    mentions = worth[kind[rows]]
    total = np.bincount(entity, mentions, minlength=len(used))
    value = np.array([chosen[kind] * chosen[which] for kind, _, which in attributes])
    places = list(zip(document.tolist(), heads, strict=True))
    share = np.divide(worth[best], total, out=np.zeros(len(used)), where=total > 0)  # premodifiers may be worth 0
    return _AceSide(entity, places, mentions, kind[rows], unit[used], attributes, value, share)


def _head(corpus: Corpus, row: int) -> tuple[int, ...]:
    """Its characters, or the one token where a file counts tokens; nothing where no head is known."""
    head = corpus.head_of(row)
    return corpus.minimum_of(row) or (() if head is None else (head,))


def _attributes(corpus: Corpus, entity: int, row: int) -> tuple[str, str, str]:
    text = "" if corpus.entity_type is None else str(corpus.entity_type[entity])
    kind, subtype, which = [*text.split(":"), "", ""][:3]
    known = SPELLED_OUT.get(kind.lower(), kind.lower())
    name = f"entity {quoted(corpus.entity_name(entity))}"
    if known not in ENTITY_TYPES:
        raise _missing(corpus, row, f"{name} has {f'the type {quoted(kind)}' if kind else 'no type'}")
    if which.lower() not in CLASSES:
        raise _missing(corpus, row, f"{name} has {f'the class {quoted(which)}' if which else 'no class'}")
    return known, subtype, which.lower()


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


def _score(counts: Totals) -> Score:
    value = counts["value"] / counts["possible"] if counts["possible"] else 0.0
    return Score.all_equal(value, counts, bool(counts["possible"]))


def _columns(columns: Mapping[str, Floats]) -> Values:
    return Values(*[quotient(columns["value"], columns["possible"])] * 3)


def _parameters() -> dict[str, Parameter]:
    at_least_0 = between(0, LARGEST)
    share = between(0, 1)
    overlap = between(1e-9, 1, "above 0 and at most 1")

    def parameter(name: str, parse: Callable[[str], Any], meaning: str) -> Parameter:
        return Parameter(DEFAULTS.get(name), parse, meaning, of_tally=True)

    factors = {**FACTORS, "mention_type_error": 0.9}
    return {
        "weights": Parameter("default", one_of(*NAMED_WEIGHTS), "a set of mention weights", of_tally=True),
        **{kind: parameter(kind, positive, f"what a {kind} is worth, a number above 0") for kind in LEVELS},
        "premodifier": parameter("premodifier", at_least_0, "what a premodifier (ACE 2004's PRE) is worth"),
        **{kind: parameter(kind, at_least_0, f"the weight of type {kind.upper()}") for kind in ENTITY_TYPES},
        **{kind: parameter(kind, at_least_0, f"the weight of class {kind.upper()}") for kind in CLASSES},
        **{
            name: parameter(
                name,
                share,
                f"what is left of the value if the {name.removesuffix('_error').replace('_', ' ')} is wrong",
            )
            for name in factors
        },
        "false_alarm": parameter("false_alarm", at_least_0, "the cost of a false alarm, relative to its value"),
        "coreference_false_alarm": parameter(
            "coreference_false_alarm", at_least_0, "a factor on that cost for mentions of the key in a wrong entity"
        ),
        "overlap": parameter("overlap", overlap, "the least overlap of heads, a number above 0 and at most 1"),
    }


ACE = Family(
    "ace", "ACE-Value", "value of entities to an application, false alarms deducted", ("doddington2004",),
    ace, _score, _parameters(), aliases=("ace-value",), input=HasMentions, finish_columns=_columns,
    below_zero=("value",),
)  # fmt: skip
