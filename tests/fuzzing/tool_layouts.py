"""The files that parsers and annotation tools write, made without the package: one function for each layout."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from html import escape

from fuzzing.texts import Span, Text


def _places(text: Text) -> list[tuple[int, int]]:
    """The sentence of each word, and its place in there."""
    return [(number, place) for number, sentence in enumerate(text.sentences) for place in range(len(sentence))]


def _in_sentences(text: Text) -> list[list[Span]]:
    """The entities without mentions that cross the end of a sentence, which parsers never make."""
    places = _places(text)
    kept = [
        [(start, end) for start, end in entity if places[start][0] == places[end - 1][0]] for entity in text.entities
    ]
    return [entity for entity in kept if entity]


def _attachments(text: Text) -> list[list[tuple[int, bool, bool]]]:
    """For each word the chains of mentions that cover it: chain, whether it starts and whether it ends there."""
    found: list[list[tuple[int, bool, bool]]] = [[] for _ in text.words]
    for number, entity in enumerate(_in_sentences(text)):
        for start, end in entity:
            for word in range(start, end):
                found[word].append((number, word == start, word == end - 1))
    return found


KINDS = {(True, True): "unit", (True, False): "start", (False, True): "end", (False, False): "middle"}


def stanza(text: Text) -> str:
    lines, attached = [], iter(_attachments(text))
    for number, sentence in enumerate(text.sentences):
        lines.append(f"# sent_id = {number}")
        for place, word in enumerate(sentence, 1):
            items = ",".join(f"{KINDS[starts, ends]}-id{chain}" for chain, starts, ends in next(attached))
            misc = f"start_char=0|end_char=1|coref_chains={items}" if items else "start_char=0|end_char=1"
            lines.append(f"{place}\t{word}\t_\tNOUN\t_\t_\t{place - 1}\tdep\t_\t{misc}")
        lines.append("")
    return "\n".join(lines) + "\n"


def stanza_json(text: Text) -> str:
    attached = iter(_attachments(text))
    sentences = []
    for sentence in text.sentences:
        words = []
        for place, word in enumerate(sentence, 1):
            chains = [
                {"index": chain, "representative_text": "x", **({"is_start": True} if starts else {})}
                | ({"is_end": True} if ends else {})
                for chain, starts, ends in next(attached)
            ]
            words.append({"id": place, "text": word, "head": place - 1, "coref_chains": chains})
        sentences.append(words)
    return json.dumps(sentences, ensure_ascii=False)


def booknlp(text: Text) -> dict[str, str]:
    rows = ["COREF\tstart_token\tend_token\tprop\tcat\ttext"]
    for number, entity in enumerate(text.entities):
        rows += [f"{number}\t{start}\t{end - 1}\tNOM\tPER\t{' '.join(text.words[start:end])}" for start, end in entity]
    names = "paragraph_ID sentence_ID token_ID_within_sentence token_ID_within_document word lemma byte_onset"
    tokens = ["\t".join([*names.split(), "byte_offset", "POS_tag", "syntactic_head_ID"])]
    for token, (sentence, place) in enumerate(_places(text)):
        tokens.append(f"0\t{sentence}\t{place}\t{token}\t{text.words[token]}\tx\t0\t1\tNOUN\t{token - place}")
    return {"text.entities": "\n".join(rows) + "\n", "text.tokens": "\n".join(tokens) + "\n"}


def corenlp(text: Text) -> str:
    places = _places(text)
    tokens = [[{"index": n, "word": word} for n, word in enumerate(sentence, 1)] for sentence in text.sentences]
    corefs = {
        str(number): [
            {
                "type": "NOMINAL",
                "sentNum": places[start][0] + 1,
                "startIndex": places[start][1] + 1,
                "endIndex": places[end - 1][1] + 2,
                "headIndex": places[start][1] + 1,
            }
            for start, end in entity
        ]
        for number, entity in enumerate(_in_sentences(text), 1)
    }
    return json.dumps(
        {"docId": text.name, "sentences": [{"tokens": each} for each in tokens], "corefs": corefs}, indent=1
    )


def ecb(text: Text) -> str:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<Document doc_name="{text.name}.xml">']
    for token, (sentence, place) in enumerate(_places(text), 1):
        word = escape(text.words[token - 1])
        lines.append(f'<token t_id="{token}" sentence="{sentence}" number="{place}">{word}</token>')
    lines.append("<Markables>")
    relations, number = [], 0
    for entity in text.entities:
        members = []
        for start, end in entity:
            number += 1
            members.append(f'<source m_id="{number}"/>')
            anchors = "".join(f'<token_anchor t_id="{token + 1}"/>' for token in range(start, end))
            lines.append(f'<HUMAN_PART_PER m_id="{number}">{anchors}</HUMAN_PART_PER>')
        number += 1
        lines.append(f'<HUMAN_PART_PER m_id="{number}" RELATED_TO="" TAG_DESCRIPTOR="x" instance_id="HUM{number}"/>')
        target = f'<target m_id="{number}"/>'
        relations.append(f'<CROSS_DOC_COREF r_id="{number}">{"".join(members)}{target}</CROSS_DOC_COREF>')
    return "\n".join([*lines, "</Markables>", "<Relations>", *relations, "</Relations>", "</Document>", ""])


def wec(texts: Sequence[Text]) -> str:
    return json.dumps(
        [
            {"doc_id": text.name, "mention_id": f"{text.name}_{start}_{end}", "coref_chain": f"{text.name}-{number}"}
            for text in texts
            for number, entity in enumerate(text.entities)
            for start, end in entity
        ],
        indent=1,
    )


def cattan(texts: Sequence[Text]) -> str:
    return json.dumps(
        [
            {"doc_id": f"{text.name}.xml", "tokens_ids": [n + 1 for n in range(start, end)], "cluster_id": number}
            for text in texts
            for number, entity in enumerate(text.entities)
            for start, end in entity
        ],
        indent=1,
    )


LAYOUTS: dict[str, tuple[str, bool, Callable[..., str | dict[str, str]]]] = {
    "stanza": ("text.conllu", False, stanza),
    "stanza-json": ("text.json", False, stanza_json),
    "booknlp": ("text.entities", False, booknlp),
    "corenlp": ("text.json", False, corenlp),
    "ecb": ("text.xml", False, ecb),
    "wec": ("text.json", True, wec),
    "cattan": ("text.json", True, cattan),
}
