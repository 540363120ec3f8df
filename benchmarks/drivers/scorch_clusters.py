"""Reads two jsonlines files of one document and scores them with scorch.

scorch averages quotients over documents and adds the response's unmatched mentions to the key, so it is
compared on one document whose response has no mentions of its own.
"""

import json
import sys

from scorch import scores

METRICS = {
    "muc": scores.muc,
    "b3": scores.b_cubed,
    "ceafm": scores.ceaf_m,
    "ceafe": scores.ceaf_e,
    "blanc": scores.blanc,
}


def main(key: str, response: str) -> None:
    sides = []
    for path in (key, response):
        with open(path, encoding="utf-8") as lines:
            (document,) = map(json.loads, lines)
        sides.append([{tuple(mention) for mention in cluster} for cluster in document["clusters"]])
    print(json.dumps({name: list(map(float, metric(*sides))) for name, metric in METRICS.items()}))


main(*sys.argv[1:])
