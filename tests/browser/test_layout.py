"""Every page on a phone and on a wide screen, in light and dark, on paper: nothing is cut or covered; axe is content.

Positions are compared, not pixels, so fonts and colours of a machine do not matter.
"""

import re

import pytest

from support.anaphora import harbour
from support.application import agree, pick, score
from support.command_line import KEY, A, B
from support.pages import check_access, go, settle, width
from support.serving import until

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect
SCREENS = {"phone": (390, "dark"), "wide": (1440, "light")}
PLACES = ("#v=scores", "#v=errors", "#v=entities", "#d=1", "#d=1&m=k1")

# What is wrong with a page: too wide, controls beyond the window or with text that is cut, cards that overlap or are
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
      if (across > 1 && two.top < one.top) found.push("cards are in another order than they are read");
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


def check(page):
    settle(page)
    assert page.evaluate(FAULTS) == []
    check_access(page)


@pytest.fixture(params=SCREENS)
def screen(request):
    size, theme = SCREENS[request.param]
    return {"viewport": {"width": size, "height": 900}, "color_scheme": theme}


def test_a_report(show, screen):
    page = show(KEY, A, B, **screen)
    for place in PLACES:
        go(page, place)
        if place == "#d=1":
            page.get_by_text("Filters", exact=True).click()
            page.get_by_text("Legend", exact=True).click()
        check(page)
    page = show(*harbour(), place="#v=errors", **screen)  # with errors beside the entities
    check(page)
    go(page, "#d=1")
    page.get_by_text("Legend", exact=True).click()
    check(page)
    page.locator(".beside.bridging.wrong").click()
    check(page)


def test_files_a_result_and_its_comparison(visit, screen):
    page = visit(**screen)
    page.get_by_text("More metrics and settings").click()
    check(page)
    pick(page, "key.conll", "broken.conll", "response-a.conll", "response-b.jsonl")
    page.get_by_role("button", name="Score").click()
    expect(page.locator(".failure")).to_have_count(1)
    check(page)
    page.get_by_role("button", name="Remove broken.conll").click()
    score(page)
    for place in PLACES:
        go(page, place)
        expect(page.locator("header").get_by_role("link", name="Files")).to_be_visible()
        assert page.evaluate(FAULTS) == []
    page.get_by_text("Download", exact=True).click()
    check_access(page)
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Compare").click()
    page.wait_for_selector(".compare[aria-busy]", state="detached")
    page.get_by_text("Test settings").click()
    check(page)
    page = visit(**screen)
    agree(page, "key.conll", "response-a.conll", "response-b.jsonl")
    check(page)


def test_a_leaderboard(board, screen):
    page = board(**screen)
    check(page)
    code = page.locator("code").last
    assert code.locator("wbr").count() == code.text_content().count("|") > 4


def test_on_a_phone(show):
    page = show(KEY, A, place="#d=1", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    for place in ("#v=scores", "#v=errors", "#v=entities", "#v=entities&d=1", "#d=1"):
        go(page, place)
        assert width(page) <= 360
    expect(page.locator(".documents")).to_be_hidden()
    page.locator(".document-select").select_option("1")
    expect(page).to_have_url(re.compile("#d=2$"))
    settle(page)
    page.locator(".tag").first.tap()
    sheet = page.locator(".detail")
    expect(sheet.locator("h2")).to_be_visible()
    until(lambda: sheet.bounding_box()["width"] == 360 and sheet.bounding_box()["y"] > 370)
    page.get_by_role("button", name="Next ›").tap()
    until(lambda: page.locator(".word.here").first.bounding_box()["y"] < sheet.bounding_box()["y"])


def test_on_a_phone_what_matters_stays_in_sight(show):
    page = show(KEY, A, B, names=["a", "b"], viewport={"width": 390, "height": 800})
    kept, frame = page.locator("tbody .kept").first, page.locator(".scrolled").first
    for left in (0, 70, 9999):  # the main score, while the others scroll
        frame.evaluate("(box, left) => box.scrollLeft = left", left)
        box, around = kept.bounding_box(), frame.bounding_box()
        assert around["x"] <= box["x"]
        assert box["x"] + box["width"] <= around["x"] + around["width"] + 1
    code = page.locator(".signature code")  # whose parts are not torn, unless one alone is wider than the page
    parts = code.text_content().split("|")
    assert len(parts) > 4
    assert code.evaluate(
        "code => [...code.childNodes].filter(n => n.length > 1).map(n => {"
        "const range = document.createRange(); range.selectNode(n); return range.getClientRects().length; })"
    ) == [1] * len(parts)


def luminance(page, selector):
    script = """element => {
      const canvas = document.createElement("canvas").getContext("2d");
      canvas.fillStyle = getComputedStyle(element).backgroundColor;
      canvas.fillRect(0, 0, 1, 1);
      return canvas.getImageData(0, 0, 1, 1).data.slice(0, 3).reduce((sum, part) => sum + part, 0) / 765;
    }"""
    return page.locator(selector).first.evaluate(script)


def test_light_dark_and_paper(show):
    page = show(KEY, A, place="#d=1&m=k1", color_scheme="dark")
    assert luminance(page, "body") < 0.2
    views = ("scores", "errors", "entities", "text")
    for view in views:
        page.locator(f'header a[data-view="{view}"]').click()
        expect(page.locator(f".view.{view}")).to_be_visible()
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
        until(lambda view=view: [each for each in views if page.locator(f".view.{each}").is_visible()] == [view])
        for control in (".tools", ".documents", "header nav", ".theme"):
            expect(page.locator(control).first).to_be_hidden()
        if view == "text":
            until(lambda: luminance(page, ".tag") > 0.6)  # paper is light
        page.emulate_media(media="screen")
    page.get_by_role("button", name="Light or dark").click()
    until(lambda: luminance(page, "body") > 0.8)
    page.reload()
    until(lambda: luminance(page, "body") > 0.8)
