"""The brackets of CONLL-UA: `)(EntityID=1|MarkableID=m1|Min=2,4|SemType=dn|ElementOf=3`, one column at a time."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from corefscope.basics.escaping import quoted
from corefscope.formats.files.text import FileReader
from corefscope.model import Mention

# An opening with its attributes; a closing, with the markable's id where markables cross; what is outside brackets.
_ITEM = re.compile(r"\(([^()]*)|([^()]*)\)|([^()]+)")
_SYNONYMS = {"mentionid": "markableid"}  # keys are compared without case and underscores
Attributes = dict[str, str]


@dataclass(slots=True)
class Markable:
    """What brackets open: its attributes, the line of the first, and the runs of words, or the zero, it covers."""

    attributes: Attributes
    line: int
    runs: list[tuple[int, int]] = field(default_factory=list)  # ends exclusive
    zero: int | None = None

    @property
    def name(self) -> str:
        return self.attributes.get("markableid", "")

    @property
    def entity(self) -> str:
        return self.attributes.get("entityid", "")

    def mention(self) -> Mention:
        """Return the place of a markable that was closed."""
        if self.zero is not None:
            return Mention.at([self.zero])
        if len(self.runs) == 1:
            return Mention(*self.runs[0])
        return Mention.at(position for start, end in self.runs for position in range(start, end))


@dataclass(slots=True)
class _Opened:
    markable: Markable
    start: int
    line: int


class Brackets:
    """The markables of one column of a document; what was opened last is closed first, unless closings name ids.

    In the column of bridging, markables are the anaphors, one for each anchor, and brackets may be left out.
    """

    def __init__(self, reader: FileReader, column: str, bridging: bool = False) -> None:
        self.reader, self.column, self.bridging = reader, column, bridging
        self.markables: dict[str, Markable] = {}  # by id, made up where there is none
        self._open: list[_Opened] = []
        self._ways: set[bool] = set()  # whether closings name ids: all of them or none

    def read(self, cell: str, line: int, word: int, zero: int | None) -> None:
        """Read a cell at a word, or at a zero before it."""
        for opening, closing, rest in (found.groups() for found in _ITEM.finditer(cell)):
            if opening is not None:
                self._opens(opening.removesuffix("@"), line, word)
            elif closing is not None:
                self._closes(closing.strip("@"), line, word, zero)
            elif not (rest := rest.strip("@")):
                continue
            elif self.bridging and "=" in rest:
                for part in rest.split("@"):
                    self.markables[f"{part}@{line}"] = Markable(attributes_of(part, self, line), line)
            else:
                fact = f"column {self.column} reads {quoted(cell)}, which has something outside brackets"
                hint = "expected _, or brackets such as )(EntityID=1|MarkableID=m1)"
                self.reader.refuse("bad-notation", fact, line, hint)
        if zero is not None:
            while self._open and self._open[-1].line == line:
                self._refuse_zero(self._open.pop().line)

    def _opens(self, text: str, line: int, word: int) -> None:
        attributes = attributes_of(text, self, line)
        if not self.bridging and not attributes.get("entityid"):
            fact = f"a markable in column {self.column} has no EntityID"
            self.reader.refuse("bad-attribute", fact, line, f"its bracket reads {quoted(text)}")
        name = text if self.bridging else attributes.get("markableid") or f"\0{len(self.markables)}"
        markable = self.markables.setdefault(name, Markable(attributes, line))
        if markable.entity != attributes.get("entityid", ""):
            both = f"{quoted(markable.entity)} and {quoted(attributes.get('entityid', ''))}"
            hint = f"first at line {markable.line}; a bracket with the same id continues a markable"
            self.reader.refuse("bad-attribute", f"markable {quoted(name)} is in entities {both}", line, hint)
        self._open.append(_Opened(markable, word, line))

    def _closes(self, name: str, line: int, word: int, zero: int | None) -> None:
        place = len(self._open) - 1
        if name or place < 0 or self._open[-1].line != line:  # `(…)` closes what it opens, whatever others do
            self._ways.add(bool(name))
        if len(self._ways) > 1:
            fact = f"some closing brackets of column {self.column} name their markables and others do not"
            self.reader.refuse("bad-notation", fact, line, "name all, or none")
            self._ways = {bool(name)}
        while name and place >= 0 and self._open[place].markable.name != name:
            place -= 1
        if place < 0:
            what = f"markable {quoted(name)}" if name else "a markable"
            fact = f"{what} of column {self.column} is closed but was not opened"
            self.reader.refuse("unpaired-bracket", fact, line)
            return
        opened = self._open.pop(place)
        markable = opened.markable
        if zero is None and markable.zero is None:
            markable.runs.append((opened.start, word + 1))
        elif zero is not None and opened.line == line and not markable.runs and markable.zero in (None, zero):
            markable.zero = zero  # a relation may be written twice
        else:
            self._refuse_zero(line)

    def _refuse_zero(self, line: int) -> None:
        fact = f"a markable of column {self.column} begins or ends at a zero, but is not that zero alone"
        self.reader.refuse("bad-notation", fact, line, "a zero opens and closes in one row")

    def finish(self) -> list[Markable]:
        """Refuse what was never closed; return the markables with a place, of bridging all."""
        for opened in self._open:
            name = quoted(opened.markable.name) if opened.markable.name else "without an id"
            fact = f"markable {name} of column {self.column} is never closed"
            self.reader.refuse("unpaired-bracket", fact, opened.line)
        found = self.markables.values()
        return [each for each in found if self.bridging or each.runs or each.zero is not None]


def attributes_of(text: str, column: Brackets, line: int) -> Attributes:
    """Parse `Key=Value|Key=Value`; only ElementOf may occur twice."""
    found: Attributes = {}
    for part in text.split("|"):
        key, equals, value = part.partition("=")
        name = key.strip().replace("_", "").lower()
        name = _SYNONYMS.get(name, name)
        if not equals or (name in found and name != "elementof"):
            what = "occurs twice" if equals else "has no ="
            column.reader.refuse("bad-attribute", f"{quoted(part)} in column {column.column} {what}", line)
        found[name] = f"{found[name]},{value}" if name in found else value
    return found
