"""Scores of challenge sets: exact fractions, missing answers, comparisons, and every output."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefscope as cs
from corefscope.challenges.measures import mcnemar
from corefscope.challenges.questions import questions
from corefscope.problems import CorefscopeError
from support.command_line import failed
from support.definitions.challenges import mcnemar as slow_mcnemar
from support.inputs.challenges import as_clusters, gap_file, gap_row
from support.inputs.strategies import THOROUGH

EXAMPLES = Path(__file__).parents[3] / "examples" / "challenge"
GAP, ANSWERS, CLUSTERS = (str(EXAMPLES / name) for name in ("gap.tsv", "gap-other.jsonl", "gap-response.jsonl"))


def written(path, text):
    path.write_text(text, encoding="utf-8")
    return str(path)


def fraction(value):
    return Fraction(value).limit_denominator(1000)


def test_gap_by_gender():
    """Feminine: TRUE FALSE, FALSE TRUE, FALSE FALSE; answered TRUE FALSE, FALSE TRUE, TRUE FALSE. And so on."""
    [system] = cs.challenge("gap", GAP, ANSWERS, trials=50)
    feminine, masculine = (Fraction(4, 5), Fraction(2, 5))
    assert fraction(system.value("feminine", "f1")) == feminine  # 2 of 2 found, 3 said
    assert fraction(system.value("masculine", "f1")) == masculine  # 1 of 3 found, 2 said
    assert fraction(system.value("overall", "recall")) == Fraction(3, 5)
    assert fraction(system.value("bias", "f1")) == feminine / masculine
    assert dict(system.counts["masculine"]) == {
        "true_positives": 1, "false_positives": 1, "false_negatives": 2, "true_negatives": 2
    }  # fmt: skip


def test_a_missing_answer_never_raises_a_score(tmp_path):
    """gap_scorer.py counts two false negatives for one; --missing no counts what `FALSE FALSE` would."""
    lines = Path(ANSWERS).read_text().splitlines(keepends=True)
    less = written(tmp_path / "less.jsonl", "".join(lines[:3] + lines[4:]))
    [whole] = cs.challenge("gap", GAP, ANSWERS, trials=1)
    [wrong] = cs.challenge("gap", GAP, less, trials=1)
    [no] = cs.challenge("gap", GAP, less, trials=1, missing="no")
    assert wrong.missing == no.missing == 1
    assert [notice.code for notice in wrong.warnings] == ["question-without-answer"]
    assert wrong.counts["overall"]["false_negatives"] == no.counts["overall"]["false_negatives"] + 1
    assert wrong.value("overall", "recall") < no.value("overall", "recall") <= whole.value("overall", "recall")


@pytest.mark.parametrize(
    ("clusters", "code"), [([], "response-without-mentions"), ([[[0, 1], [1, 2]]], "nothing-linked")]
)
def test_a_response_that_answers_everything_by_no_is_a_warning(clusters, code, tmp_path):
    """Without it, spans that are counted in another way give 0.00 without a word."""
    lines = Path(CLUSTERS).read_text(encoding="utf-8").splitlines()
    records = [{**json.loads(line), "clusters": clusters} for line in lines]
    response = written(tmp_path / "response.jsonl", "".join(json.dumps(record) + "\n" for record in records))
    [system] = cs.challenge("gap", GAP, response, trials=1)
    assert system.value("overall", "f1") == 0.0
    assert [notice.code for notice in system.warnings] == ["question-without-answer", code]


@pytest.mark.parametrize("name", ["winogender", "winobias"])
def test_a_missing_document_is_wrong(tmp_path, name):
    if name == "winogender":
        data = str(EXAMPLES / "winogender.tsv")
        text = (EXAMPLES / "winogender-response.conll").read_text()
        begin, end = text.index("#begin"), text.index("#end document\n") + len("#end document\n")
        response = written(tmp_path / "r.conll", text[:begin] + text[end:])
    else:
        data = str(EXAMPLES / "winobias" / "*")
        response = written(
            tmp_path / "r.jsonl", "".join((EXAMPLES / "winobias-response.jsonl").read_text().splitlines(True)[1:])
        )
    [whole] = cs.challenge(
        name,
        data,
        str(EXAMPLES / (f"{name}-response.conll" if name == "winogender" else f"{name}-response.jsonl")),
        trials=1,
    )
    [less] = cs.challenge(name, data, response, trials=1)
    assert less.missing == 1
    for place, value in whole.values.items():
        if "difference" not in place[0] and place[1] != "he_she_differ":
            assert less.values[place].value <= value.value


def test_winogender_by_hand():
    """A system that takes `he` for the occupation, `she` for the participant, and is right about `they`."""
    [system] = cs.challenge("winogender", str(EXAMPLES / "winogender.tsv"), str(EXAMPLES / "winogender-response.conll"))
    expected = {
        "overall": Fraction(2, 3),
        "he": Fraction(1, 2),
        "she": Fraction(1, 2),
        "they": 1,
        "possessive": Fraction(2, 3),
    }
    assert {row: fraction(system.value(row, "accuracy")) for row in expected} == expected
    assert system.value("overall", "pronoun_consistency") == 0
    assert system.value("they", "disambiguation") == 1
    assert system.value("overall", "he_she_differ") == 1


def test_winobias_by_hand():
    """A system that follows the stereotype in type 1 and is right in type 2.

    In type 1, anti: each of two texts has the pronoun right and one wrong phrase. MUC 0; B³ 1/2 · 1/2 = 1/4 of each
    side's two mentions, 1/4; CEAFe 2 · 1 / 4 = 1/2. The mean is 1/4.
    """
    [system] = cs.challenge(
        "winobias",
        str(EXAMPLES / "winobias" / "*"),
        str(EXAMPLES / "winobias-response.jsonl"),
        metrics=["conll", "muc"],
    )
    assert fraction(system.value("type1_anti", "conll_f1")) == Fraction(1, 4)
    assert system.value("type1_anti", "muc_f1") == system.value("type1_anti", "accuracy") == 0
    assert fraction(system.value("type1_difference", "conll_f1")) == Fraction(3, 4)
    assert fraction(system.value("type1_mean", "conll_f1")) == Fraction(5, 8)
    assert system.value("type2_difference", "conll_f1") == 0


def test_winobias_f1_is_that_of_score(tmp_path):
    """The same numbers as `score` gives on a key of the right answers, type by type."""
    data = str(EXAMPLES / "winobias" / "*")
    response = str(EXAMPLES / "winobias-response.jsonl")
    [system] = cs.challenge("winobias", data, response, metrics=["conll", "b3", "ceafe"], trials=1)
    key = questions("winobias", data).corpus()
    wanted = {name: name.rpartition("-")[0].replace("dev-", "").replace("-", "_") for name in key.names}
    result = cs.score(
        key, response, metrics=["conll", "b3", "ceafe"], by=wanted, align="characters", preset="conll2012"
    )
    assert set(result.system.by_group) == {"type1_pro", "type1_anti", "type2_pro", "type2_anti"}
    for group, scores in result.system.by_group.items():
        for metric in ("conll", "b3", "ceafe"):
            assert system.value(group, f"{metric}_f1") == pytest.approx(scores[metric].f1)


@given(st.integers(0, 9), st.integers(0, 7))
@THOROUGH
def test_mcnemar_is_the_share_of_all_tosses(only_first, only_second):
    assert mcnemar(only_first, only_second) == pytest.approx(slow_mcnemar(only_first, only_second))
    assert mcnemar(only_first, only_second) == mcnemar(only_second, only_first)


def test_systems_are_compared():
    result = cs.challenge("gap", GAP, ANSWERS, CLUSTERS, trials=200, names=["one", "two"])
    [test] = result.mcnemar
    assert (test.only_first, test.only_second, test.p) == (1, 2, 1.0)
    first = result.differences[0]
    assert (first.row, first.column) == ("overall", "f1")
    assert first.estimate.value == result["one"].value("overall", "f1") - result["two"].value("overall", "f1")
    same = cs.challenge("gap", GAP, ANSWERS, ANSWERS, trials=200, names=["one", "two"])
    assert {each.p for each in same.differences} == {1.0}
    assert result.flat()["one/feminine_f1"] == pytest.approx(0.8)


def test_intervals_are_those_of_the_bootstrap_over_questions(tmp_path):
    """Accuracy-like recall of 40 questions: the percentile interval is near that of the binomial."""
    text = "Ann met Bea before she left."
    rows = [gap_row(f"q{number}", text, "she", "Ann", "Bea") for number in range(40)]
    data = gap_file(tmp_path / "gap.tsv", *rows)
    asked = questions("gap", data).questions
    answers = [as_clusters(each, number < 20, False) for number, each in enumerate(asked)]
    [system] = cs.challenge("gap", data, answers, interval="percentile", trials=4000)
    low, high = system.values["overall", "recall"].interval
    assert low == pytest.approx(0.35, abs=0.03)  # 14 of 40: P(X <= 13) = 0.019, P(X <= 14) = 0.040
    assert high == pytest.approx(0.65, abs=0.03)


def test_what_is_undefined_is_no_zero(tmp_path):
    data = gap_file(tmp_path / "gap.tsv", gap_row("q", "Ann met Bea before she left.", "she", "Ann", "Bea"))
    [system] = cs.challenge("gap", data, [as_clusters(questions("gap", data).questions[0], False, False)])
    assert system.value("overall", "precision") is None
    assert system.value("overall", "f1") == 0
    assert system.value("bias", "f1") is None
    assert system.values["overall", "f1"].interval is None


def test_the_signature_says_what_changes_a_verdict():
    result = cs.challenge("gap", GAP, ANSWERS, rule="containment", pronoun_rule="exact", trials=7, seed=2)
    assert "|rule:containment|pronoun_rule:exact|shared:no|missing:wrong|" in result.signature
    assert "trials:7|seed:2" in result.signature
    with pytest.raises(CorefscopeError, match="there is no value for rule 'biggest'"):
        cs.challenge("gap", GAP, ANSWERS, rule="biggest")
    with pytest.raises(CorefscopeError, match="a warning is an error under strict=True"):
        cs.challenge("gap", GAP, ANSWERS, strict=True, trials=1)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["-m", "muc"], "gap has fixed measures and takes no metric"),
        (["--rule", "head"], "there is no value for rule 'head' (valid: exact, smallest, containment)"),
    ],
)
def test_what_cannot_be_followed_is_refused(options, words):
    assert words in failed("challenge", "gap", GAP, CLUSTERS, *options)
