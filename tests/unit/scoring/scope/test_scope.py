"""Entities that reach across documents: what is scored as one, and that it is scored as one document would be."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefscope as cs
from corefscope.formats.objects.reader import from_documents
from corefscope.metrics import DEFAULT
from corefscope.model import Document, Mention
from support.inputs.strategies import THOROUGH

METRICS = (*DEFAULT, "pairwise")
LONGEST = 100  # tokens that a document may have; the next one of a unit begins behind them


def document(name, **entities):
    """A document of one-token mentions: `document("1_1", a=[3, 5])` has entity a at tokens 3 and 5."""
    spans = [[Mention(token, token + 1) for token in tokens] for tokens in entities.values()]
    return Document(name, spans, list(entities))


def corpus(*documents, **columns):
    """Documents as a corpus whose documents have columns such as topic."""
    return replace(from_documents(documents, "given"), groups=columns)


def as_one(documents, unit_of):
    """The slow definition: the documents of a unit one after the other, entities of one id together."""
    joined = {}
    for number, one in enumerate(documents):
        entities = joined.setdefault(unit_of(one.name), {})
        for name, entity in zip(one.entity_ids, one.entities, strict=True):
            moved = [Mention(start + number * LONGEST, end + number * LONGEST) for start, end in entity]
            entities.setdefault(name, []).extend(moved)
    return [Document(unit, list(entities.values()), list(entities)) for unit, entities in joined.items()]


def counts(result):
    return {name: (actual.counts, actual.f1) for name, actual in result.scores.items()}


KEY = [
    document("1_1", storm=[0, 4], boat=[2]),
    document("1_2", storm=[1], boat=[3, 5], pier=[7]),
    document("2_1", storm=[0], boat=[1, 2]),
]
RESPONSE = [
    document("1_1", x=[0, 4], y=[2]),
    document("1_2", y=[1], x=[3, 5], z=[7]),
    document("2_1", x=[0], y=[1, 2]),
]
TOPICS = {"topic": ["sea", "sea", "land"]}


@pytest.mark.parametrize("pattern", [r"\d+", r"(\d+)_", r"(?P<topic>\d)", "[12]"])
def test_a_pattern_on_names(pattern):
    by_pattern = cs.score(KEY, RESPONSE, metrics=METRICS, scope=pattern)
    assert counts(by_pattern) == counts(cs.score(corpus(*KEY, **TOPICS), RESPONSE, metrics=METRICS, scope="topic"))
    assert by_pattern.documents == ("1", "2")


def test_a_pattern_looks_behind_the_bracket_of_conll_names():
    key = [replace(one, name=f"({one.name.replace('_', '/')}); part 000") for one in KEY]
    assert cs.score(key, key, scope=r"(\d)/").documents == ("1", "2")


def test_a_column_goes_before_a_pattern():
    key = corpus(*KEY, **{"1": ["a", "b", "c"]})
    assert cs.score(key, RESPONSE, scope="1").documents == ("a", "b", "c")


def test_ids_that_only_the_response_repeats_are_one_entity_too():
    key = [document("a", one=[0, 1]), document("b", two=[0, 1])]
    response = [document("a", same=[0, 1]), document("b", same=[0, 1])]
    assert cs.score(key, response).f1["muc"] == 1
    result = cs.score(key, response, scope="corpus")
    assert result.scores["muc"].counts["precision_den"] == 3
    assert result.scores["muc"].counts["precision_num"] == 2


def test_repeated_mentions_are_resolved_before_documents_are_joined():
    # In b, mention 0 is in q first. After joining, p would come first.
    key = [document("a", p=[5]), document("b", q=[0], p=[0, 1])]
    result = cs.score(key, key, scope="corpus", metrics="muc")
    assert result.scores["muc"].counts["recall_den"] == 1  # p keeps 5 and 1, q keeps 0
    merged = cs.score(key, key, scope="corpus", repeated="merge", metrics="muc")
    assert merged.scores["muc"].counts["recall_den"] == 1  # what b merges is called q and stays apart from a's p


def test_a_document_that_the_response_lacks_counts_in_its_unit():
    result = cs.score(KEY, RESPONSE[:1], metrics="mentions", scope=r"\d", per_document=True)
    one, two = (row["mentions"] for row in result.system.per_document)
    assert (one.counts["recall_num"], one.counts["recall_den"]) == (3, 7)
    assert (two.counts["recall_num"], two.counts["recall_den"]) == (0, 3)


@pytest.mark.parametrize(
    ("scope", "message"),
    [
        ("topc", "scope='topc': not a column of the key, and as a pattern it does not match document '1_1'"),
        ("topc", r"\(its columns are topic, genre; or use document or corpus\)"),
        ("(1)_", "it does not match document '2_1'"),
        ("x*", "it does not match document '1_1'"),
        ("1(x)?|2", "it does not match document '1_1'"),
        ("(", "scope= (: not a column of the key, nor a pattern: missing )"),
        ("genre", "scope='genre': document '1_2' has no genre"),
    ],
)
def test_a_wrong_scope_says_what_would_be_right(scope, message):
    key = corpus(*KEY, topic=["sea", "sea", "land"], genre=["news", "", "news"])
    message = message if message.startswith("\\") else message.replace("(", r"\(").replace(")", r"\)")
    with pytest.raises(cs.CorefscopeError, match=message):
        cs.score(key, RESPONSE, scope=scope)


@st.composite
def corpora(draw):
    """Two annotations of documents in a few topics; ids come from a small pool, so many are shared."""
    names = [f"{draw(st.integers(0, 2))}_{number}" for number in range(draw(st.integers(1, 5)))]
    sides = []
    for _ in range(2):
        documents = []
        for name in names:
            tokens = draw(st.dictionaries(st.integers(0, 5), st.sampled_from("abc"), max_size=6))
            owners = dict.fromkeys(tokens.values())
            entities = {owner: [token for token in tokens if tokens[token] == owner] for owner in owners}
            documents.append(document(name, **entities))
        sides.append(documents)
    return sides


@THOROUGH
@given(corpora(), st.sampled_from(["corpus", r"\d", "topic"]), st.sampled_from(["keep", "drop"]))
def test_a_unit_scores_as_one_document_would(sides, scope, singletons):
    key, response = sides
    options = {"metrics": METRICS, "singletons": singletons, "per_document": True}
    fast = cs.score(corpus(*key, topic=[one.name[0] for one in key]), response, scope=scope, **options)
    unit_of = (lambda name: "corpus") if scope == "corpus" else (lambda name: name[0])
    slow = cs.score(as_one(key, unit_of), as_one(response, unit_of), **options)
    assert fast.documents == slow.documents
    assert counts(fast) == counts(slow)
    assert fast.system.per_document == slow.system.per_document
    assert (fast.key.entities, fast.key.mentions) == (slow.key.entities, slow.key.mentions)


def test_entity_ids_of_any_alphabet_are_joined(tmp_path):
    """CoNLL keeps ids as bytes, which need not be ASCII, nor even UTF-8."""
    document = "#begin document ({}); part 000\nw\t({})\nw\t({})\n#end document\n"
    for first, second in (("é", "東京"), ("é" * 40, "x"), ("naïve-1", "naïve-2")):
        path = tmp_path / "ids.conll"
        path.write_text(document.format("a", first, second) + document.format("b", first, second), encoding="utf-8")
        result = cs.score(path, path, scope="corpus", metrics="muc")
        assert result.key.entities == 2
        assert result.f1["muc"] == 1
    path.write_text(document.format("a", "é", "è") + document.format("b", "é", "è"), encoding="latin-1")
    assert cs.score(path, path, scope="corpus", metrics="muc").key.entities == 2


def test_ids_of_conll_and_of_a_table_in_one_folder_are_joined(tmp_path):
    (tmp_path / "a.conll").write_text("#begin document (a); part 000\nw\t(é)\n#end document\n", encoding="utf-8")
    (tmp_path / "b.csv").write_text("document,start,end,entity\nb,0,1,é\n", encoding="utf-8")
    assert cs.score(tmp_path, tmp_path, scope="corpus", metrics="muc").key.entities == 1
