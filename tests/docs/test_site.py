"""The site: built strictly, nothing loaded from elsewhere, and its pages are plain Markdown on a code host too."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

pytest.importorskip("material", reason="mkdocs-material is not installed")

from support.site import ROOT, build

SOURCES = [*sorted((ROOT / "docs").rglob("*.md")), *(ROOT / name for name in ("CHANGELOG.md", "CONTRIBUTING.md"))]
pytestmark = pytest.mark.xdist_group("site")  # built once
FENCE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!\\)\[[^\[\]]*\]\(([^)\s#]+)[^)]*\)")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    done = build(folder)
    assert done.returncode == 0, done.stderr
    return folder


def test_every_page_is_built_and_can_be_found(site):
    found = (site / "search" / "search_index.js").read_text("utf-8")
    for page in SOURCES:
        name = page.relative_to(ROOT / "docs").with_suffix("") if ROOT / "docs" in page.parents else page.stem.lower()
        assert (site / f"{name}.html").is_file()
        assert f'"{Path(name).as_posix()}.html' in found


class Loads(HTMLParser):
    """What a browser loads for a page; links that a reader follows are not among it."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        self.found += [named[name] for name in ("src", "srcset", "data", "poster") if named.get(name)]
        if tag == "link" and named.get("rel") not in ("canonical", "next", "prev"):
            self.found.append(named["href"])
        assert "mermaid" not in (named.get("class") or "").split(), "the theme would load a library for it"


def test_nothing_is_loaded_from_elsewhere(site):
    pages = sorted(site.rglob("*.html"))
    assert len(pages) >= len(SOURCES)
    loads = {load for page in pages for load in Loads(page.read_text("utf-8")).found}
    assert any(load.endswith("iframe-worker.js") for load in loads)
    assert [load for load in loads if re.match(r"(?:https?:)?//", load)] == []
    for sheet in site.rglob("*.css"):
        assert not re.search(r"(?:url\(|@import)[\"' ]*(?:https?:)?//", sheet.read_text("utf-8"))


def test_what_loads_from_elsewhere_would_be_seen():
    assert Loads('<script src="https://a.example/x.js"></script><link rel="stylesheet" href="//b.example">').found == [
        "https://a.example/x.js",
        "//b.example",
    ]


def test_a_dead_link_and_a_forgotten_page_fail_the_build(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# A\n\n[b](gone.md), [c](#nowhere)\n")
    (tmp_path / "docs" / "forgotten.md").write_text("# B\n")
    config = tmp_path / "mkdocs.yml"
    hooks = ROOT / "release" / "pages.py"
    config.write_text(f"INHERIT: {ROOT / 'mkdocs.yml'}\ndocs_dir: docs\nhooks: ['{hooks}']\nnav: [index.md]\n")
    done = build(tmp_path / "site", config)
    assert done.returncode == 1
    for problem in ("'gone.md'", "'#nowhere'", "forgotten.md"):
        assert problem in done.stderr


@pytest.mark.parametrize("page", SOURCES, ids=lambda page: page.name)
def test_links_work_on_a_code_host(page):
    targets = LINK.findall(FENCE.sub("", page.read_text("utf-8")))
    relative = [target for target in targets if ":" not in target]
    assert [target for target in relative if not (page.parent / target).exists()] == []
