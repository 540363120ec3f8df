"""Names of documents that almost agree: what is to be removed from them, or the part by which they pair."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from corefscope.basics.escaping import quoted
from corefscope.formats.document_names import canonical, literal
from corefscope.model import Corpus
from corefscope.problems import PairingError, SettingsError

STRIP, PAIR_BY = "--names-strip", "--pair-by"
# What names of files often have and names of documents not: folders, endings, or both.
USUAL = ("^.*/", r"\.\w+$", r"^.*/|\.\w+$")
COMPARED = 100  # names from which common parts are taken


def renamed(corpus: Corpus, strip: str | None, pair_by: str | None) -> Corpus:
    """The corpus with names without what a pattern matches, or with the part that a pattern's group matches.

    Two documents that get one name are an error: they could not be told apart.
    """
    if strip is None and pair_by is None:
        return corpus
    names = list(corpus.names)
    for option, pattern, change in ((STRIP, strip, _stripped), (PAIR_BY, pair_by, _part)):
        if pattern is not None:
            names = [_changed(name, partial(change, _compiled(pattern, option), corpus)) for name in names]
    first: dict[tuple[str, int], int] = {}
    for number, name in enumerate(names):
        other = first.setdefault(canonical(name), number)
        if other != number:
            both = f"{quoted(corpus.names[other])} and {quoted(corpus.names[number])}"
            fact, hint = f"the documents {both} would both be called {quoted(name)}", "change the pattern"
            raise PairingError("ambiguous-document", fact, corpus.sources[number], hint=hint)
    layers = {layer: replace(each, names=names) for layer, each in corpus.annotations.items()}
    return replace(corpus, names=names, annotations=layers)


def _compiled(pattern: str, option: str) -> re.Pattern[str]:
    try:
        return re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        raise SettingsError("bad-pattern", f"{option} {pattern}: not a pattern: {error}") from None


def _changed(name: str, change: Callable[[str], str]) -> str:
    """A name whose part before `; part 000` is changed."""
    plain, part = literal(name)
    new = change(plain)
    return new if plain == name.strip() else f"({new}); part {part:03d}"


def _stripped(pattern: re.Pattern[str], corpus: Corpus, name: str) -> str:
    new = pattern.sub("", name).strip()
    if not new:
        fact = f"{STRIP} {pattern.pattern} leaves nothing of the name {quoted(name)}"
        raise PairingError("bad-pattern", fact, corpus.source)
    return new


def _part(pattern: re.Pattern[str], corpus: Corpus, name: str) -> str:
    match = pattern.search(name)
    part = "" if match is None else next((group for group in match.groups() if group), match[0]).strip()
    if not part:
        fact = f"{PAIR_BY} {pattern.pattern} does not match document {quoted(name)}"
        raise PairingError("bad-pattern", fact, corpus.source, hint="its group has to match a part of each name")
    return part


def helpful(key: Sequence[str], response: Sequence[str]) -> tuple[int, str] | None:
    """How many documents would pair with an option, and the option; None if nothing usual helps."""
    import shlex

    names = [[literal(name) for name in side] for side in (key, response)]
    plain = [[name for name, _ in side] for side in names]
    best: tuple[int, str] | None = None
    for pattern in (*USUAL, *_affixes(*plain)):
        try:
            sub = partial(re.compile(pattern).sub, "")
        except (re.error, RecursionError, OverflowError):
            continue
        new = [[(sub(name), part) for name, part in side] for side in names]
        if any(len(set(side)) < len(side) or not all(name for name, _ in side) for side in new):
            continue
        paired = len(set(new[0]) & set(new[1]))
        if paired and (best is None or paired > best[0]):
            best = paired, f"{STRIP} {shlex.quote(pattern)}"
    return best


def _affixes(key: Sequence[str], response: Sequence[str]) -> Iterator[str]:
    """Patterns for what the names of one side have in common, and for what one name has around the other."""
    sides = [list(side)[:COMPARED] for side in (key, response)]
    if not all(sides):
        return
    starts = [_common(side) if len(side) > 1 else "" for side in sides]
    ends = [_common([name[::-1] for name in side])[::-1] if len(side) > 1 else "" for side in sides]
    # What both sides have in common next to the rest may stay: of tale and sys-tale, remove sys-.
    shared = len(_common([start[::-1] for start in starts]))
    starts = [start[: len(start) - shared] for start in starts]
    ends = [end[len(_common(ends)) :] for end in ends]
    yield from _pattern(starts, ends)
    yield from _pattern(starts, [])
    yield from _pattern([], ends)
    one, two = sorted((sides[0][0], sides[1][0]), key=len)
    if one != two and one and one in two:
        before, _, after = two.partition(one)
        yield from _pattern([before], [after])


def _common(names: Sequence[str]) -> str:
    """What all names begin with."""
    low, high = min(names), max(names)
    different = (place for place, (one, two) in enumerate(zip(low, high, strict=False)) if one != two)
    return low[: next(different, min(len(low), len(high)))]


def _pattern(starts: Iterable[str], ends: Iterable[str]) -> Iterator[str]:
    begin, end = ("|".join(sorted({re.escape(each) for each in part if each})) for part in (starts, ends))
    parts = [f"^(?:{begin})" if begin else "", f"(?:{end})$" if end else ""]
    if any(parts):
        yield "|".join(part for part in parts if part)
