"""Windows taken literally: for each stretch of the text, the mentions that begin in it, entity by entity."""


def windows(length, size):
    """(first token, end) of each window; the last is as long as what is left."""
    return [(low, min(low + size, length)) for low in range(0, max(length, 1), size)]


def cut(entities, low, high):
    """The entities of one window; those without a mention in it are not there."""
    parts = [[mention for mention in entity if low <= mention[0] < high] for entity in entities]
    return [part for part in parts if part]


def prefix(entities, high):
    return cut(entities, 0, high)
