"""CorefUD files for two scorers to read: random documents with gaps and zeros, and copies of texts with mistakes."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import corefscope
from corefscope.formats.corefud.writer import laid_out
from corefscope.model import Document, Mention, empty_position, text_order

RELATIONS = ["nsubj", "obj", "obl"]


def write(path, documents, dependencies):
    """Writes CorefUD; `dependencies` are the enhanced ones of empty nodes, by document name and position."""
    corefscope.write(documents, path, format="corefud")
    lines, name, before, words = [], None, 0, 0
    for line in path.read_text(encoding="utf-8").splitlines():
        columns = line.split("\t")
        if line.startswith("# newdoc id = "):
            name, before, words = line.removeprefix("# newdoc id = "), 0, 0
        elif not line:
            before, words = before + words, 0
        elif re.match(r"\d+\.", line):
            after, number = map(int, columns[0].split("."))
            position = empty_position(before + after, number, opens_sentence=after == 0)
            columns[8] = dependencies.get((name, position), columns[8])
        elif re.match(r"\d+\t", line):
            words += 1
            if columns[6] == "_":
                columns[6:8] = "0", "root"
        lines.append("\t".join(columns))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def within(sentence, place):
    """Whether a word or an empty node belongs to a sentence."""
    start, end = sentence
    first = empty_position(start, 0, opens_sentence=True)
    behind = empty_position(end, 0, opens_sentence=True)
    return text_order(first) <= text_order(place) < text_order(behind)


def written(document):
    """The document with only what brackets tell apart: in one sentence; of an entity, nested or side by side."""
    nodes = laid_out(document, []).number
    seen, entities = set(), []
    for entity in document.entities:
        kept = []
        for mention in entity:
            places = mention.tokens()
            one_sentence = any(all(within(each, place) for place in places) for each in document.sentences)
            if places not in seen and one_sentence and not any(clash(nodes, mention, other) for other in kept):
                seen.add(places)
                kept.append(mention)
        entities.append(kept)
    return replace(document, entities=[entity for entity in entities if entity], entity_ids=[], entity_types=[])


def clash(nodes, *mentions):
    """Whether two mentions of one entity cross, or overlap where one has a gap."""
    mine, theirs = ([nodes[place] for place in mention.tokens()] for mention in mentions)
    if mine[-1] < theirs[0] or theirs[-1] < mine[0]:
        return False
    gaps = any(len(each) <= each[-1] - each[0] for each in (mine, theirs))
    return gaps or not (set(mine) <= set(theirs) or set(theirs) <= set(mine))


def zeros_of(random, sentences):
    """Some places for empty nodes, and what each depends on: few words, so that some agree."""
    dependencies = {}
    for start, end in sentences:
        for _ in range(random.choice([0, 0, 1, 2, 3])):
            after = random.randint(0, end - start)
            number = random.choice([1, 1, 2])
            place = empty_position(start + after, number, opens_sentence=after == 0)
            parents = random.sample(range(1, end - start + 1), random.choice([1, 1, 2]) if end - start > 1 else 1)
            dependencies[place] = "|".join(f"{parent}:{random.choice(RELATIONS)}" for parent in sorted(parents))
    return dependencies


def random_mention(random, sentence, zeros):
    """A run of words, one with a gap, a zero, or words with a zero among them; any of it may be the head."""
    start, end = sentence
    first = random.randrange(start, end)
    places = list(range(first, min(end, first + random.choice([1, 1, 2, 3, 4]))))
    here = [place for place in zeros if within(sentence, place)]
    kind = random.random()
    if here and kind < 0.3:
        places = [random.choice(here)]
    elif here and kind < 0.4:
        places.append(random.choice(here))
    elif len(places) > 2 and kind < 0.6:
        del places[random.randrange(1, len(places) - 1)]
    # Few words are heads, so that several mentions have the same.
    return Mention.at(places, head=random.choice([place for place in places if place % 3 == 0] or places))


def random_documents(random, name):
    """A key and a response of the same words, each with the dependencies of its empty nodes."""
    lengths = [random.randint(1, 7) for _ in range(random.randint(1, 3))]
    bounds = [sum(lengths[:number]) for number in range(len(lengths) + 1)]
    sentences = list(pairwise(bounds))
    key_zeros = zeros_of(random, sentences)
    response_zeros = {place: deps for place, deps in key_zeros.items() if random.random() < 0.7}
    response_zeros.update(zeros_of(random, sentences) if random.random() < 0.6 else {})
    key = [[] for _ in range(random.randint(1, 4))]
    for _ in range(random.randint(0, 14)):
        random.choice(key).append(random_mention(random, random.choice(sentences), key_zeros))
    response = [
        [each for each in entity if random.random() < 0.7 and all(p >= 0 or p in response_zeros for p in each.tokens())]
        for entity in key
    ]
    for _ in range(random.randint(0, 6)):
        random.choice(response).append(random_mention(random, random.choice(sentences), response_zeros))
    if random.random() < 0.3:
        response = [[*response[0], *response[-1]], *response[1:-1]] if len(response) > 1 else response
    words = [f"w{number}" for number in range(bounds[-1])]
    sides = [written(Document(name, each, words=words, sentences=sentences)) for each in (key, response)]
    return sides, (key_zeros, response_zeros)


def with_mistakes(random, document, rate):
    """A copy in which mentions are missed, invented, shortened, lengthened and misplaced, entities split and merged."""
    entities = [
        [moved(random, document, mention) if random.random() < rate else mention for mention in entity]
        for entity in document.entities
    ]
    entities = [[mention for mention in entity if random.random() >= rate] for entity in entities]
    for number, entity in enumerate(list(entities)):
        if random.random() < rate and len(entity) > 1:
            cut = random.randrange(1, len(entity))
            entities[number] = entity[:cut]
            entities.append(entity[cut:])
        elif random.random() < rate:
            random.choice(entities).extend(entity)
            entities[number] = []
    for _ in range(int(rate * document.mention_count)):
        sentence = random.choice(document.sentences)
        random.choice(entities).append(random_mention(random, sentence, {}))
    return written(replace(document, entities=entities))


def moved(random, document, mention):
    """Another start or end, if possible with the same head."""
    if mention.positions:
        return mention
    start, end = next(span for span in document.sentences if span[0] <= mention.start < span[1])
    first = min(max(start, mention.start + random.choice([-1, 0, 1, 1])), mention.end - 1)
    last = max(min(end, mention.end + random.choice([-2, -1, 0, 1])), first + 1)
    head = mention.head if first <= mention.head < last else random.randrange(first, last)
    return Mention(first, last, head=head)


def with_zeros(random, document, rate):
    """A copy with zeros in some of its entities, and what these depend on."""
    zeros = {}
    entities = [list(entity) for entity in document.entities]
    for start, end in document.sentences:
        if random.random() < rate:
            after = random.randint(0, end - start)
            place = empty_position(start + after, 7, opens_sentence=after == 0)
            zeros[place] = f"{random.randint(1, end - start)}:{random.choice(RELATIONS)}"
            random.choice(entities).append(Mention.at([place], head=place))
    return written(replace(document, entities=entities)), zeros


def zeros_elsewhere(random, document, zeros):
    """A copy in which some zeros stand at another place or depend on something else."""
    place_of, dependencies = {}, {}
    for place, deps in zeros.items():
        start, end = next(span for span in document.sentences if within(span, place))
        after = random.randint(0, end - start)
        moved_to = empty_position(start + after, random.choice([7, 8]), opens_sentence=after == 0)
        place_of[place] = moved_to if random.random() < 0.3 else place
        other = f"{random.randint(1, end - start)}:{random.choice(RELATIONS)}"
        dependencies[place_of[place]] = other if random.random() < 0.2 else deps
    entities = [
        [
            Mention.at([place_of[mention.head]], head=place_of[mention.head]) if mention.head in place_of else mention
            for mention in entity
        ]
        for entity in document.entities
    ]
    return replace(document, entities=entities), dependencies
