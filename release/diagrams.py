"""Flowcharts of the pages as pictures, so that no library has to be loaded: a subset of Mermaid, laid out in layers."""

from __future__ import annotations

import re
from html import escape
from itertools import pairwise
from typing import NamedTuple

FENCE = re.compile(r"^```mermaid\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
_PART = re.compile(r'\s*(?:(?P<arrow>-->)|--\s*(?P<words>[^-"]+?)\s*-->|(?P<node>\w+)(?:\["(?P<label>[^"]*)"\])?)')
LETTER, LINE, PADDING, ALONG, ACROSS = 6.9, 17, 12, 46, 18
LONGEST = 5  # layers from left to right


class Edge(NamedTuple):
    start: str
    end: str
    words: str


def parse(text: str) -> tuple[str, dict[str, list[str]], list[Edge]]:
    """Direction, lines of each node's label, and edges; what is not understood is refused."""
    head, *lines = text.strip().splitlines()
    labels: dict[str, list[str]] = {}
    edges: list[Edge] = []
    for line in lines:
        place, before, words = 0, None, None
        while place < len(line.rstrip()):
            part = _PART.match(line, place)
            if part is None:
                raise ValueError(f"not understood in a flowchart: {line!r}")
            place = part.end()
            if part["node"] is None:
                words = part["words"] or ""
                continue
            labels.setdefault(part["node"], [part["node"]])
            if part["label"]:
                labels[part["node"]] = part["label"].split("<br>")
            if before is not None and words is not None:
                edges.append(Edge(before, part["node"], words))
            before, words = part["node"], None
    return head.split()[1], labels, edges


def layered(nodes: list[str], edges: list[Edge]) -> tuple[list[list[str]], list[list[str]]]:
    """Layers of nodes by their longest way from a start, and each edge as its nodes, with bends between the layers."""
    depth = dict.fromkeys(nodes, 0)
    for _ in nodes:
        for edge in edges:
            depth[edge.end] = max(depth[edge.end], depth[edge.start] + 1)
    layers: list[list[str]] = [[] for _ in range(max(depth.values()) + 1)]
    for node in nodes:
        layers[depth[node]].append(node)
    ways = []
    for number, edge in enumerate(edges):
        bends = [f"{number}.{layer}" for layer in range(depth[edge.start] + 1, depth[edge.end])]
        for layer, bend in enumerate(bends, depth[edge.start] + 1):
            layers[layer].append(bend)
        ways.append([edge.start, *bends, edge.end])
    links = [pair for way in ways for pair in pairwise(way)]
    for sweep in range(8):  # each node to the mean place of its neighbours, from both ends in turn
        near: dict[str, list[str]] = {}
        for one, other in links:
            near.setdefault(*((other, [])) if sweep % 2 == 0 else (one, [])).append(one if sweep % 2 == 0 else other)
        for layer in layers if sweep % 2 == 0 else reversed(layers):
            place = {node: index / max(1, len(each) - 1) for each in layers for index, node in enumerate(each)}
            layer.sort(key=lambda node: sum(place[n] for n in near.get(node, [node])) / len(near.get(node, [node])))
    return layers, ways


def svg(text: str) -> str:
    """A flowchart as SVG, the same for the same text."""
    direction, labels, edges = parse(text)
    layers, ways = layered(list(labels), edges)
    # A long chain is drawn downwards in any case: scaled to the width of a page, nobody could read it.
    across = direction in ("TB", "TD") or len(layers) > LONGEST
    size = {
        node: (max(map(len, lines)) * LETTER + 2 * PADDING, len(lines) * LINE + 13) for node, lines in labels.items()
    }
    extent = {node: box if across else box[::-1] for node, box in size.items()}  # along its layer, across it
    thick = [max((extent[node][1] for node in layer if node in extent), default=0) for layer in layers]
    words = max((len(edge.words) for edge in edges), default=0) * LETTER
    gap = max(ALONG, 0 if across else words + 26)
    lengths = [sum(extent.get(node, (6, 0))[0] + ACROSS for node in layer) for layer in layers]
    spots: dict[str, tuple[float, float]] = {}
    start = 8.0
    for layer, thickness, length in zip(layers, thick, lengths, strict=True):
        place = 8 + (max(lengths) - length) / 2
        for node in layer:
            wide = extent.get(node, (6, 0))[0]
            spots[node] = (place + wide / 2, start + thickness / 2)
            place += wide + ACROSS
        start += thickness + gap
    if not across:
        spots = {node: (y, x) for node, (x, y) in spots.items()}
    total = (max(lengths) + 8, start - gap + 8)
    width, height = total if across else total[::-1]
    drawn = [_way([spots[node] for node in way], size[way[0]], size[way[-1]], across) for way in ways]
    for edge, way in zip(edges, ways, strict=True):
        if edge.words:
            (x1, y1), (x2, y2) = spots[way[0]], spots[way[1]]
            left, right = x1 + size[way[0]][0] / 2, x2 - size.get(way[1], (0, 0))[0] / 2
            x, y = ((left + right) / 2, (y1 + y2) / 2 - 5)
            if across:
                x, y = (x1 + x2) / 2 + 8 + len(edge.words) * LETTER / 2, (y1 + y2) / 2 + 4
            drawn.append(f'<text x="{x:.1f}" y="{y:.1f}" class="words">{escape(edge.words)}</text>')
    for node, lines in labels.items():
        (x, y), (wide, high) = spots[node], size[node]
        drawn.append(f'<rect x="{x - wide / 2:.1f}" y="{y - high / 2:.1f}" width="{wide:.1f}" height="{high}" rx="6"/>')
        top = y - (len(lines) - 1) * LINE / 2 + 4.5
        drawn += [
            f'<text x="{x:.1f}" y="{top + row * LINE:.1f}">{escape(line)}</text>' for row, line in enumerate(lines)
        ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}">'
        "<style>text{font:13px sans-serif;text-anchor:middle;fill:#1b1b1f}.words{font-size:12px;fill:#5a6070}"
        "rect{fill:#eef1fb;stroke:#7a86b8}path{fill:none;stroke:#8a90a0;stroke-width:1.4}polygon{fill:#8a90a0}</style>"
        f'<rect width="{width:.0f}" height="{height:.0f}" style="fill:#fff;stroke:none"/>{"".join(drawn)}</svg>\n'
    )


def _way(spots: list[tuple[float, float]], first: tuple[float, float], last: tuple[float, float], across: bool) -> str:
    """A curve through the bends of an edge, with a head at its end."""
    (x1, y1), (x2, y2) = spots[0], spots[-1]
    points = [(x1, y1 + first[1] / 2) if across else (x1 + first[0] / 2, y1), *spots[1:-1]]
    end = (x2, y2 - last[1] / 2 - 7) if across else (x2 - last[0] / 2 - 7, y2)
    path = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for (ax, ay), (bx, by) in pairwise([*points, end]):
        middle = (
            (f"{ax:.1f} {(ay + by) / 2:.1f} {bx:.1f} {(ay + by) / 2:.1f}")
            if across
            else (f"{(ax + bx) / 2:.1f} {ay:.1f} {(ax + bx) / 2:.1f} {by:.1f}")
        )
        path += f"C{middle} {bx:.1f} {by:.1f}"
    x, y = end
    corners = ((x - 4, y), (x + 4, y), (x, y + 7)) if across else ((x, y - 4), (x, y + 4), (x + 7, y))
    head = " ".join(f"{one:.1f},{two:.1f}" for one, two in corners)
    return f'<path d="{path}"/><polygon points="{head}"/>'
