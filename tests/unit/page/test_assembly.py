"""One file that contains exactly what its content policy allows."""

import base64
import hashlib
import json
import re
import shutil
import zlib
from importlib.resources import files as resources

import corefscope
from corefscope.page import payload, render
from corefscope.page.assembly import OWN_STYLES, STYLES, asset
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
    present = {path.name for path in resources("corefscope.page").joinpath("assets").iterdir()}
    assert present == {"page.html", "report.js", *(f"{name}.css" for name in OWN_STYLES)}


FORBIDDEN = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "DOMParser")


def test_nothing_makes_markup_out_of_text():
    assert [word for word in FORBIDDEN if word in asset("report.js")] == []


def test_nothing_is_fetched():
    for name in ["report.js", *(f"{each}.css" for each in STYLES)]:
        assert re.findall(r"\bfetch\(|XMLHttpRequest|WebSocket|url\(|@import", asset(name)) == []


def test_folders_are_left_out_but_where_two_names_are_the_same(tmp_path):
    files = [tmp_path / folder / "dev.conll" for folder in ("gold", "system")]
    for path, source in zip(files, (KEY, A), strict=True):
        path.parent.mkdir()
        shutil.copy(source, path)
    data = payload(corefscope.score(*map(str, files)))
    assert str(tmp_path) not in json.dumps(data)
    assert data["result"]["key"]["path"] == "gold/dev.conll"
    assert data["result"]["systems"][0]["files"][0]["path"] == "system/dev.conll"
