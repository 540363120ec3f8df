"""A chart of entity sizes, for one or several corpora."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from corefscope.analysis.description import Description
from corefscope.analysis.groups import SIZES
from corefscope.plots import chart


def sizes(descriptions: Mapping[str, Description]) -> dict[str, Any]:
    """Bars of the share of entities of each size; the count is in the tooltip."""
    order = SIZES
    values = [
        {"corpus": corpus, "size": name, "entities": count, "share": count / max(found.entities, 1)}
        for corpus, found in descriptions.items()
        for name, count in found.sizes.items()
    ]
    encoding: dict[str, Any] = {
        "x": {
            "field": "size",
            "type": "ordinal",
            "sort": order,
            "title": "mentions per entity",
            "axis": {"labelAngle": 0},
        },
        "y": {"field": "share", "type": "quantitative", "title": "share of entities", "axis": {"format": "%"}},
        "tooltip": [{"field": name} for name in ("corpus", "size", "entities")],
    }
    if len(descriptions) > 1:
        corpora = list(descriptions)
        scheme = "tableau10" if len(corpora) <= 10 else "tableau20"
        encoding["xOffset"] = {"field": "corpus", "sort": corpora}
        encoding["color"] = {"field": "corpus", "sort": corpora, "title": None, "scale": {"scheme": scheme}}
    title = "Sizes of entities" + ("" if len(descriptions) > 1 else f" in {next(iter(descriptions))}")
    return chart(title, values, mark={"type": "bar", "tooltip": True}, encoding=encoding)
