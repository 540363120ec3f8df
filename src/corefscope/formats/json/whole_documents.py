"""Records that hold more than clusters of one document: OntoNotes on the Hugging Face Hub, and CoreNLP's output."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from corefscope.basics.escaping import quoted
from corefscope.formats.json.record import Record, excerpt
from corefscope.formats.json.text import BadSpan, JsonText
from corefscope.formats.json.variants import E2E, SENTENCE_FIRST_LAST, SENTENCE_START_END, VARIANTS, numbers
from corefscope.model import Mention

CORENLP = "corefs"
CLUSTER_FIELDS = frozenset((CORENLP, *(field for variant in (E2E, *VARIANTS) for field in variant.fields)))
CORENLP_TYPES = {"PROPER": "name", "NOMINAL": "nominal", "PRONOMINAL": "pronoun"}  # LIST is none of them
CORENLP_LAYERS = {"lemma": "lemma", "pos": "pos", "ner": "named_entity", "speaker": "speaker"}
BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
WholeDocument = tuple[str, JsonText, dict[str, list[Mention]]]  # its name, text and entities by their ids


def documents_of(record: Record) -> list[WholeDocument]:
    """Return the documents of such a record; none if it is another one."""
    sentences = record["sentences"]
    if not isinstance(sentences, list) or not set(map(type, sentences[:1])) <= {dict}:
        return []
    if not all(isinstance(sentence, dict) for sentence in sentences):
        return []
    if isinstance(record[CORENLP], dict):
        return [_of_corenlp(record, sentences)]
    if sentences and all("coref_spans" in each and "words" in each for each in sentences):
        return list(_of_ontonotes(record, sentences))
    return []


def _of_ontonotes(record: Record, sentences: list[dict[str, Any]]) -> Iterator[WholeDocument]:
    """Yield a document for each part: `coref_spans` are [cluster, first, last] in a sentence, last word included."""
    name = str(record["document_id"] or "")
    for part, listed in groupby(sentences, lambda sentence: sentence.get("part_id") or 0):
        if not isinstance(part, int):
            raise record.error(f"'part_id' should be a number, not {excerpt(part)}")
        words: list[str] = []
        bounds: list[tuple[int, int]] = []
        entities: dict[str, list[Mention]] = {}
        for sentence in listed:
            forms, spans = _words(record, sentence["words"], "words"), sentence["coref_spans"]
            if not isinstance(spans, list):
                raise record.error(f"'coref_spans' should be a list, not {excerpt(spans)}")
            for span in spans:
                positions = numbers(span, SENTENCE_FIRST_LAST)  # with the cluster instead of the sentence
                if positions is None or positions[2] > len(forms):
                    hint = f"a span is [cluster, first word, last word] in its sentence, which has {len(forms)}"
                    raise record.error(f"'coref_spans' has {excerpt(span)}", hint)
                cluster, first, after = positions
                entities.setdefault(str(cluster), []).append(Mention(len(words) + first, len(words) + after))
            bounds.append((len(words), len(words) + len(forms)))
            words += forms
        yield f"({name}); part {part:03d}" if name else "", JsonText(words, bounds), entities


def _of_corenlp(record: Record, sentences: list[dict[str, Any]]) -> WholeDocument:
    """CoreNLP counts sentences and words from 1 and gives the word after the last; chains go by id."""
    words: list[str] = []
    bounds: list[tuple[int, int]] = []
    layers: dict[str, list[str]] = {layer: [] for layer in CORENLP_LAYERS.values()}
    parents: dict[int, str] = {}
    for sentence in sentences:
        tokens = sentence.get("tokens")
        if not isinstance(tokens, list) or not all(isinstance(token, dict) for token in tokens):
            raise record.error("each of 'sentences' should have 'tokens'")
        forms, first = _words(record, [token.get("word") for token in tokens], "word"), len(words)
        bounds.append((first, first + len(forms)))
        words += [BRACKETS.get(word, word) for word in forms]
        for field, layer in CORENLP_LAYERS.items():
            values = (token.get(field) for token in tokens)
            layers[layer] += [value if isinstance(value, str) else "" for value in values]
        for arc in sentence.get("basicDependencies") or ():
            child, parent = (arc.get(end) for end in ("dependent", "governor")) if isinstance(arc, dict) else (0, 0)
            if type(child) is int and type(parent) is int and 0 < child <= len(forms) >= parent > 0:
                parents[first + child - 1] = str(first + parent - 1)
    layers["head"] = [parents.get(word, "") for word in range(len(words))]
    text = JsonText(
        words, bounds, layers={layer: values for layer, values in layers.items() if any(values)}, bounds=bounds
    )
    entities: dict[str, list[Mention]] = {}
    for chain, mentions in record[CORENLP].items():
        if not isinstance(mentions, list) or not all(isinstance(mention, dict) for mention in mentions):
            raise record.error(f"chain {quoted(chain)} of 'corefs' should be a list of mentions")
        entities[chain] = [_corenlp_mention(record, mention, text) for mention in mentions]
    return str(record["docId"] or ""), text, entities


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


def _words(record: Record, value: Any, name: str) -> list[str]:
    if not isinstance(value, list) or not set(map(type, value)) <= {str}:
        raise record.error(f"{quoted(name)} should be words, not {excerpt(value)}")
    return value
