"""The application with the keyboard alone, on a phone, and as axe sees it."""

import threading

import pytest

from support.application import pick, score
from support.serving import until

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect
tasks = pytest.importorskip("corefscope.web.tasks")
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def tab_to(page, name, most=80):
    for _ in range(most):
        page.keyboard.press("Tab")
        if (
            page.evaluate(
                "(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()"
            )
            == name
        ):
            return
    raise AssertionError(f"{name} cannot be reached with Tab")


def test_everything_with_the_keyboard(visit):
    page = visit()
    tab_to(page, "key.conll: key")
    page.keyboard.press("Space")
    tab_to(page, "response-a.conll: response")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="response-a.conll: response")).to_be_focused()
    expect(page.locator(".fine")).to_have_count(2)
    tab_to(page, "Remove response-a.conll")
    page.keyboard.press("Enter")
    expect(page.locator(".response .drop button").first).to_be_focused()
    page.get_by_role("button", name="response-a.conll: response").focus()
    page.keyboard.press("Enter")
    tab_to(page, "Score")
    page.keyboard.press("Enter")
    page.wait_for_url("**/runs/*/")
    page.wait_for_selector("body[data-added]")
    tab_to(page, "Compare")
    page.keyboard.press("Enter")
    page.wait_for_selector(".compare[aria-busy]", state="detached")
    page.wait_for_selector("body[data-ready]")
    tab_to(page, "Download")
    page.keyboard.press("Enter")
    tab_to(page, "scores as CSV")
    with page.expect_download() as loaded:
        page.keyboard.press("Enter")
    assert loaded.value.suggested_filename == "corefscope-scores.csv"


@pytest.mark.parametrize("label", ["Remove response-a.conll", "Name of the system response-a.conll"])
def test_the_keyboard_stays_where_it_is_when_a_file_has_been_checked(visit, monkeypatch, label):
    go = threading.Event()
    work = visit.client.app._work
    monkeypatch.setattr(visit.client.app, "_work", lambda request: go.wait(20) and work(request))
    page = visit()
    page.get_by_role("button", name="response-a.conll: response").click()
    page.get_by_label(label).focus()
    expect(page.locator(".chosen li .small")).to_have_text(["in the folder", "checking…"])
    go.set()
    expect(page.locator(".fine")).to_have_count(1)
    expect(page.get_by_label(label)).to_be_focused()


def test_nothing_is_wider_than_a_phone(visit):
    def wide():
        return page.evaluate("document.documentElement.scrollWidth")

    page = visit(**PHONE)
    assert wide() <= 360
    pick(page, "key.conll", "broken.conll", "response-a.conll", "response-b.jsonl")
    page.get_by_text("More metrics and settings").click()
    until(lambda: wide() <= 360)
    page.get_by_role("button", name="Remove broken.conll").click()
    score(page)
    page.get_by_text("Download", exact=True).click()
    until(lambda: wide() <= 360)
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Compare").click()
    page.wait_for_selector("body[data-ready]")
    assert wide() <= 360


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(visit, theme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")

    def look():
        found = axe.Axe().run(page)
        assert found.violations_count == 0, found.generate_report()

    page = visit(color_scheme=theme)
    page.get_by_text("More metrics and settings").click()
    look()
    pick(page, "key.conll", "broken.conll", "response-a.conll", "response-b.jsonl")
    page.get_by_role("button", name="Score").click()
    expect(page.locator(".failure")).to_have_count(1)
    look()
    page.get_by_role("button", name="Remove broken.conll").click()
    score(page)
    page.get_by_text("Download", exact=True).click()
    look()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Compare").click()
    page.wait_for_selector("body[data-ready]")
    look()
