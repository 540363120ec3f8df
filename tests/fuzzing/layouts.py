"""The files that tools write, made without the package's own writers: one function for each layout."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from html import escape

from fuzzing import tool_layouts
from fuzzing.texts import Text

Files = dict[str, bytes]  # contents by name; the first is what a user names, others lie beside it


def _cells(text: Text, one: str, opening: str, closing: str, joint: str) -> list[str]:
    """Brackets for each token: closings (inner first), one-token mentions, openings (outer first)."""
    closes: list[list[tuple[int, str]]] = [[] for _ in text.words]
    alone: list[list[str]] = [[] for _ in text.words]
    opens: list[list[tuple[int, str]]] = [[] for _ in text.words]
    for number, entity in enumerate(text.entities, 1):
        for start, end in entity:
            if end - start == 1:
                alone[start].append(one.format(number))
            else:
                opens[start].append((-end, opening.format(number)))
                closes[end - 1].append((-start, closing.format(number)))
    rows = zip(closes, alone, opens, strict=True)
    return [joint.join([*(mark for _, mark in sorted(c)), *a, *(mark for _, mark in sorted(o))]) for c, a, o in rows]


def conll(texts: Sequence[Text], columns: int = 12) -> str:
    lines = []
    for text in texts:
        lines.append(f"#begin document ({text.name}); part 000")
        cells = iter(_cells(text, "({})", "({}", "{})", "|"))
        token = 0
        for sentence in text.sentences:
            for place, word in enumerate(sentence):
                cell = next(cells) or "-"
                middle = ["NN", "(NP*)", "-", "-", "-", "Anna", "*"] if columns == 12 else []
                row = [word, cell] if columns == 2 else [text.name, "0", str(place), word, *middle, cell]
                lines.append("\t".join(row))
                token += 1
            lines.append("")
        lines.append("#end document")
    return "\n".join(lines) + "\n"


def corefud(texts: Sequence[Text]) -> str:
    lines = []
    entities = 0
    for text in texts:
        lines += [f"# newdoc id = {text.name}", "# global.Entity = eid-etype-head-other"]
        cells = iter(_cells(text, f"(e{entities}{{}}--1-)", f"(e{entities}{{}}--1-", f"e{entities}{{}})", ""))
        entities += len(text.entities)
        for number, sentence in enumerate(text.sentences, 1):
            lines.append(f"# sent_id = {text.name}-{number}")
            for place, word in enumerate(sentence, 1):
                cell = next(cells)
                misc = f"Entity={cell}" if cell else "_"
                lines.append(f"{place}\t{word}\t_\tNOUN\t_\t_\t{place - 1}\tdep\t_\t{misc}")
            lines.append("")
    return "\n".join(lines) + "\n"


def e2e_records(texts: Sequence[Text]) -> list[dict[str, object]]:
    return [
        {
            "doc_key": text.name,
            "sentences": text.sentences,
            "clusters": [[[start, end - 1] for start, end in entity] for entity in text.entities],
        }
        for text in texts
    ]


def json_lines(texts: Sequence[Text]) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in e2e_records(texts))


def json_anaphora(texts: Sequence[Text]) -> str:
    """Mentions with types, and bridging to the first entity; sets would be left out with a note."""
    lines = []
    for text in texts:
        clusters = [[[start, end - 1, -1] for start, end in entity] for entity in text.entities]
        firsts = [cluster[0][:2] for cluster in clusters]
        record = {"doc_key": text.name, "sentences": text.sentences, "clusters": clusters}
        record["split_antecedents"] = []
        record["bridging_pairs"] = [[one, firsts[0]] for one in firsts[1:]]
        lines.append(json.dumps(record, ensure_ascii=False) + "\n")
    return "".join(lines)


def json_list(texts: Sequence[Text]) -> str:
    return json.dumps(e2e_records(texts), indent=1)


def preco(texts: Sequence[Text]) -> str:
    lines = []
    for text in texts:
        places = [(n, place) for n, sentence in enumerate(text.sentences) for place in range(len(sentence))]
        kept = [
            [(start, end) for start, end in entity if places[start][0] == places[end - 1][0]]
            for entity in text.entities
        ]
        clusters = [[[*places[start], places[end - 1][1] + 1] for start, end in entity] for entity in kept if entity]
        lines.append(json.dumps({"id": text.name, "sentences": text.sentences, "mention_clusters": clusters}) + "\n")
    return "".join(lines)


def fastcoref(texts: Sequence[Text]) -> str:
    lines = []
    for text in texts:
        raw, places = tool_layouts.characters(text.words)
        clusters = [[[places[start][0], places[end - 1][1]] for start, end in entity] for entity in text.entities]
        strings = [[raw[start:end] for start, end in cluster] for cluster in clusters]
        record = {"doc_key": text.name, "text": raw, "clusters": clusters, "clusters_strings": strings}
        lines.append(json.dumps(record, ensure_ascii=False) + "\n")
    return "".join(lines)


def brat(text: Text) -> dict[str, str]:
    raw, places = tool_layouts.characters(text.words)
    lines, links = [], []
    for entity in text.entities:
        last = None
        for start, end in entity:
            name = f"T{len(lines) + 1}"
            first, behind = places[start][0], places[end - 1][1]
            lines.append(f"{name}\tPerson {first} {behind}\t{raw[first:behind]}")
            if last is not None:
                links.append(f"R{len(links) + 1}\tCoreference Arg1:{name} Arg2:{last}")
            last = name
    return {"text.ann": "\n".join([*lines, *links]) + "\n", "text.txt": raw + "\n"}


def webanno(text: Text) -> str:
    """A chain layer: each entity is a chain, each mention a link of it."""
    layer = "de.tudarmstadt.ukp.dkpro.core.api.coref.type.CoreferenceLink"
    lines = ["#FORMAT=WebAnno TSV 3.3", f"#T_CH={layer}|referenceType|referenceRelation", "", ""]
    covering: list[list[tuple[int, int]]] = [[] for _ in text.words]
    for number, entity in enumerate(text.entities, 1):
        for place, (start, end) in enumerate(sorted(entity), 1):
            for token in range(start, end):
                covering[token].append((number, place))
    position = token = 0
    for number, sentence in enumerate(text.sentences, 1):
        lines.append("#Text=" + " ".join(sentence))
        for place, word in enumerate(sentence, 1):
            chains = covering[token]
            types = "|".join(f"*[{chain}]" for chain, _ in chains) or "_"
            links = "|".join(f"*->{chain}-{link}" for chain, link in chains) or "_"
            width = len(word.encode("utf-16-le")) // 2
            lines.append(f"{number}-{place}\t{position}-{position + width}\t{word}\t{types}\t{links}\t")
            position += width + 1
            token += 1
        lines.append("")
    return "\n".join(lines)


def apf(text: Text) -> dict[str, str]:
    raw, places = tool_layouts.characters([escape(word, quote=False) for word in text.words])
    parts = []
    for number, entity in enumerate(text.entities):
        mentions = "".join(
            f'<entity_mention ID="E{number}-{place}" TYPE="NOM"><extent><charseq START="{places[start][0] + 1}" '
            f'END="{places[end - 1][1]}">{raw[places[start][0] : places[end - 1][1]]}</charseq></extent>'
            "</entity_mention>\n"
            for place, (start, end) in enumerate(entity)
        )
        parts.append(f'<entity ID="E{number}" TYPE="PER" CLASS="SPC">\n{mentions}</entity>\n')
    document = f'<document DOCID="{text.name}">\n{"".join(parts)}</document>'
    xml = f'<?xml version="1.0"?>\n<source_file URI="text.sgm" TYPE="text">\n{document}\n</source_file>\n'
    return {"text.apf.xml": xml, "text.sgm": f"<DOC>\n<TEXT>{raw}\n</TEXT></DOC>\n"}


def _inline(
    text: Text, opening: Callable[[int, int], str], closing: Callable[[int, int], str], words: Sequence[str]
) -> str:
    """Marks around nested mentions; each gets its entity and its place within it."""
    before: list[list[tuple[int, str]]] = [[] for _ in words]
    after: list[list[tuple[int, str]]] = [[] for _ in words]
    for number, entity in enumerate(text.entities, 1):
        for place, (start, end) in enumerate(entity):
            before[start].append((-end, opening(number, place)))
            after[end - 1].append((-start, closing(number, place)))
    marked = [
        "".join(mark for _, mark in sorted(opens)) + word + "".join(mark for _, mark in sorted(closes))
        for opens, word, closes in zip(before, words, after, strict=True)
    ]
    lines, token = [], 0
    for sentence in text.sentences:
        lines.append(" ".join(marked[token : token + len(sentence)]))
        token += len(sentence)
    return "\n".join(lines) + "\n"


def muc(text: Text) -> str:
    def opening(number: int, place: int) -> str:
        reference = f' REF="{number}00{place - 1}"' if place else ""
        return f'<COREF ID="{number}00{place}"{reference}>'

    inline = _inline(text, opening, lambda *_: "</COREF>", [escape(word, quote=False) for word in text.words])
    return f"<DOC>\n<DOCNO> {text.name} </DOCNO>\n<TXT>\n{inline}</TXT>\n</DOC>\n"


def markdown(text: Text) -> str:
    return _inline(text, lambda *_: "[", lambda number, _: f"](#{number})", text.words)


def marked(text: Text) -> str:
    return _inline(text, lambda *_: "<m> ", lambda number, _: f" | {number} </m>", text.words)


def hashed(text: Text) -> str:
    return _inline(text, lambda *_: "<m>", lambda number, _: f"</m>#{number}", text.words)


def elements(text: Text) -> str:
    return _inline(text, lambda number, _: f'<entity id="{number}">', lambda *_: "</entity>", text.words)


def numbered_elements(text: Text) -> str:
    return _inline(text, lambda number, _: f"<e{number}>", lambda number, _: f"</e{number}>", text.words)


def subscripts(text: Text) -> str:
    return _inline(text, lambda *_: "[", lambda number, _: f"]_{{{number}}}", text.words)


def parentheses(text: Text) -> str:
    return _inline(text, lambda *_: "[", lambda number, _: f"]({number})", text.words)


def outputs(texts: Sequence[Text]) -> str:
    """A model's text in a field of JSON Lines."""
    return "".join(json.dumps({"id": text.name, "output": elements(text)}) + "\n" for text in texts)


