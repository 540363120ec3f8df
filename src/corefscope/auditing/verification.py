"""Compute every number of a saved result a second time, from its files, in the exact fractions of the reference."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from hashlib import file_digest
from typing import Any

from corefscope.reference import readers
from corefscope.reference.alignment import Weights, best_total, upper_bound
from corefscope.reference.metrics import shared_only
from corefscope.reference.scoring import (
    FIELDS,
    TYPED,
    Document,
    ExactScore,
    combine,
    count,
    finish,
    parse,
    parts,
    total,
)
from corefscope.scoring.result import Reportable, Result
from corefscope.scoring.saved import SavedFile, SavedKey, SavedResult, SavedSystem, load, saved_settings
from corefscope.settings import DEFAULTS

TOLERANCE = 1e-11  # by which a float may miss the fraction: sums of a corpus are rounded a few times
TEXTBOOK = 200_000  # steps of the textbook's alignment; above, prices prove the fast one
FORMATS = ("conll", "corefud", "json", "table")
# The values of settings that the reference covers, and settings that change none of its numbers or are seen to.
COVERED = {"average": ("micro", "macro"), "singletons": ("keep", "drop"), "mentions": ("all", "shared")}
OTHERS = ("boundary", "format", "guess_types", "key_clusters", "key_format", "objects", "repeated", "response_clusters",
          "response_format", "types")  # fmt: skip
FILES = "files"  # what checksums and the size of the key belong to


class Outside(Exception):
    """What the reference does not cover, and why."""


@dataclass
class Verification(Reportable):
    """How many numbers of a saved result are what its files say, which are not, and what lies outside the reference."""

    VIEW = "auditing:verification_view"
    path: str
    signature: str
    verified: dict[str, int] = field(default_factory=dict)  # how many, by what they belong to
    differences: list[tuple[str, str, Any, Any]] = field(default_factory=list)  # what, number, saved, exact
    outside: dict[str, str] = field(default_factory=dict)  # what, and why

    @property
    def status(self) -> int:
        """Return the exit status: 1 if a number differs, 2 if none could be verified."""
        return 1 if self.differences else 0 if self.verified.keys() - {FILES} else 2

    def check(self, what: str, name: str, saved: Any, exact: Any) -> None:
        """Compare a saved number with the exact one; whole numbers and words must be equal."""
        is_equal = saved == exact
        if isinstance(saved, float) and isinstance(exact, Fraction):
            is_equal = abs(Fraction(saved) - exact) <= TOLERANCE * max(1.0, float(abs(exact)))
        if is_equal:
            self.verified[what] = self.verified.get(what, 0) + 1
        else:
            self.differences.append((what, name, saved, exact))

    @contextmanager
    def covering(self, what: str) -> Iterator[None]:
        """Note what turns out to lie outside the reference, and go on."""
        try:
            yield
        except Outside as error:
            self.outside[what] = str(error)


def verify(saved: str | os.PathLike[str] | Result) -> Verification:
    """Verify a result, or one that `score -o json` saved: checksums, then every number as a fraction.

    >>> import corefscope as cs
    >>> verification = verify(cs.score("examples/tales/key.jsonl", "examples/tales/large.jsonl"))
    >>> verification.status, verification.differences
    (0, [])
    """
    if isinstance(saved, Result):
        return _Verifier(load(saved), "this result").verify()
    return _Verifier(load(os.fspath(saved)), os.fspath(saved)).verify()


class _Verifier:
    def __init__(self, content: SavedResult, path: str) -> None:
        self.content, self.folder = content, os.path.dirname(path)
        self.settings = saved_settings(content.settings)
        self.result = Verification(path, content.signature)

    def verify(self) -> Verification:
        with self.result.covering("everything"):
            for name, value in asdict(self.settings).items():
                if name not in OTHERS and value != getattr(DEFAULTS, name) and value not in COVERED.get(name, ()):
                    raise Outside(f"the setting {name}: {value}")
            key, types = self.corpus(self.content.key, self.settings.key_clusters), self.types()
            entities = [self.counting(readers.once(each)) for each in key.values()]
            sizes = len(key), sum(map(len, entities)), sum(len(each) for document in entities for each in document)
            for name, size in zip(("documents", "entities", "mentions"), sizes, strict=True):
                self.result.check(FILES, f"{name} of the key", getattr(self.content.key, name), size)
            for system in self.content.systems:
                with self.result.covering(system.name):
                    self.verify_system(system, key, types)
        return self.result

    def verify_system(self, system: SavedSystem, key: readers.Corpus, types: Mapping[str, Mapping[Any, str]]) -> None:
        """Score a system again, by each of its metrics."""
        response = self.corpus(system, self.settings.response_clusters)
        documents: dict[str, Document] = {}
        for document, (one, two) in readers.pair(key, response).items():
            sides = [self.counting(one), self.counting(two)]
            key_entities, others = shared_only(*sides) if self.settings.mentions == "shared" else sides
            documents[document] = (key_entities, others)
        for name, score in system.scores.items():
            what = f"{system.name}: {name}"
            with self.result.covering(what):
                rows = {each: self.count(name, documents[each], types.get(each)) for each in documents}
                self.compare(what, score, name, list(rows.values()), self.settings.average)
                for saved in system.per_document or ():
                    self.compare(what, saved.scores[name], name, [rows[saved.document]], "micro", f"{saved.document}: ")
        for part in ("by_group", "output"):
            if getattr(system, part):
                self.result.outside[f"{system.name}: {part}"] = "the reference scores whole documents"

    def corpus(self, side: SavedKey | SavedSystem, clusters: str | None) -> readers.Corpus:
        """Read the files of a side again, after a check that they are those that were scored."""
        corpus: readers.Corpus = {}
        files = [file for file in side.files if file.format != "text"]
        for file in files:
            if file.format not in FORMATS or file.path.endswith((".gz", ".bz2", ".xz", ".parquet")):
                raise Outside(f"{file.path}: {file.format}; the reference reads {', '.join(FORMATS)}, unpacked")
            path = self.checked(file)
            try:
                documents = readers.read(path, file.format, clusters or "clusters")
            except (ValueError, LookupError) as error:
                raise Outside(f"{file.path}: {error}") from None
            if corpus.keys() & documents.keys():
                raise Outside("documents without names, in several files")
            corpus |= documents
        if not files:
            raise Outside("it was scored from Python objects")
        repeats = any(sum(map(len, readers.once(each))) < sum(map(len, each)) for each in corpus.values())
        if repeats and self.settings.repeated != "first":
            raise Outside(f"--repeated {self.settings.repeated}, where a mention is in two entities")
        return corpus

    def checked(self, file: SavedFile) -> str:
        """Return where a file is, from here or from the saved result, and verify its checksum."""
        paths = file.path, os.path.join(self.folder, file.path)
        path = next(filter(os.path.isfile, paths), None)
        if path is None or file.sha256 is None:
            raise Outside(f"{file.path} {'is not there any more' if file.sha256 else 'could be read only once'}")
        with open(path, "rb") as stream:
            digest = file_digest(stream, "sha256").hexdigest()
        self.result.check(FILES, f"checksum of {file.path}", file.sha256, digest)
        return path

    def types(self) -> dict[str, dict[tuple[int, int], str]]:
        """Return the mention types of --types, by document: rows of document, start, end or last, and type."""
        types: dict[str, dict[tuple[int, int], str]] = {}
        if (path := self.settings.types) is None:
            return types
        if not os.path.isfile(path):
            raise Outside(f"{path} is not there any more")
        with open(path, encoding="utf-8-sig", newline="") as stream:
            lines = stream.read().splitlines()
        for row in csv.DictReader(lines, delimiter="\t" if "\t" in lines[0] else ","):
            last = int(row["last"]) if "last" in row else int(row["end"]) - 1
            types.setdefault(row["document"], {})[int(row["start"]), last] = row["type"]
        return types

    def counting(self, entities: Any) -> list[list[Any]]:
        """Return the entities that count."""
        return [entity for entity in entities if len(entity) > 1 or self.settings.singletons == "keep"]

    def count(self, name: str, document: Document, types: Mapping[Any, str] | None) -> list[dict[str, Fraction]]:
        """Count a document by each part of a metric."""
        try:
            family = parse(name)[0]
        except ValueError as error:
            raise Outside(str(error)) from None
        if family == "blanc" and self.settings.boundary != "key":
            raise Outside(f"--boundary {self.settings.boundary}")
        mentions = {mention for side in document for entity in side for mention in entity}
        if family in TYPED and not mentions <= (types or {}).keys():
            raise Outside("mention types that --types does not give")
        return [count(part, document, types, align) for part in parts(name)]

    def compare(self, what: str, saved: Mapping[str, Any], name: str, rows: Any, average: str, of: str = "") -> None:
        """Compare the saved numbers of a score with the exact ones, each found by its place in the saved score."""
        score = combine(name, rows, average)
        for place, exact in numbers(name, score, rows if average == "micro" else ()):
            value: Any = saved
            for step in place.split():
                value = value.get(step) if isinstance(value, Mapping) else None
            if not value is exact is None:
                self.result.check(what, of + place, value, exact)
        self.result.check(what, f"{of}undefined", sorted(saved.get("undefined", ())), sorted(score.undefined))


def numbers(name: str, score: ExactScore, rows: Any) -> Iterator[tuple[str, Fraction | None]]:
    """Give the numbers of a score by their places in a saved one: the quotients, the counts, and BLANC's halves."""
    yield from zip(FIELDS, score[:3], strict=True)
    if not rows or parts(name) != [name]:
        return
    family, values = parse(name)
    sums = total(row[0] for row in rows)
    if family != "blanc":
        yield from sums.items()
        return
    for kind in ("coreference", "non_coreference"):
        both, key, response = (sums[f"{kind}_{side}"] for side in ("both", "key", "response"))
        half = {"recall_num": both, "recall_den": key, "precision_num": both, "precision_den": response}
        scored = finish(f"pairwise(beta={values.get('beta', 1)})", half)
        for number, value in [*zip(FIELDS, scored[:3], strict=True), *half.items()]:
            yield f"{kind} {number}", value


def align(weights: Weights) -> Fraction:
    """Return the weight of the best alignment: by the textbook, or of the fast solver's if its prices prove it.

    The solver's prices are rounded: they prove that no alignment weighs more than some 10⁻¹¹ of the weight more, and
    where all weights are whole numbers, that none weighs more at all. The proof is computed in fractions.
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
    aligned = {responses[j]: keys[i] for i, j in enumerate(proven.column_of.tolist()) if j >= 0}  # one to one
    best = sum((weights.get((i, j), Fraction()) for j, i in aligned.items()), Fraction())
    bound = upper_bound(weights, {responses[j]: Fraction(price) for j, price in enumerate(proven.price.tolist())})
    is_whole = all(weight.denominator == 1 for weight in weights.values())
    if bound - best >= (1 if is_whole else Fraction(2 * TOLERANCE) * best):
        raise Outside("the prices of the fast alignment do not prove it")
    return best
