"""The errors view: what is wrong in a sentence, by pattern, a page at a time."""

import random
import re

import pytest

import corefscope
from corefscope.model import Document, Mention
from support.anaphora import harbour
from support.command_line import KEY, ROOT, A, B
from support.serving import until

expect = pytest.importorskip("playwright.sync_api").expect
TALES = ROOT / "examples" / "tales"
WORDS = [
    "The",
    "ferry",
    "met",
    "a",
    "storm",
    ".",
    "It",
    "sank",
    ",",
    "and",
    "it",
    "passed",
    ".",
    "The",
    "old",
    "ferry",
    "is",
    "gone",
    ".",
]


def one(*entities):
    return [Document("d", [[Mention(*span) for span in entity] for entity in entities], words=WORDS)]


FERRY, STORM, IT, LATER, OLD = (0, 2), (3, 5), (6, 7), (10, 11), (13, 16)
WRONG = {
    "conflated": (
        (one([FERRY, IT], [STORM, LATER]), one([FERRY, IT, LATER], [STORM])),
        "“it” is with “The ferry”, but belongs to “a storm”.",
    ),
    "divided": (
        (one([FERRY, OLD, IT]), one([FERRY, OLD], [IT, STORM])),
        "“It” belongs to “The ferry”, but is with “a storm” in the response.",
    ),
    "span": (
        (one([FERRY, OLD]), one([FERRY, (14, 16)])),
        "“old ferry” begins 1 word too late: the key has “The old ferry”.",
    ),
    "extra mention": (
        (one([FERRY, IT]), one([FERRY, IT, STORM])),
        "“a storm” is not a mention in the key; the response has it with “The ferry”.",
    ),
    "missing mention": (
        (one([FERRY, IT, OLD]), one([FERRY, OLD])),
        "The response does not have “It”, which belongs to “The ferry”.",
    ),
    "extra entity": (
        (one([FERRY, IT]), one([FERRY, IT], [STORM, (8, 9)])),
        "The key does not have the entity of “a storm” and 1 more.",
    ),
    "missing entity": (
        (one([FERRY, IT], [STORM, OLD]), one([FERRY, IT])),
        "The response does not have the entity of “a storm” and 1 more.",
    ),
}


def spoken(page):
    """The sentences, with the quotation marks that the browser draws."""
    script = """sentences => sentences.map(each => [...each.childNodes].map(
      node => node.nodeName === "Q" ? `“${node.textContent}”` : node.textContent).join(""))"""
    return page.locator(".sentence").evaluate_all(script)


@pytest.mark.parametrize("kind", WRONG)
def test_every_type_is_explained_in_a_sentence(show, kind):
    sides, sentence = WRONG[kind]
    page = show(*sides, place="#v=errors")
    page.get_by_label("Error type").select_option(label=kind)
    until(lambda: spoken(page) == [sentence])


def test_long_names_that_begin_alike_are_told_apart(show):
    words = ["a", *(f"long{number}" for number in range(20)), "dress", "of", "silk", ".", "She", "wore", "it", "."]
    whole, early, late = Mention(0, 24), Mention(0, 22), Mention(27, 28)

    def text(*mentions):
        return [Document("d", [list(mentions)], words=words)]

    page = show(text(whole, late), text(early, late), place="#v=errors")
    sentences = spoken(page)
    assert sentences
    for sentence in sentences:
        names = re.findall("“([^”]*)”", sentence)
        assert len(names) == len(set(names))
    assert any("dress of silk”" in each and "dress”" in each for each in sentences)


def test_entities_of_the_same_name_are_told_apart(show):
    page = show(one([(0, 1), IT], [(13, 14), LATER]), one([(0, 1), IT, LATER], [(13, 14)]), place="#v=errors")
    page.get_by_label("Error type").select_option(label="conflated")
    until(lambda: spoken(page) == ["“it” is with “The”, but belongs to another “The”."])


