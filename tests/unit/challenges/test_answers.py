"""Clusters become answers: each rule against its slow definition, tokens against characters, texts that differ."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefscope as cs
from corefscope.challenges.questions import questions
from corefscope.problems import PairingError
from support.definitions.challenges import verdicts
from support.inputs.challenges import gap_file, gap_row, json_lines, random_clusters, tokens
from support.inputs.strategies import THOROUGH

TEXT = "Ann and her dog met Bea, who gave Ann's dog a bone because she liked it."
WORDS = [TEXT[slice(*place)] for place in tokens(TEXT)]
RULES = ("exact", "smallest", "containment")


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    row = gap_row("one", TEXT, "she", "Ann", "Bea", "B")
    return gap_file(tmp_path_factory.mktemp("gap") / "gap.tsv", row)


def answered(data, record, **options):
    response = [{"doc_key": "one", **record}]
    [system] = cs.challenge("gap", data, response, trials=1, **options)
    [given] = system.answers
    return list(given[0]), system


def in_letters(clusters):
    """Token spans as sets of letters, that is of characters that are no blanks."""
    places = tokens(TEXT)
    return [
        [frozenset(n for n in range(places[a][0], places[b][1]) if not TEXT[n].isspace()) for a, b in cluster]
        for cluster in clusters
    ]


@given(st.integers(0, 10**6), st.sampled_from(RULES), st.sampled_from(RULES), st.sampled_from(["no", "yes"]))
@THOROUGH
def test_rules_are_their_slow_definitions(data, seed, rule, pronoun_rule, shared):
    """In characters: the smallest mention is the one with the fewest of them."""
    places = tokens(TEXT)
    wanted = [(WORDS.index("she"),) * 2, (0, 0), (WORDS.index("Bea"),) * 2]
    clusters = random_clusters(random.Random(seed), len(WORDS), wanted)
    record = {"text": TEXT, "clusters": [[[places[a][0], places[b][1]] for a, b in cluster] for cluster in clusters]}
    verdict, _ = answered(data, record, rule=rule, pronoun_rule=pronoun_rule, shared=shared)
    pronoun, *phrases = (in_letters([[span]])[0][0] for span in wanted)

    def size(mention):  # with the blanks inside
        return max(mention) - min(mention)

    assert verdict == verdicts(in_letters(clusters), pronoun, phrases, rule, pronoun_rule, shared == "yes", size)


@pytest.mark.parametrize("rule", RULES)
def test_tokens_and_characters_give_the_same_answers(data, rule):
    source, places = random.Random(1), tokens(TEXT)
    for _ in range(50):
        first = sorted(source.sample(range(len(WORDS)), 6))
        clusters = [[[a, a] for a in first[:3]], [[a, a] for a in first[3:]]]
        as_characters = [[[places[a][0], places[b][1]] for a, b in cluster] for cluster in clusters]
        one, _ = answered(data, {"sentences": [WORDS], "clusters": clusters}, rule=rule)
        two, _ = answered(data, {"text": TEXT, "clusters": as_characters}, rule=rule)
        assert one == two


def place(words):
    start = TEXT.index(words)
    return [start, start + len(words)]


def test_one_mention_of_pronoun_and_name_links_them_only_if_shared(tmp_path):
    """Maverick's function says TRUE of a response that has nothing but `Ann and her dog`."""
    data = gap_file(tmp_path / "gap.tsv", gap_row("one", TEXT, "her", "Ann", "Bea", "A"))
    record = {"text": TEXT, "clusters": [[place("Ann and her dog")]]}
    assert answered(data, record)[0] == [False, False]
    assert answered(data, record, shared="yes")[0] == [True, False]


def test_a_mention_of_both_names_stands_for_neither(data):
    record = {"text": TEXT, "clusters": [[place(TEXT[:23]), place("she")]]}
    assert answered(data, record)[0] == [False, False]
    assert answered(data, record, rule="containment", pronoun_rule="exact")[0] == [True, True]


def test_texts_that_differ_are_aligned_and_counted(data):
    changed = [word.replace("bone", "stick") for word in WORDS if word != "who"]
    clusters = [[[changed.index("Bea")] * 2, [changed.index("she")] * 2]]
    verdict, system = answered(data, {"sentences": [changed], "clusters": clusters})
    assert verdict == [False, True]
    assert {notice.code for notice in system.warnings} == {"words-changed", "words-deleted"}


def test_documents_are_found_by_their_text_where_names_say_nothing(data):
    records = [
        {"doc_key": "wb_0", "sentences": [WORDS], "clusters": [[[WORDS.index("Bea")] * 2, [WORDS.index("she")] * 2]]}
    ]
    [system] = cs.challenge("gap", data, records, trials=1)
    assert system.answers == (((False, True),),)
    assert [notice.code for notice in system.warnings] == ["paired-by-text"]
    with pytest.raises(PairingError, match="no document is a question"):
        cs.challenge("gap", data, [{"doc_key": "x", "sentences": [["What", "?"]], "clusters": []}])


def test_gaps_do_not_contain_what_lies_in_them(data):
    """A mention of two parts, around Bea: neither contains her."""
    where = WORDS.index("Bea")
    gapped = cs.Mention(where - 1, where + 2, positions=(where - 1, where + 1))
    pronoun = cs.Mention(WORDS.index("she"), WORDS.index("she") + 1)
    [system] = cs.challenge("gap", data, [cs.Document("one", [[gapped, pronoun]], words=WORDS)], trials=1)
    assert system.answers == (((False, False),),)


def test_every_question_of_a_large_response_is_opened_once(tmp_path):
    """The work grows with the questions: a set twice as long takes twice the documents' texts."""
    rows = [gap_row(f"q{number}", TEXT, "she", "Ann", "Bea") for number in range(30)]
    data = gap_file(tmp_path / "gap.tsv", *rows)
    record = {"sentences": [WORDS], "clusters": [[[0, 0], [WORDS.index("she")] * 2]]}
    response = json_lines(tmp_path / "r.jsonl", [{"doc_key": f"q{number}", **record} for number in range(30)])
    [system] = cs.challenge("gap", data, response, trials=1)
    assert len(questions("gap", data).questions) == 30
    assert set(system.answers) == {((True, False),)}
    assert system.value("overall", "f1") == 1


def test_mentions_that_are_only_ids_are_refused(data):
    with pytest.raises(PairingError, match="only ids"):
        cs.challenge("gap", data, {"one": [["Ann", "she"]]}, trials=1)


def test_a_mention_that_the_text_of_the_question_lacks_stands_for_nothing(data):
    words = [*WORDS, "Indeed", "!"]
    clusters = [[[len(WORDS)] * 2, [WORDS.index("she")] * 2]]
    answers, system = answered(data, {"sentences": [words], "clusters": clusters})
    assert answers == [False, False]
    assert "lost-in-alignment" in {notice.code for notice in system.warnings}
