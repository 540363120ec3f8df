"""Small screens, dark rooms, paper, and texts of any length."""

import itertools
import random
import re

import pytest

import corefscope
from corefscope.model import Document, Mention
from support.command_line import KEY, A
from support.serving import until

expect = pytest.importorskip("playwright.sync_api").expect
SVG = "{http://www.w3.org/2000/svg}"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("place", ["", "#v=errors", "#v=entities", "#v=entities&d=1", "#d=1", "#d=2&m=k1"])
def test_nothing_is_wider_than_a_phone(show, place):
    page = show(KEY, A, place=place, **PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_reading_on_a_phone(show):
    page = show(KEY, A, place="#d=1", **PHONE)
    assert page.locator(".documents").is_hidden()
    page.get_by_label("Document", exact=True).select_option("1")
    expect(page).to_have_url(re.compile("#d=2$"))
    page.locator(".tag").first.tap()
    expect(page.locator(".detail")).to_be_visible()
    sheet = page.locator(".detail").bounding_box()
    assert sheet["width"] == 360
    assert sheet["y"] > 370
    page.get_by_role("button", name="Next ›").tap()
    until(lambda: page.locator(".word.here").first.bounding_box()["y"] < sheet["y"])


def luminance(page, selector):
    script = """element => {
      const canvas = document.createElement("canvas").getContext("2d");
      canvas.fillStyle = getComputedStyle(element).backgroundColor;
      canvas.fillRect(0, 0, 1, 1);
      return canvas.getImageData(0, 0, 1, 1).data.slice(0, 3).reduce((sum, part) => sum + part, 0) / 765;
    }"""
    return page.locator(selector).evaluate(script)


def test_dark_and_light(show):
    page = show(KEY, A, color_scheme="dark")
    assert luminance(page, "body") < 0.2
    page.get_by_role("button", name="Light or dark").click()
    until(lambda: luminance(page, "body") > 0.8)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert luminance(page, "body") > 0.8


@pytest.mark.parametrize(("view", "place"), [("scores", ""), ("errors", "#v=errors"), ("text", "#d=1")])
def test_on_paper_stands_the_view_that_is_open(show, view, place):
    page = show(KEY, A, place=place, color_scheme="dark")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    views = ("scores", "errors", "entities", "text")
    until(lambda: [name for name in views if page.locator(f".view.{name}").is_visible()] == [view])
    for control in (".tools", ".documents", "header nav", ".theme"):
        expect(page.locator(control).first).to_be_hidden()
    if view == "text":
        until(lambda: luminance(page, ".tag >> nth=0") > 0.6)


def long_text(tokens, documents=1):
    """Documents of so many words in all, with a mention for every fourth word; the response loses some."""
    rng = random.Random(1)
    vocabulary = [f"{rng.choice('bdfgklmnprstvw')}{rng.choice('aeiou')}{number:x}" for number in range(3000)]
    sides = ([], [])
    for number in range(documents):
        length = tokens // documents
        words = rng.choices(vocabulary, k=length)
        sentences = [(start, min(start + 25, length)) for start in range(0, length, 25)]
        spans = sorted({(start, min(start + rng.choice((1, 1, 2, 3, 6)), length)) for start in range(0, length, 4)})
        for side, kept in zip(sides, (1.0, 0.9), strict=True):
            entities = {}
            for start, end in spans:
                if rng.random() < kept:
                    entity = rng.randrange(40) if rng.random() < 0.4 else -start
                    entities.setdefault(entity, []).append(Mention(start, end))
            side.append(Document(f"text {number}", list(entities.values()), words=words, sentences=sentences))
    return sides


@pytest.fixture(scope="module")
def long_page():
    from corefscope.page import render

    return render(corefscope.score(*long_text(200_000), metrics=["b3"]))


def test_a_text_of_200_000_words(show, long_page):
    page = show(html=long_page, place="#d=1")
    # Only what is near the window is drawn, a part at each frame.
    page.locator(".word").nth(300).wait_for(state="attached")
    assert page.locator(".word").count() < 5_000
    page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight / 2)")
    shown = (
        "() => [...document.querySelectorAll('.word')].some(w => Math.abs(w.getBoundingClientRect().top - 450) < 400)"
    )
    page.wait_for_function(shown)
    assert page.locator(".word").count() < 8_000
    page.evaluate("location.hash = '#d=1&m=k49990'")
    expect(page.locator(".word.here").first).to_be_in_viewport()
    assert int(page.locator(".word.here").first.get_attribute("data-word")) > 199_000
    page.locator(".prose").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".word.here").first).to_be_in_viewport()


def test_search_in_a_long_text(show, long_page):
    page = show(html=long_page, place="#d=1")
    word = long_text(200_000)[0][0].words[150_000]
    page.get_by_label("Search the text").fill(word)
    expect(page.locator(".found")).to_contain_text("place")
    page.locator(".results a").last.click()
    expect(page.locator(".word.hit").first).to_be_in_viewport()


def mostly_right(count, wrong):
    """A document of many mentions, of which the response has every so manieth wrong."""
    words = [f"w{number}" for number in range(count)]
    mentions = [Mention(place, place + 1) for place in range(0, count, 4)]
    key = [mentions[start::10] for start in range(10)]
    lost = set(mentions[::wrong])
    response = [[mention for mention in entity if mention not in lost] for entity in key]
    sentences = [(start, min(start + 20, count)) for start in range(0, count, 20)]
    return tuple([Document("long", each, words=words, sentences=sentences)] for each in (key, response))


