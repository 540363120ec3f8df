"""Reads two Parquet tables of one document and scores their clusters with neleval."""

import collections
import collections.abc
import json
import sys

import numpy

for name in ("Callable", "Iterable", "Mapping", "MutableMapping", "Sequence", "Set"):  # gone since Python 3.10
    setattr(collections, name, getattr(collections.abc, name))
numpy.int, numpy.float = int, float  # gone since NumPy 1.24

import pyarrow.parquet as pq  # noqa: E402
from neleval import coref_metrics  # noqa: E402

METRICS = ("muc", "b_cubed", "entity_ceaf", "mention_ceaf")


def clusters(path):
    table = pq.read_table(path, columns=["mention", "entity"])
    found = {}
    for mention, entity in zip(table["mention"].to_pylist(), table["entity"].to_pylist(), strict=True):
        found.setdefault(entity, set()).add(mention)
    return found


def main(key, response):
    one, two = clusters(key), clusters(response)
    numbers = {}
    for name in METRICS:
        # It gives the sums for precision first, then those for recall.
        precision_num, precision_den, recall_num, recall_den = getattr(coref_metrics, name)(one, two)
        precision, recall = precision_num / precision_den, recall_num / recall_den
        numbers[name] = [recall, precision, 2 * recall * precision / (recall + precision)]
    print(json.dumps(numbers))


main(*sys.argv[1:])
