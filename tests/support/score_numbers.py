"""The numbers that a score has: a mean of F1 has neither recall nor precision."""

from corefscope.metrics import MeanScore


def fields_of(score):
    if isinstance(score, MeanScore):
        assert (score.recall, score.precision) == (None, None)
    return tuple(score.numbers)


def numbers_of(score):
    return [getattr(score, field) for field in fields_of(score)]
