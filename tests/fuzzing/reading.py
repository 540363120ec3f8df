"""Campaign: damaged files through every reader and `score`."""

from __future__ import annotations

from pathlib import Path
from random import Random

import corefscope as cs
from corefscope.basics.codes import DOUBTFUL
from corefscope.formats.load import read_corpus
from fuzzing import plain
from fuzzing.files import Side, damaged_pair
from fuzzing.harness import Finding
from fuzzing.judging import METRICS, judged

OPTIONS = (
    {"match": "head"}, {"match": "partial"}, {"match": "min"}, {"align": "characters"},
    {"singletons": "drop"}, {"repeated": "merge"}, {"repeated": "last"}, {"repeated": "official"}, {"average": "macro"},
    {"scope": "corpus"}, {"mentions": "shared"}, {"zeros": "dependent", "match": "head"}, {"strict": True},
    {"by": "document"}, {"per_document": True},
)  # fmt: skip
LAYERS = ("word", "pos", "upos", "head", "deprel", "feats", "misc", "speaker", "named_entity")
LONGEST = 1500  # characters of a message: names and places are shortened, whatever a file holds


def case(chance: Random, folder: Path) -> str:
    key, response = damaged_pair(chance)
    paths = key.put(folder / "key"), response.put(folder / "response")
    if chance.random() < 0.1:
        return take_apart(paths[1], folder / "written.conllu")
    options = chance.choice(OPTIONS) if chance.random() < 0.15 else {}
    try:
        result = cs.score(*paths, metrics=METRICS, **options)
        texts = [str(notice) for notice in result.warnings]
        if chance.random() < 0.05:
            tables, *said = str(result).split("\nwarning: ")
            if len(said) != len(texts):
                raise Finding(f"{len(said)} of {len(texts)} warnings are printed")
            texts += [tables, *said]
    except cs.CorefscopeError as error:
        return refused(error)
    for text in texts:
        check_message(text)
    for metric, score in result.scores.items():
        if not 0 <= score.f1 <= 1:
            raise Finding(f"{metric} is {score.f1}")
    if {notice.code for notice in result.warnings} - DOUBTFUL:
        return "scored with warnings"
    if options:
        return "scored with options"
    return verdict(result, key, response)


def take_apart(path: str, written: Path) -> str:
    """Look at all that a file holds: words and other columns are parsed only when somebody asks for them."""
    try:
        corpus = read_corpus(path)
    except cs.CorefscopeError as error:
        return refused(error)
    for document, text in zip(corpus.documents(), corpus.texts, strict=True) if corpus.label is None else ():
        sizes = {len(column) for name in LAYERS if (column := document.layer(name)) is not None}
        sizes |= set() if document.sentences is None else {sum(end - start for start, end in document.sentences)}
        if not sizes <= {document.token_count}:
            raise Finding(f"{document.token_count} words, and columns or sentences of {sizes}")
        if document.words is not None or document.raw_text is not None:
            for mention in (mention for entity in document.entities for mention in entity):
                document.text_of(mention)
        if text is not None and hasattr(text[0], "dependencies"):
            for position in [*range(document.token_count or 0), *text[0].empty_nodes(text[1])]:
                text[0].dependencies(text[1], position)
    if corpus.files[0].format == "corefud":
        cs.write(corpus, written, lossy=True)
    return "taken apart"


def verdict(result: cs.Result, key: Side, response: Side) -> str:
    """What plain readers say of a result whose warnings change no count."""
    extreme = result.f1["b3"] in (0, 1)
    try:
        judged(result, plain.read(key.layout, key.files), plain.read(response.layout, response.files))
    except plain.NotPlain:
        return "0 or 100, not judged" if extreme else "scored, not judged"
    return "0 or 100, judged" if extreme else "scored, judged"


def refused(error: cs.CorefscopeError) -> str:
    check_message(str(error))
    return "refused"


def check_message(text: str) -> None:
    if not text.strip() or len(text) > LONGEST:
        raise Finding(f"a message of {len(text)} characters: {text[:200]!r}")
