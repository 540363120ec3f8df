"""The words of a JSON document and what stands beside them (sentences, speakers, tags), as each system writes them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import accumulate, chain, pairwise
from typing import Any

from corefscope.basics.escaping import quoted
from corefscope.formats.json.variants import SENTENCE, SUBTOKEN, Reading, RecordPlace, show
from corefscope.model import EMPTY_NODES, LARGEST, Mention, empty_position
from corefscope.problems import Notices

Record = Mapping[str, Any]
# Fields beside the words, and the layer that each becomes.
LAYERS = {"speakers": "speaker", "speaker": "speaker", "pos": "pos"}
WL_COREF_LAYERS = {**LAYERS, "deprel": "deprel", "head": "head"}
CONLLU_LAYERS = ("lemma", "upos", "xpos", "deprel")  # keys of coref-data's tokens
EMPTY_MARK = "##"
SPECIAL_SPEAKER = "[SPL]"  # of the marks [CLS] and [SEP]
_EMPTY_NODE = re.compile(r"(\d{1,9})\.\d*[1-9]\d*")


class SpanOutOfRange(Exception):
    """A span that lies where there is no text; the reader adds which one it is."""

    def __init__(self, fact: str, hint: str | None = None) -> None:
        super().__init__(fact)
        self.fact, self.hint = fact, hint


@dataclass
class JsonText:
    """What a document says of its text; `bounds` are its sentences in the file's own count of tokens."""

    words: list[str] | None = None
    sentences: list[tuple[int, int]] | None = None
    raw: str | None = None
    length: int | None = None
    layers: dict[str, list[str]] = field(default_factory=dict)
    bounds: list[tuple[int, int]] | None = None
    positions: list[int] | None = None  # of all tokens, where some are empty nodes
    empty_nodes: list[int] = field(default_factory=list)  # where these stand in `positions`
    subtoken_map: list[int | None] = field(default_factory=list)
    listed: int = 0  # positions in mentions with empty nodes so far

    def mention(self, numbers: tuple[int, ...], reading: Reading) -> Mention:
        """Return the mention that these numbers mean, its end exclusive."""
        start, end = numbers[-2:]
        if reading.counts == SUBTOKEN:
            return self._of_subtokens(start, end - 1)
        if reading.counts == SENTENCE:
            if self.bounds is None:
                raise SpanOutOfRange("counts from a sentence, but the document has no 'sentences'")
            if numbers[0] >= len(self.bounds):
                raise SpanOutOfRange("is in no sentence", f"there are {len(self.bounds)}, numbered from 0")
            first, after = self.bounds[numbers[0]]
            if end > after - first:
                raise SpanOutOfRange("lies outside its sentence", f"which has {after - first} tokens")
            start, end = first + start, first + end
        return Mention(start, end) if self.positions is None else self._of_nodes(self.positions, start, end)

    def _of_subtokens(self, first: int, last: int) -> Mention:
        if last >= len(self.subtoken_map):
            raise SpanOutOfRange(f"lies outside the {len(self.subtoken_map)} sub-tokens of 'subtoken_map'")
        start, end = self.subtoken_map[first], self.subtoken_map[last]
        if start is None or end is None:
            raise SpanOutOfRange("begins or ends on a sub-token that belongs to no word")
        return Mention(start, end + 1)

    def _of_nodes(self, positions: list[int], start: int, end: int) -> Mention:
        if end > len(positions):
            raise SpanOutOfRange("lies outside the document", f"which has {len(positions)} tokens")
        if bisect_left(self.empty_nodes, start) == bisect_left(self.empty_nodes, end):
            return Mention(positions[start], positions[end - 1] + 1)
        # Kept position by position: real annotation nests a few deep, a file made to fill the memory much deeper.
        self.listed += end - start
        if self.listed > 50 * len(positions) + 100_000:
            raise SpanOutOfRange("is one of too many long mentions that cover empty nodes")
        return Mention.at(positions[start:end])


def text_of(record: Record, variant: str, place: RecordPlace, notices: Notices) -> JsonText:
    """Return the text of a document of this variant."""
    return _READERS.get(variant, _plain)(record, place, notices)


def _plain(record: Record, place: RecordPlace, notices: Notices) -> JsonText:
    """Read `sentences`, which are lists of words; else `tokens`, one such list; else there are only spans."""
    sentences, tokens = record.get("sentences"), record.get("tokens")
    if sentences is None and tokens is None:
        return JsonText()
    if sentences is None:
        words, bounds = words_of(tokens, "tokens", place), None
    else:
        if not isinstance(sentences, list) or not all(isinstance(sentence, list) for sentence in sentences):
            raise place.error("'sentences' should be a list of lists of tokens")
        words, bounds = words_of(list(chain(*sentences)), "sentences", place), _bounds(map(len, sentences))
    return JsonText(words, bounds, layers=_layers(record, LAYERS, len(words), place, notices), bounds=bounds)


