"""Reading a text in a report: hovering, following a chain, filters, search, links, several systems."""

import itertools
import re

import pytest

from support.command_line import KEY, A, B
from support.every_way import every_way
from support.pages import go, settle
from support.serving import until

expect = pytest.importorskip("playwright.sync_api").expect


def words(page, kind):
    """Return the highlighted words, without the tags and blanks in them."""
    script = (
        "all => all.map(word => [...word.childNodes].filter(n => n.nodeType === 3).map(n => n.data).join('').trim())"
    )
    return page.locator(f".word.{kind}").evaluate_all(script)


def tags(page):
    return page.locator(".tag").evaluate_all("tags => tags.map(tag => tag.getAttribute('aria-label'))")


def test_hovering_and_clicking(show):
    page = show(KEY, A, place="#d=1")
    tip, key_tags = page.locator(".tip"), page.locator('.tag[data-side="key"]')
    key_tags.first.hover()
    for text in ("key · The ferry · 3 mentions", "response · The ferry · 2 mentions, 1 shared", "of B³ recall"):
        expect(tip).to_contain_text(text, use_inner_text=True)
    until(lambda: {"The", "ferry", "Its", "small", "ship", "it"} <= set(words(page, "lit")))
    page.mouse.move(2, 2)
    expect(tip).to_be_hidden()
    expect(page.locator(".word.lit")).to_have_count(0)
    # The panel makes the text narrower, so that another mention may come under the pointer; nothing covers the first.
    key_tags.nth(7).hover()
    expect(tip).to_be_visible()
    page.mouse.down()
    page.mouse.up()
    expect(page.locator(".detail h2")).to_be_visible()
    page.wait_for_timeout(300)  # the browser looks again at what is under the pointer
    expect(tip).to_be_hidden()
    # A second click on a word takes the mention around it: the, of the corner, within the bakery on the corner.
    page = show(KEY, A, place="#d=2")
    places = set()
    for text in ["the corner"] * 2 + ["The bakery on the corner"] * 2:
        page.locator('.word[data-word="3"]').click(position={"x": 8, "y": 34})
        expect(page.locator(".detail h2")).to_have_text(text)
        until(lambda page=page: page.evaluate("location.hash") not in places)
        places.add(page.evaluate("location.hash"))
    assert len(places) == 4


def test_following_a_chain(show):
    page = show(KEY, A, place="#d=1&m=k1")
    title, chain = page.locator(".detail h2"), page.locator(".chain a")
    expect(title).to_have_text("The ferry", use_inner_text=True)
    expect(chain).to_have_text([re.compile(f"^{sign}") for sign in ("=", r"\+", "≠", "≠")], use_inner_text=True)
    expect(chain.last).to_contain_text("the response has it in 6")
    page.get_by_role("button", name="Next ›").click()
    expect(title).to_have_text("the small ship", use_inner_text=True)
    expect(page.locator(".word.here").last).to_have_text(re.compile(r"ship\s*$"), use_inner_text=True)
    page.locator(".chain a", has_text="it").last.click()
    bar = re.compile(r"^‹\s+Previous\s+3\s+of\s+3\s+Next\s+›\s+×$")
    expect(page.locator(".detail .bar-of-buttons")).to_have_text(bar, use_inner_text=True)
    page.get_by_role("button", name="Next ›").click()
    expect(title).to_have_text("The ferry", use_inner_text=True)
    page.get_by_role("button", name="Go to it in the response").click()
    expect(page.locator(".facts")).to_have_text(re.compile("^response"), use_inner_text=True)


def test_views_and_filters(show):
    page = show(KEY, A, place="#d=1")
    view = page.get_by_label("View", exact=True)
    assert view.locator("option").evaluate_all("all => all.map(e => e.value)") == ["over", "beside", "key", "response"]
    for mode, cells, sides in (("beside", 2, 2), ("key", 1, 1), ("response", 1, 1), ("over", 1, 2)):
        view.select_option(mode)
        expect(page.locator(".block").first.locator("p")).to_have_count(cells)
        until(lambda sides=sides: len({tag.split()[0] for tag in tags(page)}) == sides)
    settle(page)
    everything = len(tags(page))
    page.get_by_text("Filters", exact=True).click()
    page.get_by_label("Mentions", exact=True).select_option("chains")
    until(lambda: len(tags(page)) < everything)
    settle(page)
    chains = len(tags(page))
    page.get_by_label("Mentions", exact=True).select_option("errors")
    until(lambda: 0 < len(tags(page)) < chains)
    until(lambda: page.locator(".tag.wrong").count() == page.locator(".tag").count() > 0)
    pronouns = {"its", "they", "her", "i", "you", "it"}
    for label, value, fits in (
        ("Error type", "missing mention", lambda tag: tag.endswith("; missing mention")),
        ("Entity", "k0", lambda tag: tag.split(":")[0] in ("key 1", "response 1")),
        ("Mention type", "pronoun", lambda tag: tag.split(":")[1].split(",")[0].strip().lower() in pronouns),
    ):
        page.get_by_role("button", name="Reset filters").click()
        until(lambda: len(tags(page)) == everything)
        page.get_by_label(label, exact=True).select_option(value)
        until(lambda fits=fits: 0 < len(tags(page)) < everything and all(map(fits, tags(page))))
    page.get_by_role("button", name="Reset filters").click()
    page.get_by_label("Cost in").select_option("muc")
    page.get_by_label("Minimum cost, in points").fill("0.1")
    page.get_by_label("Minimum cost, in points").press("Enter")
    until(lambda: 0 < len(tags(page)) < everything)


