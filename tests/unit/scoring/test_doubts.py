"""Numbers that are right and mislead: what is said of them, and the ScoreWarning that they raise in Python."""

import json
import shutil
import warnings

import pytest

import corefscope as cs
from support.command_line import KEY, A, corefscope, failed

ENTITIES = [[(10 * n, 10 * n + 1), (10 * n + 5, 10 * n + 5)] for n in range(20)]
ELSEWHERE = [[(start + 5000, end + 5000) for start, end in entity] for entity in ENTITIES]
SHIFTED = [[(start, end + 1) for start, end in entity] for entity in ENTITIES]


def codes(result):
    return [notice.code for notice in result.warnings]


def raised(call, *arguments, **options):
    """The ScoreWarnings of a call."""
    with warnings.catch_warnings(record=True) as actual:
        warnings.simplefilter("always")
        call(*arguments, **options)
    assert {each.category for each in actual} <= {cs.ScoreWarning}
    assert {each.filename for each in actual} <= {__file__}, "the line of the user"
    return [str(each.message) for each in actual]


@pytest.mark.parametrize(
    ("key", "response", "code"),
    [
        (ENTITIES, ENTITIES[::-1], "identical-sides"),
        (ENTITIES, ELSEWHERE, "no-mention-shared"),
        (ENTITIES, SHIFTED, "shifted-mentions"),
        (ENTITIES[:3], ENTITIES, "sampled-key"),
    ],
)
def test_doubtful_scores_raise_one_warning(key, response, code):
    assert codes(cs.score(key, response)) == [code]
    (text,) = raised(cs.score, key, response)
    assert text == str(cs.score(key, response).warnings[0])
    assert [problem.code for problem in cs.check(response, against=key)[0].problems] == [code]
    assert len(raised(cs.errors, key, response)) == len(raised(cs.compare, key, [response])) == 1
    assert len(raised(cs.agreement, key, response)) == len(raised(cs.dialects, key, response)) == 1
    with pytest.raises(cs.CorefscopeError, match="an error under strict=True"):
        cs.score(key, response, strict=True)


def test_a_scorer_raises_one_warning():
    scorer = cs.Scorer()
    for epoch in range(3):
        scorer.reset()
        scorer.update(ENTITIES, ELSEWHERE)
        assert len(raised(scorer.result)) == (epoch == 0)
        assert codes(scorer.result()) == ["no-mention-shared"]


def test_other_warnings_and_right_scores_raise_none():
    assert raised(cs.score, ENTITIES, ENTITIES[1:]) == []
    assert raised(cs.score, [["a", "b"], ["a", "c"]], [["a", "b"]]) == []  # a mention that is repeated


def test_the_command_line_says_it_once():
    done = corefscope("score", KEY, KEY, process=True)
    assert done.returncode == 0
    assert done.stderr.count("identical") == 1
    assert "ScoreWarning" not in done.stderr
    assert "both are one file or object, or a copy of it" in done.stderr
    assert "key and response are identical" in failed("score", KEY, KEY, "--strict")


def test_a_few_mentions_are_found_by_merit_unless_both_sides_are_one():
    small, large = ([["a", *range(size)]] for size in (5, 9))
    assert codes(cs.score(small, small)) == ["identical-sides"]
    assert codes(cs.score(small, [list(small[0])])) == []
    assert codes(cs.score(large, [list(large[0])])) == ["identical-sides"]


def test_both_sides_of_one_file(tmp_path):
    path = tmp_path / "dev.jsonl"
    clusters = {"clusters": [[[0, 1], [3, 3]]], "predicted_clusters": [[[0, 1], [3, 3], [5, 5]]]}
    path.write_text(json.dumps({"doc_key": "a", "sentences": [["w"] * 9], **clusters}) + "\n", encoding="utf-8")
    one = cs.score(path, path, key_clusters="clusters", response_clusters="clusters")
    assert "identical-sides" in codes(one)
    assert codes(cs.score(path, path, key_clusters="clusters", response_clusters="predicted_clusters")) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_identical_systems(tmp_path, jobs):
    copy = str(tmp_path / "copy.conll")
    shutil.copy(A, copy)
    result = cs.score(KEY, A, copy, jobs=jobs)
    assert codes(result) == ["identical-systems"]
    assert result["copy.conll"].warnings[0].first == "'copy.conll' has the mentions and entities of 'response-a.conll'"
    assert codes(cs.score(ENTITIES, ENTITIES[2:], ENTITIES[:1:-1])) == ["identical-systems"]
    assert codes(cs.score(ENTITIES, ENTITIES[2:], ENTITIES[:-2])) == []  # of equal scores


def test_a_copy_of_the_key_shows_on_leaderboards(tmp_path):
    (tmp_path / "dev").mkdir()
    for name, path in (("key", KEY), ("copy", KEY), ("a", A), ("b", A)):
        shutil.copy(path, tmp_path / "dev" / f"{name}.conll")
    board = cs.leaderboard(tmp_path)
    texts = {system: text for _, system, text in board.remarks}
    assert texts["copy"].startswith("key and response are identical")
    assert texts["b"].startswith("two systems are identical")
    assert "a" not in texts
    assert len(raised(cs.leaderboard, tmp_path)) == 1
    strict = cs.leaderboard(tmp_path, strict=True)
    assert [system for _, system, _ in strict.problems] == ["copy"]


def test_a_sample_of_entities_as_the_key():
    (notice,) = cs.score(ENTITIES[:3], ENTITIES).warnings
    assert "34 of 40 mentions are in entities that the key lacks, and count as wrong" in notice.first
    assert "6 of the key's 6 mentions are matched" in notice.first
    assert notice.setting == "--mentions"
    assert codes(cs.score(ENTITIES[:3], ENTITIES, mentions="shared")) == []
    assert codes(cs.score(ENTITIES, [*ENTITIES[:3], *ELSEWHERE])) == []  # a bad system
    alone = [[mention] for entity in ELSEWHERE for mention in entity]
    assert codes(cs.score(ENTITIES[:3], [*ENTITIES[:3], *alone])) == []  # other singletons
