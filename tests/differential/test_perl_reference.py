"""The reference, in fractions, beside the official scorer itself: see test_perl.py for the environment variables."""

from random import Random
from types import SimpleNamespace

import pytest

from corefscope.reference.readers import pair, read
from corefscope.reference.scoring import count, finish, total
from differential.perl_scorer import LEA_SCORER, METRICS, SCORER, compare_scores, scorer_folder
from differential.random_conll import random_files
from differential.test_perl import data_folder


@pytest.fixture(params=[SCORER, LEA_SCORER], ids=["v8.01", "LEA branch"])
def wanted(request):
    folder = scorer_folder(request.param)
    return [(folder, name) for name in METRICS if (name == "lea") == (request.param == LEA_SCORER)]


def has_repeats(corpus):
    """Whether a mention is in two entities, or twice in one: there, the official scorer has rules of its own."""
    sides = [[mention for entity in entities for mention in entity] for entities in corpus.values()]
    return any(len(mentions) > len(set(mentions)) for mentions in sides)


def exact_scores(documents):
    """What `perl_scorer.compare` looks at, of the reference; whole numbers as such, to be compared exactly."""
    scores = {}
    for name in ("mentions", *METRICS.values()):
        counts = total(count(name, document) for document in documents)
        recall, precision, f1, _ = finish(name, counts)
        parts = {}
        for kind in ("coreference", "non_coreference") if name == "blanc" else ():
            both, key, response = (counts[f"{kind}_{side}"] for side in ("both", "key", "response"))
            ratios = {"recall_num": both, "recall_den": key, "precision_num": both, "precision_den": response}
            parts[kind] = SimpleNamespace(f1=finish("muc", ratios).f1)
        whole = {each: int(value) if value.denominator == 1 else value for each, value in counts.items()}
        scores[name] = SimpleNamespace(counts=whole, recall=recall, precision=precision, f1=f1, parts=parts)
    return scores


def jobs(paths, wanted):
    for key, response in paths:
        sides = read(key, "conll"), read(response, "conll")
        if not any(map(has_repeats, sides)):
            documents = list(pair(*sides).values())
            assert all(isinstance(mention, tuple) for one, _ in documents for entity in one for mention in entity)
            yield key, response, wanted, len(documents), exact_scores(documents)


def test_random_files(wanted, tmp_path, record_property):
    paths = []
    for number in range(300):
        paths.append((tmp_path / f"{number}.key", tmp_path / f"{number}.response"))
        for path, text in zip(paths[-1], random_files(Random(f"reference {number}"), 0), strict=True):
            path.write_text(text, encoding="utf-8")
    comparison = compare_scores(jobs(paths, wanted))
    assert comparison.files > 150
    comparison.conclude("random files, the reference", record_property)


def test_real_texts(wanted, tmp_path, record_property):
    """Real keys and responses; and keys against themselves with every third entity joined to the one before it."""
    paths = [(key, key.with_name("response.conll")) for key in sorted(data_folder().rglob("key.conll"))]
    for number, key in enumerate(sorted(data_folder().rglob("*.conll"))):
        if key.name not in ("key.conll", "response.conll"):
            renamed = [tmp_path / f"{number}.{side}.conll" for side in ("key", "response")]
            for path, step in zip(renamed, (1, 3), strict=True):
                path.write_text(with_numbers(read(key, "conll"), step), encoding="utf-8")
            paths.append(tuple(renamed))
    compare_scores(jobs(paths, wanted)).conclude("real texts, the reference", record_property)


def with_numbers(corpus, step):
    """A corpus in CoNLL columns; `step` entities in a row are one."""
    lines = []
    for name, entities in corpus.items():
        items = {}
        for number, mentions in enumerate(entities):
            label = number // step
            for first, last in mentions:
                items.setdefault(first, []).append(f"({label})" if first == last else f"({label}")
                if first != last:
                    items.setdefault(last, []).append(f"{label})")
        lines += [f"#begin document {name}", *(f"x\t{'|'.join(items.get(n, '-'))}" for n in range(max(items) + 1))]
        lines.append("#end document")
    return "\n".join(lines) + "\n"
