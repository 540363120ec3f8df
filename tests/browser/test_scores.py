"""The scores view: a verdict first, charts that can be read, documents × systems, lists that sort."""

import pytest

import corefscope
from corefscope.model import Document, Mention
from support.command_line import KEY, ROOT, A, B
from support.pages import go, settle
from support.serving import until

expect = pytest.importorskip("playwright.sync_api").expect


def test_one_system(show):
    page = show(KEY, A)
    assert page.url.startswith("file:")
    table = page.locator("table.metrics")
    expect(table.locator("tbody tr")).to_have_count(8)
    expect(table.locator("tr", has_text="B³")).to_contain_text("77.73", use_inner_text=True)
    expect(table.locator("thead")).to_contain_text("F1 interval", use_inner_text=True)
    expect(page.locator(".view.scores")).to_contain_text("bootstrap of 2 documents", use_inner_text=True)
    for part in ("corefscope:", "match:exact"):
        expect(page.locator(".signature code")).to_contain_text(part, use_inner_text=True)
    expect(page.locator("svg.chart")).to_have_count(2)
    page = show(*([corefscope.read(path)[0]] for path in (KEY, A)))  # one document makes no scatter plot
    expect(page.locator(".chart")).to_have_count(1)
    expect(page.locator(".verdict")).to_contain_text("one document", use_inner_text=True)


def test_several_systems(show):
    page = show(KEY, A, B, names=["a", "b"])
    expect(page.locator(".view.scores h2").first).to_have_text("Verdict", use_inner_text=True)
    score = corefscope.score(KEY, A, B, names=["a", "b"])["b"].scores["conll"].f1
    expect(page.locator(".headline")).to_contain_text(f"scores highest: CoNLL F1 {100 * score:.2f}")
    expect(page.locator(".verdict")).to_contain_text("2 documents cannot show whether")
    table = page.locator("table.documents-by-system")
    page.get_by_label("Order").select_option("file")
    alone = [
        corefscope.score(*([side[number]] for side in map(corefscope.read, (KEY, response))))
        for number in range(2)
        for response in (A, B)
    ]
    f1 = [f"{100 * each.f1['conll']:.1f}" for each in alone]
    expect(table.locator("td.heat")).to_have_text(f1, use_inner_text=True)
    table.locator("a").last.click()
    expect(page.locator(".view.text")).to_be_visible()


def test_points_of_charts(show):
    chart = show(KEY, A, B, names=["a", "b"]).get_by_role("group", name="F1 of each document")
    page = chart.page
    expect(chart.locator('[tabindex="0"]')).to_have_count(1)
    expect(chart.locator("[tabindex]")).to_have_count(4)
    chart.locator('[tabindex="0"]').focus()
    hint = chart.locator(".hint text").text_content()
    page.keyboard.press("ArrowRight")
    until(lambda: chart.locator(".hint text").text_content() != hint)
    chart.locator("[tabindex]").last.hover()
    expect(chart.locator(".hint text")).to_contain_text("key mentions")
    chart.locator('[tabindex="0"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".view.text")).to_be_visible()


def test_faults_of_the_input_take_the_place_of_the_verdict(show):
    def side(shift, *more):
        spans = [[Mention(shift, shift + 1), Mention(shift + 2, shift + 3), *more], [Mention(shift + 4, shift + 6)]]
        return [Document(str(number), spans, words=list("abcdefghij")) for number in range(9)]

    page = show(side(0), side(1), side(0, Mention(8, 9)), names=["shifted", "good"])
    expect(page.locator(".view.scores h2").first).to_have_text("Check the input", use_inner_text=True)
    headline = "The input may be wrong: the scores of \u2068shifted\u2069 say little."
    expect(page.locator(".headline")).to_have_text(headline, use_inner_text=True)
    expect(page.locator(".verdict")).to_contain_text("one token earlier (they seem to be counted from 1)")
    for what in ("highest", "costliest errors", "chance"):
        expect(page.locator(".verdict")).not_to_contain_text(what)
    expect(page.locator(".change, .warned-of")).to_have_count(0)
    expect(page.locator("#warnings")).to_contain_text("mentions seem to be shifted")
    # Types that were guessed are no such fault.
    page = show(*(ROOT / "examples" / "tales" / f"{name}.jsonl" for name in ("key", "small")))
    expect(page.locator("#warnings")).to_contain_text("mention type guessed from words")
    expect(page.locator(".warned-of")).to_have_count(0)


def test_lists_sort_by_the_titles_of_their_columns(show):
    page = show(KEY, A, B, names=["a", "b"])
    rows = page.get_by_role("region", name="F1 of all systems").locator("tbody th")
    expect(rows).to_have_text(["a", "b"], use_inner_text=True)
    page.get_by_role("button", name="CoNLL", exact=True).click()  # the best first
    expect(rows).to_have_text(["b", "a"], use_inner_text=True)
    page.get_by_role("button", name="System, F1").click()
    expect(rows).to_have_text(["a", "b"], use_inner_text=True)
    documents = page.locator("table.documents-by-system")
    documents.get_by_role("button", name="b", exact=True).click()
    expect(page.get_by_label("Order")).to_have_value("system 1")
    settle(page)
    lowest = [float(each) for each in documents.locator("tbody td:nth-child(4)").all_text_contents()]
    assert lowest == sorted(lowest)
    expect(documents.locator("[aria-sort] button")).to_be_focused()
    go(page, "#v=entities")
    page.locator(".entities-of-key").get_by_role("button", name="Entity", exact=True).click()
    expect(page.get_by_label("Order").last).to_have_value("text")
    page.locator(".entities-of-key").get_by_role("button", name="Mentions").click()
    expect(page.get_by_label("Order").last).not_to_have_value("text")
    settle(page)
    sizes = [int(each) for each in page.locator(".entities-of-key tbody td:nth-child(2)").all_text_contents()]
    assert sizes == sorted(sizes, reverse=True)
