"""The verdict of a comparison agrees with its pairs, whichever system is first; its documents with their own scores."""

from dataclasses import replace

import corefscope as cs
from corefscope.reporting.views.verdict import deciding_documents, verdict
from support.command_line import ROOT

TALES = ROOT / "examples" / "tales"


def compared(*names, **options):
    files = [TALES / f"{name}.jsonl" for name in ("key", *names)]
    return cs.compare(*files, names=list(names), metrics="conll", **options)


def test_the_best_is_named_and_judged_in_any_order():
    for names in (("large", "small", "nearest"), ("nearest", "small", "large")):
        first, *rest = verdict(compared(*names, trials=2000), "conll")
        assert first == "large scores highest: 75.91 CoNLL F1 over 24 documents."
        assert rest[0].startswith("large is significantly better than nearest (by 11.76 points")
        assert rest[1].startswith("The difference may be chance (p is not below 0.05) between large and small (by 3.52")


def test_against_a_baseline():
    said = verdict(compared("large", "nearest", baseline="nearest", trials=2000), "conll")
    assert said[1].startswith("large is significantly better than nearest")
    assert len(said) == 2


def test_of_one_system_there_is_its_interval():
    [said] = verdict(compared("large"), "conll")
    assert said.startswith("large has 75.91 CoNLL F1 over 24 documents, 95% interval [")


def test_names_are_visible_and_never_a_pattern():
    found = cs.compare(TALES / "key.jsonl", TALES / "large.jsonl", TALES / "nearest.jsonl", names=["{0}", "a\nb"])
    said = verdict(found, "conll")
    assert said[0].startswith("{0} scores highest")
    assert "\\n" in said[1]
    assert not any("\n" in each for each in said)


def test_documents_that_differ_most():
    result = cs.score(
        TALES / "key.jsonl",
        TALES / "large.jsonl",
        TALES / "small.jsonl",
        per_document=True,
        metrics="conll",
        names=["large", "small"],
    )
    rows = deciding_documents(replace(compared("large", "small"), result=result), "conll")
    scores = [[float(each["conll"].f1) for each in system.per_document] for system in result.systems]
    differences = sorted((abs(one - two) for one, two in zip(*scores, strict=True)), reverse=True)
    assert [abs(row["difference"]) for row in rows] == differences[:8]
    assert all(row["document"] == result.documents[row["number"]] for row in rows)
