"""JSON Lines or JSON with clusters of `[start, end]` token spans, both ends included (e2e-coref's convention)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from corefscope.errors import FormatError, Notices
from corefscope.formats import Options
from corefscope.formats.columns import CorpusBuilder
from corefscope.formats.sources import Source
from corefscope.model import Corpus

NAME_FIELDS = ("doc_key", "id", "doc_id", "document_id")
CLUSTERS, PREDICTED = "clusters", "predicted_clusters"


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """The documents of one file; `options.clusters` names the field that holds them.

    A file with both `clusters` and `predicted_clusters` needs to be told which one is meant:
    model outputs carry the gold clusters along, and scoring those would give a perfect score.
    """
    builder = CorpusBuilder(source.path)
    for line, record in _records(content, source):
        _add(builder, record, line, source, options.clusters)
    if not builder.names:
        raise FormatError("the file holds no document", source.path)
    return builder.corpus(source.stem, notices)


def _records(content: bytes, source: Source) -> Iterator[tuple[int, Any]]:
    """Objects with the line each stands on; one object a line, or one JSON value for the whole file."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FormatError("the file is not UTF-8", source.path, line, "save it as UTF-8") from None
    lines = text.split("\n")
    try:
        first = json.loads(next(line for line in lines if line.strip()))
    except ValueError:
        first = None  # not JSON Lines: a value that spreads over lines, or a broken first line
    except RecursionError:
        raise FormatError("the JSON is nested too deeply", source.path) from None
    if isinstance(first, dict):
        for number, text in enumerate(lines, 1):
            if text.strip():
                yield number, _parse(text, number, source)
        return
    whole = _parse(text, 1, source)
    yield from ((1, record) for record in (whole if isinstance(whole, list) else [whole]))


def _parse(text: str, line: int, source: Source) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise FormatError(
            f"not valid JSON: {error.msg}", source.path, line + error.lineno - 1, f"at column {error.colno}"
        ) from None
    except (RecursionError, ValueError) as error:
        raise FormatError(f"not usable JSON: {error}", source.path, line) from None


def _add(builder: CorpusBuilder, record: Any, line: int, source: Source, clusters: str | None) -> None:
    if not isinstance(record, dict):
        raise FormatError(f"expected an object, found {_show(record)}", source.path, line)
    if clusters is None and PREDICTED in record and CLUSTERS in record:
        raise FormatError(
            f"the document has both '{CLUSTERS}' and '{PREDICTED}'",
            source.path,
            line,
            "say which one with --response-clusters or --key-clusters",
        )
    field = clusters or (PREDICTED if PREDICTED in record else CLUSTERS)
    if field not in record:
        raise FormatError(
            f"the document has no field '{field}'",
            source.path,
            line,
            f"it has {', '.join(list(record)[:12])}; name the field with --key-clusters or --response-clusters",
        )
    name = next((record[name] for name in NAME_FIELDS if record.get(name) is not None), None)
    sentences, words = _text(record, source, line)
    builder.add_document("" if name is None else str(name), line, words, sentences)
    if not isinstance(record[field], list):
        raise FormatError(f"'{field}' should be a list of clusters, not {_show(record[field])}", source.path, line)
    for number, cluster in enumerate(record[field]):
        if not isinstance(cluster, list):
            raise FormatError(f"cluster {number} should be a list of spans, not {_show(cluster)}", source.path, line)
        builder.add_entity(str(number), (_span(span, number, source, line) for span in cluster), line)


def _span(span: Any, number: int, source: Source, line: int) -> tuple[int, int]:
    if isinstance(span, list) and len(span) == 2:
        start, end = (int(part) if isinstance(part, str) and part.isdigit() else part for part in span)
        if type(start) is int and type(end) is int and 0 <= start <= end:
            return start, end + 1
    raise FormatError(
        f"cluster {number} has the span {_show(span)}", source.path, line, "a span is [first token, last token], from 0"
    )


def _text(record: dict[str, Any], source: Source, line: int) -> tuple[list[tuple[int, int]] | None, list[str] | None]:
    sentences = record.get("sentences")
    if sentences is None:
        tokens = record.get("tokens")
        known = isinstance(tokens, list) and all(isinstance(token, str) for token in tokens)
        return None, tokens if known else None
    if not isinstance(sentences, list) or not all(isinstance(sentence, list) for sentence in sentences):
        raise FormatError("'sentences' should be a list of lists of tokens", source.path, line)
    words: list[str] = []
    ranges = []
    for sentence in sentences:
        ranges.append((len(words), len(words) + len(sentence)))
        words.extend(map(str, sentence))
    return ranges, words


def _show(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:37] + "…"
