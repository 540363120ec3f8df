"""Documents as answers, in any form, and as the prompts for them: JSON Lines with a record for each.

What was written is read again before it is given out: a mention that the form cannot express, because it crosses
another or because its words are found elsewhere first, is left out and counted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from types import SimpleNamespace
from typing import Any, NamedTuple

from corefscope.basics.codes import WarningCode
from corefscope.basics.escaping import quoted
from corefscope.formats.files.sources import Source
from corefscope.formats.llm.answers import AnswerText
from corefscope.formats.llm.forms import INLINE, LISTED, ZERO, Inline, Listing, Piece
from corefscope.formats.llm.inline import InlineReader
from corefscope.formats.llm.lists import ListsReader
from corefscope.model import Document, text_order
from corefscope.problems import CorefscopeError, Notices

MOST_ATTEMPTS = 8
TASKS = (
    "Repeat the text word for word and mark every mention with the id of its entity, as in {}",
    "List all mentions of each entity of the text, in the order of the text, as in {}",
)


class Prompts(NamedTuple):
    """What is written beside or instead of the answers: see `corefscope convert --help`."""

    blind: bool = False
    given: bool = False
    chat: bool = False
    window: int | None = None
    overlap: int = 0


ANSWERS = Prompts()


class Placed(NamedTuple):
    """A mention among the words of a document, its empty nodes among them."""

    start: int
    end: int
    entity: int


@dataclass(frozen=True)
class AnswerWriter:
    """The writer of one form: of marks in the text, or of lists."""

    name: str
    form: Inline | Listing

    def write(self, documents: Sequence[Document], notices: Notices, prompts: Prompts = ANSWERS) -> str:
        """Return a record for each document, or for each of its windows."""
        records = [record for document in documents for record in self._records(document, notices, prompts)]
        return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)

    def _records(self, document: Document, notices: Notices, prompts: Prompts) -> Iterator[dict[str, Any]]:
        if self.form.kind == "tags" and any(word.startswith(ZERO) for word in document.words or ()):
            raise self._inexpressible(document, "holds marks of this form")
        words, mentions = _placed(document, self.form.kind == "tags", notices)
        size = prompts.window or max(len(words), 1)
        starts = range(0, max(len(words) - prompts.overlap, 1), size - prompts.overlap)
        windows = [(start, min(start + size, len(words))) for start in starts]
        for mention in mentions:
            if not any(start <= mention.start and mention.end <= end for start, end in windows):
                notices.add("lost-between-windows", _where(document, words, mention))
        for number, (start, end) in enumerate(windows):
            inside = [
                Placed(each.start - start, each.end - start, each.entity)
                for each in mentions
                if start <= each.start and each.end <= end
            ]
            part = words[start:end]
            plain = " ".join(word for word in part if word != ZERO or self.form.kind != "tags")
            record: dict[str, Any] = {"doc_key": document.name, "text": plain}
            if prompts.window is not None:
                record |= {"window": number, "offset": start}
            if prompts.given:
                record["given"] = self._given(part, inside)
            answer = None if prompts.blind else self._answer(part, inside, document, notices)
            if prompts.chat:
                task = TASKS[self.form.kind == "list"].format(self.form.sample)
                messages = [{"role": "user", "content": f"{task}\n\n{record.get('given', plain)}"}]
                record["messages"] = messages + [{"role": "assistant", "content": answer}] * (answer is not None)
            elif answer is not None:
                record["output"] = answer
            yield record

    def _inexpressible(self, document: Document, fact: str) -> CorefscopeError:
        fact = f"document {quoted(document.name)} {fact}: {self.name}"
        return CorefscopeError("cannot-express", fact, hint="choose another form, such as offsets")

    def _given(self, words: list[str], mentions: list[Placed]) -> str:
        """Return the text with the mentions and without their entities."""
        if isinstance(self.form, Inline):
            return _inline(words, mentions if self.form.kind == "tags" else _nested(mentions), self.form, is_blank=True)
        strings = [" ".join(words[each.start : each.end]) for each in sorted(mentions)]
        return " ".join(words) + "\n\n" + json.dumps({"mentions": strings}, ensure_ascii=False)

    def _answer(self, words: list[str], mentions: list[Placed], document: Document, notices: Notices) -> str:
        """Return the answer with all mentions that can be read again."""
        kept = mentions if self.form.crosses else _nested(mentions)
        lost = set(mentions) - set(kept)
        for attempt in range(MOST_ATTEMPTS):
            for mention in sorted(lost):
                code: WarningCode = "lost-crossing" if isinstance(self.form, Inline) else "lost-elsewhere"
                notices.add(code, _where(document, words, mention))
            form = self.form
            answer = _inline(words, kept, form) if isinstance(form, Inline) else _listed(words, kept, form)
            lost = self._lost(words, kept, answer, document)
            if not lost:
                return answer
            if attempt == MOST_ATTEMPTS - 2:  # a choice of one place moves others
                text = "".join(words)
                lost |= {each for each in kept if text.count("".join(words[each.start : each.end])) > 1}
            if self.form.kind == "ends":  # a mark is read as any mention that ends there
                lost = {each for each in kept if each.end in {mention.end for mention in lost}}
            kept = [each for each in kept if each not in lost]
        raise self._inexpressible(document, "cannot be written in this form")

    def _lost(self, words: list[str], mentions: list[Placed], answer: str, document: Document) -> set[Placed]:
        """Return the mentions that are not read again from an answer, in letters of the text."""
        reader = InlineReader(self.form) if isinstance(self.form, Inline) else ListsReader(self.name)
        source, text = Source(document.name, document.name), " ".join(words)
        parsed = reader.parse(AnswerText(document.name, 1, answer, text), source, Notices())
        if "".join("".join(parsed.words).split()) != "".join(text.split()):
            raise self._inexpressible(document, "holds marks of this form")
        ends, own_ends = _letters(parsed.words), _letters(words)
        read = {(ends[row.mention.start], ends[row.mention.end]): row.entity for row in parsed.rows}
        seen: dict[int, int] = {}
        entities: dict[str, int] = {}
        names: dict[int, str] = {}
        lost = set()
        for mention in sorted(mentions, key=lambda each: (each.end, -each.start)):
            seen[mention.end] = seen.get(mention.end, 0) + 1
            start = max(mention.end - seen[mention.end], 0) if parsed.has_ends_only else mention.start
            name = read.get((own_ends[start], own_ends[mention.end]), "")
            is_same = name != "" and entities.setdefault(name, mention.entity) == mention.entity
            if not is_same or names.setdefault(mention.entity, name) != name:
                lost.add(mention)
        return lost


def _placed(document: Document, with_zeros: bool, notices: Notices) -> tuple[list[str], list[Placed]]:
    """Return the words of a document, with empty nodes if the form has them, and the mentions among them."""
    listed = [(mention, number) for number, entity in enumerate(document.entities, 1) for mention in entity]
    length = max([document.token_count or 0, *(mention.end for mention, _ in listed)])
    words = document.words or ["_"] * length
    empty = {place for mention, _ in listed for place in mention.positions if place < 0 and with_zeros}
    order = sorted([*range(len(words)), *empty], key=text_order)
    index = {position: number for number, position in enumerate(order)}
    mentions: dict[Placed, None] = {}
    for mention, entity in listed:
        covered = [index[place] for place in mention.tokens() if place in index]
        if not covered:
            notices.add("lost-zero", f"document {quoted(document.name)}, at word {mention.start}")
            continue
        placed = Placed(min(covered), max(covered) + 1, entity)
        if placed not in mentions and len(covered) < placed.end - placed.start:
            notices.add("changed-gaps", _where(document, words, placed))
        elif placed not in mentions and len(covered) < len(mention.tokens()):
            notices.add("changed-empty-nodes", _where(document, words, placed))
        mentions[placed] = None
    return [words[place] if place >= 0 else ZERO for place in order], list(mentions)


def _where(document: Document, words: list[str], mention: Placed) -> str:
    string = " ".join(words[mention.start : mention.end])
    return f"document {quoted(document.name)}, entity {mention.entity}, {quoted(string[:40])} at word {mention.start}"


def _nested(mentions: list[Placed]) -> list[Placed]:
    """Return the mentions that cross none of those before them."""
    kept: list[Placed] = []
    opened: list[int] = []
    for mention in sorted(mentions, key=lambda each: (each.start, -each.end)):
        while opened and opened[-1] <= mention.start:
            opened.pop()
        if not opened or mention.end <= opened[-1]:
            kept.append(mention)
            opened.append(mention.end)
    return kept


def _inline(words: list[str], mentions: list[Placed], form: Inline, is_blank: bool = False) -> str:
    opening: list[list[str]] = [[] for _ in words]
    closing: list[list[str]] = [[] for _ in words]
    ordered = sorted(mentions, key=lambda each: (each.start, -each.end))
    for (start, end, entity), _, antecedents in _antecedents(words, ordered):
        name = ("0" if form.kind == "tags" else form.blank) if is_blank else str(entity)
        close = form.close.format(name)
        if form.kind == "names" and not is_blank:
            close = form.close.format(form.escape(antecedents[0])) if antecedents else " ]"
        if form.kind == "tags" and end - start == 1:
            opening[start].append(form.open.format(name) + "]")
            continue
        opening[start].append(form.open.format(name))
        closing[end - 1].insert(0, close)
    parts = zip(opening, map(form.escape, words), closing, strict=True)
    if form.kind == "tags":
        return " ".join(word + "|" * bool(opens + closes) + ",".join(closes + opens) for opens, word, closes in parts)
    return " ".join("".join(opens) + word + "".join(closes) for opens, word, closes in parts)


def _listed(words: list[str], mentions: list[Placed], form: Listing) -> str:
    """Return the mentions of each entity in the order of the text."""
    begins = [0, *accumulate(len(word) + 1 for word in words)]
    entities: dict[int, list[Piece]] = {}
    for (start, end, entity), string, antecedents in _antecedents(words, sorted(mentions)):
        piece = Piece(string, begins[start], begins[end] - 1, antecedents[-1] if antecedents else None)
        entities.setdefault(entity, []).append(piece)
    if callable(form.write):
        return json.dumps(form.write(list(entities.values())), ensure_ascii=False)
    template, between = form.write
    items = [between.join(_item(piece.text) for piece in entity) for entity in entities.values()]
    lines = [template.format(number, item) for number, item in enumerate(items, 1)]
    return "\n".join([form.sample, "|---|---|", *lines] if form.sample[0] == "|" else lines)


def _item(string: str) -> str:
    """Return a mention that may stand among others in a line."""
    is_plain = set(string).isdisjoint('",;|:“”[]*`\\') and string[:1] not in "'-"
    return string if is_plain else '"' + string.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _antecedents(words: list[str], mentions: list[Placed]) -> Iterator[tuple[Placed, str, list[str]]]:
    """Yield each mention, its words, and all words before it whose latest mention is one of its entity."""
    latest: dict[str, int] = {}
    of_entity: dict[int, list[str]] = {}
    for mention in mentions:
        string, before = " ".join(words[mention.start : mention.end]), of_entity.setdefault(mention.entity, [])
        yield mention, string, [each for each in before if latest[each] == mention.entity]
        latest[string] = mention.entity
        before.append(string)


def _letters(words: Sequence[str]) -> list[int]:
    """Return how many letters stand before each word, and before the end."""
    return list(accumulate((len("".join(word.split())) for word in words), initial=0))


WRITERS = SimpleNamespace(**{name: AnswerWriter(name, form) for name, form in (INLINE | LISTED).items()})