def _of_fastcoref(record: Record, place: RecordPlace, notices: Notices) -> JsonText:
    return JsonText(raw=record["text"])


def _in_field(name: str) -> Callable[[Record, RecordPlace, Notices], JsonText]:
    """Read words in a field of their own: AllenNLP's `document`, fastcoref's `text` if it was given a list of words."""
    return lambda record, place, notices: JsonText(words_of(record[name], name, place))


def _of_wl_coref(record: Record, place: RecordPlace, notices: Notices) -> JsonText:
    """Read `cased_words`, and `sent_id` with the sentence of each word."""
    words = words_of(record["cased_words"], "cased_words", place)
    ids = _values(record, "sent_id", len(words), place, notices)
    breaks = [number for number in range(1, len(words)) if ids and ids[number] != ids[number - 1]]
    sentences = list(pairwise([0, *breaks, len(words)])) if ids else None
    return JsonText(words, sentences, layers=_layers(record, WL_COREF_LAYERS, len(words), place, notices))


def _of_spanbert(record: Record, place: RecordPlace, notices: Notices) -> JsonText:
    """Read `sentences`, which are segments of sub-tokens, and `subtoken_map` with the word of each.

    Words are not spelt out. The marks around a segment carry the number of the word before them, and the mark that
    opens the document that of word 0. So the first sub-token of a word has the word's sentence, and the first that is
    no mark has its speaker.
    """
    mapped = record["subtoken_map"]
    numbers = [word for word in mapped if word is not None] if isinstance(mapped, list) else [-1]
    in_order = all(type(word) is int and 0 <= word < LARGEST for word in numbers)
    if not in_order or any(before > after for before, after in pairwise(numbers)):
        raise place.error("'subtoken_map' should have the word of each sub-token, from 0 and never going back")
    segments = _plain({"sentences": record.get("sentences")}, place, notices).words
    if segments is not None and len(segments) != len(mapped):
        raise place.error(f"'sentences' have {len(segments)} sub-tokens, 'subtoken_map' has {len(mapped)}")
    words = _plain({"tokens": record.get("tokens")}, place, notices).words
    count = numbers[-1] + 1 if numbers else 0
    if words is not None:
        if len(words) < count:
            raise place.error(f"'subtoken_map' has {count} words, 'tokens' has {len(words)}")
        count = len(words)
    text = JsonText(words, length=count, subtoken_map=mapped)
    sentence_of = _values(record, "sentence_map", len(mapped), place, notices)
    if sentence_of and numbers:
        first = {word: token for token, word in reversed([*enumerate(mapped)]) if word is not None}
        ordered = sorted(first)
        breaks = [b for a, b in pairwise(ordered) if sentence_of[first[a]] != sentence_of[first[b]]]
        text.sentences = list(pairwise([0, *breaks, count]))
    speaker_of = _values(record, "speakers", len(mapped), place, notices)
    if speaker_of:
        speakers = {
            word: speaker
            for word, speaker in zip(reversed(mapped), reversed(speaker_of), strict=True)
            if word is not None and speaker != SPECIAL_SPEAKER
        }
        if count <= 2 * len(mapped):  # else the map leaves out most words, and a few bytes could ask for gigabytes
            text.layers["speaker"] = [speakers.get(word, "") for word in range(count)]
        else:
            notices.add("column-not-kept", f"'speakers' are known for {len(speakers)} of {count} words", *place)
    return text


def _of_maverick(record: Record, place: RecordPlace, notices: Notices) -> JsonText:
    """Read `tokens`, which are words; text2text-coref writes `##` before the form of an empty node among them."""
    text = _plain(record, place, notices)
    words = text.words or []
    if record.get("sentences") is not None or not any(word.startswith(EMPTY_MARK) for word in words):
        return text
    nodes = _Nodes(place)
    for word in words:
        if word.startswith(EMPTY_MARK):
            nodes.add_empty()
        else:
            nodes.add(word)
    return JsonText(nodes.words, positions=nodes.positions, empty_nodes=nodes.empty_nodes)