def strings(texts: Sequence[Text]) -> str:
    """Clusters of strings with their text."""
    return "".join(
        json.dumps(
            {
                "doc_key": text.name,
                "text": " ".join(text.words),
                "clusters": [[" ".join(text.words[start:end]) for start, end in entity] for entity in text.entities],
            },
            ensure_ascii=False,
        )
        + "\n"
        for text in texts
    )


def tagged(text: Text) -> str:
    cells = _cells(text, "[e{}]", "[e{}", "e{}]", ",")
    return " ".join(word + (f"|{cell}" if cell else "") for word, cell in zip(text.words, cells, strict=True)) + "\n"


def table_of_ids(texts: Sequence[Text], separator: str = ",") -> str:
    rows = [["document", "mention", "entity"]]
    for text in texts:
        for number, entity in enumerate(text.entities):
            rows += [[text.name, f"m{start}_{end}", f"{text.name}-{number}"] for start, end in entity]
    return "".join(separator.join(row) + "\n" for row in rows)


def table_of_spans(texts: Sequence[Text]) -> str:
    rows = ["document,start,end,entity\n"]
    for text in texts:
        for number, entity in enumerate(text.entities):
            rows += [f"{text.name},{start},{end},{number}\n" for start, end in entity]
    return "".join(rows)


