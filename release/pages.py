"""Hooks of MkDocs: pages that are generated or lie outside docs, quoted code, and links between files."""

from __future__ import annotations

import ast
import posixpath
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File

sys.path.insert(0, str(Path(__file__).parent))
from metadata import addresses
from reference import commands_page, python_page

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]

# Files of the repository outside docs that are part of the site, by their place there.
OUTSIDE = {
    "changelog.md": "CHANGELOG.md",
    "benchmarks/results.md": "benchmarks/results.md",
    "benchmarks/time.svg": "benchmarks/time.svg",
    "benchmarks/memory.svg": "benchmarks/memory.svg",
    "saved.schema.json": "src/corefscope/scoring/saved.schema.json",
    "llms.txt": "llms.txt",
}
PLACES = {source: place for place, source in OUTSIDE.items()}
GENERATED = {"commands.md": commands_page, "python.md": python_page}
CODE = re.compile(r"<!-- code: (\S+):(\w+) -->")  # a function or class of src, by file and name
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^)#\s]+)(#[^)\s]*)?\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Fill in the addresses of the project, if a person has entered them."""
    found = addresses(ROOT)
    config.site_url = found.get("Documentation")
    config.repo_url = found.get("Source")
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are generated or lie outside docs."""
    for place, source in OUTSIDE.items():
        files.append(File.generated(config, place, content=(ROOT / source).read_text("utf-8")))
    for place, page in GENERATED.items():
        files.append(File.generated(config, place, content=page()))
    return files


def code_of(match: re.Match[str]) -> str:
    """Return the source that a placeholder such as `<!-- code: corefscope/reference/metrics.py:muc -->` names."""
    source = (ROOT / "src" / match[1]).read_text("utf-8")
    (node,) = [node for node in ast.parse(source).body if getattr(node, "name", None) == match[2]]
    return f"```python\n{ast.get_source_segment(source, node)}\n```"


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Quote the code that placeholders name, and turn links between files of the repository into links of the site.

    A file that the site does not have, such as the licence, is linked where the code is, if a person has said where.
    A target that does not exist is left, and the strict build refuses it.
    """
    place = page.file.src_uri
    here = posixpath.dirname(OUTSIDE.get(place, f"docs/{place}"))

    def linked(match: re.Match[str]) -> str:
        picture, words, target, anchor = match.groups()
        source = posixpath.normpath(posixpath.join(here, target))
        if ":" in target or not (ROOT / source).exists():
            return match[0]
        if source.startswith("docs/") or source in PLACES:
            there = PLACES.get(source, source.removeprefix("docs/"))
            relative = posixpath.relpath(there, posixpath.dirname(place) or ".")
            return f"{picture}[{words}]({relative}{anchor or ''})"
        return f"[{words}]({config.repo_url}/blob/main/{source})" if config.repo_url else words

    return CODE.sub(code_of, LINK.sub(linked, markdown))
