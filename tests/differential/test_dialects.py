"""The dialects of "CoNLL F1" against slow definitions, and against the scorers themselves where they are there.

COREFSCOPE_E2E names a metrics.py of the e2e family (kentonl/e2e-coref, fastcoref, s2e-coref), COREFSCOPE_LONGDOC the
one of shtoshni/fast-coref, COREFSCOPE_STANZA the cluster_checker.py of stanfordnlp/stanza, COREFSCOPE_COVAL the folder
of ns-moosavi/coval, COREFSCOPE_DATA a folder of real texts. corefud-scorer has its own tests.
"""

import sys
import warnings
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

import corefscope
from corefscope.presets import DIALECTS as PRESETS
from corefscope.problems import SettingsError
from differential.peers import module_at, peer
from differential.test_repeated import random_chains
from support.definitions.dialects import DIALECTS
from support.inputs.random_partitions import random_document

# Clusters have no heads: mentions match exactly here.
EXACT = {"corefud": {"match": "exact", "zeros": "linear"}}
METRICS = ("muc", "b3", "ceafe", "lea")
CLEAN = [[random_document(random, 9, 5) for _ in range(20)] for random in [Random(11)] for _ in range(25)]
REPEATED = [
    [(random_chains(random), random_chains(random)) for _ in range(8)] for random in [Random(12)] for _ in range(40)
]
TALES = Path(__file__).parents[2] / "examples" / "tales"


def real(tokens=10**9):
    """One corpus of real texts: the clusters of a key and of a system, in the first tokens of each document."""
    folder = peer("COREFSCOPE_DATA") / "gum_system"
    key, response = (corefscope.read(folder / f"{side}.conll") for side in ("key", "response"))
    clusters = [[within(document, tokens) for document in side] for side in (key, response)]
    return [list(zip(*clusters, strict=True))]


def within(document, tokens):
    scores = [[(each.start, each.end) for each in entity if each.end <= tokens] for entity in document.entities]
    return [entity for entity in scores if entity]


# The slow definitions try every alignment of entities, so they get the beginnings of real texts.
SHORT = {"clean": lambda: CLEAN, "repeated": lambda: REPEATED, "real": lambda: real(12)}
TEXTS = {"clean": lambda: CLEAN, "repeated": lambda: REPEATED, "real": real}


def sides(corpus):
    return ({f"text {number}": document[side] for number, document in enumerate(corpus)} for side in (0, 1))


def scored(corpus, dialect, metrics=METRICS):
    key, response = sides(corpus)
    wanted = [*metrics, *(["conll"] if "muc" in metrics else [])]
    result = corefscope.score(key, response, preset=dialect, metrics=wanted, **EXACT.get(dialect, {}))
    return {name: (score.recall, score.precision, score.f1) for name, score in result.scores.items()}


def agree(scores, expected, within=1e-12):
    for name, values in expected.items():
        for one, two in zip(scores[name], values, strict=True):
            assert (one is None) == (two is None)
            assert one is None or abs(one - float(two)) <= within, (name, one, float(two))


def test_every_dialect_has_a_slow_definition():
    # `ua` differs from the official scorer only in sets and BLANC's boundary, which have slow definitions of their own.
    assert {*DIALECTS} == {*PRESETS} - {"conll2012", "ua"}


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("documents", SHORT.values(), ids=SHORT)
def test_definitions(dialect, documents):
    more = ("ceafm", "blanc") if dialect == "corefud" else ()
    for corpus in documents():
        agree(scored(corpus, dialect, (*METRICS, *more)), DIALECTS[dialect](corpus))


@pytest.mark.parametrize("dialect", DIALECTS)
def test_each_document_adds(dialect):
    """Documents that are scored one by one, in any order and process, give the same as all at once."""
    for corpus in CLEAN[:10]:
        options = {"preset": dialect, **EXACT.get(dialect, {})}
        one, two = (corefscope.Scorer([*METRICS, "conll"], **options) for _ in range(2))
        for number, document in enumerate(corpus):
            (one if number % 3 else two).update(*document)
        whole = corefscope.score(*sides(corpus), metrics=[*METRICS, "conll"], **options)
        for name, score in one.merge(two).result().scores.items():
            assert score.f1 == pytest.approx(whole.f1[name], abs=1e-12)


def test_longdoc_is_official_on_clean_documents():
    for corpus in CLEAN:
        assert scored(corpus, "longdoc") == scored(corpus, "conll2012")


@pytest.mark.parametrize("dialect", ["e2e", "stanza", "coval"])
def test_what_a_dialect_does_not_say_is_refused_where_a_mention_occurs_twice(dialect):
    with pytest.raises(SettingsError, match="do not say what rand is where a mention occurs twice"):
        corefscope.score([["a", "a"]], [["a"]], metrics="rand", preset=dialect)