def test_of_a_text_that_is_mostly_right_errors_are_drawn_first(show):
    page = show(*mostly_right(800, 10), place="#d=1")
    switch = page.get_by_label("With errors only")
    assert switch.is_checked()
    assert page.locator(".tag").count() == page.locator(".tag.wrong").count() > 0
    switch.uncheck()
    until(lambda: page.locator(".tag").count() > page.locator(".tag.wrong").count())
    until(lambda: page.get_by_label("With errors only").evaluate("box => box === document.activeElement"))
    page = show(*mostly_right(800, 10), place="#d=1&m=k2")  # one that is right
    expect(page.get_by_label("With errors only")).not_to_be_checked()


def test_a_strip_shows_where_errors_and_the_entity_lie_and_leads_there(show):
    page = show(*mostly_right(4000, 10), place="#d=1&m=k2")
    strip = page.locator(".strip")
    assert strip.locator(".errors").get_attribute("d").count("M") == 100
    assert strip.locator(".entity").get_attribute("d").count("M") == 100
    box = strip.bounding_box()
    page.mouse.click(box["x"] + 5, box["y"] + box["height"] * 0.75)
    expect(page.locator('.word[data-word="3000"]')).to_be_in_viewport()
    # The mark follows in the next frame.
    page.wait_for_function("(y => 280 < y && y < 304)(Number(document.querySelector('.window').getAttribute('y')))")
    assert show(*mostly_right(400, 10), place="#d=1").locator(".strip").is_hidden()


@pytest.mark.parametrize("width", [1400, 800])
def test_a_jump_lands_on_its_word_though_heights_were_estimated(show, width):
    page = show(*mostly_right(4000, 10), place="#d=1&m=k2", viewport={"width": width, "height": 900})
    for share in (0.3, 0.6, 0.75, 0.97, 0.1):
        box = page.locator(".strip").bounding_box()
        page.mouse.click(box["x"] + 5, box["y"] + box["height"] * share)
        expect(page.locator(".prose.held")).to_have_count(0)  # the layout has settled
        expect(page.locator(f'.word[data-word="{int(share * 4000)}"]')).to_be_in_viewport()


def test_bars_belong_to_banded_lines_and_dashes_go_on(show):
    words = ["word"] * 60
    key = [Document("d", [[Mention(0, 50), Mention(55, 56)]], words=words)]
    response = [Document("d", [[Mention(0, 49), Mention(55, 56)]], words=words)]
    page = show(key, response, place="#d=1")
    expect(page.locator(".words").first).to_have_attribute("style", re.compile("linear-gradient"))
    lines = {}
    shifts = "all => all.map(word => [word.offsetTop, word.getBoundingClientRect().left - word.parentElement" + (
        ".getBoundingClientRect().left, parseFloat(word.style.getPropertyValue('--shift'))])"
    )
    for top, left, shift in page.locator(".word.dashed").evaluate_all(shifts):
        lines.setdefault(top, []).append((left + shift) % 8)
    assert len(lines) > 2
    assert all(min(phase, 8 - phase) < 0.1 for line in lines.values() for phase in line)


def test_documents_are_sorted_and_lose_what_their_names_share(show):
    key = [Document(f"set/part_{name}.txt", [[Mention(0, 1), Mention(1, 2)]], words=["a", "b"]) for name in "bac"]
    response = [Document(key[0].name, [], words=["a", "b"]), *key[1:]]
    page = show(key, response, place="#d=1")
    names = page.locator(".documents bdi")
    expect(names).to_have_text(["b", "a", "c"])
    page.get_by_label("Order").select_option("name")
    expect(names).to_have_text(["a", "b", "c"])
    page.get_by_label("Order").select_option("errors")
    expect(names.first).to_have_text("b")


def test_paper_has_the_view_that_is_open_and_no_other(show):
    page = show(KEY, A, place="#d=1&m=k1")
    for view in ("scores", "errors", "entities", "text"):
        page.locator(f'header a[data-view="{view}"]').click()
        expect(page.locator(f".view.{view}")).to_be_visible()
        page.emulate_media(media="print")
        seen = page.locator(".view").evaluate_all(
            "all => all.filter(e => e.checkVisibility()).map(e => e.dataset.view)"
        )
        assert seen == [view]
        page.emulate_media(media="screen")


def test_tags_carry_names_where_numbers_get_long(show):
    words = [word for number in range(130) for word in (f"Name{number}", "saw", "him", ".")]
    key = [[Mention(4 * number, 4 * number + 1), Mention(4 * number + 2, 4 * number + 3)] for number in range(130)]
    page = show(*[[Document("d", key, words=words)]] * 2, place="#d=1&m=k1")
    labels = page.locator('.tag[data-side="key"]')
    expect(labels.first).to_have_text("1", use_inner_text=True)
    page.evaluate("location.hash = '#d=1&m=k250'")  # the pronoun of entity 125
    tag = page.locator('.tag[data-side="key"][data-mention="249"]')
    expect(tag).to_have_text("Name124")
    assert "key 125: him" in tag.get_attribute("aria-label")
    boxes = page.locator('.tag[data-side="key"]').evaluate_all(
        "all => all.map(tag => tag.getBoundingClientRect()).map(({left, right, top}) => [top, left, right])"
    )
    for (top, _, right), (below, left, _) in itertools.pairwise(sorted(boxes)):
        assert top != below or right <= left + 1  # none covers another
