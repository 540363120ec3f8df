"""Random tables, sound or damaged, as bytes of CSV and TSV and as columns of Parquet."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

BLANKS = (" ", "  ", "\t", "\v", "\f", "\xa0", "\u3000", "\u2028", "\x85", "\x1c", "\u200b", "\ufeff")
WORDS = (
    "a", "A", "mill", "é", "e\u0301", "中", "😀", "NULL", "null", "nan", "None", "true", "#x", "'q'", "a b", "-",
    "=1+1",
)  # fmt: skip
ODD_NUMBERS = ("01", "1", "+1", "-1", "-0", "0", "1.0", "1e3", "007", "7", "10", "9", "٣", "1_0", "0x1", " 2")
SIGNS = (
    b'"', b'""', b",", b";", b"\t", b"\n", b"\r", b"\r\n", b" ", b"\\", b"#", b"\n\n", b" \n", b'"\n', b"\xc2\xa0",
)  # fmt: skip
HUGE = ("9223372036854775807", "9223372036854775808", "-9223372036854775808", "1" + "0" * 40, "9" * 39, "0" * 30 + "5")


@dataclass
class Rows:
    """The names of columns, and their cells as text; an empty cell is a missing value."""

    names: list[str]
    cells: list[list[str]]


def random_table(random: Random) -> bytes:
    """One table of text, perhaps damaged."""
    return random_table_pair(random)[0]


def random_table_pair(random: Random) -> tuple[bytes, bytes]:
    """Key and response, mostly of the same documents and mentions, either of them perhaps damaged."""
    key, response = random_rows_pair(random)
    separator = random.choice(",,,;\t")
    texts = [as_text(random, side, separator) for side in (key, response)]
    first, second = (damaged(random, text) if random.random() < 0.4 else text for text in texts)
    return first, second


def random_rows_pair(random: Random) -> tuple[Rows, Rows]:
    """Key and response as they are meant."""
    spans = random.random() < 0.25
    names = [] if random.random() < 0.15 else ["document"]
    names += ["start", random.choice(("end", "last"))] if spans else ["mention"]
    names += ["entity", *random.choice(([], [], ["topic"]))]
    documents = _ids(random, 3, random.choice(("text", "numbers")))
    mentions = _ids(random, 9, random.choice(("text", "numbers", "odd", "huge", "letters")))
    kinds = [random.choice(("text", "numbers", "numbers", "odd", "whole", "huge", "letters")) for _ in range(2)]
    entities = [_ids(random, 6, kind) for kind in kinds]
    sides = []
    for side in range(2):
        rows = []
        for _ in range(random.randint(1, 14)):
            start = random.randint(0, 9)
            drawn = {
                "document": random.choice(documents),
                "mention": random.choice(mentions),
                "start": str(start),
                "end": str(start + random.randint(1, 2)),
                "last": str(start + random.randint(0, 1)),
                "entity": random.choice(entities[side]),
                "topic": "t",
            }
            rows.append([drawn[name] for name in names])
        if random.random() < 0.06:
            random.choice(rows)[random.randrange(len(names))] = random.choice(("", " ", "\xa0", "x"))
        sides.append(Rows([_odd_name(random, name) for name in names], rows))
    return sides[0], sides[1]


def _odd_name(random: Random, name: str) -> str:
    return random.choice((name,) * 8 + (name.upper(), f" {name} "))


def _ids(random: Random, count: int, kind: str) -> list[str]:
    if kind == "numbers":
        found = [str(number) for number in random.sample(range(30), count)]
    elif kind == "odd":
        found = random.sample(ODD_NUMBERS, min(count, len(ODD_NUMBERS)))
    elif kind == "whole":
        found = random.sample(["01", "1", "+1", "-1", "-0", "0", "007", "7", "10", "9", "-12", "-2", *HUGE], count)
    elif kind == "huge":
        found = random.sample(HUGE, min(count, len(HUGE)))
    elif kind == "letters":
        found = [f"m{number}" for number in random.sample(range(30), count)]
    else:
        found = [random.choice(WORDS) + random.choice(("", str(random.randint(0, 3)))) for _ in range(count)]
    share = random.choice((0, 0, 0.3))  # some ids differ in blanks only
    return found + [_with_blanks(random, value) for value in found if random.random() < share]


def _with_blanks(random: Random, value: str) -> str:
    before, after = (random.choice(BLANKS) if random.random() < 0.6 else "" for _ in range(2))
    return before + value + after


def as_text(random: Random, rows: Rows, separator: str) -> bytes:
    """CSV or TSV in one of the ways in which it is written."""
    end = random.choice(("\n", "\n", "\r\n"))
    quotes = random.choice((0, 0, 0.2, 1))
    lines = [separator.join(rows.names)]
    for row in rows.cells:
        lines.append(separator.join(_cell(random, value, separator, quotes) for value in row))
        if random.random() < 0.02:
            lines.append("")
    text = end.join(lines) + (end if random.random() < 0.8 else "")
    return (b"\xef\xbb\xbf" if random.random() < 0.1 else b"") + text.encode()


def _cell(random: Random, value: str, separator: str, quotes: float) -> str:
    if not {separator, '"', "\n", "\r"}.isdisjoint(value) or random.random() < quotes:
        return '"' + value.replace('"', '""') + '"'
    return value


def damaged(random: Random, content: bytes) -> bytes:
    """The content with a few bytes changed, taken away or put in."""
    changed = bytearray(content)
    for _ in range(random.randint(1, 3)):
        place = random.randrange(len(changed) + 1)
        way = random.random()
        if way < 0.25:
            del changed[place : place + random.randint(1, 4)]
        elif way < 0.3:
            del changed[place:]
        elif way < 0.4:
            changed[place:place] = bytes(random.choice((0x00, 0xFF, 0x80, 0x1A, 0x5C)) for _ in range(1))
        else:
            changed[place:place] = random.choice(SIGNS)
    return bytes(changed)
