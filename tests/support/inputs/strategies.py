"""Random input for property tests: documents whose two sides share only part of their mentions."""

from hypothesis import settings
from hypothesis import strategies as st

# One call of `score` is quick, but the first one imports NumPy and SciPy: no deadline.
THOROUGH = settings(deadline=None, max_examples=100)


def gathered(assignment):
    """From entity numbers by mention (−1: not there) to clusters, in order of first appearance."""
    entities = {}
    for mention, entity in enumerate(assignment):
        if entity >= 0:
            entities.setdefault(entity, []).append(mention)
    return list(entities.values())


def sides(most_mentions=9, most_entities=5):
    """A key and a response of one document, each a partition of the mentions it has."""
    either = st.integers(-1, most_entities - 1)
    return st.lists(st.tuples(either, either), max_size=most_mentions).map(
        lambda rows: tuple(gathered([row[side] for row in rows]) for side in (0, 1))
    )


def corpora(most=4):
    """One to four documents as (key clusters, response clusters)."""
    return st.lists(sides(), min_size=1, max_size=most)


def clusters(most_mentions=9, most_entities=5):
    """One side alone."""
    return st.lists(st.integers(0, most_entities - 1), max_size=most_mentions).map(gathered)


def clusters_with_repeats():
    """Clusters that need be no partition: a mention may occur in several, or several times in one."""
    cluster = st.lists(st.integers(0, 6), min_size=1, max_size=5)
    return st.lists(cluster, max_size=4)


def corpora_with_repeats(most=4):
    return st.lists(st.tuples(clusters_with_repeats(), clusters_with_repeats()), min_size=1, max_size=most)


def by_name(corpus, side):
    """One side of a corpus in the shape that `score` takes: clusters by document name."""
    return {f"text {number}": document[side] for number, document in enumerate(corpus)}
