"""Opening a report from disk, and reading a text in it: hovering, following a chain, filters, search, links."""

import re

import pytest

from corefscope.model import Document, Mention
from support.command_line import KEY, A, B
from support.every_way import every_way
from support.serving import until

expect = pytest.importorskip("playwright.sync_api").expect


def words(page, kind):
    """The words that stand out, without the tags and blanks that stand in them."""
    script = (
        "all => all.map(word => [...word.childNodes].filter(n => n.nodeType === 3).map(n => n.data).join('').trim())"
    )
    return page.locator(f".word.{kind}").evaluate_all(script)


def test_opens_from_disk_with_scores_and_signature(show):
    page = show(KEY, A)
    assert page.url.startswith("file:")
    table = page.locator("table.metrics")
    assert table.locator("tbody tr").count() == 8
    expect(table.locator("tr", has_text="B³")).to_contain_text("77.73", use_inner_text=True)
    expect(page.locator(".signature code")).to_contain_text("corefscope:", use_inner_text=True)
    expect(page.locator(".signature code")).to_contain_text("match:exact", use_inner_text=True)
    assert page.locator("svg.chart").count() == 2


def test_intervals_are_shown_where_there_are_several_documents(show):
    page = show(KEY, A)
    expect(page.locator("table.metrics thead")).to_contain_text("F1 interval", use_inner_text=True)
    expect(page.locator(".view.scores")).to_contain_text("bootstrap of 2 documents", use_inner_text=True)


def test_the_text_opens_at_the_document_with_most_errors(show):
    both = [[Mention(0, 1), Mention(1, 2)], [Mention(3, 4), Mention(4, 5)]]
    key = [Document(name, both, words=list("abcdef")) for name in ("calm", "storm")]
    page = show(key, [key[0], Document("storm", [], words=list("abcdef"))])
    page.locator('header a[data-view="text"]').click()
    expect(page.locator(".documents [aria-current]")).to_contain_text("2 errors")
    marks = page.get_by_role("list", name="Marks")
    expect(marks).to_contain_text("only one side has it", use_inner_text=True)
    expect(marks).to_contain_text("missing entity", use_inner_text=True)
    expect(marks).not_to_contain_text("span")
    page.locator(".documents a").first.click()
    page.locator('header a[data-view="scores"]').click()
    page.locator('header a[data-view="text"]').click()
    expect(page).to_have_url(re.compile("#d=1$"))


def test_errors_by_type_lead_to_their_places(show):
    page = show(KEY, A, place="#v=errors")
    row = page.locator("table.kinds tr", has_text="conflated")
    row.get_by_role("button", name="conflated").click()
    number = int(row.locator("td").first.text_content())
    expect(page.locator(".total")).to_contain_text(f"{number} error")
    expect(page.locator(".examples li")).to_have_count(number)
    page.locator(".examples a").first.click()
    expect(page).to_have_url(re.compile("#d="))
    expect(page.locator(".detail .problem")).to_have_text(
        re.compile("^(?:(?!conflated).)*conflated(?:(?!conflated).)*$")
    )
    assert page.locator(".word.here").count() >= 1


def test_hovering_shows_the_entity_and_its_counterpart(show):
    page = show(KEY, A, place="#d=1")
    page.locator('.tag[data-side="key"]').first.hover()
    tip = page.locator(".tip")
    expect(tip).to_contain_text("key · The ferry · 3 mentions", use_inner_text=True)
    expect(tip).to_contain_text("response · The ferry · 2 mentions, 1 shared", use_inner_text=True)
    expect(tip).to_contain_text("of B³ recall", use_inner_text=True)
    assert {"The", "ferry", "Its", "small", "ship", "it"} <= set(words(page, "lit"))
    page.mouse.move(2, 2)
    expect(tip).to_be_hidden()
    expect(page.locator(".word.lit")).to_have_count(0)


def test_nothing_covers_a_mention_that_was_clicked(show):
    """The panel makes the text narrower, so that another mention may come under the pointer."""
    page = show(KEY, A, place="#d=1")
    tag = page.locator('.tag[data-side="key"]').nth(7)
    tag.hover()
    expect(page.locator(".tip")).to_be_visible()
    page.mouse.down()
    page.mouse.up()
    expect(page.locator(".detail h2")).to_be_visible()
    page.wait_for_timeout(300)  # the browser looks again at what is under the pointer
    assert page.locator(".tip").is_hidden()
    page.mouse.move(2, 2)
    page.locator('.tag[data-side="key"]').nth(1).hover()
    expect(page.locator(".tip")).to_be_visible()


def test_a_second_click_on_a_word_takes_the_mention_around_it(show):
    page = show(KEY, A, place="#d=2")
    word = page.locator('.word[data-word="3"]')  # the, of the corner, within the bakery on the corner
    seen = set()
    for text in ["the corner"] * 2 + ["The bakery on the corner"] * 2:
        word.click(position={"x": 8, "y": 34})
        expect(page.locator(".detail h2")).to_have_text(text)
        seen.add(page.evaluate("location.hash"))
    assert len(seen) == 4


