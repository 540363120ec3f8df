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


def expect_chosen(page, mention):
    expect(page.locator(".detail h2")).to_have_text(mention)


def test_from_the_first_key_to_the_end_of_a_chain(show):
    page = show(KEY, A)
    tab_to(page, page.locator('header a[data-view="text"]'))
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#d=1$"))
    tab_to(page, page.locator(".prose"))
    page.keyboard.press("ArrowRight")
    expect_chosen(page, "The ferry")
    until(lambda: page.evaluate("document.activeElement.className").startswith("tag"))
    page.keyboard.press("n")
    expect_chosen(page, "the small ship")
    page.keyboard.press("n")
    page.keyboard.press("n")
    expect_chosen(page, "The ferry")
    page.keyboard.press("p")
    expect_chosen(page, "it")
    page.keyboard.press("c")
    expect(page.locator(".facts")).to_have_text(re.compile("^response"), use_inner_text=True)
    page.keyboard.press("Escape")
    expect(page.locator(".detail")).to_be_hidden()
    until(lambda: page.evaluate("document.activeElement.className") == "prose")


def test_from_error_to_error(show):
    page = show(KEY, A, place="#d=1")
    page.locator(".prose").focus()
    seen = []
    for _ in range(4):
        page.keyboard.press("e")
        until(lambda: page.evaluate("location.hash") not in ["#d=1", *seen])
        seen.append(page.evaluate("location.hash"))
        expect(page.locator(".detail .problem")).to_have_count(1)
    page.keyboard.press("E")
    until(lambda: page.evaluate("location.hash") == seen[2])


def test_there_is_one_stop_for_all_mentions(show):
    page = show(KEY, A, place="#d=1&m=k1")
    assert page.locator('.tag[tabindex="0"]').count() == 1


def test_search_and_results_by_keyboard(show):
    page = show(KEY, A, place="#d=1")
    page.locator(".prose").focus()
    page.keyboard.press("/")
    page.keyboard.type("storm")
    expect(page.locator(".found")).to_have_text("2 places")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("t=31$"))


def test_letters_typed_elsewhere_do_nothing(show):
    page = show(KEY, A, place="#d=1&m=k1")
    page.get_by_label("Search the text").fill("")
    page.keyboard.type("npce")
    until(lambda: page.evaluate("location.hash") == "#d=1&m=k1")
    expect(page.get_by_label("Search the text")).to_have_value("npce")


def test_keys_work_after_a_link(show):
    page = show(KEY, A, place="#d=1&m=k1")
    assert page.evaluate("document.activeElement.className").startswith("tag")
    page.keyboard.press("n")
    expect_chosen(page, "the small ship")


def test_keys_work_after_a_click_in_errors(show):
    page = show(KEY, A, place="#v=errors")
    page.locator(".examples a").first.click()
    expect(page.locator(".detail h2")).to_be_visible()
    assert page.evaluate("document.activeElement.className").startswith("tag")
    before = page.evaluate("location.hash")
    page.keyboard.press("e")
    until(lambda: page.evaluate("location.hash") != before)


def test_keys_work_after_a_click_on_a_document(show):
    page = show(KEY, A, place="#d=1")
    page.locator(".documents a").last.click()
    expect(page.locator(".prose")).to_contain_text("bakery")  # the address changes before the text does
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("#d=2&m="))
    assert page.evaluate("document.activeElement.className").startswith("tag")


@pytest.mark.parametrize("place", ["", "#v=errors", "#v=entities"])
def test_keys_lead_into_the_text_from_every_view(show, place):
    page = show(KEY, A, place=place)
    page.keyboard.press("n")
    page.keyboard.press("ArrowRight")
    until(lambda: page.evaluate("location.hash") == place)
    page.keyboard.press("e")
    expect(page.locator(".detail .problem")).to_have_count(1)
    first = page.evaluate("location.hash")
    page.keyboard.press("e")
    until(lambda: page.evaluate("location.hash") != first)
    page.go_back()
    until(lambda: page.evaluate("location.hash") == place)
    page.keyboard.press("/")
    until(lambda: page.evaluate("document.activeElement.closest('.tools') !== null"))
    page.go_back()
    until(lambda: page.evaluate("location.hash") == place)


@pytest.mark.parametrize("place", ["", "#v=errors", "#v=entities", "#d=1"])
def test_a_question_mark_shows_the_keys(show, place):
    page = show(KEY, A, place=place)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_contain_text("from error to error")
    page.keyboard.press("e")
    until(lambda: page.evaluate("location.hash") == place)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Keys").click()
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)


def test_a_filter_keeps_the_focus(show):
    page = show(KEY, A, place="#d=1")
    page.get_by_text("Filters", exact=True).click()
    page.get_by_label("Mentions", exact=True).focus()
    page.keyboard.press("w")
    expect(page.locator("#status")).to_contain_text("key mentions")
    assert page.evaluate("document.activeElement.value") == "chains"


def test_what_is_said_of_a_mention(show):
    page = show(KEY, A, place="#d=1")
    label = page.locator('.tag[data-side="response"]', has_text="6").last.get_attribute("aria-label")
    assert label == "response 6: it, mention 3 of 3; conflated; divided"
    page.locator('.tag[data-side="response"]').first.click()
    expect(page.locator("#status")).to_have_text("response 1: The ferry, 1 of 2")


def test_the_first_stop_skips_to_the_content(show):
    page = show(KEY, A)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    until(lambda: page.evaluate("document.activeElement.id") == "main")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("place", ["", "#v=errors", "#v=entities", "#d=1&m=k1"])
def test_axe_finds_nothing(show, theme, place):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    page = show(KEY, A, place=place, color_scheme=theme)
    if place.startswith("#d"):
        page.get_by_text("Filters", exact=True).click()
        page.get_by_text("Legend", exact=True).click()
    found = axe.Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
