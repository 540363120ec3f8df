"""How the JSON of each system writes its clusters: one literal table, from which readings are chosen by fields.

The same two numbers mean different tokens in different files, and nothing in the numbers tells which.
So a convention is never found by looking at spans: the fields that a document has declare it. Where
they leave two readings open, the user has to name a field (`--key-clusters`, `--response-clusters`).

A field that the user names is read as the table says for the variant that the document's other fields
show; if the table does not list it there, as that variant reads the first of its fields.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from corefscope.basics.escaping import quoted
from corefscope.model import CHARACTERS, LARGEST, TOKENS
from corefscope.problems import FormatError, Notices

TOKEN, SENTENCE, SUBTOKEN, CHARACTER = "token", "token of a sentence", "sub-token", "character"
SEVERAL_FIELDS = "several-cluster-fields"  # the error after which nothing can be judged before the user has said it


@dataclass(frozen=True)
class Reading:
    """What the numbers of one mention mean: how many there are, what they count, and whether the last is included."""

    shown: str
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
ONE_WORD = Reading("the number of one token", TOKEN, size=1, included=True)
SENTENCE_FIRST_LAST = Reading("[sentence, first token, last token]", SENTENCE, size=3, included=True)
SENTENCE_START_END = Reading("[sentence, first token, token after the last]", SENTENCE, size=3)
SUBTOKENS = Reading("[first sub-token, last sub-token]", SUBTOKEN, included=True)
FLAT_PAIRS = Reading("first token, last token, …", TOKEN, included=True, flat=True)
CHARACTERS_FIRST_LAST = Reading("[first character, last character]", CHARACTER, included=True)
CHARACTERS_START_END = Reading("[first character, character after the last]", CHARACTER, may_be_null=True)
START_END_OR_NULL = Reading("[first token, token after the last]", TOKEN, may_be_null=True)


@dataclass(frozen=True)
class Variant:
    """One system's JSON: the fields that show it, and how each of its fields of clusters is read."""

    name: str
    shown_by: str  # the field that only this variant has
    fields: Mapping[str, Reading]
    repeating: tuple[str, ...] = ()  # the same mentions once more in another form: read only if named or alone
    without: tuple[str, ...] = ()
    type: type = object  # of the field that shows it

    def fits(self, record: Mapping[str, Any]) -> bool:
        value = record.get(self.shown_by)
        return value is not None and isinstance(value, self.type) and not any(map(record.get, self.without))


_E2E = {"clusters": FIRST_LAST, "predicted_clusters": FIRST_LAST}
_WORDS = ("tokens", "sentences")
VARIANTS = (
    Variant("coref-data", "coref_chains", {"coref_chains": SENTENCE_FIRST_LAST, **_E2E}),
    Variant("PreCo", "mention_clusters", {"mention_clusters": SENTENCE_START_END, **_E2E}),
    Variant(
        "Maverick",
        "clusters_token_offsets",
        {"clusters_token_offsets": FIRST_LAST, "clusters_char_offsets": CHARACTERS_FIRST_LAST, **_E2E},
        repeating=("clusters_char_offsets",),
    ),
    Variant(
        "wl-coref",
        "cased_words",
        {"clusters": START_END, "span_clusters": START_END, "word_clusters": ONE_WORD},
        repeating=("word_clusters",),
    ),
    Variant("SpanBERT", "subtoken_map", {"clusters": SUBTOKENS, "predicted_clusters": SUBTOKENS}),
    # What AllenNLP's predictor gives: the words are the document.
    Variant("AllenNLP", "document", _E2E, without=("tokens", "sentences", "text"), type=list),
    Variant("WinoBias", "coreference_clusters", {"coreference_clusters": FLAT_PAIRS, **_E2E}),
    Variant(
        "fastcoref",
        "text",
        {"clusters": CHARACTERS_START_END, "predicted_clusters": CHARACTERS_START_END},
        without=_WORDS,
        type=str,
    ),
    # What fastcoref's `predict` writes for texts that are already lists of tokens.
    Variant(
        "fastcoref (tokens)",
        "text",
        {"clusters": START_END_OR_NULL, "predicted_clusters": START_END_OR_NULL},
        without=_WORDS,
        type=list,
    ),
)
E2E = Variant("e2e-coref", "clusters", _E2E)  # any document that shows none of the others


