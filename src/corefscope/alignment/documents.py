"""Pair the documents of key and response by name, and report every document that has no partner."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile

import numpy as np

from corefscope.basics.escaping import quoted
from corefscope.formats.document_names import canonical, literal
from corefscope.formats.files.text import excerpt, same_text
from corefscope.model import CHARACTERS, Corpus, Integers, MentionNames
from corefscope.problems import Notices, PairingError, SettingsError
from corefscope.settings import Settings

STRIP, PAIR_BY = "--names-strip", "--pair-by"
# What file names often add to document names: folders, endings, or both.
USUAL = ("^.*/", r"\.\w+$", r"^.*/|\.\w+$")
COMPARED = 100  # names searched for common parts
Name = tuple[str, int]  # name and part


def pair(key: Corpus, response: Corpus, notices: Notices, check_words: bool = True) -> Integers:
    """Return the key document of each response document, -1 where the key lacks it."""
    if not key.document_count:
        raise PairingError("empty-key", "the key has no documents")
    key_ids = _ids(key)
    response_ids = key_ids if response.names == key.names else _ids(response)
    unnamed = not key.named.all() or not response.named.all()
    nameless = not key.named.any() and not response.named.any()
    by_order = unnamed and not set(key_ids) & set(response_ids)
    count = response.document_count
    if (nameless or by_order) and key.document_count != count:
        noun = "document" if count == 1 else "documents"
        fact = f"{count} {noun} against {key.document_count} in the key, and not all have names"
        hint = "unnamed documents can be paired only if both sides have equally many"
        raise PairingError("unnamed-documents", fact, response.source, hint=hint)
    if by_order:
        one = "the only document of each side is paired, though their names differ"
        text = one if count == 1 else f"{count} documents without a common name are paired by their order"
        notices.add("paired-by-order", text, response.source)
        partner = np.arange(key.document_count)
    else:
        same = response_ids is key_ids
        partner = np.arange(count) if same else np.array([key_ids.get(name, -1) for name in response_ids], np.int64)
        if (partner < 0).any():
            # Try the literal name: `x_2` may be a whole document, not part 2 of x.
            paired = set(partner.tolist())
            free = {literal(name): number for number, name in enumerate(key.names) if number not in paired}
            for number in np.flatnonzero(partner < 0).tolist():
                partner[number] = free.pop(literal(response.names[number]), -1)
    pairs = int((partner >= 0).sum())
    if not pairs:
        raise _no_common_document(key, response)
    if not pairs == count == key.document_count:
        _notice_unpaired(key, response, partner, notices)
    if not response.mention_count:
        notices.add("response-without-mentions", "it has no mentions", response.source)
    if check_words and key.unit == response.unit:
        known = response.tokens >= 0
        if known.any():
            _check_words(key, response, partner, notices)
        if not known.all() and (key.tokens >= 0).any():
            _notice_outside(key, response, partner, notices)
    return partner


def numbered_names(names: Sequence[str], place: Callable[[int], tuple[str | None, int | None]]) -> dict[Name, int]:
    """Number documents by name and part; raise an error at the second of two documents with equivalent names."""
    numbers: dict[Name, int] = {}
    for number, name in enumerate(names):
        first = numbers.setdefault(canonical(name), number)
        if first != number:
            fact = f"the documents {quoted(names[first])} and {quoted(name)} have equivalent names"
            hint = "rename one: part 0, _0 and no part mean the same"
            raise PairingError("ambiguous-document", fact, *place(number), hint)
    return numbers


def _ids(corpus: Corpus) -> dict[Name, int]:
    return numbered_names(corpus.names, lambda n: (corpus.sources[n], int(corpus.document_line[n]) or None))


def _no_common_document(key: Corpus, response: Corpus) -> PairingError:
    mine, theirs = (quoted(corpus.names[0]) if corpus.names else "nothing" for corpus in (response, key))
    fact = f"no document of the response is in the key: it begins with {mine}, the key with {theirs}"
    hint = "if the shell expanded a pattern such as key/*.conll, put it in quotes"
    if help := suggest_renaming(key.names, response.names):
        hint = f"{help[0]} of {response.document_count} would match with {help[1]}"
    return PairingError("no-common-document", fact, response.source, hint=hint)


def _notice_unpaired(key: Corpus, response: Corpus, partner: Integers, notices: Notices) -> None:
    for number in np.flatnonzero(partner < 0).tolist():
        text = f"{quoted(response.names[number])} is not in the key and is ignored"
        notices.add("document-only-in-response", text, response.sources[number], int(response.document_line[number]))
    for number in sorted({*range(key.document_count)}.difference(partner.tolist())):
        text = f"{quoted(key.names[number])} ({key.sources[number]}) is not in the response and is scored as empty"
        notices.add("document-missing", text, response.source)


def _notice_outside(key: Corpus, response: Corpus, partner: Integers, notices: Notices) -> None:
    """Count mentions beyond the end of the key's document, where the response has no text."""
    end = np.where((partner >= 0) & (response.tokens < 0), key.tokens[partner], -1)[response.document]
    names = MentionNames(response)

    def text(row: int) -> str:
        return f"{names.of(row)} lies outside the {end[row]} {response.unit} of the key"

    for row in np.flatnonzero((end >= 0) & (response.end > end)).tolist():
        notices.add("mention-outside-document", partial(text, row), *response.where(row))


