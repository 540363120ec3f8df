"""Documents and corpora: what readers produce and scoring uses.

A Corpus holds the mentions of all documents as columns, for scoring. A Document holds the same data as objects, for
users. Each converts to the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from corefscope.basics.checksums import ReadFile
from corefscope.basics.escaping import cut, quoted
from corefscope.mention import BRIDGING as BRIDGING
from corefscope.mention import DEIXIS as DEIXIS
from corefscope.mention import EMPTY_NODES as EMPTY_NODES
from corefscope.mention import INFORMATIVE as INFORMATIVE
from corefscope.mention import NONREFERRING as NONREFERRING
from corefscope.mention import SPLIT_ANTECEDENT as SPLIT_ANTECEDENT
from corefscope.mention import TYPES as TYPES
from corefscope.mention import Mention as Mention
from corefscope.mention import Relation as Relation
from corefscope.mention import empty_position as empty_position
from corefscope.mention import in_text_order as in_text_order
from corefscope.mention import place_in_text as place_in_text
from corefscope.mention import text_order as text_order
from corefscope.problems import CorefscopeError, Notice
from corefscope.text import Text

if TYPE_CHECKING:
    from corefscope.types.words import WordLanguage

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
TOKENS, CHARACTERS = "tokens", "characters"
UNKNOWN = -(1 << 62)  # an unknown position
LARGEST = 1 << 31  # no document has as many tokens; larger numbers are errors in the file
SMALL_PLACE = 1 << 18  # EMPTY_NODES times a smaller position fits into 32 bits
SMALL_NUMBER = 1 << 31  # a smaller number fits into 32 bits, without multiplication


def narrow(column: Integers, below: int = SMALL_PLACE) -> Integers:
    """Convert a column to 32 bits if all its numbers are small, to save memory."""
    small = len(column) and -below < column.min() <= column.max() < below
    return column.astype(np.int32 if small else np.int64, copy=False)


@dataclass
class Document:
    """One document: its name, its entities as lists of mentions, and its text where it is known.

    >>> Document("story", [[Mention(0, 2), Mention(5, 6)]]).mention_count
    2
    """

    name: str
    entities: list[list[Mention]]
    entity_ids: list[str] = field(default_factory=list)
    words: list[str] | None = None
    sentences: list[tuple[int, int]] | None = None
    token_count: int | None = None
    entity_types: list[str] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    unit: str = TOKENS
    raw_text: str | None = None
    groups: dict[str, str] = field(default_factory=dict)  # e.g. topic or genre
    annotations: dict[str, Document] = field(default_factory=dict)  # `deixis`, `nonreferring`: other entities
    _text: tuple[Text, int] | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Values of a wrong type are kept, and refused when the document is scored or written.
        count = len(self.entities) if isinstance(self.entities, Sequence) else 0
        if isinstance(self.entity_ids, Sequence) and not self.entity_ids:
            self.entity_ids = [str(number) for number in range(count)]
        if isinstance(self.entity_types, Sequence) and not self.entity_types:
            self.entity_types = [""] * count
        if self.token_count is None and isinstance(self.words, Sequence):
            self.token_count = len(self.words)

    @property
    def mention_count(self) -> int:
        return sum(map(len, self.entities))

    def layer(self, name: str) -> list[str] | None:
        """Return a column of the file: `pos`, `parse`, `speaker`, `named_entity`; None if absent."""
        return self._text[0].layer(self._text[1], name) if self._text else None

    def text_of(self, mention: Mention) -> str:
        """Return the words of a mention, joined by spaces; `∅` for an empty node, nothing outside the text."""
        characters = self.unit == CHARACTERS and self.raw_text is not None
        text: Sequence[str] | None = self.raw_text if characters else self.words
        if text is None:
            raise CorefscopeError("unknown-text", f"the words of document {quoted(self.name)} are unknown")
        places = mention.positions or range(mention.start, min(mention.end, len(text)))
        words = [text[place] if place >= 0 else "∅" for place in places if place < len(text)]
        return ("" if characters else " ").join(words)


@dataclass(frozen=True)
class Corpus:
    """The mentions of all documents as columns.

    Entities are numbered in order of first appearance and belong to one document. `label` replaces `start` and
    `end` if mentions are opaque: equal labels mean equal mentions. `shape` is an index into `shapes` for mentions
    that are not a plain run of tokens; so is `minimum`.
    """

    names: list[str]
    sources: list[str]
    document_line: Integers
    tokens: Integers  # -1 where unknown
    document: Integers
    start: Integers
    end: Integers  # exclusive
    entity: Integers
    line: Integers  # 0 where unknown
    entity_document: Integers
    entity_id: NDArray[Any]
    named: NDArray[np.bool_]  # False if the reader invented the name
    label: NDArray[Any] | None = None
    labelled: Sequence[Any] = ()  # the Python objects of labels that are our numbers
    shape: Integers | None = None  # -1 for a plain run of tokens
    head: Integers | None = None  # UNKNOWN without one
    type: NDArray[np.int8] | None = None  # an index into TYPES
    minimum: Integers | None = None  # an index into shapes, -1 where unknown
    shapes: tuple[tuple[int, ...], ...] = ()
    entity_type: NDArray[Any] | None = None
    entity_rank: Integers | None = None  # order of entities within a document, if rows have no order
    ranked_as_numbers: bool = False  # whether all ids behind the ranks are integers
    relations: tuple[tuple[int, Relation], ...] = ()  # with the document of each
    groups: Mapping[str, Sequence[str]] = field(default_factory=dict)  # columns of documents, such as topic
    texts: Sequence[tuple[Text, int] | None] = ()
    unit: str = TOKENS
    judged: bool = False  # each document is a pair of items, the same or not
    inexact_text: bool = False  # the words may differ from the key's and must be aligned
    empty_nodes: bool = True  # whether the format supports them
    own_ids: bool = True  # whether entities have ids, which other documents may share
    annotations: Mapping[str, Corpus] = field(default_factory=dict)  # DEIXIS, NONREFERRING: of the same documents
    language: WordLanguage | None = None  # whose rules guess mention types that no file gives
    repaired: Corpus | None = None  # the same with lost mentions repaired
    has_repeats: NDArray[np.bool_] | None = None  # documents in which a mention occurs twice, if there are any
    types_met: NDArray[np.bool_] | None = None  # which rows of a types file matched a mention
    notices: tuple[Notice, ...] = ()
    files: tuple[ReadFile, ...] = ()  # what was read, as it was then

    @property
    def document_count(self) -> int:
        return len(self.names)

    @property
    def mention_count(self) -> int:
        return len(self.document)

    @property
    def entity_count(self) -> int:
        return len(self.entity_document)

    @property
    def source(self) -> str | None:
        """The file of the first document."""
        return self.sources[0] if self.sources else None

    def where(self, row: int) -> tuple[str, int | None]:
        """Return the file and the line of a mention, for messages."""
        return self.sources[self.document[row]], int(self.line[row]) or None

    def entity_name(self, entity: int) -> str:
        name = self.entity_id[entity]
        return name.decode("utf-8", "replace") if isinstance(name, bytes) else str(name)

    def text(self, document: int) -> tuple[Text, int] | None:
        """Return the text of a document and its number in there."""
        return self.texts[document] if self.texts else None

    def words(self, document: int) -> list[str] | None:
        text = self.text(document)
        return text[0].words(text[1]) if text else None

    def sentences(self, document: int) -> list[tuple[int, int]] | None:
        text = self.text(document)
        return text[0].sentences(text[1]) if text else None

    def raw_text(self, document: int) -> str | None:
        """Return the running text of a document, if its format has one."""
        text = self.text(document)
        return getattr(text[0], "raw", {}).get(text[1]) if text else None

    def positions(self, row: int) -> Sequence[int]:
        """Return the positions of a mention: a range, or a tuple if it has gaps or empty nodes."""
        if self.shape is not None and self.shape[row] >= 0:
            return self.shapes[self.shape[row]]
        return range(int(self.start[row]), int(self.end[row]))

    def head_of(self, row: int) -> int | None:
        head = UNKNOWN if self.head is None else int(self.head[row])
        return None if head == UNKNOWN else head

    def minimum_of(self, row: int) -> tuple[int, ...]:
        shape = -1 if self.minimum is None else int(self.minimum[row])
        return self.shapes[shape] if shape >= 0 else ()

    def is_zero(self) -> NDArray[np.bool_]:
        """Mark mentions whose head, or first position without a head, is an empty node."""
        zero = np.zeros(self.mention_count, bool)
        if self.shape is not None:
            for row in np.flatnonzero(self.shape >= 0).tolist():
                head = self.head_of(row)
                zero[row] = (self.shapes[self.shape[row]][0] if head is None else head) < 0
        return zero

    def describe_mention(self, row: int) -> str:
        """Describe a mention for messages: its tokens, and its words if available.

        For many mentions use MentionNames, which fetches the words of a document once.
        """
        return MentionNames(self).of(row)

    def of_documents(self, mask: NDArray[np.bool_]) -> Corpus:
        """Keep only these documents."""
        if mask.all():
            return self
        kept = self.keep(mask[self.document])
        number = np.cumsum(mask) - 1
        return replace(
            kept,
            **self.rows_of(DOCUMENT_COLUMNS, mask),
            document=number[kept.document],
            entity_document=number[kept.entity_document],
            relations=tuple((int(number[place]), relation) for place, relation in self.relations if mask[place]),
            groups={name: take(values, mask) for name, values in self.groups.items()},
            annotations={name: each.of_documents(mask) for name, each in self.annotations.items()},
            repaired=None if self.repaired is None else self.repaired.of_documents(mask),
        )

    def annotation(self, name: str) -> Corpus:
        """Return an annotation of the same documents; one without mentions if there is none."""
        other = self.annotations.get(name)
        if other is not None:
            if other.minimum is None and self.minimum is not None:  # the file gives minimum spans, though none here
                return replace(other, minimum=np.full(other.mention_count, -1, np.int64))
            return other
        nothing = self.keep(np.zeros(self.mention_count, bool))
        return replace(nothing, relations=(), annotations={}, notices=(), files=())

    def rows_of(self, names: Sequence[str], rows: NDArray[Any]) -> dict[str, Any]:
        """Return some rows of these columns, as a mask or as numbers."""
        return {name: take(getattr(self, name), rows) for name in names}

    def keep(self, rows: NDArray[np.bool_], entity: Integers | None = None) -> Corpus:
        """Keep only these mentions, in their entities or in new ones (`entity`); empty entities disappear."""
        if entity is None and rows.all() and np.bincount(self.entity, minlength=len(self.entity_document)).all():
            return self
        regrouped = entity is not None
        entity = (self.entity if entity is None else entity)[rows]
        used = np.bincount(entity, minlength=len(self.entity_document)) > 0
        columns = self.rows_of(MENTION_COLUMNS, rows) | self.rows_of(ENTITY_COLUMNS, used)
        relations = self._renamed(rows, entity) if self.relations and regrouped else self.relations
        return replace(self, **columns, entity=(np.cumsum(used) - 1)[entity], relations=relations)

    def _renamed(self, rows: NDArray[np.bool_], entity: Integers) -> tuple[tuple[int, Relation], ...]:
        """Return the relations with the ids of the entities that their entities became part of."""
        ids: dict[tuple[int, str], str] = {}
        for old, new in set(zip(self.entity[rows].tolist(), entity.tolist(), strict=True)):
            if old != new:
                ids[int(self.entity_document[old]), self.entity_name(old)] = self.entity_name(new)
        return tuple(
            (
                document,
                relation._replace(
                    antecedent=ids.get((document, relation.antecedent), relation.antecedent),
                    anaphor=ids.get((document, relation.anaphor), relation.anaphor),
                ),
            )
            for document, relation in self.relations
        )

    def mention(self, row: int) -> Mention:
        """Return one mention with its attributes."""
        kind = TYPES[self.type[row]] if self.type is not None and self.type[row] else None
        positions = self.positions(row)
        listed = () if isinstance(positions, range) else positions
        start, end = int(self.start[row]), int(self.end[row])
        return Mention(start, end, tuple(listed), self.head_of(row), kind, self.minimum_of(row))

    def documents(self, with_text: bool = True) -> list[Document]:
        """Convert the corpus to Documents, in file order; without text, to what is annotated in them."""
        if self.label is not None:
            raise CorefscopeError(
                "mentions-without-place",
                "mentions that are only ids have no position in a text, so they cannot become Documents",
            )
        entities: list[list[Mention]] = [[] for _ in range(self.entity_count)]
        plain = all(column is None for column in (self.shape, self.head, self.type, self.minimum))
        starts, ends = self.start.tolist(), self.end.tolist()
        for row, entity in enumerate(self.entity.tolist()):
            entities[entity].append(Mention(starts[row], ends[row]) if plain else self.mention(row))
        relations: dict[int, list[Relation]] = {}
        for document, relation in self.relations:
            relations.setdefault(document, []).append(relation)
        documents = []
        annotations = {name: each.documents(with_text=False) for name, each in self.annotations.items()}
        first = np.searchsorted(self.entity_document, np.arange(self.document_count + 1)).tolist()
        for number, name in enumerate(self.names):
            low, high = first[number], first[number + 1]
            count = int(self.tokens[number])
            documents.append(
                Document(
                    name,
                    [sorted(mentions, key=in_text_order) for mentions in entities[low:high]],
                    [self.entity_name(entity) for entity in range(low, high)],
                    self.words(number) if with_text else None,
                    self.sentences(number) if with_text else None,
                    count if count >= 0 else None,
                    [] if self.entity_type is None else [str(kind) for kind in self.entity_type[low:high]],
                    relations.get(number, []),
                    self.unit,
                    self.raw_text(number) if with_text else None,
                    {column: values[number] for column, values in self.groups.items() if values[number]},
                    {name: listed[number] for name, listed in annotations.items()},
                    self.text(number) if with_text else None,
                )
            )
        return documents


# The three frames of a Corpus. The documents also have groups, the mentions also their entity.
DOCUMENT_COLUMNS = ("names", "sources", "document_line", "tokens", "named", "texts", "has_repeats")
ENTITY_COLUMNS = ("entity_document", "entity_id", "entity_type", "entity_rank")
MENTION_COLUMNS = ("document", "start", "end", "line", "label", "shape", "head", "type", "minimum")
# The values of columns that one corpus lacks and another one has.
ABSENT: dict[str, Any] = {"shape": -1, "head": UNKNOWN, "type": np.int8(0), "minimum": -1, "entity_type": ""}
# The sequences that the numbers of a column are indices into; a negative number is none.
PLACES_OF = {"document": "names", "entity_document": "names", "entity": "entity_document"}
PLACES_OF |= {"shape": "shapes", "minimum": "shapes", "label": "labelled"}


def take(column: Any, rows: NDArray[Any]) -> Any:
    """Return some rows, a mask or numbers, of a column, which is an array, a list or absent."""
    if isinstance(column, np.ndarray):
        return column[rows]
    if not column:
        return column
    return [column[row] for row in (np.flatnonzero(rows) if rows.dtype == bool else rows).tolist()]


def concatenate(corpora: Sequence[Corpus]) -> Corpus:
    """Make one corpus of several, documents in order."""
    if len(corpora) == 1:
        return corpora[0]
    if len({corpus.unit for corpus in corpora}) > 1:
        fact = "some files count tokens and others characters, so they cannot be one corpus"
        raise CorefscopeError("different-units", fact)

    def values(name: str) -> list[Any]:
        return [getattr(corpus, name) for corpus in corpora]

    def listed(name: str) -> list[Any]:
        return list(chain.from_iterable(values(name)))

    names = ("document_line", "tokens", "named", "entity", *ENTITY_COLUMNS, *MENTION_COLUMNS)
    columns: dict[str, Any] = {name: _joined(corpora, name) for name in names}
    columns |= {name: any(values(name)) for name in ("judged", "inexact_text", "empty_nodes")}
    columns |= {name: all(values(name)) for name in ("ranked_as_numbers", "own_ids")}
    firsts = np.cumsum([0, *(corpus.document_count for corpus in corpora)]).tolist()
    return Corpus(
        **columns,
        names=listed("names"),
        sources=listed("sources"),
        texts=[text for corpus in corpora for text in (corpus.texts or [None] * corpus.document_count)],
        groups={
            name: [value for corpus in corpora for value in corpus.groups.get(name, [""] * corpus.document_count)]
            for name in sorted({name for corpus in corpora for name in corpus.groups})
        },
        shapes=tuple(listed("shapes")),
        labelled=listed("labelled") if all(len(each.labelled) or not each.mention_count for each in corpora) else (),
        relations=tuple(
            (document + first, relation)
            for corpus, first in zip(corpora, firsts[:-1], strict=True)
            for document, relation in corpus.relations
        ),
        unit=corpora[0].unit,
        annotations={
            name: concatenate([corpus.annotation(name) for corpus in corpora])
            for name in sorted({name for corpus in corpora for name in corpus.annotations})
        },
        repaired=concatenate([corpus.repaired or corpus for corpus in corpora])
        if any(corpus.repaired is not None for corpus in corpora)
        else None,
        notices=tuple(listed("notices")),
        files=tuple(dict.fromkeys(listed("files"))),  # documents may share a file beside them
    )


def _joined(corpora: Sequence[Corpus], name: str) -> NDArray[Any] | None:
    """Return one column of several corpora; None if all lack it, or one lacks the labels of mentions."""
    columns: list[Any] = [getattr(corpus, name) for corpus in corpora]
    lacking = [column is None for column in columns]
    if all(lacking) or (name == "label" and any(lacking)):
        return None
    # Ranks are those of numbers only if all ids of all files are numbers.
    mixed = len({corpus.ranked_as_numbers for corpus in corpora if corpus.entity_rank is not None}) > 1
    before = 0
    for number, corpus in enumerate(corpora):
        if lacking[number]:
            count = corpus.entity_count if name in ENTITY_COLUMNS else corpus.mention_count
            kind = object if name == "entity_type" else None
            columns[number] = np.arange(count) if name == "entity_rank" else np.full(count, ABSENT[name], kind)
        elif name == "entity_rank" and corpus.ranked_as_numbers and mixed:
            columns[number] = np.unique(corpus.entity_id.astype(str), return_inverse=True)[1].reshape(-1)
        if name in PLACES_OF:
            places = columns[number]
            columns[number] = np.where(places >= 0, places + before, places) if before else places
            before += len(getattr(corpus, PLACES_OF[name]))
    if len({column.dtype.kind for column in columns}) > 1:  # ids as bytes and as text
        columns = [column.astype(object) for column in columns]
    return np.concatenate(columns)


class MentionNames:
    """Describe mentions of a corpus for messages; caches the words of the last document."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self._words: tuple[int, list[str] | None] = (-1, None)

    def of(self, row: int) -> str:
        corpus = self.corpus
        if corpus.label is not None:
            label = corpus.label[row]
            return f"mention {cut(repr(corpus.labelled[label]) if len(corpus.labelled) else str(label))}"
        first, last = int(corpus.start[row]), int(corpus.end[row]) - 1
        document = int(corpus.document[row])
        if corpus.unit == TOKENS and self._words[0] != document:
            self._words = document, corpus.words(document)
        words = self._words[1]
        excerpt = f" {quoted(' '.join(words[first : min(last + 1, first + 8)]))}" if words else ""
        return f"mention {first}–{last}{excerpt}" if last >= first else f"zero mention before token {first}"
