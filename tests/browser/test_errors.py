"""The errors and entities views: what is wrong in a sentence, a page at a time, and where it is in the text."""

import random
import re

import pytest

import corefscope
from corefscope.model import Document, Mention
from support.command_line import KEY, ROOT, A, B
from support.serving import until

expect = pytest.importorskip("playwright.sync_api").expect
TALES = ROOT / "examples" / "tales"
TEXT = "The ferry met a storm . It sank , and it passed . The old ferry is gone ."
STORY = "Ann met Bob . She likes him . Then she left with him ."


def one(*entities, words=None, name="d"):
    return [Document(name, [[Mention(*span) for span in entity] for entity in entities], words=words or TEXT.split())]


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


def sentences(page):
    """The sentences, with the quotation marks that the browser draws."""
    script = """sentences => sentences.map(each => [...each.childNodes].map(
      node => node.nodeName === "Q" ? `“${node.textContent}”` : node.textContent).join(""))"""
    return page.locator(".sentence").evaluate_all(script)


def test_every_type_is_explained_in_one_sentence_here_and_in_the_text(show):
    for kind, (sides, sentence) in WRONG.items():
        page = show(*sides, place="#v=errors")
        page.get_by_label("Error type").select_option(label=kind)
        until(lambda page=page, expected=sentence: sentences(page) == [expected])
        page.locator("a.example").first.click()
        expect(page.locator(".detail .problem")).to_be_visible()
        expect(page.locator(".detail .sentence")).to_have_count(1)
        until(lambda page=page, expected=sentence: expected in sentences(page))
        page.context.close()


def test_an_error_stands_beside_both_entities_and_leads_to_the_text(show):
    page = show(*WRONG["conflated"][0], place="#v=errors")
    page.get_by_label("Error type").select_option(label="conflated")
    expect(page.locator(".company")).to_have_count(2)
    left, right = page.locator(".company").all()
    for side, relation, name in ((left, "is with · response", "The ferry"), (right, "belongs to · key", "a storm")):
        expect(side).to_have_text(re.compile(f"^{relation}\n"), use_inner_text=True)
        expect(side).to_contain_text(name, use_inner_text=True)
    assert left.bounding_box()["y"] == right.bounding_box()["y"]
    right.locator("a").click()
    expect(page.locator(".detail h2")).to_have_text("a storm")
    page = show(KEY, A, place="#v=errors")
    row = page.locator("table.kinds tr", has_text="conflated")
    row.get_by_role("button", name="conflated").click()
    number = int(row.locator("td").first.text_content())
    expect(page.locator(".total")).to_contain_text(f"{number} error")
    expect(page.locator(".examples li")).to_have_count(number)
    page.locator(".examples a").first.click()
    expect(page).to_have_url(re.compile("#d="))
    expect(page.locator(".detail .problem")).to_contain_text("conflated")
    expect(page.locator(".word.here").first).to_be_visible()


def many_errors():
    rng = random.Random(2)
    sides = ([], [])
    for number in range(40):
        words = [rng.choice(["the", "a", "it", "she", "ship", "storm"]) for _ in range(120)]
        for side in sides:
            entities = {}
            for start in range(0, 118, 3):
                entities.setdefault(rng.randrange(6), []).append((start, start + 2))
            side += one(*entities.values(), words=words, name=f"text {number}")
    return sides


def test_many_errors_come_a_page_at_a_time_and_filters_narrow_them(show):
    page = show(*many_errors(), place="#v=errors")
    assert page.evaluate("document.documentElement.scrollHeight") < 4_000
    assert page.locator(".groups > .card").count() <= 6
    first = page.locator(".groups > .card").first
    where = [each.split(" · ")[0] for each in first.locator(".where").all_text_contents()]
    assert len(set(where)) == len(where) == 3
    costs = [float(re.search(r"([\d.]+) points", each)[1]) for each in page.locator(".groups h2").all_text_contents()]
    assert costs == sorted(costs, reverse=True)
    before = first.locator(".sentence").all_text_contents()
    first.get_by_role("button", name="Next examples").click()
    expect(first.locator(".pager")).to_contain_text("4–6 of ")
    until(lambda: first.locator(".sentence").all_text_contents() != before)
    page.get_by_label("Document", exact=True).focus()
    page.get_by_label("Document", exact=True).select_option("3")
    expect(page.locator(".total")).to_contain_text(re.compile(r"^\d+ errors "))
    until(lambda: page.evaluate("document.activeElement.value") == "3")
    until(lambda: {each.split(" · ")[0] for each in page.locator(".where").all_inner_texts()} == {"3"})
    expect(page.locator(".where").first).to_have_attribute("title", "text 3")  # without what all names share
    page.get_by_label("Minimum cost, in points").fill("99")
    page.get_by_label("Minimum cost, in points").press("Enter")
    expect(page.locator(".total")).to_contain_text("0 errors")


def test_several_systems(show):
    page = show(KEY, A, B, place="#v=errors")
    errors = corefscope.errors(KEY, A, B)
    first, second = (system.name for system in errors.systems)
    for chosen, makers in (("only", (first,)), ("every", (first, second))):
        page.get_by_label("Made by", exact=True).select_option(chosen)
        number = list(errors.makers.values()).count(makers)
        assert number > 0
        expect(page.locator(".total")).to_contain_text(re.compile(rf"^{number} errors? "))
    sides = [TALES / f"{name}.jsonl" for name in ("key", "large", "small")]
    for view in ("scores", "errors"):  # what is new and what is gone comes first
        page = show(*sides, place=f"#v={view}")
        card = page.locator(f".view.{view} .card:has(table)").first
        expect(card.locator("h2")).to_have_text("Errors of small.jsonl against large.jsonl", use_inner_text=True)
        lost = "small.jsonl lost 3.52 points of CoNLL F1, mostly because of 43 new missing mentions."
        expect(card).to_contain_text(lost, use_inner_text=True)
    for page in (show(KEY, A), show(KEY, A, B, A, names=["a", "b", "c"])):
        expect(page.locator(".verdict")).to_have_count(1)
        expect(page.locator(".change")).to_have_count(0)


def rows(page, side):
    script = "rows => rows.map(row => [...row.cells].map(cell => cell.innerText.trim()))"
    return page.locator(f".entities-of-{side} tbody tr").evaluate_all(script)


def test_entities_have_a_name_a_size_and_a_fate(show):
    def side(*entities):
        return one(*([(start, start + 1) for start in entity] for entity in entities), words=STORY.split())

    page = show(side([0, 4, 9], [2, 6, 12]), side([0, 4], [2, 6, 12, 9]), place="#v=entities")
    assert [(row[0].split()[-1], row[1], row[-1]) for row in rows(page, "key")] == [
        ("Ann", "3", "split into 2 + 1"),
        ("Bob", "3", "merged with “Ann”"),
    ]
    assert [(row[0].split()[-1], row[1], row[-1]) for row in rows(page, "response")] == [
        ("Bob", "4", "joins 3 + 1, from “Bob”, “Ann”"),
        ("Ann", "2", "the rest of “Ann” is with “Bob”"),
    ]
    page.locator(".entities-of-response tbody a").first.click()
    expect(page.locator(".detail h2")).to_have_text("Bob")
    expect(page.locator(".facts")).to_have_text(re.compile("^response"), use_inner_text=True)
