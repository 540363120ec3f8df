"""MMAX2: words in one file, and levels of markables over them in others (ParCorFull, ARRAU 2, SoNaR, COREA).

    <word id="word_3">she</word>
    <markable id="markable_7" span="word_3..word_5,word_9" coref_class="set_2" mmax_level="coref"/>

A `.mmax` file names the words. They and the markables are in folders beside it, such as Basedata and Markables. Where
there is no `.mmax`, the words file can be named.

The span includes its last word, whose `word_` may be left out; commas separate the parts of a mention with gaps. A
level is one of coreference if its markables have `coref_class` or `coref_set` (`empty`: a singleton), or `ref`, which
points to the antecedent. ARRAU's `min_ids` are the minimum span; its non-referring markables and ParCorFull's
pleonastic ones are the annotation `nonreferring`; several antecedents (`multiple_phrase_antecedents`) are a split
antecedent, `related_phrase` and SoNaR's `type="bridge"` bridging. The level of sentences gives the sentences.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from glob import escape, glob
from itertools import chain, pairwise
from typing import NamedTuple

from corefscope.basics.components import components
from corefscope.basics.escaping import cut
from corefscope.formats.annotations import Annotations, Span, by_place, unclear_coreference
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import excerpt
from corefscope.formats.registry import Options
from corefscope.formats.tools.markup import Element, elements
from corefscope.model import BRIDGING, NONREFERRING, SPLIT_ANTECEDENT, Corpus, Relation
from corefscope.problems import Notices

MMAX_LEVEL = "_level.xml"
MMAX_CLASSES = ("coref_class", "coref_set")
POINTER = "ref"
SENTENCE_LEVELS = ("sentence", "sentences", "utterance")
EMPTY = ("", "empty", "none")
# Attributes that point to other markables: split antecedents, and anchors of bridging.
SEVERAL, RELATED = "multiple_phrase_antecedents", "related_phrase"


class _Markable(NamedTuple):
    """A markable: its mention, its class if it has one, and what it points to as itself, a set or bridging."""

    span: Span
    name: str
    refers: bool
    same: list[str]
    several: list[str]
    bridging: list[str]
    label: str


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the document of a `.mmax` file, or of its words, named after the file."""
    stem, words_file, levels = _project(content, source)
    words, places = _words(content if words_file is source else words_file.read(), words_file)
    level = levels[_coreference_level(levels, source, notices, options.clusters)]
    contents = level.read()
    # From here on, lines are those of the level.
    reader = Annotations(contents, level, notices, options)
    sentences = None
    for file in [levels[each] for each in SENTENCE_LEVELS if each in levels][:1]:
        # Levels of some corpora overlap or leave words out, so sentences are as their starts cut the text.
        listed = _elements(file.read(), file, "markables", "markable")
        starts = {0, *(min(_runs(each, "span", file, places))[0] for each in listed)}
        sentences = list(pairwise([*sorted(starts), len(words)]))
    reader.builder.add_document("", 1, words, sentences)
    markables: dict[str, _Markable] = {}
    for element in _elements(contents, level, "markables", "markable"):
        id = element.attributes.get("id", "")
        if id in markables:
            raise level.error("repeated-row", f"the markable {cut(id)} occurs twice", element.line)
        markables[id] = _markable(element, places, reader)
    entity_of = _add_entities(markables, reader)
    _add_relations(markables, entity_of, reader)
    return reader.builder.corpus(stem, notices)


def _project(content: bytes, source: Source) -> tuple[str, Source, dict[str, Source]]:
    """The name of the document, the file of its words, and those of its levels.

    Levels are by name: `NAME_coref_level.xml` is that of coref.
    """
    folder, name = os.path.split(source.path)
    words_name = name
    if name.lower().endswith(".mmax") or b"<mmax_project" in content:
        root = folder or os.curdir
        words_name = next((each.text.strip() for each in elements(content, source) if each.name == "words"), "")
    else:
        root = os.path.dirname(folder) or (os.curdir if folder else os.pardir)

    def files(pattern: str) -> list[Source]:
        """The files of a name in the folders of the project, such as Basedata, and in the project itself."""
        paths = (sorted(glob(os.path.join(escape(root), each, pattern))) for each in ("*", ""))
        return [replace(source, path=path) for path in chain(*paths)]

    words = [source] if name == words_name else files(escape(words_name)) if words_name else []
    if not words or os.path.basename(words_name) != words_name:
        fact = f"the words {words_name} are missing" if words_name else "the project names no file of words"
        raise source.error("missing-text", fact, hint=f"looked in the folders of {root}")
    stem = words_name.removesuffix(".xml").removesuffix("_words")
    levels: dict[str, Source] = {}
    for each in files(f"{escape(stem)}_*{MMAX_LEVEL}"):
        levels.setdefault(os.path.basename(each.path)[len(stem) + 1 : -len(MMAX_LEVEL)], each)
    return stem if words[0] is source else source.stem, words[0], levels


def _elements(content: bytes, source: Source, root: str, name: str) -> Iterator[Element]:
    """The elements of a file that holds no others."""
    for element in elements(content, source):
        for each in (element, *element.inner):
            each.check(source, name, root)
        if element.name == name:
            yield element


def _words(content: bytes, source: Source) -> tuple[list[str], dict[str, int]]:
    """The words, and their positions by id."""
    words: list[str] = []
    places: dict[str, int] = {}
    for element in _elements(content, source, "words", "word"):
        id = element.attributes.get("id", "")
        if not id or id in places:
            raise source.error("bad-element", f"the word {cut(id) or 'without id'} occurs twice", element.line)
        places[id] = len(words)
        words.append(element.text.strip() or "_")
    if not words:
        raise source.error("empty-file", "the file holds no word", hint='expected <word id="word_1">')
    return words, places


