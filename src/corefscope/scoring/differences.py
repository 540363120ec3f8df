"""Why two saved results have different numbers: settings, files, documents and counts, side by side."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corefscope.basics.escaping import quoted
from corefscope.problems import FormatError

NUMBERS = ("recall", "precision", "f1")
SHOWN_DOCUMENTS = 10


@dataclass(frozen=True)
class Difference:
    """One thing that differs, under a heading."""

    heading: str
    what: str
    one: Any
    two: Any


def load(path: str) -> dict[str, Any]:
    """A result saved by `score -o json`."""
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise FormatError("no-such-file", "there is no such file", path) from None
    except (OSError, ValueError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FormatError(
            "not-a-saved-result", f"not a saved result: {reason}", path, hint="made by corefscope score -o json"
        ) from None
    if isinstance(content, dict) and "kind" in content:
        kind = quoted(str(content["kind"]))
        raise FormatError(
            "not-a-saved-result", f"a saved {kind}, not a saved result", path, hint="made by corefscope score -o json"
        )
    wrong = _flaw(content)
    if wrong:
        fact = f"not a saved result of corefscope: {wrong}"
        raise FormatError("not-a-saved-result", fact, path, hint="made by corefscope score -o json")
    return content  # type: ignore[no-any-return]


def _flaw(content: Any) -> str | None:
    """What a saved result lacks, as far as results are compared; None if it is whole."""
    if not isinstance(content, dict) or not {"schema", "settings", "key", "systems"} <= content.keys():
        return "it is no object with schema, settings, key and systems"
    if not isinstance(content["settings"], dict):
        return "'settings' is no object"
    if not _is_side(content["key"]):
        return "'key' is no object with warnings"
    systems = content["systems"]
    if not isinstance(systems, list) or not all(_is_side(each) and _is_system(each) for each in systems):
        return "'systems' is no list of objects with name, scores and warnings"
    if not all(_are_documents(each.get("per_document", [])) for each in systems):
        return "'per_document' of a system is no list of objects with document and scores"
    return None


def _is_side(side: Any) -> bool:
    warnings = side.get("warnings") if isinstance(side, dict) else None
    return isinstance(warnings, list) and all(
        isinstance(each, dict) and isinstance(each.get("kind"), str) and isinstance(each.get("count"), int)
        for each in warnings
    )


def _is_system(system: Mapping[str, Any]) -> bool:
    return isinstance(system.get("name"), str) and _are_scores(system.get("scores"))


def _are_documents(documents: Any) -> bool:
    return isinstance(documents, list) and all(
        isinstance(row, dict) and isinstance(row.get("document"), str) and _are_scores(row.get("scores"))
        for row in documents
    )


def _are_scores(scores: Any, depth: int = 4) -> bool:
    """Objects within objects, but not without end."""
    return isinstance(scores, dict) and all(
        not isinstance(value, dict) or (depth > 1 and _are_scores(value, depth - 1)) for value in scores.values()
    )


def differences(one: Mapping[str, Any], two: Mapping[str, Any]) -> list[Difference]:
    """Everything that differs, causes first: version, settings, key, responses; then scores and documents."""
    found = [*_of("version", {"corefscope": one.get("version")}, {"corefscope": two.get("version")})]
    found += _of("settings", one["settings"], two["settings"])
    found += _of("key", _plain(one["key"]), _plain(two["key"]))
    found += _of("warnings of the key", _warnings(one["key"]), _warnings(two["key"]))
    for name, first, second in _systems(one, two):
        if first is None or second is None:
            found.append(Difference("systems", name, first is not None, second is not None))
            continue
        found += _of(f"response {name}", _plain(first), _plain(second))
        found += _of(f"warnings of {name}", _warnings(first), _warnings(second))
        found += _of(f"scores of {name}", _flat(first["scores"]), _flat(second["scores"]))
        found += _documents(name, first, second)
    return found


def _systems(one: Mapping[str, Any], two: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Systems of one name; two results of a single system each are compared whatever its name."""
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
            yield from _of(f"document {document} of {name}", _flat(first[document]), _flat(second[document]))


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


def _of(heading: str, one: Mapping[str, Any], two: Mapping[str, Any]) -> Iterator[Difference]:
    for name in {**one, **two}:
        if one.get(name) != two.get(name):
            yield Difference(heading, name, one.get(name), two.get(name))
