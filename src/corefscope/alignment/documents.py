"""Pair the documents of key and response by name, and report every document that has no partner."""

from __future__ import annotations

from functools import partial

import numpy as np

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
    unnamed = not key.named.all() or not response.named.all()
    nameless = not key.named.any() and not response.named.any()
    if nameless and key.document_count != response.document_count:
        raise _different_numbers(key, response)
    if unnamed and not set(key_ids) & set(response_ids):
        partner = _by_order(key, response, notices)
    else:
        partner = np.array([key_ids.get(name, -1) for name in response_ids], np.int64)
        _pair_literally(key, response, partner)
    if not (partner >= 0).any():
        raise _nothing_shared(key, response)
    _notice_unpaired(key, response, partner, notices)
    if check_words and key.unit == response.unit:
        _check_tokens(key, response, partner, notices)
        _notice_outside(key, response, partner, notices)
    return partner


def _pair_literally(key: Corpus, response: Corpus, partner: Integers) -> None:
    """Pair the rest by literal name: `x_2` is part 2 of x, or else a whole document of that name."""
    if (partner >= 0).all():
        return
    paired = set(partner.tolist())
    free = {literal(name): number for number, name in enumerate(key.names) if number not in paired}
    for number in np.flatnonzero(partner < 0).tolist():
        partner[number] = free.pop(literal(response.names[number]), -1)


def _ids(corpus: Corpus) -> dict[tuple[str, int], int]:
    ids: dict[tuple[str, int], int] = {}
    for number, name in enumerate(corpus.names):
        first = ids.setdefault(canonical(name), number)
        if first != number:
            line = int(corpus.document_line[number]) or None
            raise equivalent_names(corpus.names[first], name, corpus.sources[number], line)
    return ids


def equivalent_names(one: str, two: str, source: str, line: int | None = None) -> PairingError:
    """The error of a side with two spellings of one document's name."""
    return PairingError(
        "ambiguous-document",
        f"the documents {quoted(one)} and {quoted(two)} have equivalent names",
        source,
        line,
        "rename one: part 0, _0 and no part mean the same",
    )


def _by_order(key: Corpus, response: Corpus, notices: Notices) -> Integers:
    if key.document_count != response.document_count:
        raise _different_numbers(key, response)
    text = f"{response.document_count} documents without a common name are paired by their order"
    notices.add("paired-by-order", text, _source(response))
    return np.arange(key.document_count)


def _different_numbers(key: Corpus, response: Corpus) -> PairingError:
    noun = "document" if response.document_count == 1 else "documents"
    return PairingError(
        "unnamed-documents",
        f"{response.document_count} {noun} against {key.document_count} in the key, and not all have names",
        _source(response),
        hint="documents without names can be paired only if their numbers agree",
    )


def _nothing_shared(key: Corpus, response: Corpus) -> PairingError:
    mine, theirs = (quoted(corpus.names[0]) if corpus.names else "nothing" for corpus in (response, key))
    hint = "if the shell expanded a pattern such as key/*.conll, put it in quotes"
    folders = [{_bare(name): _folder(name) for name in corpus.names} for corpus in (key, response)]
    if shared := folders[0].keys() & folders[1].keys():
        named = ((_source(corpus), known[min(shared)]) for corpus, known in zip((key, response), folders, strict=True))
        parts = " and ".join(
            f"{quoted(folder)} from the names in {source or 'it'}" for source, folder in named if folder
        )
        hint = f"{len(shared)} of {response.document_count} would match if you removed {parts}"
    return PairingError(
        "no-common-document",
        f"no document of the response is in the key: it begins with {mine}, the key with {theirs}",
        _source(response),
        hint=hint,
    )


def _bare(name: str) -> tuple[str, int]:
    """Return document and part without the folder."""
    document, part = canonical(name)
    return document.rpartition("/")[2], part


def _folder(name: str) -> str:
    return "".join(canonical(name)[0].rpartition("/")[:2])


def _notice_unpaired(key: Corpus, response: Corpus, partner: Integers, notices: Notices) -> None:
    for number in np.flatnonzero(partner < 0).tolist():
        text = f"{quoted(response.names[number])} is not in the key and is ignored"
        notices.add("document-only-in-response", text, response.sources[number], int(response.document_line[number]))
    found = set(partner.tolist())
    for number in (number for number in range(key.document_count) if number not in found):
        text = f"{quoted(key.names[number])} ({key.sources[number]}) is not in the response and is scored as empty"
        notices.add("document-missing", text, _source(response))
    if not response.mention_count:
        notices.add("response-without-mentions", "it has no mentions", _source(response))


