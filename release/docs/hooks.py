"""Hooks of the build of corefscope-docs: the addresses of the project, and the site, built strictly."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).parents[2]
# What no page loads: maps of sources, word lists of other languages, pages for a domain. Of the two indexes of the
# search, one is for pages opened from disk, the other for pages of `serve`.
UNUSED = ("**/*.map", "assets/javascripts/lunr", "sitemap.xml*", "404.html")


def remove_unused(site: Path) -> None:
    """Remove from the built site what no page loads."""
    for pattern in UNUSED:
        for path in site.glob(pattern):
            shutil.rmtree(path) if path.is_dir() else path.unlink()


class Addresses(MetadataHookInterface):
    """`[project.urls]`, from the place where corefscope has them."""

    def update(self, metadata: dict[str, Any]) -> None:
        sys.path.insert(0, str(ROOT / "release"))
        from metadata import addresses

        metadata["urls"] = addresses(ROOT)


class Site(BuildHookInterface):  # type: ignore[type-arg]
    """The site as a folder of the wheel, without what no page loads."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="corefscope-docs-"))
        site = self.folder / "site"
        command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", str(ROOT / "mkdocs.yml")]
        environment = {"SOURCE_DATE_EPOCH": "1700000000", **os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONUTF8": "1"}
        subprocess.run([*command, "-d", str(site)], check=True, env=environment)
        remove_unused(site)
        build_data["force_include"][str(site)] = "corefscope_docs/site"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        shutil.rmtree(self.folder)
