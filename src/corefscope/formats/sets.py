"""Check the sets of split antecedents that a file has, in whatever format: sets of one member, and of themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from corefscope.basics.escaping import quoted
from corefscope.model import SPLIT_ANTECEDENT, Relation
from corefscope.problems import Notices

Members = Mapping[str, Mapping[str, int]]  # by plural entity: its members, each with a line


def warn_of_sets(
    relations: Iterable[tuple[int, Relation]], lines: Iterable[int], source: str, notices: Notices
) -> None:
    """Count sets of one member, and sets that lead back to themselves, which cannot be scored.

    The line of a relation is known where a format writes sets; links of annotation tools make sets one by one.
    """
    found: dict[int, dict[str, dict[str, int]]] = {}
    for (document, relation), line in zip(relations, lines, strict=True):
        if relation.kind == SPLIT_ANTECEDENT:
            members = found.setdefault(document, {}).setdefault(relation.anaphor, {})
            members.setdefault(relation.antecedent, line)
    for sets in found.values():
        for whole, members in sets.items():
            (part, line), *others = members.items()
            if line and not others:
                text = f"entity {quoted(whole)} has the member {quoted(part)}"
                notices.add("set-of-one-member", text, source, line)
        if cycle := cycle_in(sets):
            text = f"from entity {' to '.join(map(quoted, [*cycle, cycle[0]]))}; --split keep refuses it"
            line = sets[cycle[1 % len(cycle)]][cycle[0]]
            notices.add("set-of-itself", text, source, line or None)


def cycle_in(members: Members) -> list[str]:
    """Return entities of which each is an element of the next, and the last of the first; none if there is no cycle.

    >>> cycle_in({"3": {"1": 5, "2": 6}, "1": {"3": 7}})
    ['1', '3']
    """
    done: set[str] = set()
    for root in members:
        path: dict[str, None] = {}
        waiting = [(root, iter(members[root]))] if root not in done else []
        while waiting:
            whole, parts = waiting[-1]
            path[whole] = None
            part = next(parts, None)
            if part is None:
                waiting.pop()
                del path[whole]
                done.add(whole)
            elif part in path:
                listed = list(path)
                return listed[listed.index(part) :][::-1]
            elif part in members and part not in done:
                waiting.append((part, iter(members[part])))
    return []
