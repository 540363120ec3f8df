"""The application in a real browser: choosing and dropping files, problems, scoring, comparing, reading, downloads."""

import re
import shutil
import threading

import pytest

from corefscope.basics.escaping import visible
from support.command_line import KEY, ROOT, A, B
from support.serving import endless, until

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect
tasks = pytest.importorskip("corefscope.web.tasks")
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
ODD = '<b onclick="x">&amp; \u202eabc.conll'


@pytest.fixture
def folder(tmp_path):
    for path in (KEY, A, B, ROOT / "examples" / "broken.conll"):
        shutil.copy(path, tmp_path)
    (tmp_path / "more").mkdir()
    shutil.copy(A, tmp_path / "more" / "other.conll")
    return tmp_path


@pytest.fixture
def visit(browser, serving, folder):
    """Opens the application, and sees that its pages complain of nothing and ask nobody else."""
    contexts, complaints, requests = [], [], []
    client = serving(folder)

    def opened(**context):
        context = {"viewport": {"width": 1300, "height": 900}, "reduced_motion": "reduce", **context}
        contexts.append(browser.new_context(**context))
        page = contexts[-1].new_page()
        page.on("console", lambda message: message.type in ("error", "warning") and complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(client.address)
        page.wait_for_selector("body[data-ready]")
        return page

    opened.client, opened.complaints = client, complaints
    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
    assert [url for url in requests if not url.startswith((f"{client.origin}/", "blob:"))] == []


def pick(page, *files):
    """The first is the key, the others are responses; waits until all have been checked."""
    for number, name in enumerate(files):
        button = page.get_by_role("button", name=f"{name}: {'response' if number else 'key'}")
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".chosen li .small", has_text="checking…")).to_have_count(0)


def score(page):
    page.get_by_role("button", name="Score").click()
    page.wait_for_url("**/runs/*/")
    page.wait_for_selector("body[data-added]")
    return page


def drop(page, side, files):
    """Files dropped on a side, as the browser hands them over."""
    held = page.evaluate_handle(
        """files => {
          const held = new DataTransfer();
          for (const [name, text] of files) held.items.add(new File([text], name));
          return held;
        }""",
        [[name, text] for name, text in files.items()],
    )
    page.locator(f".side.{side}").dispatch_event("dragover", {"dataTransfer": held})
    expect(page.locator(f".side.{side}.over")).to_have_count(1)
    page.locator(f".side.{side}").dispatch_event("drop", {"dataTransfer": held})


def read(path):
    with open(path, encoding="utf-8") as stream:
        return stream.read()


def test_choosing_checking_and_scoring(visit):
    page = visit()
    assert page.locator(".entry-name").all_inner_texts() == [
        "more ›",
        "broken.conll",
        "key.conll",
        "response-a.conll",
        "response-b.jsonl",
    ]
    expect(page.get_by_role("button", name="Score")).to_be_disabled()
    expect(page.locator("#hint")).to_have_text("Choose a key and a response.")
    pick(page, "key.conll", "response-a.conll")
    assert page.locator(".fine").all_inner_texts() == [
        "✓ no problems: 2 documents, 36 mentions",
        "✓ no problems: 2 documents, 32 mentions",
    ]
    score(page)
    assert "77.73" in page.locator("table.metrics tr", has_text="B³").inner_text()
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
    assert page.locator(".response .fine").all_inner_texts() == ["✓ no problems: 2 documents, 32 mentions"] * 2


def test_problems_with_file_line_and_remedy(visit):
    page = visit()
    pick(page, "key.conll", "broken.conll", "response-a.conll")
    problem = page.locator(".problems li")
    assert (
        problem.inner_text()
        == "error broken.conll:3 entity 0 is closed but was never opened (the last column reads '0)')"
    )
    assert page.locator(".response .chosen > li").first.locator("p.wrong").inner_text() == "✗ 1 error"
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
    held = visit.client.desk.uploads.submissions
    until(lambda: [each.label for each in list(held.values())] == ["mine.conll", "one.conll", "two.jsonl"])
    page.locator(".response input.name").first.fill("ours")
    score(page)
    assert page.locator("header select option").all_inner_texts() == ["ours", "two.jsonl"]
    assert page.locator("table.sides td.path").all_inner_texts()[::2] == ["mine.conll", "one.conll", "two.jsonl"]


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