def _coreference_level(levels: dict[str, Source], source: Source, notices: Notices, name: str | None) -> str:
    """The level of coreference: the one that the user names, or the only one with the attributes of coreference."""
    if name is not None and name not in levels:
        raise unclear_coreference(f"there is no level {cut(name)}", list(levels), source)
    if name is not None:
        return name
    contents = {name: level.read() for name, level in levels.items() if name not in SENTENCE_LEVELS}
    for attributes in (MMAX_CLASSES, (POINTER,), ()):
        marks = [f" {attribute}=".encode() for attribute in attributes]
        names = [name for name, content in contents.items() if any(mark in content for mark in marks)]
        called = [name for name in (names if marks else contents) if name.startswith("coref")]
        if len(called or names) > 1:
            raise unclear_coreference("several levels hold coreference", called or names, source)
        for name in called or names:
            if not marks and b"<markable " in contents[name]:  # else it is a document without coreference
                fact = f"no markable has {', '.join((*MMAX_CLASSES, POINTER))}, so each is a singleton"
                notices.add("no-coreference", fact, levels[name].path)
            return name
    raise unclear_coreference("no level holds coreference", list(levels), source)


def _runs(element: Element, attribute: str, level: Source, places: dict[str, int]) -> list[tuple[int, int]]:
    """The runs of words in a span such as `word_3..word_5,word_9`."""
    runs, span = [], element.attributes.get(attribute, "")
    for part in span.split(","):
        first, _, last = part.partition("..")
        if last.isdecimal():  # `word_3..5`
            last = first.rstrip("0123456789") + last
        start, end = places.get(first), places.get(last or first)
        if start is None or end is None or end < start:
            fact = f"the span {excerpt(span)} names no words of the text"
            raise level.error("bad-element", fact, element.line, "expected such as word_3..word_5,word_9")
        runs.append((start, end + 1))
    return runs


def _markable(element: Element, places: dict[str, int], reader: Annotations) -> _Markable:
    """A markable with its type and its minimum span, where they are given."""
    attributes, line = element.attributes, element.line
    mention = reader.mention(_runs(element, "span", reader.source, places), line)
    if attributes.get("mention") == "pronoun":
        mention = mention.replaced(type="pronoun")
    if attributes.get("min_ids", "") not in EMPTY:
        minimum = set(reader.positions(_runs(element, "min_ids", reader.source, places), line))
        if minimum <= set(mention.covered):
            mention = mention.replaced(minimum=tuple(sorted(minimum)))
        else:
            fact = f"{cut(attributes.get('id', ''))} has min_ids {attributes['min_ids']}"
            reader.warn("minimum-outside-mention", fact, line)
    # `markable_3;phrase:markable_4` names two markables, one with its level.
    pointers, several, bridging = (
        [each.rpartition(":")[2] for each in attributes.get(name, "").split(";") if each.strip() and each not in EMPTY]
        for name in (POINTER, SEVERAL, RELATED)
    )
    if attributes.get("type", "").startswith("bridg"):
        bridging, pointers = bridging + pointers, []
    elif len(pointers) > 1:
        several, pointers = several + pointers, []
    category, name = attributes.get("category", ""), next(filter(None, map(attributes.get, MMAX_CLASSES)), "")
    refers = attributes.get("reference") != "non_referring" and attributes.get("type") != "pleonastic"
    span = Span(mention, line, "" if category in EMPTY else category)
    label = attributes.get("related_rel", "")
    return _Markable(span, "" if name in EMPTY else name, refers, pointers, several, bridging, label)


def _add_entities(markables: dict[str, _Markable], reader: Annotations) -> dict[str, str]:
    """Add an entity for each class and each chain of pointers; return the entity of each markable."""
    spans = by_place({id: markable.span for id, markable in markables.items() if markable.refers})
    first: dict[str, str] = {}  # markable by class
    pairs = [(first.setdefault(name, id), id) for id in spans if (name := markables[id].name)]
    for id in [id for id in markables if id in spans and not markables[id].name]:
        for target in markables[id].same:
            if target in spans:
                pairs.append((id, target))
            else:
                reason = "refers to nothing" if target in markables else "is not there"
                text = f"{cut(id)} points to {cut(target)}, which {reason}"
                reader.warn("relation-left-out", text, spans[id].line)
    entity_of: dict[str, str] = {}
    for ids in components(spans, pairs):
        name = next(filter(None, (markables[id].name for id in ids)), ids[0])
        reader.add_entities({name: [spans[id] for id in ids]})
        entity_of.update(dict.fromkeys(ids, name))
    for id, markable in markables.items():
        if id not in spans:
            reader.add_entities({id: [markable.span]}, reader.builder.annotation(NONREFERRING))
            entity_of[id] = id
    return entity_of


def _add_relations(markables: dict[str, _Markable], entity_of: dict[str, str], reader: Annotations) -> None:
    for id, markable in markables.items():
        targets = [(SPLIT_ANTECEDENT, "", each) for each in markable.several]
        targets += [(BRIDGING, markable.label, each) for each in markable.bridging]
        for kind, name, target in targets:
            if target in markables:
                mentions = markable.span.mention, markables[target].span.mention
                reader.builder.add_relation(Relation(kind, entity_of[target], entity_of[id], name, *mentions))
            else:
                text = f"{kind} of {cut(id)} to {cut(target)}, which is not there"
                reader.warn("relation-left-out", text, markable.span.line)
