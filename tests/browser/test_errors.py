"""The errors view: what is wrong in a sentence, by pattern, a page at a time."""

import random
import re

import pytest

import corefscope
from corefscope.model import Document, Mention
from support.command_line import KEY, A, B

expect = pytest.importorskip("playwright.sync_api").expect
WORDS = [
    "The",
    "ferry",
    "met",
    "a",
    "storm",
    ".",
    "It",
    "sank",
    ",",
    "and",
    "it",
    "passed",
    ".",
    "The",
    "old",
    "ferry",
    "is",
    "gone",
    ".",
]


def one(*entities):
    return [Document("d", [[Mention(*span) for span in entity] for entity in entities], words=WORDS)]


FERRY, STORM, IT, LATER, OLD = (0, 2), (3, 5), (6, 7), (10, 11), (13, 16)
WRONG = {
    "conflated": (
        (one([FERRY, IT], [STORM, LATER]), one([FERRY, IT, LATER], [STORM])),
        "“it” is with “The ferry”, but belongs to “a storm”.",
    ),
    "divided": (
        (one([FERRY, OLD, IT]), one([FERRY, OLD], [IT, STORM])),
        "“It” belongs to “The ferry”, but is with “a storm” in the response.",
    ),
    "span": (
        (one([FERRY, OLD]), one([FERRY, (14, 16)])),
        "“old ferry” begins 1 word too late: the key has “The old ferry”.",
    ),
    "extra mention": (
        (one([FERRY, IT]), one([FERRY, IT, STORM])),
        "“a storm” is not a mention in the key; the response has it with “The ferry”.",
    ),
    "missing mention": (
        (one([FERRY, IT, OLD]), one([FERRY, OLD])),
        "The response does not have “It”, which belongs to “The ferry”.",
    ),
    "extra entity": (
        (one([FERRY, IT]), one([FERRY, IT], [STORM, (8, 9)])),
        "The key does not have the entity of “a storm” and 1 more.",
    ),
    "missing entity": (
        (one([FERRY, IT], [STORM, OLD]), one([FERRY, IT])),
        "The response does not have the entity of “a storm” and 1 more.",
    ),
}


def spoken(page):
    """The sentences, with the quotation marks that the browser draws."""
    script = """sentences => sentences.map(each => [...each.childNodes].map(
      node => node.nodeName === "Q" ? `“${node.textContent}”` : node.textContent).join(""))"""
    return page.locator(".sentence").evaluate_all(script)


@pytest.mark.parametrize("kind", WRONG)
def test_every_type_is_explained_in_a_sentence(show, kind):
    sides, sentence = WRONG[kind]
    page = show(*sides, place="#v=errors")
    page.get_by_label("Error type").select_option(label=kind)
    assert spoken(page) == [sentence]


def test_both_entities_stand_side_by_side_with_their_names(show):
    page = show(*WRONG["conflated"][0], place="#v=errors")
    page.get_by_label("Error type").select_option(label="conflated")
    left, right = page.locator(".company").all()
    assert left.inner_text().split("\n")[0] == "is with · response"
    assert "The ferry" in left.inner_text()
    assert right.inner_text().split("\n")[0] == "belongs to · key"
    assert "a storm" in right.inner_text()
    assert left.bounding_box()["y"] == right.bounding_box()["y"]
    right.locator("a").click()
    expect(page.locator(".detail h2")).to_have_text("a storm")


def test_a_gain_of_nothing_has_no_sign(show):
    page = show(*WRONG["missing mention"][0], place="#v=errors")
    gains = page.locator("table.kinds tbody tr td:nth-last-child(2)").all_inner_texts()
    assert "0.00" in gains
    assert not {"−0.00", "+0.00"} & set(gains)


@pytest.mark.parametrize("chosen", ["only", "every"])
def test_only_one_system_gets_this_wrong(show, chosen):
    page = show(KEY, A, B, place="#v=errors")
    page.get_by_label("What", exact=True).select_option(chosen)
    found = corefscope.errors(KEY, A, B)
    first, second = (system.name for system in found.systems)
    expected = (first,) if chosen == "only" else (first, second)
    number = sum(makers == expected for makers in found.makers.values())
    assert number > 0
    expect(page.locator(".total")).to_contain_text(re.compile(rf"^{number} errors? "))


def many_errors():
    rng = random.Random(2)
    sides = ([], [])
    for number in range(40):
        words = [rng.choice(["the", "a", "it", "she", "ship", "storm"]) for _ in range(120)]
        spans = [(start, start + 2) for start in range(0, 118, 3)]
        for side in sides:
            entities = {}
            for start, end in spans:
                entities.setdefault(rng.randrange(6), []).append(Mention(start, end))
            side.append(Document(f"text {number}", list(entities.values()), words=words))
    return sides


def test_many_errors_are_a_page_at_a_time_and_from_many_documents(show):
    page = show(*many_errors(), place="#v=errors")
    assert page.evaluate("document.documentElement.scrollHeight") < 4_000
    assert page.locator(".groups > .card").count() <= 6
    first = page.locator(".groups > .card").first
    where = [each.split(" · ")[0] for each in first.locator(".where").all_inner_texts()]
    assert len(set(where)) == len(where) == 3
    before = first.locator(".sentence").all_inner_texts()
    first.get_by_role("button", name="Next examples").click()
    assert first.locator(".sentence").all_inner_texts() != before
    expect(first.locator(".pager")).to_contain_text("4–6 of ")
    costs = [float(re.search(r"([\d.]+) points", each)[1]) for each in page.locator(".groups h2").all_inner_texts()]
    assert costs == sorted(costs, reverse=True)


def test_filters_keep_the_focus_and_narrow(show):
    page = show(*many_errors(), place="#v=errors")
    page.get_by_label("Document", exact=True).focus()
    page.get_by_label("Document", exact=True).select_option("3")
    expect(page.locator(".total")).to_contain_text(re.compile(r"^\d+ errors "))
    assert page.evaluate("document.activeElement.value") == "3"
    assert {each.split(" · ")[0] for each in page.locator(".where").all_inner_texts()} == {"text 3"}
    page.get_by_label("Points at least").fill("99")
    page.get_by_label("Points at least").press("Enter")
    expect(page.locator(".total")).to_contain_text("0 errors")


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("view", ["errors", "entities", "scores"])
def test_no_view_is_wider_than_the_window(show, view, width):
    key, response = many_errors()
    page = show(key, response, key, place=f"#v={view}", viewport={"width": width, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
