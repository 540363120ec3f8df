"""One file, in which every part is the one that the policy names."""

import base64
import hashlib
import json
import re
import zlib
from collections import Counter
from importlib.resources import files

import corefscope
from corefscope.page import payload, render
from corefscope.page.assembly import MODULES, STYLES, asset, joined_script
from support.command_line import KEY, A

RESULT = corefscope.score(KEY, A)
HTML = render(RESULT)


def between(start, end):
    return HTML.split(start, 1)[1].split(end, 1)[0]


def digest(text):
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def test_the_policy_names_the_script_and_the_style():
    policy = between('Content-Security-Policy" content="', '"').replace("&#x27;", "'")
    script, style = between('<script type="module">', "</script>"), between("<style>", "</style>")
    assert f"script-src '{digest(script)}'" in policy
    assert f"style-src '{digest(style)}'" in policy


def test_the_data_is_the_payload():
    data = between('<script id="data" type="application/octet-stream">', "</script>")
    assert re.fullmatch(r"[A-Za-z0-9+/=]+", data)
    assert json.loads(zlib.decompress(base64.b64decode(data))) == json.loads(json.dumps(payload(RESULT)))


def test_every_asset_is_used():
    present = {path.name for path in files("corefscope.page").joinpath("assets").iterdir()}
    assert present == {"page.html", *(f"{name}.js" for name in MODULES), *(f"{name}.css" for name in STYLES)}


def test_modules_stand_behind_what_they_import():
    for number, name in enumerate(MODULES):
        for imported in re.findall(r'^import .* from "\./(\w+)\.js";$', asset(f"{name}.js"), re.MULTILINE):
            assert imported in MODULES[:number], f"{name} imports {imported}"


def test_names_differ_because_modules_share_one_scope():
    script = joined_script()
    names = re.findall(r"^(?:async )?(?:function|class|const|let) (\w+)", script, re.MULTILINE)
    assert [name for name, times in Counter(names).items() if times > 1] == []


def test_modules_import_what_they_use():
    exported = {}
    for name in MODULES:
        for found in re.findall(
            r"^export (?:async )?(?:function|class|const|let) (\w+)", asset(f"{name}.js"), re.MULTILINE
        ):
            assert found not in exported
            exported[found] = name
    for name in MODULES:
        text = asset(f"{name}.js")
        imported = set()
        for names in re.findall(r"^import \{ ([^}]*) \} from", text, re.MULTILINE):
            imported |= set(names.split(", "))
        body = re.sub(r"^import .*\n", "", re.sub(r"//.*|\"[^\"\n]*\"|\.\.\.", "", text), flags=re.MULTILINE)
        used = {
            each for each, home in exported.items() if home != name and re.search(rf"(?<![.\w]){each}\b(?!\s*:)", body)
        }
        assert imported <= exported.keys()
        assert imported - used == set(), f"{name} imports what it does not use"
        local = set(re.findall(r"(?:const|let|function|class) (\w+)", body)) | set(
            re.findall(r"\b(\w+)(?:,|\)| =>)", body)
        )
        assert used - imported - local == set(), f"{name} uses what it does not import"


def test_nothing_makes_markup_out_of_text():
    for name in MODULES:
        for forbidden in (
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "new Function",
            "DOMParser",
        ):
            assert forbidden not in asset(f"{name}.js")


def test_nothing_is_fetched():
    for name in [*(f"{each}.js" for each in MODULES), *(f"{each}.css" for each in STYLES)]:
        assert re.findall(r"\bfetch\(|XMLHttpRequest|WebSocket|url\(|@import", asset(name)) == []