def _check_tokens(key: Corpus, response: Corpus, partner: Integers, notices: Notices) -> None:
    """Raise if two documents differ in length; warn if their words differ."""
    errors: list[PairingError] = []
    known = (partner >= 0) & (response.tokens >= 0) & (key.tokens[partner] >= 0)
    for number in np.flatnonzero(known).tolist():
        mine, theirs = _length(response, number), _length(key, int(partner[number]))
        token = _first_difference(key, int(partner[number]), response, number)
        if mine != theirs:
            errors.append(_token_error(key, int(partner[number]), response, number, token))
        elif token is not None:
            text = f"{_tokens_at(key, int(partner[number]), response, number, token)}"
            notices.add("different-words", text, response.sources[number], _line(response, number, token))
        elif (place := _first_different_character(key, int(partner[number]), response, number)) is not None:
            notices.add("different-text", place, response.sources[number])
    if errors:
        errors[0].more.extend(errors[1:])
        raise errors[0]


def _length(corpus: Corpus, document: int) -> int:
    """Count the tokens or characters of a document, without blanks at the end of running text."""
    raw = _raw_text(corpus, document)
    return int(corpus.tokens[document]) if raw is None else len(raw.rstrip())


def _raw_text(corpus: Corpus, document: int) -> str | None:
    """Return the running text of a document whose mentions count characters."""
    return corpus.raw_text(document) if corpus.unit == CHARACTERS else None


def _first_different_character(key: Corpus, key_document: int, response: Corpus, document: int) -> str | None:
    """Describe the first difference of two running texts of one length; a blank equals a line end."""
    mine, theirs = _raw_text(response, document), _raw_text(key, key_document)
    if mine is None or theirs is None or same_text(mine.rstrip(), theirs.rstrip()):
        return None
    pairs = enumerate(zip(mine, theirs, strict=False))
    place = next(place for place, (one, two) in pairs if not same_text(one, two))
    around = slice(max(place - 10, 0), place + 20)
    return f"character {place} differs: {shown(mine[around])}, in the key {shown(theirs[around])}"


def _notice_outside(key: Corpus, response: Corpus, partner: Integers, notices: Notices) -> None:
    """Warn about mentions beyond the end of the key's document, where the response has no text."""
    known = np.where((partner >= 0) & (response.tokens < 0), key.tokens[partner], -1)[response.document]
    names = MentionNames(response)

    def outside(row: int) -> str:
        return f"{names.of(row)} lies outside the {known[row]} {key.unit} of the key"

    for row in np.flatnonzero((known >= 0) & (response.end > known)).tolist():
        document, text = int(response.document[row]), partial(outside, row)
        notices.add("mention-outside-document", text, response.sources[document], int(response.line[row]))


def _first_difference(key: Corpus, key_document: int, response: Corpus, document: int) -> int | None:
    """Return the first token whose words differ, or None."""
    one, two = key.text(key_document), response.text(document)
    if one is None or two is None:
        return None
    if same(one[0].fingerprint(one[1]), two[0].fingerprint(two[1])):
        return None
    mine, theirs = one[0].words(one[1]), two[0].words(two[1])
    if mine is None or theirs is None or mine == theirs:
        return None
    return next((token for token, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), None)


def _token_error(key: Corpus, key_document: int, response: Corpus, document: int, token: int | None) -> PairingError:
    mine, theirs = int(response.tokens[document]), int(key.tokens[key_document])
    shorter = min(mine, theirs)
    token = shorter if token is None else token
    return PairingError(
        "different-words",
        f"document {quoted(response.names[document])} has {mine} {response.unit}, the key {theirs}",
        response.sources[document],
        _line(response, document, min(token, mine - 1)) or int(response.document_line[document]),
        f"first difference: {_tokens_at(key, key_document, response, document, token)}"
        f"{'; is the file whole?' if token >= mine else ''}",
    )


def _tokens_at(key: Corpus, key_document: int, response: Corpus, document: int, token: int) -> str:
    def shown(corpus: Corpus, number: int) -> str:
        words = corpus.words(number)
        if token >= int(corpus.tokens[number]):
            return "the end of the document"
        return quoted(words[token]) if words else "a token"

    line = _line(key, key_document, token) if token < int(key.tokens[key_document]) else None
    where = f" at {key.sources[key_document]}:{line}" if line else ""
    return f"token {token} is {shown(response, document)}, in the key {shown(key, key_document)}{where}"


def _line(corpus: Corpus, document: int, token: int) -> int | None:
    text = corpus.text(document)
    return text[0].token_line(text[1], token) if text and token >= 0 else None


def _source(corpus: Corpus) -> str | None:
    return corpus.sources[0] if corpus.sources else None
