"""Entities from annotations that relations connect, as most annotation tools keep coreference."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from corefscope.basics.components import components
from corefscope.basics.escaping import cut, quoted
from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.text import FileReader, shown
from corefscope.model import BRIDGING, SPLIT_ANTECEDENT, TYPES, Mention, Relation, in_text_order
from corefscope.problems import FormatError

# GUM's names, and what else names identity; a relation without a name is the tool's only kind.
IDENTITY = ("", "coref", "ana", "cata", "appos", "pred", "disc", "ident", "identity")
SPLIT = "bridge:aggr"  # GUM's name of a split antecedent


class Annotation(NamedTuple):
    """A mention with the label that the tool gives it."""

    mention: Mention
    label: str
    line: int


class Link(NamedTuple):
    """A relation between two annotations, by their ids."""

    name: str
    anaphor: str
    antecedent: str
    line: int


def is_identity(name: str) -> bool:
    """Whether the name of a relation says that both ends are the same."""
    return name.lower() in IDENTITY or "coref" in name.lower()


def identity_names(reader: FileReader, names: Iterable[str], wanted: str | None) -> set[str]:
    """The names of relations that connect mentions: the one that the user names, or those that say so.

    Where there are relations but none of them is identity, all mentions would be singletons: an error.
    """
    present = dict.fromkeys(names)
    chosen = {name for name in present if (is_identity(name) if wanted is None else name == wanted)}
    if present and not chosen:
        listed = ", ".join(cut(name) or "(no name)" for name in list(present)[:8])
        fact = "no relation is known to be coreference" if wanted is None else f"no relation is called {quoted(wanted)}"
        hint = f"name the one that is with --clusters, --key-clusters or --response-clusters; there are: {listed}"
        raise FormatError("no-coreference-relation", fact, reader.source.path, hint=hint)
    return chosen


def add_connected(
    reader: FileReader,
    builder: CorpusBuilder,
    annotations: Mapping[str, Annotation],
    links: Sequence[Link],
    identity: set[str],
) -> None:
    """Add the entities that links of identity make of annotations, and the other links as Relations.

    A label that is a type of mentions is the mention's; any other is the entity's.
    """
    known = []
    for link in links:
        missing = next((end for end in (link.anaphor, link.antecedent) if end not in annotations), None)
        if missing is None:
            known.append(link)
        else:
            fact = f"a relation connects {shown(missing)}, which is not there"
            reader.refuse("unknown-mention", fact, link.line)
    ordered = by_place({key: each.mention for key, each in annotations.items()})
    entity_of: dict[str, str] = {}
    same = [(link.anaphor, link.antecedent) for link in known if link.name in identity]
    for keys in components(ordered, same):
        members = [annotations[key] for key in keys]
        labels = {each.label for each in members}
        types = labels - {*TYPES, ""}
        kind = types.pop() if len(types) == 1 else ""
        if types:
            named = (each.label for each in members if each.label not in TYPES)
            kind = reader.common_type(keys[0], named, members[0].line)
        mentions = [each.mention for each in members]
        if not labels.isdisjoint(TYPES):
            mentions = [typed(each.mention, each.label) for each in members]
        builder.add_entity(keys[0], mentions, [each.line for each in members], kind)
        entity_of.update(dict.fromkeys(keys, keys[0]))
    for link in known:
        if link.name in identity:
            continue
        name = link.name.lower()
        if not name.startswith("bridg"):
            reader.warn("unknown-relation", f"{quoted(link.name)} is not known to be identity", link.line)
        kind = SPLIT_ANTECEDENT if name == SPLIT else BRIDGING if name.startswith("bridg") else link.name
        anaphor, antecedent = annotations[link.anaphor].mention, annotations[link.antecedent].mention
        ends = entity_of[link.antecedent], entity_of[link.anaphor]
        builder.add_relation(Relation(kind, *ends, link.name, anaphor, antecedent))


def by_place(mentions: Mapping[str, Mention]) -> list[str]:
    """The ids of mentions in the order of the text."""
    return sorted(mentions, key=lambda key: in_text_order(mentions[key]))


def typed(mention: Mention, label: str) -> Mention:
    """The mention with its type, if the label is one."""
    return mention.replaced(type=label) if label in TYPES[1:] else mention
