"""What the browser asks for, as JSON, turned into what scoring takes; anything else is refused with a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from corefscope.basics.escaping import quoted
from corefscope.settings import Settings
from corefscope.statistics.plan import Plan
from corefscope.web.refusals import Refusal

# Not `types`: it names a file.
SETTINGS = tuple(field.name for field in fields(Settings) if field.name != "types")
PLAN = ("field", "test", "tail", "correction", "interval", "alpha", "trials", "seed")
MOST_RESPONSES = 50
MOST_METRICS = 100
MOST_TRIALS = 1_000_000
# The numbers of a plan: what each is, and from where to where it goes.
NUMBERS: dict[str, tuple[Callable[[str], float], int, int]] = {
    "alpha": (float, 0, 1),
    "trials": (int, 1, MOST_TRIALS),
    "seed": (int, 0, 2**63 - 1),
}
LONGEST = 500  # characters of a name or a value
SHOWN = 40  # characters of a value in a message


@dataclass(frozen=True)
class Place:
    """A file or folder: in the folder that is shown, or among the uploads."""

    where: str
    path: str


@dataclass(frozen=True)
class Asked:
    """A key, responses with the names of their systems, and how they are to be scored."""

    key: Place | None
    responses: tuple[Place, ...]
    names: tuple[str, ...]
    metrics: tuple[str, ...]
    settings: Mapping[str, str]
    language: str

    @staticmethod
    def of(body: Any) -> Asked:
        body = _mapping(body, "request")
        responses = _sequence(body.get("responses", []), "responses")
        if len(responses) > MOST_RESPONSES:
            raise Refusal(f"at most {MOST_RESPONSES} responses are scored at once")
        metrics = _sequence(body.get("metrics", []), "metrics")
        if len(metrics) > MOST_METRICS:
            raise Refusal(f"at most {MOST_METRICS} metrics are scored at once")
        given = _mapping(body.get("settings", {}), "settings")
        for name in given:
            if name not in SETTINGS:
                raise Refusal(f"there is no setting {quoted(_text(name))}", hint=f"settings: {', '.join(SETTINGS)}")
        return Asked(
            key=_place(body["key"]) if body.get("key") is not None else None,
            responses=tuple(_place(_mapping(each, "response").get("place")) for each in responses),
            names=tuple(_text(each.get("name", "")).strip() for each in responses),
            metrics=tuple(map(_text, metrics)),
            settings={name: _text(value) for name, value in given.items() if value not in (None, "")},
            language=_text(body.get("language", "en")),
        )


def plan(body: Any) -> tuple[Plan, str | None]:
    """How differences are to be judged, and the system that all are compared with, if it is one."""
    given = {name: value for name, value in _mapping(body, "plan").items() if value not in (None, "")}
    baseline = given.pop("baseline", None)
    for name, value in given.items():
        if name not in PLAN:
            raise Refusal(f"there is no part of a plan called {quoted(_text(name))}", hint=f"parts: {', '.join(PLAN)}")
        given[name] = _number(name, _text(value)) if name in NUMBERS else _text(value)
    return Plan(**given), None if baseline is None else _text(baseline)


def token(body: Any) -> str:
    """What an address that works once holds."""
    return _text(_mapping(body, "request").get("token", ""))


def _number(name: str, text: str) -> float:
    kind, least, most = NUMBERS[name]
    try:
        number = kind(text)
    except ValueError:
        raise Refusal(f"{name} must be a number, not {quoted(text, SHOWN)}") from None
    if not least <= number <= most:
        raise Refusal(f"{name} must be from {least} to {most:,}, but is {quoted(text, SHOWN)}")
    return number


def _place(given: Any) -> Place:
    given = _mapping(given, "place")
    if given.get("in") not in ("folder", "uploads"):
        raise Refusal("a place is in the folder or among the uploads")
    return Place(given["in"], _text(given.get("path", ""), 4096))


def _text(given: Any, most: int = LONGEST) -> str:
    if not isinstance(given, str) or len(given) > most:
        raise Refusal(f"expected a text of at most {most} characters")
    return given


def _mapping(given: Any, what: str) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise Refusal(f"the {what} must be a JSON object")
    return given


def _sequence(given: Any, what: str) -> Sequence[Any]:
    if not isinstance(given, list):
        raise Refusal(f"the {what} must be a JSON list")
    return given
