"""Integer tricks beside plain loops that do the same."""

from __future__ import annotations

import random

import numpy as np
import pytest

from corefscope import arrays
from corefscope.arrays import bracket_pairs, decimals, distinct, factorize, piece_codes, rows_by_group


def paired(group, opens):
    """Pairs and rows without a partner, by a stack for each group."""
    stacks, pairs, alone = {}, [], []
    for row, (number, is_opening) in enumerate(zip(group, opens, strict=True)):
        stack = stacks.setdefault(number, [])
        if is_opening:
            stack.append(row)
        elif stack:
            pairs.append((stack.pop(), row))
        else:
            alone.append(row)
    return sorted(pairs), sorted(alone + [row for stack in stacks.values() for row in stack])


def test_brackets_are_paired_as_by_stacks():
    chance = random.Random("brackets")
    for _ in range(1000):
        size = chance.randrange(15)
        group, opens = [chance.randrange(3) for _ in range(size)], [chance.random() < 0.5 for _ in range(size)]
        opening, closing, alone = bracket_pairs(np.array(group, np.int64), np.array(opens, bool))
        actual = sorted(zip(opening.tolist(), closing.tolist(), strict=True)), alone.tolist()
        assert actual == paired(group, opens), (group, opens)


@pytest.mark.parametrize("largest", [1, 5, 1000, 10**9, 1 << 62])
def test_numbers_are_factorized_in_order_of_appearance(largest):
    chance = random.Random(largest)
    for _ in range(200):
        numbers = [chance.randrange(-largest, largest) for _ in range(chance.randrange(12))]
        seen = {}
        codes = [seen.setdefault(number, len(seen)) for number in numbers]
        actual, first = factorize(np.array(numbers, np.int64))
        assert (actual.tolist(), first.tolist()) == (codes, [numbers.index(number) for number in seen])


@pytest.mark.parametrize("largest", [1, 5, 40, 1000, 10**9, 1 << 62])
def test_distinct_numbers_ascend_with_the_first_row_of_each(largest):
    chance = random.Random(largest)
    for _ in range(300):
        numbers = [chance.randrange(-largest, largest) for _ in range(chance.randrange(12))]
        first, rank = distinct(np.array(numbers, np.int64))
        ascending = sorted(set(numbers))
        assert first.tolist() == [numbers.index(number) for number in ascending]
        assert rank.tolist() == [ascending.index(number) for number in numbers]


def test_rows_by_group():
    chance = random.Random("groups")
    for _ in range(100):
        group = [chance.randrange(4) for _ in range(chance.randrange(10))]
        expected = [[row for row, number in enumerate(group) if number == wanted] for wanted in range(4)]
        assert [rows.tolist() for rows in rows_by_group(np.array(group, np.int64), 4)] == expected


@pytest.mark.parametrize("factor", [0x9E3779B97F4A7C15, 0])
def test_codes_and_numbers_of_texts(factor, monkeypatch):
    monkeypatch.setattr(arrays, "_FACTOR", np.uint64(factor))  # with 0, all pieces make one number
    chance = random.Random("texts")
    for _ in range(100):
        pieces = [bytes(chance.choices(b"01ab", k=chance.choice([0, 1, 2, 7, 20, 48, 60]))) for _ in range(20)]
        text = np.frombuffer(b"".join(pieces) + b"1", np.uint8)
        end = np.cumsum([len(piece) for piece in pieces])
        start = end - [len(piece) for piece in pieces]
        code = piece_codes(text, start, end).tolist()
        assert len(set(code)) == len(set(pieces)) == len(set(zip(code, pieces, strict=True)))
        values = [int(piece) if piece.isdigit() and len(piece) < 10 else -1 for piece in pieces]
        assert decimals(text, start, end).tolist() == values


def test_decimals_of_many_digits_whatever_numpy_makes_of_small_types():
    """NumPy 1 multiplies bytes by a small number as bytes: 3 × 100 was 44."""
    numbers = [0, 9, 99, 255, 256, 312, 65535, 99999, 4294967296, 123456789012345678, 999999999999999999]
    words = [str(number).encode() for number in numbers]
    text, end = np.frombuffer(b" ".join(words), np.uint8), np.cumsum([len(word) + 1 for word in words]) - 1
    start = end - [len(word) for word in words]
    assert decimals(text, start, end, 18).tolist() == numbers
    assert decimals(text[:], start[:5], end[:5]).tolist() == numbers[:5]
