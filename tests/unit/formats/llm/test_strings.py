"""JSON of strings, answers per mention, and JSON in code fences."""

from __future__ import annotations

import contextlib
import json
import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefscope as cs
from corefscope.formats.llm import extraction
from corefscope.formats.llm.occurrences import Occurrences
from corefscope.formats.load import read_corpus
from corefscope.problems import FormatError
from support.inputs.strategies import THOROUGH
from support.work import growth

KEY = {"doc_key": "t", "tokens": ["Ann", "saw", "her", "dog", ".", "She", "fed", "it", ".", "Bob", "saw", "her", "."]}
KEY["clusters"] = [[[0, 0], [2, 2], [5, 5], [11, 11]], [[2, 3], [7, 7]]]
CLUSTERS = [["Ann", "her", "She", "her"], ["her dog", "it"]]
FORMS = {
    "list": json.dumps(CLUSTERS),
    "object": json.dumps({"clusters": CLUSTERS}, indent=2),
    "named": json.dumps({"doc_key": "t", "clusters": {"Ann": CLUSTERS[0], "dog": CLUSTERS[1]}}),
    "fence": f"Here they are:\n```json\n{json.dumps(CLUSTERS)}\n```\nI hope this helps [1].",
    "prose": f"Sure [see below]: {json.dumps(CLUSTERS)} That is all.",
    "output": json.dumps({"id": "t", "output": f"```json\n{json.dumps(CLUSTERS)}\n```"}),
    "dicts": json.dumps({"clusters": [[{"mention": each} for each in cluster] for cluster in CLUSTERS]}),
    "objects": json.dumps({"clusters": [{"entity": each[0], "mentions": each} for each in CLUSTERS]}),
    "objects alone": json.dumps([{"id": 1, "mentions": CLUSTERS[0]}, {"id": 2, "mentions": CLUSTERS[1]}]),
    "lines in a field": json.dumps({"id": "t", "output": json.dumps(CLUSTERS, indent=2)}),
    "lines in a fence in a field": json.dumps(
        {"id": "t", "output": f"Sure:\n```json\n{json.dumps(CLUSTERS, indent=2)}\n```\nDone."}
    ),
    "answers": json.dumps(
        {
            "doc_key": "t",
            "answers": [
                {"mention": "her", "answer": "Ann"},
                {"mention": "She", "answer": "her"},
                {"mention": "it", "answer": "her dog"},
                {"mention": "her", "answer": "She"},
            ],
        }
    ),
    "pairs": json.dumps(
        [
            {"mention": "Ann", "answer": None},
            {"mention": "her dog", "answer": ""},
            {"mention": "her", "answer": "Ann"},
            {"mention": "She", "antecedent": "her"},
            {"mention": "it", "answer": "her dog"},
            {"mention": "her", "answer": "She"},
        ]
    ),
    "own text": json.dumps({"text": "Ann saw her dog. She fed it. Bob saw her.", "clusters": CLUSTERS}),
}


@pytest.mark.parametrize("form", FORMS)
def test_all_forms_of_one_answer_score_the_same(put, form):
    path = put(FORMS[form], "t.txt")
    assert read_corpus(path).files[0].format == "strings"
    result = cs.score(KEY, path)
    assert result.f1["conll"] == 1.0
    assert not result.warnings


def test_other_json_in_a_fence(put):
    text = f"Clusters:\n```json\n{json.dumps([KEY])}\n```\n"
    assert cs.score(KEY, put(text, "t.txt")).f1["conll"] == 1.0


def test_a_page_with_program_text_is_no_answer(put):
    """A README was read as a document with the strings of its example, without a word."""
    page = 'A page.\n\n```python\n>>> cs.score([["a", "b", "c"], ["d"]], [["a", "b"]])\n```\n'
    with pytest.raises(FormatError, match="corefscope does not know this format"):
        read_corpus(put(page, "README.md"))


def test_what_cannot_be_placed_is_counted(put):
    result = cs.score(KEY, put('[["Ann", "she", "her", "the cat"], ["it", "it"]]', "t.txt"))
    assert {notice.code: notice.count for notice in result.warnings} == {
        "lost-not-in-text": 3,
        "string-in-several-places": 1,
    }
    output = result.system.output
    assert (output.written, output.placed, output.lost) == (6, 3, {"lost-not-in-text": 3})
    # In another case "she" is in the text, nothing else.
    assert output.repaired == 1
    assert output.scores["repaired"]["mentions"].recall > result.recall["mentions"]
    assert output.scores["aligned"]["mentions"].precision == 1.0


