"""Columns of a table that a program holds as lists."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import numpy as np

from corefscope.arrays import factorize
from corefscope.formats.document_names import BLANKS
from corefscope.formats.table.text import CodedStrings
from corefscope.model import SMALL_NUMBER, Integers, narrow


def lines(rows: int) -> Integers:
    """The numbers of rows, from 1."""
    return narrow(np.arange(1, rows + 1), SMALL_NUMBER)


@dataclass(frozen=True)
class ListColumn:
    """A column of numbers or strings; None and NaN are missing values."""

    values: list[Any]

    def strings(self) -> CodedStrings:
        if set(map(type, self.values)) <= {str}:
            texts = list(map(str.strip, self.values, repeat(BLANKS)))
        else:
            texts = ["" if _is_missing(value) else _text(value).strip(BLANKS) for value in self.values]
        known = {text: number for number, text in enumerate(dict.fromkeys(texts))}
        code, _ = factorize(np.fromiter(map(known.__getitem__, texts), np.int64, len(texts)), np.int64)
        return CodedStrings(code, np.array(list(known), object), known.get("", -1))

    def integers(self) -> tuple[Integers, Integers] | None:
        if set(map(type, self.values)) <= {str}:
            return None
        missing = [number for number, value in enumerate(self.values) if _is_missing(value)]
        filled = [0 if _is_missing(value) else value for value in self.values]
        kinds = set(map(type, filled))
        if not all(issubclass(kind, int | np.integer | float) and kind is not bool for kind in kinds):
            return None
        if any(isinstance(value, float) and not value.is_integer() for value in filled):
            return None
        try:
            return np.array(list(map(int, filled)), np.int64), np.array(missing, np.int64)
        except OverflowError:
            return None

    def counted(self) -> None:
        return None


def _is_missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))


def _text(value: Any) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
