"""The numbers that a score has: a mean of F1 has neither recall nor precision."""


def fields_of(score):
    assert (score.recall is None) == (score.precision is None)
    return tuple(score.numbers)


def numbers_of(score):
    return [getattr(score, field) for field in fields_of(score)]
