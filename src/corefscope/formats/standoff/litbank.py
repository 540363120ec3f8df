"""LitBank's tsv (Bamman et al. 2020): an `.ann` of rows beside a `.txt` of one sentence a line, words parted by blanks.

    MENTION  T1  0  4  0  4  London  GPE  PROP      sentence and word of the first and of the last word, from 0
    COREF    T1  London-1                           the mention's entity
    COP      T7  T1                                 T7 is predicated of T1; APPOS for an apposition

The attribute of a copula or an apposition has no COREF row: it is an entity of its own, as in LitBank's CoNLL files,
and its relation to the other mention is kept. The text column is compared with the words, and otherwise not used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.document_names import BLANKS
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import common_type, decoded, lines_of, same_text, shown, text_beside
from corefscope.formats.registry import Options
from corefscope.model import Corpus, Mention, Relation
from corefscope.problems import FormatError, Notices

COLUMNS = {"MENTION": 9, "COREF": 3, "COP": 3, "APPOS": 3}
MENTION_TYPES = {"PROP": "name", "NOM": "nominal", "PRON": "pronoun"}
RELATIONS = {"COP": "copula", "APPOS": "apposition"}
_NUMBER = re.compile(r"[0-9]{1,9}")
_BOOKNLP = re.compile(rb"\s*COREF\tstart_token\t")  # the header of its .entities


@dataclass
class _LitbankText:
    """All words of the document, and where each line of the text begins and ends among them."""

    words: list[str] = field(default_factory=list)
    lines: list[tuple[int, int]] = field(default_factory=list)

    @staticmethod
    def of(text: str) -> _LitbankText:
        found = _LitbankText()
        for _, line in lines_of(text):
            words = line.strip(" ").split(" ") if line.strip() else []
            found.lines.append((len(found.words), len(found.words) + len(words)))
            found.words.extend(words)
        return found

    def position(self, sentence: int, word: int) -> int | None:
        """The word's position in the document; None where there is no such word."""
        start, end = self.lines[sentence] if sentence < len(self.lines) else (0, 0)
        return start + word if start + word < end else None


@dataclass(frozen=True)
class _Row:
    """A MENTION row: the mention, its entity type, its text and its line."""

    mention: Mention
    category: str
    text: str
    line: int


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """The one document of an `.ann` file, called after the file."""
    if _BOOKNLP.match(content):
        fact = "this is BookNLP's table of entities, not LitBank's rows, and is not read yet"
        hint = (
            "make a table of it: COREF is the column entity, start_token is start, end_token is last, and add document"
        )
        raise FormatError("missing-text", fact, source.path, 1, hint)
    text = _LitbankText.of(text_beside(source, notices))
    mentions: dict[str, _Row] = {}
    entities: dict[str, list[str]] = {}
    links: list[tuple[int, list[str]]] = []
    for line, columns in _rows(decoded(content, source.path, notices), source, notices):
        if columns[0] != "MENTION":
            links.append((line, columns))
        elif columns[1] in mentions:
            first = f"first in line {mentions[columns[1]].line}"
            notices.refuse(
                FormatError("repeated-row", f"the mention {columns[1]} occurs twice", source.path, line, first)
            )
        else:
            try:
                mentions[columns[1]] = _mention(columns, text, line, source, notices)
            except FormatError as error:
                notices.refuse(error)
                mentions[columns[1]] = _Row(Mention(0, 1), "", "", line)  # other rows may still name it
    links = [link for link in links if _names_mentions(link[1], mentions, link[0], source, notices)]
    for _, columns in links:
        if columns[0] == "COREF":
            entities.setdefault(columns[2].strip(BLANKS), []).append(columns[1])
    entity_of = {member: name for name, members in entities.items() for member in members}
    _add_lone(mentions, entity_of, entities, {columns[1] for _, columns in links}, source, notices)
    builder = CorpusBuilder(source.path)
    builder.add_document("", 1, text.words, [line for line in text.lines if line[0] < line[1]])
    for name, members in entities.items():
        rows = [mentions[member] for member in members]
        kind = common_type(name, (row.category for row in rows), source, rows[0].line, notices)
        builder.add_entity(name, (row.mention for row in rows), [row.line for row in rows], kind)
    for _, (kind, anaphor, antecedent) in links:
        if kind in RELATIONS:
            label = mentions[anaphor].text
            builder.add_relation(Relation(RELATIONS[kind], entity_of[antecedent], entity_of[anaphor], label))
    return builder.corpus(source.stem, notices)


