"""Tokens, ids, file names and document names are data: whatever they hold is shown, and nothing of it runs."""

import json
import shutil

import pytest

import corefscope
from corefscope.model import Document, Mention
from corefscope.page import render
from support.command_line import KEY, A
from support.pages import width

expect = pytest.importorskip("playwright.sync_api").expect
ATTACKS = [
    "<script>document.title='hacked'</script>",
    "</script><script>document.title='hacked'</script>",
    "<img src=x onerror=\"document.title='hacked'\">",
    "<!--<script>",
    "\"'`><svg onload=document.title='hacked'>",
    "{{data}}",
    "&lt;b&gt;&amp;",
    "\u202egnp.exe",
    "\u2067אב",
    "👩‍👩‍👧‍👦🇦🇹",
    "a\u0000b\u001fc\u2028d",
    "\ud800 alone",
    "__proto__",
    "constructor",
]
LONG = "x" * 10_000


def documents(entity_id="0", name="doc"):
    words = [*ATTACKS, LONG, "end", "."]
    mentions = [Mention(place, place + 1) for place in range(len(words) - 1)]
    return [Document(name, [mentions[::2], mentions[1::2]], [entity_id, f"{entity_id} 2"], words=words)]


def texts(page):
    # As JSON, in which half a surrogate pair is escaped: between the browser and Python it may be replaced.
    own_text = "all.map(word => [...word.childNodes].filter(n => n.nodeType === 3).map(n => n.data).join(''))"
    displayed = page.locator(".word").evaluate_all(f"all => JSON.stringify({own_text})")
    return [text.removesuffix(" ") for text in json.loads(displayed)]


def test_every_token_shows_as_text(show):
    page = show(documents(), documents(), place="#d=1&m=k1")
    displayed = texts(page)
    assert displayed[: len(ATTACKS)] == ATTACKS  # half a surrogate pair too, which a browser draws as one sign
    assert displayed[len(ATTACKS)] == LONG
    assert width(page) <= 1400
    for _ in range(len(ATTACKS)):
        page.keyboard.press("ArrowRight")
    expect(page).to_have_title("response · corefscope")
    # The page's own arrows of bridging are the one drawing in a text.
    drawn = ".prose script, .prose img, .prose svg:not(.arrows), .prose .arrows *, .detail script, .detail img"
    expect(page.locator(drawn)).to_have_count(0)


def test_names_of_documents_entities_systems_and_files_show_as_text(show, tmp_path):
    for attack in ATTACKS[:6]:
        words = [attack, "met", attack, "and", attack]
        key, response = (
            [Document(attack, [[Mention(place, place + 1) for place in each] for each in sides], [attack, "b"], words)]
            for sides in ([[0, 2], [4]], [[0], [2, 4]])
        )
        page = show(key, response, response, place="#d=1&m=k1", names=[attack, "b"])
        assert page.title() == f"{attack}, b · corefscope"
        for part in ("h1", ".facts", ".documents"):
            expect(page.locator(part)).to_contain_text(attack, use_inner_text=True)
        for view, part in (("errors", ".sentence"), ("entities", ".entities-of-key"), ("scores", ".headline")):
            page.evaluate(f"location.hash = '#v={view}'")
            expect(page.locator(part).first).to_contain_text(attack[:40])  # long names are cut
        assert page.evaluate("document.querySelectorAll('script').length") == 2
        assert page.locator("main img").count() == 0
    path = tmp_path / "<img src=x onerror=document.title=1> 'a' \"b\".conll"
    shutil.copy(A, path)
    page = show(KEY, path)
    expect(page.locator("h1")).to_contain_text(path.name)
    expect(page).to_have_title(f"{path.name} · corefscope")


def test_directional_marks_affect_only_their_word(show):
    def places(words, *numbers):
        sides = [[Document("d", [[Mention(0, 1), Mention(2, 3)]], words=words)] for _ in range(2)]
        page = show(*sides, place="#d=1")
        return [page.locator(f'.word[data-word="{number}"]').bounding_box()["x"] for number in numbers]

    left, right = places(["left", "\u202eabc", "right", "."], 0, 2)
    assert left < right  # the sign turns the text of its own word only
    first, last = places(["ראה", "דוד", "את", "הבית", "."], 0, 3)
    assert first > last


FORBIDDEN = (
    "() => { const s = document.createElement('script'); s.text = 'document.title = 1'; document.body.append(s); }",
    "() => { document.body.innerHTML = '<b>x</b>'; }",
    "() => { document.body.setAttribute('onclick', 'document.title = 1'); document.body.click(); }",
    "() => { const i = new Image(); i.src = 'http://127.0.0.1:9/x.png'; document.body.append(i); }",
    "() => fetch('http://127.0.0.1:9/')",
)


def test_what_the_policy_forbids_does_not_happen(browser, tmp_path):
    path = tmp_path / "report.html"
    path.write_text(render(corefscope.score(KEY, A)), encoding="utf-8")
    noted = "() => document.addEventListener('securitypolicyviolation', e => (window.refused = e.violatedDirective))"
    for script in FORBIDDEN:
        page, sent = browser.new_page(), []
        page.on("requestfinished", lambda request, sent=sent: sent.append(request.url))
        page.goto(path.as_uri())
        page.wait_for_selector("body[data-ready]")
        page.evaluate(noted)
        page.evaluate(f"async () => {{ try {{ await ({script})(); }} catch (error) {{}} }}")
        page.wait_for_function("window.refused")
        assert page.title() == "response-a.conll · corefscope"
        assert [url for url in sent if not url.startswith("file:")] == []
        page.close()
