"""Pages in a real browser: Debian's Chromium, one for all tests, driven by Playwright."""

import contextlib
import os
import shutil

import pytest

import corefscope
from corefscope.page import render
from support.command_line import KEY, ROOT, A, B
from support.command_line import corefscope as corefscope_command
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


@contextlib.contextmanager
def watched_pages(browser, width, own):
    """Open pages; at the end, assert that they reported no error and requested only their own addresses."""
    contexts, complaints, requests = [], [], []

    def new_page(address, **context):
        size = {"viewport": {"width": width, "height": 900}, "reduced_motion": "reduce"}
        contexts.append(browser.new_context(**{**size, **context}))
        page = contexts[-1].new_page()
        page.on("console", lambda message: message.type in ("error", "warning") and complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        return page

    yield new_page, complaints
    for context in contexts:
        context.close()
    assert complaints == []
    assert [url for url in requests if not url.startswith(own)] == []


@pytest.fixture
def show(browser, tmp_path):
    """Write a report, or HTML, and open it from disk."""
    with watched_pages(browser, 1400, tmp_path.as_uri()) as (new_page, _):

        def opened(*sides, place="", html=None, names=None, settings=None, **context):
            path = tmp_path / f"report-{len(list(tmp_path.glob('report-*')))}.html"
            html = html or render(corefscope.score(*sides, names=names, **(settings or {})))
            path.write_text(html, encoding="utf-8")
            page = new_page(path.as_uri() + place, **context)
            settle(page)
            return page

        yield opened


@pytest.fixture
def board(show):
    """Open the page of the example leaderboard."""
    html = corefscope_command("leaderboard", str(ROOT / "examples" / "leaderboard"), "-o", "html").stdout
    return lambda **context: show(html=html.replace("<body", "<body data-ready", 1), **context)


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
    """Open the application."""
    client = serving(examples)
    with watched_pages(browser, 1300, (f"{client.origin}/", "blob:")) as (new_page, complaints):

        def opened(**context):
            return new_page(client.address, **context)

        opened.client, opened.complaints = client, complaints
        yield opened