def ua(texts: Sequence[Text]) -> str:
    columns = "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC IDENTITY BRIDGING DISCOURSE_DEIXIS REFERENCE NOM_SEM"
    lines = [f"# global.columns = {columns}"]
    for text in texts:
        lines.append(f"# newdoc id = {text.name}")
        brackets = "(EntityID={}|SemType=dn"
        cells = [cell.split("@") for cell in _cells(text, f"{brackets})", brackets, ")", "@")]
        rows = iter(
            [*(part for part in cell if part == ")"), *(part for part in cell if part != ")")] for cell in cells
        )
        token = 0
        for sentence in text.sentences:
            for word in sentence:
                token += 1
                cell = "".join(next(rows)) or "_"
                lines.append("\t".join([str(token), word, *"_" * 8, cell, *"____"]))
            lines.append("")
    return "\n".join(lines) + "\n"


# The name of a file in each layout, whether it holds several documents, and the function that writes it.
LAYOUTS: dict[str, tuple[str, bool, Callable[..., str | bytes | dict[str, str]]]] = {
    "conll-12": ("text.conll", True, conll),
    "conll-2": ("text.conll", True, lambda texts: conll(texts, 2)),
    "corefud": ("text.conllu", True, corefud),
    "ua": ("text.conllua", True, ua),
    "json-anaphora": ("text.jsonl", True, json_anaphora),
    "json-lines": ("text.jsonl", True, json_lines),
    "json-list": ("text.json", True, json_list),
    "preco": ("text.jsonl", True, preco),
    "fastcoref": ("text.jsonl", True, fastcoref),
    "brat": ("text.ann", False, brat),
    "webanno": ("text.tsv", False, webanno),
    "apf": ("text.apf.xml", False, apf),
    "muc": ("text.sgm", False, muc),
    "table-ids": ("text.csv", True, table_of_ids),
    "table-tsv": ("text.tsv", True, lambda texts: table_of_ids(texts, "\t")),
    "table-spans": ("text.csv", True, table_of_spans),
    "markdown": ("text.md", False, markdown),
    "marked": ("text.txt", False, marked),
    "tagged": ("text.txt", False, tagged),
    "hashed": ("text.txt", False, hashed),
    "elements": ("text.txt", False, elements),
    "numbered-elements": ("text.txt", False, numbered_elements),
    "subscripts": ("text.txt", False, subscripts),
    "parentheses": ("text.txt", False, parentheses),
    "outputs": ("text.jsonl", True, outputs),
    "strings": ("text.jsonl", True, strings),
    **tool_layouts.LAYOUTS,
}


def files_of(layout: str, texts: Sequence[Text]) -> Files:
    """A side in a layout; where only one document fits into a file, the first one."""
    name, several, write = LAYOUTS[layout]
    written = write(texts if several else texts[0])
    contents = written if isinstance(written, dict) else {name: written}
    return {each: content if isinstance(content, bytes) else content.encode() for each, content in contents.items()}
