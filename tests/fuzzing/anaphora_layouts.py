"""Files with what stands beside entities: ARRAU's columns, and JSON of systems for all of anaphora."""

from __future__ import annotations

import json
from collections.abc import Sequence

from fuzzing.texts import Text


def arrau(text: Text) -> str:
    """A word, its markables, their minimum spans and reference tags, with `@` between them."""
    lines = []
    names = [
        (f"markable_{number}_{place}", f"set_{number}")
        for number, each in enumerate(text.entities)
        for place, _ in enumerate(each)
    ]
    spans = [span for entity in text.entities for span in entity]
    token = 0
    for sentence in text.sentences:
        for word in sentence:
            here = [
                (f"{'B' if start == token else 'I'}-{name}={entity}", f"word_{end}", "old")
                for (name, entity), (start, end) in zip(names, spans, strict=True)
                if start <= token < end
            ]
            lines.append(" ".join([word, *("@".join(column) for column in zip(*here, strict=True))]))
            token += 1
        lines.append("")
    return "\n".join(lines) + "\n"


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
