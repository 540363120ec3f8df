"""MMAX2: words in one file, and levels of markables over them in others (ParCorFull, ARRAU 2, SoNaR, COREA).

    <word id="word_3">she</word>
    <markable id="markable_7" span="word_3..word_5,word_9" coref_class="set_2" mmax_level="coref"/>

A `.mmax` file names the words; `common_paths.xml` beside it says where they and the markables are. Without it they are
looked for in Basedata and Markables, with small letters too. Where there is no `.mmax`, the words file can be named.

The span includes its last word, whose `word_` may be left out; commas separate the parts of a mention with gaps. A
level is one of coreference if its markables have `coref_class` or `coref_set` (`empty`: a singleton), or `ref`, which
points to the antecedent. ARRAU's `min_ids` are the minimum span; its non-referring markables and ParCorFull's
pleonastic ones are the annotation `nonreferring`; several antecedents (`multiple_phrase_antecedents`) are a split
antecedent, `related_phrase` and SoNaR's `type="bridge"` bridging. The level of sentences gives the sentences.
"""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from corefscope.basics.components import components
from corefscope.basics.escaping import cut
from corefscope.formats.annotations import Annotations, Span, by_place
from corefscope.formats.files.sources import Source, entries_of
from corefscope.formats.files.text import shown
from corefscope.formats.registry import Options
from corefscope.formats.tools.markup import elements
from corefscope.model import BRIDGING, NONREFERRING, SPLIT_ANTECEDENT, Corpus, Mention, Relation
from corefscope.problems import Notices

LEVEL = "_level.xml"
CLASSES = ("coref_class", "coref_set")
POINTER = "ref"
SENTENCE_LEVELS = ("sentence", "sentences", "utterance")
EMPTY = ("", "empty", "none")
# Attributes that point to other markables: split antecedents, and anchors of bridging.
SEVERAL, RELATED = "multiple_phrase_antecedents", "related_phrase"


