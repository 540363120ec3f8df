"""The words of a JSON document and what stands beside them: sentences, speakers, tags."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, chain, pairwise
from typing import Any

from corefscope.basics.escaping import quoted
from corefscope.formats.files.blocks import StoredBytes
from corefscope.formats.json.variants import SENTENCE, SUBTOKEN, Reading, RecordPlace, show
from corefscope.model import Mention
from corefscope.problems import Notices

Record = Mapping[str, Any]
# Fields beside the words, and the layer that each becomes.
LAYERS = {"speakers": "speaker", "speaker": "speaker", "pos": "pos"}
WL_COREF_LAYERS = {**LAYERS, "deprel": "deprel", "head": "head"}


class Misplaced(Exception):
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
        """The mention that these numbers mean, its end exclusive."""
        start, end = numbers[-2:]
        if reading.counts == SUBTOKEN:
            return self._of_subtokens(start, end - 1)
        if reading.counts == SENTENCE:
            if self.bounds is None:
                raise Misplaced("counts from a sentence, but the document has no 'sentences'")
            if numbers[0] >= len(self.bounds):
                raise Misplaced("is in no sentence", f"there are {len(self.bounds)}, numbered from 0")
            first, after = self.bounds[numbers[0]]
            if end > after - first:
                raise Misplaced("lies outside its sentence", f"which has {after - first} tokens")
            start, end = first + start, first + end
        return Mention(start, end) if self.positions is None else self._of_nodes(self.positions, start, end)

    def _of_subtokens(self, first: int, last: int) -> Mention:
        if last >= len(self.subtoken_map):
            raise Misplaced(f"lies outside the {len(self.subtoken_map)} sub-tokens of 'subtoken_map'")
        start, end = self.subtoken_map[first], self.subtoken_map[last]
        if start is None or end is None:
            raise Misplaced("begins or ends on a sub-token that belongs to no word")
        return Mention(start, end + 1)

    def _of_nodes(self, positions: list[int], start: int, end: int) -> Mention:
        if end > len(positions):
            raise Misplaced("lies outside the document", f"which has {len(positions)} tokens")
        if bisect_left(self.empty_nodes, start) == bisect_left(self.empty_nodes, end):
            return Mention(positions[start], positions[end - 1] + 1)
        # Kept position by position: real annotation nests a few deep, a file made to fill the memory much deeper.
        self.listed += end - start
        if self.listed > 50 * len(positions) + 100_000:
            raise Misplaced("is one of too many long mentions that cover empty nodes")
        return Mention.at(positions[start:end])


def plain(record: Record, place: RecordPlace, notices: Notices) -> JsonText:
    """`sentences`, which are lists of words; else `tokens`, one such list; else there are only spans."""
    sentences, tokens = record.get("sentences"), record.get("tokens")
    if sentences is None and tokens is None:
        return JsonText()
    if sentences is None:
        words, bounds = words_of(tokens, "tokens", place), None
    else:
        if not isinstance(sentences, list) or not all(isinstance(sentence, list) for sentence in sentences):
            raise place.error("'sentences' should be a list of lists of tokens")
        words, bounds = words_of(list(chain(*sentences)), "sentences", place), bounds_of(map(len, sentences))
    return JsonText(words, bounds, layers=_layers(record, LAYERS, len(words), place, notices), bounds=bounds)


def running(record: Record, place: RecordPlace, notices: Notices) -> JsonText:
    """fastcoref: `text` as it runs."""
    return JsonText(raw=record["text"])


def of_allennlp(record: Record, place: RecordPlace, notices: Notices) -> JsonText:
    """AllenNLP: the words are the `document`."""
    return JsonText(words_of(record["document"], "document", place))


def split(record: Record, place: RecordPlace, notices: Notices) -> JsonText:
    """fastcoref: `text` that was given to it as a list of words."""
    return JsonText(words_of(record["text"], "text", place))


def with_sentence_ids(record: Record, place: RecordPlace, notices: Notices) -> JsonText:
    """wl-coref: `cased_words`, and `sent_id` with the sentence of each word."""
    words = words_of(record["cased_words"], "cased_words", place)
    ids = parallel(record, "sent_id", len(words), place, notices)
    breaks = [number for number in range(1, len(words)) if ids and ids[number] != ids[number - 1]]
    sentences = list(pairwise([0, *breaks, len(words)])) if ids else None
    return JsonText(words, sentences, layers=_layers(record, WL_COREF_LAYERS, len(words), place, notices))


def words_of(value: Any, name: str, place: RecordPlace) -> list[str]:
    """A list of words; numbers among them are words too."""
    if not isinstance(value, list):
        raise place.error(f"{quoted(name)} should be a list of words, not {show(value)}")
    if set(map(type, value)) <= {str}:
        return value
    for word in value:
        if word is None or isinstance(word, list | dict):
            raise place.error(f"{quoted(name)} should be words, not {show(word)}")
    return list(map(str, value))


def parallel(record: Record, name: str, count: int, place: RecordPlace, notices: Notices) -> list[str] | None:
    """A field with a value for each token, in one list or in one a sentence; None if there is none that fits."""
    value = record.get(name)
    if value is None or value == []:
        return None
    if isinstance(value, list) and all(isinstance(part, list) for part in value):
        value = list(chain(*value))
    if isinstance(value, list) and len(value) == count and not any(isinstance(part, list | dict) for part in value):
        return texts(value)
    size = f"{len(value)} values" if isinstance(value, list) else show(value)
    notices.add("column-not-kept", f"{quoted(name)} has {size} for {count} tokens", *place)
    return None


def _layers(
    record: Record, names: Mapping[str, str], count: int, place: RecordPlace, notices: Notices
) -> dict[str, list[str]]:
    found = {layer: parallel(record, name, count, place, notices) for name, layer in names.items() if name in record}
    return {layer: values for layer, values in found.items() if values is not None}


def texts(values: Iterable[Any]) -> list[str]:
    """Values as strings; null is empty."""
    return ["" if value is None else str(value) for value in values]


def bounds_of(lengths: Iterable[int]) -> list[tuple[int, int]]:
    """Where sentences of these lengths begin and end."""
    return list(pairwise(accumulate(lengths, initial=0)))


def spelt_name(name: str) -> str:
    """A name as files and terminals can show it: JSON can escape half of a surrogate pair."""
    return name.encode("utf-8", "replace").decode("utf-8").strip()


@dataclass(eq=False)
class JsonLines:
    """The lines of a block that hold documents, parsed once more when their words are needed."""

    stored: StoredBytes
    parse: Callable[[bytes], JsonText]
    start: array[int] = field(default_factory=lambda: array("q"))
    end: array[int] = field(default_factory=lambda: array("q"))
    fingerprints: list[bytes | None] = field(default_factory=list)

    def add(self, start: Sequence[int], end: Sequence[int], fingerprints: Sequence[bytes | None]) -> int:
        """Add documents that stand in these bytes of the block; give the number of the first."""
        self.start.extend(start)
        self.end.extend(end)
        self.fingerprints.extend(fingerprints)
        return len(self.fingerprints) - len(fingerprints)

    def fingerprint(self, document: int) -> bytes | None:
        """The same only for the same words; None if there is none. Of plain lines, the same for the same bytes."""
        return self.fingerprints[document]

    def words(self, document: int) -> list[str] | None:
        return self.layer(document, "word")

    def sentences(self, document: int) -> list[tuple[int, int]] | None:
        found = _parsed(self, document).sentences
        return None if found is None else list(found)

    def layer(self, document: int, name: str) -> list[str] | None:
        found = _parsed(self, document)
        values = found.words if name == "word" else found.layers.get(name)
        return None if values is None else list(values)

    def token_line(self, document: int, token: int) -> int | None:
        return None


@lru_cache(maxsize=2)  # one document of the key and one of the response
def _parsed(text: JsonLines, document: int) -> JsonText:
    return text.parse(text.stored.part(text.start[document], text.end[document]))
