"""Sets, bridging and markables that refer to nothing, in the text and among the errors of a report."""

import re

import pytest

import corefscope
from support.anaphora import harbour
from support.serving import until

expect = pytest.importorskip("playwright.sync_api").expect


def test_chips_stand_before_their_words_and_arrows_lead_to_antecedents(show):
    page = show(*harbour(), place="#d=1")
    chips, arrows, view = page.locator(".prose .beside"), page.locator(".arrow"), page.get_by_label("View", exact=True)
    labels = ["↶ part", "∄ predicate−", "∄ expletive", "↶ other+", "∄ quantifier+", "↶ near−", "∪ 4+5≠", "↶ part≠"]
    expect(chips).to_have_text(labels, use_inner_text=True)
    for kind, count in (("", 8), (".right", 2), (".missed", 3), (".spurious", 3)):
        expect(page.locator(f".arrow{kind}")).to_have_count(count)
    word = page.locator('.word[data-word="0"]').bounding_box()
    heads = page.locator('.arrow[data-item="0"] .head').bounding_box()
    assert abs(heads["y"] - (word["y"] + word["height"])) < 8
    assert word["x"] <= heads["x"] + heads["width"] / 2 <= word["x"] + word["width"]
    view.select_option("key")  # which shows only what the key has
    expect(page.locator(".prose .beside.spurious, .arrow.spurious")).to_have_count(0)
    view.select_option("beside")
    expect(page.locator(".beside.right")).to_have_count(4)
    view.select_option("over")
    page.get_by_role("checkbox", name="Bridging").uncheck()
    expect(page.locator(".beside.bridging")).to_have_count(0)
    expect(arrows).to_have_count(3)
    page.get_by_role("checkbox", name="Non-referring").uncheck()
    page.get_by_role("checkbox", name="Sets").uncheck()
    expect(chips).to_have_count(0)
    page.get_by_role("checkbox", name="Bridging").check()
    expect(chips).to_have_count(4)


def test_a_chip_says_what_each_side_has(show):
    page = show(*harbour(), place="#d=1", viewport={"width": 1200, "height": 460})
    page.locator(".beside.bridging.wrong").click()
    detail = page.locator(".detail")
    expect(detail).to_contain_text("wrong antecedent", use_inner_text=True)
    expect(detail.locator(".sentence")).to_contain_text("The response links")
    assert page.evaluate("scrollY") == 0  # on a wide screen a click does not move the text
    sides = ["Key part the roof → The old house", "Response part the roof → the sea"]
    expect(detail.locator("section")).to_have_text(sides, use_inner_text=True)
    expect(page.locator(".arrow.strong")).to_have_count(2)
    detail.get_by_role("link", name="the sea").click()
    expect(page.locator(".detail h2")).to_have_text("the sea", use_inner_text=True)
    key, response = harbour()
    page = show(key, response, key, place="#d=1", names=["ours", "perfect"])
    expect(page.locator(".layers")).not_to_contain_text("of the key and")
    page.get_by_label("View", exact=True).select_option("both")
    expect(page.locator(".layers")).to_contain_text("of the key and ours")


ANAPHORA = {
    "split antecedents": [
        "“They” refers to “Anna” and “Karl” in the key, and “They” to “Anna” and “The old house” in the response."
    ],
    "bridging": [
        "The response links “Karl” to “Anna” (other); the key has no such link.",
        "The key links “the quay” to “the sea” (near); the response has no such link.",
        "The response links “the roof” to “the sea”, but the key links it to “The old house” (part).",
    ],
    "non-referring": [
        "“was” does not refer (predicate); the response does not mark it.",
        "“the quay” is a mention in the key, but the response says that it does not refer (quantifier).",
    ],
}


def sentences(page):
    script = """sentences => sentences.map(each => [...each.childNodes].map(
      node => node.nodeName === "Q" ? `“${node.textContent}”` : node.textContent).join(""))"""
    return page.locator(".sentence").evaluate_all(script)


def test_errors_are_those_of_the_command(show):
    page = show(*harbour(), place="#v=errors")
    listed = str(corefscope.errors(*harbour(), show="anaphora")).splitlines()
    for row, (what, explanations) in zip(
        page.locator("table.kinds tbody tr").all()[-3:], ANAPHORA.items(), strict=True
    ):
        row_text = " ".join(row.text_content().split())
        [line] = [line for line in listed if line.startswith(f"{what}: ")]
        assert what in row_text
        assert line.partition(": ")[2] in row_text
        row.get_by_role("button").click()
        until(lambda explanations=explanations: sentences(page) == explanations)
        expect(page.locator(".total")).to_contain_text(re.compile(rf"^{len(explanations)} errors? "))
    page.get_by_label("Error type").select_option("all")
    expect(page.locator(".total")).to_contain_text("6 errors in 6 patterns")
    key, response = harbour()
    page = show(key, response, key, place="#v=errors", names=["ours", "perfect"])
    for chosen, total in (("only", "6 errors"), ("every", "0 errors"), ("all", "errors")):
        page.get_by_label("Made by", exact=True).select_option(chosen)
        expect(page.locator(".total")).to_contain_text(total)
    page.get_by_label("Mention type").select_option("pronoun")
    expect(page.locator(".total")).to_contain_text("1 error ")
    expect(page.locator(".card.sets")).to_have_count(1)
