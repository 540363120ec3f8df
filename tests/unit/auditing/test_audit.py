"""`audit`: planted deviations are named, alone and in pairs; ours is official; each dialect fits itself."""

import os
import sys
import time
from itertools import combinations
from pathlib import Path

import pytest

import corefscope
from corefscope.auditing.audit import PLAIN, audit
from corefscope.auditing.expected import METRICS, of_dialect
from corefscope.presets import DIALECTS
from corefscope.reference.deviations import DOCUMENTS, MEANINGS
from support.inputs.planted import CLAIMED, COUNTING, UNKNOWN, scorer

EVERYWHERE = ("singletons-one-side", "documents-pooled", "macro-average")
OTHERS = ("lea-as-conll", "mentions-as-conll")
ALONE = [
    *((COUNTING[code][0], code) for code in COUNTING),
    *(("conll", code) for code in COUNTING),
    *((metric, code) for metric in ("b3", "ceafe", "conll") for code in EVERYWHERE),
    *(("muc", code) for code in DOCUMENTS),
    *(("conll", code) for code in OTHERS),
]


def place(code):
    return COUNTING[code][0] if code in COUNTING else "documents" if code in DOCUMENTS else code


PAIRS = [
    (metric, one, two)
    for metric in ("conll", "b3")
    for one, two in combinations([*COUNTING, *EVERYWHERE], 2)
    if place(one) != place(two) and all(code not in COUNTING or metric in ("conll", place(code)) for code in (one, two))
]


def test_every_deviation_is_planted():
    assert {code for _, code in ALONE} == set(MEANINGS)


@pytest.mark.parametrize(("metric", "code"), ALONE)
def test_a_planted_deviation_is_found(metric, code):
    outcome = audit(scorer(metric, code), metric)
    assert (outcome.verdict, outcome.metric, outcome.deviations) == ("deviation", metric, (code,))
    assert outcome.status == 1
    assert outcome.case["function"] != outcome.case["official"]


@pytest.mark.parametrize("metric", ["muc", "b3", "ceafe", "conll"])
def test_pooled_documents_are_found_however_repeated_mentions_are_looked_up(metric):
    outcome = audit(scorer(metric, "documents-pooled", repeats="last"), metric)
    assert (outcome.verdict, outcome.deviations) == ("deviation", ("documents-pooled",))


@pytest.mark.parametrize(("metric", "one", "two"), PAIRS)
def test_two_planted_deviations_are_found(metric, one, two):
    outcome = audit(scorer(metric, one, two), metric)
    assert outcome.verdict == "deviation"
    assert set(outcome.deviations) == {one, two}


def test_singletons_of_one_side_are_no_deviation_of_muc():
    assert audit(scorer("muc", "singletons-one-side"), "muc").verdict == "official"


@pytest.mark.parametrize(("name", "metric"), list(zip(UNKNOWN, CLAIMED, strict=True)))
def test_what_is_not_in_the_table_is_unknown_with_a_case(name, metric):
    outcome = audit(UNKNOWN[name], metric)
    assert (outcome.verdict, outcome.deviations) == ("unknown", ())
    assert outcome.case["function"] != outcome.case["official"]
    assert outcome.case["documents"]
    assert audit(UNKNOWN[name]).verdict != "official"


def test_a_function_that_computes_another_metric_than_it_claims():
    outcome = audit(scorer("b3", "b3-gold-mentions"), "conll")
    assert (outcome.verdict, outcome.status) == ("unknown", 1)
    assert outcome.notes[0] == "its numbers fit b3: b3-gold-mentions (--as b3)"
    assert "(--as b3)" not in str(audit(scorer("b3", "b3-gold-mentions"), "b3"))


def refuse(key, response):
    raise ValueError("a mention should be a string")


class WithoutResult:
    def update(self, predicted, gold):
        pass


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("eval/mine.py:b3", "name the module, not its file: eval.mine:b3"),
        (
            refuse,
            "refuse cannot be audited: ValueError: a mention should be a string (called with a list of documents or",
        ),
        (lambda key, response: hash(key[0][0]) / 0, "ZeroDivisionError: division by zero (called with one document)"),
        (lambda key, response: None, "it gave None or text, not a number"),
        (lambda: 1, "takes 0 positional arguments but 2 were given"),
        (WithoutResult, "'WithoutResult' object has no attribute 'get_prf'"),
        (f"{sys.executable} nofile.py {{key}} {{response}}", "No such file or directory (called with files)"),
    ],
)
def test_what_cannot_be_audited_is_said_in_words(target, words):
    with pytest.raises(corefscope.CorefscopeError) as error:
        audit(target)
    assert words in str(error.value)


