"""Long texts, input without words, and what a language model made of the words: what can be shown is shown."""

import json
import random
import re
from dataclasses import replace

import pytest

import corefscope
from corefscope.model import Document, Mention
from corefscope.page import render
from support.command_line import KEY, A
from support.pages import go
from support.serving import until

expect = pytest.importorskip("playwright.sync_api").expect


def long_text(tokens):
    """Return a key with a mention for every fourth word, and a response that lacks some."""
    rng = random.Random(1)
    vocabulary = [f"{rng.choice('bdfgklmnprstvw')}{rng.choice('aeiou')}{number:x}" for number in range(3000)]
    words = rng.choices(vocabulary, k=tokens)
    sentences = [(start, min(start + 25, tokens)) for start in range(0, tokens, 25)]
    spans = sorted({(start, min(start + rng.choice((1, 1, 2, 3, 6)), tokens)) for start in range(0, tokens, 4)})
    sides = []
    for share in (1.0, 0.9):
        entities = {}
        for start, end in spans:
            if rng.random() < share:
                entity = rng.randrange(40) if rng.random() < 0.4 else -start
                entities.setdefault(entity, []).append(Mention(start, end))
        sides.append([Document("text", list(entities.values()), words=words, sentences=sentences)])
    return sides


def test_a_text_of_200_000_words(show):
    sides = long_text(200_000)
    page = show(html=render(corefscope.score(*sides, metrics=["b3"])), place="#d=1")
    # Only what is near the window is drawn, a part at each frame.
    page.locator(".word").nth(300).wait_for(state="attached")
    assert page.locator(".word").count() < 5_000
    page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight / 2)")
    page.wait_for_function(
        "() => [...document.querySelectorAll('.word')].some(w => Math.abs(w.getBoundingClientRect().top - 450) < 400)"
    )
    assert page.locator(".word").count() < 8_000
    go(page, "#d=1&m=k49990")
    expect(page.locator(".word.here").first).to_be_in_viewport()
    assert int(page.locator(".word.here").first.get_attribute("data-word")) > 199_000
    page.locator(".prose").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".word.here").first).to_be_in_viewport()
    page.get_by_label("Search the text").fill(sides[0][0].words[150_000])
    expect(page.locator(".found")).to_contain_text("place")
    page.locator(".results a").last.click()
    expect(page.locator(".word.hit").first).to_be_in_viewport()


def mostly_right(count, wrong):
    """Return a key with many mentions, and a response that lacks every `wrong`-th."""
    words = [f"w{number}" for number in range(count)]
    mentions = [Mention(place, place + 1) for place in range(0, count, 4)]
    key = [mentions[start::10] for start in range(10)]
    lost = set(mentions[::wrong])
    response = [[mention for mention in entity if mention not in lost] for entity in key]
    sentences = [(start, min(start + 20, count)) for start in range(0, count, 20)]
    return tuple([Document("long", each, words=words, sentences=sentences)] for each in (key, response))


def test_a_strip_shows_where_errors_and_the_entity_lie_and_leads_there(show):
    expect(show(*mostly_right(400, 10), place="#d=1").locator(".strip")).to_be_hidden()
    for size in (1400, 800):
        page = show(*mostly_right(4000, 10), place="#d=1&m=k2", viewport={"width": size, "height": 900})
        strip = page.locator(".strip")
        for path in (".errors", ".entity"):
            until(lambda strip=strip, path=path: strip.locator(path).get_attribute("d").count("M") == 100)
        for share in (0.3, 0.6, 0.97, 0.1, 0.75):  # a jump lands on its word though heights were estimated
            box = strip.bounding_box()
            page.mouse.click(box["x"] + 5, box["y"] + box["height"] * share)
            expect(page.locator(".prose.held")).to_have_count(0)  # the layout has settled
            expect(page.locator(f'.word[data-word="{int(share * 4000)}"]')).to_be_in_viewport()
        # The mark follows in the next frame.
        page.wait_for_function("(y => 280 < y && y < 304)(Number(document.querySelector('.window').getAttribute('y')))")