def test_following_a_chain(show):
    page = show(KEY, A, place="#d=1&m=k1")
    expect(page.locator(".detail h2")).to_have_text("The ferry", use_inner_text=True)
    page.get_by_role("button", name="Next ›").click()
    expect(page.locator(".detail h2")).to_have_text("the small ship", use_inner_text=True)
    expect(page.locator(".word.here").last).to_have_text(re.compile(r"ship\s*$"), use_inner_text=True)
    page.locator(".chain a", has_text="it").last.click()
    bar = re.compile(r"^‹\s+Previous\s+3\s+of\s+3\s+Next\s+›\s+×$")
    expect(page.locator(".detail .bar-of-buttons")).to_have_text(bar, use_inner_text=True)
    page.get_by_role("button", name="Next ›").click()
    expect(page.locator(".detail h2")).to_have_text("The ferry", use_inner_text=True)
    page.get_by_role("button", name="Go to it in the response").click()
    expect(page.locator(".facts")).to_have_text(re.compile("^response"), use_inner_text=True)


def test_the_chain_says_who_has_each_mention(show):
    page = show(KEY, A, place="#d=1&m=k1")
    rows = page.locator(".chain a")
    expect(rows).to_have_text([re.compile(f"^{sign}") for sign in ("=", r"\+", "≠", "≠")], use_inner_text=True)
    expect(rows.last).to_contain_text("the response has it in 6")


def test_a_mention_of_one_side_without_an_error_says_why(show):
    """Joining the parts of a divided entity brings its first mention back, so that the mention has no error itself."""
    text = ["Ann", "saw", "a", "dog", "and", "it", "saw", "the", "dog", "when", "it", "slept"]

    def document(*entities):
        return [Document("d", [[Mention(*span) for span in entity] for entity in entities], words=text)]

    key = document([(0, 1)], [(2, 4), (5, 6), (7, 9), (10, 11)])
    response = document([(0, 1)], [(5, 6), (0, 2)], [(7, 9), (10, 11)])
    said = "Only the key has it; the other errors of its entity account for it."
    for place, expected in (("#d=1&m=k2", 1), ("#d=1&m=k4", 0), ("#d=1&m=k1", 0)):
        page = show(key, response, place=place)
        assert page.locator(".detail").get_by_text(said).count() == expected, place


@pytest.mark.parametrize(
    ("mode", "cells", "sides"), [("beside", 2, 2), ("key", 1, 1), ("response", 1, 1), ("over", 1, 2)]
)
def test_views(show, mode, cells, sides):
    page = show(KEY, A, place="#d=1")
    page.get_by_label("View", exact=True).select_option(mode)
    expect(page.locator(".block").first.locator("p")).to_have_count(cells)
    until(lambda: len(set(page.locator(".tag").evaluate_all("tags => tags.map(tag => tag.dataset.side)"))) == sides)


def drawn(page):
    return page.locator(".tag").count()


def test_filters(show):
    page = show(KEY, A, place="#d=1")
    every = drawn(page)
    page.get_by_text("Filters", exact=True).click()
    page.get_by_label("Mentions", exact=True).select_option("chains")
    until(lambda: drawn(page) < every)
    chains = drawn(page)
    page.get_by_label("Mentions", exact=True).select_option("errors")
    until(lambda: 0 < drawn(page) < chains)
    expect(page.locator(".tag.wrong")).to_have_count(drawn(page))
    page.get_by_role("button", name="Reset filters").click()
    until(lambda: drawn(page) == every)
    page.get_by_label("Error type").select_option("missing mention")
    until(lambda: [tag.split(";")[-1] for tag in tags(page)] == [" missing mention"] * drawn(page))
    page.get_by_role("button", name="Reset filters").click()
    page.get_by_label("Entity", exact=True).select_option("k0")
    until(lambda: {tag.split(":")[0] for tag in tags(page)} == {"key 1", "response 1"})
    page.get_by_role("button", name="Reset filters").click()
    page.get_by_label("Mention type").select_option("pronoun")
    pronouns = {"its", "they", "her", "i", "you", "it"}
    until(lambda: {tag.split(":")[1].split(",")[0].strip().lower() for tag in tags(page)} <= pronouns)
    page.get_by_role("button", name="Reset filters").click()
    page.get_by_label("Cost under").select_option("muc")
    page.get_by_label("at least, in points").fill("0.1")
    page.get_by_label("at least, in points").press("Enter")
    until(lambda: 0 < drawn(page) < every)


def tags(page):
    return page.locator(".tag").evaluate_all("tags => tags.map(tag => tag.getAttribute('aria-label'))")


