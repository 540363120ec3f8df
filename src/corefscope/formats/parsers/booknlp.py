"""BookNLP's `.entities`, a table of mentions in the words of the `.tokens` beside it.

    COREF  start_token  end_token  prop  cat  text              tokens count from 0 in the document, the last included
    123    4            5          PROP  PER  Emma Woodhouse

Values are never quoted. Without `.tokens` the words are unknown, which scoring does not need.
"""

from __future__ import annotations

import re
from itertools import pairwise

from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import STANDARD_INPUT, Source
from corefscope.formats.files.text import FileReader, decoded, lines_of, shown
from corefscope.formats.registry import Options
from corefscope.model import LARGEST, Corpus, Mention
from corefscope.problems import Notices

COLUMNS = ("COREF", "start_token", "end_token", "prop", "cat", "text")
MENTION_TYPES = {"PROP": "name", "NOM": "nominal", "PRON": "pronoun"}
NUMBER, SENTENCE, WORD, HEAD = "token_ID_within_document", "sentence_ID", "word", "syntactic_head_ID"
LAYERS = {"lemma": "lemma", "POS_tag": "upos", "fine_POS_tag": "xpos", "dependency_relation": "deprel"}
_NUMBER = re.compile(r"[0-9]{1,9}")


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the document of an `.entities` file, named after the file."""
    return _BookReader(source, notices).read(content)


class _BookReader(FileReader):
    """The rows of both tables."""

    def read(self, content: bytes) -> Corpus:
        builder = CorpusBuilder(self.source.path)
        tokens = None if self.source.path == STANDARD_INPUT else self.source.beside(".tokens", ".tokens.gz")
        words = _Tokens(tokens, self.notices).add_to(builder) if tokens else None
        if words is None:
            builder.add_document("", 1)
        entities: dict[str, list[tuple[Mention, int, str]]] = {}
        rows = lines_of(self.decode(content))
        number, header = next((row for row in rows if row[1].strip()), (1, ""))
        if tuple(header.rstrip("\t ").split("\t")) != COLUMNS:
            hint = f"expected {', '.join(COLUMNS)}, separated by tabs"
            raise self.source.error("bad-row", f"the header is {shown(header)}", number, hint)
        for number, line in rows:
            if line.strip():
                self._add_row(line.split("\t", len(COLUMNS) - 1), number, entities, words)
        for name, listed in entities.items():
            mentions, lines, types = zip(*listed, strict=True)
            builder.add_entity(name, mentions, lines, self.common_type(name, types, lines[0]))
        return builder.corpus(self.source.stem, self.notices)

    def _add_row(
        self, row: list[str], line: int, entities: dict[str, list[tuple[Mention, int, str]]], words: list[str] | None
    ) -> None:
        if len(row) != len(COLUMNS) or not row[0].strip():
            fact = f"the row has {len(row)} columns, not {len(COLUMNS)}" if row[0].strip() else "the row has no COREF"
            self.refuse("bad-row", fact, line, "separated by tabs")
            return
        entity, first, last, kind, category, said = row
        if not (_NUMBER.fullmatch(first) and _NUMBER.fullmatch(last) and int(first) <= int(last) < LARGEST):
            fact = f"the mention reaches from {shown(first)} to {shown(last)}"
            self.refuse("bad-row", fact, line, "tokens are counted from 0, the last is included")
            return
        start, end = int(first), int(last) + 1
        if words is not None and end <= len(words) and end - start <= len(said):
            there = " ".join(words[start:end])
            if there != said:
                self.warn("text-differs", f"{shown(said)} is {shown(there)} in the .tokens", line)
        if kind not in MENTION_TYPES:
            self.warn("unknown-mention-type", f"{shown(kind)} is not PROP, NOM or PRON", line)
        mention = Mention(start, end, type=MENTION_TYPES.get(kind))
        entities.setdefault(entity.strip(), []).append((mention, line, category))


class _Tokens(FileReader):
    """The `.tokens` beside a file."""

    def add_to(self, builder: CorpusBuilder) -> list[str]:
        """Add the document with its words, sentences and layers; return the words."""
        rows = lines_of(decoded(self.source.read(), self.source.path, self.notices))
        number, header = next((row for row in rows if row[1].strip()), (1, ""))
        names = header.split("\t")
        missing = [name for name in (NUMBER, SENTENCE, WORD) if name not in names]
        if missing:
            raise self.source.error("bad-row", f"the header has no {missing[0]}", number, f"it is {shown(header)}")
        place = {name: names.index(name) for name in (NUMBER, SENTENCE, WORD, HEAD, *LAYERS) if name in names}
        found: list[list[str]] = []
        for number, line in rows:
            row = line.split("\t")
            if len(row) == len(names) and row[place[NUMBER]] == str(len(found)):
                found.append(row)
            elif line.strip():
                fact = f"the row has {len(row)} columns, not {len(names)}"
                if len(row) == len(names):
                    fact = f"the token is {shown(row[place[NUMBER]])}, not {len(found)}"
                self.refuse("bad-row", fact, number, "tokens are counted from 0 in the document, without a gap")
                found.append([str(len(found))] * len(names))
        columns = {name: [row[at] for row in found] for name, at in place.items()}
        sentence, words = columns[SENTENCE], columns[WORD]
        starts = [at for at in range(len(words)) if at == 0 or sentence[at] != sentence[at - 1]]
        sentences = list(pairwise([*starts, len(words)]))
        layers = {layer: columns[name] for name, layer in LAYERS.items() if name in columns}
        if HEAD in columns:  # the root is its own head
            layers["head"] = ["" if head == str(at) else head for at, head in enumerate(columns[HEAD])]
        builder.add_document("", 1, words, sentences, layers=layers)
        return words
