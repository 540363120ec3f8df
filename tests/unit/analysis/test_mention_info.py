"""The words of mentions are fetched document by document, not mention by mention."""

from collections import Counter
from dataclasses import replace

from corefscope import score
from corefscope.analysis.errors import find_errors
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


def test_errors_take_a_column_at_most_a_few_times_and_from_one_text_only():
    (key, of_key), (response, of_response) = counting(KEY), counting(A)
    evidence = score(key, response).system.evidence
    of_key.clear()
    of_response.clear()
    assert find_errors(evidence).counts["divided"] == 3
    assert {name for name, _ in of_key} >= {"words", "parse", "head", "upos"}
    assert max(of_key.values()) <= 8  # however many mentions a document has
    assert not of_response  # it stands beside the key's text
