"""Documents as answers, in any form, and as the prompts for them: JSON Lines with a record for each.

What was written is read again before it is given out: a mention that the form cannot express, because it crosses
another or because its words are found elsewhere first, is left out and counted.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from corefscope.basics.codes import WarningCode
from corefscope.basics.escaping import quoted
from corefscope.formats.files.sources import Source
from corefscope.formats.llm.answers import Answer, Marked
from corefscope.formats.llm.forms import INLINE, LISTED, Inline
from corefscope.formats.llm.inline import InlineReader
from corefscope.formats.llm.strings import ListsReader
from corefscope.formats.llm.tagged import ZERO
from corefscope.formats.llm.tagged import read_answer as read_tagged
from corefscope.model import Document, Mention, text_order
from corefscope.problems import CorefscopeError, Notices

MOST_ATTEMPTS = 8
INSTRUCTIONS = {
    "inline": "Repeat the text word for word and mark every mention with the id of its entity, as in {}",
    "listed": "List all mentions of each entity of the text, in the order of the text, as in {}",
}
SAMPLES = {"tagged": "the|[e1 dog|e1]"} | {name: form.sample for name, form in (INLINE | LISTED).items()}


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


def __getattr__(name: str) -> AnswerWriter:
    """Return the writer of a form, as the registry names it: `writer:markdown`."""
    if name not in SAMPLES:
        raise AttributeError(name)
    return AnswerWriter(name)


@dataclass(frozen=True)
class AnswerWriter:
    """The writer of one form."""

    form: str

    def write(self, documents: Sequence[Document], notices: Notices, prompts: Prompts = ANSWERS) -> str:
        """Return a record for each document, or for each of its windows."""
        records = [record for document in documents for record in self._records(document, notices, prompts)]
        return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)

    def _records(self, document: Document, notices: Notices, prompts: Prompts) -> Iterator[dict[str, Any]]:
        if self.form == "tagged" and any(word.startswith(ZERO) for word in document.words or ()):
            raise self._marks_in_text(document)
        words, mentions = _placed(document, self.form == "tagged", notices)
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
            plain = [word for word in part if word != ZERO] if self.form == "tagged" else part
            record: dict[str, Any] = {"doc_key": document.name, "text": " ".join(plain)}
            if prompts.window is not None:
                record |= {"window": number, "offset": start}
            if prompts.given:
                record["given"] = self._given(part, inside)
            answer = None if prompts.blind else self._answer(part, inside, document, notices)
            if prompts.chat:
                kind = "listed" if self.form in LISTED else "inline"
                question = f"{INSTRUCTIONS[kind].format(SAMPLES[self.form])}\n\n{record.get('given', record['text'])}"
                messages = [{"role": "user", "content": question}, {"role": "assistant", "content": answer}]
                record["messages"] = messages[: 1 if answer is None else 2]
            elif answer is not None:
                record["output"] = answer
            yield record

    def _marks_in_text(self, document: Document) -> CorefscopeError:
        fact = f"the text of document {quoted(document.name)} holds marks of the form {self.form}"
        return CorefscopeError("cannot-express", fact, hint="choose another form, such as offsets")

    def _given(self, words: list[str], mentions: list[Placed]) -> str:
        """Return the text with the mentions and without their entities."""
        if self.form in INLINE:
            return _inline(words, _nested(mentions), INLINE[self.form], is_blank=True)
        if self.form == "tagged":
            return _tagged(words, [each._replace(entity=0) for each in mentions])
        strings = [" ".join(words[each.start : each.end]) for each in sorted(mentions)]
        return " ".join(words) + "\n\n" + json.dumps({"mentions": strings}, ensure_ascii=False)

    def _answer(self, words: list[str], mentions: list[Placed], document: Document, notices: Notices) -> str:
        """Return the answer with all mentions that can be read again."""
        kept = mentions
        if self.form in INLINE and not INLINE[self.form].crosses:
            kept = _nested(mentions)
            for mention in sorted(set(mentions) - set(kept)):
                notices.add("lost-crossing", _where(document, words, mention))
        for attempt in range(MOST_ATTEMPTS):
            if self.form in INLINE:
                answer = _inline(words, kept, INLINE[self.form])
            else:
                answer = _tagged(words, kept) if self.form == "tagged" else _listed(words, kept, self.form)
            lost = self._lost(words, kept, answer, document)
            if not lost:
                return answer
            if attempt == MOST_ATTEMPTS - 2:  # a choice of one place moves others
                lost = {each for each in kept if _is_repeated(words, each)} | lost
            if self.form in INLINE and INLINE[self.form].ends_only:  # a mark is read as any mention that ends there
                lost = {each for each in kept if each.end in {mention.end for mention in lost}}
            code: WarningCode = "lost-elsewhere" if self.form in LISTED else "lost-crossing"
            for mention in sorted(lost):
                notices.add(code, _where(document, words, mention))
            kept = [each for each in kept if each not in lost]
        fact = f"document {quoted(document.name)} cannot be written in the form {self.form}"
        raise CorefscopeError("cannot-express", fact, hint="choose another form, such as offsets")

    def _lost(self, words: list[str], mentions: list[Placed], answer: str, document: Document) -> set[Placed]:
        """Return the mentions that are not read again from an answer, in letters of the text."""
        source, text = Source(document.name, document.name), " ".join(words)
        given = Answer(document.name, 1, answer, text)
        if self.form == "tagged":
            marked = _with_zeros(read_tagged(given, source, Notices()))
        else:
            reader = InlineReader(self.form, INLINE[self.form]) if self.form in INLINE else ListsReader(self.form)
            marked = reader.read_answer(given, source, Notices())
        if "".join("".join(marked.words).split()) != "".join(text.split()):
            raise self._marks_in_text(document)
        ends, own_ends = _letters(marked.words), _letters(words)
        read = {
            (ends[mention.start], ends[mention.end]): name
            for name, entity in marked.entities.items()
            for mention, _ in entity
        }
        ends_only = self.form in INLINE and INLINE[self.form].ends_only
        seen: dict[int, int] = {}
        entities: dict[str, int] = {}
        names: dict[int, str] = {}
        lost = set()
        for mention in sorted(mentions, key=lambda each: (each.end, -each.start)):
            seen[mention.end] = seen.get(mention.end, 0) + 1
            start = max(mention.end - seen[mention.end], 0) if ends_only else mention.start
            name = read.get((own_ends[start], own_ends[mention.end]))
            is_same = name is not None and entities.setdefault(name, mention.entity) == mention.entity
            if name is None or not is_same or names.setdefault(mention.entity, name) != name:
                lost.add(mention)
        return lost


def _placed(document: Document, with_zeros: bool, notices: Notices) -> tuple[list[str], list[Placed]]:
    """Return the words of a document, with empty nodes if the form has them, and the mentions among them."""
    words = document.words or ["_"] * max(
        [document.token_count or 0, *(mention.end for entity in document.entities for mention in entity)]
    )
    every = (place for entity in document.entities for mention in entity for place in mention.positions if place < 0)
    empty = set(every) if with_zeros else set()
    order = sorted([*range(len(words)), *empty], key=text_order)
    index = {position: number for number, position in enumerate(order)}
    mentions = []
    for number, entity in enumerate(document.entities, 1):
        for mention in entity:
            covered = [index[place] for place in mention.tokens() if place in index]
            if not covered:
                notices.add("lost-zero", f"document {quoted(document.name)}, at word {mention.start}")
                continue
            placed = Placed(min(covered), max(covered) + 1, number)
            if placed in mentions:
                continue
            if len(covered) < placed.end - placed.start:
                notices.add("changed-gaps", _where(document, words, placed))
            elif len(covered) < len(mention.tokens()):
                notices.add("changed-empty-nodes", _where(document, words, placed))
            mentions.append(placed)
    return [words[place] if place >= 0 else ZERO for place in order], mentions


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
    before: list[list[str]] = [[] for _ in words]
    after: list[list[str]] = [[] for _ in words]
    ordered = sorted(mentions, key=lambda each: (each.start, -each.end))
    for (start, end, entity), _, antecedents in _antecedents(words, ordered):
        name = form.blank if is_blank else str(entity)
        close = form.close.format(name)
        if form.by_words and not is_blank:
            close = form.close.format(form.escape(antecedents[0])) if antecedents else " ]"
        before[start].append(form.open.format(name))
        after[end - 1].append(close)
    parts = zip(before, map(form.escape, words), after, strict=True)
    return " ".join("".join(opening) + word + "".join(reversed(closing)) for opening, word, closing in parts)


def _tagged(words: list[str], mentions: list[Placed]) -> str:
    tags: list[list[str]] = [[] for _ in words]
    for start, end, entity in sorted(mentions, key=lambda each: (each.end, -each.start)):
        if end - start > 1:
            tags[end - 1].append(f"e{entity}]")
    for start, end, entity in sorted(mentions, key=lambda each: (each.start, -each.end)):
        tags[start].append(f"[e{entity}" + "]" * (end - start == 1))
    return " ".join(word + "|" * bool(tag) + ",".join(tag) for word, tag in zip(words, tags, strict=True))


def _with_zeros(marked: Marked) -> Marked:
    """Return what was read from tags with its empty nodes among the words, as they were written."""
    every = {place for entity in marked.entities.values() for mention, _ in entity for place in mention.positions}
    order = sorted({*range(len(marked.words)), *every}, key=text_order)
    index = {position: number for number, position in enumerate(order)}
    entities = {
        name: [(Mention(index[mention.tokens()[0]], index[mention.tokens()[-1]] + 1), line) for mention, line in entity]
        for name, entity in marked.entities.items()
    }
    return Marked([marked.words[place] if place >= 0 else ZERO for place in order], entities)


def _listed(words: list[str], mentions: list[Placed], form: str) -> str:
    """Return the mentions of each entity in the order of the text."""
    begins = [0, *accumulate(len(word) + 1 for word in words)]
    entities: dict[int, list[Placed]] = {}
    for mention in sorted(mentions):
        entities.setdefault(mention.entity, []).append(mention)
    clusters = [[" ".join(words[start:end]) for start, end, _ in entity] for entity in entities.values()]
    if form in _LINES:
        lines = (_LINES[form](number, cluster) for number, cluster in enumerate(clusters, 1))
        return "\n".join([*(("| Entity | Mentions |", "|---|---|") if form == "rows" else ()), *lines])
    shapes: dict[str, Callable[[], Any]] = {
        "strings": lambda: clusters,
        "chains": lambda: {f"Chain{number}": cluster for number, cluster in enumerate(clusters, 1)},
        "entities": lambda: {
            "entities": [{"entity_id": number, "mentions": each} for number, each in enumerate(clusters, 1)]
        },
        "coreferences": lambda: {"coreferences": {cluster[0]: cluster[1:] for cluster in clusters}},
        "offsets": lambda: [
            [
                {"text": " ".join(words[start:end]), "start": begins[start], "end": begins[end] - 1}
                for start, end, _ in entity
            ]
            for entity in entities.values()
        ],
        "pairs": lambda: list(_judged(clusters)),
        "antecedents": lambda: {
            "answers": [
                {"mention": string, "answer": antecedents[-1] if antecedents else None}
                for _, string, antecedents in _antecedents(words, sorted(mentions))
            ]
        },
    }
    return json.dumps(shapes[form](), ensure_ascii=False)


def _item(string: str) -> str:
    """Return a mention that may stand among others in a line."""
    is_plain = set(string).isdisjoint('",;|:“”[]*`\\') and string[:1] not in "'-"
    return string if is_plain else '"' + string.replace("\\", "\\\\").replace('"', '\\"') + '"'


_LINES: dict[str, Callable[[int, list[str]], str]] = {
    "lines": lambda number, cluster: f"Entity {number}: {', '.join(map(_item, cluster))}",
    "list": lambda number, cluster: f"{number}. {', '.join(map(_item, cluster))}",
    "rows": lambda number, cluster: f"| {number} | {', '.join(map(_item, cluster))} |",
    "yaml": lambda number, cluster: "\n  - ".join([f"Entity {number}:", *map(_item, cluster)]),
}


def _judged(clusters: list[list[str]]) -> Iterator[dict[str, Any]]:
    """Yield pairs of mentions that follow each other, and of the first mentions of different entities."""
    for cluster in clusters:
        for one, two in pairwise(cluster):
            yield {"mention1": one, "mention2": two, "coreferent": True}
    for one_cluster, two_cluster in pairwise(clusters):
        yield {"mention1": one_cluster[0], "mention2": two_cluster[0], "coreferent": False}


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


def _is_repeated(words: list[str], mention: Placed) -> bool:
    """Whether the words of a mention stand elsewhere in the text, too."""
    letters = "".join(words[mention.start : mention.end])
    return "".join(words).count(letters) > 1
