"""Pair the documents of key and response by name, and report every document that has no partner."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import numpy as np

from corefscope.alignment.document_names import helpful
from corefscope.basics.escaping import quoted
from corefscope.formats.document_names import canonical, literal
from corefscope.formats.files.text import same_text, shown
from corefscope.formats.fingerprints import same
from corefscope.model import CHARACTERS, Corpus, Integers, MentionNames
from corefscope.problems import Notices, PairingError


def pair(key: Corpus, response: Corpus, notices: Notices, check_words: bool = True) -> Integers:
    """Return the key document of each response document, -1 where the key lacks it."""
    if not key.document_count:
        raise PairingError("empty-key", "the key holds no document")
    key_ids = _ids(key)
    response_ids = key_ids if response.names == key.names else _ids(response)
    nameless = not key.named.any() and not response.named.any()
    unnamed = not key.named.all() or not response.named.all()
    by_order = unnamed and not set(key_ids) & set(response_ids)
    if (nameless or by_order) and key.document_count != response.document_count:
        noun = "document" if response.document_count == 1 else "documents"
        raise PairingError(
            "unnamed-documents",
            f"{response.document_count} {noun} against {key.document_count} in the key, and not all have names",
            response.source,
            hint="documents without names can be paired only if their numbers agree",
        )
    if by_order:
        count = response.document_count
        one = "the only documents of both sides are paired, though they have no common name"
        text = one if count == 1 else f"{count} documents without a common name are paired by their order"
        notices.add("paired-by-order", text, response.source)
        partner = np.arange(key.document_count)
    else:
        partner = np.array([key_ids.get(name, -1) for name in response_ids], np.int64)
        if (partner < 0).any():
            # By literal name: `x_2` is part 2 of x, or else a whole document of that name.
            paired = set(partner.tolist())
            free = {literal(name): number for number, name in enumerate(key.names) if number not in paired}
            for number in np.flatnonzero(partner < 0).tolist():
                partner[number] = free.pop(literal(response.names[number]), -1)
    if not (partner >= 0).any():
        raise _nothing_shared(key, response)
    missing = sorted({*range(key.document_count)}.difference(partner.tolist()))
    if missing or (partner < 0).any() or not response.mention_count:
        _notice_unpaired(key, response, partner, missing, notices)
    if check_words and key.unit == response.unit:
        _check_words(key, response, partner, notices)
        # Mentions beyond the end of the key's document, where the response has no text.
        end = np.where((partner >= 0) & (response.tokens < 0), key.tokens[partner], -1)[response.document]
        outside = np.flatnonzero((end >= 0) & (response.end > end)).tolist()
        if outside:
            _notice_outside(response, outside, end, notices)
    return partner


def _ids(corpus: Corpus) -> dict[tuple[str, int], int]:
    ids: dict[tuple[str, int], int] = {}
    for number, name in enumerate(corpus.names):
        first = ids.setdefault(canonical(name), number)
        if first != number:
            line = int(corpus.document_line[number]) or None
            raise _equivalent_names(corpus.names[first], name, corpus.sources[number], line)
    return ids


def distinct_names(names: Iterable[str], source: str) -> dict[tuple[str, int], str]:
    """The names of documents by name and part; an error if two are one."""
    found: dict[tuple[str, int], str] = {}
    for name in names:
        if found.setdefault(canonical(name), name) != name:
            raise _equivalent_names(found[canonical(name)], name, source)
    return found


def _equivalent_names(one: str, two: str, source: str, line: int | None = None) -> PairingError:
    """The error of a side with two spellings of one document's name."""
    return PairingError(
        "ambiguous-document",
        f"the documents {quoted(one)} and {quoted(two)} have equivalent names",
        source,
        line,
        "rename one: part 0, _0 and no part mean the same",
    )


def _nothing_shared(key: Corpus, response: Corpus) -> PairingError:
    mine, theirs = (quoted(corpus.names[0]) if corpus.names else "nothing" for corpus in (response, key))
    hint = "if the shell expanded a pattern such as key/*.conll, put it in quotes"
    one, two = _folders(key), _folders(response)
    if shared := one.keys() & two.keys():
        name = min(shared)
        places = ((one[name], key.source), (two[name], response.source))
        parts = " and ".join(f"{quoted(folder)} from the names in {file or 'it'}" for folder, file in places if folder)
        hint = f"{len(shared)} of {response.document_count} would match if you removed {parts}"
    if (help := helpful(key.names, response.names)) is not None:
        count, option = help
        hint = f"{hint}: {option}" if shared else f"{count} of {response.document_count} would match with {option}"
    return PairingError(
        "no-common-document",
        f"no document of the response is in the key: it begins with {mine}, the key with {theirs}",
        response.source,
        hint=hint,
    )


