"""Heads and types of mentions, by stated rules, from what a format has; what is unknown stays unknown.

Every value comes with the name of its rule, so that `stats` can say where it came from.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.attributes import constituency
from corefscope.alignment.attributes.dependencies import Parents
from corefscope.alignment.attributes.type_tables import TypesFile
from corefscope.basics.escaping import cut, quoted
from corefscope.model import TOKENS, TYPES, UNKNOWN, Corpus, Integers, Text
from corefscope.problems import CorefscopeError, PairingError

HEAD_RULES = {
    "format": "the file gives it",
    "one token": "the mention is one token",
    "dependencies": "the first token whose syntactic parent lies outside the mention",
    "parse": "the head of the smallest phrase that covers the mention (Collins's rules for English)",
    "unknown": "nothing gives it",
}
TYPE_RULES = {
    "format": "the file gives it",
    "types file": "the file named by --types gives it",
    "universal part of speech": "of the head: PROPN is a name; PRON and DET a pronoun; anything else nominal",
    "part of speech": "of the head: NNP, NNPS and NR are names; PRP, PRP$, WP, WP$, WDT, PN and a lone DT pronouns; "
    "anything else nominal",
    "named entity": "the mention is a named entity of the file",
    "unknown": "nothing gives it",
}
_NAMES = ("NNP", "NNPS", "NR", "NNP+PRP$")
_PRONOUNS = ("PRP", "PRP$", "WP", "WP$", "WDT", "PN")
_NOT_NAMES = ("CARDINAL", "ORDINAL", "PERCENT", "QUANTITY", "MONEY", "DATE", "TIME")


Lender = Callable[[int], "tuple[Text, int] | None"]


def lender(key: Corpus, response: Corpus, partner: Integers) -> Lender | None:
    """The key's text of each response document, whose columns serve a response that has none; both count tokens."""
    if not key.texts or (key.unit, response.unit) != (TOKENS, TOKENS):
        return None
    return lambda document: key.texts[partner[document]]


def with_heads(corpus: Corpus, lent: Lender | None = None) -> tuple[Corpus, Counter[str]]:
    """The corpus with every head that a rule gives, and how often each rule did.

    `lent` gives the text of the other side's document, for a response that lacks the key's columns.
    """
    head, rules, rest = _plain_heads(corpus)
    for document, rows in _by_document(corpus, rest).items():
        _give_heads(corpus, rows, _Syntax(*_texts(corpus, document, lent)), head, rules)
    return replace(corpus, head=head), rules


def _plain_heads(corpus: Corpus) -> tuple[Integers, Counter[str], Integers]:
    """Heads that need no text, how many each rule gave, and the rows that are left."""
    head: Integers = np.full(corpus.mention_count, UNKNOWN, np.int64) if corpus.head is None else corpus.head.copy()
    unknown = head == UNKNOWN
    one = unknown & (corpus.end - corpus.start == 1)
    head[one] = corpus.start[one]
    for row in np.flatnonzero(unknown & (corpus.shape >= 0)).tolist() if corpus.shape is not None else ():
        first, *others = corpus.positions(row)
        one[row], head[row] = not others, UNKNOWN if others else first
    counts = {"format": int((~unknown).sum()), "one token": int(one.sum())}
    rules = Counter({rule: count for rule, count in counts.items() if count})
    return head, rules, np.flatnonzero(unknown & ~one)


def _by_document(corpus: Corpus, rows: Integers) -> dict[int, list[int]]:
    """Rows by document, so that every text is opened once."""
    found: dict[int, list[int]] = {}
    for row, document in zip(rows.tolist(), corpus.document[rows].tolist(), strict=True):
        found.setdefault(document, []).append(row)
    return found


def _give_heads(corpus: Corpus, rows: list[int], syntax: _Syntax, head: Integers, rules: Counter[str]) -> None:
    """Sets the heads of some rows of one document."""
    if not syntax:
        rules["unknown"] += len(rows)
        return
    for row in rows:
        found, rule = syntax.head(corpus.positions(row))
        head[row] = UNKNOWN if found is None else found
        rules[rule] += 1


def _texts(corpus: Corpus, document: int, lent: Lender | None) -> list[tuple[Text, int]]:
    """The texts whose columns are about a document: its own, then the one that is lent."""
    return [text for text in (_columns(corpus, document), lent and lent(document)) if text is not None]


def _columns(corpus: Corpus, document: int) -> tuple[Text, int] | None:
    """The text whose columns are about the positions of the corpus: none where these are characters."""
    return corpus.texts[document] if corpus.texts and corpus.unit == TOKENS else None