def living(variable, name="metrics.py"):
    """The module that a variable names, without the packages it would import."""
    path = peer(variable)
    stubs = {"sklearn": {}, "sklearn.utils": {}, "sklearn.utils.linear_assignment_": {"linear_assignment": assignment}}
    stubs |= {
        "stanza": {},
        "stanza.models": {},
        "stanza.models.coref": {},
        "stanza.models.coref.const": {"EPSILON": 1e-7},
    }
    before = {each: sys.modules.get(each) for each in stubs}
    try:
        for each, content in stubs.items():
            sys.modules[each] = ModuleType(each)
            vars(sys.modules[each]).update(content)
        return module_at(path)
    finally:
        for each, module_before in before.items():
            sys.modules.pop(each)
            if module_before is not None:
                sys.modules[each] = module_before


def assignment(costs):
    """What scikit-learn once had under this name."""
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    return np.transpose(np.asarray(linear_sum_assignment(costs)))


def tuples(clusters):
    return [tuple(cluster) for cluster in clusters]


def by_evaluator(module, corpus):
    evaluators = {"muc": module.muc, "b3": module.b_cubed, "ceafe": module.ceafe, "lea": module.lea}
    whole, each = module.CorefEvaluator(), {name: module.Evaluator(metric) for name, metric in evaluators.items()}
    for key, response in corpus:
        key, response = tuples(key), tuples(response)
        maps = [{mention: cluster for cluster in clusters for mention in cluster} for clusters in (response, key)]
        for evaluator in (whole, *each.values()):
            evaluator.update(response, key, *maps)
    scores = {name: (each[name].get_recall(), each[name].get_precision(), each[name].get_f1()) for name in each}
    return {**scores, "conll": (None, None, whole.get_f1())}


@pytest.mark.parametrize("documents", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize(("dialect", "variable"), [("e2e", "COREFSCOPE_E2E"), ("longdoc", "COREFSCOPE_LONGDOC")])
def test_evaluators_of_the_e2e_family(dialect, variable, documents):
    module = living(variable)
    for corpus in documents():
        expected = by_evaluator(module, corpus)
        if dialect == "longdoc":  # its LEA is still e2e's, which CorefEvaluator does not use
            del expected["lea"]
        agree(scored(corpus, dialect), expected, 1e-9)


@pytest.mark.parametrize("documents", TEXTS.values(), ids=TEXTS)
def test_stanza(documents):
    module = living("COREFSCOPE_STANZA")
    for corpus in documents():
        corpus = [document for document in corpus if document[0]]  # without a gold cluster its CEAFe is not a number
        checker = module.ClusterChecker()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            for key, response in corpus:
                checker.add_predictions(key, response)
        scores = scored(corpus, "stanza")
        for name, value in zip(("muc", "b3", "ceafe"), checker.mbc, strict=True):
            assert abs(scores[name][2] - value) < 1e-6
        assert abs(scores["conll"][2] - checker.bakeoff) < 1e-6
        lea = checker.total_lea
        assert max(abs(one - two) for one, two in zip(scores["lea"], (lea[2], lea[1], lea[0]), strict=True)) < 1e-6


@pytest.mark.parametrize("documents", TEXTS.values(), ids=TEXTS)
def test_coval(documents, monkeypatch):
    monkeypatch.syspath_prepend(peer("COREFSCOPE_COVAL"))
    from coval.conll.reader import get_mention_assignments
    from coval.eval import evaluator

    metrics = {"muc": evaluator.muc, "b3": evaluator.b_cubed, "ceafe": evaluator.ceafe, "lea": evaluator.lea}
    for corpus in documents():
        infos = {
            number: (key, response, get_mention_assignments(key, response), get_mention_assignments(response, key))
            for number, (key, response) in enumerate(corpus)
        }
        agree(
            scored(corpus, "coval"),
            {each: evaluator.evaluate_documents(infos, metrics[each]) for each in metrics},
            1e-9,
        )


@pytest.mark.parametrize(
    ("system", "official", "e2e", "stanza"), [("large", 75.91, 73.37, 74.82), ("small", 72.38, 69.38, 72.69)]
)
def test_the_example(system, official, e2e, stanza):
    """The numbers of docs/dialects.md: the same files, up to three points apart."""
    expected = {"conll2012": official, "longdoc": official, "coval": official, "e2e": e2e, "stanza": stanza}
    for dialect, number in expected.items():
        result = corefscope.score(TALES / "key.jsonl", TALES / f"{system}.jsonl", preset=dialect, metrics="conll")
        assert round(100 * result.f1["conll"], 2) == number
        assert corefscope.Settings.parse(result.signature) == corefscope.Settings(**PRESETS[dialect].values)
