"""The page of a board in a real browser: columns sort, the content policy holds, and dark mode is readable."""

import pytest

from support.command_line import ROOT, corefscope

SYSTEMS = "[...document.querySelectorAll('table')[0].tBodies[0].rows].map(row => row.children[0].textContent)"


@pytest.fixture
def page(browser, tmp_path):
    path = tmp_path / "board.html"
    path.write_text(corefscope("leaderboard", str(ROOT / "examples" / "leaderboard"), "-o", "html").stdout, "utf-8")
    opened = browser.new_page(color_scheme="dark")
    opened.said = []
    opened.on("console", lambda message: opened.said.append(message.text))
    opened.on("pageerror", lambda error: opened.said.append(str(error)))
    opened.goto(path.as_uri())
    yield opened
    opened.close()


def test_titles_sort(page):
    assert page.evaluate(SYSTEMS) == ["careful", "greedy", "pronouns"]
    page.click("button:text-is('System')")
    page.click("button:text-is('System')")
    assert page.evaluate(SYSTEMS) == ["pronouns", "greedy", "careful"]
    page.click("button:text-is('garden')")  # what was not scored stays at the end, whichever way
    assert page.evaluate(SYSTEMS)[0] == "careful"
    page.click("button:text-is('garden')")
    assert page.evaluate(SYSTEMS)[0] == "careful"
    page.click("button:text-is('Average')")
    page.click("button:text-is('Average')")
    assert page.evaluate(SYSTEMS) == ["pronouns", "greedy", "careful"]
    assert page.locator("th[aria-sort]").first.inner_text().startswith("Average")
    assert page.said == []


def test_it_is_dark_in_the_dark(page):
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 29)"