class _Syntax:
    """The dependency and phrase structure of one document, as far as its own text or the lent one has it."""

    def __init__(self, *texts: tuple[Text, int]) -> None:
        parents: list[str] | None = None
        self.tree_of: dict[int, constituency.Node] = {}
        for text in texts:
            parents = parents or text[0].layer(text[1], "head")
            if not self.tree_of:
                self._grow(*text)
        self.parents = Parents(parents) if parents and any(parents) else None

    def __bool__(self) -> bool:
        return bool(self.parents or self.tree_of)

    def _grow(self, text: Text, document: int) -> None:
        parse = text.layer(document, "parse")
        if not parse or all(bit in ("-", "_", "*") for bit in parse):
            return
        pos, sentences = text.layer(document, "pos"), text.sentences(document)
        if not pos or not sentences:
            return
        for tree in constituency.trees(parse, pos, sentences):
            if tree is not None:
                self.tree_of.update(dict.fromkeys(range(tree.start, tree.end), tree))

    def head(self, positions: Sequence[int]) -> tuple[int | None, str]:
        # A run of tokens stays a range, which knows what lies in it without being listed.
        tokens = positions if isinstance(positions, range) else [place for place in positions if place >= 0]
        inside = tokens if isinstance(tokens, range) else set(tokens)
        token = None if self.parents is None else self.parents.first_outside(tokens)
        if token is not None:
            return token, "dependencies"
        if tokens and tokens[0] in self.tree_of and tokens[-1] < self.tree_of[tokens[0]].end:
            phrase = constituency.smallest(self.tree_of[tokens[0]], tokens[0], tokens[-1] + 1)
            found = constituency.head(phrase)
            # The phrase may be larger than the mention; then its head may lie outside.
            return (found if found in inside else tokens[-1]), "parse"
        return None, "unknown"


def require_heads(corpus: Corpus, side: str, how: str, asked: str, lent: Lender | None = None) -> Corpus:
    """The corpus with heads, or an error that says which mention has none and what would give it one.

    `asked` is how the user asked for a matching, as `--match {}`.
    """
    full, rules = with_heads(corpus, lent)
    if rules["unknown"] and full.head is not None:
        row = int(np.flatnonzero(full.head == UNKNOWN)[0])
        document = int(corpus.document[row])
        more = rules["unknown"] - 1
        others = f", nor {'has 1 other' if more == 1 else f'have {more} others'}" if more else ""
        raise _about_mention(
            corpus,
            row,
            f"{asked.format(how)} needs heads: {corpus.describe_mention(row)} of the {side}'s document "
            f"{quoted(corpus.names[document])} has none{others}",
            _without_heads(corpus, side, asked),
        )
    return full


def _without_heads(corpus: Corpus, side: str, asked: str) -> str:
    """What to do where heads are asked for: a head is one word, and ACE's and MUC's may have several."""
    known = 0 if corpus.minimum is None else int((corpus.minimum >= 0).sum())
    if known and side == "key":  # the only side whose minimum spans are asked for
        have = "1 of its mentions has" if known == 1 else f"{known:,} of its mentions have"
        return f"{have} a minimum span: use {asked.format('min')}"
    where = "CorefUD files give heads, and so do parse or dependency columns"
    other = asked.format("exact") if side == "key" else f"{asked.format('partial')}, which needs only the key's heads"
    return f"{where}; or use {other}"


def with_types(
    corpus: Corpus, types_file: str | None = None, lent: Lender | None = None
) -> tuple[Corpus, Counter[str]]:
    """The corpus with every mention type that a rule gives, and how often each rule did; `lent` as for heads."""
    full, _, rules = with_heads_and_types(corpus, types_file, lent)
    return replace(corpus, type=full.type), rules


def with_heads_and_types(
    corpus: Corpus, types_file: str | None = None, lent: Lender | None = None
) -> tuple[Corpus, Counter[str], Counter[str]]:
    """The corpus with every head and type that a rule gives, and how often each rule did; texts are opened once."""
    head, head_rules, headless = _plain_heads(corpus)
    kinds, type_rules, rest = _given_types(corpus, types_file)
    untyped = _by_document(corpus, rest)
    without_head = _by_document(corpus, headless)
    for document in sorted({*untyped, *without_head}):
        texts = _texts(corpus, document, lent)
        if document in without_head:
            _give_heads(corpus, without_head[document], _Syntax(*texts), head, head_rules)
        layers = [_Layers(text) for text in texts or (None,)] if document in untyped else []
        for row in untyped.get(document, ()):
            place = (int(head[row]), int(corpus.start[row]), int(corpus.end[row]))
            found = (_type(*place, each) for each in layers)
            kind, rule = next((each for each in found if each[0] != TYPES[0]), (TYPES[0], TYPES[0]))
            kinds[row] = TYPES.index(kind)
            type_rules[rule] += 1
    return replace(corpus, head=head, type=kinds), head_rules, type_rules


