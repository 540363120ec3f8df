"""The site: built strictly, nothing loaded from elsewhere, and its pages are plain Markdown on a code host too."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "CHANGELOG.md"]
OTHERS = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "llms.txt")]
GENERATED = {"commands.md", "python.md"}  # pages of the site only
FENCE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!\\)\[[^\[\]]*\]\(([^)\s#]+)#?([^)\s]*)[^)]*\)")


def test_every_page_is_built_and_can_be_found(site):
    found = (site / "search" / "search_index.js").read_text("utf-8")
    for page in [*PAGES, *(ROOT / "docs" / name for name in GENERATED)]:
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


def test_nothing_is_loaded_from_elsewhere(site):
    pages = sorted(site.rglob("*.html"))
    loads = {load for page in pages for load in Loads(page.read_text("utf-8")).found}
    assert any(load.endswith("iframe-worker.js") for load in loads)
    assert [load for load in loads if re.match(r"(?:https?:)?//", load)] == []
    for sheet in site.rglob("*.css"):
        assert not re.search(r"(?:url\(|@import)[\"' ]*(?:https?:)?//", sheet.read_text("utf-8"))


def anchors(page):
    """The anchors of the headings of a page, as code hosts make them."""
    headings = re.findall(
        r"^#+ (.*)$",
        FENCE.sub(lambda match: match[0].strip("`") if "\n" not in match[0] else "", page.read_text("utf-8")),
        re.MULTILINE,
    )
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", [*PAGES, *OTHERS], ids=lambda page: page.name)
def test_links_work_on_a_code_host(page):
    links = [link for link in LINK.findall(FENCE.sub("", page.read_text("utf-8"))) if ":" not in link[0]]
    assert {target for target, _ in links if not (page.parent / target).exists()} <= GENERATED
    pages = {(target, anchor) for target, anchor in links if anchor and target not in GENERATED}
    assert [link for link in pages if link[1] not in anchors(page.parent / link[0])] == []
