"""The files that parsers and annotation tools write, made without the package: one function for each layout."""

from __future__ import annotations

import io
import json
import zipfile
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


SEGMENTATION = "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type"
COREF = "de.tudarmstadt.ukp.dkpro.core.api.coref.type"


def characters(words: Sequence[str], width=len) -> tuple[str, list[tuple[int, int]]]:
    """Words with a space between them, and where each begins and ends, counted by the width of words."""
    places, position = [], 0
    for word in words:
        places.append((position, position + width(word)))
        position += width(word) + 1
    return " ".join(words), places


def utf16(word: str) -> int:
    return len(word.encode("utf-16-le")) // 2


def cas(text: Text) -> tuple[str, list[dict[str, object]]]:
    """The text, and all feature structures: tokens, sentences, chains and their links."""
    raw, places = characters(text.words, utf16)
    found: list[dict[str, object]] = []

    def add(kind: str, **features: object) -> int:
        found.append({"type": kind, "id": len(found) + 2, **features})
        return len(found) + 1

    for begin, end in places:
        add(f"{SEGMENTATION}.Token", begin=begin, end=end)
    token = 0
    for sentence in text.sentences:
        add(f"{SEGMENTATION}.Sentence", begin=places[token][0], end=places[token + len(sentence) - 1][1])
        token += len(sentence)
    for entity in text.entities:
        following = None
        for start, end in reversed(entity):
            more = {} if following is None else {"next": following}
            following = add(f"{COREF}.CoreferenceLink", begin=places[start][0], end=places[end - 1][1], **more)
        add(f"{COREF}.CoreferenceChain", first=following)
    return raw, found


def xmi(text: Text) -> str:
    raw, structures = cas(text)
    spaces = {SEGMENTATION: "seg", COREF: "c"}
    declared = " ".join(f'xmlns:{name}="http:///{space.replace(".", "/")}.ecore"' for space, name in spaces.items())
    lines = []
    for each in structures:
        space, _, name = str(each["type"]).rpartition(".")
        features = "".join(f' {key}="{value}"' for key, value in each.items() if key not in ("type", "id"))
        lines.append(f'<{spaces[space]}:{name} xmi:id="{each["id"]}" sofa="1"{features}/>\n')
    sofa = f'<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" sofaString="{escape(raw)}"/>\n'
    root = f'xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore" {declared} xmi:version="2.0"'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<xmi:XMI {root}>\n{"".join(lines)}{sofa}</xmi:XMI>\n'


def uima_json(text: Text) -> str:
    raw, structures = cas(text)
    sofa = {"%ID": 1, "%TYPE": "uima.cas.Sofa", "sofaNum": 1, "sofaID": "_InitialView", "sofaString": raw}
    listed: list[dict[str, object]] = [sofa]
    for each in structures:
        named = {("@" if key in ("first", "next") else "") + key: value for key, value in each.items()}
        del named["type"], named["id"]
        listed.append({"%ID": each["id"], "%TYPE": each["type"], "@sofa": 1, **named})
    return json.dumps({"%TYPES": {}, "%FEATURE_STRUCTURES": listed, "%VIEWS": {}}, indent=0)


def label_studio(texts: Sequence[Text]) -> str:
    tasks = []
    for number, text in enumerate(texts):
        raw, places = characters(text.words)
        result: list[dict[str, object]] = []
        for entity in text.entities:
            last = None
            for start, end in entity:
                first, behind = places[start][0], places[end - 1][1]
                value = {"start": first, "end": behind, "text": raw[first:behind], "labels": ["Person"]}
                result.append({"id": f"r{len(result)}", "type": "labels", "from_name": "label", "value": value})
                if last is not None:
                    ends = {"from_id": result[-1]["id"], "to_id": last}
                    result.append({"type": "relation", "direction": "right", **ends})
                last = f"r{len(result) - 1 - (last is not None)}"
        annotation = {"id": number, "completed_by": 1, "result": result}
        tasks.append({"id": number, "annotations": [annotation], "data": {"doc_key": text.name, "text": raw}})
    return json.dumps(tasks, ensure_ascii=False)


