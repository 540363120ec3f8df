"""Mentions of CorefUD with gaps: brackets such as `e15[1/2]` and `e15[2/2]` put together, for many documents."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from corefscope.arrays import Flags
from corefscope.formats.corefud.items import Items
from corefscope.model import Integers


@dataclass
class Parted:
    """A mention that comes in parts."""

    item: int  # that opens the first part
    head: int  # 0 where there is none
    minimum: bytes
    opened: int  # the item that opened the latest part
    runs: list[tuple[int, int]] = field(default_factory=list)  # items that open and close each part


class _Waiting(NamedTuple):
    document: int
    name: bytes
    part: int
    parts: int


def parted(found: Items, document: Integers, unusual: Flags) -> list[Parted]:
    """Those in documents that are not unusual; a part too many or too few makes its document so."""
    mentions: list[Parted] = []
    opened: dict[tuple[int, bytes], list[Parted]] = {}
    waiting: dict[_Waiting, list[Parted]] = {}
    for item, (label, name, part, parts) in found.parts.items():
        of = int(document[item])
        if found.opens[item]:
            head, minimum = int(found.head[item]), found.minimum.get(item, b"")
            if part == 1:
                mention = Parted(item, head, minimum, item)
                mentions.append(mention)
            else:
                before = waiting.get(_Waiting(of, name, part, parts))
                if not before:
                    unusual[of] = True
                    continue
                mention = before.pop()
                mention.head, mention.minimum = head or mention.head, minimum or mention.minimum
                mention.opened = item
            opened.setdefault((of, label), []).append(mention)
        if found.closes[item]:
            latest = opened.get((of, label))
            if not latest:
                unusual[of] = True
                continue
            mention = latest.pop()
            mention.runs.append((mention.opened, item))
            if part < parts:
                waiting.setdefault(_Waiting(of, name, part + 1, parts), []).append(mention)
    unusual[[of for (of, _), left in opened.items() if left]] = True
    unusual[[key.document for key, left in waiting.items() if left]] = True
    return [mention for mention in mentions if not unusual[document[mention.item]]]
