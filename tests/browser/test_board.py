"""The page of a board in a real browser: columns sort, the content policy holds, and dark mode is readable."""

import re

import pytest

import corefscope as cs
from support.command_line import ROOT
from support.serving import until

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect

SYSTEMS = "[...document.querySelectorAll('table')[0].tBodies[0].rows].map(row => row.children[0].textContent)"


def test_titles_sort_in_light_and_dark(board):
    page = board(color_scheme="dark")
    assert page.evaluate(SYSTEMS) == ["careful", "greedy", "pronouns"]
    page.click("button:text-is('System')")
    page.click("button:text-is('System')")
    until(lambda: page.evaluate(SYSTEMS) == ["pronouns", "greedy", "careful"])
    page.click("button:text-is('garden')")  # what was not scored stays at the end, whichever way
    until(lambda: page.evaluate(SYSTEMS)[0] == "careful")
    page.click("button:text-is('garden')")
    until(lambda: page.evaluate(SYSTEMS)[0] == "careful")
    page.click("button:text-is('Average')")
    page.click("button:text-is('Average')")
    until(lambda: page.evaluate(SYSTEMS) == ["pronouns", "greedy", "careful"])
    expect(page.locator("th[aria-sort]").first).to_have_text(re.compile("^Average"), use_inner_text=True)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 22, 26)"
    page.get_by_label("Light or dark").click()
    until(lambda: page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(250, 249, 246)")


def test_a_table_of_a_notebook_takes_its_colours_and_changes_no_other(browser, tmp_path):
    result = cs.score(str(ROOT / "examples" / "key.conll"), str(ROOT / "examples" / "response-a.conll"))
    path = tmp_path / "notebook.html"
    theme = (
        "body { background: #101820; color: #e0f0ff; --jp-layout-color0: #101820; --jp-content-font-color0: #e0f0ff }"
    )
    other = "<table id=other><tr><td>1</td></tr></table>"
    path.write_text(f"<style>{theme}</style>{other}{result._repr_html_()}", "utf-8")
    page = browser.new_page(color_scheme="light", viewport={"width": 390, "height": 800})
    page.goto(path.as_uri())
    style = "([selector, name]) => getComputedStyle(document.querySelector(selector))[name]"
    assert page.evaluate(style, [".corefscope tbody td", "color"]) == "rgb(224, 240, 255)"
    assert page.evaluate(style, [".corefscope tbody td", "textAlign"]) == "end"
    assert page.evaluate(style, ["#other td", "textAlign"]) != "end"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.close()
