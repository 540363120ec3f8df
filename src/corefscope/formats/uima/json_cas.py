"""UIMA's JSON CAS (0.4, and the earlier object of structures by id), as INCEpTION and dkpro-cassis write it."""

from __future__ import annotations

from typing import Any

from corefscope.basics.escaping import cut
from corefscope.formats.files.sources import Source
from corefscope.formats.files.typed_json import parsed
from corefscope.formats.registry import Options
from corefscope.formats.uima.cas import IGNORED, SENTENCE, SOFA, TOKEN, Cas, Structure
from corefscope.formats.uima.layers import CasReader
from corefscope.model import Corpus
from corefscope.problems import Notices

STRUCTURES = "%FEATURE_STRUCTURES"


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the document of the file, named by its metadata, else after the file."""
    return CasReader(source, notices, options).read(_parse(parsed(content, source), source))


def _parse(whole: Any, source: Source) -> Cas:
    structures = whole.get(STRUCTURES) if isinstance(whole, dict) else None
    if isinstance(structures, dict):
        pairs = [(key, each) for key, each in structures.items() if isinstance(each, dict)]
        complete = len(pairs) == len(structures)
    elif isinstance(structures, list):
        pairs = [(each.get("%ID"), each) for each in structures if isinstance(each, dict)]
        complete = len(pairs) == len(structures)
    else:
        raise source.error("bad-json", f"the JSON has no list {STRUCTURES}", 1, "expected UIMA's JSON CAS")
    if not complete:
        raise source.error("bad-json", f"{STRUCTURES} holds something else than objects", 1)
    cas = Cas()
    ignored: dict[str, bool] = {}
    for key, each in pairs:
        kind = each.get("%TYPE")
        if not isinstance(kind, str):
            raise source.error("bad-json", f"the feature structure {key} has no %TYPE", 1)
        if key is None:
            raise source.error("bad-json", f"a feature structure of type {cut(kind)} has no %ID", 1)
        if kind.endswith(TOKEN):
            cas.tokens.append((each.get("begin"), each.get("end"), 1))
        elif kind.endswith(SENTENCE):
            cas.sentences.append((each.get("begin"), each.get("end"), 1))
        elif kind == SOFA:
            cas.sofas.append(Structure(kind, str(key), 1, each))
        elif not ignored.setdefault(kind, any(part in kind for part in IGNORED)):
            features = {name.lstrip("@^#"): value for name, value in each.items() if name[:1] != "%"}
            kind = "uima.cas.FSArray" if "%ELEMENTS" in each else kind
            if "%ELEMENTS" in each:
                features["elements"] = each["%ELEMENTS"]
            cas.add(Structure(kind, str(key), 1, features))
    cas.choose_view(source)
    return cas
