"""Documents with split antecedents, bridging and markables that refer to nothing, written as letters.

A letter is a mention of one word: `a` the first. Entities are words; `[ac]fg` is the entity {f, g} with the set of
the entities that have a and c.
"""

from corefscope import Document, Mention
from corefscope.model import BRIDGING, NONREFERRING, SPLIT_ANTECEDENT, Relation


def letter(mention):
    return Mention(ord(mention) - 97, ord(mention) - 96)


def parsed(text):
    """The entities of a text, as letters, and the letters that stand for the members of their sets."""
    entities = []
    for word in text.split():
        inside, _, letters = word.rpartition("]")
        entities.append((letters, inside.removeprefix("[")))
    return entities


def side(text, nonreferring="", bridging="", name="text", kinds=None, names=None):
    """A Document: `side("ab cd [ac]fg", "e", "f>a")`, with the kind of each markable that refers to nothing."""
    entities = parsed(text)
    ids = names or [f"e{number}" for number in range(len(entities))]
    of_letter = {mention: f"silent {mention}" for mention in nonreferring}
    of_letter |= {mention: ids[number] for number, (letters, _) in enumerate(entities) for mention in letters}
    relations = [
        Relation(SPLIT_ANTECEDENT, of_letter[member], ids[number])
        for number, (_, members) in enumerate(entities)
        for member in members
    ]
    for pair in bridging.split():
        anaphor, antecedent = pair.split(">")
        ends = (of_letter.get(antecedent, "unknown"), of_letter.get(anaphor, "unknown"))
        relations.append(Relation(BRIDGING, *ends, "", letter(anaphor), letter(antecedent)))
    silent = Document(
        name,
        [[letter(mention)] for mention in nonreferring],
        [f"silent {mention}" for mention in nonreferring],
        entity_types=kinds or ["expletive"] * len(nonreferring),
        token_count=26,
    )
    return Document(
        name,
        [[letter(mention) for mention in letters] for letters, _ in entities],
        ids,
        token_count=26,
        relations=relations,
        annotations={NONREFERRING: silent} if nonreferring else {},
    )
