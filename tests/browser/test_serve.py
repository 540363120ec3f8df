"""The application: choosing and dropping files, problems, settings, scoring, comparing, agreement, downloads."""

import re
import shutil

import pytest

from corefscope.basics.escaping import visible
from support.application import agree, drop, pick, read, score, score_of
from support.command_line import KEY, A, B
from support.serving import endless, until

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect
files = pytest.importorskip("corefscope.web.files")
tasks = pytest.importorskip("corefscope.web.tasks")
ODD = '<b onclick="x">&amp; \u202eabc.conll'


def download(page, name):
    with page.expect_download() as loaded:
        page.get_by_role("button", name=name).click()
    return loaded.value


def test_choosing_checking_and_scoring(visit):
    page = visit()
    names = ["more ›", "broken.conll", "key.conll", "response-a.conll", "response-b.jsonl"]
    expect(page.locator(".entry-name")).to_have_text(names, use_inner_text=True)
    expect(page.get_by_role("button", name="Score")).to_be_disabled()
    expect(page.locator("#hint")).to_have_text("Choose a key and a response.")
    pick(page, "key.conll", "response-a.conll")
    fine = ["✓ no problems: 2 documents, 36 mentions", "✓ no problems: 2 documents, 32 mentions"]
    expect(page.locator(".fine")).to_have_text(fine)
    score(page)
    expect(page.locator("table.metrics tr", has_text="B³")).to_contain_text("77.73", use_inner_text=True)
    page.get_by_role("link", name="Errors").click()
    page.locator(".card.kind1 .examples a").first.click()
    expect(page).to_have_url(re.compile(r"/runs/\w+/#d="))
    expect(page.locator(".word.here").first).to_be_in_viewport()
    page.reload()
    page.wait_for_selector("body[data-added]")
    expect(page.locator(".detail .problem")).to_contain_text("conflated", use_inner_text=True)
    page.get_by_role("link", name="Files").click()
    page.wait_for_selector("body[data-ready]")
    # What was chosen is still chosen, and the result can be found again.
    expect(page.locator(".chosen > li")).to_have_count(2)
    page.locator(".results-held a").click()
    page.wait_for_selector("body[data-added]")


def test_problems_with_file_line_and_remedy(visit, examples):
    page = visit()
    pick(page, "key.conll", "broken.conll", "response-a.conll")
    problem = "broken.conll:3: entity 0 is closed but was never opened (the last column reads '0)')"
    expect(page.locator(".problems li")).to_have_text(f"error {problem}", use_inner_text=True)
    wrong = page.locator(".response .chosen > li").first.locator("p.wrong")
    expect(wrong).to_have_text("✗ 1 error", use_inner_text=True)
    expect(page.locator("#status")).to_have_text("1 of 3 have errors")
    page.get_by_role("button", name="Score").click()
    expect(page.locator(".failure li")).to_have_text([problem])
    page.get_by_role("button", name="Remove broken.conll").click()
    score(page)
    # A problem leads to the setting that its remedy names.
    (examples / "a.ann").write_text("T1\tPerson 0 9\tThe ferry\n", encoding="utf-8")
    (examples / "a.txt").write_text("The ferry left .\n", encoding="utf-8")
    lines = ("The (1", "ferry 1)", "left -", ". -")
    rows = "".join(f"a 0 {number} {line}\n" for number, line in enumerate(lines))
    (examples / "cut.conll").write_text(f"#begin document (a); part 000\n{rows}#end document\n", encoding="utf-8")
    page = visit()
    pick(page, "a.ann", "cut.conll")
    expect(page.locator(".response .problems")).to_contain_text("--align characters")
    page.get_by_role("button", name="Go to this setting").click()
    setting = page.get_by_label("If key and response are tokenised differently")
    expect(setting).to_be_focused()
    setting.select_option("characters")
    expect(page.locator(".fine")).to_have_count(2)


def test_files_of_this_machine(visit, monkeypatch):
    page = visit()
    drop(page, "key", {"first.conll": read(KEY)})
    expect(page.locator(".key .fine")).to_have_count(1)
    drop(page, "key", {"mine.conll": read(KEY)})
    expect(page.locator(".key .chosen .name")).to_have_text("mine.conll")
    drop(page, "response", {"one.conll": read(A), "two.jsonl": read(B)})
    expect(page.locator(".fine")).to_have_count(3)
    names = page.locator(".response input.name")
    assert names.evaluate_all("all => all.map(each => each.value)") == ["one.conll", "two.jsonl"]
    held = visit.client.app.uploads.submissions
    until(lambda: [each.label for each in list(held.values())] == ["mine.conll", "one.conll", "two.jsonl"])
    names.first.fill("ours")
    score(page)
    expect(page.locator("header select option")).to_have_text(["ours", "two.jsonl"], use_inner_text=True)
    paths = page.locator("table.sides td.path")
    until(lambda: paths.all_inner_texts()[::2] == ["mine.conll", "one.conll", "two.jsonl"])
    page = visit()
    with page.expect_file_chooser() as chosen:
        page.locator(".side.key").get_by_role("button", name="Choose files…").click()
    chosen.value.set_files(KEY)
    expect(page.locator(".key .fine")).to_have_count(1)
    monkeypatch.setattr(files, "LARGEST_UPLOAD", 1_000_000)
    page = visit()
    drop(page, "key", {"large.conll": "x" * 1_000_001})
    expect(page.locator(".key p.wrong")).to_have_text("large.conll has 1 MB, but the limit of an upload is 1 MB")
    expect(page.locator(".chosen > li")).to_have_count(0)


