"""Chen & Ng (2013), “Linguistically Aware Coreference Evaluation Metrics”: §1, Table 1, and what §4 says of Figure 3.

Figure 2, with the responses, is a drawing; they are deduced here from the prose of §4.1, and Table 1 confirms them.
"""

from __future__ import annotations

from functools import cache

from corefscope.lab.papers.items import Section, claim, number, scored
from corefscope.lab.papers.printed import Partition, example, numbers, partition
from corefscope.model import Document, Mention

PAPER = "chen2013"
METRICS = ("muc", "b3", "ceafm", "ceafe")
TITLES = {"muc": "MUC", "b3": "B³", "ceafm": "CEAFm", "ceafe": "CEAFe"}
# Figure 1: the mentions are a … t; types as the shapes of Figure 2 give them.
NAMES, NOMINALS = "ad", "enpqrst"


def document(entities: Partition, names: str, nominals: str) -> list[Document]:
    """Letters as mentions of one token each, with their types."""

    def mention(letter: str) -> Mention:
        kind = "name" if letter in names else "nominal" if letter in nominals else "pronoun"
        return Mention(ord(letter), ord(letter) + 1, type=kind)

    return [Document("example", [[mention(letter) for letter in entity] for entity in entities])]


@cache
def value(response: str, metric: str, field: str = "f1") -> float:
    """A score of one of the five responses, in per cent."""
    key, responses = example(PAPER, "Figure 2")
    one, two = (document(entities, NAMES, NOMINALS) for entities in (key, responses[response]))
    return 100 * float(getattr(scored(one, two, metric), field))


def sections() -> list[Section]:
    return [_introduction(), _figure_1(), *(_table_1(metric) for metric in METRICS), _difference()]


def _introduction() -> Section:
    """§1: Hillary Clinton (h), she (s), she (t). R1 links h and s, R2 links s and t."""
    key, first, second = (document(partition(text), "h", "") for text in ("hst", "hs t", "st h"))
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
    count = sum(map(len, example(PAPER, "Figure 2")[0]))
    printed = numbers(PAPER, "§4.1")["Figure 1"]["mentions"]
    return Section(PAPER, "§4.1", "the running example of Figure 1", (number("Figure 1", "mentions", printed, count),))


def _table_1(metric: str) -> Section:
    """Recall, precision and F of a metric, then of its linguistically aware counterpart with W4."""
    name = f"Table 1, {TITLES[metric]}"
    items = []
    for row, columns in numbers(PAPER, name).items():
        for column, text in columns.items():
            family, field = column.split()
            title = ("L" if family != metric else "") + TITLES[metric]
            items.append(number(row, f"{title} {field[0].upper()}", text, value(row.strip("()"), family, field)))
    title = f"{TITLES[metric]} and L{TITLES[metric]} with weights W4 = (1, 0.75, 0.5, 1)"
    return Section(PAPER, name, title, tuple(items))


def _difference() -> Section:
    """What §4.2 and §4.3 say of Figure 3, whose points are these scores."""
    from corefscope.lab.papers.chen_figure import claims

    gained = value("e", "b3") - value("a", "b3")
    row = "B³ of (e) − B³ of (a)"
    item = number(row, "F1", numbers(PAPER, "§4.2–4.3")[row]["F1"], gained)
    return Section(PAPER, "§4.2–4.3", "statements about Figure 3", (item,), tuple(claims()))
