"""Every task of the application with its example, at two widths, in both themes, and as axe sees it."""

import re

import pytest

from support.application import read, tried

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect

TASKS = {
    "Agreement": "3 annotators, 2 documents, 34 mentions",
    "Statistics": "468",
    "Check": "1 of 4 have problems",
    "Convert": "1 file written as corefud",
    "Challenge set": "GAP: challenge/gap.tsv, 6 questions",
    "Leaderboard": "3 systems on 2 data sets",
}
LOOKS = [(390, "light"), (390, "dark"), (1440, "light"), (1440, "dark")]


def wide(page):
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def made(page, task):
    tried(page, task)
    page.locator(".primary").click()
    page.wait_for_url("**/views/*/")
    page.wait_for_selector("body[data-ready]")


@pytest.mark.parametrize(("width", "theme"), LOOKS)
def test_every_task_has_an_example_that_works(visit, width, theme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    page = visit(viewport={"width": width, "height": 900}, color_scheme=theme)
    home = page.url
    for task, expected in TASKS.items():
        page.goto(home)
        page.wait_for_selector("body[data-ready]")
        tried(page, task)
        assert wide(page) <= 0
        form = axe.Axe().run(page)
        assert form.violations_count == 0, form.generate_report()
        page.locator(".primary").click()
        page.wait_for_url("**/views/*/")
        page.wait_for_selector("body[data-ready]")
        expect(page.locator("main")).to_contain_text(expected)
        assert wide(page) <= 0
        found = axe.Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


def test_disagreements_are_read_in_the_text(visit):
    page = visit()
    made(page, "Agreement")
    page.get_by_role("link", name="Disagreements in the text").click()
    page.wait_for_selector("body[data-added]")
    assert page.locator(".word").count() > 20


def test_annotators_are_named_beside_their_annotations(visit):
    page = visit()
    made(page, "Agreement")
    page.get_by_role("link", name="Disagreements in the text").click()
    page.wait_for_selector("body[data-added]")
    expect(page.locator(".compared")).to_contain_text("against A, as the key")
    page.locator(".tag").first.click()
    expect(page.locator(".detail .facts")).to_contain_text(re.compile("^(A|B) · "))
    page.get_by_role("navigation", name="Views").get_by_role("link", name="Entities", exact=True).click()
    expect(page.locator(".entities-of-key h2")).to_contain_text("A entities")
    page.get_by_role("navigation", name="Views").get_by_role("link", name="Scores", exact=True).click()
    expect(page.locator(".headline")).to_have_text(re.compile(r"A.* and .*C.* agree with CoNLL F1 91\.18; .*75\.00"))
    assert "Rank" not in page.locator("main").inner_text()


def test_annotators_are_not_ranked(visit):
    page = visit()
    home = page.url
    made(page, "Agreement")
    agreement = page.url
    page.get_by_role("link", name="Disagreements in the text").click()
    page.wait_for_selector("body[data-added]")
    run = page.url.split("#")[0]
    views = page.get_by_role("navigation", name="Views").get_by_role("link").all_inner_texts()
    assert views == ["Files", "Scores", "Errors", "Entities", "Text", "Agreement"]
    page.get_by_text("Download").click()
    assert page.locator(".menu .download strong").all_inner_texts() == ["Report"]
    with page.expect_download() as loaded:
        page.get_by_role("button", name="report as HTML").click()
    assert loaded.value.suggested_filename == "corefscope-report.html"
    assert read(loaded.value.path()).startswith("<!doctype html>")
    page.get_by_role("link", name="Agreement", exact=True).click()
    assert page.url == agreement
    page.goto(home)
    page.wait_for_selector("body[data-ready]")
    page.get_by_role("link", name="Agreement of A, B, C").click()
    page.wait_for_url(agreement)
    for name in ("compare", "scores.csv", "comparison.json"):
        assert page.context.request.get(run + name).status in (401, 403, 404)


def test_a_converted_file_is_downloaded(visit):
    page = visit()
    made(page, "Convert")
    with page.expect_download() as loaded:
        page.get_by_role("button", name="Download key.conllu").click()
    assert loaded.value.suggested_filename == "key.conllu"
    assert "Entity=" in read(loaded.value.path())


def test_the_hint_and_the_refusal_stand_beside_the_button(visit):
    page = visit()
    page.get_by_role("button", name="Agreement").click()
    expect(page.locator("#hint")).to_have_text("Choose two annotators.")
    page.get_by_role("button", name="broken.conll: response").click()
    expect(page.locator("#hint")).to_have_text("Choose another annotator.")
    page.get_by_role("button", name="key.conll: response").click()
    expect(page.locator("#hint")).to_have_text("broken.conll has errors: see above.")
    page.locator(".primary").click()
    failure = page.locator(".failure")
    expect(failure).to_contain_text("entity 0 is closed but was never opened")
    button, said = page.locator(".primary").bounding_box(), failure.bounding_box()
    assert 0 <= said["y"] - button["y"] - button["height"] < 60


def test_settings_say_what_they_mean_and_lead_to_the_docs(visit):
    page = visit()
    field = page.locator(".field", has=page.get_by_label("When two mentions are the same"))
    expect(field.locator(".help")).to_contain_text("exact: they cover the same tokens.")
    field.locator("select").select_option("head")
    expect(field.locator(".help")).to_contain_text("head: ")
    with page.context.expect_page() as opened:
        field.get_by_role("link").click()
    docs = opened.value
    docs.wait_for_selector("body[data-ready]")
    expect(docs.locator("h2").first).to_have_text("When are two mentions the same?")
    assert docs.locator("article table").count() > 1
    assert docs.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


def test_names_are_text_in_tables(visit, examples):
    name = "<img src=x onerror=alert(1)>.conll"
    (examples / name).write_bytes((examples / "key.conll").read_bytes())
    page = visit()
    page.get_by_role("button", name="Statistics").click()
    page.get_by_role("button", name=f"{name}: response").click()
    page.locator(".primary").click()
    page.wait_for_url("**/views/*/")
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("main table").first).to_contain_text(name)
    assert page.locator("main img").count() == 0


def test_tables_sort(visit):
    page = visit()
    made(page, "Leaderboard")
    systems = page.locator("table").first.locator("tbody th")
    page.get_by_role("button", name="System").first.click()
    page.get_by_role("button", name="System").first.click()
    assert systems.all_inner_texts() == ["pronouns", "greedy", "careful"]
    page.get_by_role("button", name="garden").click()  # what was not scored stays at the end, whichever way
    assert systems.all_inner_texts()[0] == "careful"
    page.get_by_role("button", name="garden").click()
    assert systems.all_inner_texts()[0] == "careful"
    page.get_by_role("button", name="Average").first.click()
    assert systems.all_inner_texts() == ["careful", "greedy", "pronouns"]
