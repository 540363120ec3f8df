"""NEC beside the evaluator of screenplay coreference: equal where a name is the same words as at its place in the key.

COREFSCOPE_NEC names evaluate_coreference_nec.py of usc-sail/mica-character-coref (in coref/movie_coref/acl21, up to the
commit before 5abd98f), the code of Baruah et al. (2021, “Annotation and Evaluation of Coreference Resolution in
Screenplays”); it needs pandas. It compares names as strings, as Agarwal et al. (2019) do, and we compare mentions: so
that both ask the same, every mention here is one token, and no two have the same word. COREFSCOPE_DATA as in
test_perl.py: the entities of its *.ann files, such as LitBank's. With `-s` each test says how much it compared.
"""

import contextlib
import io
import sys
import warnings
from random import Random
from types import ModuleType

import pytest

import corefscope
from corefscope.model import Document, Mention
from differential.peers import module_at, peer
from differential.random_conll import with_mistakes
from differential.test_perl import data_folder

VARIABLE = "COREFSCOPE_NEC"
WORDS = {"name": "Name", "pronoun": "she", "nominal": "friend"}


class Token:
    """A word as spaCy has it: the evaluator asks for its place in the text, its tag and its head, here itself."""

    def __init__(self, text, idx):
        self.text, self.idx, self.head = text, idx, self
        self.pos_ = "PROPN" if text.startswith("Name") else "NOUN"

    def __len__(self):
        return len(self.text)


class Text(list):
    """The words of a text, parted at spaces, as spaCy would find them."""

    noun_chunks = ()

    def __init__(self, text):
        super().__init__()
        place = 0
        for word in text.split(" "):
            self.append(Token(word, place))
            place += len(word) + 1


@pytest.fixture
def evaluate(monkeypatch):
    """Its function by key, response and words; spaCy, which finds words and names that are known here, is left out."""
    path = peer(VARIABLE)
    pandas = pytest.importorskip("pandas", reason="the evaluator needs pandas")
    spacy = ModuleType("spacy")
    spacy.load = lambda name: Text
    monkeypatch.setitem(sys.modules, "spacy", spacy)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # "\s" in a text that is not raw
        module = module_at(path)

    def call(key, response, words, kinds):
        rows = [
            {
                "entityLabel": str(number),
                "mention": words[token],
                "mention_start": token,
                "mention_end": token,
                "PRONOUN": kinds[token] == "pronoun",
                "NOMINAL": kinds[token] == "nominal",
            }
            for number, entity in enumerate(key)
            for token in entity
        ]
        gold = {str(number): {(token, token) for token in entity} for number, entity in enumerate(key)}
        score = [{(token, token) for token in entity} for entity in response]
        with contextlib.redirect_stdout(io.StringIO()):
            return module.evaluate_coreference_nec(gold, score, pandas.DataFrame(rows), " ".join(words))

    return call


def ours(key, response, words, kinds):
    sides = (
        [Document("a", [[Mention(t, t + 1, type=kinds[t]) for t in entity] for entity in side], words=words)]
        for side in (key, response)
    )
    return corefscope.score(*sides, metrics="nec").scores["nec"]


def different_words(kinds):
    return [f"{WORDS[kind]}{token}" for token, kind in enumerate(kinds)]


def names_of(entity, kinds):
    return {token for token in entity if kinds[token] == "name"}


def same_missed(key, response, kinds):
    """Whether its count of missed entities is ours: no name is short of a response entity to be aligned with."""
    named = [names_of(entity, kinds) for entity in key if names_of(entity, kinds)]
    return len(response) >= len(named) and all(sum(bool(names & set(e)) for names in named) <= 1 for e in response)


def compare(evaluate, texts):
    """How many F1 and how many counts of missed entities were compared, over (key, response, kinds of tokens)."""
    f1 = missed = 0
    for key, response, kinds in texts:
        named = sum(bool(names_of(entity, kinds)) for entity in key)
        if not named:  # it divides by 0
            continue
        words = different_words(kinds)
        expected, score = evaluate(key, response, words, kinds), ours(key, response, words, kinds)
        assert score.counts["recall_den"] == named
        assert score.recall == pytest.approx(expected["nec_F1"], abs=1e-12), (key, response, kinds)
        f1 += 1
        if same_missed(key, response, kinds):
            assert score.counts["missed"] == pytest.approx(expected["nec_per_chains_missed"] * named / 100)
            missed += 1
    return f1, missed


def random_texts(random, count):
    for _ in range(count):
        length = random.randint(1, 14)
        kinds = random.choices(list(WORDS), k=length)
        sides = []
        for _ in range(2):
            entities = {}
            for token in random.sample(range(length), random.randint(1, length)):
                entities.setdefault(random.randrange(6), []).append(token)
            sides.append(list(entities.values()))
        yield *sides, kinds


def test_random_texts(evaluate):
    f1, missed = compare(evaluate, random_texts(Random(7), 1000))
    print(f"\nrandom texts: {f1} F1, {missed} counts of missed entities")
    assert f1 > 600
    assert missed > 200


@pytest.mark.parametrize("rate", [0.05, 0.3])
def test_entities_of_real_texts(evaluate, rate):
    """Their mentions and types, each mention as one token; the response is a copy with mistakes."""
    texts, random = [], Random(rate)
    for path in sorted(data_folder().rglob("*.ann")):
        for document in corefscope.read(path):
            kinds, key = [], []
            for entity in document.entities:
                key.append([])
                for mention in entity:
                    key[-1].append(len(kinds))
                    kinds.append(mention.type if mention.type in WORDS else "nominal")
            spans = [[(token, token) for token in entity] for entity in key]
            number = {token: name for name, e in with_mistakes(random, spans, len(kinds), rate) for token, _ in e}
            response = {}
            for token, name in number.items():
                response.setdefault(name, []).append(token)
            texts.append((key, list(response.values()), kinds))
    f1, missed = compare(evaluate, texts)
    print(f"\nreal texts, rate of mistakes {rate}: {f1} F1, {missed} counts of missed entities")
    assert f1


def test_it_counts_no_entity_as_missed_for_which_no_response_entity_is_left(evaluate):
    """Two names and one response entity: the second name is not found, and it says that 0 % are missed."""
    kinds = ["name", "name"]
    words = different_words(kinds)
    assert evaluate([[0], [1]], [[0]], words, kinds)["nec_per_chains_missed"] == 0
    assert ours([[0], [1]], [[0]], words, kinds).counts["missed"] == 1


def test_it_counts_an_entity_as_missed_whose_name_is_in_the_entity_of_another(evaluate):
    """Two names in one response entity, and one more without a name: it says that half is missed."""
    kinds = ["name", "name", "pronoun"]
    words = different_words(kinds)
    assert evaluate([[0], [1]], [[0, 1], [2]], words, kinds)["nec_per_chains_missed"] == 50
    assert ours([[0], [1]], [[0, 1], [2]], words, kinds).counts["missed"] == 0


def test_a_name_at_another_place_is_a_name_for_it(evaluate):
    """“Anna” twice: the key has the first, the response the second, which is another mention."""
    kinds, words = ["name", "pronoun", "name"], ["Name", "she", "Name"]
    assert evaluate([[0, 1]], [[1, 2]], words, kinds)["nec_F1"] == 0.5
    assert ours([[0, 1]], [[1, 2]], words, kinds).recall == 0
