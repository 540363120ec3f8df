"""Boards of small random submissions, some of them malformed."""

import json
import random

import pytest

from support.inputs.random_partitions import random_clusters

BROKEN = ("not JSON", '{"doc_key": "x", "sentences": [["a"]], "clusters": [[[0, 9]]]}\n', "")


def submission(source, documents, wrong):
    """Clusters by document; each mention changes its entity with probability `wrong`."""
    lines = []
    for name, clusters in documents.items():
        response = [list(cluster) for cluster in clusters]
        for cluster in clusters:
            for mention in cluster:
                if source.random() < wrong:
                    home = next(each for each in response if mention in each)
                    home.remove(mention)
                    source.choice(response).append(mention)
        spans = [[[mention, mention] for mention in cluster] for cluster in response if cluster]
        lines.append(json.dumps({"doc_key": name, "sentences": [["word"] * 20], "clusters": spans}))
    return "\n".join(lines) + "\n"


@pytest.fixture
def make_board(tmp_path):
    """Write FOLDER/DATASET/key.jsonl and FOLDER/DATASET/SYSTEM.jsonl; every `broken`-th submission is malformed."""

    def make(datasets, systems, documents=6, broken=0, seed=1):
        source = random.Random(seed)
        number = 0
        for dataset in range(datasets):
            folder = tmp_path / f"set{dataset}"
            folder.mkdir()
            key = {
                f"doc-{place}": random_clusters(source, source.sample(range(20), 12), 5) for place in range(documents)
            }
            (folder / "key.jsonl").write_text(submission(source, key, 0))
            for system in range(systems):
                number += 1
                text = submission(source, key, 0.1 + 0.6 * system / systems)
                bad = broken and number % broken == 0
                (folder / f"system{system}.jsonl").write_text(BROKEN[number % 3] if bad else text)
        return tmp_path

    return make