@pytest.mark.parametrize("kind", WRONG)
def test_the_text_says_it_in_the_same_sentence(show, kind):
    sides, sentence = WRONG[kind]
    page = show(*sides, place="#v=errors")
    page.get_by_label("Error type").select_option(label=kind)
    page.locator("a.example").first.click()
    page.wait_for_selector(".detail .problem")
    script = "page => page.querySelectorAll('.detail .sentence').length"
    assert page.locator("body").evaluate(script) == 1
    until(lambda: sentence in spoken(page))


def test_both_entities_stand_side_by_side_with_their_names(show):
    page = show(*WRONG["conflated"][0], place="#v=errors")
    page.get_by_label("Error type").select_option(label="conflated")
    expect(page.locator(".company")).to_have_count(2)
    left, right = page.locator(".company").all()
    expect(left).to_have_text(re.compile("^is with · response\n"), use_inner_text=True)
    expect(left).to_contain_text("The ferry", use_inner_text=True)
    expect(right).to_have_text(re.compile("^belongs to · key\n"), use_inner_text=True)
    expect(right).to_contain_text("a storm", use_inner_text=True)
    assert left.bounding_box()["y"] == right.bounding_box()["y"]
    right.locator("a").click()
    expect(page.locator(".detail h2")).to_have_text("a storm")


@pytest.mark.parametrize("place", ["#v=errors", "#v=entities"])
def test_documents_are_named_without_what_all_share(show, place):
    def named(*entities):
        return [
            Document(
                f"corpus/dev/{name}; part 0", [[Mention(*span) for span in each] for each in entities], words=WORDS
            )
            for name in ("storm", "calm")
        ]

    page = show(named([FERRY, IT], [STORM, LATER]), named([FERRY, IT, LATER], [STORM, OLD]), place=place)
    where = page.locator(f".view.{place[3:]} .where")
    until(lambda: {" ".join(text.split()).split(" ·")[0] for text in where.all_inner_texts()} == {"storm", "calm"})
    assert where.first.get_attribute("title").startswith("corpus/dev/")


def test_a_gain_of_nothing_has_no_sign(show):
    page = show(*WRONG["missing mention"][0], place="#v=errors")
    gains = page.locator("table.kinds tbody tr td:nth-child(3)").all_text_contents()
    assert "0.00" in gains
    assert not {"−0.00", "+0.00"} & set(gains)


@pytest.mark.parametrize("chosen", ["only", "every"])
def test_only_one_system_gets_this_wrong(show, chosen):
    page = show(KEY, A, B, place="#v=errors")
    page.get_by_label("What", exact=True).select_option(chosen)
    found = corefscope.errors(KEY, A, B)
    first, second = (system.name for system in found.systems)
    expected = (first,) if chosen == "only" else (first, second)
    number = sum(makers == expected for makers in found.makers.values())
    assert number > 0
    expect(page.locator(".total")).to_contain_text(re.compile(rf"^{number} errors? "))


def many_errors():
    rng = random.Random(2)
    sides = ([], [])
    for number in range(40):
        words = [rng.choice(["the", "a", "it", "she", "ship", "storm"]) for _ in range(120)]
        spans = [(start, start + 2) for start in range(0, 118, 3)]
        for side in sides:
            entities = {}
            for start, end in spans:
                entities.setdefault(rng.randrange(6), []).append(Mention(start, end))
            side.append(Document(f"text {number}", list(entities.values()), words=words))
    return sides


def test_many_errors_are_a_page_at_a_time_and_from_many_documents(show):
    page = show(*many_errors(), place="#v=errors")
    assert page.evaluate("document.documentElement.scrollHeight") < 4_000
    assert page.locator(".groups > .card").count() <= 6
    first = page.locator(".groups > .card").first
    where = [each.split(" · ")[0] for each in first.locator(".where").all_text_contents()]
    assert len(set(where)) == len(where) == 3
    before = first.locator(".sentence").all_text_contents()
    first.get_by_role("button", name="Next examples").click()
    expect(first.locator(".pager")).to_contain_text("4–6 of ")
    until(lambda: first.locator(".sentence").all_text_contents() != before)
    costs = [float(re.search(r"([\d.]+) points", each)[1]) for each in page.locator(".groups h2").all_text_contents()]
    assert costs == sorted(costs, reverse=True)