def _given_types(corpus: Corpus, types_file: str | None) -> tuple[NDArray[np.int8], Counter[str], Integers]:
    """Types that a file gives, how many each did, and the rows that are left."""
    kinds = np.zeros(corpus.mention_count, np.int8) if corpus.type is None else corpus.type.copy()
    listed = np.zeros(corpus.mention_count, bool)
    if types_file:
        given, _ = TypesFile.read(types_file).lay_along(corpus)
        listed = given > 0
        kinds[listed] = given[listed]
    counts = {"types file": int(listed.sum()), "format": int((kinds[~listed] > 0).sum())}
    rules = Counter({rule: count for rule, count in counts.items() if count})
    return kinds, rules, np.flatnonzero(~listed & (kinds == 0))


class _Layers:
    """The columns of one text that say what type a mention has."""

    def __init__(self, text: tuple[Text, int] | None) -> None:
        self.upos, self.pos, self.names = (
            text[0].layer(text[1], name) if text else None for name in ("upos", "pos", "named_entity")
        )
        self.closings = [place for place, bit in enumerate(self.names or ()) if bit.endswith(")")]


def _type(head: int, start: int, end: int, layers: _Layers) -> tuple[str, str]:
    """The type of a mention and the rule that gives it, by the columns of one text."""
    known = head != UNKNOWN
    if known and head < 0:
        return "pronoun", "universal part of speech"  # a zero stands for a pronoun that is not said
    upos, pos, names = layers.upos, layers.pos, layers.names
    if upos and known and head < len(upos) and upos[head] not in ("_", ""):
        kind = {"PROPN": "name", "PRON": "pronoun", "DET": "pronoun"}.get(upos[head], "nominal")
        return kind, "universal part of speech"
    if names and _is_named_entity(names, layers.closings, start, end):
        return "name", "named entity"
    if pos and known and head < len(pos) and pos[head] not in ("-", "_", ""):
        tag = pos[head]
        if tag in _PRONOUNS or (tag == "DT" and end - start == 1):
            return "pronoun", "part of speech"
        return ("name" if tag in _NAMES else "nominal"), "part of speech"
    return "unknown", "unknown"


def _is_named_entity(names: list[str], closings: list[int], start: int, end: int) -> bool:
    """The mention is exactly one bracket of the named-entity column, and not a number or date."""
    if end > len(names) or start >= end or not names[start].startswith("("):
        return False
    label = names[start].strip("()*")
    closed = bisect_left(closings, start)  # the first bracket that is closed from there on
    return bool(label) and label not in _NOT_NAMES and closings[closed : closed + 1] == [end - 1]


def missing_types(corpus: Corpus, metric: str, known: Sequence[str] = TYPES[1:]) -> CorefscopeError | None:
    """An error that names the first mention whose type is not among the known ones, or None if all are."""
    kinds = np.zeros(corpus.mention_count, np.int8) if corpus.type is None else corpus.type
    others = np.flatnonzero(~np.isin(kinds, [TYPES.index(name) for name in known]))
    if not len(others):
        return None
    row = int(others[0])
    kind = TYPES[kinds[row]]
    alike = int((kinds[others] == kinds[row]).sum())
    many = f"{alike} mention has" if alike == 1 else f"{alike} mentions have"
    document = corpus.names[corpus.document[row]]
    fact = (
        f"{many} no type" if kind == "unknown" else f"{many} the type {cut(kind)}, which is none of {', '.join(known)}"
    )
    return _about_mention(
        corpus,
        row,
        f"{metric} needs mention types: {fact}, first {corpus.describe_mention(row)} of document {quoted(document)}",
        "part-of-speech columns give types, and so does --types FILE"
        if corpus.label is None
        else "in Python Mention(start, end, type='name') has a type; files with part-of-speech columns give types",
    )


def require_entity_types(corpora: Sequence[Corpus], metric: str) -> None:
    """Refuses corpora with an entity whose type is not known, and says what would give it one."""
    for corpus in corpora:
        kinds = np.full(corpus.entity_count, "") if corpus.entity_type is None else corpus.entity_type
        unknown = np.array([str(kind).partition(":")[0] == "" for kind in kinds], bool)
        if unknown.any():
            entity = int(np.flatnonzero(unknown)[0])
            row = int(np.flatnonzero(corpus.entity == entity)[0])
            many = "1 entity has" if unknown.sum() == 1 else f"{unknown.sum()} entities have"
            raise _about_mention(
                corpus,
                row,
                f"{metric} needs entity types: {many} none, first entity {quoted(corpus.entity_name(entity))} with "
                f"{corpus.describe_mention(row)} of document {quoted(corpus.names[corpus.document[row]])}",
                "CorefUD and ACE's APF give them, tables have a column entity_type, and in Python "
                "Document(…, entity_types=[…])",
            )


def _about_mention(corpus: Corpus, row: int, fact: str, hint: str) -> PairingError:
    return PairingError(fact, corpus.sources[corpus.document[row]], int(corpus.line[row]) or None, hint)
