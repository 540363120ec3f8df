"""The forms in which language models answer, in one table: how each is recognised, read and written.

An inline form marks mentions in running text; a list form names them, and they are searched in the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Literal, NamedTuple

ZERO = "##"  # begins an empty node among words with tags
_ID = r"[A-Za-z_-]{0,20}[0-9]{1,9}"  # of an entity, where other brackets are text
_NAME = r"[^()\[\]\n]{0,100}"  # of an entity, which may contain blanks and a pair of round brackets
_SIGNS = r"[\[\]()\\]"  # that a backslash may escape
_TAG = r"\[?[^\s\[\],|]+\]?"  # of a word
_BRACKETS = rf"\\{_SIGNS}|(?P<open>\[)|"
_TAG_NAMES = r"m|mention|markable|entity|ent|e|cluster|c|coref|span"
_VALUE = r"\"[^\"<>]{0,200}\"|'[^'<>]{0,200}'|[^\s\"'<>=/]{1,200}"
ATTRIBUTE = rf"([\w:-]{{1,50}})\s*=\s*({_VALUE})"


def _escaped_brackets(text: str) -> str:
    return re.sub(rf"({_SIGNS})", r"\\\1", text)


def _plain_brackets(text: str) -> str:
    return re.sub(rf"\\({_SIGNS})", r"\1", text) if "\\" in text else text


def _escaped_tags(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _plain_tags(text: str) -> str:
    from corefscope.formats.tools.markup import unescaped

    return unescaped(text)


class Inline(NamedTuple):
    """A form of marks in running text.

    A mark is a match of `marks`: the last group is its kind (see `inline.Mark`), the group `entity` its entity; a match
    without one, such as an escape, is text. The group `tag` is any tag: its entity is the number in its name, or an
    attribute. `open` and `close` are written around a mention, with `blank` for an id that the model must fill in.

    Mentions of most `kind`s are between their marks. With `names`, a mention names the words of an earlier one, or
    nothing; with `ends`, a mark follows a mention, whose beginning the key knows; with `tags`, marks follow
    the first and the last word of a mention, one of which may be an empty node.
    """

    sample: str
    byte: bytes  # searched before the pattern
    sniff: bytes  # in texts of this form only; empty if the user must name it
    marks: str
    open: str
    close: str
    escape: Callable[[str], str] = _escaped_brackets
    plain: Callable[[str], str] = _plain_brackets
    blank: str = ""
    kind: Literal["", "names", "ends", "tags"] = ""
    crosses: bool = False  # mentions may cross


def _brackets(sample: str, sniff: str, entity: str, broken: str, close: str, target: str = "") -> Inline:
    """Marks that are an opening bracket, and a closing one with what follows it; other targets are text."""
    marks = rf"{_BRACKETS}(?P<close>\]{entity})|(?P<broken>\]{broken}\Z)|(?P<text>\]{target})"
    return Inline(sample, b"]", sniff.encode(), marks, "[", close)


def _tags(
    sample: str, sniff: bytes, marks: str, open: str, close: str, blank: str = "", crosses: bool = False
) -> Inline:
    return Inline(sample, b"<", sniff, marks, open, close, _escaped_tags, _plain_tags, blank, crosses=crosses)


# fmt: off
# In order of precedence; `markdown`, `marked` and `tagged` win over all others.
INLINE = {
    "markdown": _brackets("[the [dog](#2)'s owner](#1)", r"\] ?\(#[^()\[\]\n]{0,100}\)",
        rf" ?\(#(?P<entity>{_NAME}(?:\({_NAME}\){_NAME})?)\)", rf"\((?:#{_NAME})?", "](#{})",
        r"(?P<target>\([^()\s#]+\))?"),
    # The entity is the one word between the last `|` of a mention and its end; any other `|` is text. The marks of
    # sequence-to-sequence models are removed, and so is `<speaker> … </speaker>` with its content.
    "marked": _tags("<m> the <m> dog | 2 </m> 's owner | 1 </m>", rb"<m>[^<>]*\|",
        r"(?P<open><m>)|(?P<close>(?:\|\s*+(?P<entity>[^\s|<]*+)\s*+)?</m>)|(?P<broken></?m?\Z)"
        r"|(?P<removed><speaker>[^<]*+</speaker>|</?(?:sentence|speaker|copy|pad|unk|s)>)"
        r"|(?P<unfinished>\|\s*+[^\s|<]*+\Z)", "<m> ", " | {} </m>"),
    # After a blank only a number is an entity; a word belongs to the text.
    "hashed": _tags("<m>the <m>dog</m>#2's owner</m>#1", rb"</m> ?#(?:\w| \d)",
        r"(?P<open><m>)|(?P<close></m>(?: ?#(?:MASK(?!\w)|(?P<entity>\w{1,100}| \d{1,100}\b)))?)|(?P<broken></?m?\Z)",
        "<m>", "</m>#{}", "MASK"),
    "elements": _tags('<m id="1">the <m id="2">dog</m>\'s owner</m>',
        rb"<(?i:" + _TAG_NAMES.encode() + rb")(?:[_-]?\d+|(?:\s+[\w:-]+\s*=\s*[^\s<>]+)+\s*)>",
        rf"(?i)(?P<tag></?(?P<name>(?:{_TAG_NAMES})(?P<number>[_-]?[0-9]{{1,9}})?)"
        rf"(?:\s+[\w:-]{{1,50}}\s*=\s*(?:{_VALUE})){{0,20}}\s*/?>)"
        rf"|(?P<broken></?(?:(?:{_TAG_NAMES})(?:[_-]?[0-9]{{0,9}}|\s[^<>]{{0,300}}))?\Z)",
        "<e{}>", "</e{}>", crosses=True),
    "subscripts": _brackets("[the [dog]_{2}'s owner]_{1}", r"\[[^\[\]]*\]\$?_(?:\{|\w)",
        r"\$?_(?P<brace>\{)?(?P<entity>(?(brace)[^{}\[\]\n]{0,100}|[^\W_]{1,100}))(?(brace)\})\$?",
        r"\$?_\{?[^{}\[\]\n]{0,100}", "]_{{{}}}"),
    "parentheses": _brackets("[the [dog](2)'s owner](1)", rf"\[[^\[\]]*\]\([ \t]*{_ID}[ \t]*\)",
        rf"\([ \t]*(?P<entity>(?:{_ID})?)[ \t]*\)", r"\([\w-]{0,30}", "]({})", r"(?P<target>\([^()\s]+\))?"),
    "colons": Inline("[the [dog: 2]'s owner: 1]", b"]", rf"\[[^\[\]]*:[ \t]*{_ID}[ \t]*\]".encode(),
        rf"{_BRACKETS}(?P<close>:[ \t]*(?P<entity>(?:{_ID})?)[ \t]*\])|(?P<text>\])"
        r"|(?P<unfinished>:[ \t]*[\w-]{0,30}\Z)", "[", ": {}]"),
    "doubled": _brackets("[the [dog] [2]'s owner] [1]", rf"\[[^\[\]]*[^\W\d][^\[\]]*\] ?\[{_ID}\]",
        rf" ?\[(?P<entity>(?:{_ID})?)\]", r" ?\[[\w-]{0,30}", "] [{}]"),
    "numbered": _brackets("[the [dog]#2's owner]#1", rf"\]#{_ID}\b", r"#(?P<entity>\w{1,100}|(?=\W))", r"#", "]#{}"),
    "tanl": Inline("[ the [ dog | a puppy ] 's owner ]", b"]", rb"\[ [^\[\]|]+ \| [^\[\]|]+ \]",
        rf"{_BRACKETS}(?P<close>(?:\|(?P<entity>[^\[\]|]{{0,300}}))?\])|(?P<unfinished>\|[^\[\]|]{{0,300}}\Z)",
        "[ ", " | {} ]", kind="names"),
    "suffixes": Inline("the dog [2] 's owner [1]", b"]", b"",
        rf"\\{_SIGNS}|(?P<end>\[(?P<entity>(?:{_ID})?)\])|(?P<broken>\[[\w-]{{0,30}}\Z)",
        "", " [{}]", kind="ends", crosses=True),
    # Commas separate the tags of a word: `the|[e1 old|[e2 dog|e1],e2]`. With brackets they may be nearly
    # correct: then they are lost, and no part of the word. Other blanks than these are within words.
    "tagged": Inline("the|[e1 dog|e1]", b"|", rb"\|(?<=[^\s|]\|)(?:\[\w+\]?|\w+\])(?:,|\s|\"|$)",
        rf"(?P<tags>\|(?:(?=[^\s|]*[\[\]])(?!\[\Z)(?:[\w\[\],-]*|{_TAG}(?:,{_TAG})*)|e\d+))(?=[ \t\r\n\f\v|]|\Z)"
        r"|(?P<broken>(?<=[^ \t\r\n\f\v])\|\[?\Z)", "[e{}", "e{}]", str, str, kind="tags", crosses=True),
}
# fmt: on


class Listing(NamedTuple):
    """A form that lists mentions: JSON, which is recognised by its fields, or lines, which match `marks`.

    `write` makes JSON of the entities; for lines it is a template of each, with the separator of mentions.
    """

    sample: str
    write: Callable[[Sequence[Sequence[Piece]]], Any] | tuple[str, str]
    sniff: bytes = b""
    marks: str = ""
    kind: Literal["list"] = "list"
    crosses: bool = True


class Piece(NamedTuple):
    """A mention in a list: its words, its place in the text, and the words of its entity that stand for it so far."""

    text: str
    start: int
    end: int
    antecedent: str | None


def _strings(entities: Sequence[Sequence[Piece]]) -> list[list[str]]:
    return [[piece.text for piece in entity] for entity in entities]


def _judged(entities: Sequence[Sequence[Piece]]) -> list[dict[str, Any]]:
    """Return pairs of mentions that follow each other, and of the first mentions of different entities."""
    same = [(*pair, True) for entity in entities for pair in pairwise(entity)]
    pairs = [*same, *((one[0], two[0], False) for one, two in pairwise(entities))]
    return [{"mention1": one.text, "mention2": two.text, "coreferent": truth} for one, two, truth in pairs]


def _linked(entities: Sequence[Sequence[Piece]]) -> dict[str, Any]:
    pieces = sorted((piece for entity in entities for piece in entity), key=lambda piece: (piece.start, piece.end))
    return {"answers": [{"mention": piece.text, "answer": piece.antecedent} for piece in pieces]}


_ITEM = r"(?:[-*•][ \t]*)?\**"
# fmt: off
LISTED = {
    "strings": Listing('[["Ann", "she"]]', _strings),
    "antecedents": Listing('{"answers": [{"mention": "she", "answer": "Ann"}]}', _linked),
    "chains": Listing('{"Chain1": ["Ann", "she"]}',
        lambda entities: {f"Chain{number}": each for number, each in enumerate(_strings(entities), 1)}),
    "entities": Listing('{"entities": [{"entity_id": 1, "mentions": ["Ann", "she"]}]}', lambda entities: {"entities":
        [{"entity_id": number, "mentions": each} for number, each in enumerate(_strings(entities), 1)]}),
    "coreferences": Listing('{"coreferences": {"Ann": ["she"]}}',
        lambda entities: {"coreferences": {first: others for first, *others in _strings(entities)}}),
    "offsets": Listing('[[{"text": "Ann", "start": 0, "end": 3}]]', lambda entities:
        [[{"text": text, "start": start, "end": end} for text, start, end, _ in each] for each in entities]),
    "pairs": Listing('[{"mention1": "Ann", "mention2": "she", "coreferent": true}]', _judged),
    "lines": Listing("Entity 1: Ann, she", ("Entity {}: {}", ", "),
        rb"(?im)^[ \t]*(?:[-*][ \t]*)?\**(?:entity|cluster|chain|group|coreference chain)[ \t#]*\d+"
        rb"\**[ \t]*[:=]\**[ \t]*\S", rf"(?i)[ \t]*{_ITEM}(?P<name>[^\n:=*]{{0,80}}\d)\**[ \t]*[:=]\**(?P<rest>.*)"),
    "list": Listing("1. Ann, she", ("{}. {}", ", "), rb"(?m)^[ \t]*\d{1,4}[.)][ \t]+\S[^\n]*[,;]",
        r"[ \t]*(?P<name>\d{1,4})[.)]\**[ \t](?P<rest>.*)"),
    "rows": Listing("| Entity | Mentions |", ("| {} | {} |", ", "),
        rb"(?m)^[ \t]*\|[^\n]*\|[ \t]*\r?\n[ \t]*\|[ \t]*:?-[-| :\t]*\|", r"[ \t]*\|(?P<name>[^|\n]*)\|(?P<rest>.*)\|"),
    "yaml": Listing("Ann:\n  - Ann\n  - she", ("Entity {}:\n  - {}", "\n  - "),
        rb"(?m)^[ \t]*(?:-[ \t]+)?[^\s:#\-][^\n:]{0,80}:[ \t]*\r?\n[ \t]*-[ \t]+[^\n:]+$",
        r"(?P<name>[^\n]*):[ \t]*|[ \t]*-[ \t]+(?P<rest>.*)"),
}
# fmt: on