def test_an_upload_that_is_too_large(visit):
    page = visit()
    drop(page, "key", {"large.conll": "x" * 1_000_001})
    expect(page.locator(".key p.wrong")).to_have_text(
        "large.conll has 1 MB, and an upload has at most 1 MB (allow more with --upload-limit, in MB)"
    )
    assert page.locator(".chosen > li").count() == 0


def test_metrics_settings_and_presets(visit):
    page = visit()
    pick(page, "key.conll", "response-a.conll")
    for name in ("MUC", "CEAFm", "BLANC"):
        page.get_by_label(name, exact=True).uncheck()
    page.get_by_label("Preset").select_option("crac2024")
    assert page.get_by_label("When two mentions are the same").input_value() == "head"
    page.get_by_text("More metrics and settings").click()
    assert page.get_by_label("Zeros are matched by").input_value() == "dependent"
    page.get_by_label("When two mentions are the same").select_option("exact")
    assert page.get_by_label("Preset").input_value() == ""
    page.get_by_label("Metrics with parameters").fill("blanc(alpha=0.2), pairwise")
    page.get_by_label("Metrics with parameters").press("Tab")
    score(page)
    rows = page.locator("table.metrics tbody th").all_inner_texts()
    assert rows == ["Mentions", "B³", "CEAFe", "LEA", "CoNLL", "BLANC(alpha=0.2)", "Pairwise"]
    assert "singletons:drop" in page.locator(".signature code").inner_text()
    assert "zeros:dependent" in page.locator(".signature code").inner_text()


def test_a_format_that_has_to_be_named_is_asked_for_again(visit):
    page = visit()
    pick(page, "key.conll", "response-a.conll")
    page.get_by_text("More metrics and settings").click()
    page.get_by_label("Format of the key").select_option("json")
    expect(page.locator(".key .problems")).to_contain_text("key.conll")
    page.get_by_label("Format of the key").select_option("")
    expect(page.locator(".key .fine")).to_have_count(1)


