"""MMAX2: words in one file, and levels of markables over them in others (ParCorFull, ARRAU 2, SoNaR, COREA).

    <word id="word_3">she</word>
    <markable id="markable_7" span="word_3..word_5,word_9" coref_class="set_2" mmax_level="coref"/>

The span includes its last word, whose `word_` may be left out; commas separate the parts of a mention with gaps. A
level is one of coreference if its markables have `coref_class` or `coref_set` (`empty`: a singleton), or `ref`, which
points to the antecedent. ARRAU's
`min_ids` are the minimum span; its non-referring markables and ParCorFull's pleonastic ones are the annotation
`nonreferring`; several antecedents (`multiple_phrase_antecedents`) are a split antecedent, `related_phrase` and SoNaR's
`type="bridge"` bridging. The level of sentences gives the sentences.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple
from xml.parsers.expat import XMLParserType

from corefscope.basics.components import components
from corefscope.basics.escaping import cut
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import FileReader, shown
from corefscope.formats.mmax.project import Project
from corefscope.formats.registry import Options
from corefscope.formats.tools.links import by_place
from corefscope.formats.xml.safe import parse, walk
from corefscope.model import BRIDGING, NONREFERRING, SPLIT_ANTECEDENT, Corpus, Mention, Relation
from corefscope.problems import FormatError, Notices

CLASSES = ("coref_class", "coref_set")
POINTER = "ref"
SENTENCE_LEVELS = ("sentence", "sentences", "utterance")
EMPTY = ("", "empty", "none")
# Attributes that point to other markables: split antecedents, and anchors of bridging.
SEVERAL, RELATED = "multiple_phrase_antecedents", "related_phrase"
POINTING = frozenset((POINTER, SEVERAL, RELATED))
# What else is read of a mention.
KIND, MINIMUM = "mention", "min_ids"
MORE = frozenset((KIND, MINIMUM))
LONGEST = 1 << 24  # positions in all mentions with gaps and minimum spans of a document


class _Markable(NamedTuple):
    attributes: dict[str, str]
    mention: Mention
    line: int


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the document of a `.mmax` file, or of its words, named after the file."""
    return _MmaxReader(source, notices, options).read(content)