def test_search(show):
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


def test_deep_links(show):
    page = show(KEY, A, B, place="#d=2&m=r5&s=2")
    expect(page.locator("header select")).to_have_value("1")
    expect(page.locator(".documents [aria-current]")).to_have_text(re.compile("^bakery"), use_inner_text=True)
    expect(page.locator(".facts")).to_have_text(re.compile("^response"), use_inner_text=True)
    page.evaluate("location.hash = '#d=1&t=30'")
    expect(page.locator(".documents [aria-current]")).to_contain_text("harbour")
    page.go_back()
    expect(page.locator(".documents [aria-current]")).to_contain_text("bakery")


@pytest.mark.parametrize("place", ["#d=99", "#d=1&m=k999", "#d=1&m=x", "#d=-1&t=1e9&s=7", "#%00", "#v=nonsense"])
def test_a_place_that_is_not_there_opens_the_report_all_the_same(show, place):
    page = show(KEY, A, place=place)
    assert page.locator(".view:not([hidden])").count() == 1


def test_several_systems(show):
    page = show(KEY, A, B, place="#d=1")
    first = tags(page)
    page.locator("header select").select_option("1")
    expect(page).to_have_url(re.compile("#d=1&s=2$"))
    assert [tag for tag in first if tag.startswith("key")] != []
    until(lambda: tags(page) not in ([], first))
    colours = "tags => tags.map(tag => tag.style.getPropertyValue('--colour'))"
    here = page.locator('.tag[data-side="key"]').evaluate_all(colours)
    page.locator("header select").select_option("0")
    expect(page).to_have_url(re.compile("#d=1$"))
    there = page.locator('.tag[data-side="key"]').evaluate_all(colours)
    # A colour stays with its key entity; grey is for those that are alone on both sides.
    assert all(one == two for one, two in zip(here, there, strict=True) if "alone" not in one + two)


def test_every_way_a_mention_can_lie(show):
    page = show(*every_way(), place="#d=1")
    assert words(page, "zero") == ["∅"]
    levels = page.locator(".tag.above").evaluate_all(
        "tags => tags.map(tag => [tag.dataset.mention, tag.getBoundingClientRect().toJSON()])"
    )
    boxes = [box for _, box in levels]
    for number, one in enumerate(boxes):
        for two in boxes[number + 1 :]:
            apart = one["right"] <= two["left"] or two["right"] <= one["left"] or one["bottom"] <= two["top"] + 0.5
            assert apart or two["bottom"] <= one["top"] + 0.5
    lamp = page.locator('.word[data-word="4"]')  # in the old lamp, and in the gap of turned … on, and in lamp on and
    dotted = "word => getComputedStyle(word).backgroundImage.split('gradient').length - 2"
    assert lamp.evaluate(dotted) == 4  # three of the key, one of the response
    page.locator('.tag[aria-label*="turned … on"]').click()
    until(lambda: words(page, "here") == ["turned", "on"])


def test_counterparts_share_number_and_colour(show):
    page = show(KEY, A, place="#d=1")
    script = "tags => tags.map(tag => [tag.firstChild.data, tag.style.getPropertyValue('--colour')])"
    key, response = (
        dict(page.locator(f'.tag[data-side="{side}"]').evaluate_all(script)) for side in ("key", "response")
    )
    shared = key.keys() & response.keys()
    assert len(shared) >= 5
    assert all(key[label] == response[label] for label in shared)
    assert all(label.isalpha() for label in response.keys() - key.keys())


def test_two_systems_stand_beside_each_other_with_the_key_between(show):
    page = show(KEY, A, B, place="#d=1")
    page.get_by_label("View", exact=True).select_option("both")
    expect(page.locator(".heads span")).to_have_text(
        ["", "response-a.conll", "Key", "response-b.jsonl"], use_inner_text=True
    )
    expect(page.locator(".block").first.locator("p")).to_have_count(3)
    cells = page.locator(".block").nth(2).locator("p")
    assert cells.nth(0).locator('.tag[data-side="response"]').count() > 0
    assert cells.nth(1).locator('.tag[data-side="key"]').count() > 0
    assert cells.nth(2).locator('.tag[data-side="response"]').count() > 0
    cells.nth(2).locator(".tag").first.click()
    expect(page).to_have_url(re.compile("s=2"))
    expect(page.locator(".heads span")).to_have_text(
        ["", "response-a.conll", "Key", "response-b.jsonl"], use_inner_text=True
    )
    expect(page.locator(".detail .facts")).to_have_text(re.compile("^response"), use_inner_text=True)


def test_one_system_has_no_other_to_stand_beside(show):
    page = show(KEY, A, place="#d=1")
    options = page.get_by_label("View", exact=True).locator("option").evaluate_all("all => all.map(each => each.value)")
    assert options == ["over", "beside", "key", "response"]