class RecordPlace(NamedTuple):
    """Where in a file a document stands."""

    path: str
    line: int

    def error(self, message: str, hint: str | None = None, code: str = "bad-record") -> FormatError:
        return FormatError(code, message, self.path, self.line, hint)


class FieldChoice(NamedTuple):
    """The field that holds a document's clusters, and how it is read."""

    variant: Variant
    field: str
    reading: Reading


def choose(record: Mapping[str, Any], named: str | None, place: RecordPlace, notices: Notices) -> FieldChoice:
    """The clusters that a document has, or those that the user named."""
    fitting = [variant for variant in VARIANTS if variant.fits(record)] or [E2E]
    field = named if named is not None else _only_field(record, fitting, place)
    if field not in record:
        raise place.error(f"the document has no field {quoted(show_name(field))}", _known(record), "no-cluster-field")
    listed = [variant for variant in fitting if field in variant.fields]
    choices = [FieldChoice(variant, field, variant.fields[field]) for variant in listed] or [
        FieldChoice(variant, field, next(iter(variant.fields.values()))) for variant in fitting
    ]
    choice = choices[0]
    if len({other.reading for other in choices}) > 1:
        names = " and ".join(f"{other.variant.name} ({other.reading.shown})" for other in choices)
        shown_by = " or ".join(quoted(other.variant.shown_by) for other in choices)
        raise place.error(f"{quoted(field)} could be read as in {names}", f"leave only one of the fields {shown_by}")
    if not listed and any(field in variant.fields for variant in VARIANTS):
        text = f"{quoted(field)} is read as {choice.reading.shown}, as {choice.variant.name} would write it"
        notices.add("undeclared-clusters", text, *place)
    return choice


def _only_field(record: Mapping[str, Any], fitting: list[Variant], place: RecordPlace) -> str:
    """The field that holds clusters, if there is no doubt: model outputs carry the gold clusters along."""
    fields = {field: field in variant.repeating for variant in fitting for field in variant.fields if field in record}
    filled = {field: repeats for field, repeats in fields.items() if record[field] is not None} or fields
    candidates = [field for field, repeats in filled.items() if not repeats] or list(filled)
    if len(candidates) > 1:
        *some, last = map(quoted, candidates)
        hint = "say which one with --response-clusters or --key-clusters"
        raise place.error(f"the document has both {', '.join(some)} and {last}", hint, SEVERAL_FIELDS)
    return candidates[0] if candidates else next(iter(fitting[0].fields))


def _known(record: Mapping[str, Any]) -> str:
    table = "; ".join(f"{variant.name} has {_fields(variant)}" for variant in (E2E, *VARIANTS))
    fields = ", ".join(show_name(field) for field in list(record)[:12])
    return f"it has {fields}; name the field with --key-clusters or --response-clusters; {table}"


def _fields(variant: Variant) -> str:
    """The variant's own fields, as an error shows them: `clusters of [first token, last token]`."""
    own = {field: reading for field, reading in variant.fields.items() if reading is not _E2E.get(field)}
    own = own or dict(variant.fields)
    forms: dict[str, list[str]] = {}
    for field, reading in own.items():
        forms.setdefault(reading.shown, []).append(field)
    text = ", ".join(f"{' or '.join(fields)} of {form}" for form, fields in forms.items())
    return text if variant.shown_by in own else f"{variant.shown_by} and {text}"


def numbers(span: Any, reading: Reading) -> tuple[int, ...] | None:
    """The numbers of one mention, its end made exclusive; None if it is not what the reading says."""
    parts = [span, span] if reading.size == 1 else span
    if type(parts) is not list or len(parts) != max(reading.size, 2):
        return None
    positions = [part if type(part) is int else _spelled(part) for part in parts]
    if min(positions) < 0 or max(positions) >= LARGEST:
        return None
    positions[-1] += reading.included
    return tuple(positions) if positions[-2] < positions[-1] else None


def _spelled(part: Any) -> int:
    """A number that is written as a string; -1 for anything else."""
    plain = isinstance(part, str) and part.isascii() and part.isdigit() and len(part) <= len(str(LARGEST))
    return int(part) if plain else -1


def show(value: Any) -> str:
    """A value as messages show it: short."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (RecursionError, ValueError):
        return f"a {type(value).__name__} nested too deeply"
    return text if len(text) <= 40 else text[:37] + "…"


def show_name(name: str) -> str:
    return name if len(name) <= 40 else name[:37] + "…"
