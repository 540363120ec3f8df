"""What a browser takes to open a report, and to scroll through a text of a million words.

    python benchmarks/browsing.py [--repeats N] [--words N] [--documents N] [--write]

Headless Chromium, one fresh page for each run. The report has OntoNotes' size (348 documents, 19,000 mentions, four
systems); it is open when its first view is drawn and the main thread has been idle. The long text has a mention for
every fourth word; it is scrolled by the wheel, by dragging the scroll bar to the middle, to the end and back, and by
jumps. Of everything the time on the clock is given and the processor time of the page's main thread, in all
(Chromium's `TaskDuration`) and of its longest task (from a trace): on a machine with a core for it, both are the same,
and a busy machine changes only the former. Bounds: the report is usable a second after its load event, on the clock or
by what its main thread works in all, and is below 10 MB; no task while scrolling takes 100 ms of processor time.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import random
import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import sync_playwright

import corefscope as cs
from corefscope.model import Document, Mention
from corefscope.page import render
from reports import write as write_corpora

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
RESULTS = Path(__file__).with_name("browsing.md")
MOST_MEGABYTES = 10.0
SOON = 1000.0  # milliseconds from load to use
LONGEST = 100.0  # milliseconds of one task while scrolling
TASKS = "disabled-by-default-devtools.timeline"  # the category in which Chromium traces tasks

# When the first view was drawn, and when the main thread then had nothing to do.
WATCH = """() => {
  const { promise, resolve } = Promise.withResolvers();
  window.watched = { idle: promise };
  const look = () => {
    if (document.body?.dataset.ready === undefined) return;
    observer.disconnect();
    requestAnimationFrame(() => requestIdleCallback(() => resolve(performance.now())));
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, attributes: true, attributeFilter: ["data-ready"] });
}"""
TIMES = "async () => [performance.getEntriesByType('navigation')[0].loadEventEnd, await window.watched.idle]"

# The interval of every frame while something is done.
FRAMES = """() => {
  window.intervals = [];
  let before = 0;
  const next = (now) => {
    if (before) window.intervals.push(now - before);
    before = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}"""


class Opened(NamedTuple):
    """Milliseconds of opening a report."""

    load: float  # from navigation to the load event
    usable: float  # from the load event until the first view is drawn and the main thread is idle
    cpu: float  # of the main thread, in all
    longest: float  # task, processor time


class Scrolled(NamedTuple):
    """Milliseconds of one way of scrolling."""

    frame: float  # median
    worst: float  # frame
    cpu: float  # of the main thread, per frame
    longest: float  # task, processor time


@contextmanager
def chromium() -> Iterator[Any]:
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        raise SystemExit(f"there is no browser: looked for {', '.join(BROWSERS)}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--disable-dev-shm-usage", "--no-sandbox"])
        yield browser
        browser.close()


def cpu(session: Any) -> float:
    """Milliseconds that the main thread of a page has worked."""
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    return 1000 * float(metrics["TaskDuration"])


class Trace:
    """The tasks of a page's main thread while the block runs; `longest` is known after it."""

    def __init__(self, browser: Any, page: Any) -> None:
        self.browser, self.page, self.longest = browser, page, 0.0

    def __enter__(self) -> Trace:
        self.browser.start_tracing(page=self.page, categories=["devtools.timeline", TASKS])
        return self

    def __exit__(self, *_: object) -> None:
        events = json.loads(self.browser.stop_tracing())["traceEvents"]
        names = {(each["pid"], each["tid"]): each["args"]["name"] for each in events if each["name"] == "thread_name"}
        took = [
            each.get("tdur", 0) / 1000
            for each in events
            if each["name"].endswith("RunTask") and names.get((each["pid"], each["tid"])) == "CrRendererMain"
        ]
        self.longest = max(took)


@contextmanager
def new_page(browser: Any) -> Iterator[tuple[Any, Any]]:
    """An empty page, and the session that measures it."""
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.add_init_script(f"({WATCH})()")
    yield page, session
    context.close()


def go(page: Any, address: str) -> None:
    """Open an address, and wait until it is drawn and idle."""
    page.goto(address, wait_until="load")
    page.evaluate("() => window.watched.idle")


def opening(browser: Any, address: str) -> Opened:
    with new_page(browser) as (page, session):
        with Trace(browser, page) as trace:
            go(page, address)
            worked = cpu(session)
        load, idle = page.evaluate(TIMES)
        return Opened(load, max(0.0, idle - load), worked, trace.longest)


def _wheel(page: Any) -> None:
    page.mouse.move(600, 500)
    for _ in range(120):
        page.mouse.wheel(0, 600)
        page.wait_for_timeout(16)


def _drag(page: Any) -> None:
    """To the middle, to the end and back, as a scroll bar is dragged: a place in every frame."""
    page.evaluate(
        """() => new Promise((done) => {
          const stops = [0, 0.5, 1, 0];
          const [steps, all] = [40, 3 * 40];
          let number = 0;
          const move = () => {
            const part = Math.floor(number / steps);
            const share = stops[part] + ((stops[part + 1] - stops[part]) * (number % steps)) / steps;
            window.scrollTo({ top: share * document.documentElement.scrollHeight, behavior: "instant" });
            number += 1;
            if (number < all) requestAnimationFrame(move);
            else setTimeout(done, 300);
          };
          move();
        })"""
    )


def _jump(page: Any) -> None:
    """To the middle and to the end at once, and time to draw there."""
    for share in (0.5, 1, 0.25, 0.75):
        page.evaluate(f"window.scrollTo(0, {share} * document.documentElement.scrollHeight)")
        page.wait_for_timeout(500)


WAYS = {"wheel, 120 turns": _wheel, "dragged to the middle, the end and back": _drag, "jumps": _jump}


def scrolling(browser: Any, address: str) -> dict[str, Scrolled]:
    found = {}
    for name, way in WAYS.items():
        with new_page(browser) as (page, session):
            go(page, address)
            page.evaluate(FRAMES)
            with Trace(browser, page) as trace:
                before = cpu(session)
                way(page)
                worked = cpu(session) - before
            frames = page.evaluate("() => window.intervals")
            if not page.locator(".word").count():
                raise SystemExit(f"{name}: no word is drawn")
            found[name] = Scrolled(statistics.median(frames), max(frames), worked / len(frames), trace.longest)
    return found


def long_text(tokens: int) -> tuple[list[Document], list[Document]]:
    """A text with a mention for every fourth word, of which the response loses a tenth."""
    chance = random.Random(1)
    vocabulary = [f"{chance.choice('bdfgklmnprstvw')}{chance.choice('aeiou')}{number:x}" for number in range(3000)]
    words = chance.choices(vocabulary, k=tokens)
    sentences = [(start, min(start + 25, tokens)) for start in range(0, tokens, 25)]
    spans = sorted({(start, min(start + chance.choice((1, 1, 2, 3, 6)), tokens)) for start in range(0, tokens, 4)})
    sides: tuple[list[Document], list[Document]] = ([], [])
    for side, kept in zip(sides, (1.0, 0.9), strict=True):
        entities: dict[int, list[Mention]] = {}
        for start, end in spans:
            if chance.random() < kept:
                entity = chance.randrange(400) if chance.random() < 0.4 else -start - 1
                entities.setdefault(entity, []).append(Mention(start, end))
        side.append(Document("long", list(entities.values()), words=words, sentences=sentences))
    return sides


def row(name: str, values: Sequence[tuple[float, ...]], column: int = 0, most: float = math.inf) -> str:
    """The least and the median of each column; the least of one is held against its bound."""
    cells = []
    for number, found in enumerate(zip(*values, strict=True)):
        missed = ", exceeded" if number == column and min(found) >= most else ""
        cells.append(f"{min(found):.0f} ({statistics.median(found):.0f}){missed}")
    return f"| {name} | {' | '.join(cells)} |"


def measured(documents: int, words: int, repeats: int) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        key, *systems = write_corpora(Path(folder), documents)
        report, text = Path(folder, "report.html"), Path(folder, "text.html")
        report.write_text(render(cs.score(key, *systems)), encoding="utf-8")
        text.write_text(render(cs.score(*long_text(words), metrics=["b3"])), encoding="utf-8")
        sizes = [path.stat().st_size / 1e6 for path in (report, text)]
        long = f"text of {words:,} words"
        pages = {
            f"report of {documents} documents × {len(systems)} systems": report.as_uri(),
            "the same, errors": f"{report.as_uri()}#v=errors",
            "the same, entities": f"{report.as_uri()}#v=entities",
            "the same, text": f"{report.as_uri()}#d=1",
            long: f"{text.as_uri()}#d=1",
        }
        found: dict[str, list[Opened]] = {name: [] for name in pages}
        ways: dict[str, list[Scrolled]] = {name: [] for name in WAYS}
        for _ in range(repeats):
            for name, address in pages.items():
                found[name].append(opening(browser, address))
            for name, each in scrolling(browser, f"{text.as_uri()}#d=1").items():
                ways[name].append(each)
    yield "## Opening\n"
    yield "| page | to the load event, ms | from load to use, ms | CPU in all, ms | longest task, CPU ms |"
    yield "|---|---:|---:|---:|---:|"
    # On a busy machine the clock says little: the work of the main thread is held against the bound.
    for name, values in found.items():
        yield row(name, values, 2, math.inf if name == long else SOON)
    kept = "" if sizes[0] < MOST_MEGABYTES else ", exceeded"
    yield f"\nThe report has {sizes[0]:.2f} MB (bound {MOST_MEGABYTES:g}{kept}), the text {sizes[1]:.2f} MB.\n"
    yield f"## Scrolling through {words:,} words\n"
    yield "| how | median frame, ms | longest frame, ms | CPU of a frame, ms | longest task, CPU ms |"
    yield "|---|---:|---:|---:|---:|"
    yield from (row(name, values, 3, LONGEST) for name, values in ways.items())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=348)
    parser.add_argument("--words", type=int, default=1_000_000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--write", action="store_true", help=f"write {RESULTS.name}")
    given = parser.parse_args()
    lines = list(measured(given.documents, given.words, given.repeats))
    print("\n".join(lines))
    if given.write:
        head = f"One run of `python benchmarks/{' '.join([Path(__file__).name, *sys.argv[1:]])}`"
        about = (
            f"{head} ({platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.0f}, Chromium): "
            f"the least of {given.repeats} runs, and the median in brackets."
        )
        RESULTS.write_text("\n".join(["# Pages in a browser\n", f"{about}\n", *lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
