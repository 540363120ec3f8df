"""Calls from Python: several ways to give the same, and odd values that are refused by name, never from inside."""

import json

import numpy as np
import pytest

import corefscope as cs
from corefscope.model import LARGEST, empty_position
from corefscope.presets import PRESETS
from corefscope.problems import FormatError
from fuzzing import calls, harness

KEY, OTHER = calls.KEY, calls.OTHER
QUICK = {"metrics": "muc", "trials": 40}


def message(kind, call, *arguments, **options):
    with pytest.raises(kind) as caught:
        call(*arguments, **options)
    return str(caught.value)


def test_hundreds_of_odd_calls_work_or_are_refused():
    outcomes = harness.run("calls", calls.case, range(800))
    assert not outcomes.findings, "\n".join(outcomes.findings)
    assert outcomes.counts["worked"] > 10
    assert outcomes.counts["refused"] > 400


@pytest.mark.parametrize("name", [name for name in calls.CALLS if name != "Settings.parse"])
def test_usual_values_work(name, tmp_path):
    """Without that, an odd call would be refused for another reason."""
    usual, call = calls.CALLS[name]
    call({each: value for each, value in usual.items() if value is not None}, tmp_path)


class TestCompare:
    def pairs(self, actual):
        return [(each.system, each.score) for each in actual.standings["muc"]]

    def test_systems_one_by_one_in_a_list_and_by_name_are_the_same(self):
        actual = self.pairs(cs.compare(KEY, {"a": OTHER, "b": KEY}, **QUICK))
        assert [name for name, _ in actual] == ["a", "b"]
        assert self.pairs(cs.compare(KEY, OTHER, KEY, names=["a", "b"], **QUICK)) == actual
        assert self.pairs(cs.compare(KEY, [OTHER, KEY], names=["a", "b"], **QUICK)) == actual
        assert self.pairs(cs.compare(KEY, predictions={"a": OTHER, "b": KEY}, **QUICK)) == actual
        assert [score for _, score in self.pairs(cs.compare(KEY, OTHER, KEY, **QUICK))] == [
            score for _, score in actual
        ]

    def test_files_and_saved_results_one_by_one(self, tmp_path):
        paths = []
        for name, side in (("key", KEY), ("a", OTHER), ("b", KEY)):
            paths.append(tmp_path / f"{name}.jsonl")
            records = [{"doc_key": document, "clusters": clusters} for document, clusters in side.items()]
            paths[-1].write_text("".join(json.dumps(record) + "\n" for record in records))
        actual = cs.compare(*paths, **QUICK)
        assert [name for name, _ in self.pairs(actual)] == ["a.jsonl", "b.jsonl"]
        saved = []
        for path in paths[1:]:
            saved.append(str(path.with_suffix(".json")))
            (tmp_path / saved[-1]).write_text(cs.score(paths[0], path, metrics="muc", per_document=True).to_json())
        assert self.pairs(cs.compare(*saved, **QUICK)) == self.pairs(cs.compare(saved[0], [saved[1]], **QUICK))
        assert self.pairs(cs.compare(*saved, **QUICK)) == self.pairs(actual)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"metrics": 3}, "metrics should be a list of strings, not 3 (give metrics as a list)"),
        ({"metrics": ["muc", 3]}, "metrics should be strings, not 3"),
        ({"names": "a"}, "names should be a list of strings, not 'a' (give names as a list)"),
        (
            {"preset": 5},
            f"there is no preset '5' (presets: {', '.join([*PRESETS][:5])} and {len(PRESETS) - 5} more; ",
        ),
        ({"settings": "drop"}, "settings should be of the class Settings, not 'drop'"),
        ({"match": ["exact"]}, "there is no value for match '['exact']' (did you mean exact? valid: "),
        ({"types": 3}, "types should be a path, not 3"),
        ({"by": 3}, "by should be a string or a dict of groups by document, not 3"),
        ({"jobs": "2"}, "jobs should be a whole number, not '2'"),
        ({"strict": "no"}, "strict should be True or False, not 'no'"),
        ({"progress": 3}, "progress should be a function, not 3"),
        ({"singleton": "drop"}, "there is no setting 'singleton' (did you mean singletons?"),
        ({"metric": "muc"}, "there is no setting 'metric' (did you mean metrics=?)"),
    ],
    ids=str,
)
def test_wrong_options_of_score_are_named(options, said):
    assert message(cs.CorefscopeError, cs.score, KEY, OTHER, **options).startswith(said)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"plan": "exact"}, "plan should be of the class Plan, not 'exact'"),
        ({"trials": 2.5}, "trials should be a whole number, not 2.5"),
        ({"seed": "1"}, "seed should be a whole number, not '1'"),
        ({"group": 3}, "group should be a string, not 3"),
        ({"baseline": 3}, "baseline should be a string, not 3"),
        ({"metrics": []}, "no metric was named to compare by"),
    ],
    ids=str,
)
def test_wrong_options_of_compare_are_named(options, said):
    assert message(cs.CorefscopeError, cs.compare, KEY, OTHER, KEY, **options) == said


@pytest.mark.parametrize("text", ["#begin document (a)\na\t(1)\n", '{"clusters": [' + "[[0, 0]], " * 1000])
def test_a_text_is_no_path(text):
    said = message(cs.CorefscopeError, cs.score, text, OTHER)
    assert said.startswith(text[:10])
    assert said.endswith(": this is a text, not the path of a file (write it into a file and give its path)")
    assert len(said) < 250


