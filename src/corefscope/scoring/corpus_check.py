"""`--corpus NAME`: whether the key is the public corpus that it is said to be."""

from __future__ import annotations

import re

from corefscope.basics.escaping import quoted
from corefscope.catalogue.entries import COUNTS, KnownCorpus, known_corpus
from corefscope.model import Corpus
from corefscope.problems import Notices, PairingError


def check_corpus(corpus: Corpus, name: str, notices: Notices) -> Corpus:
    """Compare a key, as it was read, with what is known of a corpus; return it.

    Other documents, or another number of them, are an error, and so are less than half or more than twice the tokens.
    Another number of tokens, mentions or entities is a warning, since conversions leave out one or the other; so are
    other bytes in the format of the release.
    """
    known = known_corpus(name)
    hint = f"corefscope corpora {name} shows what is known of it; without --corpus any files are scored"
    if known.documents not in (None, corpus.document_count):
        fact = f"the key has {corpus.document_count:,} documents, and {name} has {known.documents:,}"
        raise PairingError("wrong-corpus", fact, corpus.source, hint=hint)
    pattern = re.compile(known.names)
    for document in corpus.names if known.names else ():
        if not pattern.search(document.lstrip("(")):
            raise PairingError(
                "wrong-corpus", f"the document {quoted(document)} is not one of {name}", corpus.source, hint=hint
            )
    if _is_release(corpus, known, notices):
        return corpus
    found = {"tokens": _tokens(corpus), "mentions": corpus.mention_count, "entities": corpus.entity_count}
    for what in COUNTS[1:]:
        expected, count = getattr(known, what), found[what]
        if expected is None or count in (None, expected):
            continue
        fact = f"the key has {count:,} {what}, and {name} has {expected:,}"
        if what == "tokens" and not expected <= 2 * count <= 4 * expected:  # no other tokenisation differs so much
            raise PairingError("wrong-corpus", fact, corpus.source, hint=hint)
        notices.add("corpus-differs", fact, corpus.source)
    if not known.checked_by:
        notices.add("corpus-unchecked", f"no sizes of {name} are known", corpus.source)
    return corpus


def _tokens(corpus: Corpus) -> int | None:
    """How many tokens the documents have; None if that of one is unknown, or if characters are counted."""
    if corpus.unit != "tokens" or not len(corpus.tokens) or corpus.tokens.min() < 0:
        return None
    return int(corpus.tokens.sum())


def _is_release(corpus: Corpus, known: KnownCorpus, notices: Notices) -> bool:
    """Whether the one file that was read has the checksum of the release; other bytes of its format are a warning."""
    if not known.sha256 or len(corpus.files) != 1 or corpus.files[0].sha256 is None:
        return False
    file = corpus.files[0]
    if file.sha256 == known.sha256:
        return True
    if file.format == known.format:
        notices.add("corpus-differs", f"the file does not have the checksum of {known.name}", file.path)
    return False
