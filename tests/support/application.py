"""What a person does on the pages of the web application, driven by Playwright."""

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


def pick(page, *files):
    """The first is the key, the others are responses; waits until all have been checked."""
    for number, name in enumerate(files):
        button = page.get_by_role("button", name=f"{name}: {'response' if number else 'key'}")
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".chosen li .small", has_text="checking…")).to_have_count(0)


def score(page):
    page.get_by_role("button", name="Score").click()
    page.wait_for_url("**/runs/*/")
    page.wait_for_selector("body[data-added]")
    return page


def drop(page, side, files):
    """Files dropped on a side, as the browser hands them over."""
    held = page.evaluate_handle(
        """files => {
          const held = new DataTransfer();
          for (const [name, text] of files) held.items.add(new File([text], name));
          return held;
        }""",
        [[name, text] for name, text in files.items()],
    )
    page.locator(f".side.{side}").dispatch_event("dragover", {"dataTransfer": held})
    expect(page.locator(f".side.{side}.over")).to_have_count(1)
    page.locator(f".side.{side}").dispatch_event("drop", {"dataTransfer": held})


def agree(page, *files, names="ABC"):
    """Measures the agreement of annotators, who are called A, B and so on."""
    page.get_by_role("navigation", name="What to do").get_by_role("button", name="Agreement").click()
    for number, file in enumerate(files):
        page.get_by_role("button", name=f"{file}: response").click()
        page.locator(".response input.name").nth(number).fill(names[number])
        page.locator(".response input.name").nth(number).press("Tab")
    expect(page.locator(".chosen li .small", has_text="checking…")).to_have_count(0)
    page.locator(".primary").click()
    page.wait_for_url("**/runs/*/agreement")
    page.wait_for_selector("body[data-ready]")


def read(path):
    with open(path, encoding="utf-8") as stream:
        return stream.read()


def score_of(visit, **context):
    page = visit(**context)
    pick(page, "key.conll", "response-a.conll")
    return score(page)