def test_an_answer_that_was_cut_off(put):
    result = cs.score(KEY, put('{"clusters": [["Ann", "her", "She"], ["her dog", "i', "t.txt"))
    assert [notice.code for notice in result.warnings] == ["truncated-output", "string-in-several-places"]
    assert result.precision["mentions"] == 1.0
    assert result.recall["mentions"] == 4 / 6


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("```json\nnone\n```", "no JSON"),
        ('[["a"], "b"]', "not a list of lists"),
        ('{"clusters": [["a"]], "predicted_clusters": [["b"]]}', "both"),
        ('{"clusters": [["a", 1]]}', "should be a string"),
        ('{"answers": [{"mention": 3, "answer": "a"}]}', "should be a string"),
    ],
)
def test_refusals(put, text, fact):
    with pytest.raises(FormatError, match=fact):
        read_corpus(put(text, "t.txt"), format="strings")


@pytest.mark.parametrize("refusal", ["I cannot help with that.", "", "null", '{"clusters": []}', None])
@pytest.mark.parametrize("is_first", [True, False])
def test_a_refusal_among_answers_is_a_document_without_mentions(put, refusal, is_first):
    """One refusal stopped the whole file."""
    records = [{"id": "t", "output": f"```json\n{json.dumps(CLUSTERS)}\n```"}, {"id": "u", "output": refusal}]
    path = put("".join(json.dumps(record) + "\n" for record in records[:: -1 if is_first else 1]), "answers.jsonl")
    result = cs.score([KEY, {**KEY, "doc_key": "u"}], path)
    assert (result.recall["mentions"], result.precision["mentions"]) == (0.5, 1.0)
    assert [notice.code for notice in result.warnings] == ["output-without-mentions"]


def test_of_a_damaged_object_its_clusters_are_read(put):
    (document,) = cs.read(put(f'{{"doc_key"mill "t", "clusters": {json.dumps(CLUSTERS)}}}', "t.txt"), format="strings")
    assert document.mention_count == 6


def test_without_any_json_the_first_answer_is_an_error(put):
    text = "".join(json.dumps({"id": name, "output": f"```json\nnone of {name}"}) + "\n" for name in "tu")
    with pytest.raises(FormatError, match="no JSON") as caught:
        read_corpus(put(text, "answers.jsonl"), format="strings")
    assert caught.value.line == 1


@pytest.mark.parametrize("name", ["", "t"])
def test_of_several_fences_the_last_is_the_answer(put, name):
    """They were taken for several documents, one of which had no partner."""
    answer = f'First:\n```json\n[["Bob", "it"]]\n```\nNo:\n```json\n{json.dumps(CLUSTERS)}\n```\n'
    text = json.dumps({"id": name, "output": answer}) if name else answer
    result = cs.score(KEY, put(text, "t.txt"))
    assert result.f1["conll"] == 1.0
    assert [notice.code for notice in result.warnings] == ["several-answers"]


@pytest.mark.parametrize("prose", ["I hope this helps [", "{see", "[1] and [[2", "- [ ] check [].", "[ " * 30_000])
def test_prose_with_brackets_after_the_answer(put, prose):
    assert cs.score(KEY, put(f"```json\n{json.dumps(CLUSTERS)}\n```\n{prose}", "t.txt")).f1["conll"] == 1.0


@pytest.mark.parametrize("loop", ['["a",', '[["a", "b]', "[", "{"])
def test_an_answer_that_loops_is_refused_after_a_bounded_number_of_tries(loop, monkeypatch):
    tries = []
    decode = extraction._piece
    monkeypatch.setattr(extraction, "_piece", lambda text, start: tries.append(start) or decode(text, start))
    with pytest.raises(cs.CorefscopeError, match="no JSON begins at more than 1,000 of its brackets"):
        cs.read_answer(
            '{"clusters": [' + loop * 200_000, cs.Document("t", KEY["clusters"], words=KEY["tokens"]), "strings"
        )
    assert len(tries) <= 1 + extraction.MOST_FAILURES


def test_fences_with_names_are_documents(put):
    records = [{"doc_key": name, "clusters": CLUSTERS} for name in "tu"]
    text = "\n".join(f"```json\n{json.dumps(record)}\n```" for record in records)
    assert cs.score([KEY, {**KEY, "doc_key": "u"}], put(text, "t.txt")).f1["conll"] == 1.0


def test_json_of_another_kind_is_not_called_no_json(put):
    with pytest.raises(FormatError, match="its JSON has neither objects nor"):
        read_corpus(put("[[[0, 0], [2, 2]]]", "t.json"))


