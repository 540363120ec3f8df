"""Clusters of a few documents, and what corefscope says of them from plain lists."""

import corefscope as cs

GOLD = [
    [[[0, 1], [3, 3], [7, 8]], [[4, 5], [9, 9]], [[11, 11]]],
    [[[0, 0], [2, 2]], [[5, 6], [8, 8], [9, 10]]],
    [[[1, 1], [4, 4]]],
]
PREDICTED = [
    [[[0, 1], [3, 3]], [[4, 5], [9, 9], [7, 8]], [[12, 12]]],
    [[[0, 0], [2, 2], [5, 6]], [[8, 8], [9, 10]]],
    [[[1, 1], [4, 4]], [[6, 6]]],
]


def expected(**options):
    """The scores of all documents together."""
    key, response = ({str(number): each for number, each in enumerate(side)} for side in (GOLD, PREDICTED))
    return cs.score(key, response, **options).scores
