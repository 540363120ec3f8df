"""All that reading CorefUD gives, as it is usually read or line by line."""

from __future__ import annotations

from dataclasses import fields

import numpy as np

from corefscope.formats.corefud import reader as corefud
from corefscope.formats.corefud.text import ConlluText
from corefscope.formats.files.blocks import Blocks
from corefscope.formats.files.sources import Source
from corefscope.formats.registry import Options
from corefscope.problems import CorefscopeError, Notices


def outcome(path, size, monkeypatch, by_lines):
    """All that reading in blocks gives: the corpus and its words, or what was refused, and all that was noticed."""
    notices, corpus, said = Notices(limit=1000), None, []
    with monkeypatch.context() as patch:
        if by_lines:
            patch.setattr(corefud, "scan", lambda content, newlines=None: None)
        source = Source(str(path), "a")
        blocks = Blocks(source, size).of(corefud.BEGINS)
        try:
            corpus = corefud.read(blocks, source, notices, Options())
            notices.stop()
        except CorefscopeError as error:
            said = [str(one) for one in error.all()]
    found = [said, notices.refused, [(notice.kind, notice.count, notice.places) for notice in notices]]
    if corpus is not None and not notices.refused:  # what is refused nobody gets
        columns = {field.name: getattr(corpus, field.name) for field in fields(corpus) if field.name != "texts"}
        found.append({k: (v.dtype, v.tolist()) if isinstance(v, np.ndarray) else v for k, v in columns.items()})
        texts = {id(text): text for text, _ in corpus.texts}.values()
        names = [field.name for field in fields(ConlluText) if field.name != "stored"]
        found.append([[getattr(text, name) for name in names] for text in texts])
        found.append([corpus.words(number) for number in range(corpus.document_count)])
    return found