def _of_coref_data(record: Record, place: RecordPlace, notices: Notices) -> JsonText:
    """Read `sentences`, which are objects whose `tokens` are objects with the columns of CoNLL-U.

    A token with an id such as 3.1 is an empty node: it has a place between words, but is no word.
    """
    sentences = record.get("sentences")
    if not isinstance(sentences, list) or not all(
        isinstance(sentence, dict) and isinstance(sentence.get("tokens"), list) for sentence in sentences
    ):
        raise place.error("'sentences' should be a list of objects with 'tokens'")
    for node in chain(*(sentence["tokens"] for sentence in sentences)):
        if not isinstance(node, dict) or not isinstance(node.get("text"), str):
            raise place.error("each token of 'sentences' should be an object with a 'text'")
    nodes = _Nodes(place)
    spans: list[tuple[int, int]] = []
    layers: dict[str, list[Any]] = {name: [] for name in (*CONLLU_LAYERS, "speaker", "head")}
    for sentence in sentences:
        start, real = len(nodes.words), []
        nodes.in_a_row = 0
        for node in sentence["tokens"]:
            empty = _EMPTY_NODE.fullmatch(str(node.get("id"))) if not isinstance(node.get("id"), list | dict) else None
            if empty is None:
                nodes.add(node["text"])
                real.append(node)
            else:
                nodes.add_empty(opens_sentence=int(empty[1]) == 0)
        spans.append((start, len(nodes.words)))
        for name in CONLLU_LAYERS:
            layers[name].extend(node.get(name) for node in real)
        layers["speaker"].extend([sentence.get("speaker")] * len(real))
        # CoNLL-U counts heads from 1 in the sentence, layers count from 0 in the document; 0 is the root.
        heads = (node.get("head") for node in real)
        inside = (head if isinstance(head, int | float) and 1 <= head <= len(real) else 0 for head in heads)
        layers["head"].extend(start + int(head) - 1 if head else None for head in inside)
    texts = {
        name: ["" if isinstance(value, list | dict) else _text(value) for value in values]
        for name, values in layers.items()
    }
    filled = {name: values for name, values in texts.items() if any(values)}
    if "xpos" in filled:
        filled["pos"] = filled["xpos"]
    bounds = _bounds(len(sentence["tokens"]) for sentence in sentences)
    positions = nodes.positions if nodes.empty_nodes else None
    return JsonText(
        nodes.words, spans, layers=filled, bounds=bounds, positions=positions, empty_nodes=nodes.empty_nodes
    )


class _Nodes:
    """Words and the empty nodes between them, each with its position."""

    def __init__(self, place: RecordPlace) -> None:
        self.place, self.in_a_row = place, 0
        self.words: list[str] = []
        self.positions: list[int] = []
        self.empty_nodes: list[int] = []  # where these stand in `positions`

    def add(self, word: str) -> None:
        self.in_a_row = 0
        self.positions.append(len(self.words))
        self.words.append(word)

    def add_empty(self, opens_sentence: bool = False) -> None:
        self.in_a_row += 1
        if self.in_a_row >= EMPTY_NODES // 2:
            raise self.place.error(f"{self.in_a_row} empty nodes follow each other", "there is no room for so many")
        self.empty_nodes.append(len(self.positions))
        self.positions.append(empty_position(len(self.words), self.in_a_row, opens_sentence))


# Where the words are; any other variant has them in `sentences` or `tokens`.
_READERS: dict[str, Callable[[Record, RecordPlace, Notices], JsonText]] = {
    "coref-data": _of_coref_data,
    "wl-coref": _of_wl_coref,
    "SpanBERT": _of_spanbert,
    "Maverick": _of_maverick,
    "AllenNLP": _in_field("document"),
    "fastcoref": _of_fastcoref,
    "fastcoref (tokens)": _in_field("text"),
}


def words_of(value: Any, name: str, place: RecordPlace) -> list[str]:
    """Return a list of words; numbers among them are words too."""
    if not isinstance(value, list):
        raise place.error(f"{quoted(name)} should be a list of words, not {show(value)}")
    if set(map(type, value)) <= {str}:
        return value
    for word in value:
        if word is None or isinstance(word, list | dict):
            raise place.error(f"{quoted(name)} should be words, not {show(word)}")
    return list(map(str, value))


def _values(record: Record, name: str, count: int, place: RecordPlace, notices: Notices) -> list[str] | None:
    """Return a field with a value for each token, in one list or in one a sentence; None if there is none that fits."""
    value = record.get(name)
    if value is None or value == []:
        return None
    if isinstance(value, list) and all(isinstance(part, list) for part in value):
        value = list(chain(*value))
    if isinstance(value, list) and len(value) == count:
        kinds = set(map(type, value))
        if not kinds & {list, dict}:
            return value if kinds == {str} else list(map(_text, value))
    size = f"{len(value)} values" if isinstance(value, list) else show(value)
    notices.add("column-not-kept", f"{quoted(name)} has {size} for {count} tokens", *place)
    return None


def _layers(
    record: Record, names: Mapping[str, str], count: int, place: RecordPlace, notices: Notices
) -> dict[str, list[str]]:
    layers = {layer: _values(record, name, count, place, notices) for name, layer in names.items() if name in record}
    return {layer: values for layer, values in layers.items() if values is not None}


def _text(value: Any) -> str:
    """Return a value as a string; null is empty."""
    return "" if value is None else str(value)


def _bounds(lengths: Iterable[int]) -> list[tuple[int, int]]:
    """Return where sentences of these lengths begin and end."""
    return list(pairwise(accumulate(lengths, initial=0)))


def printable_name(name: str) -> str:
    """Return a name as files and terminals can show it: JSON can escape half of a surrogate pair."""
    return name.encode("utf-8", "replace").decode("utf-8").strip()
