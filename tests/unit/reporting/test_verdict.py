"""The verdict of a comparison agrees with its pairs, whichever system is first; its documents with their own scores."""

import random

import corefscope as cs
from corefscope.basics.codes import DOUBTFUL
from corefscope.model import Document, Mention
from corefscope.page.payload import comparison_of, main_metric, payload
from corefscope.reporting.views.verdict import agreement_verdict, verdict
from support.command_line import ROOT

TALES = ROOT / "examples" / "tales"


def compared(*names, **options):
    files = [TALES / f"{name}.jsonl" for name in ("key", *names)]
    return cs.compare(*files, names=list(names), metrics="conll", **options)


def plain(*names, baseline=None, **options):
    outcome = compared(*names, baseline=baseline, **options)
    sentences = verdict(outcome.result, outcome, outcome.result.metrics[0])
    return [each.replace("\u2068", "").replace("\u2069", "") for each in sentences]


def test_the_best_is_named_and_judged_in_any_order():
    for names in (("large", "small", "nearest"), ("nearest", "small", "large")):
        first, second, third, *_ = plain(*names, trials=2000)
        assert first == "large scores highest: CoNLL F1 75.91, 3.52 points above small."
        assert second.startswith("large is significantly better than nearest (corrected p ")
        assert third.startswith("The difference between large and small may be chance (corrected p ")


def test_only_faults_of_the_input_are_listed():
    key, shifted = ([Document("d", [[Mention(at + by, at + by + 1) for at in range(0, 60, 3)]])] for by in (0, 1))
    right = [Document("d", [*key[0].entities, [Mention(100, 101)]])]
    result = cs.score(key, shifted, right, names=["off", "right"], metrics="conll")
    headline, fault = verdict(result, None, result.metrics[0])
    assert headline == "The input may be wrong: the scores of \u2068off\u2069 say little."
    assert fault.startswith("Mentions seem to be shifted: off: 0 of 20 mentions of the response are in the key, but")
    alone = cs.score(key, shifted, metrics="conll")
    for sentences in (verdict(alone, None, alone.metrics[0]), agreement_verdict(alone, alone.metrics[0], "one")):
        assert sentences[0] == "The input may be wrong: these scores say little."
    assert payload(result)["doubts"] == payload(alone)["doubts"] == ["shifted-mentions"]


def test_every_doubtful_warning_is_a_warning_of_the_documentation():
    page = (ROOT / "docs" / "messages.md").read_text(encoding="utf-8")
    assert [code for code in DOUBTFUL if f"- `{code}`: " not in page] == []


def test_against_a_baseline():
    _, second, third, *_ = plain("large", "nearest", "small", baseline="nearest", trials=2000)
    assert second.startswith("nearest is significantly worse than large and small (corrected p ")
    _, second, third, *_ = plain("large", "nearest", "small", baseline="large", trials=2000)
    assert second.startswith("large is significantly better than nearest (corrected p ")
    assert third.startswith("The difference between large and small may be chance (corrected p ")


def test_names_are_visible_and_never_a_pattern():
    outcome = cs.compare(TALES / "key.jsonl", TALES / "large.jsonl", TALES / "nearest.jsonl", names=["{0}", "a\nb"])
    sentences = verdict(outcome.result, outcome, outcome.result.metrics[-1])
    assert sentences[0].startswith("\u2068{0}\u2069 scores highest")
    assert "\\n" in sentences[1]
    assert not any("\n" in each for each in sentences)


def noisy(share, seed, documents=24):
    rng = random.Random(seed)
    side = []
    for number in range(documents):
        entities = [[], [], [], []]
        for place in range(40):
            entity = rng.randrange(4) if rng.random() < share else place % 4
            entities[entity].append(Mention(2 * place, 2 * place + 1))
        side.append(Document(f"d{number}", [entity for entity in entities if entity]))
    return side


KEY, GOOD, ALSO_GOOD, BAD = noisy(0, 0), noisy(0.1, 1), noisy(0.1, 2), noisy(0.7, 3)


def verdict_of(*systems, names, key=KEY):
    result = cs.score(key, *systems, names=names, metrics=["b3", "muc"])
    comparison = comparison_of(result)
    sentences = verdict(result, comparison, main_metric(result))
    return " ".join(sentences).replace("\u2068", "").replace("\u2069", ""), comparison


def test_a_difference_that_may_be_chance_is_called_so():
    words, comparison = verdict_of(GOOD, ALSO_GOOD, BAD, names=["one", "two", "bad"])
    standing = {pair.standing for pair in comparison.pairs["muc"] if {pair.first, pair.second} == {"one", "two"}}
    assert standing == {"no difference"}
    assert "may be chance" in words
    assert " is significantly better than bad" in words
    assert "significantly better than bad and" not in words


def test_with_too_few_documents_nothing_is_significant():
    words, _ = verdict_of(GOOD[:2], BAD[:2], names=["good", "bad"], key=KEY[:2])
    assert "2 documents cannot show whether" in words
    assert "significantly" not in words
    words, comparison = verdict_of(GOOD[:1], BAD[:1], names=["good", "bad"], key=KEY[:1])
    assert comparison is None
    assert "With one document, no interval can be computed." in words


def test_metrics_that_disagree_are_named():
    key, one, two = [["a", "b", "c", "d"], ["e", "f"]], [["a", "b"], ["c", "d"], ["e", "f"]], [list("abcdef")]
    # B³ is 0.8 against 0.71, MUC 0.86 against 0.89.
    result = cs.score(key, one, two, names=["one", "two"], metrics=["b3", "muc"])
    words = " ".join(verdict(result, None, result.metrics[0])).replace("\u2068", "").replace("\u2069", "")
    assert words.startswith("one scores highest: B³ F1 80.00")
    assert words.endswith("Metrics disagree: two is highest by MUC.")


def test_another_field_is_named():
    outcome = cs.compare(
        TALES / "key.jsonl", TALES / "large.jsonl", TALES / "small.jsonl", metrics="b3", field="recall"
    )
    [metric] = outcome.result.metrics
    best = max(outcome.result.systems, key=lambda system: system.scores["b3"].recall)
    value = f"{100 * best.scores['b3'].recall:.2f}"
    assert f"scores highest: B³ Recall {value}" in verdict(outcome.result, outcome, metric)[0]


def test_one_system_has_its_interval():
    words, comparison = verdict_of(GOOD, names=["good"])
    [standing] = comparison.standings["muc"]
    low, high = (f"{100 * bound:.2f}" for bound in standing.interval)
    assert words.endswith(f"over 24 documents: {low} to {high}.")
