"""Plain slow readers of the layouts of `anaphora_layouts`; see `plain`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable

from fuzzing.plain import Documents, lines_of, need, records_of


def arrau(text: str) -> Documents:
    """Each row has three columns more, or none; a markable is where its name stands, in one stretch."""
    places: dict[tuple[str, str], list[int]] = defaultdict(list)
    rows = [line.split(" ") for line in lines_of(text) if line]
    need(any(len(row) > 1 for row in rows))
    for token, row in enumerate(rows):
        need(len(row) in (1, 4) and all(row) and not re.search(r"\s", "".join(row)) and row[0][0] not in "#<[{")
        columns = [cell.split("@") for cell in row[1:]]
        need(len({len(column) for column in columns}) < 2)
        for cell, minimum, tag in zip(*columns, strict=True):
            found = re.fullmatch(r"([BI])-(markable_[0-9_]+)=(set_[0-9]+)", cell)
            need(found and re.fullmatch(r"word_[0-9]+", minimum) and tag == "old")
            assert found is not None
            name = found[2], found[3]
            need((found[1] == "B") == (name not in places) and (not places[name] or places[name][-1] == token - 1))
            places[name].append(token)
    need(len({name for name, _ in places}) == len(places))
    entities: dict[str, list[Hashable]] = defaultdict(list)
    for (_, entity), tokens in places.items():
        entities[entity].append((tokens[0], tokens[-1] + 1))
    return {"text": list(entities.values())}


def json_anaphora(text: str) -> Documents:
    """Clusters of mentions that all refer; relations are of no account for entities."""
    found: Documents = {}
    for record in records_of(text):
        name, clusters = record.get("doc_key"), record.get("clusters")
        need(isinstance(name, str) and name not in found and "split_antecedents" in record)
        need(isinstance(clusters, list) and all(isinstance(cluster, list) for cluster in clusters))
        assert isinstance(clusters, list)
        spans = [span for cluster in clusters for span in cluster]
        need(all(isinstance(span, list) and len(span) == 3 and span[2] == -1 for span in spans))
        need(all(type(place) is int and place >= 0 for span in spans for place in span[:2]))
        found[str(name)] = [[(first, last + 1) for first, last, _ in cluster] for cluster in clusters if cluster]
    return found


READERS: dict[str, Callable[[str], Documents]] = {"arrau": arrau, "json-anaphora": json_anaphora}