def _check_words(key: Corpus, response: Corpus, partner: Integers, notices: Notices) -> None:
    """Raise if two documents differ in length; warn if their words differ."""
    errors: list[PairingError] = []
    stated = (partner >= 0) & (response.tokens >= 0) & (key.tokens[partner] >= 0)
    for number in np.flatnonzero(stated).tolist():
        other = int(partner[number])
        one, two = key.text(other), response.text(number)
        digest = one and one[0].fingerprint(one[1])
        equal = digest is not None and two is not None and digest == two[0].fingerprint(two[1])
        if not equal or key.unit == CHARACTERS or key.tokens[other] != response.tokens[number]:
            error = _compare(key, other, response, number, equal, notices)
            errors += [error] if error else []
    if errors:
        errors[0].more.extend(errors[1:])
        raise errors[0]


def _compare(
    key: Corpus, key_document: int, response: Corpus, document: int, equal_words: bool, notices: Notices
) -> PairingError | None:
    """Compare two documents: return an error if they differ in length, count a warning if their words differ."""
    source = response.sources[document]
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
        fact = f"document {quoted(response.names[document])} has {mine} {response.unit}, the key {theirs}"
        line = _line(response, document, min(token, mine - 1)) or int(response.document_line[document])
        hint = f"first difference: {_tokens_at(key, key_document, response, document, token)}"
        hint += "; is the file whole?" if token >= mine else ""
        return PairingError("different-words", fact, source, line, hint)
    if token is not None:
        difference = _tokens_at(key, key_document, response, document, token)
        notices.add("different-words", difference, source, _line(response, document, token))
    elif text is not None and other_text is not None and not same_text(text.rstrip(), other_text.rstrip()):
        # The lengths are equal; a blank equals a line end.
        pairs = enumerate(zip(text, other_text, strict=False))
        place = next(place for place, (a, b) in pairs if not same_text(a, b))
        around = slice(max(place - 10, 0), place + 20)
        difference = f"character {place} differs: {excerpt(text[around])}, in the key {excerpt(other_text[around])}"
        notices.add("different-text", difference, source)
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


def rename(corpus: Corpus, settings: Settings, *_: object) -> Corpus:
    """Rename documents: `names_strip` removes its match, `pair_by` keeps only its group.

    It is an error if two documents get the same name.
    """
    patterns = (STRIP, settings.names_strip), (PAIR_BY, settings.pair_by)
    if settings.names_strip is settings.pair_by is None:
        return corpus
    names = list(corpus.names)
    for option, pattern in patterns:
        if pattern is not None:
            try:
                compiled = re.compile(pattern)
            except (re.error, RecursionError, OverflowError) as error:
                raise SettingsError("bad-pattern", f"{option} {pattern}: not a pattern: {error}") from None
            names = [_rename(name, compiled, option, corpus.source) for name in names]
    first: dict[Name, int] = {}
    for number, name in enumerate(names):
        other = first.setdefault(canonical(name), number)
        if other != number:
            both = f"{quoted(corpus.names[other])} and {quoted(corpus.names[number])}"
            fact = f"the documents {both} would both be called {quoted(name)}"
            raise PairingError("ambiguous-document", fact, corpus.sources[number], hint="change the pattern")
    layers = {layer: replace(each, names=names) for layer, each in corpus.annotations.items()}
    return replace(corpus, names=names, annotations=layers)


def _rename(name: str, pattern: re.Pattern[str], option: str, source: str | None) -> str:
    """Change the part of a name before `; part 000`; raise an error if nothing is left."""
    plain, part = literal(name)
    if option == STRIP:
        new, hint = pattern.sub("", plain).strip(), None
        fact = f"{STRIP} {pattern.pattern} leaves nothing of the name {quoted(plain)}"
    else:
        match, hint = pattern.search(plain), "its group has to match a part of each name"
        new = "" if match is None else next((group for group in match.groups() if group), match[0]).strip()
        fact = f"{PAIR_BY} {pattern.pattern} does not match document {quoted(plain)}"
    if not new:
        raise PairingError("bad-pattern", fact, source, hint=hint)
    return new if plain == name.strip() else f"({new}); part {part:03d}"


def suggest_renaming(key: Sequence[str], response: Sequence[str]) -> tuple[int, str] | None:
    """Return the number of documents that the best option pairs, and the option; None if none helps."""
    import shlex

    names = [[literal(name) for name in side] for side in (key, response)]
    best: tuple[int, str] | None = None
    for pattern in (*USUAL, *_affixes(*([name for name, _ in side] for side in names))):
        new = [[(re.sub(pattern, "", name), part) for name, part in side] for side in names]
        if any(len(set(side)) < len(side) or not all(name for name, _ in side) for side in new):
            continue
        paired = len(set(new[0]) & set(new[1]))
        if paired and (best is None or paired > best[0]):
            best = paired, f"{STRIP} {shlex.quote(pattern)}"
    return best


def _affixes(key: Sequence[str], response: Sequence[str]) -> Iterator[str]:
    """Yield patterns for what the names of one side share, or what one name adds to the other."""
    sides = [side[:COMPARED] for side in (key, response)]
    starts = [_common(side) if len(side) > 1 else "" for side in sides]
    ends = [_common([name[::-1] for name in side])[::-1] if len(side) > 1 else "" for side in sides]
    choices = [(starts, ends), (starts, []), ([], ends)]
    short, long = sorted((side[0] if side else "" for side in sides), key=len)
    if short and short != long and short in long:
        before, _, after = long.partition(short)
        choices.append(([before], [after]))
    for begins, stops in choices:
        parts = [rf"^{re.escape(text)}" for text in begins if text] + [f"{re.escape(text)}$" for text in stops if text]
        if parts:
            yield "|".join(parts)


def _common(names: Sequence[str]) -> str:
    """Return the longest common prefix of all names."""
    return "".join(
        letters[0] for letters in takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))
    )
