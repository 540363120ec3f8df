"""Options of a request: JSON from the browser, checked and converted to what scoring takes."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from corefscope.basics.escaping import quoted
from corefscope.basics.options import PATH, Option, options_of
from corefscope.settings import Settings
from corefscope.statistics.plan import Plan
from corefscope.web.refusals import Refusal

SETTINGS = {name: option for name, option in options_of(Settings).items() if option.kind != PATH}
PLAN = {name: option for name, option in options_of(Plan).items() if option.label}
# What the application does beside scoring, and the title of its page.
TASKS = {
    "agreement": "Agreement",
    "statistics": "Statistics",
    "check": "Check",
    "convert": "Convert",
    "challenge": "Challenge set",
    "leaderboard": "Leaderboard",
}
SHOWN = 40  # characters of a value in a message
Kind = TypeVar("Kind")
Text = Annotated[str, Meta(max_length=500)]  # a name or a value


class FilePlace(Struct, frozen=True):
    """A file or folder: in the served folder, among the uploads, or among the examples of the package."""

    where: Literal["folder", "uploads", "examples"] = msgspec.field(name="in")
    path: Annotated[str, Meta(max_length=4096)] = ""


class Response(Struct, frozen=True):
    """A response and the name of its system, which may be empty."""

    place: FilePlace
    name: Text = ""


class RequestOptions(Struct, frozen=True):
    """A key, responses, and the settings of scoring."""

    key: FilePlace | None = None
    responses: Annotated[tuple[Response, ...], Meta(max_length=50)] = ()
    metrics: Annotated[tuple[Text, ...], Meta(max_length=100)] = ()
    settings: dict[Text, Text | None] = {}
    language: Text = "en"
    set: Text = ""  # of a challenge
    to: Text = ""  # the format that is written

    @staticmethod
    def of(body: Any) -> RequestOptions:
        options = _converted(body, RequestOptions)
        for name in options.settings:
            if name not in SETTINGS:
                hint = f"settings: {', '.join(SETTINGS)}"
                raise Refusal("bad-request", f"there is no setting {quoted(name)}", hint=hint)
        return msgspec.structs.replace(
            options, settings={name: each for name, each in options.settings.items() if each}
        )

    def without_first(self) -> RequestOptions:
        """The same for all responses but the first."""
        return msgspec.structs.replace(self, responses=self.responses[1:])

    def format(self, side: str) -> str | None:
        """The format of the key or of the responses, if it is given."""
        return self.settings.get(f"{side}_format", self.settings.get("format"))


def plan(body: Any) -> tuple[Plan, str | None]:
    """Return the plan of a comparison, and the baseline if there is one."""
    given = {name: value for name, value in _converted(body, dict[Text, Text | None]).items() if value}
    baseline = given.pop("baseline", None)
    for name in given:
        if name not in PLAN:
            hint = f"parts: {', '.join(PLAN)}"
            raise Refusal("bad-request", f"there is no part of a plan called {quoted(name)}", hint=hint)
    return Plan(**{name: _parsed(PLAN[name], value) for name, value in given.items()}), baseline


def token(body: Any) -> str:
    """Return the token of a one-time address."""
    return _converted(body, dict[Text, Text]).get("token", "")


def _converted(body: Any, kind: type[Kind]) -> Kind:
    try:
        return msgspec.convert(body, kind)
    except msgspec.ValidationError as error:
        raise Refusal("bad-request", f"the request is malformed: {error}") from None


def _parsed(option: Option, text: str) -> Any:
    try:
        value = option.parse(text)
    except ValueError:
        raise Refusal("wrong-value", f"{option.name} must be a number, not {quoted(text, SHOWN)}") from None
    if not isinstance(value, str) and not option.least <= value <= option.most:
        bounds = f"from {option.least} to {option.most:,}"
        raise Refusal("wrong-value", f"{option.name} must be {bounds}, but is {quoted(text, SHOWN)}")
    return value