def test_search_and_links(show):
    page = show(KEY, A, place="#d=1")
    page.get_by_label("Search the text").fill("THE  captain")
    expect(page.locator(".found")).to_have_text("1 place")
    until(lambda: words(page, "hit") == ["the", "captain"])
    page.get_by_label("Search the text").fill("the b")
    expect(page.locator(".found")).to_have_text("4 places")
    page.locator(".results a", has_text="bread").click()
    expect(page).to_have_url(re.compile("#d=2&t=19$"))
    expect(page.locator(".panel")).to_be_hidden()
    until(lambda: "bread" in words(page, "hit"))
    page = show(KEY, A, B, place="#d=2&m=r5&s=2")
    current = page.locator(".documents [aria-current]")
    expect(page.locator("header select")).to_have_value("1")
    expect(current).to_have_text(re.compile("^bakery"), use_inner_text=True)
    expect(page.locator(".facts")).to_have_text(re.compile("^response"), use_inner_text=True)
    go(page, "#d=1&t=30")
    expect(current).to_contain_text("harbour")
    page.go_back()
    expect(current).to_contain_text("bakery")
    for place in ("#d=99", "#d=1&m=k999", "#d=1&m=x", "#d=-1&t=1e9&s=7", "#%00", "#v=nonsense"):
        expect(show(KEY, A, place=place).locator(".view:not([hidden])")).to_have_count(1)


def test_several_systems(show):
    page = show(KEY, A, B, place="#d=1")
    first = tags(page)
    colours = "tags => tags.map(tag => tag.style.getPropertyValue('--colour'))"
    page.locator("header select").select_option("1")
    expect(page).to_have_url(re.compile("#d=1&s=2$"))
    until(lambda: tags(page) not in ([], first))
    settle(page)
    here = page.locator('.tag[data-side="key"]').evaluate_all(colours)
    page.locator("header select").select_option("0")
    expect(page).to_have_url(re.compile("#d=1$"))
    until(lambda: tags(page) == first)
    there = page.locator('.tag[data-side="key"]').evaluate_all(colours)
    # A colour stays with its key entity; grey is for those that are alone on both sides.
    assert all(one == two for one, two in zip(here, there, strict=True) if "alone" not in one + two)
    page.get_by_label("View", exact=True).select_option("both")
    heads = ["", "response-a.conll", "Key", "response-b.jsonl"]
    expect(page.locator(".heads span")).to_have_text(heads, use_inner_text=True)
    expect(page.locator(".block").first.locator("p")).to_have_count(3)
    cells = page.locator(".block").nth(2).locator("p")
    for place, side in enumerate(("response", "key", "response")):
        expect(cells.nth(place).locator(f'.tag[data-side="{side}"]').first).to_be_attached()
    cells.nth(2).locator(".tag").first.click()
    expect(page).to_have_url(re.compile("s=2"))
    expect(page.locator(".heads span")).to_have_text(heads, use_inner_text=True)
    expect(page.locator(".detail .facts")).to_have_text(re.compile("^response"), use_inner_text=True)


def test_every_way_a_mention_can_lie(show):
    page = show(*every_way(), place="#d=1")
    assert words(page, "zero") == ["∅"]
    boxes = page.locator(".tag.above").evaluate_all("tags => tags.map(tag => tag.getBoundingClientRect().toJSON())")
    for one, two in itertools.combinations(boxes, 2):
        beside = one["right"] <= two["left"] or two["right"] <= one["left"]
        assert beside or one["bottom"] <= two["top"] + 0.5 or two["bottom"] <= one["top"] + 0.5
    lamp = page.locator('.word[data-word="4"]')  # in the old lamp, and in the gap of turned … on, and in lamp on and
    dotted = "word => getComputedStyle(word).backgroundImage.split('gradient').length - 2"
    assert lamp.evaluate(dotted) == 4  # three of the key, one of the response
    page.locator('.tag[aria-label*="turned … on"]').click()
    until(lambda: words(page, "here") == ["turned", "on"])


def test_tags(show):
    """Counterparts share number and colour."""
    page = show(KEY, A, place="#d=1")
    script = "tags => tags.map(tag => [tag.firstChild.data, tag.style.getPropertyValue('--colour')])"
    key, response = (
        dict(page.locator(f'.tag[data-side="{side}"]').evaluate_all(script)) for side in ("key", "response")
    )
    shared = key.keys() & response.keys()
    assert len(shared) >= 5
    assert all(key[label] == response[label] for label in shared)
    assert all(label.isalpha() for label in response.keys() - key.keys())