def test_metrics_settings_and_presets(visit):
    page = visit()
    pick(page, "key.conll", "response-a.conll")
    preset, further = page.get_by_label("Preset"), page.get_by_label("Metrics with parameters")
    match, chosen = page.get_by_label("When two mentions are the same"), page.locator(".chip:has(input:checked)")
    page.get_by_text("More metrics and settings").click()
    preset.select_option("codicrac-bridging")  # which has other metrics
    expect(chosen).to_have_text(["Bridging"], use_inner_text=True)
    expect(further).to_have_value("bridging(level=anaphor), bridging(level=mention)")
    preset.select_option("codicrac-anaphora")
    expect(chosen).to_have_count(8)
    expect(further).to_have_value("")
    page.get_by_label("MUC", exact=True).uncheck()
    preset.select_option("crac2024")
    expect(match).to_have_value("head")
    expect(page.locator(".field", has=match).locator(".help")).to_contain_text("head: ")
    expect(page.get_by_label("Zeros are matched by")).to_have_value("dependent")
    match.select_option("exact")
    expect(page.locator(".field", has=match).locator(".help")).to_contain_text("exact: they cover the same tokens")
    expect(preset).to_have_value("")
    further.fill("blanc(alpha=0.2), pairwise")
    further.press("Tab")
    score(page)
    rows = page.locator("table.metrics tbody th")
    expect(rows).to_have_text(
        ["Mentions", "B³", "CEAFm", "CEAFe", "BLANC", "LEA", "CoNLL", "BLANC(alpha=0.2)", "Pairwise"]
    )
    for part in ("singletons:drop", "zeros:dependent"):
        expect(page.locator(".signature code")).to_contain_text(part, use_inner_text=True)


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
    expect(lines.nth(1)).to_contain_text("2 documents cannot show whether")
    expect(tables.nth(0).locator("tbody tr").nth(0).locator(".kept")).to_contain_text("75.00")
    page.get_by_text("Test settings").click()
    page.get_by_label("Baseline").select_option("response-b.jsonl")
    expect(page.locator("code")).to_contain_text("test:exact")
    expect(tables.nth(0).locator("caption")).to_have_text("F1")  # no ranks
    seed = page.get_by_label("Seed")
    for text, place, expected in (("x", ".failure", "seed must be a number, not 'x'"), ("7", "code", "seed:7")):
        seed.fill(text)
        seed.press("Enter")
        expect(page.locator(place)).to_contain_text(expected)
    page.get_by_text("Download", exact=True).click()
    assert "seed:7" in read(download(page, "comparison as CSV").path())


def test_agreement(visit):
    page = visit()
    home = page.url
    agree(page, "key.conll", "response-a.conll", "response-b.jsonl")
    agreement = page.url
    expect(page.locator("main")).to_contain_text("3 annotators, 2 documents, 34 mentions")
    page.get_by_role("link", name="Text").click()
    page.wait_for_selector("body[data-added]")
    views = page.get_by_role("navigation", name="Views").get_by_role("link")
    expect(views).to_have_text(["Files", "Scores", "Errors", "Entities", "Text", "Agreement"])
    expect(page.locator(".compared")).to_contain_text("against A, as the key")
    page.locator(".tag").first.click()
    expect(page.locator(".detail .facts")).to_contain_text(re.compile("^(A|B) · "))
    views.filter(has_text="Entities").click()
    expect(page.locator(".entities-of-key h2")).to_contain_text("A entities")
    views.filter(has_text="Scores").click()
    expect(page.locator(".headline")).to_have_text(re.compile(r"A.* and .*C.* agree with CoNLL F1 91\.18; .*75\.00"))
    expect(page.locator("main")).not_to_contain_text("Rank")
    page.get_by_text("Download").click()
    assert read(download(page, "report as HTML").path()).startswith("<!doctype html>")
    page.get_by_role("link", name="Agreement", exact=True).click()
    expect(page).to_have_url(agreement)
    page.goto(home)
    page.wait_for_selector("body[data-ready]")
    page.get_by_role("link", name="Agreement of A, B, C").click()
    page.wait_for_url(agreement)


