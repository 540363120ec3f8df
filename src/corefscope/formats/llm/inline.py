"""A language model's text with mentions marked in it: one table of forms, one reader for all.

    markdown     [the [dog](#2)'s owner](#1)         a link without # is text, and counted
    parentheses  [the [dog](2)'s owner](1)
    subscripts   [the [dog]_{2}'s owner]_1           a $ may stand before the underscore and behind the subscript
    hashed       <m>the <m>dog</m>#2's owner</m>#1   as CorefInst has it; #MASK is that of the prompt
    marked       <m> the <m> dog | 2 </m> 's owner | 1 </m>
    elements     <m id="1">the <e2>dog</e2></m>      tags of other names may cross; other tags are text

Brackets without an entity behind them are text; so is what follows a backslash. A mention without an entity, e.g.
`[Tom](#)`, is lost and counted.

Words are separated by blanks and by markup: `[Tom](#1)'s` is `Tom` and `'s`, so that mentions begin and end with
words. Output may be truncated or broken anywhere: a mention with incomplete markup is lost and counted, the text around
it stays. The words may differ from the key's (`inexact_text`); they are aligned when they are scored.

A second corpus, `repaired`, has in addition the lost mentions whose entity and one border are known. One that never
closes ends with the longest complete mention of the document whose words follow, in any case; without one before the
next markup, punctuation mark or end of the line. One that was never opened is the one word before its end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from corefscope.basics.codes import WarningCode
from corefscope.basics.escaping import quoted
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import decoded
from corefscope.formats.llm.answers import NEVER_CLOSES, NEVER_OPENED, TRUNCATED, AnswersBuilder, answers, grouped
from corefscope.formats.registry import Options
from corefscope.formats.tools.markup import unescaped
from corefscope.model import Corpus, Mention
from corefscope.problems import FormatError, Notices

INLINE_DEEPEST = 100_000  # a model may repeat an opening mark endlessly
LONGEST_KNOWN = 20  # words of a complete mention to which one that never closes is compared
_CLAUSE = re.compile(r"\s*[^\n\v.,;:!?…()\"“”«»。，、；：！？]*")
_LAST_WORD = re.compile(r"\w[^\s]{0,99}\s*\Z")

# ---------------------------------------------------------------- the forms


class Markup(NamedTuple):
    """A piece of markup: its place, the name of a tag, and the entity where it says one.

    `kind` is "open", "close" or "empty" (a mention), "removed", "broken" (off at the end of the text), "unfinished"
    (removed inside a mention, else text), or "text": a closing bracket that closes no mention, so that its opening one
    is text too; its entity is the target of a link.
    """

    kind: str
    start: int
    end: int
    entity: str = ""
    name: str = ""


@dataclass(frozen=True)
class Form:
    """A form of markup: a pattern, and the removal of escapes from the text between.

    The outer group of a match is its `kind`, and the group `entity` its entity; a match without one, such as an escape,
    is text. The group `tag` is any tag: its entity is the number in its name, or an attribute.
    """

    pattern: re.Pattern[str]
    clean: Callable[[str], str] = unescaped

    def read(self, content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
        """Read the documents of one file; `options.clusters` names the attribute of the entity."""
        builder = AnswersBuilder(source, notices)
        whole = decoded(content, source.path, notices)
        attribute = options.clusters or (_entity_attribute(whole, source) if self is elements else "")
        for name, line, text in answers(whole, source, notices):
            document = _MarkedText(text.rstrip(), source, notices, line, self.clean)
            try:
                document.parse(self.markups(document.text, attribute.lower()))
                document.add_to(builder, name)
            except FormatError as error:
                notices.refuse(error)
        return builder.corpus()

    def markups(self, text: str, attribute: str) -> Iterator[Markup]:
        for match in self.pattern.finditer(text):
            kind, groups = match.lastgroup, match.groupdict()
            if kind == "tag":
                name = groups["name"].lower()
                values = {each.lower(): value.strip("\"' ") for each, value in _ATTRIBUTE.findall(match[0])}
                kind = "close" if match[0][1] == "/" else "empty" if match[0][-2] == "/" else "open"
                yield Markup(kind, *match.span(), name if groups["number"] else values.get(attribute, ""), name)
            elif kind is not None:
                entity = groups.get("entity") or groups.get("target") or ""
                yield Markup(kind, *match.span(), entity.strip())


def _bracket_form(entity: str, broken: str, target: str = "") -> Form:
    """An escape, an opening bracket, or a closing one with what follows it."""
    closing = rf"(?P<close>\]{entity})|(?P<broken>\]{broken}\Z)|(?P<text>\]{target})"
    return Form(re.compile(rf"\\[\[\]()\\]|(?P<open>\[)|{closing}"), _unescape_brackets)


def _unescape_brackets(text: str) -> str:
    return re.sub(r"\\([\[\]()\\])", r"\1", text) if "\\" in text else text


_NAME = r"[^()\[\]\n]{0,100}"  # of an entity, which may contain blanks and a pair of round brackets
markdown = _bracket_form(
    rf" ?\(#(?P<entity>{_NAME}(?:\({_NAME}\){_NAME})?)\)", rf"\((?:#{_NAME})?", r"(?P<target>\([^()\s#]+\))?"
)
parentheses = _bracket_form(
    r"\([ \t]*(?P<entity>(?:[A-Za-z_-]{0,20}[0-9]{1,9})?)[ \t]*\)", r"\([\w-]{0,30}", r"(?P<target>\([^()\s]+\))?"
)
subscripts = _bracket_form(
    r"\$?_(?P<brace>\{)?(?P<entity>(?(brace)[^{}\[\]\n]{0,100}|[^\W_]{1,100}))(?(brace)\})\$?",
    r"\$?_\{?[^{}\[\]\n]{0,100}",
)
# After a blank only a number is an entity: the next word of the text is none.
_HASHED = r"(?P<open><m>)|(?P<close></m>(?: ?#(?:MASK(?!\w)|(?P<entity>\w{1,100}| \d{1,100}\b)))?)|(?P<broken></?m?\Z)"
hashed = Form(re.compile(_HASHED))
# The entity is the one word between the last `|` of a mention and its end; any other `|` is text. The marks of
# sequence-to-sequence models are removed, and so is `<speaker> … </speaker>` with its content.
marked = Form(
    re.compile(
        r"(?P<open><m>)|(?P<close>(?:\|\s*+(?P<entity>[^\s|<]*+)\s*+)?</m>)|(?P<broken></?m?\Z)"
        r"|(?P<removed><speaker>[^<]*+</speaker>|</?(?:sentence|speaker|copy|pad|unk|s)>)"
        r"|(?P<unfinished>\|\s*+[^\s|<]*+\Z)"
    )
)
_TAG_NAMES = r"m|mention|markable|entity|ent|e|cluster|c|coref|span"
ENTITY_ATTRIBUTES = ("id", "cluster", "cluster_id", "entity", "entity_id", "coref", "coref_id", "chain", "chain_id")
_VALUE = r"\"[^\"<>]{0,200}\"|'[^'<>]{0,200}'|[^\s\"'<>=/]{1,200}"
_ATTRIBUTE = re.compile(rf"([\w:-]{{1,50}})\s*=\s*({_VALUE})")
elements = Form(
    re.compile(
        rf"(?P<tag></?(?P<name>(?:{_TAG_NAMES})(?P<number>[_-]?[0-9]{{1,9}})?)"
        rf"(?:\s+[\w:-]{{1,50}}\s*=\s*(?:{_VALUE})){{0,20}}\s*/?>)"
        rf"|(?P<broken></?(?:(?:{_TAG_NAMES})(?:[_-]?[0-9]{{0,9}}|\s[^<>]{{0,300}}))?\Z)",
        re.IGNORECASE,
    )
)


def _entity_attribute(text: str, source: Source) -> str:
    """Return the attribute of tags that names the entity, if there is no doubt."""
    text = text.replace('\\"', '"')  # in JSON Lines
    tags = (match[0] for match in elements.pattern.finditer(text) if match["tag"])
    names = {name.lower() for tag in tags for name, _ in _ATTRIBUTE.findall(tag)}
    attributes = [name for name in ENTITY_ATTRIBUTES if name in names] or [ENTITY_ATTRIBUTES[0]]
    if len(attributes) > 1:
        fact = f"the tags have both {' and '.join(attributes)}"
        hint = "say which attribute names the entity with --response-clusters or --key-clusters"
        raise source.error("several-cluster-fields", fact, hint=hint)
    return attributes[0]


# ---------------------------------------------------------------- from markup to mentions


class _MarkedText:
    """One document: a text, the markup to remove from it, in order, and the mentions between."""

    def __init__(self, text: str, source: Source, notices: Notices, line: int, clean: Callable[[str], str]) -> None:
        self.text, self.source, self.notices, self.line, self.clean = text, source, notices, line, clean
        self.cuts: list[tuple[int, int, int] | None] = []  # start, end and line of markup; None: text after all
        self.mentions: list[tuple[int, int, str]] = []  # the markup that opens and closes each, and its entity
        self.ends_alone: dict[int, str] = {}  # entities of markup that closes nothing
        self.unclosed: dict[int, str] = {}  # entities of markup that is open, or never closed

    def parse(self, markups: Iterator[Markup]) -> None:
        """Pair markup that opens mentions with what closes them; tags of different names may cross."""
        opened: dict[str, list[int]] = {}
        counted, line, last_closing, is_broken = 0, self.line, -1, False
        for kind, start, end, entity, name in markups:
            openings = opened.setdefault(name, [])
            if kind == "unfinished" and not openings:
                continue
            if kind == "text":
                if openings and entity:
                    self._lose("link-without-mention", openings[-1])
                if openings:
                    self.unclosed.pop(openings[-1])
                    self.cuts[openings.pop()] = None
                continue
            line += self.text.count("\n", counted, start)
            counted, number = start, len(self.cuts)
            self.cuts.append((start, end, line))
            is_broken = is_broken or kind == "broken"
            last_closing = number if kind == "close" else last_closing
            if kind == "open":
                self.unclosed[number] = entity
                openings.append(number)
                if len(self.unclosed) > INLINE_DEEPEST:
                    fact = f"more than {INLINE_DEEPEST} mentions are open at once"
                    raise self.source.error("too-deep", fact, line, "the output is broken")
            elif kind == "empty":
                self._lose("lost-without-words", number)
            elif kind == "close" and not openings:
                self._lose(NEVER_OPENED, number)
                self.ends_alone[number] = entity
            elif kind == "close":
                opening = openings.pop()
                entity = self.unclosed.pop(opening) or entity
                if entity:
                    self.mentions.append((opening, number, entity))
                else:
                    self._lose("lost-without-entity", opening)
        for number in self.unclosed:
            self._lose(NEVER_CLOSES, number)
        if is_broken or max(self.unclosed, default=-1) > last_closing:
            self.notices.add(TRUNCATED, "the text ends inside a mention", self.source.path, line)

    def _lose(self, code: WarningCode, number: int) -> None:
        start, _, line = self.cuts[number] or (0, 0, self.line)
        self.notices.add(code, f"at {quoted(self.text[start : start + 40])}", self.source.path, line)

    def add_to(self, builder: AnswersBuilder, name: str) -> None:
        """Add the document with its words and entities, and both once repaired."""
        words, counts, _ = self._words([])
        complete: list[tuple[int, int, int, str]] = []
        for opening, closing, entity in sorted(self.mentions):
            if counts[opening] == counts[closing]:
                self._lose("lost-without-words", opening)
            else:
                complete.append((opening, closing, (self.cuts[opening] or (0, 0, 0))[2], entity))
        mentions = [(Mention(counts[start], counts[end]), line, entity) for start, end, line, entity in complete]
        known = {tuple(word.lower() for word in words[mention.start : mention.end]) for mention, _, _ in mentions}
        # Words are split at the borders of repaired mentions.
        lost = list(self._repairs(known))
        other, counts, before = self._words(sorted({place for each in lost for place in each[:2]}))
        repairs = [(before[start], before[end], line, entity) for start, end, line, entity in lost]
        spans = [(Mention(start, end), line, entity) for start, end, line, entity in repairs if start < end]
        spans[:0] = [(Mention(counts[start], counts[end]), line, entity) for start, end, line, entity in complete]
        builder.add(
            name, self.line, words, grouped(mentions), (other, grouped(spans)) if len(spans) > len(mentions) else None
        )

    def _words(self, borders: list[int]) -> tuple[list[str], list[int], dict[int, int]]:
        """Return the words, and how many are before each markup and before each border, at which words are split."""
        words: list[str] = []
        counts: list[int] = []
        before: dict[int, int] = {}
        position, rest = 0, borders[::-1]
        for place in (*self.cuts, (len(self.text), len(self.text), 0)):
            if place is not None:
                while rest and rest[-1] <= place[0]:
                    words.extend(self.clean(self.text[position : rest[-1]]).split())
                    position = max(position, rest[-1])
                    before[rest.pop()] = len(words)
                words.extend(self.clean(self.text[position : place[0]]).split())
                position = place[1]
            counts.append(len(words))
        return words, counts, before

    def _repairs(self, known: set[tuple[str, ...]]) -> Iterator[tuple[int, int, int, str]]:
        """Yield where lost mentions begin and end in the text, with their line and entity.

        `known` are the words of the complete mentions.
        """
        if not any(self.ends_alone.values()) and not any(self.unclosed.values()):
            return
        cuts = [(number, *place) for number, place in enumerate(self.cuts) if place is not None]
        places = [(-1, 0, 0, 0), *cuts, (-1, len(self.text), len(self.text), 0)]
        for (_, _, previous, _), (number, start, end, line), (_, following, _, _) in zip(
            places, cuts, places[2:], strict=False
        ):
            if self.unclosed.get(number) and (clause := _CLAUSE.match(self.text, end, following)):
                yield end, _known_end(clause, known), line, self.unclosed[number]
            elif self.ends_alone.get(number) and (
                word := _LAST_WORD.search(self.text, max(previous, start - 120), start)
            ):
                yield word.start(), start, line, self.ends_alone[number]


def _known_end(clause: re.Match[str], known: set[tuple[str, ...]]) -> int:
    """Return where the longest known mention ends that begins the clause; without one, where the clause does."""
    words = list(islice(re.finditer(r"\S+", clause[0]), LONGEST_KNOWN))
    for count in range(len(words), 0, -1):
        if tuple(word[0].lower() for word in words[:count]) in known:
            return clause.start() + words[count - 1].end()
    return clause.end()
