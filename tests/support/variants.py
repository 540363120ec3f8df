"""Every metric with every parameter that changes a number, and what only some of them do: the exceptions, in one place.

The properties are tested on all of these; what is an exception is tested to be one.
"""

from corefscope import Document, Mention
from corefscope.metrics import METRICS

KINDS = ("name", "nominal", "pronoun")
TWINLESS = ("all", "zero", "discard", "rahman-ng", "cai-strube")
# Cai & Strube left CEAFe open, and its name says so.
CEAFE_TWINLESS = {**dict(zip(TWINLESS, TWINLESS, strict=True)), "cai-strube": "cai-strube-as-ceafm"}.values()
LINGUISTIC = ("lmuc", "lb3", "lceafm", "lceafe")
# Mentions that are only ids have neither types nor heads.
NEED_ATTRIBUTES = {*LINGUISTIC, "nec", "ace"}
# They score what stands beside the entities, which has properties of its own: test_anaphora.
BESIDE = ("split", "bridging", "nonreferring")
PLAIN = [name for name in METRICS if name not in {*NEED_ATTRIBUTES, *BESIDE}]
WEIGHTINGS = ("weights=W1", "weights=W2", "weights=W3", "weights=W5", "name=3,nominal=0.7,pronoun=0.2,singleton=0.1")
PLAIN_VARIANTS = [
    *(f"{name}(twinless={mode})" for name in ("b3", "ceafm") for mode in TWINLESS),
    *(f"ceafe(twinless={mode})" for mode in CEAFE_TWINLESS),
    "ceafm(links=true)",
    "ceafe(links=true)",
    "ceafe(links=true,twinless=cai-strube-as-ceafm)",
    *(f"{name}(mentions=all)" for name in ("rand", "ari", "h")),
    "blanc(mentions=shared)",
    "blanc(alpha=0.2,mentions=shared,beta=2)",
    "lea(importance=equal)",
    "entities(weight=entity)",
    *(
        f"{name}(beta=2)"
        for name in METRICS
        if "beta" in METRICS[name].parameters and name not in {*NEED_ATTRIBUTES, *BESIDE}
    ),
]
TYPED_VARIANTS = [
    *LINGUISTIC,
    *(f"{name}({each})" for name in LINGUISTIC for each in (*WEIGHTINGS, "symmetric=true", "beta=0.5")),
    *(f"{name}(twinless={mode})" for name in LINGUISTIC for mode in TWINLESS),
    "lb3(weights=W5,symmetric=true,twinless=all,beta=2)",
    "lea(importance=type)",
    "lea(importance=entity-type,weights=per:3+ORG:Media:0.25)",
    "lea(importance=entity-type,weights=PER:2+org:0.5,other=3)",
    "zeros(only=all)",
    "nec",
    "nec(beta=2)",
    "ace",
    "ace(weights=original)",
    "ace(pronoun=0.3,org=0.5,gen=0.1,type_error=0.25,false_alarm=2,overlap=1)",
]
# With one weight for all links, no link is better than another, and the roles are the same after all.
EQUAL_LINKS = tuple(f"{name}(weights=W{number})" for name in LINGUISTIC for number in (1, 2, 3))
ALL = [
    *(name for name in METRICS if name not in BESIDE),
    *PLAIN_VARIANTS,
    *(name for name in TYPED_VARIANTS if name not in METRICS),
]


def family(name):
    return name.partition("(")[0]


# Swapping key and response does not swap recall and precision.
ROLES_DIFFER = {
    # Chen & Ng 2013, note 7: a right link that is not the best lowers recall only.
    **{
        name: "suboptimal links"
        for name in ALL
        if family(name) in LINGUISTIC and "symmetric" not in name and name not in EQUAL_LINKS
    },
    # These change the response and leave the key alone.
    **{name: "twinless" for name in ALL if name.endswith(("=zero)", "=rahman-ng)", "=cai-strube)", "-as-ceafm)"))},
    **{name: "a false alarm costs less than a miss" for name in ALL if family(name) == "ace"},
}
# BLANC's boundary cases are decided by the key alone.
BOUNDARIES = {name for name in ALL if family(name) == "blanc"}
# Chance can be missed, and false alarms can cost more than everything right is worth.
BELOW_0 = {name for name in ALL if family(name) in ("ari", "ace")}
# Means of F1, which may leave the range between recall and precision.
F1_ELSEWHERE = {name for name in ALL if family(name) in ("blanc", "conll")}
# One number, which stands for recall, precision and F1, and so has no β; CoNLL is a mean of F1.
ONE_NUMBER = {"rand", "ari", "ace"}
WITHOUT_BETA = set(ONE_NUMBER)


def typed_mention(number):
    """A mention that says all there is to say; its type is decided by its number, the same on both sides."""
    return Mention(number, number + 1, head=number, type=KINDS[number * 7 % 5 % 3], minimum=(number,))


def entity_type(cluster):
    """ACE's, decided by the first mention: key and response may differ."""
    return "ORG:Media:SPC" if min(cluster) % 3 == 0 else "PER::SPC"


def typed(corpus, side):
    """One side of a corpus of clusters of numbers as Documents with types, heads and ACE's entity types."""
    return [
        Document(
            f"text {number}",
            [[typed_mention(mention) for mention in cluster] for cluster in document[side]],
            entity_types=[entity_type(cluster) for cluster in document[side]],
        )
        for number, document in enumerate(corpus)
    ]
