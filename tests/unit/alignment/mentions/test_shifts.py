"""A warning names the shift that would make mentions match."""

import random

import pytest

import corefscope as cs

SHIFTED = "shifted-mentions"


def corpus(seed=3, documents=4, sentences=12):
    """Records with words in sentences of several lengths and clusters of spans within them."""
    chance = random.Random(seed)
    records = []
    for number in range(documents):
        lengths = [chance.randint(6, 14) for _ in range(sentences)]
        words = [[chance.choice(("a", "the", "harbour", "her", "ships")) for _ in range(size)] for size in lengths]
        spans = set()
        begin = 0
        for size in lengths:
            for _ in range(3):
                first = chance.randint(0, size - 1)
                spans.add((begin + first, begin + min(first + chance.choice((0, 0, 1, 2, 3)), size - 1)))
            begin += size
        clusters = [[], [], [], [], []]
        for span in sorted(spans):
            chance.choice(clusters).append(list(span))
        records.append({"doc_key": f"d{number}", "sentences": words, "clusters": clusters})
    return records


def moved(records, change):
    """The records with every span changed, and without words, as an output has them."""
    return [
        {
            "doc_key": record["doc_key"],
            "clusters": [[change(first, last, record) for first, last in each] for each in record["clusters"]],
        }
        for record in records
    ]


def in_characters(first, last, record, included=0):
    words = [word for sentence in record["sentences"] for word in sentence]
    start = sum(len(word) + 1 for word in words[:first])
    return [start, start + len(" ".join(words[first : last + 1])) - included]


def by_sentence(first, last, record):
    for sentence in record["sentences"]:
        if first < len(sentence):
            return [first, last]
        first, last = first - len(sentence), last - len(sentence)
    raise ValueError("the span is in no sentence")


CASES = {
    "if their ends were one token earlier (the ends seem to be exclusive)": lambda first, last, _: [first, last + 1],
    "one token earlier (they seem to be counted from 1)": lambda first, last, _: [first + 1, last + 1],
    "one token later (the key's seem to be counted from 1)": lambda first, last, _: [first - 1, last - 1],
    "ends two tokens earlier (they seem to be counted from 1, with exclusive ends)": lambda a, b, _: [a + 1, b + 2],
    "counted in characters of the key's words": in_characters,
    "if they were counted from the start of their sentences": by_sentence,
}


@pytest.mark.parametrize("meaning", CASES)
def test_the_share_that_would_match_is_said(meaning):
    key = corpus()
    for record in key:  # none begins at the first token, so that all can be moved to the left
        record["clusters"] = [[span for span in each if span[0]] for each in record["clusters"]]
    result = cs.score(key, moved(key, CASES[meaning]))
    [notice] = [notice for notice in result.warnings if notice.code == SHIFTED]
    assert meaning in notice.first
    assert notice.first.startswith(f"response: {round(result.scores['mentions'].counts['recall_num'])} of ")
    share = int(notice.first.split(", but ")[1].split(" %")[0])
    assert share >= 95 or "sentence" in meaning


def test_characters_with_the_last_one_included():
    key = corpus()
    response = moved(key, lambda first, last, record: in_characters(first, last, record, included=1))
    assert "characters" in next(n.first for n in cs.score(key, response).warnings if n.code == SHIFTED)


def test_clusters_of_pairs_and_single_ends():
    spans = [(start, start + 2) for start in range(0, 60, 5)]
    exclusive = [(start, end + 1) for start, end in spans]
    shorter = [(start, end - 1) for start, end in spans]
    [notice] = cs.score([spans], [exclusive]).warnings
    assert notice.first == (
        "response: 0 of 12 mentions of the response are in the key, but 100 % would match "
        "if their ends were one token earlier (the ends seem to be exclusive)"
    )
    with pytest.raises(cs.CorefscopeError, match=r"mentions seem to be shifted: .* \(a warning is an error under"):
        cs.score([spans], [exclusive], strict=True)
    [notice] = cs.score([spans], [shorter]).warnings
    assert "if their ends were one token later" in notice.first
