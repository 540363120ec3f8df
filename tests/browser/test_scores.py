"""The scores view: a verdict first, charts that can be read and saved, documents × systems."""

import itertools

import pytest

import corefscope
from corefscope.model import Document, Mention
from support.command_line import KEY, ROOT, A, B
from support.serving import until

expect = pytest.importorskip("playwright.sync_api").expect


def test_the_verdict_comes_first_and_has_the_table_s_numbers(show):
    page = show(KEY, A, B, names=["a", "b"])
    first = page.locator(".view.scores h2").first
    expect(first).to_have_text("Verdict", use_inner_text=True)
    score = corefscope.score(KEY, A, B, names=["a", "b"])["b"].scores["conll"].f1
    expect(page.locator(".headline")).to_contain_text(f"scores highest: CoNLL F1 {100 * score:.2f}")
    expect(page.locator(".verdict")).to_contain_text("cannot be shown with 2 documents")


def test_faults_of_the_input_stand_in_the_place_of_the_verdict(show):
    def side(shift, *more):
        spans = [[Mention(shift, shift + 1), Mention(shift + 2, shift + 3), *more], [Mention(shift + 4, shift + 6)]]
        return [Document(str(number), spans, words=list("abcdefghij")) for number in range(9)]

    page = show(side(0), side(1), side(0, Mention(8, 9)), names=["shifted", "good"])
    expect(page.locator(".view.scores h2").first).to_have_text("Check the input", use_inner_text=True)
    said = "The input may be wrong: the scores of \u2068shifted\u2069 say little."
    expect(page.locator(".headline")).to_have_text(said, use_inner_text=True)
    expect(page.locator(".verdict")).to_contain_text("one token earlier (they seem to be counted from 1)")
    for what in ("highest", "Most is lost", "chance"):
        expect(page.locator(".verdict")).not_to_contain_text(what)
    assert page.locator(".change").count() == page.locator(".warned-of").count() == 0
    expect(page.locator("#warnings")).to_contain_text("mentions seem to be shifted")


def test_types_that_were_guessed_are_no_banner(show):
    page = show(*(ROOT / "examples" / "tales" / f"{name}.jsonl" for name in ("key", "small")))
    expect(page.locator("#warnings")).to_contain_text("mention type guessed from words")
    assert page.locator(".warned-of").count() == 0


def test_rows_of_a_chart_do_not_blur(show):
    page = show(KEY, A, B, A, B, names=["a", "b", "c", "d"])
    dots = page.locator('.chart [aria-label^="MUC, "]')
    tops = sorted(dots.nth(place).bounding_box()["y"] for place in range(dots.count()))
    assert len(tops) == 4
    assert all(two - one > 9 for one, two in itertools.pairwise(tops))


def test_points_say_what_they_are_with_the_focus_and_under_a_pointer(show):
    page = show(KEY, A, B, names=["a", "b"])
    chart = page.get_by_role("group", name="F1 of each document")
    assert chart.locator('[tabindex="0"]').count() == 1
    assert chart.locator("[tabindex]").count() == 4
    chart.locator('[tabindex="0"]').focus()
    told = chart.locator(".hint text").text_content()
    page.keyboard.press("ArrowRight")
    until(lambda: chart.locator(".hint text").text_content() != told)
    chart.locator("[tabindex]").last.hover()
    expect(chart.locator(".hint text")).to_contain_text("key mentions")
    chart.locator('[tabindex="0"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".view.text")).to_be_visible()


def test_one_document_is_no_scatter(show):
    sides = [[corefscope.read(path)[0]] for path in (KEY, A)]
    page = show(*sides)
    assert page.locator(".chart").count() == 1
    expect(page.locator(".verdict")).to_contain_text("one document", use_inner_text=True)


def test_documents_by_systems(show):
    page = show(KEY, A, B, names=["a", "b"])
    table = page.locator("table.documents-by-system")
    page.get_by_label("Order").select_option("file")
    alone = [
        corefscope.score(*([side[number]] for side in map(corefscope.read, (KEY, response))))
        for number in range(2)
        for response in (A, B)
    ]
    expect(table.locator("td.heat")).to_have_text(
        [f"{100 * each.f1['conll']:.1f}" for each in alone], use_inner_text=True
    )
    table.locator("a").last.click()
    expect(page.locator(".view.text")).to_be_visible()


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
    lowest = [float(each) for each in documents.locator("tbody td:nth-child(4)").all_text_contents()]
    assert lowest == sorted(lowest)
    assert documents.locator("[aria-sort] button").evaluate("button => button === document.activeElement")
    page.evaluate("location.hash = '#v=entities'")
    sizes = page.locator(".entities-of-key tbody td:nth-child(2)")
    page.locator(".entities-of-key").get_by_role("button", name="Entity", exact=True).click()
    expect(page.get_by_label("Order").last).to_have_value("text")
    page.locator(".entities-of-key").get_by_role("button", name="Mentions").click()
    expect(page.get_by_label("Order").last).not_to_have_value("text")
    found = [int(each) for each in sizes.all_text_contents()]
    assert found == sorted(found, reverse=True)


def test_on_a_phone_the_main_score_stays_in_sight(show):
    page = show(KEY, A, B, names=["a", "b"], viewport={"width": 390, "height": 800})
    kept, frame = page.locator("tbody .kept").first, page.locator(".scrolled").first
    for left in (0, 70, 9999):
        frame.evaluate("(box, left) => box.scrollLeft = left", left)
        box, around = kept.bounding_box(), frame.bounding_box()
        assert around["x"] <= box["x"]
        assert box["x"] + box["width"] <= around["x"] + around["width"] + 1
