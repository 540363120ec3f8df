"""Saved results compare as the files they were made from, and only with what they can be compared with."""

import json

import pytest

import corefscope as cs
from corefscope.problems import CorefscopeError
from support.inputs.random_systems import key_of, systems_of

KEY = key_of(16)
SYSTEMS = systems_of(KEY, 0.3, 0.5)
METRICS = ["conll", "blanc(alpha=0.2)", "lea"]


def write(path, documents):
    lines = [
        json.dumps({"doc_key": name, "clusters": [[[m, m] for m in cluster] for cluster in clusters]})
        for name, clusters in documents.items()
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


@pytest.fixture
def files(tmp_path):
    return [write(tmp_path / f"{name}.jsonl", side) for name, side in {"key": KEY, **SYSTEMS}.items()]


@pytest.fixture
def save(tmp_path):
    def saved(name, key, *responses, **options):
        given = {"metrics": METRICS, "per_document": True, **options}
        path = tmp_path / name
        path.write_text(cs.score(key, *responses, **given).to_json(), encoding="utf-8")
        return str(path)

    return saved


@pytest.mark.parametrize("average", ["micro", "macro"])
def test_saved_results_give_the_same_comparison(files, save, average):
    key, one, two = files
    whole = cs.compare(key, [one, two], metrics=METRICS, average=average)
    saved = cs.compare(
        save("one.json", key, one, average=average), [save("two.json", key, two, average=average)], names=None
    )
    assert saved.judgement == whole.judgement
    assert saved.signature == whole.signature
    assert saved.result.key.sha256() == whole.result.key.sha256()
    assert [dict(system.scores) for system in saved.result.systems] == [
        dict(system.scores) for system in whole.result.systems
    ]
    assert str(saved) == str(whole)


def test_one_saved_result_may_hold_all_systems(files, save):
    key, one, two = files
    both = save("both.json", key, one, two)
    assert cs.compare(both).judgement == cs.compare(key, [one, two], metrics=METRICS).judgement
    # The parts of a mean were counted too.
    assert list(cs.compare(both, metrics=["muc", "conll(beta=2)"]).pairs) == ["muc", "conll(beta=2)"]


def message(*arguments, **options):
    with pytest.raises(CorefscopeError) as caught:
        cs.compare(*arguments, **options)
    return str(caught.value)


def test_other_keys_and_settings_are_refused_by_name(files, save, tmp_path):
    key, one, two = files
    mine = save("mine.json", key, one)
    other_key = write(tmp_path / "other.jsonl", key_of(16, seed=2))
    text = message(mine, [save("other.json", other_key, two)])
    assert "have different keys" in text
    assert key in text
    assert other_key in text
    text = message(mine, [save("dropped.json", key, two, singletons="drop")])
    assert "mine.json" in text
    assert "dropped.json have different settings: singletons is keep and drop" in text


def test_what_is_missing_is_said(files, save, tmp_path):
    key, one, two = files
    mine = save("mine.json", key, one)
    assert "per_document=True" in message(mine, [save("short.json", key, two, per_document=False)])
    assert "no counts for b3(twinless=all)" in message(mine, metrics="b3(twinless=all)")
    assert "no metric is in all" in message(mine, [save("muc.json", key, two, metrics="muc")])
    assert "is a saved result, " in message(mine, [two])
    assert "key.jsonl is not" in message(key, [mine])
    assert "settings of saved results cannot be changed" in message(mine, match="head")
    broken = tmp_path / "broken.json"
    content = json.loads((tmp_path / "mine.json").read_text(encoding="utf-8"))
    content["systems"][0]["per_document"][3] = {"document": 3}
    broken.write_text(json.dumps(content), encoding="utf-8")
    assert "$.systems[0].per_document[3].document" in message(str(broken))


def test_keys_without_a_checksum_cannot_be_known_to_be_the_same(save):
    one, two = (save(f"{name}.json", KEY, side) for name, side in SYSTEMS.items())
    assert "may have different keys: an object or a pipe" in message(one, [two])


def test_names_that_clash_are_told_apart_by_file(files, save):
    key, one, _ = files
    paths = [save("first.json", key, one), save("second.json", key, one)]
    names = [system.name for system in cs.compare(*paths[:1], paths[1:]).result.systems]
    assert names == [f"{path}: system 1.jsonl" for path in paths]
    assert "two systems are called 'x'" in message(paths[0], paths[1:], names=["x", "x"])


def test_a_file_given_twice_is_refused(files, save):
    key, one, _ = files
    path = save("mine.json", key, one)
    assert "mine.json is named twice" in message(path, [path])


def test_counts_that_are_no_numbers(files, save, tmp_path):
    path = tmp_path / "mine.json"
    save(path.name, files[0], files[1])
    content = json.loads(path.read_text(encoding="utf-8"))
    content["systems"][0]["per_document"][0]["counts"]["lea"]["recall_num"] = "three"
    path.write_text(json.dumps(content), encoding="utf-8")
    assert "per_document[0].counts" in message(str(path))


def test_strict_holds_for_what_was_said_when_results_were_saved(files, save, tmp_path):
    half = write(tmp_path / "half.jsonl", dict(list(KEY.items())[:8]))
    assert "document missing from the response" in message(save("half.json", files[0], half), strict=True)


def test_counts_that_are_rightly_below_zero(tmp_path, save):
    """A response that agrees less with the key than chance does."""
    key = write(tmp_path / "key.jsonl", {"a": [[0, 1], [2, 3]], "b": [[0, 1], [2, 3]]})
    response = write(tmp_path / "response.jsonl", {"a": [[0, 2], [1, 3]], "b": [[0, 2], [1, 3]]})
    found = cs.compare(save("mine.json", key, response, metrics="ari"))
    assert found.result.f1["ari"] == cs.score(key, response, metrics="ari").f1["ari"] < 0