def test_a_key_without_a_response():
    with pytest.raises(corefscope.CorefscopeError, match="your own data needs both sides"):
        audit(corefscope.score, key="examples/tales/key.jsonl")


def evaluate(key, response):
    """Two metrics of one document, and their mean under the name of CoNLL, a common mistake."""
    muc, b3 = (scorer(name)([key], [response])[2] for name in ("muc", "b3"))
    return {"muc": muc, "b3": b3, "conll": (muc + b3) / 2}


def test_the_metrics_that_fit_tell_how_a_scorer_is_called(recwarn):
    of_dialect.cache_clear()
    outcome = audit(evaluate)
    assert [each.verdict for each in outcome.outputs] == ["official", "official", "unknown"]
    assert (outcome.metric, outcome.call["takes"], outcome.call["returns"]) == ("conll", "one document", "f1")
    assert f"{outcome.case['function']['f1']:.6g} from the scorer; officially" in str(outcome)
    assert "  officially, muc recall: " in str(outcome)
    assert not [str(each.message) for each in recwarn]
    assert audit(evaluate, "conll").call == outcome.call


def test_a_single_number_that_nothing_explains_is_f1():
    def halves(key, response):
        recall, _, f1 = scorer("muc")(key, response)
        return f1 / 2 if recall != 1 else recall  # agrees with recall more often than with F1

    assert audit(halves, "muc").call["returns"] == "f1"
    outcome = audit(lambda key, response: {"f1": {"muc": halves(key, response)}})
    assert (outcome.verdict, outcome.claim, outcome.call["returns"]) == ("unknown", "muc", "f1")


def test_a_dialect_that_is_official_where_no_mention_is_repeated():
    outcome = audit(
        lambda key, response: corefscope.score(key, response, objects="spans", preset="e2e").f1["muc"], "muc"
    )
    assert (outcome.verdict, outcome.status) == ("dialect", 1)
    assert f": muc: {PLAIN}; where one is, the dialect " in str(outcome)


def test_what_is_official_but_for_repeated_mentions_has_no_deviation():
    def score(key, response):
        sides = [[m for entity in side for m in entity] for each in (key, response) for side in each]
        repeats = any(len(mentions) > len(set(mentions)) for mentions in sides)
        return (0.125, 0.125, 0.125) if repeats else MUC(key, response)

    outcome = audit(score, "muc")
    assert (outcome.verdict, outcome.deviations) == ("unknown", ())
    assert outcome.notes[0] == PLAIN
    assert str(outcome).startswith(f"score: muc: {PLAIN}; where one is, none of the definitions")


def one_f1(**settings):
    def score(key, response):
        return corefscope.score(key, response, objects="spans", **settings).f1["conll"]

    return score


def test_our_own_score_is_official():
    outcome = audit(corefscope.score)
    assert (outcome.verdict, outcome.status) == ("official", 0)
    assert {each.metric for each in outcome.outputs} >= {*METRICS} - {"pairwise"}
    assert {each.verdict for each in outcome.outputs} == {"official"}


@pytest.mark.parametrize("name", DIALECTS)
def test_each_dialect_is_among_those_that_fit_it(name):
    settings = {"match": "exact", "zeros": "linear"}
    outcome = audit(one_f1(preset=name, **settings), accept=name)
    assert name in outcome.dialects
    assert outcome.verdict == ("official" if name == "conll2012" else "dialect")
    assert outcome.status == 0
    assert audit(one_f1(preset=name, **settings)).status == int(name != "conll2012")


