"""The site opened from disk: its search finds pages without a network, and asks nobody."""

import runpy

import pytest

pytest.importorskip("material", reason="mkdocs-material is not installed")
pytest.importorskip("hatchling", reason="hatchling is not installed")

from support.site import ROOT, build


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site as corefscope-docs has it."""
    folder = tmp_path_factory.mktemp("site")
    assert build(folder).returncode == 0
    runpy.run_path(str(ROOT / "release" / "docs" / "hooks.py"))["remove_unused"](folder)
    return folder


@pytest.fixture
def searched(browser):
    """Opens a page and searches; sees to it that it complains of nothing and loads nothing from elsewhere."""
    context = browser.new_context(viewport={"width": 1400, "height": 900})

    def opened(address, home, words="approximate randomization"):
        page = context.new_page()
        requests, complaints = [], []
        page.on("request", lambda request: requests.append(request.url))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
        page.goto(address)
        page.click("label[for=__search] >> nth=-1") if not page.is_visible(".md-search__input") else None
        page.fill(".md-search__input", words)
        page.locator(".md-search-result__link").first.wait_for()
        titles = page.locator(".md-search-result__link h1").all_inner_texts()
        assert complaints == []
        assert [url for url in requests if not url.startswith(home)] == []
        return page, titles

    yield opened
    context.close()


def test_search_works_from_disk(site, searched):
    _, titles = searched((site / "metrics" / "lea.html").as_uri(), site.as_uri())
    assert "Is the difference real?" in titles


def test_options_are_found_by_their_names(site, searched):
    _, titles = searched((site / "index.html").as_uri(), site.as_uri(), "--fail-under")
    assert "Continuous integration" in titles


@pytest.mark.parametrize(("width", "least"), [(390, 380), (1440, 850)])
def test_pages_fit_the_screen_and_use_its_width(site, browser, width, least):
    """Nothing moves the page sideways, and a wide screen shows the tables of `compare` whole."""
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.goto((site / "significance.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.locator("article pre").first.bounding_box()["width"] > least
    page.close()


def test_a_photo_of_the_report_is_that_of_the_docs(browser, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "release")
    import pictures

    name = "report-entities.png"
    photo, kept = pictures.PHOTOS[name], ROOT / "docs" / "images" / name
    context = browser.new_context(viewport=dict(zip(("width", "height"), photo.size, strict=True)))
    pictures.take(context, photo, tmp_path / name)
    context.close()
    assert (tmp_path / name).read_bytes()[16:24] == kept.read_bytes()[16:24]  # width and height
    assert (tmp_path / name).stat().st_size > 20_000  # nothing but a background would be smaller
