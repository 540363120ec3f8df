"""JSON documents whose tokens are not words: SpanBERT's sub-tokens, and coref-data's tokens with empty nodes."""

from __future__ import annotations

import re
from itertools import chain, pairwise
from typing import Any

from corefscope.formats.json.text import JsonText, Record, bounds_of, parallel, plain, texts
from corefscope.formats.json.variants import RecordPlace
from corefscope.model import EMPTY_NODES, LARGEST, empty_position
from corefscope.problems import Notices

EMPTY_MARK = "##"
SPECIAL_SPEAKER = "[SPL]"  # of the marks [CLS] and [SEP]
# Keys of coref-data's tokens that become layers of the same name.
TOKEN_LAYERS = ("lemma", "upos", "xpos", "deprel")
_EMPTY_NODE = re.compile(r"(\d{1,9})\.\d*[1-9]\d*")


def with_subtokens(record: Record, place: RecordPlace, notices: Notices) -> JsonText:
    """SpanBERT: `sentences` are segments of sub-tokens, `subtoken_map` has the word of each; words are not spelt out.

    The marks around a segment carry the number of the word before them, and the mark that opens the
    document that of word 0. So the first sub-token of a word has the word's sentence, and the first
    that is no mark has its speaker.
    """
    mapped = record["subtoken_map"]
    numbers = [word for word in mapped if word is not None] if isinstance(mapped, list) else [-1]
    in_order = all(type(word) is int and 0 <= word < LARGEST for word in numbers)
    if not in_order or any(before > after for before, after in pairwise(numbers)):
        raise place.error("'subtoken_map' should have the word of each sub-token, from 0 and never going back")
    segments = plain({"sentences": record.get("sentences")}, place, notices).words
    if segments is not None and len(segments) != len(mapped):
        raise place.error(f"'sentences' have {len(segments)} sub-tokens, 'subtoken_map' has {len(mapped)}")
    words = plain({"tokens": record.get("tokens")}, place, notices).words
    count = numbers[-1] + 1 if numbers else 0
    if words is not None:
        if len(words) < count:
            raise place.error(f"'subtoken_map' has {count} words, 'tokens' has {len(words)}")
        count = len(words)
    text = JsonText(words, length=count, subtoken_map=mapped)
    sentence_of = parallel(record, "sentence_map", len(mapped), place, notices)
    if sentence_of and numbers:
        first = {word: token for token, word in reversed([*enumerate(mapped)]) if word is not None}
        ordered = sorted(first)
        breaks = [b for a, b in pairwise(ordered) if sentence_of[first[a]] != sentence_of[first[b]]]
        text.sentences = list(pairwise([0, *breaks, count]))
    speaker_of = parallel(record, "speakers", len(mapped), place, notices)
    if speaker_of:
        spoken = {
            word: speaker
            for word, speaker in zip(reversed(mapped), reversed(speaker_of), strict=True)
            if word is not None and speaker != SPECIAL_SPEAKER
        }
        if count <= 2 * len(mapped):  # else the map leaves out most words, and a few bytes could ask for gigabytes
            text.layers["speaker"] = [spoken.get(word, "") for word in range(count)]
        else:
            notices.add("column-not-kept", f"'speakers' are known for {len(spoken)} of {count} words", *place)
    return text


def with_marked_nodes(record: Record, place: RecordPlace, notices: Notices) -> JsonText:
    """Maverick: `tokens` are words; text2text-coref writes `##` before the form of an empty node among them."""
    text = plain(record, place, notices)
    words = text.words or []
    marked = [number for number, word in enumerate(words) if word.startswith(EMPTY_MARK)]
    if not marked or record.get("sentences") is not None:
        return text
    real: list[str] = []
    positions: list[int] = []
    in_a_row = 0
    for word in words:
        in_a_row = in_a_row + 1 if word.startswith(EMPTY_MARK) else 0
        if in_a_row >= EMPTY_NODES // 2:
            raise place.error(f"{in_a_row} empty nodes follow each other", "there is no room for so many")
        positions.append(empty_position(len(real), in_a_row) if in_a_row else len(real))
        real += [] if in_a_row else [word]
    return JsonText(real, positions=positions, empty_nodes=marked)


def with_empty_nodes(record: Record, place: RecordPlace, notices: Notices) -> JsonText:
    """coref-data: `sentences` are objects whose `tokens` are objects with the columns of CoNLL-U.

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
    words: list[str] = []
    spans: list[tuple[int, int]] = []
    positions: list[int] = []
    empty_nodes: list[int] = []
    layers: dict[str, list[Any]] = {name: [] for name in (*TOKEN_LAYERS, "speaker", "head")}
    for sentence in sentences:
        start, in_a_row, real = len(words), 0, []
        for node in sentence["tokens"]:
            empty = _EMPTY_NODE.fullmatch(str(node.get("id"))) if not isinstance(node.get("id"), list | dict) else None
            if empty is None:
                in_a_row = 0
                positions.append(len(words))
                words.append(node["text"])
                real.append(node)
                continue
            in_a_row += 1
            if in_a_row >= EMPTY_NODES // 2:
                raise place.error(f"{in_a_row} empty nodes follow each other", "there is no room for so many")
            empty_nodes.append(len(positions))
            positions.append(empty_position(len(words), in_a_row, int(empty[1]) == 0))
        spans.append((start, len(words)))
        for name in TOKEN_LAYERS:
            layers[name].extend(_plain(node.get(name)) for node in real)
        layers["speaker"].extend([_plain(sentence.get("speaker"))] * len(real))
        # CoNLL-U counts heads from 1 in the sentence, layers count from 0 in the document; 0 is the root.
        heads = (node.get("head") for node in real)
        inside = (head if isinstance(head, int | float) and 1 <= head <= len(real) else 0 for head in heads)
        layers["head"].extend(str(start + int(head) - 1) if head else "" for head in inside)
    filled = {name: texts(values) for name, values in layers.items() if any(values)}
    if "xpos" in filled:
        filled["pos"] = filled["xpos"]
    bounds = bounds_of(len(sentence["tokens"]) for sentence in sentences)
    with_places = positions if empty_nodes else None
    return JsonText(words, spans, layers=filled, bounds=bounds, positions=with_places, empty_nodes=empty_nodes)


def _plain(value: Any) -> Any:
    return None if isinstance(value, list | dict) else value
