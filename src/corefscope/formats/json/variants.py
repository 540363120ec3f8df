"""How the JSON of each system writes its clusters: one literal table, from which readings are chosen by fields.

The same two numbers mean different tokens in different files, and nothing in the numbers tells which.
So a convention is never guessed from spans: the fields that a document has declare it. Where
they leave two readings open, the user has to name a field (`--key-clusters`, `--response-clusters`).

A field that the user names is read as the table says for the variant that the document's other fields
show; if the table does not list it there, as that variant reads the first of its fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from corefscope.basics.escaping import cut, quoted
from corefscope.formats.detect import MARKUP_EXPECTED, NO_MARKUP, OUTPUT_FIELDS
from corefscope.formats.json.record import Record
from corefscope.formats.registry import SeveralFields
from corefscope.model import CHARACTERS, LARGEST, TOKENS
from corefscope.problems import some

NAMES_FIELD = "--key-clusters or --response-clusters"
TOKEN, SENTENCE, SUBTOKEN, CHARACTER = "token", "token of a sentence", "sub-token", "character"


@dataclass(frozen=True)
class Reading:
    """What the numbers of one mention mean: how many there are, what they count, and whether the last is included."""

    form: str
    counts: str
    size: int = 2
    included: bool = False
    may_be_null: bool = False  # fastcoref writes null for a mention that it cannot place in the text
    flat: bool = False  # one list of numbers, two for each mention of the only cluster

    @property
    def unit(self) -> str:
        return CHARACTERS if self.counts == CHARACTER else TOKENS


FIRST_LAST = Reading("[first token, last token]", TOKEN, included=True)
START_END = Reading("[first token, token after the last]", TOKEN)
START_END_OR_NULL = Reading("[first token, token after the last]", TOKEN, may_be_null=True)
ONE_WORD = Reading("the number of one token", TOKEN, size=1, included=True)
SENTENCE_FIRST_LAST = Reading("[sentence, first token, last token]", SENTENCE, size=3, included=True)
SENTENCE_START_END = Reading("[sentence, first token, token after the last]", SENTENCE, size=3)
SUBTOKENS = Reading("[first sub-token, last sub-token]", SUBTOKEN, included=True)
FLAT_PAIRS = Reading("first token, last token, …", TOKEN, included=True, flat=True)
CHARACTERS_FIRST_LAST = Reading("[first character, last character]", CHARACTER, included=True)
CHARACTERS_START_END = Reading("[first character, character after the last]", CHARACTER, may_be_null=True)


@dataclass(frozen=True)
class Variant:
    """One system's JSON: the field by which it is known, and how each of its fields of clusters is read."""

    name: str
    sign: str  # the field that only this variant has
    fields: Mapping[str, Reading]
    repeating: tuple[str, ...] = ()  # the same mentions once more in another form: read only if named or alone
    without: tuple[str, ...] = ()
    type: type = object  # of the field by which it is known

    def fits(self, record: Record) -> bool:
        value = record.get(self.sign)
        return value is not None and isinstance(value, self.type) and not any(map(record.get, self.without))


_E2E = {"clusters": FIRST_LAST, "predicted_clusters": FIRST_LAST}
_OF_TEXT = ("tokens", "sentences")
# fmt: off
VARIANTS = (
    Variant("coref-data", "coref_chains", {"coref_chains": SENTENCE_FIRST_LAST, **_E2E}),
    Variant("PreCo", "mention_clusters", {"mention_clusters": SENTENCE_START_END, **_E2E}),
    Variant("Maverick", "clusters_token_offsets",
            {"clusters_token_offsets": FIRST_LAST, "clusters_char_offsets": CHARACTERS_FIRST_LAST, **_E2E},
            repeating=("clusters_char_offsets",)),
    Variant("wl-coref", "cased_words", {"clusters": START_END, "span_clusters": START_END, "word_clusters": ONE_WORD},
            repeating=("word_clusters",)),
    Variant("SpanBERT", "subtoken_map", dict.fromkeys(_E2E, SUBTOKENS)),
    # What AllenNLP's predictor gives: the words are the document.
    Variant("AllenNLP", "document", _E2E, without=(*_OF_TEXT, "text"), type=list),
    Variant("WinoBias", "coreference_clusters", {"coreference_clusters": FLAT_PAIRS, **_E2E}),
    Variant("fastcoref", "text", dict.fromkeys(_E2E, CHARACTERS_START_END), without=_OF_TEXT, type=str),
    # What fastcoref's `predict` writes for texts that are already lists of tokens.
    Variant("fastcoref (tokens)", "text", dict.fromkeys(_E2E, START_END_OR_NULL), without=_OF_TEXT, type=list),
)
# fmt: on
_SIGNS = frozenset(variant.sign for variant in VARIANTS)
E2E = Variant("e2e-coref", "clusters", _E2E)  # any document that shows none of the others
CORENLP = "corefs"
CLUSTER_FIELDS = frozenset((CORENLP, *(field for variant in (E2E, *VARIANTS) for field in variant.fields)))


