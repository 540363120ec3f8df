"""UIMA's JSON CAS (0.4, and the earlier object of structures by id), as INCEpTION and dkpro-cassis write it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from corefscope.basics.escaping import cut
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import parsed
from corefscope.formats.registry import Options
from corefscope.formats.tools.cas import ARRAY, ELEMENTS, CasReader, Structure, is_ignored
from corefscope.model import Corpus
from corefscope.problems import Notices

STRUCTURES = "%FEATURE_STRUCTURES"


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the document of the file, named by its metadata, else after the file."""
    return CasReader(content, source, notices, options).read(_structures(parsed(content, source), source))


def _structures(whole: Any, source: Source) -> Iterator[Structure]:
    structures = whole.get(STRUCTURES) if isinstance(whole, dict) else None
    if isinstance(structures, dict):
        pairs = list(structures.items())
    elif isinstance(structures, list):
        pairs = [(each.get("%ID") if isinstance(each, dict) else None, each) for each in structures]
    else:
        raise source.error("bad-json", f"the JSON has no list {STRUCTURES}", 1, "expected UIMA's JSON CAS")
    for key, each in pairs:
        if not isinstance(each, dict):
            raise source.error("bad-json", f"{STRUCTURES} holds something else than objects", 1)
        type = each.get("%TYPE")
        if not isinstance(type, str):
            raise source.error("bad-json", f"the feature structure {key} has no %TYPE", 1)
        if key is None:
            raise source.error("bad-json", f"a feature structure of type {cut(type)} has no %ID", 1)
        features = {name.lstrip("@^#"): value for name, value in each.items() if name[:1] != "%"}
        if "%ELEMENTS" in each:
            type, features[ELEMENTS] = ARRAY, each["%ELEMENTS"]
        if not is_ignored(type):
            yield Structure(type, str(key), 1, features)
