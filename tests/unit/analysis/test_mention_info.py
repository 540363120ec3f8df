"""The words of mentions are fetched from a text once."""

import pickle
from collections import Counter
from dataclasses import replace

from corefscope.analysis.mentions import MentionWords, TextCache
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


def test_cached_words_are_not_those_of_another_text():
    """`id` of a text may be equal to that of another text in another process."""
    one, two = read_corpus(KEY), read_corpus(A)
    words = MentionWords(one)
    assert words.of(0) == ["The", "ferry"]
    again = pickle.loads(pickle.dumps(words)).cache
    [of_one] = again._texts.values()
    again._texts = {(id(two.texts[0][0]), two.texts[0][1]): of_one}
    assert MentionWords(two, again).of(0) == MentionWords(two).of(0)


def test_a_cache_of_many_texts_forgets(monkeypatch):
    monkeypatch.setattr("corefscope.analysis.mentions.MOST_TOKENS", 1)
    corpus, asked = counting(KEY)
    texts = TextCache()
    for _ in range(2):
        assert [texts.of(text).words for text in corpus.texts] == [read_corpus(KEY).words(at) for at in range(2)]
    assert set(asked.values()) == {2}
    assert len(texts._texts) == 1
