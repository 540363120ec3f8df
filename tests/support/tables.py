"""Tables from lists of clusters, counted without the readers and matchers of the package."""

import numpy as np

from corefscope.alignment.mentions import Alignment
from corefscope.table import Table


def table_of(key, response):
    """Build a Table from lists of documents, each a list of clusters of hashable mentions."""
    rows, key_unit, response_unit = [], [], []
    for unit, (mine, theirs) in enumerate(zip(key, response, strict=True)):
        owner = {mention: len(response_unit) + number for number, cluster in enumerate(theirs) for mention in cluster}
        for cluster in mine:
            rows.extend((unit, len(key_unit), owner.pop(mention, -1)) for mention in cluster)
            key_unit.append(unit)
        rows.extend((unit, -1, entity) for entity in owner.values())
        response_unit.extend([unit] * len(theirs))
    unit_of, mine_of, theirs_of = np.array(rows, np.int64).reshape(-1, 3).T
    units = (np.array(key_unit, np.int64), np.array(response_unit, np.int64))
    absent = np.full(len(rows), -1, np.int64)
    return Table.from_alignment(Alignment(len(key), unit_of, mine_of, theirs_of, *units, absent, absent))
