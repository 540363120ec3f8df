"""Small tables, and short ways to read and write them, for the tests of tables."""

from __future__ import annotations

import numpy as np
import pytest

import corefscope as cs
from corefscope.formats.files.blocks import Block
from corefscope.formats.files.sources import Source
from corefscope.formats.registry import Options
from corefscope.formats.table import reader as table
from corefscope.formats.table.writer import write
from corefscope.problems import Notices

IDS = """\
document,mention,entity
tale,m1,mill
tale,m2,mill
song,m1,Anna
tale,m3,wind
song,m2,Anna
"""
SPANS = """\
document,start,end,entity,type,head,entity_type,topic
tale,0,2,mill,nominal,1,place,work
tale,3,4,mill,pronoun,,place,work
tale,4,5,wind,,,,work
song,0,1,Anna,name,0,person,rest
"""


def load(content, name="table.csv"):
    """The corpus that a table becomes, and how often each kind of warning occurred."""
    notices = Notices()
    content = content if isinstance(content, bytes) else content.encode()
    corpus = table.read(iter([Block.of(content)]), Source(name, "table"), notices, Options())
    notices.stop()
    return corpus, {notice.kind: notice.count for notice in notices}


def entities(corpus):
    """Mentions by document and entity id, in the order of the corpus."""
    found = {}
    for row in range(corpus.mention_count):
        entity = int(corpus.entity[row])
        assert corpus.entity_document[entity] == corpus.document[row]
        span = (int(corpus.start[row]), int(corpus.end[row]))
        mention = span if corpus.label is None else corpus.label[row]
        found.setdefault((corpus.names[corpus.document[row]], corpus.entity_name(entity)), []).append(mention)
    assert (np.diff(corpus.entity_document) >= 0).all()
    return found


def refusal(content):
    with pytest.raises(cs.CorefscopeError) as caught:
        load(content)
    message = str(caught.value)
    assert message.startswith("table.csv")
    return message.removeprefix("table.csv")


def parquet(columns):
    arrow, stored = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    stream = arrow.BufferOutputStream()
    stored.write_table(arrow.table(columns), stream)
    return stream.getvalue().to_pybytes()


def written(*documents, ending="csv"):
    """What is written, and how often each kind of loss occurred."""
    notices = Notices()
    content = write(documents, notices, ending)
    return content, {notice.kind: notice.count for notice in notices}
