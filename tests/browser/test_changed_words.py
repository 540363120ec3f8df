"""What a language model changed, left out or invented, in the text of a report."""

import re

import pytest

from support.serving import until

expect = pytest.importorskip("playwright.sync_api").expect

PLAIN = [["Anna", "saw", "the", "old", "mill", "."], ["She", "liked", "it", "."], ["Then", "Anna", "went", "home", "."]]
KEY = {"doc_key": "tale", "sentences": PLAIN, "clusters": [[[0, 0], [6, 6], [11, 11]], [[2, 4], [8, 8]]]}
ANSWER = '<m id="1">Anna</m> saw <m id="2">the ancient mill</m>. <m id="1">She</m> really liked <m id="2">it</m>. '


@pytest.fixture
def files(tmp_path):
    import json

    key, response = tmp_path / "key.jsonl", tmp_path / "answer.txt"
    key.write_text(json.dumps(KEY) + "\n")
    response.write_text(ANSWER + '<m id="1">Anna</m> went home.\n')
    return key, response


def test_changed_left_out_and_invented_words_are_marked(files, show):
    page = show(*files, place="#d=1")
    for kind, word in {"changed": "old", "deleted": "Then", "invented": "really"}.items():
        expect(page.locator(f".prose .{kind}")).to_have_text([re.compile(rf"(^|\s){word}\s*$")], use_inner_text=True)
    assert page.locator(".prose .changed").get_attribute("title") == "the response has: ancient"
    said = "Words of this text in the response: 1 changed, 1 left out, 1 added."
    expect(page.locator("main")).to_contain_text(said)


def test_the_legend_says_what_the_marks_mean(files, show):
    page = show(*files, place="#d=1")
    page.locator("details.legend summary").click()
    said = page.get_by_role("list", name="What the response did to the text")
    expect(said.get_by_role("listitem")).to_have_count(3)
    expect(said).to_contain_text("left out in the response", use_inner_text=True)
    style = "each => getComputedStyle(each).textDecorationLine"
    lines = {kind: said.locator(f".{kind}").evaluate(style) for kind in ("changed", "deleted", "invented")}
    assert lines == {"changed": "underline", "deleted": "line-through", "invented": "none"}


def test_other_reports_have_no_such_legend(files, show):
    page = show(files[0], files[0], place="#d=1")
    page.locator("details.legend summary").click()
    until(lambda: page.get_by_role("list", name="What the response did to the text").count() == 0)


@pytest.mark.parametrize("width", [390, 1440])
def test_nothing_is_wider_than_the_screen(files, show, width):
    page = show(*files, place="#d=1", viewport={"width": width, "height": 800})
    page.locator("details.legend summary").click()
    until(lambda: page.evaluate("document.documentElement.scrollWidth") <= width)
