"""What a Corpus goes through keeps its relations, their mentions, and the annotations beside its entities."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np

from corefscope.alignment.cleanup import resolve_repeats, without_zeros
from corefscope.alignment.documents import pair
from corefscope.alignment.texts import align_texts, in_characters
from corefscope.alignment.texts.letter_text import tokenize
from corefscope.formats.objects.reader import from_documents
from corefscope.model import (
    BRIDGING,
    CHARACTERS,
    DEIXIS,
    NONREFERRING,
    SPLIT_ANTECEDENT,
    Corpus,
    Document,
    Mention,
    Relation,
    concatenate,
)
from corefscope.problems import Notices
from corefscope.settings import Settings

WORDS = ["Ada", "met", "Bo", ".", "It", "rained", "when", "they", "reached", "the", "door"]
DOOR = Mention(9, 11)


def _document(name: str = "visit") -> Document:
    said = Document(name, [[Mention(0, 4), Mention(7, 8)]], ["1-DD"])
    nothing = Document(name, [[Mention(4, 5)]], ["4-Pseudo"], entity_types=["expletive"])
    return Document(
        name,
        [[Mention(0, 1)], [Mention(2, 3)], [Mention(7, 8)], [DOOR]],
        ["1", "2", "3", "5"],
        list(WORDS),
        relations=[
            Relation(SPLIT_ANTECEDENT, "1", "3"),
            Relation(SPLIT_ANTECEDENT, "2", "3"),
            Relation(BRIDGING, "4-Pseudo", "5", "part", DOOR, Mention(4, 5)),
        ],
        annotations={DEIXIS: said, NONREFERRING: nothing},
    )


def _corpus(*names: str) -> Corpus:
    return from_documents([_document(name) for name in names], "given")


def _same(corpus: Corpus, *names: str) -> bool:
    return corpus.documents() == _corpus(*names).documents()


def test_documents_come_back_as_they_were() -> None:
    (document,) = _corpus("visit").documents()
    assert replace(document, annotations={}) == replace(_document(), annotations={})
    for name, annotation in _document().annotations.items():
        actual = document.annotations[name]
        assert (actual.entities, actual.entity_ids, actual.entity_types) == (
            annotation.entities,
            annotation.entity_ids,
            annotation.entity_types,
        )


def test_an_annotation_without_mentions_is_still_one() -> None:
    given = replace(_document(), annotations={DEIXIS: Document("visit", [])})
    (document,) = from_documents([given], "given").documents()
    assert document.annotations[DEIXIS].entities == []
    assert NONREFERRING not in document.annotations


def test_some_documents_of_several_corpora_and_pickling() -> None:
    joined = concatenate([_corpus("a", "b"), _corpus("c")])
    assert _same(joined, "a", "b", "c")
    assert _same(joined.of_documents(np.array([False, True, True])), "b", "c")
    assert _same(pickle.loads(pickle.dumps(joined)), "a", "b", "c")


def test_annotations_that_only_one_of_two_corpora_has() -> None:
    plain = from_documents([replace(_document("a"), annotations={})], "given")
    first, second = concatenate([plain, _corpus("b")]).documents()
    assert [first.annotations[name].entities for name in (DEIXIS, NONREFERRING)] == [[], []]
    assert second == _corpus("b").documents()[0]


def test_merging_repeated_mentions_renames_the_ends_of_relations() -> None:
    document = _document()
    document.entities[1].append(Mention(0, 1))  # Bo is Ada, too
    (actual,) = resolve_repeats(from_documents([document], "given"), Settings(repeated="merge"), Notices()).documents()
    assert actual.entity_ids == ["1", "3", "5"]
    assert [relation[1:3] for relation in actual.relations] == [("1", "3"), ("1", "3"), ("4-Pseudo", "5")]


def test_alignment_by_characters_moves_every_mention() -> None:
    key = _corpus("visit")
    other = replace(_document(), words=["Ada", "met", "Bo.", *WORDS[4:]], token_count=None)

    def moved(mention: Mention) -> Mention:
        return Mention(mention.start - (mention.start > 2), mention.end - (mention.end > 3))

    for part in (other, *other.annotations.values()):
        part.entities = [[moved(mention) for mention in entity] for entity in part.entities]
        part.token_count = 10
    other.relations[2] = other.relations[2]._replace(anaphor_mention=moved(DOOR), antecedent_mention=Mention(3, 4))
    response = from_documents([other], "given")
    notices = Notices()
    texts = align_texts(key, response, pair(key, response, notices, check_words=False), notices)
    one, two, *_ = in_characters(key, response, texts, notices)
    mine, theirs = one.documents()[0], two.documents()[0]
    assert mine.relations == theirs.relations
    assert mine.text_of(mine.relations[2].anaphor_mention) == "the door"  # type: ignore[arg-type]
    assert [mine.annotations[NONREFERRING].entities, mine.annotations[DEIXIS].entities] == [
        theirs.annotations[NONREFERRING].entities,
        theirs.annotations[DEIXIS].entities,
    ]
    assert theirs.text_of(theirs.annotations[NONREFERRING].entities[0][0]) == "It"


def test_a_relation_whose_mention_is_not_in_the_text_matches_nothing() -> None:
    key = _corpus("visit")
    other = replace(_document(), words=[*WORDS, "of", "hers"], token_count=None)
    other.relations[2] = other.relations[2]._replace(anaphor_mention=Mention(11, 13))
    for part in other.annotations.values():
        part.token_count = 13
    response = from_documents([other], "given")
    notices = Notices()
    texts = align_texts(key, response, pair(key, response, notices, check_words=False), notices)
    one, two, *_ = in_characters(key, response, texts, notices)
    assert two.documents()[0].relations[2].antecedent_mention == one.documents()[0].relations[2].antecedent_mention
    ends = [corpus.documents()[0].relations[2].anaphor_mention for corpus in (one, two)]
    length = len(" ".join(WORDS))
    assert ends[0] == Mention(length - 8, length)
    assert ends[1] is not None
    assert ends[1].start >= length


def test_zeros_are_dropped_from_annotations_too() -> None:
    document = _document()
    document.annotations[NONREFERRING].entities[0].append(Mention.at([-1]))
    document.entities[0].append(Mention.at([-2]))
    actual = without_zeros(from_documents([document], "given"))
    assert _same(actual, "visit")


def test_running_text_is_cut_into_tokens_with_all_of_it() -> None:
    text = "Ada met Bo. It rained."
    given = Document("d", [[Mention(0, 3)], [Mention(8, 10)]], ["1", "2"], unit=CHARACTERS, raw_text=text)
    given.annotations[NONREFERRING] = Document("d", [[Mention(12, 14)]], ["3"], unit=CHARACTERS)
    given.relations = [Relation(BRIDGING, "1", "2", "", Mention(8, 10), Mention(0, 3))]
    actual = tokenize(given, Notices())
    assert actual.words == ["Ada", "met", "Bo", ".", "It", "rained", "."]
    assert actual.annotations[NONREFERRING].entities == [[Mention(4, 5)]]
    assert actual.relations[0][4:] == (Mention(2, 3), Mention(0, 1))
    assert from_documents([actual], "given").documents()[0].relations == actual.relations
