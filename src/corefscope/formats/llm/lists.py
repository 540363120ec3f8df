"""Lists of mentions in lines: `Entity 1: Ann, she`, numbered lists, Markdown tables, and lists below names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corefscope.formats.files.sources import Source
from corefscope.formats.llm.answers import check_share
from corefscope.formats.llm.forms import LISTED

_FENCE = re.compile(r"[ \t]*(?:```.*|~~~.*|<[^<>]*>)")
_RULE = re.compile(r"[-| :\t]*")
# What separates mentions, or a mention in quotation marks, which may hold it.
_PARTS = {
    mark: re.compile(rf'[ \t]*(?:"((?:[^"\\]|\\.)*+)"|“([^“”]*+)”|([^{mark}]*+))[ \t]*(?:{mark}|\Z)') for mark in ";,"
}


def clusters_in_lines(text: str, form: str, source: Source, line: int) -> list[list[str]]:
    """Return the mentions of each entity; prose around the list is left out.

    Below names, each item is one mention; in other lists a line is an entity, whose mentions stand between semicolons,
    or between commas where there is none.
    """
    pattern = re.compile(LISTED[form].marks)
    clusters: list[list[str]] = []
    other, has_header = 0, form == "rows"
    for each in re.split("[\n\v]", text):
        match = pattern.fullmatch(each.rstrip()) if not _FENCE.fullmatch(each) else None
        if match is None:
            other += bool(clusters) and bool(each.strip()) and not _FENCE.fullmatch(each)
        elif form == "yaml" and (not clusters or match["rest"] is None or match["rest"].endswith(":")):
            clusters.append([])
        elif form == "yaml":
            clusters[-1].append(_plain(match["rest"]))
        elif has_header or (form == "rows" and _RULE.fullmatch(each)):
            has_header = has_header and not _RULE.fullmatch(each)
        else:
            clusters.append(list(_parts(match["rest"])))
    clusters = [cluster for cluster in clusters if cluster]
    check_share(sum(map(len, clusters)), other, source, line)
    return clusters


def _parts(text: str) -> Iterator[str]:
    text = text.strip().removesuffix("**").strip()
    if text[:1] == "[" and text[-1:] == "]":
        text = text[1:-1]
    pattern = _PARTS[";" if ";" in text else ","]
    position = 0
    while position < len(text) and (match := pattern.match(text, position)):
        position = match.end()
        yield _plain(next((part for part in match.groups() if part is not None), ""))
    if position < len(text):
        yield _plain(text[position:])


def _plain(text: str) -> str:
    text = text.strip().strip("*`")
    is_quoted = len(text) > 1 and (text[0], text[-1]) in {('"', '"'), ("'", "'"), ("“", "”")}
    return (text[1:-1] if is_quoted else text).replace('\\"', '"').strip()