def test_progress_and_cancelling(visit, monkeypatch):
    jobs = visit.client.app.jobs
    page = visit()
    pick(page, "key.conll", "response-a.conll", "response-b.jsonl")
    with monkeypatch.context() as patch:
        patch.setitem(tasks.TASKS, "score", endless)
        page.get_by_role("button", name="Score").click()
        expect(page.locator(".working")).to_contain_text(re.compile(r"\d+"))
        [job] = jobs.all()[:1]
        page.get_by_role("button", name="Cancel").click()
        expect(page.locator("#hint")).to_have_text("Cancelled.")
        until(lambda: job.is_cancelled and not job.is_running)
        expect(page.get_by_role("button", name="Score")).to_be_focused()
    score(page)
    with monkeypatch.context() as patch:
        patch.setitem(tasks.TASKS, "compare", endless)
        page.get_by_role("link", name="Compare").click()
        until(lambda: jobs.all()[0].task == "compare")
        [comparison] = jobs.all()[:1]
        page.get_by_role("button", name="Stop").click()
        expect(page.locator(".busy")).to_contain_text("Stopped.")
        until(lambda: comparison.is_cancelled and not comparison.is_running)
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".compare")).to_contain_text("-16.18")
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()


def test_access_extends_to_other_tabs_but_not_to_other_browsers(visit, browser):
    page = score_of(visit)
    result, address, origin = page.url, visit.client.address, visit.client.origin
    page.reload()
    page.wait_for_selector("body[data-added]")
    assert "#" not in result  # the token is gone from the address
    for other in (result, f"{result}#v=errors", f"{result}compare", f"{origin}/", address, address):
        tab = page.context.new_page()
        tab.goto(other)
        tab.wait_for_selector("body[data-ready]")
        assert visit.client.app.key not in tab.url
        tab.close()
    assert page.context.cookies() == []
    context = browser.new_context()
    stranger = context.new_page()
    for other in (f"{origin}/", result):
        stranger.goto(other)
        expect(stranger.locator("main")).to_contain_text("this browser has no access (open the address")
    context.close()


def test_a_stopped_application(visit):
    page = visit()
    page.route("**/jobs/check", lambda route: route.abort())
    with page.expect_console_message():
        page.get_by_role("button", name="key.conll: key").click()
    expect(page.locator(".key p.wrong")).to_have_text("the application does not answer (is it still running?)")
    visit.complaints.clear()


def test_names_are_text(visit, examples):
    image = "<img src=x onerror=alert(1)>.conll"
    for name in (ODD, image):
        shutil.copy(A, examples / name)
    page = visit()
    expect(page.locator(".entry-name", has_text=ODD)).to_have_text([ODD])
    pick(page, "key.conll", ODD)
    score(page)
    expect(page.locator("header bdi").first).to_have_text(ODD, use_inner_text=True)
    page.get_by_role("link", name="Compare").click()
    page.wait_for_selector("body[data-ready]")
    # In tables, characters that change the direction of text are shown as escapes.
    assert visible(ODD) != ODD
    expect(page.locator("tbody th").first).to_have_text(visible(ODD))
    page = visit()
    agree(page, image, "key.conll", names=(image, "A"))
    expect(page.locator("main table").first).to_contain_text(image)
    expect(page.locator("main img")).to_have_count(0)


def tab_to(page, name, most=80):
    label = "(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()"
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate(label) == name:
            return
    raise AssertionError(f"{name} cannot be reached with Tab")


def test_everything_with_the_keyboard(visit):
    page = visit()
    tab_to(page, "key.conll: key")
    page.keyboard.press("Space")
    tab_to(page, "response-a.conll: response")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="response-a.conll: response")).to_be_focused()
    expect(page.locator(".fine")).to_have_count(2)
    tab_to(page, "Remove response-a.conll")
    page.keyboard.press("Enter")
    expect(page.locator(".response .drop button").first).to_be_focused()
    page.get_by_role("button", name="response-a.conll: response").focus()
    page.keyboard.press("Enter")
    tab_to(page, "Score")
    page.keyboard.press("Enter")
    page.wait_for_url("**/runs/*/")
    page.wait_for_selector("body[data-added]")
    tab_to(page, "Compare")
    page.keyboard.press("Enter")
    page.wait_for_selector(".compare[aria-busy]", state="detached")
    page.wait_for_selector("body[data-ready]")
    tab_to(page, "Download")
    page.keyboard.press("Enter")
    tab_to(page, "scores as CSV")
    with page.expect_download() as loaded:
        page.keyboard.press("Enter")
    assert loaded.value.suggested_filename == "corefscope-scores.csv"
