"""BookNLP's `.entities`, a table of mentions in the words of the `.tokens` beside it.

    COREF  start_token  end_token  prop  cat  text              tokens count from 0 in the document, the last included
    123    4            5          PROP  PER  Emma Woodhouse

Values are never quoted. Without `.tokens` the words are unknown, which scoring does not need.
"""

from __future__ import annotations

import re

from corefscope.formats.annotations import MENTION_TYPES, Annotations, Span, runs_of_equal
from corefscope.formats.files.sources import STANDARD_INPUT, Source
from corefscope.formats.files.text import decoded, excerpt, lines_of
from corefscope.formats.registry import Options
from corefscope.model import LARGEST, Corpus, Mention
from corefscope.problems import Notices

COLUMNS = ("COREF", "start_token", "end_token", "prop", "cat", "text")
NUMBER, SENTENCE, WORD, HEAD = "token_ID_within_document", "sentence_ID", "word", "syntactic_head_ID"
BOOKNLP_LAYERS = {"lemma": "lemma", "POS_tag": "upos", "fine_POS_tag": "xpos", "dependency_relation": "deprel"}
_NUMBER = re.compile(r"[0-9]{1,9}")


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the document of an `.entities` file, named after the file."""
    reader = Annotations(content, source, notices, options)
    tokens = None if source.path == STANDARD_INPUT else source.beside(".tokens", ".tokens.gz")
    words = _add_document(reader, tokens)
    rows = lines_of(reader.decode(content))
    line, header = next((row for row in rows if row[1].strip()), (1, ""))
    if tuple(header.rstrip("\t ").split("\t")) != COLUMNS:
        hint = f"expected {', '.join(COLUMNS)}, separated by tabs"
        raise source.error("bad-row", f"the header is {excerpt(header)}", line, hint)
    entities: dict[str, list[Span]] = {}
    for line, text in rows:
        row = text.split("\t", len(COLUMNS) - 1)
        if not text.strip():
            continue
        if len(row) != len(COLUMNS) or not row[0].strip():
            fact = f"the row has {len(row)} columns, not {len(COLUMNS)}" if row[0].strip() else "the row has no COREF"
            raise source.error("bad-row", fact, line, "separated by tabs")
        entity, first, last, kind, category, file_text = row
        if not (_NUMBER.fullmatch(first) and _NUMBER.fullmatch(last) and int(first) <= int(last) < LARGEST):
            fact = f"the mention reaches from {excerpt(first)} to {excerpt(last)}"
            raise source.error("bad-row", fact, line, "tokens are counted from 0, the last is included")
        start, end = int(first), int(last) + 1
        if end <= len(words) and end - start <= len(file_text) and " ".join(words[start:end]) != file_text:
            there = excerpt(" ".join(words[start:end]))
            reader.warn("text-differs", f"{excerpt(file_text)} is {there} in the .tokens", line)
        if kind not in MENTION_TYPES:
            reader.warn("unknown-mention-type", f"{excerpt(kind)} is not PROP, NOM or PRON", line)
        span = Span(Mention(start, end, type=MENTION_TYPES.get(kind)), line, category)
        entities.setdefault(entity.strip(), []).append(span)
    reader.add_entities(entities)
    return reader.corpus()


def _add_document(reader: Annotations, tokens: Source | None) -> list[str]:
    """Add the document with the words, sentences and layers of `.tokens`; return the words."""
    if tokens is None:
        reader.builder.add_document("", 1)
        return []
    lines = lines_of(decoded(tokens.read(), tokens.path, reader.notices))
    line, header = next((row for row in lines if row[1].strip()), (1, ""))
    names = header.split("\t")
    missing = next((name for name in (NUMBER, SENTENCE, WORD) if name not in names), None)
    if missing is not None:
        raise tokens.error("bad-row", f"the header has no {missing}", line, f"it is {excerpt(header)}")
    rows: list[list[str]] = []
    for line, text in lines:
        row = text.split("\t")
        if not text.strip():
            continue
        if len(row) != len(names):
            raise tokens.error("bad-row", f"the row has {len(row)} columns, not {len(names)}", line)
        if (number := row[names.index(NUMBER)]) != str(len(rows)):
            fact, hint = f"the token is {excerpt(number)}, not {len(rows)}", "tokens are counted from 0, without a gap"
            raise tokens.error("bad-row", fact, line, hint)
        rows.append(row)
    columns = {name: [row[place] for row in rows] for place, name in enumerate(names)}
    layers = {layer: columns[name] for name, layer in BOOKNLP_LAYERS.items() if name in columns}
    if HEAD in columns:  # the root is its own head
        layers["head"] = ["" if head == str(at) else head for at, head in enumerate(columns[HEAD])]
    reader.builder.add_document("", 1, columns[WORD], runs_of_equal(columns[SENTENCE]), layers=layers)
    return columns[WORD]
