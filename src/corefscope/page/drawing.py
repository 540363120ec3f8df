"""`show`: one document with its mentions as a picture, for notebooks and for papers.

Words stand in lines, with a bar and a label for each mention and a colour for each entity. A notebook and a file show
the same SVG: it has no script, no style sheet and no font.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from colorsys import hls_to_rgb
from dataclasses import dataclass
from html import escape
from itertools import count
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.cells import cell_len

from corefscope.basics.arguments import text, whole
from corefscope.basics.escaping import quoted, visible
from corefscope.metrics.evidence import Evidence
from corefscope.page.segments import PageMentions, TextSegments, counterparts, matched_rows, page_mentions, segments_of
from corefscope.problems import CorefscopeError, UnknownName
from corefscope.scoring.inputs import Input, read_all
from corefscope.settings import Settings

WORDS = 2_000  # shown unless more are asked for: a browser draws them at once
DRAWN_WIDTH = 860
MARGIN = 12
FONT = 15  # pixels, as all numbers here
DRAWN_CELL = 9  # the width of a character, since all are equally wide
STEP = 14  # from one level of bars to the next, as on the page
SINGLETON = "#8b919c"
_LONGEST_LABEL = 12


@dataclass(frozen=True)
class Drawing:
    """The picture of a document; a notebook shows it."""

    name: str
    svg: str

    def to_svg(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return f'<div style="overflow-x: auto">{self.svg}</div>'

    def __repr__(self) -> str:
        return f"<Drawing of {quoted(self.name)}>"


class _Mark(NamedTuple):
    """A mention to draw: the runs of words that it covers (first and last), and how."""

    runs: Sequence[tuple[int, int]]
    colour: str
    label: str
    tooltip: str
    matched: bool


# The part of a mention on one line: its level, counted from the words, and its first and its last word there.
_Bar = tuple[int, _Mark, int, int]


def show(
    source: Input,
    document: str | None = None,
    *,
    words: int = WORDS,
    format: str | None = None,
    clusters: str | None = None,
) -> Drawing:
    """Draw a document with its mentions; a notebook shows it, `to_svg()` gives the picture for a paper.

    `source` is whatever `score` takes: a path, Documents, records, objects of other libraries. A document must be named
    if there are several. Of a long text the first `words` words are drawn.

    >>> record = {"doc_key": "story", "tokens": ["Ann", "saw", "her", "dog"], "clusters": [[[0, 0], [2, 2]]]}
    >>> show(record)
    <Drawing of 'story'>
    """
    settings = Settings(response_format=format, response_clusters=clusters)
    corpus = read_all([source], ["source"], settings)[0]
    number = _number(document, corpus.names)
    corpus = corpus.of_documents(np.arange(corpus.document_count) == number)
    segments = segments_of([(corpus, 0)])
    side = page_mentions(corpus, np.zeros(1, np.int64), [segments])
    marks = _marks(side, _colours(side), np.ones(corpus.mention_count, bool))
    return _drawing(corpus.names[0], segments, [], marks, words, "")


def show_pair(evidence: Evidence, document: str | None = None, words: int = WORDS) -> Drawing:
    """Draw a document with the mentions of the key above its words and those of the response below."""
    number = _number(document, evidence.key.names)
    corpora, rows = [], []
    for corpus, is_here in ((evidence.key, np.arange(evidence.key.document_count) == number),
                            (evidence.response, evidence.partner == number)):  # fmt: skip
        corpora.append(corpus.of_documents(is_here))
        rows.append(np.flatnonzero(is_here[corpus.document]))
    sides = [(corpus, place) for corpus in corpora for place in range(corpus.document_count)]
    segments = segments_of(sides)
    key, response = (page_mentions(each, np.zeros(each.document_count, np.int64), [segments]) for each in corpora)
    pairs = matched_rows(evidence)
    here = np.isin(pairs[0], rows[0])
    mine, theirs = (np.searchsorted(own, matched[here]) for own, matched in zip(rows, pairs, strict=True))
    partner = counterparts(
        key.entity_number[key.corpus.entity[mine]],
        response.entity_number[response.corpus.entity[theirs]],
        response.corpus.entity_count,
    )
    of_key, alone = _colours(key), _colours(response, key.corpus.entity_count)
    colours = [alone[entity] if mate < 0 else of_key[mate] for entity, mate in enumerate(partner.tolist())]
    above = _marks(key, of_key, np.isin(np.arange(len(key.rows)), mine))
    below = _marks(response, colours, np.isin(np.arange(len(response.rows)), theirs))
    caption = "key above, response below; dashed: not in the other"
    return _drawing(evidence.key.names[number], segments, above, below, words, caption)


def _number(document: str | None, names: Sequence[str]) -> int:
    if document is None:
        if len(names) == 1:
            return 0
        listed = ", ".join(quoted(name) for name in names[:5])
        raise CorefscopeError("several-documents", f"there are {len(names):,} documents", hint=f"name one: {listed}")
    if text(document, "document") not in names:
        raise UnknownName("document", document, names)
    return names.index(document)


def _colours(side: PageMentions, first: int = 0) -> list[str]:
    """Return a colour for each entity with several mentions, grey for the others."""
    sizes = np.bincount(side.entity, minlength=side.corpus.entity_count).tolist()
    return [colour(first + number) if size > 1 else SINGLETON for number, size in enumerate(sizes)]


def colour(number: int) -> str:
    """Return the colour of the entity with this number: hues a golden angle apart, of three lightnesses.

    >>> colour(0), colour(1)
    ('#5a95e2', '#e25a6d')
    """
    lightness = (0.62, 0.52, 0.42)[number // 2 % 3]  # for notebooks on white and on black
    channels = hls_to_rgb((number * 137.508 + 214) % 360 / 360, lightness, 0.7)
    return "#" + "".join(f"{round(255 * channel):02x}" for channel in channels)


def _marks(side: PageMentions, colours: Sequence[str], matched: NDArray[np.bool_]) -> list[_Mark]:
    """Return the mentions to draw; `matched` are the rows of the corpus that the other side has too."""
    marks = []
    for number, row in enumerate(side.rows.tolist()):
        entity = int(side.corpus.entity[row])
        name = visible(side.corpus.entity_name(entity))
        label = name if len(name) <= _LONGEST_LABEL else name[: _LONGEST_LABEL - 1] + "…"
        runs = side.runs.get(number, [(int(side.first[number]), int(side.last[number]))])
        tooltip = name if matched[row] else f"{name}: not in the other"
        marks.append(_Mark(runs, colours[side.entity_number[entity]], label, tooltip, bool(matched[row])))
    return marks


def _drawing(
    name: str, segments: TextSegments, above: Sequence[_Mark], below: Sequence[_Mark], limit: int, caption: str
) -> Drawing:
    """Draw the text with the mentions above and below its words, as far as the limit."""
    if whole(limit, "words") < 1:
        raise CorefscopeError("wrong-value", f"words must be at least 1, got {limit}")
    if segments.words is None:
        fact = f"the words of document {quoted(name)} are not known"
        raise CorefscopeError("unknown-text", fact, hint="use a format with its text, such as CoNLL")
    count = len(segments.words)
    if count > limit:
        rest = f"the first {limit:,} of {count:,} words; words={count} draws all"
        caption = f"{caption}; {rest}" if caption else rest
    words = [visible(word) for word in segments.words[:limit]]
    line_of, left, right = _lines(words, [*above, *below], segments)
    bars_above, bars_below = _bars(above, line_of), _bars(below, line_of)
    mirrored = 2 * sum(unicodedata.bidirectional(word[0]) in ("R", "AL") for word in words if word) > len(words)
    if mirrored:
        left, right = [DRAWN_WIDTH - x for x in right], [DRAWN_WIDTH - x for x in left]
    parts: list[str] = []
    top = 20
    if caption:
        parts.append(f'<text x="{MARGIN}" y="{top}" font-size="12" fill-opacity=".7">{escape(caption)}</text>')
        top += 14
    for line in range(line_of[-1] + 1 if words else 0):
        high, low = (max((level + 1 for level, *_ in bars[line]), default=0) for bars in (bars_above, bars_below))
        baseline = top + high * STEP + FONT + 3
        for place in range(bisect_left(line_of, line), bisect_right(line_of, line)):
            width = _width(words[place])
            x = right[place] - width if mirrored else left[place]
            size = f'font-size="{FONT}" textLength="{width}" lengthAdjust="spacingAndGlyphs"'
            parts.append(f'<text x="{x}" y="{baseline}" {size}>{escape(words[place])}</text>')
        for bars, start, step in ((bars_above, baseline - FONT - 5, -STEP), (bars_below, baseline + 8, STEP)):
            for level, mark, first, last in bars[line]:
                ends = min(left[first], left[last]), max(right[first], right[last])
                parts.append(_drawn(mark, first == mark.runs[0][0], *ends, start + level * step, mirrored))
        top = baseline + low * STEP + 12
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {DRAWN_WIDTH} {top}" width="{DRAWN_WIDTH}"'
        f' height="{top}"'
        f' role="img" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" fill="currentColor">\n'
        f"<title>{escape(visible(name))}</title>\n" + "\n".join(parts) + "\n</svg>\n"
    )
    return Drawing(name, svg)


def _lines(
    words: Sequence[str], marks: Iterable[_Mark], segments: TextSegments
) -> tuple[list[int], list[int], list[int]]:
    """Return the line of each word, and where it begins and ends there; labels have room where mentions begin."""
    tight, sentences = set(segments.tight or ()), set(segments.sentences)
    narrowest: dict[int, int] = defaultdict(int)
    for mark in marks:
        first = mark.runs[0][0]
        narrowest[first] = max(narrowest[first], _label_width(mark.label) + 1)
    line_of: list[int] = []
    left: list[int] = []
    right: list[int] = []
    for place, word in enumerate(words):
        width = max(_width(word), narrowest[place])
        blank = 0 if place in tight else DRAWN_CELL
        begins = not right or place in sentences or right[-1] + blank + width > DRAWN_WIDTH - MARGIN
        line_of.append((line_of[-1] if line_of else -1) + begins)
        left.append(MARGIN if begins else right[-1] + blank)
        right.append(left[-1] + width)
    return line_of, left, right


def _bars(marks: Sequence[_Mark], line_of: Sequence[int]) -> dict[int, list[_Bar]]:
    """Cut mentions at the ends of lines and of the text, and give each bar of a line the free level next to the words.

    The first bar of a mention has its label.
    """
    parts = []
    for mark in marks:
        for first, last in mark.runs:
            place = first
            while place <= min(last, len(line_of) - 1):
                end = min(last, bisect_right(line_of, line_of[place]) - 1)
                parts.append((mark, place, end))
                place = end + 1
    parts.sort(key=lambda part: (part[2] - part[1], part[0].runs[-1][1] - part[0].runs[0][0], part[1]))
    bars: dict[int, list[_Bar]] = defaultdict(list)
    taken: dict[int, set[int]] = defaultdict(set)  # the levels in use over each word
    for mark, first, last in parts:
        words = range(first, last + 1)
        used = set().union(*(taken[place] for place in words))
        level = next(level for level in count() if level not in used)
        for place in words:
            taken[place].add(level)
        bars[line_of[first]].append((level, mark, first, last))
    return bars


def _drawn(mark: _Mark, has_label: bool, left: int, right: int, y: int, mirrored: bool) -> str:
    label = ""
    if has_label:
        width = _label_width(mark.label)
        x = right - width if mirrored else left
        label = (
            f'<rect x="{x}" y="{y - 6}" width="{width}" height="12" rx="3" fill="{mark.colour}"/>'
            f'<text x="{x + width / 2:g}" y="{y + 3.5:g}" font-size="10" font-weight="600" text-anchor="middle"'
            f' fill="#fff">{escape(mark.label)}</text>'
        )
    dashes = "" if mark.matched else ' stroke-dasharray="4 3"'
    return (
        f'<g><title>{escape(mark.tooltip)}</title><line x1="{left}" x2="{right}" y1="{y}" y2="{y}"'
        f' stroke="{mark.colour}" stroke-width="3"{dashes}/>{label}</g>'
    )


def _width(word: str) -> int:
    return min(cell_len(word) * DRAWN_CELL, DRAWN_WIDTH - 2 * MARGIN)


def _label_width(label: str) -> int:
    return len(label) * 6 + 6
