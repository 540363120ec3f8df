"""The agreement of annotators, and what tables and settings say."""

import re

import pytest

from support.application import agree, read

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect

FILES = ("key.conll", "response-a.conll", "response-b.jsonl")


def test_disagreements_are_read_in_the_text(visit):
    page = visit()
    agree(page, *FILES)
    expect(page.locator("main")).to_contain_text("3 annotators, 2 documents, 34 mentions")
    page.get_by_role("link", name="Text").click()
    page.wait_for_selector("body[data-added]")
    assert page.locator(".word").count() > 20


def test_annotators_are_named_beside_their_annotations(visit):
    page = visit()
    agree(page, *FILES)
    page.get_by_role("link", name="Text").click()
    page.wait_for_selector("body[data-added]")
    expect(page.locator(".compared")).to_contain_text("against A, as the key")
    page.locator(".tag").first.click()
    expect(page.locator(".detail .facts")).to_contain_text(re.compile("^(A|B) · "))
    page.get_by_role("navigation", name="Views").get_by_role("link", name="Entities", exact=True).click()
    expect(page.locator(".entities-of-key h2")).to_contain_text("A entities")
    page.get_by_role("navigation", name="Views").get_by_role("link", name="Scores", exact=True).click()
    expect(page.locator(".headline")).to_have_text(re.compile(r"A.* and .*C.* agree with CoNLL F1 91\.18; .*75\.00"))
    expect(page.locator("main")).not_to_contain_text("Rank")


def test_annotators_are_not_ranked(visit):
    page = visit()
    home = page.url
    agree(page, *FILES)
    agreement = page.url
    page.get_by_role("link", name="Text").click()
    page.wait_for_selector("body[data-added]")
    views = page.get_by_role("navigation", name="Views").get_by_role("link")
    expect(views).to_have_text(["Files", "Scores", "Errors", "Entities", "Text", "Agreement"])
    page.get_by_text("Download").click()
    expect(page.locator(".menu .download strong")).to_have_text(["Report"], use_inner_text=True)
    with page.expect_download() as loaded:
        page.get_by_role("button", name="report as HTML").click()
    assert loaded.value.suggested_filename == "corefscope-report.html"
    assert read(loaded.value.path()).startswith("<!doctype html>")
    page.get_by_role("link", name="Agreement", exact=True).click()
    expect(page).to_have_url(agreement)
    page.goto(home)
    page.wait_for_selector("body[data-ready]")
    page.get_by_role("link", name="Agreement of A, B, C").click()
    page.wait_for_url(agreement)


def test_the_hint_and_the_refusal_stand_beside_the_button(visit):
    page = visit()
    page.get_by_role("button", name="Agreement").click()
    expect(page.locator("#hint")).to_have_text("Choose two annotators.")
    page.get_by_role("button", name="broken.conll: response").click()
    expect(page.locator("#hint")).to_have_text("Choose another annotator.")
    page.get_by_role("button", name="key.conll: response").click()
    expect(page.locator("#hint")).to_have_text("1 file with errors: see above.")
    page.locator(".primary").click()
    failure = page.locator(".failure")
    expect(failure).to_contain_text("entity 0 is closed but was never opened")
    button, said = page.locator(".primary").bounding_box(), failure.bounding_box()
    assert 0 <= said["y"] - button["y"] - button["height"] < 60


def test_settings_say_what_they_mean(visit):
    page = visit()
    field = page.locator(".field", has=page.get_by_label("When two mentions are the same"))
    expect(field.locator(".help")).to_contain_text("exact: they cover the same tokens")
    field.locator("select").select_option("head")
    expect(field.locator(".help")).to_contain_text("head: ")


def test_names_are_text_in_tables(visit, examples):
    name = "<img src=x onerror=alert(1)>.conll"
    (examples / name).write_bytes((examples / "key.conll").read_bytes())
    page = visit()
    agree(page, name, "response-a.conll", names=(name, "A"))
    expect(page.locator("main table").first).to_contain_text(name)
    assert page.locator("main img").count() == 0


def test_tables_sort(visit):
    page = visit()
    agree(page, *FILES)
    names = page.locator("table").first.locator("tbody th")
    page.get_by_role("button", name="Annotator").click()
    page.get_by_role("button", name="Annotator").click()
    expect(names).to_have_text(["C", "B", "A"], use_inner_text=True)
    page.get_by_role("button", name="Mentions", exact=True).first.click()
    expect(names.first).to_have_text("A")