def prodigy(texts: Sequence[Text]) -> str:
    lines = []
    for number, text in enumerate(texts):
        raw, places = characters(text.words)
        tokens = [
            {"text": word, "start": start, "end": end, "id": place}
            for place, (word, (start, end)) in enumerate(zip(text.words, places, strict=True))
        ]
        spans, relations = [], []
        for entity in text.entities:
            before = None
            for start, end in entity:
                place = {"start": places[start][0], "end": places[end - 1][1]}
                span = {**place, "token_start": start, "token_end": end - 1, "label": "PER"}
                spans.append(span)
                if before is not None:
                    ends = {"head": before["token_end"], "child": end - 1}
                    relations.append({**ends, "head_span": before, "child_span": span, "label": "COREF"})
                before = span
        record = {"text": raw, "tokens": tokens, "spans": spans, "relations": relations, "meta": {"id": text.name}}
        lines.append(json.dumps({**record, "_input_hash": number, "answer": "accept"}) + "\n")
    return "".join(lines)


def doccano(texts: Sequence[Text]) -> str:
    lines = []
    for number, text in enumerate(texts):
        raw, places = characters(text.words)
        entities: list[dict[str, object]] = []
        relations = []
        for entity in text.entities:
            for place, (start, end) in enumerate(entity):
                offsets = {"start_offset": places[start][0], "end_offset": places[end - 1][1]}
                entities.append({"id": len(entities), "label": "PER", **offsets})
                if place:
                    ends = {"from_id": len(entities) - 1, "to_id": len(entities) - 2}
                    relations.append({"id": len(relations), **ends, "type": "coref"})
        record = {"id": number, "text": raw, "entities": entities, "relations": relations, "doc_key": text.name}
        lines.append(json.dumps(record, ensure_ascii=False) + "\n")
    return "".join(lines)


def mmax(text: Text) -> dict[str, str]:
    words = "".join(f'<word id="word_{place}">{escape(word)}</word>\n' for place, word in enumerate(text.words, 1))
    markables = []
    for number, entity in enumerate(text.entities):
        for start, end in entity:
            span = f"word_{start + 1}" + (f"..word_{end}" if end - start > 1 else "")
            markables.append(f'<markable id="markable_{len(markables)}" span="{span}" coref_class="set_{number}"/>\n')
    sentences, token = [], 0
    for sentence in text.sentences:
        sentences.append(f'<markable id="s_{token}" span="word_{token + 1}..word_{token + len(sentence)}"/>\n')
        token += len(sentence)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return {
        "text.mmax": f"{head}<mmax_project>\n<words>text_words.xml</words>\n</mmax_project>\n",
        "Markables/text_coref_level.xml": f"{head}<markables>\n{''.join(markables)}</markables>\n",
        "Basedata/text_words.xml": f'{head}<!DOCTYPE words SYSTEM "words.dtd">\n<words>\n{words}</words>\n',
        "Markables/text_sentence_level.xml": f"{head}<markables>\n{''.join(sentences)}</markables>\n",
    }


def zipped(files: dict[str, str | bytes]) -> bytes:
    """A ZIP of files by name."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as written:
        for name, content in files.items():
            written.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return archive.getvalue()


def zip_of_xmi(text: Text) -> bytes:
    return zipped({"TypeSystem.xml": "<typeSystemDescription/>", "text.xmi": xmi(text)})


LAYOUTS: dict[str, tuple[str, bool, Callable[..., str | bytes | dict[str, str]]]] = {
    "stanza": ("text.conllu", False, stanza),
    "stanza-json": ("text.json", False, stanza_json),
    "booknlp": ("text.entities", False, booknlp),
    "corenlp": ("text.json", False, corenlp),
    "ecb": ("text.xml", False, ecb),
    "wec": ("text.json", True, wec),
    "cattan": ("text.json", True, cattan),
    "xmi": ("text.xmi", False, xmi),
    "uima-json": ("text.json", False, uima_json),
    "mmax": ("text.mmax", False, mmax),
    "label-studio": ("text.json", True, label_studio),
    "prodigy": ("text.jsonl", True, prodigy),
    "doccano": ("text.jsonl", True, doccano),
    "zip": ("text.zip", False, zip_of_xmi),
}
