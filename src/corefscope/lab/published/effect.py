"""What the scores in Moosavi & Strube's Table 1 say about how many mentions and entities were added or removed.

The paper gives the size of the key, and recall and precision of three metrics. From them follow, for each output:
links (MUC: kept links over precision), entities (CEAFe: recall and precision share a numerator), and, for what is
added, entities once more (B³: mentions of which no two corefer add 1 to its numerator for each new entity).
"""

from __future__ import annotations

from collections.abc import Mapping

from corefscope.lab.papers.items import CUT, Item, Range, Section, claim
from corefscope.lab.published.tables import Published

BASE = "Base"
# §2: what the text says was removed or added: (row, what, printed).
SAID = (
    ("More precise", "mentions removed", "1075"),
    ("Less precise a", "entities added", "1350"),
    ("Less precise b", "entities added", "283"),
)


def effect(source: Published) -> Section:
    mentions, entities = int(source.key["mentions"]), int(source.key["entities"])
    rows = {row["system"]: row for row in source.rows}
    links = {name: response_size(row, "muc", mentions - entities) for name, row in rows.items()}
    sizes = {name: response_size(row, "ceafe", entities) for name, row in rows.items()}
    items: list[Item] = []
    claims: list[Item] = []
    for name, what, printed in SAID:
        new_links, new_entities = _minus(links[name], links[BASE]), _minus(sizes[name], sizes[BASE])
        if what == "mentions removed":
            implied = Range(-new_links.high - new_entities.high, -new_links.low - new_entities.low)
        else:
            implied = new_entities
        items.append(Item(name, what, printed, _shown(implied), implied.holds(int(printed))))
        if what == "entities added":
            # The response's mentions are its links and its entities together.
            b3 = _minus(
                *(
                    _times(_plus(links[row], sizes[row]), Range.of(rows[row]["b3.precision"], CUT))
                    for row in (name, BASE)
                )
            )
            said = f"{name}: B³ precision implies as many new entities as CEAFe does"
            evidence = f"{_shown(b3)}; MUC precision implies {_shown(new_links)} new links"
            claims.append(claim(said, b3.meets(implied), evidence))
    note = (
        "The lowest and the highest number that the printed recall and precision allow, given "
        f"{mentions:,} key mentions and {entities:,} key entities."
    )
    return Section(source.paper, "§2 and Table 1", "entities and mentions that were added or removed", tuple(items),
                   tuple(claims), note)  # fmt: skip


def response_size(row: Mapping[str, str], metric: str, key_count: int) -> Range:
    """The response's denominator, where recall and precision have one numerator: R × key / P."""
    recall, precision = (Range.of(row[f"{metric}.{side}"], CUT) for side in ("recall", "precision"))
    return Range(key_count * recall.low / precision.high, key_count * recall.high / precision.low)


def _plus(one: Range, two: Range) -> Range:
    return Range(one.low + two.low, one.high + two.high)


def _minus(one: Range, two: Range) -> Range:
    return Range(one.low - two.high, one.high - two.low)


def _times(count: Range, percent: Range) -> Range:
    return Range(count.low * percent.low / 100, count.high * percent.high / 100)


def _shown(value: Range) -> str:
    return f"{round(value.low)} to {round(value.high)}"
