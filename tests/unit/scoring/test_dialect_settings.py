"""What goes beyond the scores under the settings of dialects: costs of mentions, intervals, saved results, engines."""

import json
from random import Random

import pytest

import corefscope as cs
from corefscope.analysis.attribution import attribution
from corefscope.problems import SettingsError
from corefscope.scoring.saved import saved_result
from corefscope.statistics.samples import Samples
from support.command_line import corefscope
from support.inputs.random_partitions import random_document

DOCUMENTS = [random_document(random, 12, 6) for random in [Random(31)] for _ in range(40)]
SIDES = [{f"text {number}": each[side] for number, each in enumerate(DOCUMENTS)} for side in (0, 1)]
SETTINGS = [{"singletons": "e2e"}, {"singletons": "stanza"}, {"boundary": "either"}, {"average": "means"}]
METRICS = ["muc", "b3", "ceafm", "ceafe", "blanc", "lea", "conll"]


@pytest.mark.parametrize("options", SETTINGS[:3])
@pytest.mark.parametrize("name", METRICS[:-1])
def test_costs_of_mentions_add_up(options, name):
    """Each document by itself, since boundary cases are rare in sums."""
    for key, response in DOCUMENTS:
        result = cs.score(key, response, metrics=[name], **options, objects="ids")
        actual, score = attribution(result.system.evidence, name), result.scores[name]
        for side, value in ((actual.recall, score.recall), (actual.precision, score.precision)):
            assert side.gained.sum() == pytest.approx(value, abs=1e-9)
            assert side.cost.sum() + side.unattributed == pytest.approx(1 - value, abs=1e-9)


@pytest.mark.parametrize("options", SETTINGS)
@pytest.mark.parametrize("field", ["f1", "recall"])
def test_intervals_are_of_the_scores(options, field):
    wanted = METRICS if field == "f1" else METRICS[:-1]
    result = cs.score(*SIDES, metrics=wanted, **options)
    observed = Samples.of_result(result, field).observed()[:, 0]
    expected = [getattr(result.scores[name], field) for name in wanted]
    assert observed.tolist() == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("options", SETTINGS)
def test_saved_results_have_the_same_numbers(options, tmp_path):
    for side, name in zip(SIDES, ("key", "response"), strict=True):
        lines = [
            json.dumps({"doc_key": each, "clusters": [[[m, m] for m in c] for c in actual]})
            for each, actual in side.items()
        ]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines), encoding="utf-8")
    paths = [tmp_path / f"{name}.jsonl" for name in ("key", "response")]
    result = cs.score(*paths, metrics=METRICS, per_document=True, **options)
    (tmp_path / "saved.json").write_text(result.to_json(), encoding="utf-8")
    again = saved_result([str(tmp_path / "saved.json")])
    assert again.settings == result.settings
    assert again.f1 == pytest.approx(result.f1)


def test_twinless_mentions_after_singletons():
    """Parameters that change the alignment see it without the singletons."""
    key, response = [["a", "b"], ["c"]], [["a", "b"], ["d"]]
    assert cs.score(key, response, metrics="b3(twinless=all)").f1["b3(twinless=all)"] == 1
    one = cs.score(key, response, metrics="b3(twinless=all)", singletons="e2e").scores["b3(twinless=all)"]
    assert one.counts["recall_den"] == one.counts["precision_den"] == 2


def test_engines_refuse_what_they_cannot(tmp_path):
    pytest.importorskip("duckdb", reason="duckdb is not installed")
    path = tmp_path / "table.csv"
    path.write_text("document,mention,entity\na,1,x\n", encoding="utf-8")
    done = corefscope("score", str(path), str(path), "--engine", "duckdb", "--singletons", "e2e")
    assert done.returncode == 2
    assert "--singletons e2e is not supported with --engine duckdb" in done.stderr
    ours, theirs = (
        corefscope("score", str(path), str(path), "--boundary", "either", "-o", "json", *more).stdout
        for more in ([], ["--engine", "duckdb"])
    )
    scores = [json.loads(each)["systems"][0]["scores"]["blanc"] for each in (ours, theirs)]
    assert scores[0] == scores[1]


def test_errors_need_counts_that_add():
    with pytest.raises(SettingsError, match="use average='micro'"):
        cs.errors(*SIDES, average="means")


def test_costs_under_the_dialect_need_each_mention_once():
    result = cs.score([["a", "a"], ["b", "c"]], [["a", "b"]], preset="e2e", metrics=["b3"])
    with pytest.raises(SettingsError, match="in two entities"):
        attribution(result.system.evidence, "b3")


def test_a_given_setting_wins_over_a_dialect_even_if_it_is_the_default(tmp_path):
    paths = [tmp_path / f"{name}.jsonl" for name in ("key", "response")]
    for path, side in zip(paths, SIDES, strict=True):
        records = [{"doc_key": name, "clusters": [[[m, m + 1] for m in c] for c in actual]}
                   for name, actual in side.items()]  # fmt: skip
        path.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    call = ["score", *map(str, paths), "--dialects", "-m", "conll"]
    refused = corefscope(*call)
    assert "corefud: " in refused.stdout
    assert "needs heads" in refused.stdout
    assert "or use --match exact" in refused.stdout
    helped = corefscope(*call, "--match", "exact")
    assert "corefud: mentions match by head, singletons are left out; here with match exact\n" in helped.stdout
    expected = cs.score(*paths, metrics="conll", singletons="drop").f1["conll"]
    assert f"corefud    {100 * expected:.2f}\n" in helped.stdout
    assert cs.dialects(*paths, metrics="conll", match="exact")["corefud"].f1["conll"] == expected
    # A signature names all settings; its defaults leave the dialects as they are.
    signature = cs.score(*paths, metrics="conll").signature
    assert corefscope(*call, "--signature", signature).stdout == refused.stdout


def test_the_rule_of_a_dialect_says_nothing_of_settings_that_it_does_not_have():
    actual = cs.dialects(*SIDES, metrics="conll", singletons="keep", average="macro")
    assert actual["e2e"].settings.singletons == "keep"
    text = actual.to_markdown()
    assert "left out in B³, those of the response in CEAFe; here with singletons keep" in text
    assert "coval: as officially, except where a mention is in two entities\n" in text
