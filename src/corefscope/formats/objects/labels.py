"""Labels of items instead of clusters: flat sequences, NumPy arrays, Series, and dicts of item and label."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

import numpy as np

from corefscope.arrays import order
from corefscope.basics.escaping import short_repr
from corefscope.formats.objects.libraries import package
from corefscope.formats.objects.nesting import as_plain
from corefscope.formats.table.header import ENTITY
from corefscope.model import Corpus, Integers
from corefscope.problems import FormatError, Notices

SCALARS = (str, bytes, bool, int, float, np.generic, type(None))
PATHS_LOOKED_AT = 100  # a list that may be file names, not labels, is short
AnySide = TypeVar("AnySide")


@dataclass(frozen=True, eq=False)
class Labels:
    """The label of each item; items without names are compared by their places."""

    values: Any  # a list or an array
    items: Sequence[Hashable] | None = None
    series: Any = None  # of pandas, whose index names the items
    only_here: int = 0  # items that the first side lacks
    has_spans: ClassVar[bool] = False


def labels_of(side: Any, source: str) -> Labels | None:
    """Return the labels that a flat sequence of scalars is; None for anything else."""
    if package(side) == "pandas" and hasattr(side, "to_numpy") and not hasattr(side, "columns"):
        if getattr(side, "name", None) == ENTITY and getattr(getattr(side, "index", None), "nlevels", 1) > 1:
            return None  # a table whose other columns are the index
        return _checked(Labels(side.to_numpy(), series=side if hasattr(side, "index") else None), source)
    if package(side) == "polars" and hasattr(side, "to_list"):
        side = side.to_list()
    if isinstance(side, np.ndarray) and side.ndim == 1 and side.dtype != object:
        return _checked(Labels(side), source) if len(side) else None
    listed = side if type(side) in (list, tuple) or not hasattr(side, "tolist") else as_plain(side)
    if type(listed) not in (list, tuple) or not listed or not isinstance(listed[0], SCALARS):
        return None
    other = next((kind for kind in set(map(type, listed)) if not issubclass(kind, SCALARS)), None)
    if other is not None:
        example = next(each for each in listed if type(each) is other)
        fact = f"some elements are labels, such as {short_repr(listed[0])}, and others {short_repr(example)}"
        raise FormatError("ambiguous-clusters", fact, source, hint="give one label for each item, or lists of mentions")
    if len(listed) <= PATHS_LOOKED_AT and any(isinstance(each, str) and os.path.exists(each) for each in listed):
        hint = "give one path, or read them first"
        raise FormatError("wrong-type", "this is a list of file names", source, hint=hint)
    return _checked(Labels(listed), source)


def labels_of_dict(side: Mapping[Any, Any], source: str) -> Labels | None:
    """Return the labels of a dict whose values are all scalars; None for any other."""
    if not side or not all(isinstance(value, SCALARS) for value in side.values()):
        return None
    return _checked(Labels(list(side.values()), list(side)), source)


def _checked(labels: Labels, source: str) -> Labels:
    values = labels.values
    if not isinstance(values, np.ndarray) and set(map(type, values)) == {int}:
        values = np.array(values)
        labels = replace(labels, values=values)
    is_typed = isinstance(values, np.ndarray) and values.dtype != object
    missing = np.flatnonzero(values != values if is_typed else [each is None or each != each for each in values])
    if len(missing):
        fact = f"item {missing[0]} has no label: it is {short_repr(values[missing[0]])}"
        raise FormatError("bad-mention", fact, source, hint="leave the item out on both sides, or give it a label")
    return labels


def check_labels(sides: Sequence[AnySide], names: Sequence[str]) -> list[AnySide]:
    """Refuse labels beside clusters or of other items; bring Series into the order of the first one's index."""
    first = next(each for each in sides if isinstance(each, Labels))
    checked: list[Any] = []
    side: Any
    for side, name in zip(sides, names, strict=True):
        if not isinstance(side, Labels):
            if getattr(side, "has_spans", True) and first.items is not None:
                checked.append(side)  # a file whose mentions are items
                continue
            fact = "it holds clusters, and another side is labels of items"
            raise FormatError("ambiguous-clusters", fact, name, hint="give labels on both sides, or clusters on both")
        if [side.items is None, side.series is None] != [first.items is None, first.series is None]:
            fact = "its items have names on one side, and only places on the other"
            raise FormatError("different-mention-ids", fact, name, hint="give both sides the same way")
        if first.series is not None and not side.series.index.equals(first.series.index):
            side = _reordered(side, first, name)
        elif first.items is not None and side.items is not None:
            side = replace(side, only_here=len(set(side.items) ^ set(first.items)))
        elif len(side.values) != len(first.values):
            fact = f"{len(side.values):,} labels, and {len(first.values):,} on the other side"
            raise FormatError("different-lengths", fact, name, hint="both sides label the same items, in one order")
        checked.append(side)
    return checked


def _reordered(side: Labels, first: Labels, name: str) -> Labels:
    index, of_first = side.series.index, first.series.index
    if not (index.is_unique and of_first.is_unique):
        raise FormatError("repeated-row", "an item is twice in the index of a Series", name)
    if len(index) != len(of_first) or len(of_first.difference(index)):
        fact = "the two Series have different indexes, so their items are not the same"
        raise FormatError("different-mention-ids", fact, name, hint="align them first, for example with reindex")
    return replace(side, values=side.series.reindex(of_first).to_numpy())


def corpus_of_labels(labels: Labels, source: str, interner: dict[Hashable, int] | None) -> Corpus:
    """Return one document in which each item is a mention and each label an entity."""
    from corefscope.formats.objects.reader import UNNAMED, corpus_of_values

    codes, ids = _codes(labels.values)
    row = order(codes)
    labelled: Sequence[Hashable] = range(len(codes))
    if labels.items is None:
        label: Any = row
    elif interner is None:  # beside a file, whose ids are text
        label, labelled = np.array(list(map(str, labels.items)), object)[row], ()
    else:
        numbers = [interner.setdefault(item, len(interner)) for item in labels.items]
        label, labelled = np.array(numbers, np.int64)[row], list(interner)
    sizes = np.bincount(codes, minlength=len(ids)).tolist()
    corpus = corpus_of_values(source, [UNNAMED], np.zeros(len(ids), np.int64), ids, sizes, label, labelled)
    notices = Notices()
    if "-1" in ids:
        count = sizes[ids.index("-1")]
        notices.add("label-minus-one", f"a cluster of size {count:,}", count=count)
    if labels.only_here:
        notices.add("item-of-one-side", "the other side has no label for it", count=labels.only_here)
    return replace(corpus, named=np.zeros(1, bool), notices=tuple(notices))


def _codes(values: Any) -> tuple[Integers, list[str]]:
    """Return the number of each label, and the labels as text."""
    if isinstance(values, np.ndarray) and values.dtype != object:
        distinct, codes = np.unique(values, return_inverse=True)
        return codes.reshape(-1), list(map(str, distinct.tolist()))
    numbers = defaultdict[Any, int]()
    numbers.default_factory = numbers.__len__
    return np.fromiter(map(numbers.__getitem__, values), np.int64, len(values)), list(map(str, numbers))
