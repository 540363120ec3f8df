"""Texts with all of anaphora: nested mentions of several words with minimum spans, sets, bridging, a layer of deixis
and markables that refer to nothing; and responses that have some of it wrong."""

from dataclasses import replace

from corefscope import Document, Mention
from corefscope.model import BRIDGING, DEIXIS, NONREFERRING, SPLIT_ANTECEDENT, Relation

KINDS = ("expletive", "predicate", "quantifier")


def nested_spans(random, begin, end, depth=0):
    """Spans of which any two are apart or one inside the other."""
    found = []
    while begin < end:
        stop = min(end, begin + random.choice((1, 1, 1, 2, 3, 5)))
        if random.random() < 0.6:
            found.append(Mention(begin, stop, minimum=(random.randrange(begin, stop),)))
            if stop - begin > 1 and depth < 2:
                found += nested_spans(random, begin + 1, stop, depth + 1)
        begin = stop
    return found


def grouped(random, mentions, share):
    """Entities, and relations that make later ones sets of earlier ones."""
    entities = []
    for mention in mentions:
        if entities and random.random() < share:
            random.choice(entities).append(mention)
        else:
            entities.append([mention])
    sets = [
        Relation(SPLIT_ANTECEDENT, str(part + 1), str(whole + 1))
        for whole in range(3, len(entities))
        if random.random() < 0.25
        for part in random.sample(range(whole), random.choice((2, 2, 3)))
    ]
    return entities, sets


def dialogue(random, name):
    """One text of 40 words."""
    spans = nested_spans(random, 0, 40)
    random.shuffle(spans)
    silent = spans[: len(spans) // 8]
    entities, sets = grouped(random, sorted(spans[len(silent) :]), 0.6)
    ids = [str(number + 1) for number in range(len(entities))]
    owner = {mention: each for each, entity in zip(ids, entities, strict=True) for mention in entity}
    anaphors = random.sample(sorted(owner), len(owner) // 4)
    links = [(anaphor, random.choice(sorted(owner))) for anaphor in anaphors]
    bridging = [
        Relation(BRIDGING, owner[anchor], owner[anaphor], "poss", anaphor, anchor)
        for anaphor, anchor in links
        if anaphor != anchor
    ]
    utterances = [
        Mention(each.start, each.end, minimum=tuple(range(each.start, each.end)))
        for each in nested_spans(random, 0, 40, depth=2)
    ]
    pointing, of_utterances = grouped(random, utterances, 0.4)
    words = [f"w{place}" for place in range(40)]
    numbers = [str(number + 1) for number in range(len(pointing))]
    kinds = [random.choice(KINDS) for _ in silent]
    return Document(
        name,
        entities,
        ids,
        words,
        relations=[*sets, *bridging],
        annotations={
            DEIXIS: Document(name, pointing, numbers, relations=of_utterances),
            NONREFERRING: Document(
                name, [[each] for each in silent], [f"n{i}" for i in range(len(silent))], entity_types=kinds
            ),
        },
    )


def damaged(random, document, share=0.1):
    """What a system could have found: mentions lost, in the wrong entity or silent; sets and antecedents changed."""
    lost = []
    changed = _damaged_entities(random, document, share, lost)
    layers = dict(document.annotations)
    if DEIXIS in layers:
        layers[DEIXIS] = _damaged_entities(random, layers[DEIXIS], share, [])
    if NONREFERRING in layers:
        silent = layers[NONREFERRING]
        kept = [random.random() > share for _ in silent.entities]
        entities = [each for each, keep in zip(silent.entities, kept, strict=True) if keep] + [
            [each] for each in lost[::2]
        ]
        ids = [each for each, keep in zip(silent.entity_ids, kept, strict=True) if keep]
        ids += [f"lost{number}" for number in range(len(lost[::2]))]
        layers[NONREFERRING] = replace(silent, entities=entities, entity_ids=ids, entity_types=["expletive"] * len(ids))
    owner = {
        mention: each for each, entity in zip(changed.entity_ids, changed.entities, strict=True) for mention in entity
    }
    relations = [each for each in changed.relations if each.kind == SPLIT_ANTECEDENT]
    for each in document.relations:
        anaphor, anchor = each.anaphor_mention, each.antecedent_mention
        if each.kind == BRIDGING and anaphor in owner and random.random() > share:
            if anchor not in owner or random.random() < 3 * share:
                anchor = random.choice(sorted(owner))
            relations.append(Relation(BRIDGING, owner[anchor], owner[anaphor], each.label, anaphor, anchor))
    return replace(changed, relations=relations, annotations=layers)


def _damaged_entities(random, document, share, lost):
    entities = [[] for _ in document.entities]
    for place, mentions in enumerate(document.entities):
        for mention in mentions:
            chance = random.random()
            if chance < share:
                lost.append(mention)
            else:
                entities[random.randrange(len(entities)) if chance < 2 * share else place].append(mention)
    left = [(each, entity) for each, entity in zip(document.entity_ids, entities, strict=True) if entity]
    ids = [each for each, _ in left]
    sets = [
        each
        for each in document.relations
        if each.kind == SPLIT_ANTECEDENT and random.random() > share and {each.antecedent, each.anaphor} <= set(ids)
    ]
    return replace(document, entities=[entity for _, entity in left], entity_ids=ids, entity_types=[], relations=sets)