def test_a_problem_leads_to_the_setting_that_its_remedy_names(visit, folder):
    (folder / "a.ann").write_text("T1\tPerson 0 9\tThe ferry\n", encoding="utf-8")
    (folder / "a.txt").write_text("The ferry left .\n", encoding="utf-8")
    (folder / "cut.conll").write_text(
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
    tables = page.locator("table")
    assert "75.00 (1)" in tables.nth(0).inner_text()
    assert "[73.54, 75.54]" in tables.nth(1).inner_text()
    assert "-16.18" in page.locator("table.pairs").inner_text()
    page.get_by_label("Metric", exact=True).select_option("muc")
    assert "-20.50" in page.locator("table.pairs").inner_text()
    page.get_by_label("Baseline").select_option("response-b.jsonl")
    expect(page.locator("code")).to_contain_text("test:exact")
    expect(tables.nth(0)).not_to_contain_text("(1)")
    page.get_by_label("Seed").fill("x")
    with page.expect_console_message():  # the browser says that the request was refused, as it was
        page.get_by_label("Seed").press("Enter")
    expect(page.locator(".failure")).to_contain_text("seed must be a number, not 'x'")
    visit.complaints.clear()
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
    page.locator("#kind1 .examples a").first.click()
    expect(page).to_have_url(re.compile(r"/runs/\w+/#d="))
    assert "conflated" in page.locator(".detail .problem").inner_text()
    expect(page.locator(".word.here").first).to_be_in_viewport()
    page.reload()
    page.wait_for_selector("body[data-added]")
    assert "conflated" in page.locator(".detail .problem").inner_text()


def score_of(visit, **context):
    page = visit(**context)
    pick(page, "key.conll", "response-a.conll")
    return score(page)


def test_downloads(visit, browser, tmp_path):
    page = score_of(visit)
    found = {}
    page.get_by_text("Download", exact=True).click()
    for name in ("report as HTML", "scores as CSV", "scores as LaTeX", "documents as JSON"):
        with page.expect_download() as loaded:
            page.get_by_role("button", name=name).click()
        found[loaded.value.suggested_filename] = loaded.value.path()
    assert list(found) == [
        "corefscope-report.html",
        "corefscope-scores.csv",
        "corefscope-scores.tex",
        "corefscope-documents.json",
    ]
    assert read(found["corefscope-scores.csv"]).startswith("system,")
    report = shutil.copy(found["corefscope-report.html"], tmp_path / "report.html")
    alone = browser.new_page()
    alone.goto(f"file://{report}")
    alone.wait_for_selector("body[data-ready]")
    assert "77.73" in alone.locator("table.metrics").inner_text()
    alone.close()
    page.keyboard.press("Escape")
    expect(page.locator(".menu[open]")).to_have_count(0)


def test_progress_and_cancelling(visit, monkeypatch):
    monkeypatch.setattr(tasks, "score_files", endless)
    page = visit()
    pick(page, "key.conll", "response-a.conll")
    page.get_by_role("button", name="Score").click()
    expect(page.locator(".working")).to_contain_text(re.compile(r"\d+"))
    assert page.locator("progress").evaluate("bar => bar.value / bar.max") == 0.2
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#hint")).to_have_text("Cancelled.")
    until(lambda: not visit.client.desk.jobs.unfinished)
    expect(page.get_by_role("button", name="Score")).to_be_focused()
    expect(page.get_by_role("button", name="Score")).to_be_enabled()


def test_stopping_a_comparison(visit, monkeypatch):
    page = visit()
    pick(page, "key.conll", "response-a.conll", "response-b.jsonl")
    score(page)
    with monkeypatch.context() as patch:
        patch.setattr(tasks, "judge", endless)
        page.get_by_role("link", name="Compare").click()
        page.get_by_role("button", name="Stop").click()
        expect(page.locator(".busy")).to_contain_text("Stopped.")
        until(lambda: not visit.client.desk.jobs.unfinished)
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("table.pairs")).to_contain_text("-16.18")
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()
    page.get_by_label("Trials").fill("1000001")
    with page.expect_console_message():
        page.get_by_label("Trials").press("Enter")
    expect(page.locator(".failure")).to_contain_text("trials must be from 1 to 1,000,000")
    expect(page.get_by_label("Trials")).to_have_attribute("title", "At most 1,000,000")
    visit.complaints.clear()


def test_a_browser_that_was_let_in_goes_on_in_other_tabs_and_by_other_addresses(visit):
    page = score_of(visit)
    result, address = page.url, visit.client.address
    page.reload()
    page.wait_for_selector("body[data-added]")
    assert "#" not in result  # the token is gone from the address
    for other in (result, f"{result}#v=errors", f"{result}compare", f"{visit.client.origin}/", address, address):
        tab = page.context.new_page()
        tab.goto(other)
        tab.wait_for_selector("body[data-ready]")
        assert tab.url.startswith(visit.client.origin + visit.client.session.root)
        tab.close()
    assert page.context.cookies() == []


def test_the_page_that_open_gives_a_browser_leads_in_and_goes(visit, browser):
    from corefscope.web.server import _forwarding

    client = visit.client
    page_on_disk = _forwarding(client.desk.private.path, client.port, client.session)
    context = browser.new_context()
    page = context.new_page()
    page.goto(page_on_disk.as_uri())
    page.wait_for_selector("body[data-ready]")
    assert page.url == client.origin + client.session.root
    assert not page_on_disk.exists()
    context.close()


