"""Reads two jsonlines files and scores them with coreference-eval, a scorer descended from e2e-coref."""

import json
import sys

from corefeval import Document, Scorer


def main(key: str, response: str) -> None:
    scorer = Scorer()
    with open(key, encoding="utf-8") as one, open(response, encoding="utf-8") as two:
        for mine, theirs in zip(one, two, strict=True):
            scorer.update(Document(predicted=json.loads(theirs)["clusters"], truth=json.loads(mine)["clusters"]))
    _, scores = scorer.detailed_score("", "", verbose=False)
    print(json.dumps({name: [score["recall"], score["precision"], score["f1"]] for name, score in scores.items()}))


main(*sys.argv[1:])
