"""Pages in a real browser: Debian's Chromium, one for all tests, driven by Playwright."""

import os
import shutil

import pytest

import corefscope
from corefscope.page import render
from support.command_line import KEY, ROOT, A, B
from support.fixtures import serving, shared_server
from support.pages import settle

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="session")
def browser():
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip(f"there is no browser: looked for {', '.join(NAMES)}")
    # Chromium's own sandbox does not work for root, and a test machine's /dev/shm may be small.
    flags = ["--disable-dev-shm-usage", *(["--no-sandbox"] if os.name == "posix" and os.geteuid() == 0 else [])]
    sync_api.expect.set_options(timeout=30_000)  # as long as the browser waits for all else; machines may be busy
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        yield browser
        browser.close()


@pytest.fixture
def show(browser, tmp_path):
    """Writes a report, opens it from disk, and sees to it that the page complains of nothing and asks nobody."""
    contexts, complaints, requests = [], [], []

    def opened(*sides, place="", html=None, names=None, settings=None, **context):
        path = tmp_path / f"report-{len(contexts)}.html"
        result = None if html else corefscope.score(*sides, names=names, **(settings or {}))
        path.write_text(html or render(result), encoding="utf-8")
        context = {"viewport": {"width": 1400, "height": 900}, "reduced_motion": "reduce", **context}
        contexts.append(browser.new_context(**context))
        page = contexts[-1].new_page()
        page.on("console", lambda message: message.type in ("error", "warning") and complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(path.as_uri() + place)
        page.wait_for_selector("body[data-ready]")
        settle(page)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
    assert [url for url in requests if not url.startswith(tmp_path.as_uri())] == []


@pytest.fixture
def examples(tmp_path):
    """A folder with the examples: two good responses and a broken one."""
    for path in (KEY, A, B, ROOT / "examples" / "broken.conll"):
        shutil.copy(path, tmp_path)
    (tmp_path / "more").mkdir()
    shutil.copy(A, tmp_path / "more" / "other.conll")
    return tmp_path


@pytest.fixture
def visit(browser, serving, examples):
    """Opens the application, and sees that its pages complain of nothing and ask nobody else."""
    contexts, complaints, requests = [], [], []
    client = serving(examples)

    def opened(**context):
        context = {"viewport": {"width": 1300, "height": 900}, "reduced_motion": "reduce", **context}
        contexts.append(browser.new_context(**context))
        page = contexts[-1].new_page()
        page.on("console", lambda message: message.type in ("error", "warning") and complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(client.address)
        page.wait_for_selector("body[data-ready]")
        return page

    opened.client, opened.complaints = client, complaints
    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
    assert [url for url in requests if not url.startswith((f"{client.origin}/", "blob:"))] == []
