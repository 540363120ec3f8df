"""The comments of a CorefUD file that say something: of documents, of the fields of brackets, of who speaks."""

from __future__ import annotations

from corefscope.formats.builder import GROUPS

FIELDS, COLUMNS, SPEAKER = b"global.Entity", b"global.columns", b"speaker"
_METADATA = b"meta::"  # before the names of GUM's metadata
_COLUMNS = b"ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC".split()


def are_usual(columns: bytes) -> bool:
    """Whether these are the columns of CoNLL-U."""
    return columns[:200].split() == _COLUMNS


def group(key: bytes) -> str | None:
    """What a document's groups are called, where metadata name one."""
    name = key[len(_METADATA) :].decode("utf-8", "replace") if key.startswith(_METADATA) else ""
    return name if name in GROUPS else None
