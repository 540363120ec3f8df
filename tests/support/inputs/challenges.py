"""Questions and random responses over their tokens, for tests of challenge sets."""

import json
import re

GAP_HEADER = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL"


def gap_row(id, text, pronoun, a, b, right="A", offset=None):
    """A row of GAP: the first place of each word, and which name is right (A, B or neither)."""
    places = [re.search(rf"\b{re.escape(word)}\b", text).start() for word in (pronoun, a, b)]
    places[0] = places[0] if offset is None else offset
    return (
        "\t".join(map(str, (id, text, pronoun, places[0], a, places[1], str(right == "A").upper())))
        + "\t"
        + "\t".join(map(str, (b, places[2], str(right == "B").upper(), "")))
    )


def gap_file(path, *rows):
    path.write_text("\n".join([GAP_HEADER, *rows]) + "\n", encoding="utf-8")
    return str(path)


def json_lines(path, records):
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return str(path)


def tokens(text):
    """Start and end of words and punctuation marks."""
    return [match.span() for match in re.finditer(r"\w+|[^\w\s]", text)]


def random_clusters(random, count, wanted):
    """Disjoint clusters of token spans, both ends included, in random order; spans asked for are likely among them."""
    free = {(first, min(count - 1, first + random.choice((0, 0, 1, 2, 5)))) for first in random.sample(range(count), 9)}
    free |= {span for span in wanted if random.random() < 0.9}
    listed = sorted(free)
    random.shuffle(listed)
    clusters = [[] for _ in range(random.randint(1, 6))]
    for span in listed:
        random.choice(clusters).append(span)
    return [cluster for cluster in clusters if cluster]


def as_clusters(question, *verdicts):
    """The record of a response that answers so: for each phrase, whether the pronouns refer to it."""
    referred = [phrase.span for phrase, yes in zip(question.phrases, verdicts, strict=True) if yes]
    others = [[phrase.span] for phrase, yes in zip(question.phrases, verdicts, strict=True) if not yes]
    return {"doc_key": question.id, "text": question.text, "clusters": [[*question.pronouns, *referred], *others]}
