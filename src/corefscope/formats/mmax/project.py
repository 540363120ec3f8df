"""The files of an MMAX2 document: words, and the levels of markables, where the project keeps them.

A `.mmax` file names the words; `common_paths.xml` beside it says where they and the markables are, and how the files of
levels are called. Without it they are looked for in Basedata and Markables, with small letters too. Where there is no
`.mmax`, the words file can be named.
"""

from __future__ import annotations

import os
from dataclasses import replace

from corefscope.formats.files.folders import entries_of
from corefscope.formats.files.sources import Source
from corefscope.formats.xml.safe import walk

WORDS, LEVEL = "_words.xml", "_level.xml"


class Project:
    """Where the files of one document are."""

    def __init__(self, content: bytes, source: Source) -> None:
        self.source = source
        folder, name = os.path.split(source.path)
        self.words: Source | None = None  # None if the source is the words file itself
        if not name.lower().endswith(".mmax") and b"<mmax_project" not in content:
            self.root, named = os.path.dirname(folder) or (os.pardir if folder == "" else "."), name
        else:
            self.root, named = folder or ".", _texts(content, source).get("words", "")
            if not named or os.path.basename(named) != named:
                raise source.error("missing-text", "the project names no file of words", hint="expected <words>")
        self.stem = named.removesuffix(".xml").removesuffix("_words")
        paths = self._common_paths()
        if name != named:
            self.words = self._file(paths.get("basedata_path"), "basedata", named)
            if self.words is None:
                raise source.error("missing-text", f"the words {named} are missing", hint="looked in Basedata")
        self.levels = self._levels(paths)

    def _common_paths(self) -> dict[str, str]:
        path = os.path.join(self.root, "common_paths.xml")
        if not os.path.isfile(path):
            return {}
        found = replace(self.source, path=path)
        return _texts(found.read(), found)

    def _folders(self, said: str | None, usual: str) -> list[str]:
        """The folders that may hold files of a kind, the most likely first."""
        names = [name for name in entries_of(self.root) if name.lower() == usual]
        # A corpus that was moved may name folders elsewhere, which are not read.
        if said and not os.path.normpath(said).startswith((os.pardir, os.sep)):
            names.insert(0, os.path.normpath(said))
        folders = [os.path.join(self.root, name) for name in names] + [self.root]
        return [folder for folder in folders if os.path.isdir(folder)]

    def _file(self, said: str | None, usual: str, name: str) -> Source | None:
        paths = (os.path.join(folder, name) for folder in self._folders(said, usual))
        found = next(filter(os.path.isfile, paths), None)
        return None if found is None else replace(self.source, path=found)

    def _levels(self, paths: dict[str, str]) -> dict[str, Source]:
        """The files of levels by name: `NAME_coref_level.xml` is that of coref."""
        start = self.stem + "_"
        found: dict[str, Source] = {}
        for folder in self._folders(paths.get("markable_path"), "markables"):
            for name in entries_of(folder):
                if name.startswith(start) and name.endswith(LEVEL):
                    path = os.path.join(folder, name)
                    found.setdefault(name[len(start) : -len(LEVEL)], replace(self.source, path=path))
        return found


def _texts(content: bytes, source: Source) -> dict[str, str]:
    """The texts of elements, by name."""
    found: dict[str, str] = {}

    def closed(name: str, text: str) -> None:
        found.setdefault(name, text.strip())

    walk(content, source, lambda *_: None, closed)
    return found
