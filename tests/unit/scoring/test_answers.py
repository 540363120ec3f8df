"""A model's answer about one document, in Python."""

from __future__ import annotations

import time

import pytest

import corefscope as cs

TEXT = "Ann saw her dog . She fed it ."
ENTITIES = [[cs.Mention(0, 1), cs.Mention(2, 3), cs.Mention(5, 6)], [cs.Mention(2, 4), cs.Mention(7, 8)]]
STORY = cs.Document("story", ENTITIES, words=TEXT.split())
INLINE = "[Ann](#1) saw [[her](#1) dog](#2) . [She](#1) fed [it](#2) ."


@pytest.mark.parametrize(
    ("answer", "form"),
    [
        (INLINE, None),
        ("Sure!\n" + INLINE + "\nDone.", None),
        (INLINE.replace("fed", "feeds"), None),
        ('{"clusters": [["Ann", "her", "She"], ["her dog", "it"]]}', None),
        ("Ann [1] saw her [1] dog [2] . She [1] fed it [2] .", "suffixes"),
        ('{"clusters": [[[0, 0], [2, 2], [5, 5]], [[2, 3], [7, 7]]], "doc_key": "story"}', None),
    ],
)
def test_an_answer_has_the_tokens_of_the_document(answer, form):
    document, _ = cs.read_answer(answer, STORY, form)
    assert (document.name, document.words) == ("story", STORY.words)
    assert sorted(map(sorted, document.entities)) == sorted(map(sorted, ENTITIES))


def test_a_reward_is_the_score_of_the_answer():
    partial = INLINE.replace("[She](#1)", "She").replace("[it](#2)", "[it](#1)")
    answer = cs.read_answer(partial, STORY).document
    for metric in ("conll", "b3", "muc", "lea", "blanc", "ceafe", "mention(type=pronoun)"[:7] + "s"):
        expected = cs.score([STORY], [answer], metrics=metric).f1[metric]
        assert cs.reward(partial, STORY, metric) == pytest.approx(expected, abs=1e-12)
    assert cs.reward(INLINE, STORY) == 1
    assert cs.reward(INLINE, {"doc_key": "story", "tokens": TEXT.split(), "clusters": [[[0, 0], [2, 2]]]}) < 1


def test_losses_are_counted():
    document, losses = cs.read_answer('{"clusters": [["Ann", "the cat"], ["her dog", "it"]]}', STORY)
    assert document.mention_count == 3
    assert {notice.code: notice.count for notice in losses} == {"lost-not-in-text": 1}
    _, losses = cs.read_answer(INLINE + " [He](#1) left.", STORY)
    assert "lost-in-alignment" in {notice.code for notice in losses}


@pytest.mark.parametrize(
    "text", ["", "I am sorry.", "[Ann](#1) saw [the dog]_{2}", "=== a ===\n[x](#1)\n=== b ===\n[y](#1)", "\ud800", "\0"]
)
def test_what_is_refused_is_an_error_and_earns_nothing(text):
    with pytest.raises(cs.CorefscopeError):
        cs.read_answer(text, STORY)
    assert cs.reward(text, STORY) == 0.0


def test_a_mistake_of_the_caller_is_an_error():
    with pytest.raises(cs.CorefscopeError, match="metric"):
        cs.reward(INLINE, STORY, "nonsense")
    with pytest.raises(cs.CorefscopeError):
        cs.reward(INLINE, {"doc_key": "x"})


def test_a_reward_takes_little_time():
    words = TEXT.split() * 56
    story = cs.Document("long", [[cs.Mention(start, start + 1) for start in range(0, 504, 9)]], words=words)
    text = " ".join(f"[{word}](#1)" if number % 9 == 0 else word for number, word in enumerate(words))
    assert cs.reward(text, story) == 1
    times = []
    for _ in range(30):
        start = time.perf_counter()
        cs.reward(text, story)
        times.append(time.perf_counter() - start)
    assert min(times) < 0.004  # 1.2 ms on a machine that does nothing else