def _add_lone(
    mentions: dict[str, _Row],
    entity_of: dict[str, str],
    entities: dict[str, list[str]],
    explained: set[str],
    source: Source,
    notices: Notices,
) -> None:
    """Mentions without a COREF row become entities of their own; it is said if no other row explains them."""
    for number, row in mentions.items():
        if number in entity_of:
            continue
        if number not in explained:
            text = f"{number} {shown(row.text)} is taken as an entity of its own"
            notices.add("mention-without-entity", text, source.path, row.line)
        entity_of[number] = number
        entities.setdefault(number, []).append(number)


def _rows(content: str, source: Source, notices: Notices) -> Iterator[tuple[int, list[str]]]:
    for number, line in lines_of(content):
        if not line.strip():
            continue
        columns = line.split("\t", 99)
        known = COLUMNS.get(columns[0])
        if known is None:
            rows = f"rows: {', '.join(COLUMNS)}"
            notices.refuse(FormatError("bad-row", f"no row begins with {shown(columns[0])}", source.path, number, rows))
        elif len(columns) != known:
            fact = f"the {columns[0]} row has {len(columns)} columns, not {known}"
            notices.refuse(FormatError("bad-row", fact, source.path, number, "parted by tabs"))
        else:
            yield number, columns


def _mention(columns: list[str], text: _LitbankText, line: int, source: Source, notices: Notices) -> _Row:
    number, *places, said, category, type_name = columns[1:]
    if not all(_NUMBER.fullmatch(place) for place in places):
        raise FormatError(
            "bad-row",
            f"{number} lies at {shown(' '.join(places))}",
            source.path,
            line,
            "four numbers from 0: sentence, word, twice",
        )
    first_sentence, first_word, last_sentence, last_word = map(int, places)
    first, last = text.position(first_sentence, first_word), text.position(last_sentence, last_word)
    if first is None or last is None:
        where = (
            f"sentence {first_sentence}, word {first_word}"
            if first is None
            else f"sentence {last_sentence}, word {last_word}"
        )
        raise FormatError(
            "mention-outside-text",
            f"{number} lies outside the text: there is no {where}",
            source.path,
            line,
            "both count from 0",
        )
    if last < first:
        raise FormatError("bad-row", f"{number} ends before it starts", source.path, line)
    # A mention may claim a whole book: only as many words are joined as the row shows.
    if last - first > len(said) or not same_text(" ".join(text.words[first : last + 1]), said):
        there = shown(" ".join(text.words[first : min(last + 1, first + 10)]))
        notices.add("text-differs", f"{number} is {shown(said)} here and {there} in the text", source.path, line)
    if type_name not in MENTION_TYPES:
        notices.add("unknown-mention-type", f"{number} is {shown(type_name)}, not PROP, NOM or PRON", source.path, line)
    return _Row(Mention(first, last + 1, type=MENTION_TYPES.get(type_name)), category, said, line)


def _names_mentions(columns: list[str], mentions: dict[str, _Row], line: int, source: Source, notices: Notices) -> bool:
    """All rows but MENTION name mentions, which must be in the file."""
    missing = [number for number in (columns[1:2] if columns[0] == "COREF" else columns[1:]) if number not in mentions]
    for number in missing:
        fact = f"there is no MENTION row of {shown(number)}"
        notices.refuse(FormatError("unknown-mention", fact, source.path, line, "it is named here"))
    return not missing
