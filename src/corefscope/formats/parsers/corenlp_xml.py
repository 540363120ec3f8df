"""CoreNLP's XML: sentences of tokens, then chains of mentions, which count from 1 and give the word after the last.

    <root><document><docId>a</docId>
      <sentences><sentence id="1"><tokens><token id="1"><word>Ann</word><lemma>Ann</lemma><POS>NNP</POS>…</token>…
      <coreference><coreference><mention representative="true">
        <sentence>1</sentence><start>1</start><end>2</end><head>1</head><text>Ann</text></mention>…

Heads are kept; types of mentions are only in CoreNLP's JSON.
"""

from __future__ import annotations

from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import FileReader, shown
from corefscope.formats.json.whole_documents import BRACKETS
from corefscope.formats.registry import Options
from corefscope.formats.xml.safe import walk
from corefscope.model import Corpus, Mention
from corefscope.problems import Notices

LAYERS = {"lemma": "lemma", "POS": "pos", "NER": "named_entity", "Speaker": "speaker"}
NUMBERS = ("sentence", "start", "end", "head")
BASIC = "basic-dependencies"


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the document of a file, called by its `docId` or after the file."""
    return _CorenlpReader(source, notices).read(content)


class _CorenlpReader(FileReader):
    """Collects words and mentions from the elements when they open and close."""

    def read(self, content: bytes) -> Corpus:
        self.path: list[str] = []
        self.name = ""
        self.words: list[str] = []
        self.sentences: list[tuple[int, int]] = []
        self.layers: dict[str, dict[int, str]] = {name: {} for name in (*LAYERS.values(), "head", "deprel")}
        self.chains: list[list[tuple[dict[str, str], int]]] = []
        self.values: dict[str, str] = {}
        self.governor = self.dependent = self.relation = ""
        self.is_basic = self.has_coreference = False
        self.first = 0  # word of the sentence
        walk(content, self.source, self._open, self._close)
        if not self.has_coreference:
            self.notices.add("no-coreference", "there is no <coreference>", self.source.path)
        builder = CorpusBuilder(self.source.path)
        layers = {
            name: [found.get(word, "") for word in range(len(self.words))]
            for name, found in self.layers.items()
            if found
        }
        builder.add_document(self.name, 1, self.words, self.sentences, layers=layers)
        for number, chain in enumerate(self.chains):
            placed = [(mention, line) for values, line in chain if (mention := self._mention(values, line))]
            builder.add_entity(str(number), [mention for mention, _ in placed], [line for _, line in placed])
        return builder.corpus(self.source.stem, self.notices)

    def _open(self, name: str, attributes: dict[str, str], line: int) -> None:
        path = self.path
        path.append(name)
        if len(path) == 1 and name != "root":
            fact = f"the XML is not CoreNLP's: its root is <{name[:40]}>"
            raise self.source.error("bad-element", fact, line, "expected <root> with <document> in it")
        if name == "mention" and path[-2] == "coreference" and len(path) == 5:
            self.values, self.line = {}, line
        elif len(path) in (4, 5) and path[2] == "coreference" != name:
            expected = "<mention>" if len(path) == 5 else "<coreference>"
            self.refuse("bad-element", f"there is an element <{name[:40]}>", line, f"expected {expected}")
        elif name == "coreference":
            self.has_coreference = True
            if len(path) == 4:
                self.chains.append([])
        elif name == "sentence" and len(path) == 4:
            self.first = len(self.words)
        elif name == "dependencies":
            self.is_basic = attributes.get("type") == BASIC
        elif name == "dep":
            self.relation = attributes.get("type", "")
        elif name in ("governor", "dependent"):
            setattr(self, name, attributes.get("idx", ""))

    def _close(self, name: str, text: str) -> None:
        path = self.path
        path.pop()
        if not path:
            return
        parent = path[-1]
        if parent == "token":
            if name == "word":
                self.words.append(BRACKETS.get(text, text))
            elif name in LAYERS:
                self.layers[LAYERS[name]][len(self.words) - 1] = text
        elif parent == "mention" and name in NUMBERS:
            self.values[name] = text.strip()
        elif name == "mention" and parent == "coreference" and len(path) == 4:
            self.chains[-1].append((self.values, self.line))
        elif name == "sentence" and parent == "sentences":
            if len(self.words) > self.first:
                self.sentences.append((self.first, len(self.words)))
            else:
                self.refuse("bad-element", f"sentence {len(self.sentences) + 1} has no words", 1)
        elif name == "dep" and self.is_basic:
            self._add_dependency()
        elif name == "docId" and parent == "document":
            self.name = text.strip()

    def _add_dependency(self) -> None:
        child, parent = _number(self.dependent), _number(self.governor)
        if child and self.first + child <= len(self.words):
            word = self.first + child - 1
            self.layers["deprel"][word] = self.relation
            if parent and self.first + parent <= len(self.words):
                self.layers["head"][word] = str(self.first + parent - 1)

    def _mention(self, values: dict[str, str], line: int) -> Mention | None:
        sentence, start, end, head = (_number(values.get(name, "")) for name in NUMBERS)
        if not (sentence and start and end):
            wrong = next(name for name in NUMBERS if not _number(values.get(name, "")))
            fact = f"a mention has the {wrong} {shown(values.get(wrong, ''))}"
            self.refuse("bad-element", fact, line, "sentences and words are counted from 1")
            return None
        if sentence > len(self.sentences):
            hint = f"there are {len(self.sentences)}, counted from 1"
            self.refuse("mention-outside-text", f"a mention is in sentence {sentence}", line, hint)
            return None
        first, after = self.sentences[sentence - 1]
        if not start < end <= after - first + 1:
            hint = f"words are counted from 1, the end is the word after the last; the sentence has {after - first}"
            fact = f"a mention of sentence {sentence} reaches from {start} to {end}"
            self.refuse("mention-outside-text", fact, line, hint)
            return None
        inside = head is not None and start <= head < end
        return Mention(first + start - 1, first + end - 1, head=first + (head or 0) - 1 if inside else None)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
