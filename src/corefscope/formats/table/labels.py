"""Tables of items and labels, or of pairs of items, as tables of mentions and entities."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from corefscope.arrays import factorize
from corefscope.basics.escaping import quoted
from corefscope.formats.files.sources import Source
from corefscope.formats.registry import Options
from corefscope.formats.table.columns import Column, TableColumns
from corefscope.formats.table.header import ENTITY, ITEMS, LABELS, PAIRS
from corefscope.model import Corpus, Integers
from corefscope.problems import FormatError, Notices

LABELLED, JUDGED = "labels", "pairs"
DOCUMENTS = frozenset(("doc", "doc_id", "doc_key", "document_id"))  # items of several documents may have one name
TRUE, FALSE = frozenset(("1", "true", "yes", "1.0")), frozenset(("0", "false", "no", "0.0"))


def as_mentions(table: TableColumns, source: Source, notices: Notices, options: Options) -> tuple[TableColumns, str]:
    """Return a table of mentions and entities, and what it was: labels, pairs to judge, or this already ("")."""
    names = [*table.columns]
    item, label = _named(options.table_columns, names, source)
    if options.clusters is not None:
        label = options.clusters.strip().lower()
        _check_present([label], names, source)
    has_mentions = not {"mention", "start"}.isdisjoint(names)
    if item is None:
        if label is not None and has_mentions:
            others = {name: column for name, column in table.columns.items() if name not in (ENTITY, label)}
            return replace(table, columns={**others, ENTITY: table.columns[label]}), ""
        if ENTITY in names and has_mentions:
            return table, ""
        for one, two in PAIRS:
            if one in names and two in names:
                options.refuse_clusters("a table of pairs", source.path)
                return _pairs(table, one, two, source, notices)
        item, label = _only(ITEMS, names, source), label or _only(LABELS, names, source)
        if item is None or label is None or not DOCUMENTS.isdisjoint(names):
            return table, ""
    items = table.columns[str(item)]
    used: set[str | None] = {item, label, "document"}
    if item == "unique_id" and "source_dataset" in names:
        used.add("source_dataset")
        items = _joined(table.columns["source_dataset"], items)
    for name in names if options.clusters is None else ():  # one table may hold the labels of both sides
        if name not in used:
            notices.add("column-not-kept", quoted(name[:40]), source.path)
    columns = {"mention": items, ENTITY: table.columns[str(label)]}
    if "document" in names:
        columns["document"] = table.columns["document"]
    return replace(table, columns=columns), LABELLED


def _named(named: str | None, names: list[str], source: Source) -> tuple[str | None, str | None]:
    """Return the columns that the user names, item=…,label=…, unless the table has none of them but usual ones."""
    columns = dict(part.strip().lower().partition("=")[::2] for part in named.split(",")) if named else {}
    missing = [name for name in columns.values() if name not in names]
    if len(missing) == 2 and not {ENTITY, *LABELS, *(pair[0] for pair in PAIRS)}.isdisjoint(names):
        return None, None
    _check_present(missing, names, source)
    return columns.get("item"), columns.get("label")


def _check_present(columns: list[str], names: list[str], source: Source) -> None:
    for name in columns:
        if name not in names:
            hint = f"the header has {', '.join(each[:40] for each in names[:12])}"
            raise source.error("missing-column", f"the table has no column {quoted(name[:40])}", 1, hint)


def _only(candidates: tuple[str, ...], names: list[str], source: Source) -> str | None:
    present = [name for name in candidates if name in names]
    if len(present) > 1:
        fact = f"the columns {' and '.join(map(quoted, present[:2]))} could both be meant"
        raise source.error("bad-column", fact, 1, "say which: --table-columns item=COLUMN,label=COLUMN")
    return present[0] if present else None


def _joined(one: Column, two: Column) -> Column:
    one, two = one.as_text(), two.as_text()
    codes, first = factorize(one.codes.astype(np.int64) * (len(two.values) + 1) + two.codes)
    values = [f"{a}|{b}" for a, b in zip(one.of_rows()[first], two.of_rows()[first], strict=True)]
    return Column(codes, np.array(values, object))


def _pairs(table: TableColumns, one: str, two: str, source: Source, notices: Notices) -> tuple[TableColumns, str]:
    """Return the clustering that pairs mean by closure; of labelled pairs, a document for each."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    left, right = table.columns[one].as_text(), table.columns[two].as_text()
    items = Column.of(np.concatenate([left.codes, right.codes + len(left.values)]), [*left.values, *right.values])
    ends, ids = items.codes.reshape(2, -1), items.values
    if items.missing >= 0:
        side, row = np.argwhere(ends == items.missing)[0]
        raise source.error("bad-row", f"the row has no {(one, two)[side]}", int(table.line[row]))
    verdict = _only(("label", "match", "is_match"), [*table.columns], source)
    truth = np.ones(ends.shape[1], bool) if verdict is None else _truth(table, verdict, source)
    links = coo_array((truth[truth], ends[:, truth]), shape=(len(ids), len(ids))).tocsr()
    entity = np.asarray(connected_components(links, directed=False)[1], np.int64)
    if verdict is not None:
        _check_consistent(ends, truth, entity, links, ids, table.line, source)
        return _judged(ends, truth, ids, table.line), JUDGED
    sizes = np.bincount(entity)
    pairs = len(np.unique(np.sort(ends, axis=0), axis=1).T)
    closed = int((sizes * (sizes - 1) // 2).sum()) - pairs
    if closed > 0:
        notices.add("pairs-added", f"{pairs:,} pairs are given, and {closed:,} more follow from them", source.path)
    codes = np.arange(len(ids))
    columns = {"mention": Column(codes, ids), ENTITY: Column(entity, np.arange(int(entity.max(initial=-1)) + 1))}
    return TableColumns(columns, np.ones(len(ids), np.int64)), LABELLED


def _truth(table: TableColumns, name: str, source: Source) -> Any:
    column = table.columns[name].as_text()
    values = [str(value).lower() for value in column.values]
    for code, value in enumerate(values):
        if value not in TRUE | FALSE:
            row = int(np.flatnonzero(column.codes == code)[0])
            raise source.error(
                "bad-row", f"the {name} is {quoted(value[:40])}", int(table.line[row]), "expected 0 or 1"
            )
    return np.array([value in TRUE for value in values], bool)[column.codes]


def _check_consistent(
    ends: Integers, truth: Any, entity: Integers, links: Any, ids: Any, lines: Integers, source: Source
) -> None:
    """Refuse pairs that are different although other pairs make them the same; name the shortest chain of these."""
    from scipy.sparse.csgraph import breadth_first_order

    wrong = np.flatnonzero(~truth & (entity[ends[0]] == entity[ends[1]]))
    if not len(wrong):
        return
    first, last = ends[:, wrong[0]].tolist()
    before, chain = breadth_first_order(links, first, directed=False)[1], [last]
    while chain[-1] != first:
        chain.append(int(before[chain[-1]]))
    names = [quoted(str(ids[each])[:40]) for each in reversed(chain)]
    fact = f"{names[0]} and {names[-1]} are labelled different, but other pairs say {' = '.join(names)}"
    raise source.error("contradicting-pairs", fact, int(lines[wrong[0]]), "correct one of these pairs")


def _judged(ends: Integers, truth: Any, ids: Any, lines: Integers) -> TableColumns:
    """Return a document of two mentions for each pair, in one entity if they are the same."""
    low, high = np.sort(ends, axis=0)
    _, rows = np.unique(low * len(ids) + high, return_index=True)
    rows.sort()
    names = [f"{one} – {two}" for one, two in zip(ids[low[rows]], ids[high[rows]], strict=True)]
    document = np.repeat(np.arange(len(rows)), 2)
    other = np.zeros(2 * len(rows), np.int64)
    other[1::2] = ~truth[rows]
    columns = {
        "document": Column(document, np.array(names, object)),
        "mention": Column(np.stack([low[rows], high[rows]], axis=1).reshape(-1), ids),
        ENTITY: Column(other, np.array(["0", "1"], object)),
    }
    return TableColumns(columns, np.repeat(lines[rows], 2))


def in_pairs(key: Corpus, response: Corpus, notices: Notices) -> Corpus:
    """Return what a clustering says of the pairs of a key: each pair is a document."""
    if response.label is None:
        fact = "the key holds labelled pairs, and the mentions of this side are spans"
        raise FormatError("different-mention-ids", fact, response.source, hint="give clusters or labels of the items")
    names = response.label if not len(response.labelled) else [response.labelled[each] for each in response.label]
    entity_of = dict(zip(map(str, names), response.entity.tolist(), strict=True))
    entity = np.array([entity_of.get(str(item), -1) for item in key.label], np.int64)  # type: ignore[union-attr]
    if lacking := int((entity < 0).sum()):
        notices.add("item-of-one-side", "an item of the key's pairs has no label here", response.source, count=lacking)
    pairs = key.keep(entity >= 0)
    codes, first = factorize(pairs.document * (int(entity.max(initial=0)) + 1) + entity[entity >= 0])
    ids = np.array(list(map(str, codes[first].tolist())), object)
    return replace(
        pairs,
        sources=[str(response.source)] * len(key.names),
        entity=codes.astype(np.int64),
        entity_document=pairs.document[first],
        entity_id=ids,
        entity_rank=None,
        entity_type=None,
        notices=response.notices,
        files=response.files,
    )
