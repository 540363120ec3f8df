"""Boxes of every page on a phone and on a wide screen: nothing is cut or covered, and what belongs together stands so.

Positions are compared, not pixels, so fonts and colours of a machine do not matter.
"""

import pytest

from support.application import agree, pick, score
from support.command_line import KEY, ROOT, A, B, corefscope

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect

WIDTHS = [390, 1440]

# What is wrong with a page: too wide, controls beyond the window or with text that is cut, cards that overlap or stand
# in another order than they are read. What scrolls by itself may be wider.
FAULTS = """() => {
  const found = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth - root.clientWidth} too wide`);
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(".hidden, .skip");
  const scrolls = (element) => element.closest(".scrolled, .entries, .documents, .strip, .prose, svg, pre");
  const words = (element) => element.getAttribute("aria-label") ?? element.textContent.slice(0, 40);
  const named = (element) => `${element.tagName} ${words(element)}`;
  for (const element of document.querySelectorAll("a, button, select, input, summary, label, h1, h2, p")) {
    if (!seen(element) || scrolls(element)) continue;
    const { left, right } = element.getBoundingClientRect();
    if (left < -1 || right > root.clientWidth + 1) found.push(`${named(element)} is beyond the window`);
    if (element.matches("button, summary, p") && element.scrollWidth > element.clientWidth + 1 && element.clientWidth)
      found.push(`${named(element)} is cut`);
  }
  const cards = [...document.querySelectorAll("main .card")].filter(seen).map((card) => card.getBoundingClientRect());
  cards.forEach((one, number) => {
    for (const two of cards.slice(number + 1)) {
      const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
      const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
      if (across > 1 && down > 1) found.push("two cards overlap");
      if (across > 1 && two.top < one.top) found.push("cards stand in another order than they are read");
    }
  });
  const centre = (selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    return box && (box.top + box.bottom) / 2;
  };
  const [brand, theme] = [centre("header .brand"), centre("header .theme")];
  if (brand === undefined || Math.abs(brand - theme) > 14) found.push("the button of the theme is not beside the name");
  return found;
}"""


def faults(page):
    return page.evaluate(FAULTS)


@pytest.mark.parametrize("width", WIDTHS)
def test_agreement_empty_and_done(visit, width):
    page = visit(viewport={"width": width, "height": 900})
    assert faults(page) == []
    page.locator(".options details summary").click()
    assert faults(page) == []
    agree(page, "key.conll", "response-a.conll", "response-b.jsonl")
    assert faults(page) == []
    expect(page.locator("header").get_by_role("link", name="Files")).to_be_visible()


@pytest.mark.parametrize("width", WIDTHS)
def test_a_result_and_its_comparison(visit, width):
    page = visit(viewport={"width": width, "height": 900})
    pick(page, "key.conll", "broken.conll", "response-a.conll", "response-b.jsonl")
    page.get_by_role("button", name="Score").click()
    expect(page.locator(".failure")).to_have_count(1)
    assert faults(page) == []
    page.get_by_role("button", name="Remove broken.conll").click()
    score(page)
    for place in ("#v=scores", "#v=errors", "#v=entities", "#d=1", "#d=1&m=k1"):
        page.evaluate("place => (location.hash = place)", place)
        expect(page.locator("header").get_by_role("link", name="Files")).to_be_visible()
        assert faults(page) == []
    page.get_by_role("link", name="Compare").click()
    page.wait_for_selector(".compare[aria-busy]", state="detached")
    page.get_by_text("How it is judged").click()
    assert faults(page) == []


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("place", ["", "#v=errors", "#v=entities", "#d=1&m=k1"])
def test_a_report(show, width, place):
    assert faults(show(KEY, A, B, place=place, viewport={"width": width, "height": 900})) == []


# How elements of each class are set: a style sheet of the application must not reach into the report.
STYLES = """() => {
  const found = {};
  for (const element of document.querySelectorAll("main [class]:not([class=''])")) {
    if (!element.checkVisibility()) continue;
    const { display, color, fontSize, marginTop, marginBottom, paddingTop } = getComputedStyle(element);
    const name = `${element.localName}.${element.getAttribute("class").trim()}`;
    found[name] ??= { display, color, fontSize, marginTop, marginBottom, paddingTop };
  }
  return found;
}"""


def test_the_application_shows_a_result_as_the_report_does(show, visit):
    size = {"width": 1440, "height": 900}
    report = show(KEY, A, B, viewport=size)
    page = visit(viewport=size)
    pick(page, "key.conll", "response-a.conll", "response-b.jsonl")
    score(page)
    for place in ("#v=scores", "#v=errors", "#v=entities", "#d=1", "#d=1&m=k1"):
        for each in (report, page):
            each.evaluate("place => (location.hash = place)", place)
        there, here = report.evaluate(STYLES), page.evaluate(STYLES)
        both = there.keys() & here.keys()
        assert len(both) > 20
        assert {name: here[name] for name in both} == {name: there[name] for name in both}


@pytest.mark.parametrize("width", WIDTHS)
def test_a_leaderboard(show, width):
    board = corefscope("leaderboard", str(ROOT / "examples" / "leaderboard"), "-o", "html").stdout
    page = show(html=board.replace("<body", "<body data-ready", 1), viewport={"width": width, "height": 900})
    assert faults(page) == []
    code = page.locator("code").last
    assert code.locator("wbr").count() == code.text_content().count("|") > 4


def test_what_is_said_of_a_mention_is_in_sight_on_a_phone(show):
    page = show(KEY, A, place="#d=1&m=k1", viewport={"width": 390, "height": 844})
    sheet, title = page.locator(".detail").bounding_box(), page.locator(".detail h2").bounding_box()
    assert title["y"] >= sheet["y"]
    assert page.locator(".detail").evaluate("sheet => sheet.scrollTop") == 0


def test_a_signature_breaks_between_its_parts(show):
    page = show(KEY, A, viewport={"width": 390, "height": 844})
    code = page.locator(".signature code")
    parts = code.text_content().split("|")
    assert len(parts) > 4
    assert code.locator("wbr").count() == len(parts) - 1
    # No part is torn: each has one box, unless it alone is wider than the page.
    assert code.evaluate(
        "code => [...code.childNodes].filter(n => n.length > 1).map(n => {"
        "const range = document.createRange(); range.selectNode(n); return range.getClientRects().length; })"
    ) == [1] * len(parts)
