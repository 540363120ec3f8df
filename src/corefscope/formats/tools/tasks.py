"""What the readers of annotation tools share: annotated texts of one file, added to a Corpus."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import FileReader, same_text, shown
from corefscope.formats.registry import Options
from corefscope.formats.tools.annotators import of_annotator
from corefscope.formats.tools.links import Annotation, Link, add_connected, identity_names
from corefscope.model import CHARACTERS, LARGEST, TOKENS, Corpus, Mention
from corefscope.problems import FormatError, Notices

# The fields that name a document, of a record or of what a tool keeps of it.
NAMES = ("doc_key", "doc_id", "document_id", "id", "name", "title", "filename")


@dataclass
class Task:
    """A text that somebody annotated: its mentions by id, and the relations between them."""

    name: str
    line: int
    text: str
    annotator: str = ""
    words: list[str] | None = None
    annotations: dict[str, Annotation] = field(default_factory=dict)
    links: list[Link] = field(default_factory=list)


class TextRecord(msgspec.Struct, kw_only=True):
    """What the records of several tools have: a text, and fields that may name it."""

    text: str
    id: Any = None
    doc_key: Any = None
    doc_id: Any = None
    filename: Any = None
    meta: Any = None

    def name(self, *fields: str, otherwise: Any = None) -> str:
        """The first of these fields that is a name, in `meta` too; else another value."""
        return name_in({each: getattr(self, each) for each in fields}, self.meta) or as_text(otherwise)


class TaskReader(FileReader):
    """Reads mentions of tasks, and makes a Corpus of them."""

    def __init__(self, source: Source, notices: Notices, options: Options) -> None:
        super().__init__(source, notices)
        self.options = options

    def mention(self, start: Any, end: Any, said: Any, text: str, line: int) -> Mention:
        """The mention between two offsets; `said` is its text according to the file, if that is there."""
        if type(start) is not int or type(end) is not int or not 0 <= start < end < LARGEST:
            fact = f"an annotation goes from {shown(str(start))} to {shown(str(end))}"
            raise self.source.error("bad-record", fact, line, "offsets count characters from 0, the end is exclusive")
        if end > len(text):
            fact = f"an annotation ends at {end}, the text at {len(text)}"
            raise self.source.error("mention-outside-text", fact, line, "offsets count characters from 0")
        if isinstance(said, str) and not same_text(said, text[start:end]):
            there = shown(text[start:end])
            self.warn("text-differs", f"{start}–{end} is {shown(said)} here and {there} in the text", line)
        return Mention(start, end)

    def corpus(self, tasks: Sequence[Task], unit: str = CHARACTERS, what: str = "document") -> Corpus:
        """The tasks of the chosen annotator as one Corpus."""
        if not tasks and not self.notices.refused:
            raise self.source.error("empty-file", f"the file holds no annotated {what}")
        chosen = of_annotator(tasks, self.options.annotator, self.source)
        names = (link.name for task in tasks for link in task.links)
        identity = identity_names(self, names, self.options.clusters)
        if chosen and not any(task.links for task in tasks) and any(task.annotations for task in tasks):
            self.warn("no-coreference", "no relation is in the file, so each mention is a singleton", 1)
        builder = CorpusBuilder(self.source.path, unit)
        for task in chosen:
            raw = task.text if unit == CHARACTERS else None
            builder.add_document(task.name, task.line, task.words if unit == TOKENS else None, raw=raw)
            add_connected(self, builder, task.annotations, task.links, identity)
        return builder.corpus(self.source.stem, self.notices)

    def warn_of_missing(self, found: Iterable[tuple[int, TextRecord]], *fields: str) -> None:
        """Warn about records without a field that others of the file have."""
        lacking: dict[str, list[int]] = {field: [] for field in fields}
        present = set()
        for line, record in found:
            for name in fields:
                if getattr(record, name) is None:
                    lacking[name].append(line)
                else:
                    present.add(name)
        for name in sorted(present):
            for line in lacking[name]:
                self.warn("field-missing", f"it has no {name}, which other records have", line)

    def each(self, items: Sequence[Any], add: Callable[[Any], object]) -> None:
        """Add what can be added; errors are kept, and the others read."""
        for item in items:
            try:
                add(item)
            except FormatError as error:
                self.notices.refuse(error)


def as_text(*values: Any) -> str:
    """The first value that is there."""
    return next((str(value) for value in values if value is not None), "")


def name_in(*fields: Any) -> str:
    """The name of a document in the first of these objects that has one."""
    for each in fields:
        if isinstance(each, dict):
            for name in NAMES:
                if isinstance(value := each.get(name), str | int) and str(value).strip():
                    return str(value)
    return ""
