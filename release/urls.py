"""The addresses of the project, all from `[tool.corefscope]` of pyproject.toml, which a person fills in."""

from __future__ import annotations

import sys
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

from hatchling.metadata.plugin.interface import MetadataHookInterface


def addresses(root: Path) -> dict[str, str]:
    """What `[project.urls]` says: nothing as long as nobody has filled in where the code is."""
    given = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["corefscope"]
    code, pages = (given[name].rstrip("/") for name in ("repository", "documentation"))
    found = {"Source": code, "Issues": f"{code}/issues", "Changelog": f"{code}/blob/main/CHANGELOG.md"} if code else {}
    return {**({"Documentation": pages} if pages else {}), **found}


class Addresses(MetadataHookInterface):
    """Put the addresses into the metadata of the package."""

    def update(self, metadata: dict[str, object]) -> None:
        metadata["urls"] = addresses(Path(self.root))
