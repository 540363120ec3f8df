"""What the wheel has beside the package: pages and schemas of docs. Pictures and notebooks are in corefscope-docs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

KINDS = (".md", ".json")


class Docs(BuildHookInterface):  # type: ignore[type-arg]
    """Put each page at its place below the package; a checkout has them at its top."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        for path in sorted((root / "docs").rglob("*")):
            if path.suffix in KINDS:
                build_data["force_include"][str(path)] = f"corefscope/{path.relative_to(root).as_posix()}"
