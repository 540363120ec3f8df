"""The application in a real browser: choosing and dropping files, problems, settings, scoring, comparing, reading."""

import re

import pytest

from support.application import drop, pick, read, score, score_of
from support.command_line import KEY, A, B
from support.serving import until

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect
files = pytest.importorskip("corefscope.web.files")


def test_choosing_checking_and_scoring(visit):
    page = visit()
    names = ["more ›", "broken.conll", "key.conll", "response-a.conll", "response-b.jsonl"]
    expect(page.locator(".entry-name")).to_have_text(names, use_inner_text=True)
    expect(page.get_by_role("button", name="Score")).to_be_disabled()
    expect(page.locator("#hint")).to_have_text("Choose a key and a response.")
    pick(page, "key.conll", "response-a.conll")
    expect(page.locator(".fine")).to_have_text(
        ["✓ no problems: 2 documents, 36 mentions", "✓ no problems: 2 documents, 32 mentions"]
    )
    score(page)
    expect(page.locator("table.metrics tr", has_text="B³")).to_contain_text("77.73", use_inner_text=True)
    page.get_by_role("link", name="Files").click()
    page.wait_for_selector("body[data-ready]")
    # What was chosen is still chosen, and the result can be found again.
    expect(page.locator(".chosen > li")).to_have_count(2)
    page.locator(".results-held a").click()
    page.wait_for_selector("body[data-added]")


def test_folders(visit):
    page = visit()
    page.get_by_role("button", name="more", exact=True).click()
    expect(page.locator(".entry-name")).to_have_text(["other.conll"])
    page.get_by_role("button", name="other.conll: response").click()
    page.locator(".crumbs button").click()
    expect(page.locator(".entry-name")).to_have_count(5)
    pick(page, "key.conll", "more")
    expect(page.locator(".response .fine")).to_have_text(["✓ no problems: 2 documents, 32 mentions"] * 2)


def test_problems_with_file_line_and_remedy(visit):
    page = visit()
    pick(page, "key.conll", "broken.conll", "response-a.conll")
    problem = "error broken.conll:3: entity 0 is closed but was never opened (the last column reads '0)')"
    expect(page.locator(".problems li")).to_have_text(problem, use_inner_text=True)
    expect(page.locator(".response .chosen > li").first.locator("p.wrong")).to_have_text(
        "✗ 1 error", use_inner_text=True
    )
    expect(page.locator("#status")).to_have_text("1 of 3 have errors")
    page.get_by_role("button", name="Score").click()
    expect(page.locator(".failure li")).to_have_text(
        ["broken.conll:3: entity 0 is closed but was never opened (the last column reads '0)')"]
    )
    page.get_by_role("button", name="Remove broken.conll").click()
    score(page)


def test_dropping_files(visit):
    page = visit()
    drop(page, "key", {"first.conll": read(KEY)})
    expect(page.locator(".key .fine")).to_have_count(1)
    drop(page, "key", {"mine.conll": read(KEY)})
    expect(page.locator(".key .chosen .name")).to_have_text("mine.conll")
    drop(page, "response", {"one.conll": read(A), "two.jsonl": read(B)})
    expect(page.locator(".fine")).to_have_count(3)
    assert page.locator(".response input.name").evaluate_all("all => all.map(each => each.value)") == [
        "one.conll",
        "two.jsonl",
    ]
    held = visit.client.app.uploads.submissions
    until(lambda: [each.label for each in list(held.values())] == ["mine.conll", "one.conll", "two.jsonl"])
    page.locator(".response input.name").first.fill("ours")
    score(page)
    expect(page.locator("header select option")).to_have_text(["ours", "two.jsonl"], use_inner_text=True)
    paths = page.locator("table.sides td.path")
    until(lambda: paths.all_inner_texts()[::2] == ["mine.conll", "one.conll", "two.jsonl"])


def test_annotations_dropped_with_their_texts_are_one_submission(visit):
    page = visit()
    drop(page, "response", {"a.ann": "T1\tPerson 0 3\tAnn\n", "a.txt": "Ann left .\n"})
    expect(page.locator(".response .fine")).to_have_text("✓ no problems: 1 document, 1 mention")


def test_choosing_files_of_this_machine(visit):
    page = visit()
    for side, path in (("key", KEY), ("response", A)):
        with page.expect_file_chooser() as chosen:
            page.locator(f".side.{side}").get_by_role("button", name="Choose files…").click()
        chosen.value.set_files(path)
        expect(page.locator(f".{side} .fine")).to_have_count(1)
    score(page)


def test_an_upload_that_is_too_large(visit, monkeypatch):
    monkeypatch.setattr(files, "LARGEST_UPLOAD", 1_000_000)
    page = visit()
    drop(page, "key", {"large.conll": "x" * 1_000_001})
    expect(page.locator(".key p.wrong")).to_have_text("large.conll has 1 MB, and an upload has at most 1 MB")
    assert page.locator(".chosen > li").count() == 0


def test_a_preset_with_metrics_of_its_own(visit):
    page = visit()
    pick(page, "key.conll", "response-a.conll")
    page.get_by_text("More metrics and settings").click()
    chosen = page.locator(".chip:has(input:checked)")
    page.get_by_label("Preset").select_option("codicrac-bridging")
    expect(chosen).to_have_text(["Bridging"], use_inner_text=True)
    further = page.get_by_label("Metrics with parameters")
    expect(further).to_have_value("bridging(level=anaphor), bridging(level=mention)")
    page.get_by_label("Preset").select_option("codicrac-anaphora")
    expect(chosen).to_have_count(8)
    expect(further).to_have_value("")
    page.get_by_label("LEA", exact=True).uncheck()
    page.get_by_label("Preset").select_option("conll2012")
    expect(chosen).to_have_count(7)


