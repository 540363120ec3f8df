"""Text as it may be displayed: characters that act on a terminal, or that nobody sees, become escapes.

Names, words and file names come from anywhere. Whatever is *shown* (messages, tables, Markdown, LaTeX) goes through
here; data (JSON, CSV of corpora, converted files) stays exact.
"""

from __future__ import annotations

import codecs
import re

LONGEST_QUOTE = 80
# Control characters (C0, DEL, C1), the marks that turn the direction of text, two line ends of Unicode, and halves of
# surrogate pairs, which stand for the bytes of a file name that is not UTF-8.
_ACTS = "\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
_ACTING = re.compile(f"[{_ACTS}]")
_ACTING_IN_LINES = re.compile(f"(?![\n\t])[{_ACTS}]")
# Between two quotes, which the apostrophes within or behind a word are not.
_LONG_QUOTE = re.compile(rf"(?<!\w)'([^']{{{LONGEST_QUOTE + 1},}})'(?!\w)")
_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}
# What our own tables use beyond ASCII, for screens that cannot show it.
_PLAIN = {
    "³": "3", "²": "2", "¹": "1", "₁": "1", "–": "-", "—": "-", "−": "-", "×": "x", "·": ".", "…": "...", "→": "->",
    "“": '"', "”": '"', "’": "'", "±": "+/-", "━": "-", "✓": "yes", "✗": "no", "∅": "0", "α": "alpha", "β": "beta",
    "τ": "tau", "φ": "phi", "§": "section ", "½": "1/2",
}  # fmt: skip
PLAIN = "corefscope-plain"


def visible(text: str) -> str:
    r"""The text on one line, with escapes for characters that would act or not be seen.

    >>> print(visible("a\x1b]0;title\x07\nb\u202e"))
    a\x1b]0;title\x07\nb\u202e
    """
    return text if text.isprintable() else _ACTING.sub(_escape, text)


def visible_lines(text: str) -> str:
    """The same for a text of several lines, which stay lines; tabs stay too."""
    return _ACTING_IN_LINES.sub(_escape, text)


def quoted(text: object, longest: int = LONGEST_QUOTE) -> str:
    r"""A piece of the input for a message: visible, in quotes, and cut where it is long.

    >>> print(quoted("12)\x07"), quoted("a" * 100, 8))
    '12)\x07' 'aaaaaaa…'
    """
    return f"'{cut(str(text), longest)}'"


def shown(value: object) -> str:
    """A value that a program gave, for a message: what Python would print, cut where it is long.

    >>> shown([1, "x"]), len(shown("a" * 1000))
    ("[1, 'x']", 80)
    """
    try:
        return cut(repr(value))
    except Exception:  # an object of somebody else's, which may do anything
        return f"an object of the class {cut(type(value).__name__)}"


def cut(text: str, longest: int = LONGEST_QUOTE) -> str:
    """The text made visible, at most so long; no escape is cut in two."""
    shown = visible(text[: longest + 1])
    if len(shown) <= longest:
        return shown
    end = 0
    for part in map(visible, text):
        if end + len(part) > longest - 1:
            break
        end += len(part)
    return shown[:end] + "…"


def message(text: str) -> str:
    """The text of a message, of one line; what it quotes is cut where it is long.

    >>> message("the row has 'a', 'b" + 100 * "b" + "' and no entity's name")[-30:]
    "bbbbbbb…' and no entity's name"
    """
    return _LONG_QUOTE.sub(lambda match: quoted(match[1]), visible(text))


def _escape(match: re.Match[str] | str) -> str:
    """A character as an escape; `match` is the character, or a match of it."""
    character = match[0]
    code = ord(character)
    if character in _SHORT:
        return _SHORT[character]
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _plain(error: UnicodeError) -> tuple[str, int]:
    """Handle what an encoding lacks: a plain sign for those of our tables, else the code; never a question mark."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_PLAIN.get(character) or _escape(character) for character in lacking), error.end


codecs.register_error(PLAIN, _plain)