def _folders(corpus: Corpus) -> dict[tuple[str, int], str]:
    """Return the folder of each document by its name and part without it."""
    names = [(*document.rpartition("/"), part) for document, part in map(canonical, corpus.names)]
    return {(name, part): folder + slash for folder, slash, name, part in names}


def _notice_unpaired(key: Corpus, response: Corpus, partner: Integers, missing: list[int], notices: Notices) -> None:
    for number in np.flatnonzero(partner < 0).tolist():
        text = f"{quoted(response.names[number])} is not in the key and is ignored"
        notices.add("document-only-in-response", text, response.sources[number], int(response.document_line[number]))
    for number in missing:
        text = f"{quoted(key.names[number])} ({key.sources[number]}) is not in the response and is scored as empty"
        notices.add("document-missing", text, response.source)
    if not response.mention_count:
        notices.add("response-without-mentions", "it has no mentions", response.source)


def _notice_outside(response: Corpus, rows: list[int], end: Integers, notices: Notices) -> None:
    names = MentionNames(response)

    def text(row: int) -> str:
        return f"{names.of(row)} lies outside the {end[row]} {response.unit} of the key"

    for row in rows:
        notices.add("mention-outside-document", partial(text, row), *response.where(row))


def _check_words(key: Corpus, response: Corpus, partner: Integers, notices: Notices) -> None:
    """Raise if two documents differ in length; warn if their words differ."""
    errors: list[PairingError] = []
    stated = (partner >= 0) & (response.tokens >= 0) & (key.tokens[partner] >= 0)
    for number in np.flatnonzero(stated).tolist():
        other = int(partner[number])
        one, two = key.text(other), response.text(number)
        equal = one and two and same(one[0].fingerprint(one[1]), two[0].fingerprint(two[1]))
        if not equal or key.unit == CHARACTERS or key.tokens[other] != response.tokens[number]:
            error = _compare(key, other, response, number, bool(equal), notices)
            errors += [error] if error else []
    if errors:
        errors[0].more.extend(errors[1:])
        raise errors[0]


def _compare(
    key: Corpus, key_document: int, response: Corpus, document: int, equal_words: bool, notices: Notices
) -> PairingError | None:
    """Compare two documents: return an error if they differ in length, count a warning if their words differ."""
    own, of_key = (None, None) if equal_words else (response.words(document), key.words(key_document))
    token = None
    if own is not None and of_key is not None and own != of_key:
        token = next((token for token, (a, b) in enumerate(zip(own, of_key, strict=False)) if a != b), None)
    mine, theirs = int(response.tokens[document]), int(key.tokens[key_document])
    text = other_text = None
    if response.unit == CHARACTERS:
        text, other_text = response.raw_text(document), key.raw_text(key_document)
    # Blanks at the end of a running text do not count.
    length = mine if text is None else len(text.rstrip())
    if length != (theirs if other_text is None else len(other_text.rstrip())):
        token = min(mine, theirs) if token is None else token
        return PairingError(
            "different-words",
            f"document {quoted(response.names[document])} has {mine} {response.unit}, the key {theirs}",
            response.sources[document],
            _line(response, document, min(token, mine - 1)) or int(response.document_line[document]),
            f"first difference: {_tokens_at(key, key_document, response, document, token)}"
            f"{'; is the file whole?' if token >= mine else ''}",
        )
    if token is not None:
        difference = _tokens_at(key, key_document, response, document, token)
        notices.add("different-words", difference, response.sources[document], _line(response, document, token))
    elif text is not None and other_text is not None and not same_text(text.rstrip(), other_text.rstrip()):
        # Of one length; a blank equals a line end.
        pairs = enumerate(zip(text, other_text, strict=False))
        place = next(place for place, (a, b) in pairs if not same_text(a, b))
        around = slice(max(place - 10, 0), place + 20)
        difference = f"character {place} differs: {shown(text[around])}, in the key {shown(other_text[around])}"
        notices.add("different-text", difference, response.sources[document])
    return None


def _tokens_at(key: Corpus, key_document: int, response: Corpus, document: int, token: int) -> str:
    def word(corpus: Corpus, number: int) -> str:
        words = corpus.words(number)
        if token >= int(corpus.tokens[number]):
            return "the end of the document"
        return quoted(words[token]) if words else "a token"

    line = _line(key, key_document, token) if token < int(key.tokens[key_document]) else None
    where = f" at {key.sources[key_document]}:{line}" if line else ""
    return f"token {token} is {word(response, document)}, in the key {word(key, key_document)}{where}"


def _line(corpus: Corpus, document: int, token: int) -> int | None:
    text = corpus.text(document)
    return text[0].token_line(text[1], token) if text and token >= 0 else None