def choose(record: Record, name: str | None) -> tuple[Variant, str, Reading]:
    """Return the field of clusters that a document has, or that the user named, and how it is read."""
    fitting = [] if _SIGNS.isdisjoint(record.fields) else [each for each in VARIANTS if each.fits(record)]
    fitting = fitting or [E2E]
    field = _only_field(record, fitting) if name is None else name
    if field not in record.fields:
        if name is None and any(isinstance(record.get(each), str) for each in OUTPUT_FIELDS):
            raise record.error(NO_MARKUP, MARKUP_EXPECTED, "no-cluster-field")
        raise record.error(f"the document has no field {quoted(field, 40)}", _known_fields(record), "no-cluster-field")
    listed = [variant for variant in fitting if field in variant.fields]
    choices = [(each, each.fields.get(field) or next(iter(each.fields.values()))) for each in listed or fitting]
    variant, reading = choices[0]
    if any(other is not reading for _, other in choices):
        names = " and ".join(f"{other.name} ({form.form})" for other, form in choices)
        signs = " or ".join(quoted(other.sign) for other, _ in choices)
        raise record.error(f"{quoted(field)} could be read as in {names}", f"leave only one of the fields {signs}")
    if not listed and any(field in other.fields for other in VARIANTS):
        text = f"{quoted(field)} is read as {reading.form}, as {variant.name} would write it"
        record.warn("undeclared-clusters", text)
    return variant, field, reading


def _only_field(record: Record, fitting: list[Variant]) -> str:
    """Return the field that holds clusters, if there is no doubt: model outputs carry the gold clusters along."""
    listed = [(name, name in each.repeating) for each in fitting for name in each.fields if name in record.fields]
    fields = [each for each in listed if len(listed) == 1 or record.get(each[0]) is not None] or listed
    candidates = list(dict.fromkeys([name for name, repeats in fields if not repeats] or [name for name, _ in fields]))
    if len(candidates) > 1:
        fact = f"the document has both {' and '.join(map(quoted, candidates))}"
        raise SeveralFields.of(fact, candidates, record.source.path, record.line)
    return candidates[0] if candidates else next(iter(fitting[0].fields))


def _known_fields(record: Record) -> str:
    """Return a hint with a few fields of a document: those whose names are about clusters, if there are any."""
    fields = [cut(field, 40) for field in record.fields]
    likely = [field for field in fields if any(sign in field.lower() for sign in ("cluster", "coref", "chain"))]
    return f"it has {some(likely or fields)}; name the field that holds the clusters with {NAMES_FIELD}"


def numbers(span: Any, reading: Reading) -> tuple[int, ...] | None:
    """Return the numbers of one mention, its end made exclusive; None if it is not what the reading says."""
    parts = [span, span] if reading.size == 1 else span
    if type(parts) is not list or len(parts) != max(reading.size, 2):
        return None
    positions = [part if type(part) is int else _spelled(part) for part in parts]
    if min(positions) < 0 or max(positions) >= LARGEST:
        return None
    positions[-1] += reading.included
    return tuple(positions) if positions[-2] < positions[-1] else None


def _spelled(part: Any) -> int:
    """Return a number that is written as a string; -1 for anything else."""
    is_number = isinstance(part, str) and part.isascii() and part.isdigit() and len(part) <= len(str(LARGEST))
    return int(part) if is_number else -1
