"""Connected components of any items, such as entities from links."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TypeVar

Item = TypeVar("Item", bound=Hashable)


def components(items: Iterable[Item], links: Iterable[tuple[Item, Item]]) -> list[list[Item]]:
    """Group items that links connect, in the order of their first items; an unlinked item is a group by itself.

    >>> components("abcd", [("d", "b"), ("b", "d")])
    [['a'], ['b', 'd'], ['c']]
    """
    parent = {item: item for item in items}

    def root(item: Item) -> Item:
        while parent[item] != item:
            parent[item] = item = parent[parent[item]]
        return item

    for one, two in links:
        parent[root(one)] = root(two)
    groups: dict[Item, list[Item]] = {}
    for item in parent:
        groups.setdefault(root(item), []).append(item)
    return list(groups.values())
