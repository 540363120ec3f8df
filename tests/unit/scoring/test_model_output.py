"""How much of a language model's output could be scored, beside what is counted by hand and slow definitions."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefscope as cs
from corefscope.page.payload import payload
from support.inputs.strategies import THOROUGH
from support.marking import elements, nested

TEXT = "The old dog saw Ann . It barked at her . Then the old dog slept ."
KEY = {
    "doc_key": "t",
    "tokens": TEXT.split(),
    "clusters": [[[0, 2], [6, 6], [12, 14]], [[4, 4], [9, 9]]],
}


def scored(tmp_path, text, key=KEY, **options):
    path = tmp_path / "t.txt"
    path.write_text(text, encoding="utf-8")
    return cs.score(key, str(path), **options)


def counts(result):
    output = result.system.output
    return output.copied, output.changed, output.missing, output.invented


def test_a_perfect_copy(tmp_path):
    result = scored(
        tmp_path,
        "<e1>The old dog</e1> saw <e2>Ann</e2>. <e1>It</e1> barked at <e2>her</e2>. Then <e1>the old dog</e1> slept.",
    )
    assert counts(result) == (17, 0, 0, 0)
    output = result.system.output
    assert (output.written, output.lost, output.repaired, output.aligned, output.cut_off) == (5, {}, 0, 5, 0)
    given = cs.score(KEY, tmp_path / "t.txt", mentions="shared").scores
    assert output.scores == {"repaired": result.scores, "aligned": result.scores, "given": given}


def test_counted_by_hand(tmp_path):
    # `big` for `old`, four words invented, the last sentence missing; the dragon is nowhere, a tag never closes.
    text = "<e1>The big dog</e1> saw <e2>Ann</e2> and <e3>a dragon</e3>. <e1>It barked loudly at <e2>her</e2>."
    result = scored(tmp_path, text, metrics=["mentions", "muc", "conll"])
    assert counts(result) == (10, 1, 6, 4)
    output = result.system.output
    assert output.lost == {"lost-never-closes": 1, "lost-in-alignment": 1}
    assert (output.written, output.placed, output.aligned, output.cut_off) == (5, 3, 4, 1)
    # As it is: the dog, Ann and her of five; the dragon is wrong.
    assert result.scores["mentions"].counts == pytest.approx(
        {**result.scores["mentions"].counts, "recall_num": 3, "recall_den": 5, "precision_den": 4}
    )
    # Repaired: the mention that never closes is `It barked loudly at`, up to the next tag, which is wrong.
    assert output.repaired == 1
    assert output.scores["repaired"]["mentions"].counts["precision_den"] == 5
    # In the text that both have: the dragon is left out, and the dog of the last sentence.
    aligned = output.scores["aligned"]["mentions"].counts
    assert (aligned["recall_num"], aligned["recall_den"], aligned["precision_den"]) == (3, 4, 3)


def test_json_and_tables(tmp_path, capsys):
    result = scored(tmp_path, "<e1>The old dog</e1> saw <e2>Ann</e2>.")
    saved = json.loads(result.to_json())["systems"][0]["output"]
    assert saved["words"] == {"copied": 6, "changed": 0, "missing": 11, "invented": 0}
    assert saved["documents"] == {"missing": 0, "cut_off": 1}
    assert saved["mentions"] == {"written": 2, "placed": 2, "lost": {}, "repaired": 0, "aligned": 2}
    assert saved["scores"]["aligned"]["mentions"]["f1"] == 1.0
    assert "aligned text only" in result.to_markdown() or "aligned text only" in result.to_html()
    assert "output" not in json.loads(cs.score(KEY, KEY).to_json())["systems"][0]


def test_the_page_knows_what_was_changed(tmp_path):
    text = "Sure: <e1>The big dog</e1> saw <e2>Ann</e2> . It barked at her . The end"
    result = scored(tmp_path, text)
    page = payload(result)
    words = page["keys"][0]["documents"][0]["words"]
    (changes,) = page["systems"][0]["changes"]
    displayed = [(kind, " ".join(words[first : last + 1]), own) for first, last, kind, own in changes]
    assert ("inserted", "", "Sure:") in displayed
    assert ("changed", "old", "big") in displayed
    assert any(kind == "deleted" and "slept" in text for kind, text, _ in displayed)
    counts = result.system.output
    assert sum(last + 1 - first for first, last, kind, _ in changes if kind == "deleted") == counts.missing


def test_a_document_that_is_missing(tmp_path):
    other = {**KEY, "doc_key": "u"}
    result = scored(tmp_path, "=== t ===\n<e1>The old dog</e1> saw <e2>Ann</e2>.", [KEY, other])
    assert counts(result) == (6, 0, 11 + 17, 0)
    assert result.system.output.missing_documents == 1
    assert result.system.output.aligned == 2


WORDS = [f"w{number}" for number in range(12)]  # all different: the alignment is plain


@st.composite
def outputs(draw):
    """Key clusters, response mentions, and what happens to each word of the key."""
    place = st.integers(0, len(WORDS) - 1)
    spans = st.sets(st.tuples(place, st.integers(1, 3)), max_size=6)
    sides = []
    for _ in range(2):
        actual = {(start, min(start + length, len(WORDS)), "") for start, length in draw(spans)}
        sides.append([(start, end, f"e{draw(st.integers(1, 2))}") for start, end, _ in nested(actual)])
    fates = draw(st.lists(st.sampled_from(["copy", "copy", "copy", "drop"]), min_size=12, max_size=12))
    return sides, fates


@THOROUGH
@given(outputs())
def test_the_aligned_part_is_what_a_key_without_the_missing_words_gives(tmp_path_factory, case):
    (key, response), fates = case
    kept = [place for place, fate in enumerate(fates) if fate == "copy"]
    response = [each for each in response if any(place in kept for place in range(*each[:2]))]
    if not kept or not response or not key:
        return
    number = {place: count for count, place in enumerate(kept)}

    def moved(start, end):
        inside = [number[place] for place in range(start, end) if place in number]
        return inside[0], inside[-1] + 1

    places = [(*moved(*each[:2]), each[2]) for each in response]
    if len({each[:2] for each in places}) < len(places):
        return
    text = elements([WORDS[place] for place in kept], nested(places))
    clusters = {}
    for start, end, entity in key:
        clusters.setdefault(entity, []).append([start, end - 1])
    record = {"doc_key": "t", "tokens": WORDS, "clusters": list(clusters.values())}
    result = scored(tmp_path_factory.mktemp("output"), text, record, metrics=["mentions", "b3"])
    output = result.system.output
    assert (output.copied, output.missing, output.changed, output.invented) == (len(kept), 12 - len(kept), 0, 0)
    smaller = {}
    for start, end, entity in key:
        if all(place in number for place in range(start, end)):
            smaller.setdefault(entity, []).append([number[start], number[end - 1]])
    assert output.aligned == sum(map(len, smaller.values()))
    if not smaller:
        return
    # A response mention that is wider than a mention of the whole key stays what it is there.
    expected = cs.score(
        {"doc_key": "t", "tokens": [WORDS[place] for place in kept], "clusters": list(smaller.values())},
        scored_path(tmp_path_factory, text),
        metrics=["mentions", "b3"],
    )
    assert output.scores["aligned"]["mentions"].counts == expected.scores["mentions"].counts
    assert output.scores["aligned"]["b3"].f1 == pytest.approx(expected.f1["b3"])


def scored_path(tmp_path_factory, text):
    path = tmp_path_factory.mktemp("again") / "t.txt"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_counts_and_scores_are_in_csv_and_latex(tmp_path):
    record = {"doc_key": "t", "tokens": ["Ann", "met", "Bob", "."], "clusters": [[[0, 0], [2, 2]]]}
    result = scored(tmp_path, '<m id="1">Ann</m> saw <m id="1">Bob</m> and <m id="1">Eve</m> .', record, metrics=["b3"])
    rows = list(csv.DictReader(io.StringIO(result.to_csv())))
    assert [row["counted"] for row in rows] == ["", "repaired", "aligned", "given"]
    counts = {"copied": "3", "changed": "1", "missing": "0", "invented": "2"}
    assert all(row[f"words_{name}"] == number for row in rows for name, number in counts.items())
    assert {(row["mentions_written"], row["mentions_lost"], row["documents_cut_off"]) for row in rows} == {
        ("3", str(sum(result.system.output.lost.values())), "0")
    }
    scores = [result.system.scores, *result.system.output.scores.values()]
    assert [float(row["f1"]) for row in rows] == [each["b3"].f1 for each in scores]
    latex = result.to_latex()
    assert "Words invented" in latex
    assert "aligned text only" in latex
    plain = cs.score(record, record, metrics="b3")
    assert "words_copied" not in plain.to_csv()
    assert "Words invented" not in plain.to_latex()


def test_lost_mentions_in_others_are_repaired_apart_from_them(tmp_path):
    # The model moved a sentence: both lost mentions have equal words in the key, at places of their own.
    words = "The old dog saw a dog . It barked at her . Then the old cat slept ."
    key = {"doc_key": "t", "tokens": words.split(), "clusters": [[[0, 2], [7, 7]], [[5, 5], [10, 10]]]}
    text = "It barked at <e2>her</e2>. Then the old cat slept. <e1>The old <e2>dog</e2></e1> saw a dog."
    output = scored(tmp_path, text, key, metrics=["mentions"]).system.output
    assert (output.written, output.placed, output.repaired) == (3, 1, 2)
    assert output.scores["repaired"]["mentions"].counts["precision_num"] == 3


def test_mentions_that_are_left_out_are_no_mentions_of_the_output(tmp_path):
    """A perfect copy stays one."""
    words = ["Ann", "saw", "Bea", "and", "her", "dog", "."]
    record = [{"doc_key": "a", "sentences": [words], "clusters": [[[0, 0], [4, 4]], [[2, 2]], [[4, 5], [5, 5]]]}]
    text = "[Ann](1) saw [Bea](2) and [[her](1) [dog](3)](3) ."
    result = scored(tmp_path, text, record, metrics=["mentions", "b3"], drop="nested")
    kept = cs.score(record, record, drop="nested").key.mentions
    assert (set(result.f1.values()), result.system.output.placed) == ({1.0}, kept)
    assert kept < 5
