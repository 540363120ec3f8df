"""What tests of pages share: waiting until a page is drawn, and what is wrong with it."""

import pytest

# A text is drawn a part at each frame. Whatever is read only once is read after the page has stopped growing.
_SETTLED = """() => new Promise(done => {
  let size = -1, quiet = 0;
  const look = () => {
    const now = document.querySelectorAll("body *").length;
    quiet = now === size ? quiet + 1 : 0;
    size = now;
    if (quiet > 4) done(true); else requestAnimationFrame(look);
  };
  look();
})"""


def settle(page):
    """Wait until the page has not grown or shrunk for some frames."""
    page.evaluate(_SETTLED)


def go(page, place):
    """Follow a link within a page to a place, and wait until it is drawn."""
    page.evaluate("place => (location.hash = place)", place)
    settle(page)


def width(page):
    return page.evaluate("document.documentElement.scrollWidth")


def check_access(page):
    """Let axe look for what a reader with a screen reader, or without colours, would miss."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    settle(page)
    # It takes links to places of a text, such as #d=1, for skip links; the real one is tested with the keyboard.
    found = axe.Axe().run(page, options={"rules": {"skip-link": {"enabled": False}}})
    assert found.violations_count == 0, found.generate_report()
