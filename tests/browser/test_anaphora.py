"""Sets, bridging and markables that refer to nothing, in the text of a report."""

import pytest

from support.anaphora import harbour

expect = pytest.importorskip("playwright.sync_api").expect
PHONE = {"viewport": {"width": 390, "height": 740}, "has_touch": True, "is_mobile": True}


def chips(page):
    return page.locator(".prose .beside")


def test_chips_stand_before_their_words_and_arrows_lead_to_antecedents(show):
    page = show(*harbour(), place="#d=1")
    expect(chips(page)).to_have_text(
        ["↶ part", "∄ predicate−", "∄ expletive", "↶ other+", "∄ quantifier+", "↶ near−", "∪ 4+5≠", "↶ part≠"],
        use_inner_text=True,
    )
    arrows = page.locator(".arrow")
    expect(arrows).to_have_count(8)
    assert page.locator(".arrow.right").count() == 2
    assert page.locator(".arrow.missed").count() == 3
    assert page.locator(".arrow.spurious").count() == 3
    word = page.locator('.word[data-word="0"]').bounding_box()
    heads = page.locator('.arrow[data-item="0"] .head').bounding_box()
    assert abs(heads["y"] - (word["y"] + word["height"])) < 8
    assert word["x"] <= heads["x"] + heads["width"] / 2 <= word["x"] + word["width"]


def test_each_kind_is_switched_off_and_on(show):
    page = show(*harbour(), place="#d=1")
    page.get_by_role("checkbox", name="Bridging").uncheck()
    expect(page.locator(".beside.bridging")).to_have_count(0)
    expect(page.locator(".arrow")).to_have_count(3)
    page.get_by_role("checkbox", name="Non-referring").uncheck()
    page.get_by_role("checkbox", name="Sets").uncheck()
    expect(chips(page)).to_have_count(0)
    page.get_by_role("checkbox", name="Bridging").check()
    expect(chips(page)).to_have_count(4)


def test_a_chip_says_what_each_side_has(show):
    page = show(*harbour(), place="#d=1")
    page.locator(".beside.bridging.wrong").click()
    detail = page.locator(".detail")
    expect(detail).to_contain_text("wrong antecedent", use_inner_text=True)
    expect(detail.locator("section")).to_have_text(
        ["Key part the roof → The old house", "Response part the roof → the sea"], use_inner_text=True
    )
    expect(page.locator(".arrow.strong")).to_have_count(2)
    detail.get_by_role("link", name="the sea").click()
    expect(page.locator(".detail h2")).to_have_text("the sea", use_inner_text=True)
    page.keyboard.press("Escape")


def test_the_key_alone_shows_only_what_it_has(show):
    page = show(*harbour(), place="#d=1")
    page.get_by_label("View", exact=True).select_option("key")
    expect(page.locator(".prose .beside.spurious")).to_have_count(0)
    expect(page.locator(".arrow.spurious")).to_have_count(0)
    page.get_by_label("View", exact=True).select_option("beside")
    expect(page.locator(".beside.right")).to_have_count(4)


def test_beside_two_systems_it_is_said_whose_it_is(show):
    key, response = harbour()
    page = show(key, response, key, place="#d=1", names=["ours", "perfect"])
    expect(page.locator(".layers")).not_to_contain_text("of the key and")
    page.get_by_label("View", exact=True).select_option("both")
    expect(page.locator(".layers")).to_contain_text("of the key and ours")


def test_a_click_does_not_move_the_text_on_a_wide_screen(show):
    page = show(*harbour(), place="#d=1", viewport={"width": 1200, "height": 460})
    page.locator(".beside.bridging.wrong").click()
    expect(page.locator(".detail .sentence")).to_contain_text("The response links")
    assert page.evaluate("scrollY") == 0


def test_nothing_of_it_is_offered_where_there_is_none(show):
    key, _ = harbour()
    key[0].relations, key[0].annotations = [], {}
    page = show(key, key, place="#d=1")
    assert page.locator(".layers").count() == 0
    assert page.locator(".arrow").count() == 0


def test_on_a_phone(show):
    page = show(*harbour(), place="#d=1", **PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(show, theme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    page = show(*harbour(), place="#d=1", color_scheme=theme)
    page.locator(".beside.bridging.wrong").click()
    page.get_by_text("Legend", exact=True).click()
    assert [each["id"] for each in axe.Axe().run(page).response["violations"]] == []
