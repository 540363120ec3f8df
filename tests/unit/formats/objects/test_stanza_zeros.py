"""Zeros in Stanza's Documents: a mention around one covers it, as in the file that Stanza writes."""

from __future__ import annotations

from types import SimpleNamespace

import corefscope as cs
from corefscope.model import Mention, empty_position

FILE = """# sent_id = 1
1\tAnn\t_\tNOUN\t_\t_\t0\troot\t_\tstart_char=0|end_char=1|coref_chains=unit-id0
2\tsees\t_\tNOUN\t_\t_\t1\tdep\t_\tstart_char=0|end_char=1|coref_chains=start-id1
2.1\t_\t_\tPRON\t_\t_\t_\t_\t1:dep\tcoref_chains=unit-id0
3\tit\t_\tNOUN\t_\t_\t1\tdep\t_\tstart_char=0|end_char=1|coref_chains=end-id1

"""


class Document:
    """What is read of a Document of Stanza."""

    __module__ = "stanza.models.common.doc"

    def __init__(self):
        words = [SimpleNamespace(text=word) for word in ("Ann", "sees", "it")]
        self.sentences = [SimpleNamespace(words=words, empty_words=[SimpleNamespace(id=(2, 1), text="_")])]
        spans = [[(0, 1), ((2, 1), (2, 1))], [(1, 3)]]
        self.coref = [
            SimpleNamespace(
                index=number,
                mentions=[SimpleNamespace(sentence=0, start_word=start, end_word=end) for start, end in chain],
            )
            for number, chain in enumerate(spans)
        ]


def test_a_document_says_what_its_file_says(tmp_path):
    path = tmp_path / "document.conllu"
    path.write_text(FILE, encoding="utf-8")
    (read,), (held,) = cs.read(path), cs.read(Document())
    assert held.entities == read.entities
    zero = empty_position(2, 1)
    assert held.entities == [[(0, 1), Mention.at([zero])], [Mention.at([1, zero, 2])]]
