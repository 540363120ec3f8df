"""A key and a response with sets, bridging and markables that refer to nothing; of each some are right."""

from corefscope.model import Document, Mention, Relation

WORDS = (
    *("The", "old", "house", "stood", "by", "the", "sea", "."),
    *("The", "door", "was", "open", ",", "and", "it", "rained", "."),
    *("Anna", "met", "Karl", "on", "the", "quay", "."),
    *("They", "went", "in", ",", "and", "the", "roof", "leaked", "on", "them", "."),
)
SENTENCES = [(0, 8), (8, 17), (17, 24), (24, 35)]
MENTIONS = {
    "house": [(0, 3)],
    "sea": [(5, 7)],
    "door": [(8, 10)],
    "Anna": [(17, 18)],
    "Karl": [(19, 20)],
    "quay": [(21, 23)],
    "they": [(24, 25), (33, 34)],
    "roof": [(29, 31)],
}


def harbour():
    """Both sides, each as a list of one document."""
    key = _document(
        [("door", "house", "part"), ("quay", "sea", "near"), ("roof", "house", "part")],
        ("Anna", "Karl"),
        {"predicate": (10, 11), "expletive": (14, 15)},
    )
    response = _document(
        [("door", "house", "part"), ("Karl", "Anna", "other"), ("roof", "sea", "part")],
        ("Anna", "house"),
        {"expletive": (14, 15), "quantifier": (21, 23)},
    )
    return [key], [response]


def _document(bridging, members, silent):
    relations = [Relation("bridging", antecedent, anaphor, label) for anaphor, antecedent, label in bridging]
    relations += [Relation("split_antecedent", member, "they") for member in members]
    entities = [[Mention(*place) for place in places] for places in MENTIONS.values()]
    nothing = Document("harbour", [[Mention(*place)] for place in silent.values()], entity_types=list(silent))
    return Document(
        "harbour",
        entities,
        list(MENTIONS),
        list(WORDS),
        SENTENCES,
        relations=relations,
        annotations={"nonreferring": nothing},
    )
