"""Several annotators in one file: one is chosen, or `agreement` takes all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from corefscope.basics.escaping import cut
from corefscope.formats.files.sources import Source
from corefscope.problems import FormatError

LISTED = 8


class SeveralAnnotators(FormatError):
    """A file in which documents are annotated by several annotators, none of whom was chosen."""

    names: tuple[str, ...] = ()

    @staticmethod
    def of(names: Iterable[str], source: Source) -> SeveralAnnotators:
        found = tuple(dict.fromkeys(names))
        listed = ", ".join(map(cut, found[:LISTED])) + (" …" if len(found) > LISTED else "")
        hint = (
            f"corefscope agreement {cut(source.path)} measures how far they agree; "
            f"corefscope convert {cut(source.path)} OUT --annotator NAME takes one of them"
        )
        fact = f"documents are annotated by several annotators: {listed}"
        error = SeveralAnnotators("several-annotators", fact, source.path, hint=hint)
        error.names = found
        return error


class Annotated(Protocol):
    """One annotation of a document."""

    @property
    def name(self) -> str: ...
    @property
    def annotator(self) -> str: ...


Each = TypeVar("Each", bound=Annotated)


def of_annotator(annotated: Sequence[Each], annotator: str | None, source: Source) -> Sequence[Each]:
    """The annotations of one annotator; without a choice all of them, if no document has two."""
    if annotator is not None:
        return [each for each in annotated if each.annotator == annotator]
    first: dict[str, str] = {}
    for each in annotated:
        if first.setdefault(each.name, each.annotator) != each.annotator:
            raise SeveralAnnotators.of((one.annotator for one in annotated), source)
    return annotated
