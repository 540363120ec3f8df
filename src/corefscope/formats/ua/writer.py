"""Write CONLL-UA so that other scorers of Universal Anaphora read it: tabs, `_` in empty cells, closings first."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from corefscope.basics.escaping import quoted
from corefscope.formats.corefud.writer import Run, laid_out, runs_of, sentence_stem
from corefscope.formats.ua.reader import COLUMNS, PSEUDO
from corefscope.formats.writing import brackets, crossing, note_attributes
from corefscope.model import (
    BRIDGING,
    DEIXIS,
    EMPTY_NODES,
    NONREFERRING,
    SPLIT_ANTECEDENT,
    Document,
    Mention,
    Relation,
    in_text_order,
    text_order,
)
from corefscope.problems import Notices

_PLAIN = re.compile(r"[^\s|()@,=]+")
_BLANKS = re.compile(r"[\s\0]+")


def write(documents: Sequence[Document], notices: Notices) -> str:
    """The documents as one file; unknown words are written as `_`."""
    written = [_UaDocument(document, notices) for document in documents]
    crosses = any(each.crosses for each in written)
    if crosses:
        notices.add("written-crossing", "closing brackets name their markables")
    rows = chain.from_iterable(each.lines(crosses) for each in written)
    return "\n".join([f"# global.columns = {' '.join(COLUMNS)}", *rows, ""])


class _UaMarkable(NamedTuple):
    """A mention to be written: its runs of words (a zero is one), and what its bracket says."""

    mention: Mention
    name: str
    runs: list[Run]
    attributes: dict[str, str]

    def bracket(self) -> str:
        return "(" + "|".join(f"{key}={value}" for key, value in self.attributes.items() if value)


class _UaDocument:
    def __init__(self, document: Document, notices: Notices) -> None:
        self.document, self.notices = document, notices
        self.where = f"document {quoted(document.name)}"
        others = chain(*(entity for each in document.annotations.values() for entity in each.entities))
        self.layout = laid_out(document, (place for mention in others for place in mention.positions if place < 0))
        nothing, deixis = (document.annotations.get(name) for name in (NONREFERRING, DEIXIS))
        own, pseudo = self._entity_names(document, nothing)
        self.types: list[_UaMarkable] = []
        self.identity = self._markables(document, own, "markable_", {})
        if nothing is not None:
            self.identity += self._markables(nothing, pseudo, "markable_", {}, len(self.identity))
        self.by_place: dict[Mention, _UaMarkable] = {}
        self.members: dict[str, list[_UaMarkable]] = {}
        for each in self.identity:
            self.by_place.setdefault(each.mention, each)
            self.members.setdefault(each.attributes["EntityID"], []).append(each)
        self.unlisted = 0  # anaphors that are not mentions
        self.names = pseudo | own
        self._add_sets(document, self.identity, self.names)
        relations = [each for each in document.relations if each.kind != SPLIT_ANTECEDENT]
        self.bridging = [markable for each in relations if (markable := self._bridging(each))]
        self.deixis: list[_UaMarkable] = []
        if deixis is not None:
            names = self._entity_names(deixis, None)[0]
            self.deixis = self._markables(deixis, names, "dd_markable_", self.by_place)
            self._add_sets(deixis, self.deixis, names)
            self._lose_relations(each for each in deixis.relations if each.kind != SPLIT_ANTECEDENT)
        self.crosses = any(
            crossing([run for each in markables for run in each.runs if run[1] > run[0] >= 0])
            for markables in (self.identity, self.bridging, self.deixis)
        )

    def _entity_names(self, document: Document, nothing: Document | None) -> tuple[dict[str, str], dict[str, str]]:
        """The ids of entities as they are written: their own if all can be, else numbers."""
        own, pseudo = document.entity_ids, nothing.entity_ids if nothing else []
        marked = [name if PSEUDO.search(name) else f"{name}-Pseudo" for name in pseudo]
        names = [*own, *marked]
        is_plain = all(map(_PLAIN.fullmatch, names)) and not any(map(PSEUDO.search, own))
        if not is_plain or len(set(names)) < len(names):
            self.notices.add("entity-ids-changed", f"{self.where}: numbers are written instead")
            numbers = [str(number) for number in range(1, len(names) + 1)]
            names = numbers[: len(own)] + [f"{number}-Pseudo" for number in numbers[len(own) :]]
        return dict(zip(own, names[: len(own)], strict=True)), dict(zip(pseudo, names[len(own) :], strict=True))

    def _markables(
        self, document: Document, names: dict[str, str], prefix: str, known: dict[Mention, _UaMarkable], before: int = 0
    ) -> list[_UaMarkable]:
        """The mentions of a document or annotation, in the order of the text; known ones keep their ids."""
        markables: list[_UaMarkable] = []
        used: set[str] = set()
        entities = zip(names.values(), document.entity_types, document.entities, strict=True)
        mentions = [
            (mention, name, kind, place == 0)
            for name, kind, entity in entities
            for place, mention in enumerate(sorted(entity, key=in_text_order))
        ]
        for mention, entity, kind, is_first in sorted(mentions, key=lambda each: in_text_order(each[0])):
            runs = self._runs(mention)
            name = known[mention].name if mention in known else ""
            if not name or name in used:
                name = f"{prefix}{before + len(markables) + 1}"
            used.add(name)
            state = "dn" if is_first else "do"
            if PSEUDO.search(entity):
                state = kind if _PLAIN.fullmatch(kind) else "unknown"
            attributes = {"EntityID": entity, "MarkableID": name, "Min": self._minimum(mention), "SemType": state}
            markables.append(_UaMarkable(mention, name, runs, attributes))
            note_attributes(mention, self.where, self.notices, keeps=("minimum",))
            if kind and not PSEUDO.search(entity):
                if _PLAIN.fullmatch(kind) and document is self.document:
                    self.types.append(_UaMarkable(mention, name, runs, {"MarkableID": name, "Entity_Type": kind}))
                else:
                    self.notices.add("entity-type-not-written", f"{self.where}: {quoted(kind)}")
        return markables

    def _runs(self, mention: Mention) -> list[Run]:
        """The runs of words of a mention, or its zero."""
        covered = mention.covered
        words = [place for place in covered if place >= 0]
        if len(words) < len(covered) and (words or len(covered) > 1):
            self.notices.add("changed-empty-nodes", f"{self.where}, tokens {mention.start}–{mention.end - 1}")
        if not self.layout.renumbered.isdisjoint(mention.positions):
            self.notices.add("changed-numbers", f"{self.where}, tokens {mention.start}–{mention.end - 1}")
        if not words:
            return [(covered[0], covered[0])]
        return runs_of(words)

    def _minimum(self, mention: Mention) -> str:
        minimum = sorted(mention.minimum)
        if not minimum:
            return ""
        first, last = minimum[0], minimum[-1]
        if first < 0 or last - first + 1 != len(minimum) or not set(minimum) <= set(mention.covered):
            self.notices.add("minimum-not-written", f"{self.where}: {mention.minimum} is not a run of its words")
            return ""
        return f"{first + 1},{last + 1}" if last > first else str(first + 1)

    def _lose_relations(self, relations: Iterable[Relation]) -> None:
        for each in relations:
            self.notices.add("relation-not-written", f"{each.kind} of {each.antecedent} and {each.anaphor}")

    def _add_sets(self, document: Document, markables: list[_UaMarkable], names: dict[str, str]) -> None:
        """Add `ElementOf` to the first mention of each member of a set."""
        first: dict[str, _UaMarkable] = {}
        for each in markables:
            first.setdefault(each.attributes["EntityID"], each)
        for relation in document.relations:
            if relation.kind != SPLIT_ANTECEDENT:
                continue
            part, whole = names.get(relation.antecedent, ""), names.get(relation.anaphor, relation.anaphor)
            if part not in first or not _PLAIN.fullmatch(whole):
                self._lose_relations([relation])
                continue
            attributes = first[part].attributes
            sets = attributes.get("ElementOf", "").split(",")
            if whole not in sets:
                attributes["ElementOf"] = ",".join(filter(None, [*sets, whole]))

    def _bridging(self, relation: Relation) -> _UaMarkable | None:
        """The anaphor of a bridging relation with its anchor; one to an entity gets the mention before the anaphor."""
        anaphor, anchor = relation.anaphor_mention, relation.antecedent_mention
        entity, name = (self.names.get(each, "") for each in (relation.antecedent, relation.anaphor))
        if anaphor is None:
            anaphor = next((each.mention for each in self.members.get(name, [])), None)
        if relation.kind != BRIDGING or anaphor is None or not (anchor or entity):
            self._lose_relations([relation])
            return None
        here = self._at(anaphor, name)
        if here is None:
            self.unlisted += 1
            here = _UaMarkable(anaphor, f"bridging_{self.unlisted}", self._runs(anaphor), {})
        there = None if anchor is None else self._at(anchor, entity)
        if there is None:
            there = _closest(self.members.get(entity, []), anaphor)
            if there is not None:
                self.notices.add("anchor-chosen", f"{self.where}: {there.name} of entity {entity}")
        attributes = {"MarkableID": here.name, "Rel": _BLANKS.sub("_", relation.label)}
        attributes |= {"MentionAnchor": there.name if there else "", "EntityAnchor": entity}
        return _UaMarkable(anaphor, here.name, here.runs, attributes)

    def _at(self, mention: Mention, entity: str) -> _UaMarkable | None:
        """The markable of a mention, in its entity if it is in several."""
        markable = self.by_place.get(mention)
        if markable is not None and entity not in ("", markable.attributes["EntityID"]):
            markable = next((each for each in self.members.get(entity, []) if each.mention == mention), markable)
        return markable

    def lines(self, named: bool) -> list[str]:
        document, layout = self.document, self.layout
        name = _BLANKS.sub(" ", document.name).strip()
        if name != document.name.strip():
            self.notices.add("document-name-changed", f"{document.name!r} is written as {name!r}")
        columns = [_cells(each, named) for each in (self.identity, self.bridging, self.deixis, self.types)]
        layers = [document.layer(layer) or [] for layer in ("lemma", "upos", "pos")]
        speakers = document.layer("speaker") or []
        out, sentence, zeros, speaker = [f"# newdoc id = {name}" if name else "# newdoc"], -1, 0, ""
        for node in layout.nodes:
            start, _ = layout.sentences[node.sentence]
            if node.sentence != sentence:
                out += [""] * (sentence >= 0)
                sentence, zeros = node.sentence, 0
                spoken = _BLANKS.sub(" ", speakers[start]).strip("-_ ") if start < len(speakers) else ""
                out += [f"# speaker = {spoken}"] * (spoken != speaker)
                speaker = spoken
                out.append(f"# sent_id = {sentence_stem(name)}-{sentence + 1}")
            position = node.position
            words = position if position >= 0 else text_order(position) // EMPTY_NODES
            if position >= 0:
                zeros, row = 0, [str(position + 1), self._word(position)]
                row += [
                    _BLANKS.sub("_", values[position]) or "_" if position < len(values) else "_" for values in layers
                ]
            else:
                minor = int(node.identifier.partition(".")[2])
                while zeros < minor - 1:  # zeros are counted, so those that no mention has are written, too
                    zeros += 1
                    out.append("\t".join([f"{words}.{zeros}", *"_" * (len(COLUMNS) - 1)]))
                zeros, row = minor, [f"{words}.{minor}", *"____"]
            cells = [column.get(position, "_") for column in columns]
            out.append("\t".join([*row, *"_____", *cells[:3], "_", cells[3]]))
        return [*out, ""]

    def _word(self, position: int) -> str:
        word = self.document.words[position] if self.document.words is not None else "_"
        written = _BLANKS.sub("_", word) or "_"
        if written != word:
            self.notices.add("word-changed", f"{self.where}: {word!r} is written as {written!r}")
        return written


def _closest(members: list[_UaMarkable], anaphor: Mention) -> _UaMarkable | None:
    """The last of some markables that precedes a mention, or else the first."""
    before = bisect_left(members, in_text_order(anaphor), key=lambda each: in_text_order(each.mention))
    return members[max(before - 1, 0)] if members else None


def _cells(markables: list[_UaMarkable], named: bool) -> dict[int, str]:
    """The brackets at each position: closings first, then outer openings, then markables of one word."""
    runs = [(*run, each.bracket(), f"{each.name})" if named else ")") for each in markables for run in each.runs]
    return {place: "".join([*last[::-1], *first, *single]) for place, (first, single, last) in brackets(runs).items()}
