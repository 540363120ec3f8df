"""What the packages say of the project: its addresses and the README with links that work outside a checkout.

Both follow from `[tool.corefscope]` of pyproject.toml, which a person fills in.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\((?![a-z]+:|#)([^)\s]+)\)")


def addresses(root: Path) -> dict[str, str]:
    """What `[project.urls]` says: nothing as long as nobody has filled in where the code is."""
    given = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["corefscope"]
    code, pages = (given[name].rstrip("/") for name in ("repository", "documentation"))
    found = {"Source": code, "Issues": f"{code}/issues", "Changelog": f"{code}/blob/main/CHANGELOG.md"} if code else {}
    return {**({"Documentation": pages} if pages else {}), **found}


def readme(text: str, code: str | None) -> str:
    """The README with whole addresses; without them, a link is its words, and a picture is left out."""

    def linked(match: re.Match[str]) -> str:
        picture, words, target = match.groups()
        if code is None:
            return "" if picture else words
        return f"{picture}[{words}]({code}/{'raw' if picture else 'blob'}/main/{target})"

    return LINK.sub(linked, text)


class ProjectMetadata(MetadataHookInterface):
    """Put both into the metadata of the package."""

    def update(self, metadata: dict[str, object]) -> None:
        root = Path(self.root)
        metadata["urls"] = found = addresses(root)
        text = readme((root / "README.md").read_text("utf-8"), found.get("Source"))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
