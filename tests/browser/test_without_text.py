"""Input that has no words: what can be shown is shown, and a sentence says what cannot."""

from dataclasses import replace

import pytest

import corefscope
from corefscope.model import CHARACTERS, Document, Mention
from corefscope.page import render
from support.command_line import KEY, A

expect = pytest.importorskip("playwright.sync_api").expect


def test_clusters_of_python_objects(show):
    page = show([["a", "b", "c"], ["d"]], [["a", "b"], ["c", "d", "x"]], place="#d=1")
    expect(page.locator(".note")).to_contain_text("ids without a text", use_inner_text=True)
    assert page.locator(".prose").is_hidden()
    page.locator('header a[data-view="errors"]').click()
    page.locator(".examples a").first.click()
    expect(page.locator(".detail h2")).to_contain_text("mention")
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".detail")).to_be_hidden()


def test_spans_without_words(show):
    sides = [[Document("d", [[Mention(0, 2), Mention(4, 5)]])], [Document("d", [[Mention(0, 2)], [Mention(4, 5)]])]]
    page = show(*sides, place="#d=1&m=k1")
    expect(page.locator(".note")).to_contain_text("do not hold the words")
    expect(page.locator(".detail h2")).to_have_text("tokens 0–1", use_inner_text=True)


def test_characters_are_read_like_words(show):
    text = "The ferry's captain\nleft it."
    key = [Document("d", [[Mention(0, 11), Mention(25, 27)]], unit=CHARACTERS, raw_text=text)]
    response = [Document("d", [[Mention(0, 9), Mention(25, 27)]], unit=CHARACTERS, raw_text=text)]
    page = show(key, response, place="#d=1&m=k1")
    expect(page.locator(".words")).to_have_count(2)
    shown = page.locator(".words").evaluate_all(
        "all => all.map(p => [...p.querySelectorAll('.word')].map(w => w.lastChild.data).join('').trim())"
    )
    assert shown == ["The ferry's captain", "left it."]
    expect(page.locator(".detail h2")).to_have_text("The ferry's", use_inner_text=True)


def test_texts_that_were_cut_in_different_ways(show):
    page = show(KEY, A, place="#d=1&m=k1", settings={"align": "characters"})
    expect(page.locator(".detail h2")).to_have_text("The ferry", use_inner_text=True)
    assert page.locator(".tag").count() == page.locator(".tag:visible").count() > 20


def test_a_document_that_the_response_lacks(show):
    key = [Document(name, [[Mention(0, 1), Mention(2, 3)]], words=["a", "b", "c"]) for name in ("one", "two")]
    page = show(key, key[:1], place="#d=2")
    expect(page.locator(".note")).to_have_text("response does not have this document.", use_inner_text=True)
    assert page.locator(".tag").count() == 2
    page.locator('header a[data-view="scores"]').click()
    expect(page.locator(".warnings")).to_contain_text("two", use_inner_text=True)
    expect(page.locator(".warned-of")).to_have_text(
        "1 warning: document missing from the response. Show", use_inner_text=True
    )


def test_a_document_without_words(show):
    both = [Document("d", [], words=[]), Document("e", [[Mention(0, 1)]], words=["x"])]
    page = show(both, both, place="#d=1")
    expect(page.locator(".note")).to_have_text("This document has no words.", use_inner_text=True)


def test_mentions_in_two_entities_scored_the_official_way(show):
    key = [Document("d", [[Mention(0, 1), Mention(2, 3)], [Mention(0, 1), Mention(1, 2)]], words=["a", "b", "c"])]
    page = show(key, key, place="#d=1", settings={"repeated": "official", "metrics": "muc"})
    expect(page.locator(".note")).to_contain_text("occurs twice", use_inner_text=True)
    page.locator('header a[data-view="errors"]').click()
    expect(page.locator(".view.errors")).to_contain_text("--repeated first", use_inner_text=True)


@pytest.mark.parametrize("scope", ["corpus"])
def test_entities_across_documents(show, scope):
    key = [
        Document(name, [[Mention(0, 1)], [Mention(2, 3)]], ["x", name], words=["a", "b", "c"])
        for name in ("one", "two")
    ]
    page = show(key, key, place="#d=1&m=k1", settings={"scope": scope})
    page.get_by_role("button", name="Next ›").click()
    expect(page.locator(".documents [aria-current]")).to_contain_text("two")
    page.locator('header a[data-view="scores"]').click()
    expect(page.locator(".view.scores")).to_contain_text("scored together", use_inner_text=True)


def test_scores_without_the_evidence_behind_them(show):
    result = corefscope.score(KEY, A)
    bare = replace(result, systems=tuple(replace(system, evidence=None) for system in result.systems))
    page = show(html=render(bare), place="#d=1&m=k1")
    expect(page.locator("header nav a")).to_have_text(["Scores"], use_inner_text=True)
    expect(page.locator("table.metrics")).to_contain_text("77.73", use_inner_text=True)