def test_input_without_words(show):
    page = show([["a", "b", "c"], ["d"]], [["a", "b"], ["c", "d", "x"]], place="#d=1")
    note = page.locator(".note")
    expect(note).to_contain_text("ids instead of a text", use_inner_text=True)
    expect(page.locator(".prose")).to_be_hidden()
    page.locator('header a[data-view="errors"]').click()
    page.locator(".examples a").first.click()
    expect(page.locator(".detail h2")).to_contain_text("mention")
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".detail")).to_be_hidden()
    sides = [[Document("d", [[Mention(0, 2), Mention(4, 5)]])], [Document("d", [[Mention(0, 2)], [Mention(4, 5)]])]]
    page = show(*sides, place="#d=1&m=k1")
    expect(page.locator(".note")).to_contain_text("do not contain the words")
    expect(page.locator(".detail h2")).to_have_text("tokens 0–1", use_inner_text=True)
    key = [Document(name, [[Mention(0, 1), Mention(2, 3)]], words=["a", "b", "c"]) for name in ("one", "two")]
    page = show(key, key[:1], place="#d=2")
    expect(page.locator(".note")).to_have_text("response does not have this document.", use_inner_text=True)
    expect(page.locator(".tag")).to_have_count(2)
    page.locator('header a[data-view="scores"]').click()
    expect(page.locator(".warnings")).to_contain_text("two", use_inner_text=True)
    warned = "1 warning: document missing from the response. Show"
    expect(page.locator(".warned-of")).to_have_text(warned, use_inner_text=True)


def test_results_of_other_kinds(show):
    key = [Document("d", [[Mention(0, 1), Mention(2, 3)], [Mention(0, 1), Mention(1, 2)]], words=["a", "b", "c"])]
    page = show(key, key, place="#d=1", settings={"repeated": "official", "metrics": "muc"})
    expect(page.locator(".note")).to_contain_text("occurs twice", use_inner_text=True)
    page.locator('header a[data-view="errors"]').click()
    expect(page.locator(".view.errors")).to_contain_text("--repeated first", use_inner_text=True)
    key = [Document(name, [[Mention(0, 1)], [Mention(2, 3)]], ["x", name], words=list("abc")) for name in ("1", "2")]
    page = show(key, key, place="#d=1&m=k1", settings={"scope": "corpus"})
    page.get_by_role("button", name="Next ›").click()
    expect(page.locator(".documents [aria-current]")).to_contain_text("2")
    page.locator('header a[data-view="scores"]').click()
    expect(page.locator(".view.scores")).to_contain_text("scored together", use_inner_text=True)
    result = corefscope.score(KEY, A)
    bare = replace(result, systems=tuple(replace(system, evidence=None) for system in result.systems))
    page = show(html=render(bare), place="#d=1&m=k1")  # scores without the evidence behind them
    expect(page.locator("header nav a")).to_have_text(["Scores"], use_inner_text=True)
    expect(page.locator("table.metrics")).to_contain_text("77.73", use_inner_text=True)


PLAIN = [["Anna", "saw", "the", "old", "mill", "."], ["She", "liked", "it", "."], ["Then", "Anna", "went", "home", "."]]
ANSWER = """<m id="1">Anna</m> saw <m id="2">the ancient mill</m>. <m id="1">She</m> really liked <m id="2">it</m>. \
<m id="1">Anna</m> went home.
"""


def test_words_that_a_language_model_changed_left_out_or_invented_are_marked(show, tmp_path):
    key, response = tmp_path / "key.jsonl", tmp_path / "answer.txt"
    clusters = [[[0, 0], [6, 6], [11, 11]], [[2, 4], [8, 8]]]
    key.write_text(json.dumps({"doc_key": "tale", "sentences": PLAIN, "clusters": clusters}) + "\n")
    response.write_text(ANSWER)
    page = show(key, response, place="#d=1")
    for kind, word in {"changed": "old", "deleted": "Then", "invented": "really"}.items():
        expect(page.locator(f".prose .{kind}")).to_have_text([re.compile(rf"(^|\s){word}\s*$")], use_inner_text=True)
    expect(page.locator(".prose .changed")).to_have_attribute("title", "the response has: ancient")
    sentence = "Words of this text in the response: 1 changed, 1 left out, 1 added."
    expect(page.locator("main")).to_contain_text(sentence)
    page.locator("details.legend summary").click()
    legend = page.get_by_role("list", name="What the response did to the text")
    expect(legend.get_by_role("listitem")).to_have_count(3)