def test_metrics_settings_and_presets(visit):
    page = visit()
    pick(page, "key.conll", "response-a.conll")
    for name in ("MUC", "CEAFm", "BLANC"):
        page.get_by_label(name, exact=True).uncheck()
    page.get_by_label("Preset").select_option("crac2024")
    expect(page.get_by_label("When two mentions are the same")).to_have_value("head")
    page.get_by_text("More metrics and settings").click()
    expect(page.get_by_label("Zeros are matched by")).to_have_value("dependent")
    page.get_by_label("When two mentions are the same").select_option("exact")
    expect(page.get_by_label("Preset")).to_have_value("")
    page.get_by_label("Metrics with parameters").fill("blanc(alpha=0.2), pairwise")
    page.get_by_label("Metrics with parameters").press("Tab")
    score(page)
    rows = page.locator("table.metrics tbody th")
    expect(rows).to_have_text(["Mentions", "B³", "CEAFe", "LEA", "CoNLL", "BLANC(alpha=0.2)", "Pairwise"])
    expect(page.locator(".signature code")).to_contain_text("singletons:drop", use_inner_text=True)
    expect(page.locator(".signature code")).to_contain_text("zeros:dependent", use_inner_text=True)


def test_a_format_that_has_to_be_named_is_asked_for_again(visit):
    page = visit()
    pick(page, "key.conll", "response-a.conll")
    page.get_by_text("More metrics and settings").click()
    page.get_by_label("Format of the key").select_option("json")
    expect(page.locator(".key .problems")).to_contain_text("key.conll")
    page.get_by_label("Format of the key").select_option("")
    expect(page.locator(".key .fine")).to_have_count(1)


def test_a_problem_leads_to_the_setting_that_its_remedy_names(visit, examples):
    (examples / "a.ann").write_text("T1\tPerson 0 9\tThe ferry\n", encoding="utf-8")
    (examples / "a.txt").write_text("The ferry left .\n", encoding="utf-8")
    (examples / "cut.conll").write_text(
        "#begin document (a); part 000\n"
        + "".join(
            f"a 0 {number} {word} {cell}\n"
            for number, (word, cell) in enumerate([("The", "(1"), ("ferry", "1)"), ("left", "-"), (".", "-")])
        )
        + "#end document\n",
        encoding="utf-8",
    )
    page = visit()
    pick(page, "a.ann", "cut.conll")
    expect(page.locator(".response .problems")).to_contain_text("--align characters")
    page.get_by_role("button", name="To this setting").click()
    setting = page.get_by_label("Where key and response are tokenised differently")
    expect(setting).to_be_focused()
    setting.select_option("characters")
    expect(page.locator(".fine")).to_have_count(2)


def test_comparing(visit):
    page = visit()
    pick(page, "key.conll", "response-a.conll", "response-b.jsonl")
    score(page)
    page.get_by_role("link", name="Compare").click()
    page.wait_for_selector("body[data-ready]")
    lines, tables = page.locator(".card").first.locator("p"), page.locator("table")
    expect(lines.first).to_have_text(
        "\u2068response-b.jsonl\u2069 scores highest: CoNLL F1 91.18, 16.18 points above \u2068response-a.conll\u2069."
    )
    expect(lines.nth(1)).to_contain_text("cannot be shown with 2 documents")
    expect(tables.nth(0).locator("tbody tr").nth(0).locator(".kept")).to_contain_text("75.00")
    views = ["Files", "Scores", "Errors", "Entities", "Text", "Compare"]
    expect(page.locator("header nav a")).to_have_text(views, use_inner_text=True)
    expect(page.locator(".compare")).to_contain_text("-16.18")
    page.get_by_text("How it is judged").click()
    page.get_by_label("Baseline").select_option("response-b.jsonl")
    expect(page.locator("code")).to_contain_text("test:exact")
    expect(tables.nth(0).locator("caption")).to_have_text("F1")  # no ranks
    page.get_by_label("Seed").fill("x")
    page.get_by_label("Seed").press("Enter")
    expect(page.locator(".failure")).to_contain_text("seed must be a number, not 'x'")
    page.get_by_label("Seed").fill("7")
    page.get_by_label("Seed").press("Enter")
    expect(page.locator("code")).to_contain_text("seed:7")
    page.get_by_text("Download", exact=True).click()
    with page.expect_download() as loaded:
        page.get_by_role("button", name="comparison as CSV").click()
    assert "seed:7" in read(loaded.value.path())


def test_walking_to_an_error_in_the_text(visit):
    page = score_of(visit)
    page.get_by_role("link", name="Errors").click()
    page.locator(".card.kind1 .examples a").first.click()
    expect(page).to_have_url(re.compile(r"/runs/\w+/#d="))
    expect(page.locator(".detail .problem")).to_contain_text("conflated", use_inner_text=True)
    expect(page.locator(".word.here").first).to_be_in_viewport()
    page.reload()
    page.wait_for_selector("body[data-added]")
    expect(page.locator(".detail .problem")).to_contain_text("conflated", use_inner_text=True)
