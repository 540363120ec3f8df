"""Why two saved results have different numbers: settings, files, documents and counts, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from corefscope.settings import Settings

SHOWN_DOCUMENTS = 10


@dataclass(frozen=True)
class Difference:
    """One thing that differs, under a heading."""

    heading: str
    what: str
    one: Any
    two: Any


def differences(one: Mapping[str, Any], two: Mapping[str, Any]) -> list[Difference]:
    """Everything that differs, causes first: version, settings, key, responses; then scores and documents."""
    found = [*differing("version", {"corefscope": one.get("version")}, {"corefscope": two.get("version")})]
    # A setting that an older version did not know yet was at its default.
    usual = asdict(Settings())
    found += differing("settings", *({**usual, **side["settings"]} for side in (one, two)))
    found += differing("key", _plain(one["key"]), _plain(two["key"]))
    found += differing("warnings of the key", _warnings(one["key"]), _warnings(two["key"]))
    for name, first, second in _systems(one, two):
        if first is None or second is None:
            found.append(Difference("systems", name, first is not None, second is not None))
            continue
        found += differing(f"response {name}", _plain(first), _plain(second))
        found += differing(f"warnings of {name}", _warnings(first), _warnings(second))
        found += differing(f"scores of {name}", _flat(first["scores"]), _flat(second["scores"]))
        found += _documents(name, first, second)
    return found


def _systems(one: Mapping[str, Any], two: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Systems of one name; two results of a single system each are compared under any names."""
    if len(one["systems"]) == len(two["systems"]) == 1:
        yield one["systems"][0]["name"], one["systems"][0], two["systems"][0]
        return
    first, second = ({system["name"]: system for system in side["systems"]} for side in (one, two))
    for name in {**first, **second}:
        yield name, first.get(name), second.get(name)


def _documents(name: str, one: Mapping[str, Any], two: Mapping[str, Any]) -> Iterator[Difference]:
    first, second = ({row["document"]: row["scores"] for row in side.get("per_document", ())} for side in (one, two))
    if bool(first) != bool(second):
        return
    for document in {**first, **second}:
        if document not in first or document not in second:
            yield Difference(f"documents of {name}", document, document in first, document in second)
        else:
            yield from differing(f"document {document} of {name}", _flat(first[document]), _flat(second[document]))


def _plain(side: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in side.items() if not isinstance(value, dict | list)}


def _warnings(side: Mapping[str, Any]) -> dict[str, int]:
    return {warning["kind"]: warning["count"] for warning in side["warnings"]}


def _flat(scores: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in scores.items():
        if isinstance(value, dict):
            flat.update(_flat(value, f"{prefix}{name}."))
        elif not isinstance(value, list):
            flat[prefix + name] = value
    return flat


def differing(heading: str, one: Mapping[str, Any], two: Mapping[str, Any]) -> Iterator[Difference]:
    """What differs between two tables of names and values, under a heading."""
    for name in {**one, **two}:
        if one.get(name) != two.get(name):
            yield Difference(heading, name, one.get(name), two.get(name))
