"""The site opened from disk: its search finds pages without a network, and asks nobody."""

import pytest


@pytest.fixture
def searched(browser, site):
    """Open a page and search; the page must report no error and load nothing from elsewhere."""
    context = browser.new_context(viewport={"width": 1400, "height": 900})

    def opened(path, words):
        page = context.new_page()
        requests, complaints = [], []
        page.on("request", lambda request: requests.append(request.url))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
        page.goto((site / path).as_uri())
        page.click("label[for=__search] >> nth=-1") if not page.is_visible(".md-search__input") else None
        page.fill(".md-search__input", words)
        page.locator(".md-search-result__link").first.wait_for()
        titles = page.locator(".md-search-result__link h1").all_text_contents()
        assert complaints == []
        assert [url for url in requests if not url.startswith(site.as_uri())] == []
        return titles

    yield opened
    context.close()


def test_search_works_from_disk(searched):
    assert "Is the difference real?" in searched("metrics.html", "approximate randomization")
    assert any("ontinuous integration" in title for title in searched("index.html", "--fail-under"))


def test_pages_fit_the_screen_and_use_its_width(site, browser):
    """Nothing moves the page sideways, and a wide screen shows the tables of `compare` whole."""
    for size, least in ((390, 380), (1440, 850)):
        page = browser.new_page(viewport={"width": size, "height": 900})
        page.goto((site / "significance.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") == size
        assert page.locator("article pre").first.bounding_box()["width"] > least
        page.close()
