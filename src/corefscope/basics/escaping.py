"""Text that is safe to display: characters that act on a terminal, or that nobody sees, become escapes.

Names, words and file names come from anywhere. Whatever people read (messages, tables, Markdown, LaTeX) goes through
here; data (JSON, CSV of corpora, converted files) stays exact.
"""

from __future__ import annotations

import codecs
import re

LONGEST_QUOTE = 80
# Control characters (C0, DEL, C1), marks that change the direction of text, Unicode's two line separators, and halves
# of surrogate pairs, which encode the bytes of a file name that is not UTF-8.
_ACTS = "\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
_ACTING = re.compile(f"[{_ACTS}]")
_ACTING_IN_LINES = re.compile(f"(?![\n\t])[{_ACTS}]")
# The text between two quotes; an apostrophe within or after a word is not a quote.
_LONG_QUOTE = re.compile(rf"(?<!\w)'([^']{{{LONGEST_QUOTE + 1},}})'(?!\w)")
_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}
# ASCII replacements for the symbols in our own tables, for screens that cannot display them.
_PLAIN = {
    "³": "3", "²": "2", "¹": "1", "₁": "1", "–": "-", "—": "-", "−": "-", "×": "x", "·": ".", "…": "...", "→": "->",
    "“": '"', "”": '"', "’": "'", "±": "+/-", "━": "-", "✓": "yes", "✗": "no", "∅": "0", "α": "alpha", "β": "beta",
    "τ": "tau", "φ": "phi", "§": "section ", "½": "1/2",
}  # fmt: skip
PLAIN = "corefscope-plain"


def visible(text: str) -> str:
    r"""Return a text on one line, with escapes for characters that would act or be invisible.

    >>> print(visible("a\x1b]0;title\x07\nb\u202e"))
    a\x1b]0;title\x07\nb\u202e
    """
    return text if text.isprintable() else _ACTING.sub(_escape, text)


def visible_lines(text: str) -> str:
    """Escape a text of several lines; its line breaks and tabs stay."""
    return _ACTING_IN_LINES.sub(_escape, text)


def quoted(text: object, longest: int = LONGEST_QUOTE) -> str:
    r"""Quote a piece of the input for a message: visible, and cut if it is long.

    >>> print(quoted("12)\x07"), quoted("a" * 100, 8))
    '12)\x07' 'aaaaaaa…'
    """
    return f"'{cut(str(text), longest)}'"


def short_repr(value: object) -> str:
    """Return the `repr` of a value for a message, cut if it is long.

    >>> short_repr([1, "x"]), len(short_repr("a" * 1000))
    ("[1, 'x']", 80)
    """
    try:
        return cut(repr(value))
    except Exception:  # a foreign object, whose `repr` may do anything
        return f"an object of the class {cut(type(value).__name__)}"


def cut(text: str, longest: int = LONGEST_QUOTE) -> str:
    """Make a text visible and cut it to this length, never within an escape."""
    escaped = visible(text[: longest + 1])
    if len(escaped) <= longest:
        return escaped
    end = 0
    for part in map(visible, text):
        if end + len(part) > longest - 1:
            break
        end += len(part)
    return escaped[:end] + "…"


def message(text: str) -> str:
    """Return a message as one line, with long quotations cut.

    >>> message("the row has 'a', 'b" + 100 * "b" + "' and no entity's name")[-30:]
    "bbbbbbb…' and no entity's name"
    """
    return _LONG_QUOTE.sub(lambda match: quoted(match[1]), visible(text))


def _escape(match: re.Match[str] | str) -> str:
    """Return the escape of a character; `match` is the character, or a match of it."""
    character = match[0]
    code = ord(character)
    if character in _SHORT:
        return _SHORT[character]
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _plain(error: UnicodeError) -> tuple[str, int]:
    """Replace a character that an encoding lacks: by a plain sign if our tables use it, else by its code."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_PLAIN.get(character) or _escape(character) for character in lacking), error.end


codecs.register_error(PLAIN, _plain)
