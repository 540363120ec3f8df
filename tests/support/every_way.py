"""A small text whose mentions lie in every way."""

from corefscope.model import Document, Mention, empty_position

WORDS = ["He", "turned", "the", "old", "lamp", "on", "and", "saw", "the", "keeper", "of", "the", "lamp", "."]
ZERO = empty_position(7, 1)


def every_way():
    """Nested, crossing and discontinuous mentions, and one that is not said; the response misses some."""
    key = [
        [Mention(0, 1), Mention(8, 13)],  # He; the keeper of the lamp
        [Mention(2, 5), Mention(11, 13)],  # the old lamp; the lamp, within the keeper
        [Mention.at([1, 5]), Mention(4, 7)],  # turned … on; lamp on and, which crosses the lamp
        [Mention.at([ZERO]), Mention(12, 13)],
    ]
    response = [[Mention(0, 1), Mention.at([ZERO])], [Mention(2, 5), Mention(11, 13)], [Mention(8, 10)]]
    return tuple(
        [Document("lamp", entities, words=WORDS, sentences=[(0, 7), (7, len(WORDS))])] for entities in (key, response)
    )
