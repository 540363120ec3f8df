"""The public corpora of the catalogue, and what is known of one."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from corefscope.catalogue.entries import CONVENTIONS, COUNTS, KnownCorpus
from corefscope.reporting.report import Records, Report, View, sheet

COLUMNS = ("Name", "Scored by", "Documents", "Mentions", "Licence")
FACTS = ("Fact", "Value", "Source")
RECORDS = ("name", "preset", *COUNTS, *CONVENTIONS, "licence", "address")


def corpora_view(corpora: Collection[KnownCorpus]) -> View:
    rows = [
        (each.name, _scored_by(each), _number(each.documents), _number(each.mentions), each.licence or "–")
        for each in corpora
    ]
    return View(
        lambda: Report("", (sheet("", COLUMNS, rows, left=(0, 1, 4)),), title="Corpora"),
        data=lambda: [each.as_object() for each in corpora],
        records=lambda: _records(corpora),
    )


def corpus_view(corpus: KnownCorpus) -> View:
    return View(
        lambda: Report(corpus.name, (sheet("", FACTS, _facts(corpus), left=range(3)),), title=corpus.name),
        data=corpus.as_object,
        records=lambda: _records([corpus]),
    )


def _facts(corpus: KnownCorpus) -> Iterator[tuple[str, str, str]]:
    """Each fact with its source."""
    yield "title", corpus.title, corpus.sources["title"]
    scored = "preset" if corpus.preset else "settings"
    yield scored, _scored_by(corpus), corpus.sources.get(scored, "")
    if corpus.also:
        yield "also scored by", ", ".join(corpus.also), corpus.sources["also"]
    for name in (*CONVENTIONS, "licence", "format"):
        if getattr(corpus, name):
            yield name, getattr(corpus, name), corpus.sources[name]
    yield "where to get it", corpus.address, ""
    for name in (*COUNTS, "names", "sha256"):
        value = getattr(corpus, name)
        if value:
            yield name, _number(value) if isinstance(value, int) else value, corpus.source
    if not corpus.checked_by:
        yield "sizes", "unknown: files cannot be checked", corpus.source


def _scored_by(corpus: KnownCorpus) -> str:
    given = ", ".join(f"{name} {value}" for name, value in corpus.settings.items())
    return corpus.preset or given or "–"


def _number(value: int | None) -> str:
    return "–" if value is None else f"{value:,}"


def _records(corpora: Collection[KnownCorpus]) -> Records:
    rows = [tuple(getattr(each, name) for name in RECORDS) for each in corpora]
    return RECORDS, [tuple("" if value is None else value for value in row) for row in rows]
