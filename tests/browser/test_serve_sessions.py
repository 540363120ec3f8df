"""The application in a real browser: downloads, progress, cancelling, other tabs, browsers without the key."""

import re
import shutil

import pytest

from corefscope.basics.escaping import visible
from support.application import pick, read, score, score_of
from support.command_line import A
from support.serving import endless, until

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect
tasks = pytest.importorskip("corefscope.web.tasks")
ODD = '<b onclick="x">&amp; \u202eabc.conll'


def test_downloads(visit, browser, tmp_path):
    page = score_of(visit)
    found = {}
    page.get_by_text("Download", exact=True).click()
    for name in ("report as HTML", "scores as CSV", "scores as LaTeX", "documents as JSON"):
        with page.expect_download() as loaded:
            page.get_by_role("button", name=name).click()
        found[loaded.value.suggested_filename] = loaded.value.path()
    assert list(found) == [
        "corefscope-report.html",
        "corefscope-scores.csv",
        "corefscope-scores.tex",
        "corefscope-documents.json",
    ]
    assert read(found["corefscope-scores.csv"]).startswith("system,")
    report = shutil.copy(found["corefscope-report.html"], tmp_path / "report.html")
    alone = browser.new_page()
    alone.goto(f"file://{report}")
    alone.wait_for_selector("body[data-ready]")
    expect(alone.locator("table.metrics")).to_contain_text("77.73", use_inner_text=True)
    alone.close()
    page.keyboard.press("Escape")
    expect(page.locator(".menu[open]")).to_have_count(0)


def test_progress_and_cancelling(visit, monkeypatch):
    monkeypatch.setitem(tasks.TASKS, "score", endless)
    page = visit()
    pick(page, "key.conll", "response-a.conll")
    page.get_by_role("button", name="Score").click()
    expect(page.locator(".working")).to_contain_text(re.compile(r"\d+"))
    [job] = visit.client.app.jobs.all()[:1]
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#hint")).to_have_text("Cancelled.")
    until(lambda: job.is_cancelled and not job.is_running)
    expect(page.get_by_role("button", name="Score")).to_be_focused()
    expect(page.get_by_role("button", name="Score")).to_be_enabled()


def test_stopping_a_comparison(visit, monkeypatch):
    page = visit()
    pick(page, "key.conll", "response-a.conll", "response-b.jsonl")
    score(page)
    with monkeypatch.context() as patch:
        patch.setitem(tasks.TASKS, "compare", endless)
        page.get_by_role("link", name="Compare").click()
        until(lambda: visit.client.app.jobs.all()[0].task == "compare")
        [job] = visit.client.app.jobs.all()[:1]
        page.get_by_role("button", name="Stop").click()
        expect(page.locator(".busy")).to_contain_text("Stopped.")
        until(lambda: job.is_cancelled and not job.is_running)
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".compare")).to_contain_text("-16.18")
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()
    page.get_by_text("How it is judged").click()
    page.get_by_label("Trials").fill("1e5")
    page.get_by_label("Trials").press("Enter")
    expect(page.locator(".failure")).to_contain_text("trials must be a number")


def test_a_browser_that_was_let_in_goes_on_in_other_tabs_and_by_other_addresses(visit):
    page = score_of(visit)
    result, address = page.url, visit.client.address
    page.reload()
    page.wait_for_selector("body[data-added]")
    assert "#" not in result  # the token is gone from the address
    for other in (result, f"{result}#v=errors", f"{result}compare", f"{visit.client.origin}/", address, address):
        tab = page.context.new_page()
        tab.goto(other)
        tab.wait_for_selector("body[data-ready]")
        assert visit.client.app.key not in tab.url
        tab.close()
    assert page.context.cookies() == []


def test_a_browser_without_the_key(visit, browser):
    inside = score_of(visit)
    context = browser.new_context()
    page = context.new_page()
    for address in (f"{visit.client.origin}/", inside.url):
        page.goto(address)
        expect(page.locator("main")).to_contain_text("this browser has no access (open the address")
    context.close()


def test_an_application_that_was_stopped(visit):
    page = visit()
    page.route("**/jobs/check", lambda route: route.abort())
    with page.expect_console_message():
        page.get_by_role("button", name="key.conll: key").click()
    expect(page.locator(".key p.wrong")).to_have_text("the application does not answer; has it been stopped?")
    visit.complaints.clear()


def test_names_are_text(visit, examples):
    shutil.copy(A, examples / ODD)
    page = visit()
    expect(page.locator(".entry-name", has_text=ODD)).to_have_text([ODD])
    pick(page, "key.conll", ODD)
    score(page)
    expect(page.locator("header bdi").first).to_have_text(ODD, use_inner_text=True)
    page.get_by_role("link", name="Compare").click()
    page.wait_for_selector("body[data-ready]")
    # Elsewhere a name stands alone; in tables, signs that turn the direction of text are shown as escapes.
    assert visible(ODD) != ODD
    expect(page.locator("tbody th").first).to_have_text(visible(ODD))
