"""Everything with the keyboard alone, and what a screen reader is told."""

import re

import pytest

from support.command_line import KEY, A
from support.serving import until

expect = pytest.importorskip("playwright.sync_api").expect


def tab_to(page, locator, most=60):
    """Presses Tab until an element has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if locator.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError("the element cannot be reached with Tab")


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def place(page):
    return page.evaluate("location.hash")


def focused(page):
    return page.evaluate("document.activeElement.className")


def test_from_the_first_key_to_the_end_of_a_chain(show):
    page = show(KEY, A)
    press(page, "Tab", "Enter")  # the first stop skips to the content
    until(lambda: page.evaluate("document.activeElement.id") == "main")
    page = show(KEY, A)
    title = page.locator(".detail h2")
    tab_to(page, page.locator('header a[data-view="text"]'))
    press(page, "Enter")
    expect(page).to_have_url(re.compile("#d=1$"))
    tab_to(page, page.locator(".prose"))
    press(page, "ArrowRight")
    expect(title).to_have_text("The ferry")
    until(lambda: focused(page).startswith("tag"))
    expect(page.locator('.tag[tabindex="0"]')).to_have_count(1)  # one stop for all mentions
    for key, text in (("n", "the small ship"), ("n", "it"), ("n", "The ferry"), ("p", "it")):
        press(page, key)
        expect(title).to_have_text(text)
    press(page, "c")
    expect(page.locator(".facts")).to_have_text(re.compile("^response"), use_inner_text=True)
    press(page, "Escape")
    expect(page.locator(".detail")).to_be_hidden()
    until(lambda: focused(page) == "prose")
    places = []
    for _ in range(4):
        press(page, "e")
        until(lambda: place(page) not in ["#d=1", *places])
        places.append(place(page))
        expect(page.locator(".detail .problem")).to_have_count(1)
    press(page, "E")
    until(lambda: place(page) == places[2])


def test_search_and_filters(show):
    page = show(KEY, A, place="#d=1")
    page.locator(".prose").focus()
    press(page, "/")
    page.keyboard.type("storm")
    expect(page.locator(".found")).to_have_text("2 places")
    press(page, "ArrowDown", "ArrowDown", "Enter")
    expect(page).to_have_url(re.compile("t=31$"))
    page = show(KEY, A, place="#d=1&m=k1")
    page.get_by_label("Search the text").fill("")
    page.keyboard.type("npce")  # letters that are typed are no commands
    expect(page.get_by_label("Search the text")).to_have_value("npce")
    assert place(page) == "#d=1&m=k1"
    page = show(KEY, A, place="#d=1")
    page.get_by_text("Filters", exact=True).click()
    page.get_by_label("Mentions", exact=True).focus()
    press(page, "w")
    expect(page.locator("#status")).to_contain_text("key mentions")
    until(lambda: page.evaluate("document.activeElement.value") == "chains")  # which keeps the focus


@pytest.mark.parametrize("start", ["", "#v=errors", "#v=entities"])
def test_keys_lead_into_the_text_from_every_view(show, start):
    page = show(KEY, A, place=start)
    press(page, "n", "ArrowRight")
    until(lambda: place(page) == start)
    press(page, "e")
    expect(page.locator(".detail .problem")).to_have_count(1)
    first = place(page)
    press(page, "e")
    until(lambda: place(page) != first)
    page.go_back()
    until(lambda: place(page) == start)
    press(page, "/")
    until(lambda: page.evaluate("document.activeElement.closest('.tools') !== null"))
    page.go_back()
    until(lambda: place(page) == start)
    page = show(KEY, A, place=start)
    press(page, "?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_contain_text("next or previous error")
    press(page, "e")
    until(lambda: place(page) == start)
    press(page, "Escape")
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Keys").click()
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)


def test_the_label_of_a_mention_for_screen_readers(show):
    page = show(KEY, A, place="#d=1")
    tags = page.locator('.tag[data-side="response"]')
    expect(tags.filter(has_text="6").last).to_have_attribute(
        "aria-label", "response 6: it, mention 3 of 3; conflated; divided"
    )
    tags.first.click()
    expect(page.locator("#status")).to_have_text("response 1: The ferry, 1 of 2")
