"""Files whose names are not UTF-8, in a browser."""

import os
import shutil
import sys

import pytest

from support.command_line import KEY, A

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux takes any bytes for a name")
ODD, ODD_FOLDER = "r\udcff\udce9.conll", "d\udce9"


@pytest.fixture
def folder(tmp_path):
    shutil.copy(KEY, tmp_path / "key.conll")
    shutil.copy(A, tmp_path / ODD)
    (tmp_path / ODD_FOLDER).mkdir()
    shutil.copy(A, tmp_path / ODD_FOLDER / "x.conll")
    assert os.fsencode(ODD) in os.listdir(os.fsencode(tmp_path))
    return tmp_path


def test_in_a_browser(serving, folder, browser):
    from playwright.sync_api import expect

    client = serving()
    page = browser.new_page()
    page.goto(client.address)
    page.wait_for_selector("body[data-ready]")
    shown = r"r\udcff\udce9.conll"
    expect(page.locator(".entry-name")).to_have_text([r"d\udce9 ›", "key.conll", shown])
    page.get_by_role("button", name="key.conll: key").click()
    page.locator("li", has_text=shown).locator(".pick").last.click()
    page.locator("button.entry-name").click()
    expect(page.locator(".entry-name")).to_have_text(["x.conll"])
    page.get_by_role("button", name="x.conll: response").click()
    expect(page.locator(".fine")).to_have_count(3)
    page.get_by_role("button", name="Score").click()
    page.wait_for_selector("body[data-added]")
    expect(page.locator("table.metrics tr", has_text="B³")).to_contain_text("77.73", use_inner_text=True)
    expect(page.locator("table.sides")).to_contain_text(shown, use_inner_text=True)
    page.close()