class _Markable(NamedTuple):
    attributes: dict[str, str]
    mention: Mention
    line: int

    @property
    def refers(self) -> bool:
        return self.attributes.get("reference") != "non_referring" and self.attributes.get("type") != "pleonastic"

    @property
    def is_bridge(self) -> bool:
        return self.attributes.get("type", "").startswith("bridg")

    def targets(self, attribute: str) -> list[str]:
        """The markables that an attribute points to; `markable_3;phrase:markable_4` names two, one with its level."""
        parts = self.attributes.get(attribute, "").split(";")
        return [each.rpartition(":")[2] for each in parts if each.strip() and each not in EMPTY]


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the document of a `.mmax` file, or of its words, named after the file."""
    stem, words_file, levels = _project(content, source)
    words, places = _words(content if words_file is source else words_file.read(), words_file)
    name = _coreference_level(levels, source, notices, options.clusters)
    level, contents = levels[name], levels[name].read()
    # From here on, lines are those of the level.
    reader = Annotations(contents, level, notices, options)
    sentences = None
    if files := [levels[each] for each in SENTENCE_LEVELS if each in levels]:
        # Levels of some corpora overlap or leave words out, so sentences are as their starts cut the text.
        starts = {0, *(each.mention.start for each in _markables(files[0].read(), files[0], places, reader).values())}
        sentences = list(pairwise([*sorted(starts), len(words)]))
    reader.builder.add_document("", 1, words, sentences)
    markables = _markables(contents, level, places, reader)
    spans = {id: _span(each, places, reader) for id, each in markables.items()}
    entity_of = _add_entities(markables, spans, reader)
    _add_relations(markables, entity_of, reader)
    return reader.builder.corpus(stem, notices)


def _project(content: bytes, source: Source) -> tuple[str, Source, dict[str, Source]]:
    """The name of the document, the file of its words, and those of its levels.

    Levels are by name: `NAME_coref_level.xml` is that of coref.
    """
    folder, name = os.path.split(source.path)
    is_words = not name.lower().endswith(".mmax") and b"<mmax_project" not in content
    root = (os.path.dirname(folder) or (os.curdir if folder else os.pardir)) if is_words else folder or os.curdir
    words_name = name if is_words else _texts(content, source).get("words", "")
    if not words_name or os.path.basename(words_name) != words_name:
        raise source.error("missing-text", "the project names no file of words", hint="expected <words>")
    common = replace(source, path=os.path.join(root, "common_paths.xml"))
    paths = _texts(common.read(), common) if os.path.isfile(common.path) else {}

    def files(kind: str, usual: str) -> list[Source]:
        """The files in the folders that may hold those of a kind, the most likely folder first."""
        names = [name for name in entries_of(root) if name.lower() == usual]
        folder = os.path.normpath(paths.get(kind) or os.pardir)
        if not folder.startswith((os.pardir, os.sep)):  # a corpus that was moved may name others, which are not read
            names.insert(0, folder)
        folders = [each for each in (*(os.path.join(root, name) for name in names), root) if os.path.isdir(each)]
        return [replace(source, path=os.path.join(each, name)) for each in folders for name in entries_of(each)]

    words = source
    if name != words_name:
        same_name = (each for each in files("basedata_path", "basedata") if os.path.basename(each.path) == words_name)
        words = next(same_name, source)
        if words is source:
            raise source.error("missing-text", f"the words {words_name} are missing", hint="looked in Basedata")
    stem = words_name.removesuffix(".xml").removesuffix("_words")
    levels: dict[str, Source] = {}
    for each in files("markable_path", "markables"):
        name = os.path.basename(each.path)
        if name.startswith(f"{stem}_") and name.endswith(LEVEL):
            levels.setdefault(name[len(stem) + 1 : -len(LEVEL)], each)
    return stem if words is source else source.stem, words, levels


def _texts(content: bytes, source: Source) -> dict[str, str]:
    """The texts of elements, by name; the first of each."""
    return {each.path[-1]: each.text.strip() for each in reversed(list(elements(content, source)))}


def _words(content: bytes, source: Source) -> tuple[list[str], dict[str, int]]:
    """The words, and their positions by id."""
    words: list[str] = []
    places: dict[str, int] = {}
    for element in elements(content, source):
        name, id = element.path[-1], element.attributes.get("id", "")
        if name not in ("words", "word"):
            raise source.error("bad-element", f"there is an element <{cut(name)}>", element.line, "expected <word>")
        if name == "word":
            if not id or id in places:
                fact = f"the word {cut(id) or 'without id'} occurs twice"
                raise source.error("bad-element", fact, element.line)
            places[id] = len(words)
            words.append(element.text.strip() or "_")
    if not words:
        raise source.error("empty-file", "the file holds no word", hint='expected <word id="word_1">')
    return words, places


def _coreference_level(levels: dict[str, Source], source: Source, notices: Notices, name: str | None) -> str:
    """The level of coreference: the one that the user names, or the only one with the attributes of coreference."""
    code, every = "no-coreference-relation", f"levels: {', '.join(levels) or 'none'}"
    if name is not None and name not in levels:
        raise source.error(code, f"there is no level {cut(name)}", hint=every)
    if name is not None:
        return name
    contents = {name: level.read() for name, level in levels.items() if name not in SENTENCE_LEVELS}
    for attributes in (CLASSES, (POINTER,)):
        marks = [f" {attribute}=".encode() for attribute in attributes]
        names = [name for name, content in contents.items() if any(mark in content for mark in marks)]
        names = [name for name in names if name.startswith("coref")] or names
        if len(names) == 1:
            return names[0]
        if names:
            hint = f"{', '.join(names)}; name one with --clusters, --key-clusters or --response-clusters"
            raise source.error(code, "several levels hold coreference", hint=hint)
    fact = f"no markable has {', '.join((*CLASSES, POINTER))}"
    names = [name for name in levels if name.startswith("coref")]
    if len(names) != 1:
        raise source.error(code, "no level holds coreference", hint=f"{fact}; {every}")
    if b"<markable " in levels[names[0]].read():  # else it is a document without coreference
        notices.add("no-coreference", f"{fact}, so each is a singleton", levels[names[0]].path)
    return names[0]


def _markables(content: bytes, level: Source, places: dict[str, int], reader: Annotations) -> dict[str, _Markable]:
    """The markables of a level by id."""
    markables: dict[str, _Markable] = {}
    for element in elements(content, level):
        name, attributes, line = element.path[-1], element.attributes, element.line
        if name == "markables":
            continue
        if name != "markable":
            raise level.error("bad-element", f"there is an element <{cut(name)}>", line, "expected <markable>")
        id = attributes.get("id", "")
        if id in markables:
            raise level.error("repeated-row", f"the markable {cut(id)} occurs twice", line)
        mention = reader.mention(_runs(attributes.get("span", ""), level, places, line), line)
        markables[id] = _Markable(attributes, mention, line)
    return markables


def _runs(span: str, level: Source, places: dict[str, int], line: int) -> list[tuple[int, int]]:
    """The runs of words in a span such as `word_3..word_5,word_9`."""
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
    return runs


def _span(markable: _Markable, places: dict[str, int], reader: Annotations) -> Span:
    """The mention with its type and its minimum span, where they are given."""
    attributes, mention, line = markable
    category, ids = attributes.get("category", ""), attributes.get("min_ids", "")
    if attributes.get("mention") == "pronoun":
        mention = mention.replaced(type="pronoun")
    if ids not in EMPTY:
        minimum = set(reader.positions(_runs(ids, reader.source, places, line), line))
        if minimum <= set(mention.covered):
            mention = mention.replaced(minimum=tuple(sorted(minimum)))
        else:
            reader.warn("minimum-outside-mention", f"{cut(attributes.get('id', ''))} has min_ids {ids}", line)
    return Span(mention, line, "" if category in EMPTY else category)


def _add_entities(markables: dict[str, _Markable], spans: dict[str, Span], reader: Annotations) -> dict[str, str]:
    """Add an entity for each class and each chain of pointers; return the entity of each markable."""
    referring = {id: markable for id, markable in markables.items() if markable.refers}
    class_of: dict[str, str] = {}
    pairs = []
    for id, markable in referring.items():
        attributes, targets = markable.attributes, markable.targets(POINTER)
        name = attributes.get(CLASSES[0], attributes.get(CLASSES[1], ""))
        if name not in EMPTY:
            class_of[id] = name
        elif not markable.is_bridge and len(targets) == 1:
            if targets[0] in referring:
                pairs.append((id, targets[0]))
            else:
                reason = "refers to nothing" if targets[0] in markables else "is not there"
                text = f"{cut(id)} points to {cut(targets[0])}, which {reason}"
                reader.warn("relation-left-out", text, markable.line)
    ordered = by_place({id: spans[id] for id in referring})
    first: dict[str, str] = {}  # markable by class
    pairs += [(first.setdefault(class_of[id], id), id) for id in ordered if id in class_of]
    entity_of: dict[str, str] = {}
    for ids in components(ordered, pairs):
        name = next((class_of[id] for id in ids if id in class_of), ids[0])
        reader.add_entity(name, [spans[id] for id in ids])
        entity_of.update(dict.fromkeys(ids, name))
    for id, markable in markables.items():
        if not markable.refers:
            reader.add_entity(id, [spans[id]], reader.builder.annotation(NONREFERRING))
            entity_of[id] = id
    return entity_of


def _add_relations(markables: dict[str, _Markable], entity_of: dict[str, str], reader: Annotations) -> None:
    """Add split antecedents and bridging."""
    for id, markable in markables.items():
        several, bridging = markable.targets(SEVERAL), markable.targets(RELATED)
        pointers = markable.targets(POINTER)
        if markable.is_bridge:
            bridging += pointers
        elif len(pointers) > 1:
            several += pointers
        for kind, targets in ((SPLIT_ANTECEDENT, several), (BRIDGING, bridging)):
            label = markable.attributes.get("related_rel", "") if kind == BRIDGING else ""
            for target in targets:
                if target not in entity_of:
                    text = f"{kind} of {cut(id)} to {cut(target)}, which is not there"
                    reader.warn("relation-left-out", text, markable.line)
                    continue
                ends = entity_of[target], entity_of[id], label, markable.mention, markables[target].mention
                reader.builder.add_relation(Relation(kind, *ends))