def test_an_open_file_is_no_side(tmp_path):
    (tmp_path / "key.conll").write_text("#begin document (a)\na\t(1)\n#end document\n")
    for mode in ("r", "rb"):
        with open(tmp_path / "key.conll", mode) as opened:
            said = message(cs.CorefscopeError, cs.score, opened, OTHER)
        assert said == "key: an open file is not a list of clusters (give its path)"


def document(**fields):
    return cs.Document(**{**calls.DOCUMENT, **fields})


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"entity_ids": ["a", "b", "c"]}, "there are 3 entity_ids for 2 entities; leave entity_ids out"),
        ({"entity_ids": [1, 2]}, "expected 'str', got 'int' in entity_ids[0]"),
        ({"entities": [3, []]}, "expected 'array', got 'int' in entities[0]"),
        (
            {"entities": [[[0, 1]], []]},
            "[0, 1] is not a mention: cs.Mention(start, exclusive end), whole numbers from 0",
        ),
        ({"entities": [[(0, 0)], []]}, "(0, 0) is not a mention"),
        ({"entities": [[(-1, 1)], []]}, "(-1, 1) is not a mention"),
        ({"entities": [[(0, 1.5)], []]}, "(0, 1.5) is not a mention"),
        ({"entities": [[(0, 2**31 + 1)], []]}, "(0, 2147483649) is not a mention"),
        ({"entities": [[(0, 10**40)], []]}, "(0, 1000000000000000"),
        ({"entities": [[cs.Mention(0, 2, head="x")], []]}, "Mention(0, 2, head='x') is not a mention"),
        ({"entities": [[cs.Mention(0, 2, type="thing")], []]}, "Mention(0, 2, type='thing') is not a mention"),
        ({"entities": [[cs.Mention(0, 3, (2, 0))], []]}, "Mention(0, 3, positions=(2, 0)) is not a mention"),
        ({"entities": [[cs.Mention(0, 3, (0, 0, 2))], []]}, "Mention(0, 3, positions=(0, 0, 2)) is not a mention"),
        ({"words": "four"}, "expected 'array | null', got 'str' in words"),
        ({"words": ["a", None, "b", "c"]}, "expected 'str', got 'null' in words[1]"),
        ({"token_count": 3}, "token_count is 3, but there are 4 words; leave it out"),
        (
            {"sentences": [(0, 9)]},
            "sentences should be pairs (start, exclusive end) in the order of the text, which hold",
        ),
        ({"sentences": [(0, 3), (0, 2)]}, "sentences should be pairs (start, exclusive end)"),
        ({"sentences": [(0, 1), (2, 4)]}, "sentences should be pairs (start, exclusive end)"),
        ({"sentences": "\ud800"}, "a field has a value of another type"),
        ({"groups": np.array([1])}, "a field has a value of another type"),
        ({"unit": "words"}, "invalid enum value 'words' in unit"),
        ({"groups": {"genre": 3}}, "expected 'str', got 'int' in groups[...]"),
        ({"relations": [("bridging", "a", "b")]}, "expected 'array' of length 6, got 3 in relations[0]"),
    ],
    ids=str,
)
def test_fields_of_a_document_are_checked_before_it_is_scored_or_written(fields, said, tmp_path):
    given = document(**fields)
    place = str(tmp_path / "out.jsonl")
    assert message(FormatError, cs.score, [given], [given]).startswith(f"key: document 'd': {said}")
    assert message(FormatError, cs.write, [given], place).startswith(f"{place}: document 'd': {said}")
    assert not (tmp_path / "out.jsonl").exists()


def test_a_mention_outside_the_words_of_a_document_is_refused():
    given = document(entities=[[cs.Mention(0, 999_999_999)], []])
    said = "mention 0–999999998 of document 'd' lies outside its 4 tokens (they are counted from 0 to 3)"
    assert message(FormatError, cs.score, [given], [given]) == f"key: {said}"


@pytest.mark.parametrize("place", [2**18, 2**19 - 1, 2**31 - 2, 2**31 - 1])
@pytest.mark.parametrize("match", ["exact", "partial"])
def test_positions_up_to_the_largest_never_wrap(place, match):
    """Orders of the text are positions times 4,096, which fit 32 bits only if the positions are small."""
    empty = empty_position(place, 1)
    entities = [
        [cs.Mention(0, 1, head=0), cs.Mention(place, place + 1, head=place)],
        [cs.Mention.at([place - 1, empty], head=place - 1), cs.Mention(1, place, head=1)],
    ]
    key = [cs.Document("d", entities)]
    assert place + 1 <= LARGEST
    result = cs.score(key, key, match=match, metrics=["mentions", "b3", "mor"])
    assert set(result.f1.values()) == {1}
    assert result.errors.counts == dict.fromkeys(result.errors.counts, 0)


@pytest.mark.parametrize("last", [LARGEST, 2**62, 2**63, 10**30, -1])
def test_pairs_beside_a_file_are_checked(last, tmp_path):
    path = tmp_path / "key.jsonl"
    path.write_text('{"doc_key": "d", "clusters": [[[0, 0]]]}\n')
    assert "cannot be compared with the spans of a file" in message(FormatError, cs.score, path, {"d": [[(0, last)]]})


def test_units_do_not_mix():
    other = cs.Document("e", [[cs.Mention(0, 1)]], unit="characters", raw_text="text")
    said = "key: document 'e' counts characters, those before it count tokens (score them apart)"
    assert message(FormatError, cs.score, [document(), other], [document()]) == said
