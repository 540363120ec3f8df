"""Chen & Ng (2013), “Linguistically Aware Coreference Evaluation Metrics”: §1, Table 1, and what §4 says of Figure 3.

Figure 2, with the responses, is a drawing; they are deduced here from the prose of §4.1, and Table 1 confirms them.
"""

from __future__ import annotations

from functools import cache

from corefscope.lab.papers.items import Section, claim, letters, number, scored
from corefscope.model import Document, Mention

PAPER = "chen2013"
METRICS = ("muc", "b3", "ceafm", "ceafe")
TITLES = {"muc": "MUC", "b3": "B³", "ceafm": "CEAFm", "ceafe": "CEAFe"}
# Figure 1: the mentions are a … t; types as the shapes of Figure 2 give them.
KEY = "abc defghijklm no p q r s t"
NAMES, NOMINALS = "ad", "enpqrst"
RESPONSES = {
    "a": "bc ghijklm a d e f n o p q r s t",
    "b": "bc fghijklm a d e n o p q r s t",
    "c": "bc eghijklm a d f n o p q r s t",
    "d": "bc dghijklm a e f n o p q r s t",
    "e": "abcghijklm def no p q r s t",
}
# Table 1: recall, precision, F of the metric, then of its linguistically aware counterpart with W4.
TABLE_1 = {
    "muc": {
        "a": "58.3 100 73.7 50.7 58.6 54.4",
        "b": "66.7 100 80.0 53.7 64.3 58.5",
        "c": "66.7 100 80.0 64.2 68.3 66.2",
        "d": "66.7 100 80.0 74.6 71.4 73.0",
        "e": "91.7 91.7 91.7 76.1 92.7 83.6",
    },
    "b3": {
        "a": "64.3 100 78.3 39.2 70.0 50.2",
        "b": "71.3 100 83.3 43.1 75.0 54.7",
        "c": "71.3 100 83.3 50.8 75.0 60.6",
        "d": "71.3 100 83.3 58.6 75.0 65.8",
        "e": "79.0 79.0 79.0 65.0 72.5 68.5",
    },
    "ceafm": {
        "a": "75.0 75.0 75.0 50.7 58.6 54.4",
        "b": "80.0 80.0 80.0 53.7 64.3 58.5",
        "c": "80.0 80.0 80.0 64.2 68.3 66.2",
        "d": "80.0 80.0 80.0 74.6 71.4 73.0",
        "e": "70.0 70.0 70.0 58.2 70.9 63.9",
    },
    "ceafe": {
        "a": "91.1 56.1 69.4 73.8 45.4 56.2",
        "b": "91.9 61.3 73.6 74.5 49.7 59.6",
        "c": "91.9 61.3 73.6 76.7 51.1 61.4",
        "d": "91.9 61.3 73.6 78.4 52.3 62.8",
        "e": "86.5 86.5 86.5 85.8 85.8 85.8",
    },
}
FIELDS = ("recall", "precision", "f1")


def document(entities: list[list[str]], names: str, nominals: str) -> list[Document]:
    """Letters as mentions of one token each, with their types."""

    def mention(letter: str) -> Mention:
        kind = "name" if letter in names else "nominal" if letter in nominals else "pronoun"
        return Mention(ord(letter), ord(letter) + 1, type=kind)

    return [Document("example", [[mention(letter) for letter in entity] for entity in entities])]


@cache
def value(response: str, metric: str, field: str = "f1") -> float:
    """A score of one of the five responses, in per cent."""
    key, other = (document(letters(text), NAMES, NOMINALS) for text in (KEY, RESPONSES[response]))
    return 100 * float(getattr(scored(key, other, metric), field))


def sections() -> list[Section]:
    return [_introduction(), _figure_1(), *(_table_1(metric) for metric in METRICS), _difference()]


def _introduction() -> Section:
    """§1: Hillary Clinton (h), she (s), she (t). R1 links h and s, R2 links s and t."""
    key, first, second = (document(letters(text), "h", "") for text in ("hst", "hs t", "st h"))
    claims = []
    for metric in METRICS:
        one, two = (100 * scored(key, side, metric).f1 for side in (first, second))
        claims.append(claim(f"{TITLES[metric]} gives R1 and R2 the same score", one == two, f"{one:.2f} = {two:.2f}"))
    for metric in METRICS:
        one, two = (100 * scored(key, side, f"l{metric}").f1 for side in (first, second))
        said = f"R1 should receive a higher score than R2, and with L{TITLES[metric]} it does"
        claims.append(claim(said, one > two, f"{one:.2f} > {two:.2f}"))
    title = "Hillary Clinton, she, she: R1 finds the name of one pronoun, R2 only links the pronouns"
    return Section(
        PAPER, "§1", title, (), tuple(claims), "The mention that a response leaves out is a singleton in it."
    )


def _figure_1() -> Section:
    count = sum(map(len, letters(KEY)))
    return Section(PAPER, "§4.1", "the running example of Figure 1", (number("Figure 1", "mentions", "19", count),))


def _table_1(metric: str) -> Section:
    items = []
    for response, printed in TABLE_1[metric].items():
        columns = [(name, field) for name in (metric, f"l{metric}") for field in FIELDS]
        for (name, field), text in zip(columns, printed.split(), strict=True):
            title = ("L" if name != metric else "") + TITLES[metric]
            label = f"{title} {field[0].upper()}"
            items.append(number(f"({response})", label, text, value(response, name, field)))
    title = f"{TITLES[metric]} and L{TITLES[metric]} with weights W4 = (1, 0.75, 0.5, 1)"
    return Section(PAPER, f"Table 1, {TITLES[metric]}", title, tuple(items))


def _difference() -> Section:
    """What §4.2 and §4.3 say of Figure 3, whose points are these scores."""
    from corefscope.lab.papers.chen_figure import claims

    gained = value("e", "b3") - value("a", "b3")
    item = number("B³ of (e) − B³ of (a)", "F1", "0.7", gained)
    return Section(PAPER, "§4.2–4.3", "statements about Figure 3", (item,), tuple(claims()))
