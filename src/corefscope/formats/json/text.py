"""The words of a JSON document and their annotation (sentences, speakers, tags), as each system writes them.

Some records hold more than the clusters of one document: OntoNotes on the Hugging Face Hub, and CoreNLP's output.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import accumulate, chain, groupby, pairwise
from typing import Any

import msgspec

from corefscope.basics.escaping import quoted
from corefscope.formats.json.record import REFUSED, Position, Raw, Record, Value, decode_sentences, excerpt
from corefscope.formats.json.variants import (
    CORENLP,
    SENTENCE,
    SENTENCE_FIRST_LAST,
    SENTENCE_START_END,
    Reading,
    numbers,
)
from corefscope.model import EMPTY_NODES, Mention, empty_position
from corefscope.text import PlainText

# Fields beside the words, and the layer that each becomes.
JSON_LAYERS = {"speakers": "speaker", "speaker": "speaker", "pos": "pos"}
WL_COREF_LAYERS = {**JSON_LAYERS, "deprel": "deprel", "head": "head"}
CONLLU_LAYERS = ("lemma", "upos", "xpos", "deprel")  # keys of coref-data's tokens
CORENLP_TYPES = {"PROPER": "name", "NOMINAL": "nominal", "PRONOMINAL": "pronoun"}  # LIST is none of them
CORENLP_LAYERS = {"lemma": "lemma", "pos": "pos", "ner": "named_entity", "speaker": "speaker"}
BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
EMPTY_MARK = "##"
SPECIAL_SPEAKER = "[SPL]"  # of the marks [CLS] and [SEP]
_EMPTY_NODE = re.compile(r"(\d{1,9})\.\d*[1-9]\d*")


_OntoNotesSentence: Any = msgspec.defstruct(
    "_OntoNotesSentence", [("words", list[str]), ("coref_spans", list[Any]), ("part_id", int | None, None)]
)
_Word: Any = msgspec.defstruct("_Word", [("word", str), *((name, Any, None) for name in CORENLP_LAYERS)])
_CoreNlpSentence: Any = msgspec.defstruct(
    "_CoreNlpSentence", [("tokens", list[_Word]), ("basicDependencies", list[dict[str, Any]], [])]
)
_Node: Any = msgspec.defstruct(
    "_Node", [("text", str), *((name, Any, None) for name in ("id", "head", *CONLLU_LAYERS))]
)
_Sentence: Any = msgspec.defstruct("_Sentence", [("tokens", list[_Node]), ("speaker", Any, None)])


class BadSpan(Exception):
    """A span that cannot be a mention, and why; the reader adds its place."""


@dataclass
class SentencesText(PlainText):
    """Words of documents; those of `sentences_json`, which are lists of words, are decoded when they are needed."""

    sentences_json: dict[int, bytes] = field(default_factory=dict)

    def is_known(self, document: int) -> bool:
        return document in self.sentences_json or super().is_known(document)

    def sentences(self, document: int) -> list[tuple[int, int]] | None:
        content = self.sentences_json.get(document)
        return super().sentences(document) if content is None else _bounds(map(len, decode_sentences(content)))

    def layer(self, document: int, name: str) -> list[str] | None:
        content = self.sentences_json.get(document) if name == "word" else None
        return super().layer(document, name) if content is None else list(chain(*decode_sentences(content)))

    def fingerprint(self, document: int) -> bytes | None:
        return self.sentences_json.get(document) or super().fingerprint(document)


@dataclass
class JsonText:
    """What a document says of its text."""

    words: list[str] | None = None
    sentences: list[tuple[int, int]] | None = None
    sentences_json: bytes | None = None  # the same, to be decoded when it is needed
    raw: str | None = None
    length: int | None = None
    layers: dict[str, list[str]] = field(default_factory=dict)
    bounds: list[tuple[int, int]] | None = None  # the sentences in the file's count of tokens, if that is another
    # The position of each token that the file counts, where these are not words: sub-tokens, or words and empty nodes.
    positions: Sequence[int | None] | None = None
    empty_nodes: list[int] = field(default_factory=list)  # where these stand in `positions`
    listed: int = 0  # positions in mentions with empty nodes so far

    def mention(self, span: Any, reading: Reading) -> Mention:
        """Return the mention that the numbers of a span mean."""
        parts = numbers(span, reading)
        if parts is None:
            reals = [part for part in span if isinstance(part, float)] if isinstance(span, list) else []
            fact = f"{reals[0]} is not an integer; " if reals else ""
            raise BadSpan(f"{fact}a span is {reading.form}, from 0")
        start, end = parts[-2:]
        if reading.counts == SENTENCE:
            bounds = self.sentences if self.bounds is None else self.bounds
            if bounds is None:
                raise BadSpan("it counts from a sentence, but the document has no 'sentences'")
            if parts[0] >= len(bounds):
                raise BadSpan(f"there are {len(bounds)} sentences, numbered from 0")
            first, after = bounds[parts[0]]
            if end > after - first:
                raise BadSpan(f"its sentence has {after - first} tokens")
            start, end = first + start, first + end
        if self.positions is None:
            return Mention(start, end)
        if end > len(self.positions):
            raise BadSpan(f"the document has {len(self.positions)} {reading.counts}s")
        if bisect_left(self.empty_nodes, start) < bisect_left(self.empty_nodes, end):
            # Listed position by position: real annotation nests a few deep, a file made to fill the memory much deeper.
            self.listed += end - start
            if self.listed > 50 * len(self.positions) + 100_000:
                raise BadSpan("there are too many long mentions that cover empty nodes")
            return Mention.at(position for position in self.positions[start:end] if position is not None)
        first_word, last_word = self.positions[start], self.positions[end - 1]
        if first_word is None or last_word is None:
            raise BadSpan("it begins or ends on a sub-token that belongs to no word")
        return Mention(first_word, last_word + 1)


def text_of(record: Record, variant: str) -> JsonText:
    """Return the text of a document of this variant; most have it in `sentences` or `tokens`."""
    return _READERS.get(variant, _plain)(record)


def _plain(record: Record) -> JsonText:
    """Read `sentences`, lists of words that can be decoded once more when they are needed."""
    content = record.fields.get("sentences")
    if isinstance(content, Raw):
        with suppress(*REFUSED):
            length = sum(map(len, decode_sentences(content)))
            return JsonText(length=length, layers=_layers(record, JSON_LAYERS, length), sentences_json=bytes(content))
    return _listed(record)


def _listed(record: Record) -> JsonText:
    """Read `sentences`, which are lists of words; else `tokens`, one such list; else there are only spans."""
    name = "tokens" if record.get("sentences") is None else "sentences"
    if record.get(name) is None:
        return JsonText()
    words = words_of(record, name)
    sentences = _bounds(map(len, record.fields[name])) if name == "sentences" else None
    return JsonText(words, sentences, layers=_layers(record, JSON_LAYERS, len(words)))


def _of_wl_coref(record: Record) -> JsonText:
    """Read `cased_words`, and `sent_id` with the sentence of each word."""
    words = words_of(record, "cased_words")
    ids = _values(record, "sent_id", len(words))
    breaks = [number for number in range(1, len(words)) if ids and ids[number] != ids[number - 1]]
    sentences = list(pairwise([0, *breaks, len(words)])) if ids else None
    return JsonText(words, sentences, layers=_layers(record, WL_COREF_LAYERS, len(words)))


def _of_spanbert(record: Record) -> JsonText:
    """Read `sentences`, which are segments of sub-tokens, and `subtoken_map` with the word of each.

    Words are not spelt out. The marks around a segment carry the number of the word before them, and the mark that
    opens the document that of word 0. So the first sub-token of a word has the word's sentence, and the first that is
    no mark has its speaker.
    """
    word_of = record.typed("subtoken_map", list[Position | None])
    numbered = [word for word in word_of if word is not None]
    if any(before > after for before, after in pairwise(numbered)):
        raise record.error("'subtoken_map' should have the word of each sub-token, never going back")
    if record.get("sentences") is not None and (count := len(words_of(record, "sentences"))) != len(word_of):
        raise record.error(f"'sentences' have {count} sub-tokens, 'subtoken_map' has {len(word_of)}")
    words = None if record.get("tokens") is None else words_of(record, "tokens")
    count = numbered[-1] + 1 if numbered else 0
    if words is not None and len(words) < count:
        raise record.error(f"'subtoken_map' has {count} words, 'tokens' has {len(words)}")
    count = count if words is None else len(words)
    text = JsonText(words, length=count, positions=word_of)
    sentence_of = _values(record, "sentence_map", len(word_of))
    if sentence_of and numbered:
        first = {word: token for token, word in reversed([*enumerate(word_of)]) if word is not None}
        breaks = [b for a, b in pairwise(sorted(first)) if sentence_of[first[a]] != sentence_of[first[b]]]
        text.sentences = list(pairwise([0, *breaks, count]))
    speaker_of = _values(record, "speakers", len(word_of)) or []
    spoken = [pair for pair in zip(word_of, speaker_of, strict=False) if pair[1] != SPECIAL_SPEAKER]
    speakers = {word: speaker for word, speaker in reversed(spoken) if word is not None}
    if speaker_of and count > 2 * len(word_of):  # the map leaves out most words: a few bytes could ask for gigabytes
        record.warn("column-not-kept", f"'speakers' are known for {len(speakers)} of {count} words")
    elif speaker_of:
        text.layers["speaker"] = [speakers.get(word, "") for word in range(count)]
    return text


def _of_maverick(record: Record) -> JsonText:
    """Read `tokens`, which are words; text2text-coref writes `##` before the form of an empty node among them."""
    text = _listed(record)
    words = text.words or []
    if record.get("sentences") is not None or not any(word.startswith(EMPTY_MARK) for word in words):
        return text
    text = _with_empty_nodes(record, [[(word, "1" if word.startswith(EMPTY_MARK) else "") for word in words]])
    text.sentences = None
    return text


def _of_coref_data(record: Record) -> JsonText:
    """Read `sentences`, which are objects whose `tokens` are objects with the columns of CoNLL-U.

    A token with an id such as 3.1 is an empty node: it has a place between words, but is not one.
    """
    sentences = record.typed("sentences", list[_Sentence])
    tokens = [[(node.text, _number_before(node.id)) for node in sentence.tokens] for sentence in sentences]
    text = _with_empty_nodes(record, tokens)
    layers: dict[str, list[str]] = {name: [] for name in (*CONLLU_LAYERS, "speaker", "head")}
    for sentence, (start, end) in zip(sentences, text.sentences or (), strict=True):
        words = [node for node in sentence.tokens if not _number_before(node.id)]
        for name in CONLLU_LAYERS:
            layers[name].extend(as_text(getattr(node, name)) for node in words)
        layers["speaker"].extend([as_text(sentence.speaker)] * len(words))
        # CoNLL-U counts heads from 1 in the sentence, layers count from 0 in the document; 0 is the root.
        for node in words:
            has_head = isinstance(node.head, int | float) and 1 <= node.head <= end - start
            layers["head"].append(str(start + int(node.head) - 1) if has_head else "")
    layers["pos"] = layers["xpos"]
    text.layers = {name: values for name, values in layers.items() if any(values)}
    text.bounds = _bounds(map(len, tokens))
    return text


def _number_before(id_: Any) -> str:
    """Return the number of the word before an empty node, from its id; nothing for a word."""
    match = _EMPTY_NODE.fullmatch(as_text(id_))
    return match[1] if match else ""


def _with_empty_nodes(record: Record, sentences: list[list[tuple[str, str]]]) -> JsonText:
    """Return the text of sentences of words and empty nodes; the latter come with the number of the word before."""
    words: list[str] = []
    positions: list[int] = []
    empty_nodes: list[int] = []
    bounds: list[tuple[int, int]] = []
    for sentence in sentences:
        start, in_a_row = len(words), 0
        for word, number in sentence:
            if number:
                in_a_row += 1
                if in_a_row >= EMPTY_NODES // 2:
                    raise record.error(f"{in_a_row} empty nodes follow each other", "there is no room for so many")
                empty_nodes.append(len(positions))
                positions.append(empty_position(len(words), in_a_row, opens_sentence=int(number) == 0))
            else:
                in_a_row = 0
                positions.append(len(words))
                words.append(word)
        bounds.append((start, len(words)))
    return JsonText(words, bounds, positions=positions if empty_nodes else None, empty_nodes=empty_nodes)


def words_of(record: Record, name: str) -> list[str]:
    """Return the words of a field, which is one list of words, or of `sentences`; numbers among them are words too."""
    if name == "sentences":
        return list(map(str, chain.from_iterable(record.typed(name, list[list[Value]]))))
    return list(map(str, record.typed(name, list[Value])))


def _values(record: Record, name: str, count: int) -> list[str] | None:
    """Return a field with a value for each token, in one list or in one a sentence; None if there is none that fits."""
    value = record.get(name)
    if isinstance(value, list) and all(isinstance(part, list) for part in value):
        value = list(chain(*value))
    if value is None or value == []:
        return None
    kinds = set(map(type, value)) if isinstance(value, list) and len(value) == count else {list}
    if kinds.isdisjoint((list, dict)):
        return value if kinds == {str} else list(map(as_text, value))
    size = f"{len(value)} values" if isinstance(value, list) else excerpt(value)
    record.warn("column-not-kept", f"{quoted(name)} has {size} for {count} tokens")
    return None


def _layers(record: Record, names: Mapping[str, str], count: int) -> dict[str, list[str]]:
    columns = {layer: name for name, layer in names.items() if name in record.fields}
    layers = {layer: _values(record, name, count) for layer, name in columns.items()}
    return {layer: values for layer, values in layers.items() if values is not None}


def as_text(value: Any) -> str:
    """Return a value as a string; null is empty, and so are lists and objects."""
    return "" if value is None or isinstance(value, list | dict) else str(value)


def _bounds(lengths: Iterable[int]) -> list[tuple[int, int]]:
    """Return where sentences of these lengths begin and end."""
    return list(pairwise(accumulate(lengths, initial=0)))


def printable_name(name: str) -> str:
    """Return a name as files and terminals can show it: JSON can escape half of a surrogate pair."""
    return name.encode("utf-8", "replace").decode("utf-8").strip()


_READERS: dict[str, Callable[[Record], JsonText]] = {
    "fastcoref": lambda record: JsonText(raw=record.get("text")),
    "fastcoref (tokens)": lambda record: JsonText(words_of(record, "text")),
    "AllenNLP": lambda record: JsonText(words_of(record, "document")),
    "PreCo": _listed,
    "coref-data": _of_coref_data,
    "wl-coref": _of_wl_coref,
    "SpanBERT": _of_spanbert,
    "Maverick": _of_maverick,
}


# ---------------------------------------------------------------- records of whole documents


WholeDocument = tuple[str, JsonText, dict[str, list[Mention]]]  # its name, text and entities by their ids


def documents_of(record: Record) -> list[WholeDocument]:
    """Return the documents of such a record; none if it is another one."""
    content = record.fields.get("sentences")
    if isinstance(content, Raw) and bytes(content)[:50].lstrip(b"[ \t\r\n")[:1] != b"{":
        return []  # lists of words, which need not be decoded here
    sentences = record.get("sentences")
    if not isinstance(sentences, list) or not all(isinstance(sentence, dict) for sentence in sentences):
        return []
    if isinstance(record.get(CORENLP), dict):
        return [_of_corenlp(record)]
    if sentences and all({"coref_spans", "words"} <= sentence.keys() for sentence in sentences):
        return list(_of_ontonotes(record))
    return []


def _of_ontonotes(record: Record) -> Iterator[WholeDocument]:
    """Yield a document for each part: `coref_spans` are [cluster, first, last] in a sentence, last word included."""
    name = str(record.get("document_id") or "")
    sentences = record.typed("sentences", list[_OntoNotesSentence])
    for part, listed in groupby(sentences, lambda sentence: sentence.part_id or 0):
        words: list[str] = []
        bounds: list[tuple[int, int]] = []
        entities: dict[str, list[Mention]] = {}
        for sentence in listed:
            for span in sentence.coref_spans:
                positions = numbers(span, SENTENCE_FIRST_LAST)  # with the cluster instead of the sentence
                if positions is None or positions[2] > len(sentence.words):
                    length = len(sentence.words)
                    hint = f"a span is [cluster, first word, last word] in its sentence, which has {length}"
                    raise record.error(f"'coref_spans' has {excerpt(span)}", hint)
                cluster, first, after = positions
                entities.setdefault(str(cluster), []).append(Mention(len(words) + first, len(words) + after))
            bounds.append((len(words), len(words) + len(sentence.words)))
            words += sentence.words
        yield f"({name}); part {part:03d}" if name else "", JsonText(words, bounds), entities


def _of_corenlp(record: Record) -> WholeDocument:
    """CoreNLP counts sentences and words from 1 and gives the word after the last; chains go by id."""
    words: list[str] = []
    bounds: list[tuple[int, int]] = []
    layers: dict[str, list[str]] = {layer: [] for layer in CORENLP_LAYERS.values()}
    parents: dict[int, str] = {}
    for sentence in record.typed("sentences", list[_CoreNlpSentence]):
        first, length = len(words), len(sentence.tokens)
        bounds.append((first, first + length))
        words += [BRACKETS.get(token.word, token.word) for token in sentence.tokens]
        for name, layer in CORENLP_LAYERS.items():
            layers[layer] += [as_text(getattr(token, name)) for token in sentence.tokens]
        for arc in sentence.basicDependencies:
            child, parent = arc.get("dependent"), arc.get("governor")
            if type(child) is int and type(parent) is int and 0 < child <= length >= parent > 0:
                parents[first + child - 1] = str(first + parent - 1)
    layers["head"] = [parents.get(word, "") for word in range(len(words))]
    text = JsonText(words, bounds, layers={layer: values for layer, values in layers.items() if any(values)})
    chains = record.typed(CORENLP, dict[str, list[dict[str, Any]]])
    entities = {name: [_corenlp_mention(record, mention, text) for mention in chain] for name, chain in chains.items()}
    return str(record.get("docId") or ""), text, entities


def _corenlp_mention(record: Record, mention: dict[str, Any], text: JsonText) -> Mention:
    place: list[Any] = [mention.get(name) for name in ("sentNum", "startIndex", "endIndex")]
    try:
        span = text.mention([each - 1 if type(each) is int else None for each in place], SENTENCE_START_END)
    except BadSpan as error:
        fact, hint = f"'corefs' has {excerpt(mention)}", f"'sentNum', 'startIndex' and 'endIndex' count from 1: {error}"
        raise record.error(fact, hint) from None
    start, end = place[1:]
    head, kind = mention.get("headIndex"), mention.get("type")
    head = span.start + int(head) - start if isinstance(head, int) and start <= head < end else None
    return span.replaced(head=head, type=CORENLP_TYPES.get(kind) if isinstance(kind, str) else None)