MUC = scorer("muc")
SHAPES = {
    "response first": (lambda pred, gold: MUC(gold, pred), "muc"),
    "precision first": (lambda key, response: MUC(key, response)[1::-1] + MUC(key, response)[2:], "muc"),
    "in percent": (lambda key, response: tuple(100 * value for value in MUC(key, response)), "muc"),
    "rounded": (lambda key, response: tuple(round(100 * value, 2) for value in MUC(key, response)), "muc"),
    "cut off": (lambda key, response: tuple(int(10_000 * value) / 100 for value in MUC(key, response)), "muc"),
    "F1 only": (lambda key, response: MUC(key, response)[2], None),
    "recall only": (lambda key, response: MUC(key, response)[0], "muc"),
    "a dict": (lambda key, response: dict(zip(("recall", "precision", "f1"), MUC(key, response), strict=True)), "muc"),
    "a dict with names": (lambda key, response: {"muc_f1": MUC(key, response)[2]}, None),
    "one document": (lambda key, response: MUC([key], [response]), None),
    "by name": (lambda key, response: MUC([key[name] for name in key], [response[name] for name in key]), None),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_the_shape_of_a_call_is_inferred(shape):
    outcome = audit(*SHAPES[shape])
    assert (outcome.verdict, outcome.metric) == ("official", "muc")


def test_what_was_inferred_is_printed_and_can_be_set():
    outcome = audit(SHAPES["response first"][0], "muc")
    assert (outcome.call["order"], outcome.call["returns"]) == ("response first", "recall, precision, f1")
    outcome = audit(SHAPES["in percent"][0], "muc")
    assert outcome.call["scale"] == "percent"
    assert audit(SHAPES["in percent"][0], "muc", scale="fraction").verdict == "unknown"
    assert audit(MUC, "muc", order="response-first", fields="recall,precision,f1").verdict == "unknown"
    assert audit(SHAPES["rounded"][0], "muc", decimals=2).verdict == "official"


def test_pooling_and_averaging_are_not_tested_on_one_document():
    outcome = audit(lambda key, response: MUC([key], [response]))
    assert outcome.not_tested == DOCUMENTS
    assert "not tested" in str(outcome)


def test_what_is_not_finite_says_nothing_about_the_scale():
    outcome = audit(lambda key, response: MUC(key, response)[2] if all(key) else float("nan"), "muc")
    assert (outcome.verdict, outcome.call["scale"]) == ("unknown", "fraction")
    assert (outcome.case["name"], outcome.case["function"]) == ("an empty key", {})


class Evaluator:
    """As e2e-coref's: updated by document, with the entity of each mention."""

    def __init__(self):
        self.documents = []

    def update(self, predicted, gold, mention_to_predicted, mention_to_gold):
        assert all(mention in mention_to_predicted for cluster in predicted for mention in cluster)
        self.documents.append((gold, predicted))

    def get_prf(self):
        recall, precision, f1 = MUC(*map(list, zip(*self.documents, strict=True)))
        return precision, recall, f1


def test_a_class_that_is_updated():
    outcome = audit(Evaluator, "muc")
    call = outcome.verdict, outcome.call["order"], outcome.call["returns"]
    assert call == ("official", "response first", "precision, recall, f1")


def test_the_users_own_data():
    sides = "examples/tales/key.jsonl", "examples/tales/large.jsonl"
    outcome = audit(scorer("muc", "macro-average"), "muc", key=sides[0], response=sides[1])
    assert outcome.data["official"] == pytest.approx(corefscope.score(*sides).f1["muc"])
    assert outcome.data["macro-average"] == pytest.approx(outcome.data["function"])
    assert outcome.data["function"] != pytest.approx(outcome.data["official"], abs=1e-4)
    note = "no F1 on your data: it takes one document, and your data has "
    assert note in str(audit(lambda key, response: MUC([key], [response]), key=sides[0], response=sides[1]))


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has groups of processes")
def test_what_a_command_has_started_ends_with_it(tmp_path):
    """A command that leaves a process behind, and hangs."""
    program, number = tmp_path / "hang.py", tmp_path / "number"
    program.write_text(
        "import subprocess, sys, time\n"
        "process = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        f"open({str(number)!r}, 'w').write(str(process.pid))\n"
        "time.sleep(60)\n"
    )
    with pytest.raises(corefscope.CorefscopeError, match="took more than 3 seconds"):
        audit(f"{sys.executable} {program} {{key}} {{response}}", time_limit=3)
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and is_running(int(number.read_text())):
        time.sleep(0.05)
    assert not is_running(int(number.read_text()))


def is_running(process):
    status = Path(f"/proc/{process}/stat")
    if status.parent.parent.joinpath("self").exists():
        return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