def test_a_browser_that_was_not_let_in(visit, browser):
    inside = visit()
    used = visit.client.address
    inside.goto(used)
    inside.wait_for_url(f"**{visit.client.session.root}")
    context = browser.new_context()
    page = context.new_page()
    page.goto(used)
    expect(page.locator("main")).to_contain_text("this address has been used already")
    expect(page.locator("main")).to_contain_text("shows one that has not been used yet: open that")
    expect(page.locator("main")).to_contain_text("someone else on this machine may have used it")
    page.goto(f"{visit.client.origin}/")
    expect(page.locator("main")).to_contain_text("This page needs the address that corefscope serve has printed last.")
    # Who is shown the address of a page sees an empty one.
    page.goto(inside.url)
    expect(page.locator("main")).to_contain_text("this browser has not been let in")
    context.close()


def test_an_application_that_was_stopped(visit):
    page = visit()
    page.route("**/checks", lambda route: route.abort())
    with page.expect_console_message():
        page.get_by_role("button", name="key.conll: key").click()
    expect(page.locator(".key p.wrong")).to_have_text("the application does not answer; has it been stopped?")
    visit.complaints.clear()


def test_names_are_text(visit, folder):
    shutil.copy(A, folder / ODD)
    page = visit()
    assert ODD in page.locator(".entry-name").all_inner_texts()
    pick(page, "key.conll", ODD)
    score(page)
    assert page.locator("header bdi").first.inner_text() == ODD
    page.get_by_role("link", name="Compare").click()
    page.wait_for_selector("body[data-ready]")
    # Elsewhere a name stands alone; in tables, signs that turn the direction of text are shown as escapes.
    assert page.locator("tbody th").first.inner_text() == visible(ODD) != ODD


def tab_to(page, name, most=80):
    for _ in range(most):
        page.keyboard.press("Tab")
        if (
            page.evaluate(
                "(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()"
            )
            == name
        ):
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


@pytest.mark.parametrize("label", ["Remove response-a.conll", "Name of the system response-a.conll"])
def test_the_keyboard_stays_where_it_is_when_a_file_has_been_checked(visit, monkeypatch, label):
    go = threading.Event()
    check = visit.client.desk.check
    monkeypatch.setattr(visit.client.desk, "check", lambda *asked: go.wait(20) and check(*asked))
    page = visit()
    page.get_by_role("button", name="response-a.conll: response").click()
    page.get_by_label(label).focus()
    expect(page.locator(".chosen li .small")).to_have_text(["in the folder", "checking…"])
    go.set()
    expect(page.locator(".fine")).to_have_count(1)
    expect(page.get_by_label(label)).to_be_focused()


def test_nothing_is_wider_than_a_phone(visit):
    def wide():
        return page.evaluate("document.documentElement.scrollWidth")

    page = visit(**PHONE)
    assert wide() <= 360
    pick(page, "key.conll", "broken.conll", "response-a.conll", "response-b.jsonl")
    page.get_by_text("More metrics and settings").click()
    assert wide() <= 360
    page.get_by_role("button", name="Remove broken.conll").click()
    score(page)
    page.get_by_text("Download", exact=True).click()
    assert wide() <= 360
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Compare").click()
    page.wait_for_selector("body[data-ready]")
    assert wide() <= 360


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(visit, theme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")

    def look():
        found = axe.Axe().run(page)
        assert found.violations_count == 0, found.generate_report()

    page = visit(color_scheme=theme)
    page.get_by_text("More metrics and settings").click()
    look()
    pick(page, "key.conll", "broken.conll", "response-a.conll", "response-b.jsonl")
    page.get_by_role("button", name="Score").click()
    expect(page.locator(".failure")).to_have_count(1)
    look()
    page.get_by_role("button", name="Remove broken.conll").click()
    score(page)
    page.get_by_text("Download", exact=True).click()
    look()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Compare").click()
    page.wait_for_selector("body[data-ready]")
    look()
