"""The entities view: names and sizes, and where the mentions of each entity are on the other side."""

import re

import pytest

from corefscope.model import Document, Mention
from support.command_line import KEY, A
from support.serving import until

expect = pytest.importorskip("playwright.sync_api").expect
WORDS = ["Ann", "met", "Bob", ".", "She", "likes", "him", ".", "Then", "she", "left", "with", "him", "."]


def one(*entities):
    return [Document("d", [[Mention(start, start + 1) for start in entity] for entity in entities], words=WORDS)]


ANN_AND_BOB = one([0, 4, 9], [2, 6, 12]), one([0, 4], [2, 6, 12, 9])


def rows(page, side):
    script = "rows => rows.map(row => [...row.cells].map(cell => cell.innerText.trim()))"
    return page.locator(f".entities-of-{side} tbody tr").evaluate_all(script)


def test_what_was_not_found_is_marked(show):
    page = show(one([0, 4, 9], [2, 6]), one([0, 4], [12, 13]), place="#v=entities")
    for side, said in {"key": ["− 1 not found", "− not found"], "response": ["+ not in the key"]}.items():
        expect(page.locator(f".entities-of-{side} .fate .sign")).to_have_text(said, use_inner_text=True)


def test_every_entity_has_a_name_a_size_and_a_fate(show):
    page = show(*ANN_AND_BOB, place="#v=entities")
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


def test_entities_of_one_document_or_of_all(show):
    page = show(KEY, A, place="#v=entities")
    all_of_them = page.locator(".entities-of-key tbody tr").count()
    page.get_by_label("Document", exact=True).select_option("1")
    expect(page).to_have_url(re.compile("#v=entities&d=2$"))
    assert 0 < page.locator(".entities-of-key tbody tr").count() < all_of_them
    page.get_by_label("Entities", exact=True).select_option("wrong")
    until(lambda: "whole" not in [row[-1] for row in rows(page, "key")])
    page.locator('header a[data-view="entities"]').click()
    expect(page).to_have_url(re.compile("#v=entities$"))
