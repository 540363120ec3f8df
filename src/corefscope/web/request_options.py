"""Options of a request: JSON from the browser, checked and converted to what scoring takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from corefscope.basics.escaping import quoted
from corefscope.basics.options import PATH, Option, options_of
from corefscope.settings import Settings
from corefscope.statistics.plan import Plan
from corefscope.web.refusals import Refusal

SETTINGS = {name: option for name, option in options_of(Settings).items() if option.kind != PATH}
PLAN = {name: option for name, option in options_of(Plan).items() if option.label}
MOST_RESPONSES = 50
MOST_METRICS = 100
LONGEST = 500  # characters of a name or a value
SHOWN = 40  # characters of a value in a message


@dataclass(frozen=True)
class FilePlace:
    """A file or folder: in the served folder, or among the uploads."""

    where: str
    path: str


@dataclass(frozen=True)
class RequestOptions:
    """A key, responses with the names of their systems, and the settings of scoring."""

    key: FilePlace | None
    responses: tuple[FilePlace, ...]
    names: tuple[str, ...]
    metrics: tuple[str, ...]
    settings: Mapping[str, str]
    language: str

    def format(self, side: str) -> str | None:
        """The format of the key or of the responses, if it is given."""
        return self.settings.get(f"{side}_format", self.settings.get("format"))

    @staticmethod
    def of(body: Any) -> RequestOptions:
        body = _mapping(body, "request")
        responses = _sequence(body.get("responses", []), "responses")
        if len(responses) > MOST_RESPONSES:
            raise Refusal("too-much", f"at most {MOST_RESPONSES} responses are scored at once")
        metrics = _sequence(body.get("metrics", []), "metrics")
        if len(metrics) > MOST_METRICS:
            raise Refusal("too-much", f"at most {MOST_METRICS} metrics are scored at once")
        given = _mapping(body.get("settings", {}), "settings")
        for name in given:
            if name not in SETTINGS:
                raise Refusal(
                    "bad-request", f"there is no setting {quoted(_text(name))}", hint=f"settings: {', '.join(SETTINGS)}"
                )
        return RequestOptions(
            key=_place(body["key"]) if body.get("key") is not None else None,
            responses=tuple(_place(_mapping(each, "response").get("place")) for each in responses),
            names=tuple(_text(each.get("name", "")).strip() for each in responses),
            metrics=tuple(map(_text, metrics)),
            settings={name: _text(value) for name, value in given.items() if value not in (None, "")},
            language=_text(body.get("language", "en")),
        )


def plan(body: Any) -> tuple[Plan, str | None]:
    """Return the plan of a comparison, and the baseline if there is one."""
    given = {name: value for name, value in _mapping(body, "plan").items() if value not in (None, "")}
    baseline = given.pop("baseline", None)
    for name, value in given.items():
        if name not in PLAN:
            raise Refusal(
                "bad-request",
                f"there is no part of a plan called {quoted(_text(name))}",
                hint=f"parts: {', '.join(PLAN)}",
            )
        given[name] = _parsed(PLAN[name], _text(value))
    return Plan(**given), None if baseline is None else _text(baseline)


def token(body: Any) -> str:
    """Return the token of a one-time address."""
    return _text(_mapping(body, "request").get("token", ""))


def _parsed(option: Option, text: str) -> Any:
    try:
        value = option.parse(text)
    except ValueError:
        raise Refusal("wrong-value", f"{option.name} must be a number, not {quoted(text, SHOWN)}") from None
    if not isinstance(value, str) and not option.least <= value <= option.most:
        bounds = f"from {option.least} to {option.most:,}"
        raise Refusal("wrong-value", f"{option.name} must be {bounds}, but is {quoted(text, SHOWN)}")
    return value


def _place(given: Any) -> FilePlace:
    given = _mapping(given, "place")
    if given.get("in") not in ("folder", "uploads"):
        raise Refusal("bad-request", "a place is in the folder or among the uploads")
    return FilePlace(given["in"], _text(given.get("path", ""), 4096))


def _text(given: Any, most: int = LONGEST) -> str:
    if not isinstance(given, str) or len(given) > most:
        raise Refusal("bad-request", f"expected a text of at most {most} characters")
    return given


def _mapping(given: Any, what: str) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise Refusal("bad-request", f"the {what} must be a JSON object")
    return given


def _sequence(given: Any, what: str) -> Sequence[Any]:
    if not isinstance(given, list):
        raise Refusal("bad-request", f"the {what} must be a JSON list")
    return given
