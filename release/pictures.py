"""Pictures of the documentation, made by the program: `python release/pictures.py FOLDER`; `make docs` runs it.

Views of the report and pages of the application are photographed in Chromium, charts are drawn by the commands. Where
one of the tools is missing, a line says so, and the site has the pictures of docs/images, which were made by the same
call.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
KEY, A, B = (str(EXAMPLES / name) for name in ("key.conll", "response-a.conll", "response-b.jsonl"))
TALES = [str(EXAMPLES / "tales" / f"{name}.jsonl") for name in ("key", "large", "small", "nearest", "string")]


def _anaphora() -> list[Any]:
    """Key and response with sets, bridging and expressions that refer to nothing, as the tests of the report have."""
    sys.path.insert(0, str(ROOT / "tests"))
    from support.anaphora import harbour

    return list(harbour())


class Photo(NamedTuple):
    """A view of a report: what is scored, its address within the page, the size, and what is clicked."""

    sides: Callable[[], list[Any]]
    place: str
    size: tuple[int, int]
    click: str = ""
    scroll: int = 0  # pixels
    scheme: str = "light"


class AppPhoto(NamedTuple):
    """A page of the application on which a key and systems are chosen: the size, and what follows then."""

    size: tuple[int, int]
    scheme: str = "light"
    pages: tuple[str, ...] = ()  # links that are followed after scoring


PHOTOS: dict[str, Photo | AppPhoto] = {
    "report-text.png": Photo(lambda: [KEY, A], "#d=1&m=k1", (1180, 545)),
    "report-scores.png": Photo(lambda: [KEY, A, B], "", (1180, 760)),
    "report-errors.png": Photo(lambda: [KEY, A, B], "#v=errors", (1180, 760), scroll=650),
    "report-entities.png": Photo(lambda: [KEY, A, B], "#v=entities", (1180, 800)),
    "report-anaphora.png": Photo(_anaphora, "#d=1", (1200, 500), ".beside.bridging.wrong"),
    "report-phone.png": Photo(lambda: [KEY, A], "#d=1&m=k1", (390, 844), scheme="dark"),
    "serve-files.png": AppPhoto((1180, 700)),
    "serve-compare.png": AppPhoto((1400, 620), "dark", ("Compare",)),
}
# Commands that draw a chart into the file named last.
CHARTS = {
    "forest.svg": ["compare", *TALES, "-m", "conll", "-m", "lea", "--plot"],
}


def main(folder: Path) -> None:
    """Make all pictures that can be made here."""
    folder.mkdir(parents=True, exist_ok=True)
    for made in (*_charts(folder), *_photos(folder)):
        print(f"pictures: {made}")


def _charts(folder: Path) -> Iterator[str]:
    if find_spec("vl_convert") is None:
        yield "no charts: vl-convert-python is not installed; those of docs/images are used"
        return
    import contextlib
    import io

    from corefscope.cli.main import main as command

    for name, words in CHARTS.items():
        with contextlib.redirect_stdout(io.StringIO()):
            status = command([*words, str(folder / name)])
        if status:
            raise SystemExit(f"corefscope {' '.join(words)} ended with status {status}")
        yield name


def _photos(folder: Path) -> Iterator[str]:
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None or find_spec("playwright") is None:
        yield "no photos: there is no Chromium, or playwright is not installed; those of docs/images are used"
        return
    from playwright.sync_api import sync_playwright

    flags = ["--disable-dev-shm-usage", "--no-sandbox", "--font-render-hinting=none"]
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser, args=flags)
        for name, photo in PHOTOS.items():
            width, height = photo.size
            if isinstance(photo, AppPhoto) and find_spec("uvicorn") is None:
                yield f"no {name}: corefscope[web] is not installed; that of docs/images is used"
                continue
            context = opened.new_context(
                viewport={"width": width, "height": height}, reduced_motion="reduce", color_scheme=photo.scheme
            )
            if isinstance(photo, AppPhoto):
                take_of_application(context, photo, folder / name)
            else:
                take(context, photo, folder / name)
            context.close()
            yield name
        opened.close()


def take(context: Any, photo: Photo, target: Path) -> None:
    """Photograph a view in a context of the browser."""
    from corefscope import score
    from corefscope.page import render

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.html"
        path.write_text(render(score(*photo.sides())), encoding="utf-8")
        page = context.new_page()
        page.goto(path.as_uri() + photo.place)
        page.wait_for_selector("body[data-ready]")
        if photo.click:
            page.locator(photo.click).click()
        page.evaluate(f"window.scrollTo(0, {photo.scroll})")
        page.screenshot(path=target, animations="disabled")


def take_of_application(context: Any, photo: AppPhoto, target: Path) -> None:
    """Photograph a page of the application, which is served for that long."""
    with _served() as address:
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        for name in ("key.jsonl: key", "large.jsonl: response", "small.jsonl: response", "nearest.jsonl: response"):
            page.get_by_role("button", name=name).click()
        page.wait_for_function("() => document.querySelectorAll('.fine').length > 3")
        if photo.pages:
            page.locator(".primary").click()
            page.wait_for_selector("body[data-added]")
        for link in photo.pages:
            page.get_by_role("link", name=link, exact=True).click()
            page.wait_for_selector("body[data-ready] .headline")
        page.evaluate("() => window.scrollTo(0, 0)")
        page.screenshot(path=target, animations="disabled")


@contextmanager
def _served() -> Iterator[str]:
    """The address of the application on a copy of some examples."""
    with tempfile.TemporaryDirectory() as folder:
        corpora = Path(folder) / "corpora"
        shutil.copytree(EXAMPLES / "tales", corpora)
        command = [sys.executable, "-m", "corefscope", "serve", str(corpora), "--port", "0"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8")
        try:
            lines = server.stdout or ()
            yield next(found[0] for line in lines if (found := re.search(r"http://\S+/#\S+", line)))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "pictures"))
