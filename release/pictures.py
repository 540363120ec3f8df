"""Make the pictures of docs/images with the program: `python release/pictures.py`, which needs Chromium.

Views of the report and pages of the application are photographed, charts are drawn by the commands.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

import corefscope as cs

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
EXAMPLES = ROOT / "examples"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
KEY, A, B = (str(EXAMPLES / name) for name in ("key.conll", "response-a.conll", "response-b.jsonl"))
TALES = [str(EXAMPLES / "tales" / f"{name}.jsonl") for name in ("key", "large", "small", "nearest", "string")]
COMMAND = [sys.executable, "-m", "corefscope"]

# By name: what is scored (None: the anaphora of the tests), the address within the page, width and height, and more.
REPORTS: dict[str, tuple[list[str] | None, str, tuple[int, int], dict[str, Any]]] = {
    "report-text.png": ([KEY, A], "#d=1&m=k1", (1180, 545), {}),
    "report-scores.png": ([KEY, A, B], "", (1180, 760), {}),
    "report-errors.png": ([KEY, A, B], "#v=errors", (1180, 760), {"scroll": 790}),
    "report-entities.png": ([KEY, A, B], "#v=entities", (1180, 800), {}),
    "report-anaphora.png": (None, "#d=1", (1200, 500), {"click": ".beside.bridging.wrong"}),
    "report-phone.png": ([KEY, A], "#d=1&m=k1", (390, 844), {"scheme": "dark"}),
}


def anaphora() -> list[Any]:
    """Key and response with sets, bridging and expressions that refer to nothing, as the tests of the report have."""
    sys.path.insert(0, str(ROOT / "tests"))
    from support.anaphora import harbour

    return list(harbour())


@contextmanager
def opened(browser: Any, address: str, size: tuple[int, int], scheme: str = "light") -> Iterator[Any]:
    """A page that is ready, in a window of this size."""
    viewport = {"width": size[0], "height": size[1]}
    page = browser.new_page(viewport=viewport, reduced_motion="reduce", color_scheme=scheme)
    page.goto(address)
    page.wait_for_selector("body[data-ready]")
    yield page
    page.close()


def photograph(page: Any, name: str, scroll: int = 0) -> None:
    page.evaluate(f"window.scrollTo(0, {scroll})")
    page.screenshot(path=IMAGES / name, animations="disabled")


def reports(browser: Any, folder: Path) -> None:
    path = folder / "report.html"
    for name, (sides, place, size, more) in REPORTS.items():
        path.write_text(cs.report(*(sides or anaphora())), encoding="utf-8")
        with opened(browser, path.as_uri() + place, size, more.get("scheme", "light")) as page:
            if "click" in more:
                page.locator(more["click"]).click()
            photograph(page, name, more.get("scroll", 0))


def application(browser: Any, folder: Path) -> None:
    """The page where files are chosen, and the comparison of the systems that it then scores."""
    corpora = folder / "corpora"
    shutil.copytree(EXAMPLES / "tales", corpora)
    command = [*COMMAND, "serve", str(corpora), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            lines = server.stdout or ()
            address = next(found[0] for line in lines if (found := re.search(r"http://\S+/#\S+", line)))
            with opened(browser, address, (1180, 700)) as page:
                for name in ("key.jsonl: key", *(f"{each}.jsonl: response" for each in ("large", "small", "nearest"))):
                    page.get_by_role("button", name=name).click()
                page.wait_for_function("() => document.querySelectorAll('.fine').length > 3")
                photograph(page, "serve-files.png")
                page.locator(".primary").click()
                page.wait_for_selector("body[data-added]")
                page.set_viewport_size({"width": 1400, "height": 620})
                page.emulate_media(color_scheme="dark")
                page.get_by_role("link", name="Compare", exact=True).click()
                page.wait_for_selector("body[data-ready] .headline")
                photograph(page, "serve-compare.png")
        finally:
            server.terminate()


def main() -> None:
    chart = [*COMMAND, "compare", *TALES, "-m", "conll", "-m", "lea", "--plot", str(IMAGES / "forest.svg")]
    subprocess.run(chart, check=True, stdout=subprocess.DEVNULL)
    flags = ["--disable-dev-shm-usage", "--no-sandbox", "--font-render-hinting=none"]
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        path = next(filter(None, map(shutil.which, BROWSERS)), None)
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        reports(browser, Path(folder))
        application(browser, Path(folder))


if __name__ == "__main__":
    main()
