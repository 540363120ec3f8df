"""The words of mentions are fetched from a text once."""

import pickle
from collections import Counter
from dataclasses import replace

from corefscope import score
from corefscope.alignment.attributes.heads import with_heads
from corefscope.alignment.attributes.types import with_heads_and_types, with_types
from corefscope.analysis.mistakes.errors import find_errors
from corefscope.analysis.mistakes.mention_info import MentionWords
from corefscope.formats.load import read_corpus
from support.command_line import KEY, A


class Counting:
    """A text that counts calls."""

    def __init__(self, text, asked):
        self.text, self.asked = text, asked

    def words(self, document):
        self.asked["words", document] += 1
        return self.text.words(document)

    def layer(self, document, name):
        self.asked[name, document] += 1
        return self.text.layer(document, name)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.text, name)


def counting(path):
    corpus, asked, known = read_corpus(path), Counter(), {}
    texts = [(known.setdefault(id(text), Counting(text, asked)), number) for text, number in corpus.texts]
    return replace(corpus, texts=texts), asked


def test_errors_take_words_once_and_columns_once_for_each_side():
    (key, of_key), (response, of_response) = counting(KEY), counting(A)
    evidence = score(key, response).system.evidence
    of_key.clear()
    of_response.clear()
    find_errors(evidence)
    assert {asked for (name, _), asked in of_key.items() if name == "words"} == {1}
    assert {asked for (name, _), asked in of_key.items() if name in ("parse", "head", "upos")} == {2}
    assert not of_response  # it stands beside the key's text


def test_heads_and_types_together_are_those_of_each_alone():
    corpus, asked = counting(KEY)
    together, head_rules, type_rules = with_heads_and_types(corpus)
    assert max(asked.values()) == 1
    heads, types = with_heads(corpus), with_types(corpus)
    assert (together.head.tolist(), head_rules) == (heads[0].head.tolist(), heads[1])
    assert (together.type.tolist(), type_rules) == (types[0].type.tolist(), types[1])


def test_cached_words_are_not_those_of_another_text():
    """`id` of a text may be equal to that of another text in another process."""
    one, two = read_corpus(KEY), read_corpus(A)
    words = MentionWords(one)
    assert words.of(0) == ["The", "ferry"]
    again = pickle.loads(pickle.dumps(words))
    other = MentionWords(two, {(id(two.texts[0][0]), two.texts[0][1]): next(iter(again._cache.values()))})
    assert other.of(0) == MentionWords(two).of(0)
