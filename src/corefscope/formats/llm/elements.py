"""A language model's text with XML-like tags: `<m id="1">…</m>`, `<mention id="1">`, `<entity id="1">`, `<e1>`.

The entity is the number in the tag's name, or an attribute: `id`, or one of ENTITY_ATTRIBUTES. If tags have several of
these, the user names one (`--response-clusters cluster`). Tags nest; `</m>` closes the latest open `<m …>`, so that
tags of other names may cross it, as `<e1>` and `<e2>` do. Other tags are text. An empty tag `<e1/>` has no words.
"""

from __future__ import annotations

import re

from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import decoded
from corefscope.formats.llm import output as llm
from corefscope.formats.registry import Options
from corefscope.formats.tools.markup import unescaped
from corefscope.model import Corpus
from corefscope.problems import Notices

NAMES = r"m|mention|markable|entity|ent|e|cluster|c|coref|span"
ENTITY_ATTRIBUTES = ("id", "cluster", "cluster_id", "entity", "entity_id", "coref", "coref_id", "chain", "chain_id")
_VALUE = r"\"[^\"<>]{0,200}\"|'[^'<>]{0,200}'|[^\s\"'<>=/]{1,200}"
_TAG = re.compile(
    rf"<(?P<end>/?)(?P<name>(?:{NAMES})(?P<number>[_-]?[0-9]{{1,9}})?)"
    rf"(?P<attributes>(?:\s+[\w:-]{{1,50}}\s*=\s*(?:{_VALUE})){{0,20}})\s*(?P<empty>/?)>"
    rf"|(?P<broken></?(?:(?:{NAMES})(?:[_-]?[0-9]{{0,9}}|\s[^<>]{{0,300}}))?\Z)",
    re.IGNORECASE,
)
_ATTRIBUTE = re.compile(rf"([\w:-]{{1,50}})\s*=\s*({_VALUE})")


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the documents of one file; `options.clusters` names the attribute of the entity."""
    attribute = options.clusters or _attribute(decoded(content, source.path, Notices()), source)
    return llm.read(content, source, notices, lambda output: _parse(output, attribute), unescaped)


def _attribute(text: str, source: Source) -> str:
    """The attribute that names the entity, if there is no doubt."""
    text = text.replace('\\"', '"')  # in JSON Lines
    names = {name.lower() for tag in _TAG.finditer(text) for name, _ in _ATTRIBUTE.findall(tag["attributes"] or "")}
    found = [name for name in ENTITY_ATTRIBUTES if name in names]
    if len(found) > 1:
        fact = f"the tags have both {' and '.join(found)}"
        hint = "say which attribute names the entity with --response-clusters or --key-clusters"
        raise source.error("several-cluster-fields", fact, hint=hint)
    return found[0] if found else ENTITY_ATTRIBUTES[0]


def _parse(output: llm.Output, attribute: str) -> None:
    is_broken, depth = False, 0
    opened: dict[str, list[int]] = {}
    for match in _TAG.finditer(output.text):
        if match["broken"]:
            output.cut(*match.span())
            is_broken = True
            continue
        name, given = (
            match["name"].lower(),
            {name.lower(): value for name, value in _ATTRIBUTE.findall(match["attributes"])},
        )
        entity = name if match["number"] else given.get(attribute.lower(), "").strip("\"' ")
        if match["end"]:
            closing = output.cut(*match.span())
            if opened.get(name):
                opening, depth = opened[name].pop(), depth - 1
                output.add_mention(opening, closing, output.entity_of[opening])
            else:
                output.lose_end(closing, entity)
        elif match["empty"]:
            output.lose("lost-without-words", output.cut(*match.span()))
        else:
            opening = output.cut(*match.span())
            output.entity_of[opening] = entity
            opened.setdefault(name, []).append(opening)
            depth += 1
            output.check_depth(depth)
    output.open = sorted(number for numbers in opened.values() for number in numbers)
    output.entity_of = {number: entity for number, entity in output.entity_of.items() if entity}
    output.finish(is_broken)