def slow_places(letters, begins, entities):
    """Each string at its first free place after the one before it, or else at its first free place."""
    taken, placed = set(), []
    for strings in entities:
        after, spans = -1, []
        for string in strings:
            starts = [b for b in begins if letters.startswith(string, b) and b + len(string) in begins]
            free = [b for b in starts if (b, string) not in taken and string]
            start = min(free, key=lambda b: (b <= after, b), default=None)
            spans.append(None if start is None else (start, start + len(string)))
            if start is not None:
                taken.add((start, string))
                after = start
        placed.append(spans)
    return placed


words = st.lists(st.sampled_from(["a", "b", "ab", "longer", "longerword"]), max_size=12)


@THOROUGH
@given(
    words,
    st.lists(
        st.lists(st.lists(st.sampled_from(["a", "b", "ab", "longer", "longerword"]), min_size=1, max_size=2)),
        max_size=4,
    ),
)
def test_places_are_those_of_the_slow_definition(text, entities):
    begins = [len("".join(text[:number])) for number in range(len(text) + 1)]
    strings = [["".join(mention) for mention in entity] for entity in entities]
    mentions = [(string, number, None) for number, listed in enumerate(strings) for string in listed]
    placed = Occurrences("".join(text), begins).place(mentions)
    assert placed == [place for listed in slow_places("".join(text), begins, strings) for place in listed]


def test_the_work_grows_with_the_text():
    def make(size):
        chance = random.Random(1)
        text = [chance.choice(["she", "the", f"w{chance.randrange(size)}"]) for _ in range(size)]
        begins = [0]
        for word in text:
            begins.append(begins[-1] + len(word))
        strings = [(chance.choice(text), number // 3, None) for number in range(size)]
        return lambda: Occurrences("".join(text), begins).place(strings)

    assert growth(make, 2000) < 5.5


PAIRS = [
    {"doc_id": "a", "id": 1, "mention": "Ann", "answer": None},
    {"doc_id": "a", "id": 2, "mention": "her", "answer": "Ann"},
    {"doc_id": "b", "id": 3, "mention": "Bob", "answer": None},
    {"doc_id": "b", "id": 4, "mention": "his", "answer": "Bob"},
]
LINES = "".join(json.dumps(pair) + "\n" for pair in PAIRS)
SECTIONS = "".join(
    f"=== {name} ===\n" + "".join(json.dumps(pair) + "\n" for pair in PAIRS if pair["doc_id"] == name) for name in "ab"
)


@pytest.mark.parametrize("text", [json.dumps(PAIRS), LINES, f"Sure:\n```json\n{LINES}```\n", SECTIONS])
def test_answers_belong_to_the_documents_that_they_name(put, text):
    key = [
        {"doc_key": "a", "tokens": ["Ann", "saw", "her"], "clusters": [[[0, 0], [2, 2]]]},
        {"doc_key": "b", "tokens": ["Bob", "saw", "his"], "clusters": [[[0, 0], [2, 2]]]},
    ]
    result = cs.score(key, put(text, "answers.txt"))
    assert (result.f1["conll"], result.system.output.lost) == (1, {})


def test_documents_below_headers_may_be_objects(put):
    text = "".join(f"=== {name} ===\n" + json.dumps({"clusters": CLUSTERS}) + "\n" for name in "ab")
    corpus = read_corpus(put(text, "answers.txt"))
    assert (corpus.names, corpus.mention_count, corpus.files[0].format) == (["a", "b"], 12, "strings")


def test_answers_of_one_document_may_be_lines(put):
    lines = "".join(json.dumps(pair) + "\n" for pair in json.loads(FORMS["pairs"]))
    assert cs.score(KEY, put(lines, "answers.jsonl")).f1["conll"] == 1


ALIKE = [f"the president {number}" for number in range(20_000)]


@pytest.mark.parametrize(
    "text",
    [
        '{"clusters": [' + '["a",' * 10_000,
        "```" + " " * 200_000,
        '{"clusters": [["a", "' + '\\"' * 100_000,
        json.dumps({"text": " ".join(ALIKE), "clusters": [ALIKE]}),
        json.dumps({"text": "a " * 100_000, "clusters": [["a"] * 100_000]}),
        "[a " * 50_000,
        '[["a"], {' * 20_000,
    ],
    ids=["brackets", "fence", "quotes", "words", "one word", "prose", "unlike brackets"],
)
def test_a_model_that_repeats_itself_takes_linear_time(put, text):
    path = put(text, "loop.txt")
    start = time.process_time()
    with contextlib.suppress(FormatError):
        read_corpus(path, format="strings")
    assert time.process_time() - start < 5
