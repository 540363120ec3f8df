"""The JSON schema of saved results, from their structs.

The outputs of other commands, which are never read again, are described in the file itself.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec

from corefscope.scoring.saved import SavedResult

PATH = Path(__file__).parents[1] / "src" / "corefscope" / "scoring" / "saved.schema.json"


def definitions() -> dict[str, Any]:
    """Return the definitions that the structs give, under the names that the schema has for them."""
    _, components = msgspec.json.schema_components([SavedResult], ref_template="#/$defs/{name}")
    text = re.sub(r'("#/\$defs/)(\w+)"', lambda match: f'{match[1]}{_name(match[2])}"', json.dumps(components))
    return {_name(name): _strict(each) for name, each in json.loads(text).items()}


def _name(component: str) -> str:
    """Return the name of a definition: `key` for SavedKey."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", component.removeprefix("Saved")).lower()


def _strict(part: Any) -> Any:
    """Return a schema that refuses unknown fields, as readers do not; a reference stands alone."""
    if isinstance(part, list):
        return [_strict(each) for each in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        return {"$ref": part["$ref"]}
    made = {name: _strict(each) for name, each in part.items() if name != "title"}
    if isinstance(made.get("description"), str):
        made["description"] = " ".join(made["description"].split())
    return {**made, "additionalProperties": False} if "properties" in part else made


def text() -> str:
    """Return the schema with the definitions of today's structs."""
    schema = json.loads(PATH.read_text("utf-8"))
    schema["$defs"] |= definitions()
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"
