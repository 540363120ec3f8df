"""The site opened from disk: its search finds pages without a server, and asks nobody."""

import pytest

pytest.importorskip("material", reason="mkdocs-material is not installed")

from support.site import build


def test_search_works_from_disk(browser, tmp_path):
    assert build(tmp_path).returncode == 0
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    page = context.new_page()
    requests, complaints = [], []
    page.on("request", lambda request: requests.append(request.url))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
    page.goto((tmp_path / "metrics" / "lea.html").as_uri())
    page.click("label[for=__search] >> nth=-1") if not page.is_visible(".md-search__input") else None
    page.fill(".md-search__input", "approximate randomization")
    result = page.locator(".md-search-result__link").first
    result.wait_for()
    titles = page.locator(".md-search-result__link h1").all_inner_texts()
    assert "Is the difference real?" in titles
    context.close()
    assert complaints == []
    assert [url for url in requests if not url.startswith(tmp_path.as_uri())] == []
