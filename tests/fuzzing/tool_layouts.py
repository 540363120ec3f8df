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


def corenlp_xml(text: Text) -> str:
    places = _places(text)
    sentences = "".join(
        f'<sentence id="{number}"><tokens>\n'
        + "".join(f'<token id="{n}"><word>{escape(word)}</word></token>\n' for n, word in enumerate(sentence, 1))
        + "</tokens></sentence>\n"
        for number, sentence in enumerate(text.sentences, 1)
    )
    chains = "".join(
        "<coreference>\n"
        + "".join(
            f"<mention><sentence>{places[start][0] + 1}</sentence><start>{places[start][1] + 1}</start>"
            f"<end>{places[end - 1][1] + 2}</end><head>{places[start][1] + 1}</head></mention>\n"
            for start, end in entity
        )
        + "</coreference>\n"
        for entity in _in_sentences(text)
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<root>\n<document>\n<docId>{text.name}</docId>\n'
        f"<sentences>\n{sentences}</sentences>\n<coreference>\n{chains}</coreference>\n</document>\n</root>\n"
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


def scico(texts: Sequence[Text]) -> str:
    records = [
        {
            "id": text.name,
            "flatten_tokens": text.words,
            "flatten_mentions": [
                [start, end - 1, number] for number, entity in enumerate(text.entities) for start, end in entity
            ],
        }
        for text in texts
    ]
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def scorch(text: Text) -> str:
    clusters = {str(number): [list(span) for span in entity] for number, entity in enumerate(text.entities)}
    return json.dumps({"type": "clusters", "clusters": clusters})


def i2b2(text: Text) -> dict[str, str]:
    places = _places(text)
    rows = []
    for entity in text.entities:
        concepts = [
            f'c="{" ".join(text.words[start:end])}" {places[start][0] + 1}:{places[start][1]} '
            f"{places[end - 1][0] + 1}:{places[end - 1][1]}"
            for start, end in entity
        ]
        rows.append("||".join([*concepts, 't="coref person"']))
    raw = "\n".join(" ".join(sentence) for sentence in text.sentences) + "\n"
    return {"text.txt.chains": "\n".join(rows) + "\n", "text.txt": raw}


def knowtator(text: Text) -> dict[str, str]:
    raw, places = " ".join(text.words), []
    for word in text.words:
        start = places[-1][1] + 1 if places else 0
        places.append((start, start + len(word)))
    annotations, graph, number = [], [], 0
    for entity in text.entities:
        chain = number
        for kind, (start, end) in [("IDENTITY chain", entity[0]), *(("Noun Phrase", span) for span in entity)]:
            first, behind = places[start][0], places[end - 1][1]
            annotations.append(
                f'<annotation id="a{number}"><class id="{kind}" label="{kind}"/>'
                f'<span start="{first}" end="{behind}">{escape(raw[first:behind])}</span></annotation>'
            )
            graph.append(f'<vertex annotation="a{number}" id="n{number}"/>')
            if number > chain:
                graph.append(f'<triple subject="n{chain}" object="n{number}" property="Coreferring strings"/>')
            number += 1
    inside = "\n".join([*annotations, '<graph-space id="Relations">', *graph, "</graph-space>"])
    document = f'<document id="{text.name}" text-file="text.txt">\n{inside}\n</document>'
    xml = f'<?xml version="1.0" encoding="UTF-8"?>\n<knowtator-project>\n{document}\n</knowtator-project>\n'
    return {"text.xml": xml, "text.txt": raw + "\n"}


def sacr(text: Text) -> str:
    before: list[list[tuple[int, str]]] = [[] for _ in text.words]
    after = [0] * len(text.words)
    for number, entity in enumerate(text.entities):
        for start, end in entity:
            before[start].append((-end, f'{{E{number}:head="0" '))
            after[end - 1] += 1
    words = [
        "".join(mark for _, mark in sorted(opens)) + word + "}" * closes
        for opens, word, closes in zip(before, text.words, after, strict=True)
    ]
    return f"#textid:{text.name}\n\n{' '.join(words)}\n"


LAYOUTS: dict[str, tuple[str, bool, Callable[..., str | dict[str, str]]]] = {
    "stanza": ("text.conllu", False, stanza),
    "stanza-json": ("text.json", False, stanza_json),
    "booknlp": ("text.entities", False, booknlp),
    "corenlp": ("text.json", False, corenlp),
    "corenlp-xml": ("text.xml", False, corenlp_xml),
    "ecb": ("text.xml", False, ecb),
    "wec": ("text.json", True, wec),
    "cattan": ("text.json", True, cattan),
    "scico": ("text.jsonl", True, scico),
    "scorch": ("text.json", False, scorch),
    "i2b2": ("text.txt.chains", False, i2b2),
    "knowtator": ("text.xml", False, knowtator),
    "sacr": ("text.sacr", False, sacr),
}
