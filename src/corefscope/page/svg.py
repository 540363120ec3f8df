"""A text with its mentions as SVG: words in lines, a bar and a label for each mention, a colour for each entity.

A notebook and a file show the same picture: it has no script, no style sheet and no font.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from rich.cells import cell_len

from corefscope.basics.escaping import visible

WIDTH = 860
MARGIN = 12
FONT = 16  # pixels, as all numbers here
STEP = 14  # from one level of bars to the next, as on the page
BAR = 3
BLANK = 4.5
SINGLETON = "#8b919c"
_LABEL_CHARACTER = 6.2
_LONGEST_LABEL = 12
# Parts of the font's size, as in Helvetica; any other character is as wide as most small letters.
_WIDTHS = {
    **dict.fromkeys("ijl'|", 0.22),
    **dict.fromkeys("tfI.,:;!/[]\\ ", 0.28),
    **dict.fromkeys('r()-`"', 0.34),
    **dict.fromkeys("cksvxyzJ", 0.50),
    **dict.fromkeys("wABEKPSVXY&", 0.69),
    **dict.fromkeys("CDHNRUGOQ", 0.75),
    **dict.fromkeys("mMW@%", 0.88),
}
# Words that are written without a blank before or after them, where the text does not say.
_CLOSES = re.compile(r"([.,;:!?%)\]}’”»…]+|n['’]t|['’](s|re|ve|ll|d|m)?|''|、|。|，)", re.IGNORECASE)
_OPENS = re.compile(r"([(\[{‘“«¿¡$€£#]|``)")
# Lightness and chroma, between those of the page on white and on black, since a notebook may be either.
_TONES = ((0.62, 0.17), (0.70, 0.13), (0.55, 0.16))


@dataclass(frozen=True)
class DrawnMention:
    """A mention to draw: the runs of segments that it covers (first and last), and how."""

    runs: Sequence[tuple[int, int]]
    colour: str
    label: str
    tooltip: str
    matched: bool = True

    @property
    def length(self) -> int:
        return self.runs[-1][1] - self.runs[0][0]


@dataclass
class _Line:
    """The segments from `first` to before `last`, and where each begins and ends."""

    first: int
    last: int
    left: list[float]
    right: list[float]


@dataclass
class _Bar:
    """The part of a mention that lies on one line; only the first part has the label."""

    mention: DrawnMention
    first: int
    last: int
    has_label: bool
    level: int = 0


def colour(number: int) -> str:
    """Return the colour of the entity with this number: hues a golden angle apart, as on the page.

    >>> colour(0), colour(1)
    ('#4a81eb', '#d7592a')
    """
    lightness, chroma = _TONES[number // 2 % 3]
    angle = math.radians((number * 137.508 + 262) % 360)
    a, b = chroma * math.cos(angle), chroma * math.sin(angle)
    # From Oklab to linear sRGB, by the matrices of its definition.
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    light = [min(1.0, max(0.0, channel)) for channel in linear]
    encoded = [12.92 * each if each <= 0.0031308 else 1.055 * each ** (1 / 2.4) - 0.055 for each in light]
    return "#" + "".join(f"{round(255 * channel):02x}" for channel in encoded)


def draw(
    words: Sequence[str],
    sentences: Sequence[int],
    tight: Sequence[int] | None,
    above: Sequence[DrawnMention],
    below: Sequence[DrawnMention],
    title: str,
    caption: str,
) -> str:
    """Draw a text with the mentions above and below its words; `tight` lists words without a blank before them."""
    shown = [visible(word) for word in words]
    narrowest = _narrowest([*above, *below], len(shown))
    lines = _lines(shown, narrowest, set(sentences), set(_tight(shown) if tight is None else tight))
    of_word = [number for number, line in enumerate(lines) for _ in range(line.first, line.last)]
    bars_above, bars_below = (_bars(mentions, lines, of_word) for mentions in (above, below))
    mirrored = _reads_leftwards(shown)
    parts: list[str] = []
    top = 20.0
    if caption:
        parts.append(f'<text x="{MARGIN}" y="{top:g}" font-size="12" fill-opacity=".7">{escape(caption)}</text>')
        top += 14
    for number, line in enumerate(lines):
        high, low = _levels(bars_above[number]), _levels(bars_below[number])
        baseline = top + high * STEP + FONT + 3
        parts += _words(shown, line, baseline, mirrored)
        for bar in bars_above[number]:
            parts += _bar(bar, line, baseline - FONT - 5 - bar.level * STEP, mirrored)
        for bar in bars_below[number]:
            parts += _bar(bar, line, baseline + 8 + bar.level * STEP, mirrored)
        top = baseline + low * STEP + 12
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top:g}" width="{WIDTH}" height="{top:g}"'
        f' role="img" font-family="Helvetica, Arial, sans-serif" fill="currentColor">\n'
        f"<title>{escape(title)}</title>\n" + "\n".join(parts) + "\n</svg>\n"
    )


def _narrowest(mentions: Sequence[DrawnMention], count: int) -> list[float]:
    """Return how wide each word must be for the labels that begin there."""
    width = [0.0] * count
    for mention in mentions:
        first = mention.runs[0][0]
        width[first] = max(width[first], _label_width(mention.label) + 1)
    return width


def _tight(words: Sequence[str]) -> Iterator[int]:
    for place in range(1, len(words)):
        if _CLOSES.fullmatch(words[place]) or _OPENS.fullmatch(words[place - 1]):
            yield place


def _lines(words: Sequence[str], narrowest: Sequence[float], sentences: set[int], tight: set[int]) -> list[_Line]:
    lines: list[_Line] = []
    here = 0.0
    for place, word in enumerate(words):
        width = max(_text_width(word), narrowest[place])
        blank = 0.0 if place in tight else BLANK
        if not lines or place in sentences or here + blank + width > WIDTH - MARGIN:
            lines.append(_Line(place, place, [], []))
            here, blank = MARGIN, 0.0
        line = lines[-1]
        line.last = place + 1
        line.left.append(here + blank)
        here += blank + width
        line.right.append(here)
    return lines


def _text_width(word: str) -> float:
    """Return about how wide a word is; the picture stretches it to just that."""
    wide = sum(_WIDTHS.get(character) or 0.55 * cell_len(character) for character in word)
    return min(wide * FONT, WIDTH - 2 * MARGIN)


def _label_width(label: str) -> float:
    return len(label) * _LABEL_CHARACTER + 6


def _bars(mentions: Sequence[DrawnMention], lines: Sequence[_Line], of_word: Sequence[int]) -> list[list[_Bar]]:
    """Cut mentions at the ends of lines, and give each bar of a line the level next to the words that is free."""
    bars: list[list[_Bar]] = [[] for _ in lines]
    for mention in mentions:
        has_label = True
        for first, last in mention.runs:
            for number in range(of_word[first], of_word[last] + 1):
                line = lines[number]
                bars[number].append(_Bar(mention, max(first, line.first), min(last, line.last - 1), has_label))
                has_label = False
    for line, found in zip(lines, bars, strict=True):
        taken = [0] * (line.last - line.first)  # the levels in use over each word, as bits
        for bar in sorted(found, key=lambda bar: (bar.last - bar.first, bar.mention.length, bar.first)):
            places = range(bar.first - line.first, bar.last - line.first + 1)
            used = 0
            for place in places:
                used |= taken[place]
            bar.level = (~used & (used + 1)).bit_length() - 1
            for place in places:
                taken[place] |= 1 << bar.level
    return bars


def _levels(bars: Sequence[_Bar]) -> int:
    return max((bar.level + 1 for bar in bars), default=0)


def _words(words: Sequence[str], line: _Line, baseline: float, mirrored: bool) -> Iterator[str]:
    for place in range(line.first, line.last):
        left, right = line.left[place - line.first], line.right[place - line.first]
        width = _text_width(words[place])
        x = WIDTH - left - width if mirrored else left
        yield (
            f'<text x="{x:.1f}" y="{baseline:g}" font-size="{FONT}" textLength="{min(width, right - left):.1f}"'
            f' lengthAdjust="spacingAndGlyphs">{escape(words[place])}</text>'
        )


def _bar(bar: _Bar, line: _Line, y: float, mirrored: bool) -> Iterator[str]:
    left, right = line.left[bar.first - line.first], line.right[bar.last - line.first]
    if mirrored:
        left, right = WIDTH - right, WIDTH - left
    mention = bar.mention
    dashes = "" if mention.matched else ' stroke-dasharray="4 3"'
    yield (
        f'<g><title>{escape(mention.tooltip)}</title><line x1="{left:.1f}" x2="{right:.1f}" y1="{y:g}" y2="{y:g}"'
        f' stroke="{mention.colour}" stroke-width="{BAR}"{dashes}/>'
    )
    if bar.has_label:
        width = _label_width(mention.label)
        x = right - width if mirrored else left
        yield (
            f'<rect x="{x:.1f}" y="{y - 6:g}" width="{width:.1f}" height="12" rx="3" fill="{mention.colour}"/>'
            f'<text x="{x + width / 2:.1f}" y="{y + 3.5:g}" font-size="10" font-weight="600" text-anchor="middle"'
            f' fill="#fff">{escape(mention.label)}</text>'
        )
    yield "</g>"


def label(name: str) -> str:
    """Return an entity's name, cut to the room there is."""
    shown = visible(name)
    return shown if len(shown) <= _LONGEST_LABEL else shown[: _LONGEST_LABEL - 1] + "…"


def _reads_leftwards(words: Sequence[str]) -> bool:
    """Whether most words begin with a letter of a script written from right to left."""
    leftwards = sum(unicodedata.bidirectional(word[0]) in ("R", "AL") for word in words if word)
    return 2 * leftwards > len(words)
