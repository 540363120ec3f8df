"""Pages in a real browser: Debian's Chromium, one for all tests, driven by Playwright."""

import contextlib
import os
import shutil

import pytest

import corefscope
from corefscope.page import render

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
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
    assert [url for url in requests if not url.startswith(tmp_path.as_uri())] == []


@pytest.fixture(scope="session")
def shared_server():
    pytest.importorskip("uvicorn", reason="uvicorn is not installed")
    pytest.importorskip("starlette", reason="starlette is not installed")
    from support.serving import Shared

    shared = Shared()
    yield shared
    shared.stop()


@pytest.fixture
def serving(shared_server, tmp_path):
    """The application on a folder; `serving(upload_limit=…)` gives a client that is let in."""
    with contextlib.ExitStack() as stack:
        yield lambda folder=tmp_path, **limits: stack.enter_context(shared_server.running(folder, **limits))
