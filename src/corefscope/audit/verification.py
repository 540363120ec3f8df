"""Compute every number of a saved result a second time, from its files, in the exact fractions of the reference."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import file_digest
from typing import Any

from corefscope.problems import FormatError
from corefscope.reference import readers
from corefscope.reference.alignment import Weights, best_total, total_of, upper_bound
from corefscope.reference.metrics import shared_only
from corefscope.reference.scoring import FIELDS, TYPED, Document, Score, combine, count, finish, parse, parts, total
from corefscope.reporting.report import Report, View, counted, sheet
from corefscope.scoring.result import Result
from corefscope.scoring.saved import SavedFile, SavedResult, SavedSide, as_object, load, saved_settings
from corefscope.settings import DEFAULTS

# Whether a float is the fraction: sums of a corpus are rounded a few times.
TOLERANCE = 1e-11
# Steps of the textbook's alignment up to which it is used; above, prices prove the fast one.
TEXTBOOK = 200_000
FORMATS = ("conll", "corefud", "json", "table")
# What the reference covers of each setting, and the settings that change none of its numbers.
COVERED = {"average": ("micro", "macro"), "singletons": ("keep", "drop"), "mentions": ("all", "shared")}
HARMLESS = ("guess_types", "types", "objects", "format", "key_format", "response_format", "key_clusters",
            "response_clusters", "repeated", "boundary")  # fmt: skip
DIGITS = 12

Documents = dict[str, Document]
Numbers = dict[str, Any]


class Outside(Exception):
    """What the reference does not cover, and why."""


@dataclass
class Verification:
    """How many numbers of a saved result are what its files say, which are not, and what lies outside the reference."""

    path: str
    verified: dict[str, int] = field(default_factory=dict)  # numbers by what they belong to
    differences: list[tuple[str, str, Any, Any]] = field(default_factory=list)  # what, number, saved, exact
    outside: dict[str, str] = field(default_factory=dict)  # what, and why
    signature: str = ""

    @property
    def status(self) -> int:
        """Return the exit status: 1 if a number differs, 2 if none could be verified."""
        return 1 if self.differences else 0 if self.verified else 2

    def check(self, what: str, name: str, saved: Any, exact: Any) -> None:
        """Compare a saved number with the exact one; whole numbers and words must be equal."""
        is_number = isinstance(exact, Fraction) and isinstance(saved, int | float)
        bound = 0 if isinstance(saved, int) else TOLERANCE * max(1, abs(exact)) if is_number else 0
        if abs(Fraction(saved) - exact) <= bound if is_number else saved == exact:
            self.verified[what] = self.verified.get(what, 0) + 1
        else:
            self.differences.append((what, name, saved, exact))

    def _summary(self) -> str:
        numbers = counted(sum(self.verified.values()), "number")
        return f"{self.path}: {numbers} verified, {len(self.differences)} differ, {len(self.outside)} outside"

    def _view(self) -> View:
        def report() -> Report:
            rows = [(what, name, shown(saved), shown(exact)) for what, name, saved, exact in self.differences]
            left = [sheet("Differs", ("", "Number", "Saved", "By the reference"), rows, left=(0, 1))] if rows else []
            verified = [sheet("Verified", ("", "Numbers"), self.verified.items())] if self.verified else []
            outside = [sheet("Outside the reference", ("", "Why"), self.outside.items(), left=(0, 1))]
            tables = [*left, *verified, *(outside if self.outside else [])]
            return Report(self._summary(), tables, signature=self.signature, title="Verification")

        def data() -> dict[str, Any]:
            names = ("of", "number", "saved", "exact")
            rows = [(what, name, saved, shown(exact)) for what, name, saved, exact in self.differences]
            differences = [dict(zip(names, row, strict=True)) for row in rows]
            return {"path": self.path, "verified": self.verified, "differences": differences, "outside": self.outside}

        return View(report, data)


def shown(value: Any) -> str:
    """Return a number as people compare it: a fraction with its decimals, cut where it is too long to read."""
    if not isinstance(value, Fraction):
        return f"{value:.{DIGITS}g}" if isinstance(value, float) else str(value)
    decimals = f"{float(value):.{DIGITS}g}"
    return decimals if value.denominator == 1 or len(str(value)) > 24 else f"{value} = {decimals}"


def verify(saved: str | os.PathLike[str] | Result) -> Verification:
    """Verify a result, or one that `score -o json` saved: checksums, then every number as a fraction.

    >>> import corefscope as cs
    >>> result = cs.score("examples/tales/key.jsonl", "examples/tales/large.jsonl")
    >>> verify(result).status, len(verify(result).differences)
    (0, 0)
    """
    if isinstance(saved, Result):
        import msgspec

        content, path = msgspec.convert(as_object(saved), SavedResult), "this result"
    else:
        path = os.fspath(saved)
        content = load(path)
    verification = Verification(path, signature=content.signature)
    folder = os.path.dirname(path)
    try:
        settings = covered_settings(content)
        key = corpus_of(content.key, "key", settings, folder, verification)
        types = types_of(settings["types"], folder)
    except Outside as error:
        verification.outside["everything"] = str(error)
        return verification
    if settings["repeated"] != "first" and has_repeats(key):
        verification.outside["everything"] = f"--repeated {settings['repeated']}, where a mention is in two entities"
        return verification
    for name, number in (
        ("documents", len(key)),
        ("mentions", sum(len(m) for e in key.values() for m in readers.once(e))),
    ):
        verification.check("key", name, getattr(content.key, name), Fraction(number))
    for system in content.systems:
        try:
            response = corpus_of(system, system.name, settings, folder, verification)
            if settings["repeated"] != "first" and has_repeats(response):
                raise Outside(f"--repeated {settings['repeated']}, where a mention is in two entities")
        except Outside as error:
            verification.outside[system.name] = str(error)
            continue
        documents = {name: prepared(document, settings) for name, document in readers.pair(key, response).items()}
        for name, saved_score in system.scores.items():
            what = f"{system.name}: {name}"
            try:
                if settings["boundary"] != "key" and parse(name)[0] == "blanc":
                    raise Outside(f"--boundary {settings['boundary']}")
                rows = {document: counts(name, each, types.get(document)) for document, each in documents.items()}
            except Outside as error:
                verification.outside[what] = str(error)
                continue
            except ValueError:
                verification.outside[what] = "the reference has no such metric, or not with these parameters"
                continue
            compare(verification, what, saved_score, name, list(rows.values()), settings["average"])
            for row in system.per_document or ():
                compare(
                    verification,
                    f"{what} per document",
                    row.scores[name],
                    name,
                    [rows[row.document]],
                    "micro",
                    row.document,
                )
        for part in ("by_group", "output"):
            if getattr(system, part):
                verification.outside[f"{system.name}: {part.replace('_', ' ')}"] = (
                    "the reference scores whole documents"
                )
    return verification


def covered_settings(content: SavedResult) -> dict[str, Any]:
    """Return the settings of a result; raise Outside for one that the reference does not cover."""
    settings = {name: getattr(DEFAULTS, name) for name in vars(DEFAULTS)} | content.settings
    for name, value in vars(saved_settings(content.settings)).items():
        if value != getattr(DEFAULTS, name) and name not in HARMLESS and value not in COVERED.get(name, ()):
            raise Outside(f"the setting {name}: {value}")
    return settings


def corpus_of(
    side: SavedSide, name: str, settings: Mapping[str, Any], folder: str, verification: Verification
) -> readers.Corpus:
    """Read the files of a side again, after a check that they are those that were scored."""
    files = [file for file in side.files if file.format != "text"]
    if not files:
        raise Outside("it was scored from Python objects")
    corpus: readers.Corpus = {}
    role = "key" if name == "key" else "response"
    for file in files:
        if file.format not in FORMATS or file.path.endswith((".gz", ".bz2", ".xz", ".parquet")):
            raise Outside(f"{file.path} is {file.format}; the reference reads {', '.join(FORMATS)}, unpacked")
        path = checked(file, name, folder, verification)
        try:
            documents = readers.read(path, file.format, settings[f"{role}_clusters"] or "clusters")
        except (ValueError, LookupError) as error:
            raise Outside(f"{file.path}: {error}") from None
        if corpus.keys() & documents.keys():
            raise Outside("documents without names, in several files")
        corpus |= documents
    return corpus


def checked(file: SavedFile, name: str, folder: str, verification: Verification) -> str:
    """Return where a file is, from here or from the saved result; its checksum is verified."""
    path = next((path for path in (file.path, os.path.join(folder, file.path)) if os.path.isfile(path)), None)
    if path is None or file.sha256 is None:
        raise Outside(f"{file.path} {'is not there any more' if path is None else 'could be read only once'}")
    with open(path, "rb") as stream:
        verification.check(name, f"checksum of {file.path}", file.sha256, file_digest(stream, "sha256").hexdigest())
    return path


def types_of(path: str | None, folder: str) -> dict[str, dict[tuple[int, int], str]]:
    """Return the mention types of a table of document, start, end or last, and type, by document."""
    types: dict[str, dict[tuple[int, int], str]] = {}
    if path is not None:
        path = path if os.path.isfile(path) else os.path.join(folder, path)
        try:
            with open(path, encoding="utf-8-sig", newline="") as stream:
                text = stream.read().splitlines()
        except OSError as error:
            raise FormatError("unreadable-file", f"the types cannot be read: {error.strerror}", path) from None
        for row in csv.DictReader(text, delimiter="\t" if "\t" in text[0] else ","):
            span = int(row["start"]), int(row["last"]) if "last" in row else int(row["end"]) - 1
            types.setdefault(row["document"], {})[span] = row["type"]
    return types


def has_repeats(corpus: readers.Corpus) -> bool:
    """Whether a mention is in two entities, or twice in one."""
    return any(sum(map(len, readers.once(entities))) < sum(map(len, entities)) for entities in corpus.values())


def prepared(document: Document, settings: Mapping[str, Any]) -> Document:
    """Leave out singletons and unmatched mentions, where the settings say so."""
    key, response = document
    if settings["singletons"] == "drop":
        key, response = ([entity for entity in side if len(entity) > 1] for side in document)
    if settings["mentions"] == "shared":
        key, response = shared_only(key, response)
    return key, response


def counts(name: str, document: Document, types: Mapping[Any, str] | None) -> list[dict[str, Fraction]]:
    """Count a document by each part of a metric."""
    try:
        return [count(part, document, types, align) for part in parts(name)]
    except (KeyError, TypeError):
        if parse(name)[0] not in TYPED:
            raise
        raise Outside("mention types that --types does not give") from None


def align(weights: Weights) -> Fraction:
    """Return the weight of the best alignment: by the textbook, or by the fast solver if its prices prove it.

    The prices are rounded, so they prove that no alignment weighs more than TOLERANCE of the weight more; where all
    weights are whole numbers, that none weighs more at all.
    """
    sides = [{entity: number for number, entity in enumerate({cell[side] for cell in weights})} for side in (0, 1)]
    rows, columns = map(len, sides)
    if rows * columns * min(rows, columns) <= TEXTBOOK:
        return best_total(weights)
    if rows > columns:
        return align({(j, i): weight for (i, j), weight in weights.items()})
    import numpy as np

    from corefscope.assignment.auction import solve

    cells = [(sides[0][i], sides[1][j], float(weight)) for (i, j), weight in weights.items() if weight]
    row, column, weight = (np.array(values) for values in zip(*cells, strict=True))
    proven = solve(row, column, weight, rows, columns)
    if proven is None:
        raise Outside("the fast alignment ended without a proof")
    keys, responses = map(list, sides)
    pairs = [(keys[i], responses[j]) for i, j in enumerate(proven.column_of.tolist()) if j >= 0]
    best = total_of(weights, pairs)
    bound = upper_bound(weights, {responses[j]: Fraction(price) for j, price in enumerate(proven.price.tolist())})
    is_whole = all(weight.denominator == 1 for weight in weights.values())
    if bound - best >= (1 if is_whole else Fraction(TOLERANCE) * best):
        raise Outside("the prices of the fast alignment do not prove it")
    return best


def compare(
    verification: Verification, what: str, saved: Mapping[str, Any], name: str, rows: Any, average: str, of: str = ""
) -> None:
    """Compare the saved numbers of a score with the exact ones."""
    score = combine(name, rows, average)
    for number, exact in numbers(name, score, rows if average == "micro" else []):
        value: Any = saved
        for step in number.split(" "):
            value = value.get(step) if isinstance(value, Mapping) else None
        if exact is not None or value is not None:
            verification.check(what, f"{of} {number}".strip(), value, exact)
    verification.check(what, f"{of} undefined".strip(), sorted(saved.get("undefined", ())), sorted(score.undefined))


def numbers(name: str, score: Score, rows: Any) -> Iterator[tuple[str, Fraction | None]]:
    """Give the numbers of a score by their places in a saved one: the quotients, the counts, and BLANC's halves."""
    yield from zip(FIELDS, score[:3], strict=True)
    if not rows or parts(name) != [name]:
        return
    sums = total(row[0] for row in rows)
    if parse(name)[0] != "blanc":
        yield from sums.items()
        return
    for kind in ("coreference", "non_coreference"):
        both, key, response = (sums[f"{kind}_{side}"] for side in ("both", "key", "response"))
        half = {"recall_num": both, "recall_den": key, "precision_num": both, "precision_den": response}
        beta = parse(name)[1].get("beta", "1")
        for number, value in [*zip(FIELDS, finish(f"muc(beta={beta})", half)[:3], strict=True), *half.items()]:
            yield f"{kind} {number}", value