class _MmaxReader(FileReader):
    def __init__(self, source: Source, notices: Notices, options: Options) -> None:
        super().__init__(source, notices)
        self.wanted = options.clusters

    def read(self, content: bytes) -> Corpus:
        project = Project(content, self.source)
        words_file = project.words or self.source
        self._read_words(content if project.words is None else words_file.read(), words_file)
        self.room = LONGEST
        level = self._level(project)
        sentences = self._sentences(project)
        stem = project.stem if project.words is None else self.source.stem
        # From here on, lines are those of the level.
        self.level = self.source = project.levels[level]
        self.builder = CorpusBuilder(self.level.path)
        self.builder.add_document("", 1, self.words, sentences)
        self.markables = self._markables(self.level)
        self._add_entities()
        return self.builder.corpus(stem, self.notices)

    def _read_words(self, content: bytes, source: Source) -> None:
        self.words: list[str] = []
        self.places: dict[str, int] = {}
        id = ""

        def opened(name: str, attributes: dict[str, str], line: int) -> None:
            nonlocal id
            id = attributes.get("id", "")
            if name not in ("words", "word"):
                raise source.error("bad-element", f"there is an element <{cut(name)}>", line, "expected <word>")
            if name == "word" and (not id or id in self.places):
                raise source.error("bad-element", f"the word {cut(id) or 'without id'} occurs twice", line)

        def closed(name: str, text: str) -> None:
            if name == "word":
                self.places[id] = len(self.words)
                self.words.append(text.strip() or "_")

        walk(content, source, opened, closed)
        if not self.words:
            raise source.error("empty-file", "the file holds no word", hint='expected <word id="word_1">')

    def _level(self, project: Project) -> str:
        """The level of coreference: the one that is named, or the only one with the attributes of coreference."""
        levels = project.levels
        if self.wanted is not None and self.wanted not in levels:
            fact = f"there is no level {cut(self.wanted)}"
            raise self.source.error("no-coreference-relation", fact, hint=f"levels: {', '.join(levels) or 'none'}")
        if self.wanted is not None:
            return self.wanted
        for attributes in (CLASSES, (POINTER,)):
            marks = [f" {name}=".encode() for name in attributes]
            contents = {name: level.read() for name, level in levels.items() if name not in SENTENCE_LEVELS}
            found = [name for name, text in contents.items() if any(mark in text for mark in marks)]
            found = [name for name in found if name.startswith("coref")] or found
            if len(found) == 1:
                return found[0]
            if found:
                hint = f"{', '.join(found)}; name one with --clusters, --key-clusters or --response-clusters"
                raise self.source.error("no-coreference-relation", "several levels hold coreference", hint=hint)
        named = [name for name in levels if name.startswith("coref")]
        if len(named) == 1:  # a document without coreference
            if b"<markable " in levels[named[0]].read():
                fact = f"no markable has {', '.join((*CLASSES, POINTER))}, so each is a singleton"
                self.notices.add("no-coreference", fact, levels[named[0]].path)
            return named[0]
        hint = f"no markable has {', '.join((*CLASSES, POINTER))}; levels: {', '.join(levels) or 'none'}"
        raise self.source.error("no-coreference-relation", "no level holds coreference", hint=hint)

    def _sentences(self, project: Project) -> list[tuple[int, int]] | None:
        """Sentences as their starts cut the text: levels of some corpora overlap or leave words out."""
        level = next((project.levels[name] for name in SENTENCE_LEVELS if name in project.levels), None)
        if level is None:
            return None
        starts = sorted({0, *(found.mention.start for found in self._markables(level).values())})
        return list(zip(starts, [*starts[1:], len(self.words)], strict=True))

    def _markables(self, level: Source) -> dict[str, _Markable]:
        markables: dict[str, _Markable] = {}

        def install(parser: XMLParserType) -> None:
            def opened(name: str, attributes: dict[str, str]) -> None:
                if name == "markables":
                    return
                line = parser.CurrentLineNumber
                try:
                    if name != "markable":
                        fact = f"there is an element <{cut(name)}>"
                        raise level.error("bad-element", fact, line, "expected <markable>")
                    mention = self._span(attributes.get("span", ""), level, line)
                    id = attributes.get("id", "")
                    if id in markables:
                        raise level.error("repeated-row", f"the markable {cut(id)} occurs twice", line)
                    markables[id] = _Markable(attributes, mention, line)
                except FormatError as error:
                    self.notices.refuse(error)

            parser.StartElementHandler = opened

        parse(level.read(), level, install)
        return markables

    def _span(self, span: str, level: Source, line: int) -> Mention:
        places = self.places
        first, _, last = span.partition("..")
        start = places.get(first)
        end = places.get(last) if last else start
        if start is not None and end is not None and start <= end:
            return Mention(start, end + 1)
        runs = []
        for part in span.split(","):
            first, _, last = part.partition("..")
            if last.isdecimal():  # `word_3..5`
                last = first.rstrip("0123456789") + last
            start, end = places.get(first), places.get(last or first)
            if start is None or end is None or end < start:
                fact = f"the span {shown(span)} names no words of the text"
                raise level.error("bad-element", fact, line, "expected such as word_3..word_5,word_9")
            runs.append((start, end + 1))
        if len(runs) == 1:
            return Mention(*runs[0])
        return Mention.at(self._listed(runs, level, line))

    def _listed(self, runs: Iterable[tuple[int, int]], level: Source, line: int) -> list[int]:
        found: list[int] = []
        for start, end in runs:
            self.room -= end - start
            if self.room < 0:
                raise level.error("too-large", "the mentions with gaps cover more than any text holds", line)
            found.extend(range(start, end))
        return found

    def _add_entities(self) -> None:
        referring = {id: found for id, found in self.markables.items() if not _refers_to_nothing(found.attributes)}
        class_of: dict[str, str] = {}
        pairs = []
        for id, found in referring.items():
            attributes = found.attributes
            name = attributes.get(CLASSES[0], attributes.get(CLASSES[1], ""))
            if name not in EMPTY:
                class_of[id] = name
            elif POINTER in attributes and not _is_bridge(attributes):
                targets = self._targets(id, POINTER)
                if len(targets) == 1 and targets[0] in referring:
                    pairs.append((id, targets[0]))
                elif len(targets) == 1:
                    why = "refers to nothing" if targets[0] in self.markables else "is not there"
                    self.warn("relation-left-out", f"{cut(id)} points to {cut(targets[0])}, which {why}", found.line)
        groups: dict[tuple[str, str], list[str]] = {}
        ordered = by_place({id: found.mention for id, found in referring.items()})
        for id in ordered:
            name = class_of.get(id, "")
            groups.setdefault((name, "" if name else id), []).append(id)
        listed: Iterable[list[str]] = groups.values()
        if pairs:
            listed = components(ordered, pairs + [(each[0], id) for each in groups.values() for id in each[1:]])
        self.entity_of: dict[str, str] = {}
        for members in listed:
            name = next((class_of[id] for id in members if id in class_of), members[0])
            self._add_entity(self.builder, name, members)
        aside = self.builder.annotation(NONREFERRING) if len(referring) < len(self.markables) else self.builder
        for id in self.markables:
            if id not in referring:
                self._add_entity(aside, id, [id])
        for id, found in self.markables.items():
            if not POINTING.isdisjoint(found.attributes):
                self._add_relations(id)

    def _add_entity(self, builder: CorpusBuilder, name: str, members: list[str]) -> None:
        found = [self.markables[id] for id in members]
        kinds = [each.attributes["category"] for each in found if "category" in each.attributes]
        kind = self.common_type(name, [each for each in kinds if each not in EMPTY], found[0].line) if kinds else ""
        mentions = [each.mention if MORE.isdisjoint(each.attributes) else self._mention(each) for each in found]
        builder.add_entity(name, mentions, [each.line for each in found], kind)
        self.entity_of.update(dict.fromkeys(members, name))

    def _mention(self, found: _Markable) -> Mention:
        """The mention with its type and its minimum span, where they are given."""
        mention, attributes = found.mention, found.attributes
        if attributes.get(KIND) == "pronoun":
            mention = Mention(mention.start, mention.end, mention.positions, type="pronoun")
        ids = attributes.get(MINIMUM, "")
        if ids in EMPTY:
            return mention
        try:
            minimum = self._span(ids, self.level, found.line)
            positions = tuple(minimum.positions or self._listed([(minimum.start, minimum.end)], self.level, found.line))
        except FormatError as error:
            self.notices.refuse(error)
            return mention
        if not set(positions) <= set(mention.covered):
            self.warn("minimum-outside-mention", f"{cut(found.attributes.get('id', ''))} has min_ids {ids}", found.line)
            return mention
        return mention.replaced(minimum=positions)

    def _targets(self, id: str, attribute: str) -> list[str]:
        """The markables that an attribute points to; `markable_3;phrase:markable_4` names two, perhaps of a level."""
        value = self.markables[id].attributes.get(attribute, "")
        return [each.rpartition(":")[2] for each in value.split(";") if each.strip() and each not in EMPTY]

    def _add_relations(self, id: str) -> None:
        found = self.markables[id]
        several = self._targets(id, SEVERAL)
        pointed = self._targets(id, POINTER)
        bridging = self._targets(id, RELATED) + (pointed if _is_bridge(found.attributes) else [])
        if len(pointed) > 1 and not _is_bridge(found.attributes):
            several += pointed
        for kind, targets in ((SPLIT_ANTECEDENT, several), (BRIDGING, bridging)):
            label = found.attributes.get("related_rel", "") if kind == BRIDGING else ""
            for target in targets:
                if target not in self.entity_of:
                    text = f"{kind} of {cut(id)} to {cut(target)}, which is not there"
                    self.warn("relation-left-out", text, found.line)
                    continue
                antecedent = self.markables[target].mention
                ends = self.entity_of[target], self.entity_of[id]
                self.builder.add_relation(Relation(kind, *ends, label, found.mention, antecedent))


def _refers_to_nothing(attributes: dict[str, str]) -> bool:
    return attributes.get("reference") == "non_referring" or attributes.get("type") == "pleonastic"


def _is_bridge(attributes: dict[str, str]) -> bool:
    return attributes.get("type", "").startswith("bridg")
