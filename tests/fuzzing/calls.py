"""Campaign: every public function and class called with odd values in one or two of its arguments.

Whatever is given, a call works or raises a CorefscopeError; nothing else comes from inside.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import corefscope as cs
from corefscope.model import Relation
from corefscope.statistics.plan import Plan
from fuzzing.challenges import FOLDER as CHALLENGES
from fuzzing.harness import Finding
from fuzzing.reading import refused


class Rude:
    """An object that refuses to be shown, compared or hashed."""

    def __repr__(self) -> str:
        raise RuntimeError("no")

    __hash__ = None  # type: ignore[assignment]


class Path7:
    """A path whose text is none."""

    def __fspath__(self) -> int:
        return 7


# Made anew for each case, because some can be used only once.
ODD: list[Callable[[], Any]] = [
    lambda: None, lambda: True, lambda: 3, lambda: -1, lambda: 0, lambda: 2.5, lambda: float("nan"), lambda: 10**30,
    lambda: "", lambda: "x", lambda: "ab", lambda: "a\0b", lambda: "\ud800", lambda: "m" * 500, lambda: b"x",
    list, lambda: (), dict, lambda: set(), lambda: [3], lambda: ["x"], lambda: [None], lambda: [[]],
    lambda: {"a": 3}, lambda: {3: "a"}, lambda: {"a": None}, lambda: [["a"], ["b"]], lambda: (1, 2),
    lambda: object(), Rude, Path7, lambda: len, lambda: str, lambda: iter("ab"), lambda: (each for each in (1, 2)),
    lambda: np.arange(3), lambda: np.float64(1.5), lambda: np.array(["a"]), lambda: 1j, lambda: range(3),
    lambda: [(0, 2**31), (2**62, 2**63)], lambda: [[[0, 2**70]]], lambda: cs.Mention(5, 2), lambda: Ellipsis,
]  # fmt: skip

KEY = {"one": [[(0, 0), (1, 2)], [(3, 3)]], "two": [[(0, 1), (2, 2)]]}
OTHER = {"one": [[(0, 0)], [(1, 2), (3, 3)]], "two": [[(0, 1), (2, 2)]]}
TEXT = {
    "metrics": "muc", "names": ["a"], "preset": None, "settings": None, "strict": False, "per_document": False,
    "by": None, "progress": None, "jobs": 1, "match": "exact", "singletons": "keep", "repeated": "first",
    "average": "micro", "zeros": "linear", "mentions": "all", "scope": "document", "align": "none",
    "types": None, "format": None, "key_format": None, "response_format": None, "key_clusters": None,
    "response_clusters": None,
}  # fmt: skip
DRAWN = {
    "field": "f1", "test": "randomization", "tail": "two", "correction": "holm", "interval": "bca", "alpha": 0.05,
    "trials": 40, "seed": 1, "group": "unit",
}  # fmt: skip
COMPARED = {name: value for name, value in TEXT.items() if name not in ("names", "per_document")} | DRAWN


def _document(**fields: Any) -> cs.Document:
    return cs.Document(**fields)


DOCUMENT = {
    "name": "d", "entities": [[cs.Mention(0, 1), cs.Mention(1, 3, head=2)], [cs.Mention(3, 4)]],
    "entity_ids": ["a", "b"], "words": ["v", "w", "x", "y"], "sentences": [(0, 2), (2, 4)], "token_count": 4,
    "entity_types": ["person", ""], "relations": [Relation("bridging", "a", "b")], "unit": "tokens",
    "raw_text": None, "groups": {"genre": "news"},
}  # fmt: skip
MENTION = {"start": 1, "end": 3, "positions": (), "head": 2, "type": "nominal", "minimum": (2,)}


def _scored_document(given: dict[str, Any], folder: Path) -> Any:
    document = cs.Document(**given)
    return cs.score([document], [document], metrics="b3")


def _written_document(given: dict[str, Any], folder: Path) -> Any:
    document = cs.Document(**DOCUMENT)
    for name, value in given.items():  # changed after it was made, as a program may
        setattr(document, name, value)
    format = ("conll", "corefud", "json", "brat", "table")[len(given) % 5 if given else 0]
    return cs.write([document], folder / "out", format, lossy=True)


def _mention(given: dict[str, Any], folder: Path) -> Any:
    document = cs.Document("d", [[cs.Mention(**given)]])
    cs.write([document], folder / "out.conllu", lossy=True)
    return cs.score([document], [document], metrics="b3", match="partial")


def _scorer(given: dict[str, Any], folder: Path) -> Any:
    rest = dict(given)
    sides = [rest.pop(name, None) for name in ("key", "response", "name")]
    scorer = cs.Scorer(**rest)
    scorer.update(*sides)
    return scorer.merge(cs.Scorer(**rest)).result()


def _leaderboard(given: dict[str, Any], folder: Path) -> Any:
    (folder / "set").mkdir(exist_ok=True)
    for name, side in (("key", KEY), ("system", OTHER)):
        documents = [
            cs.Document(document, [[cs.Mention(start, last + 1) for start, last in entity] for entity in entities])
            for document, entities in side.items()
        ]
        cs.write(documents, folder / "set" / f"{name}.jsonl")
    return cs.leaderboard(**{"entries": folder, **given})


def _read(given: dict[str, Any], folder: Path) -> Any:
    path = folder / "file.jsonl"
    path.write_text('{"doc_key": "d", "clusters": [[[0, 0], [1, 2]]]}\n')
    return cs.read(**{"path": path, **given})


def _write(given: dict[str, Any], folder: Path) -> Any:
    return cs.write(**{"path": folder / "out.jsonl", "documents": [cs.Document(**DOCUMENT)], "lossy": True, **given})


def _result(given: dict[str, Any], folder: Path) -> Any:
    return cs.score(KEY, OTHER, metrics="muc", names=["a"])[given["name"]]


TOPICS = [cs.Document(name, [[cs.Mention(0, 1)]], ["e"], ["w", "v"], groups={"topic": "1"}) for name in ("a", "b")]
# Of each call its arguments as they should be, by name, and how it is made.
CALLS: dict[str, tuple[dict[str, Any], Callable[[dict[str, Any], Path], Any]]] = {
    "score": (
        {"key": KEY, "response": OTHER, **TEXT},
        lambda given, _: cs.score(given.pop("key"), given.pop("response"), **given),
    ),
    "compare": (
        {"key": KEY, "systems": {"a": OTHER, "b": KEY}, "baseline": None, "plan": None, **COMPARED},
        lambda given, _: cs.compare(given.pop("key"), given.pop("systems"), **given),
    ),
    "compare, systems one by one": (
        {"key": KEY, "one": OTHER, "two": KEY, "names": ["a", "b"], **COMPARED},
        lambda given, _: cs.compare(given.pop("key"), given.pop("one"), given.pop("two"), **given),
    ),
    "agreement": (
        {"one": KEY, "two": OTHER, "metrics": "muc", "names": ["a", "b"], "preset": None, "plan": None, "trials": 20},
        lambda given, _: cs.agreement(given.pop("one"), given.pop("two"), **given),
    ),
    "leaderboard": (
        {"metrics": "muc", "rank_by": None, "missing": "zero", "plan": None, "trials": 40, "jobs": 1, "preset": None},
        _leaderboard,
    ),
    "leaderboard of": ({"entries": None, "metrics": "muc", "trials": 40}, _leaderboard),
    "Settings": ({name: TEXT[name] for name in list(TEXT)[9:]}, lambda given, _: cs.Settings(**given).signature()),
    "Settings.parse": ({"signature": ""}, lambda given, _: cs.Settings.parse(**given)),
    "Plan": (DRAWN, lambda given, _: Plan(**given).signature()),
    "Document, scored": (DOCUMENT, _scored_document),
    "Document, written": (DOCUMENT, _written_document),
    "Mention": (MENTION, _mention),
    "Scorer": (
        {"key": KEY["one"], "response": OTHER["one"], "name": None, "metrics": "muc", "settings": None, "preset": None},
        _scorer,
    ),
    "read": ({"path": None, "format": None, "clusters": None}, _read),
    "write": ({"path": None, "documents": None, "format": None, "lossy": False}, _write),
    "check": (
        {"file": KEY, "against": OTHER, "format": None, "clusters": None, "key_clusters": None, "jobs": 1},
        lambda given, _: str(cs.check(given.pop("file"), **given)),
    ),
    "stats": (
        {"file": KEY, "key": OTHER, "names": ["a"], "types": None, "format": None, "clusters": None},
        lambda given, _: str(cs.stats(given.pop("file"), **given)),
    ),
    "errors": (
        {"key": KEY, "response": OTHER, "metrics": "muc", "show": "errors", "top": 3, "kinds": ["divided"], "by": None,
         "language": "en", "match": "exact"},
        lambda given, _: str(cs.errors(given.pop("key"), given.pop("response"), **given)),
    ),
    "report": (
        {"key": KEY, "response": OTHER, "metrics": "muc", "language": "en", "names": ["a"]},
        lambda given, _: cs.report(given.pop("key"), given.pop("response"), **given),
    ),
    "convert": (
        {"source": KEY, "target": None, "to": "json", "format": None, "clusters": None},
        lambda given, folder: cs.convert(**{"source": KEY, "target": folder / "out", **given}),
    ),
    "challenge": (
        {"set": "winobias", "data": str(CHALLENGES / "winobias" / "*"),
         "response": str(CHALLENGES / "winobias-response.jsonl"), "metrics": "muc", "names": ["a"], "plan": None,
         "format": None, "clusters": None, "strict": False, "rule": "smallest", "pronoun_rule": "same", "shared": "no",
         "missing": "wrong", "trials": 20, "seed": 1, "alpha": 0.05, "interval": "bca", "correction": "holm"},
        lambda given, _: str(cs.challenge(given.pop("set"), given.pop("data"), given.pop("response"), **given)),
    ),
    "cross_document": (
        {"key": TOPICS, "response": TOPICS, "metrics": "muc", "names": ["a"], "strict": False, "scope": "topic"},
        lambda given, _: cs.cross_document(given.pop("key"), given.pop("response"), **given),
    ),
    "gate": (
        {"under": {"muc": 70}, "against": None, "worse": None},
        lambda given, _: cs.gate(cs.score(KEY, OTHER, metrics="muc"), **given),
    ),
    "Result": ({"name": "a"}, _result),
}  # fmt: skip


def case(chance: Random, folder: Path) -> str:
    name = chance.choice(list(CALLS))
    usual, call = CALLS[name]
    given = {each: value for each, value in usual.items() if value is not None or chance.random() < 0.2}
    changed = chance.sample(list(usual), min(len(usual), chance.choice((1, 1, 1, 2))))
    made = {each: chance.randrange(len(ODD)) for each in changed}
    for each, number in made.items():
        given[each] = ODD[number]()
    if chance.random() < 0.03 and name in ("score", "compare", "agreement", "leaderboard", "Scorer"):
        given["unheard_of"] = 1
    try:
        call(given, folder)
    except cs.CorefscopeError as error:
        return refused(error)
    except BaseException as error:
        raise Finding(f"{name} with odd {made}: {type(error).__name__}: {error}") from error
    return "worked"