def test_filters_keep_the_focus_and_narrow(show):
    page = show(*many_errors(), place="#v=errors")
    page.get_by_label("Document", exact=True).focus()
    page.get_by_label("Document", exact=True).select_option("3")
    expect(page.locator(".total")).to_contain_text(re.compile(r"^\d+ errors "))
    assert page.evaluate("document.activeElement.value") == "3"
    until(lambda: {each.split(" · ")[0] for each in page.locator(".where").all_inner_texts()} == {"3"})
    assert page.locator(".where").first.get_attribute("title") == "text 3"
    page.get_by_label("Points at least").fill("99")
    page.get_by_label("Points at least").press("Enter")
    expect(page.locator(".total")).to_contain_text("0 errors")


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("view", ["errors", "entities", "scores"])
def test_no_view_is_wider_than_the_window(show, view, width):
    key, response = many_errors()
    page = show(key, response, key, place=f"#v={view}", viewport={"width": width, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= width


BESIDE = {
    "split antecedents": [
        "“They” stands for “Anna” and “Karl” in the key, and “They” for “Anna” and “The old house” in the response."
    ],
    "bridging": [
        "The response links “Karl” to “Anna” (other); the key has no such link.",
        "The key links “the quay” to “the sea” (near); the response has no such link.",
        "The response links “the roof” to “the sea”, but the key links it to “The old house” (part).",
    ],
    "non-referring": [
        "“was” refers to nothing (predicate); the response does not mark it.",
        "“the quay” is a mention in the key, but the response says that it refers to nothing (quantifier).",
    ],
}


def test_errors_of_sets_bridging_and_non_referring_expressions_are_those_of_the_command(show):
    page = show(*harbour(), place="#v=errors")
    listed = corefscope.errors(*harbour(), show="anaphora")
    rows = page.locator("table.kinds tbody tr").all()[-3:]
    for row, (what, sentences) in zip(rows, BESIDE.items(), strict=True):
        shown = " ".join(row.text_content().split())
        [said] = [line for line in str(listed).splitlines() if line.startswith(f"{what}: ")]
        assert what in shown
        assert said.partition(": ")[2] in shown
        row.get_by_role("button").click()
        until(lambda said=sentences: spoken(page) == said)
        expect(page.locator(".total")).to_contain_text(re.compile(rf"^{len(sentences)} errors? "))
    page.get_by_label("Error type").select_option("all")
    expect(page.locator(".total")).to_contain_text("6 errors in 6 patterns")


def test_an_error_of_a_set_leads_to_it_in_the_text(show):
    page = show(*harbour(), place="#v=errors")
    page.locator(".card.sets .examples a").click()
    expect(page.locator(".detail .problem")).to_have_text("≠ partly right")
    expect(page.locator(".detail .sentence")).to_contain_text("in the key, and")
    expect(page.locator(".arrow.strong")).to_have_count(3)
    expect(page.locator(".documents")).to_contain_text("6 errors")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    expect(page.locator(".detail .problem")).to_have_text("≠ partly right")
    page.keyboard.press("Escape")
    expect(page.locator(".detail")).to_be_hidden()
    page.go_back()
    expect(page.locator(".card.sets")).to_be_visible()


def test_a_link_to_what_is_switched_off_switches_it_on(show):
    page = show(*harbour(), place="#d=1")
    page.get_by_role("checkbox", name="Sets").uncheck()
    page.get_by_role("link", name="Errors", exact=True).click()
    page.locator(".card.sets .examples a").click()
    expect(page.get_by_role("checkbox", name="Sets")).to_be_checked()
    expect(page.locator(".beside.sets")).to_have_count(1)


def test_filters_narrow_errors_beside_the_entities(show):
    key, response = harbour()
    page = show(key, response, key, place="#v=errors", names=["ours", "perfect"])
    page.get_by_label("What", exact=True).select_option("only")
    expect(page.locator(".total")).to_contain_text("6 errors")
    page.get_by_label("What", exact=True).select_option("every")
    expect(page.locator(".total")).to_contain_text("0 errors")
    page.get_by_label("What", exact=True).select_option("all")
    page.get_by_label("Mention type").select_option("pronoun")
    expect(page.locator(".total")).to_contain_text("1 error ")
    assert page.locator(".card.sets").count() == 1


def test_the_side_that_has_none_is_named(show):
    key, response = harbour()
    response[0].relations = [each for each in response[0].relations if each.kind != "bridging"]
    page = show(key, response, place="#v=errors")
    expect(page.locator("table.kinds")).to_contain_text("3 missed; the response has none")


def test_pages_without_such_annotation_have_nothing_of_it(show):
    page = show(KEY, A, place="#v=errors")
    assert page.locator("table.kinds tbody tr").count() == 7
    assert page.get_by_label("Error type").locator("option").count() == 8
    expect(page.locator(".total")).not_to_contain_text("beside")


def test_on_a_phone_the_numbers_of_a_type_come_before_its_explanation(show):
    page = show(*harbour(), place="#v=errors", viewport={"width": 390, "height": 800})
    frame = page.locator(".scrolled").first.bounding_box()
    for row in page.locator("table.kinds tbody tr").all():
        assert row.bounding_box()["height"] < 60
        gain, meaning = row.locator("td").nth(1).bounding_box(), row.locator(".explained").bounding_box()
        assert gain["x"] + gain["width"] <= frame["x"] + frame["width"] <= meaning["x"]


def test_types_are_ordered_by_what_their_repair_would_gain(show):
    page = show(TALES / "key.jsonl", TALES / "small.jsonl", place="#v=errors")
    rows = [row.locator("td").all_text_contents()[:2] for row in page.locator("table.kinds tbody tr").all()]
    gains = [float(gain.replace("−", "-")) for number, gain in rows if number != "0"]
    assert gains == sorted(gains, reverse=True)
    assert len(set(gains)) > 2
    assert [number for number, _ in rows[len(gains) :]] == ["0"] * (7 - len(gains))


@pytest.mark.parametrize("view", ["scores", "errors"])
def test_with_two_systems_what_is_new_and_what_is_gone_comes_first(show, view):
    sides = [TALES / f"{name}.jsonl" for name in ("key", "large", "small")]
    page = show(*sides, place=f"#v={view}")
    card = page.locator(f".view.{view} .card:has(table)").first
    expect(card.locator("h2")).to_have_text("Errors of small.jsonl against large.jsonl", use_inner_text=True)
    lost = "small.jsonl lost 3.52 points of CoNLL F1, mostly through 43 new missing mentions."
    expect(card).to_contain_text(lost, use_inner_text=True)
    cells = [list(map(int, row.locator("td").all_inner_texts()[:4])) for row in card.locator("tbody tr").all()]
    assert all(old - gone == now - new for old, now, gone, new in cells)
    makers = list(corefscope.errors(*sides).makers.values())
    alone = [makers.count((name,)) for name in ("large.jsonl", "small.jsonl")]
    assert [sum(row[place] for row in cells) for place in (2, 3)] == alone


def test_nothing_changes_from_one_to_another_of_one_or_three_systems(show):
    for page in (show(KEY, A), show(KEY, A, B, A, names=["a", "b", "c"])):
        expect(page.locator(".verdict")).to_have_count(1)
        assert page.locator(".change").count() == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
def test_axe_finds_nothing_in_errors_beside_the_entities(show, theme, width):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    page = show(*harbour(), place="#v=errors", color_scheme=theme, viewport={"width": width, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert [each["id"] for each in axe.Axe().run(page).response["violations"]] == []
