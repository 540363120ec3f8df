"""Numbers of the variants: from papers where these print them, else by hand."""

from fractions import Fraction

from corefscope import Document, Mention
from golden.row import UNDEFINED, Row, clusters

KEY, RESPONSE = clusters("abc defg"), clusters("ab cd fghi")


def places(entities, types):
    """Entities of letters as a Document, each with a type."""
    made = [[Mention(ord(letter), ord(letter) + 1) for letter in entity] for entity in entities]
    return [Document("text", made, entity_types=types.split())]


def named(text):
    """`Na,pb nc`: a name a and a pronoun b in one entity, a nominal c in another."""
    kinds = {"N": "name", "n": "nominal", "p": "pronoun"}
    return [
        Document(
            "text",
            [
                [Mention(ord(each[1]), ord(each[1]) + 1, type=kinds[each[0]]) for each in entity.split(",")]
                for entity in text.split()
            ],
        )
    ]


# Pradhan et al. (2014), §2, the example of Cai & Strube (2010): “B³0 assigns a perfect precision of 1.00”; “B³all
# assigns a precision of 0.556”; with the singleton {c} “B³all precision increases to 0.667”.
HALVES = clusters("ab cd ef gh"), clusters("abcd efgh")
FIRST, SECOND = clusters("abd"), clusters("abd c")
ROWS = [
    Row("Pradhan et al. 2014, §2, 1.00", "b3(twinless=zero)", clusters("abc"), FIRST, ("4/3", 3), (2, 2)),
    Row("Pradhan et al. 2014, §2, 0.556", "b3(twinless=all)", clusters("abc"), FIRST, ("5/3", 3), ("5/3", 3)),
    Row("Pradhan et al. 2014, §2, 0.667", "b3(twinless=all)", clusters("abc"), SECOND, precision=("8/3", 4)),
    Row("Pradhan et al. 2014, §2, 0.444", "b3", clusters("abc"), FIRST, precision=("4/3", 3)),
    # By hand, on the same example. Recall: {a,b} {c}. Precision: key {a,b,c} {d}, response {a,b,d} {c}.
    Row("Cai & Strube 2010, by hand", "b3(twinless=cai-strube)", clusters("abc"), FIRST, ("5/3", 3), ("8/3", 4)),
    Row("Cai & Strube 2010, by hand", "ceafm(twinless=cai-strube)", clusters("abc"), FIRST, (2, 3), (2, 4)),
    Row("Bengtson & Roth 2008, by hand", "b3(twinless=discard)", clusters("abc"), FIRST, (2, 2), (2, 2)),
    # x is a singleton and goes; d is none and stays.
    Row("Rahman & Ng 2009, by hand", "b3(twinless=rahman-ng)", clusters("abc"), clusters("abd x"), ("4/3", 3),
        ("4/3", 3)),
    Row("Rahman & Ng 2009, by hand", "ceafe(twinless=rahman-ng)", clusters("abc"), clusters("abd x"), ("2/3", 1),
        ("2/3", 1)),
    # Moosavi & Strube (2016), §3.3, on the example of Pradhan et al., §4. Links in common: {a,b} 1, {f,g} 1.
    Row("links in common", "ceafm(links=true)", KEY, RESPONSE, (2, 9), (2, 8), Fraction(4, 17)),
    # 2·1/(3+1) + 2·1/(6+6); key and response have 2 and 3 entities with links.
    Row("links in common", "ceafe(links=true)", KEY, RESPONSE, ("2/3", 2), ("2/3", 3), Fraction(4, 15)),
    Row("a mention alone is no link", "ceafe(links=true)", clusters("ab c"), clusters("a b c"), (0, 1), (0, 0)),
    # Six shared mentions, {a,b,c} {d,f,g} and {a,b} {c,d} {f,g}: of 15 pairs 2 are together in both, 4 + 1 in one.
    Row("shared mentions", "rand", KEY, RESPONSE, *[Fraction(10, 15)] * 3),
    # All nine: the key's {a,b,c} {d,e,f,g} {h} {i} has 9 links, the response's {a,b} {c,d} {e} {f,g,h,i} 8, common 2.
    Row("all mentions", "rand(mentions=all)", KEY, RESPONSE, *[Fraction(36 - 9 - 8 + 4, 36)] * 3),
    # Chance: 6·3/15 links; the most there could be: (6+3)/2.
    Row("shared mentions", "ari", KEY, RESPONSE, *[(2 - Fraction(18, 15)) / (Fraction(9, 2) - Fraction(18, 15))] * 3),
    Row("all mentions", "ari(mentions=all)", KEY, RESPONSE, *[(2 - Fraction(72, 36)) / (Fraction(17, 2) - 2)] * 3),
    Row("less than chance", "ari", clusters("ab cd"), clusters("ac bd"), *[Fraction(-1, 2)] * 3),
    # A key of four pairs of equal size, of which the response tells halves apart: 1 bit of 2, and all of its own 1 bit.
    Row("half the bits", "h", *HALVES, Fraction(1, 2), Fraction(1), Fraction(2, 3)),
    Row("half the bits, recall twice as important", "h(beta=2)", *HALVES, Fraction(1, 2), Fraction(1), Fraction(5, 9)),
    # Both have {a,b} {c} and {d,f,g} of the key; coreference links 4 of theirs, 3 of the response, 2 common.
    Row("shared mentions", "blanc(mentions=shared)", KEY, RESPONSE, links=((2, 6, 3), (8, 9, 12))),
    # Each entity counts 1: R = (1/3 + 1/6)/2, P = (1 + 0 + 1/6)/3.
    Row("entities alike", "lea(importance=equal)", KEY, RESPONSE, ("1/2", 2), ("7/6", 3)),
    # A place counts 3, a person 1. Key {a,b,c} person, {d,e,f,g} place: R = (1·1/3 + 3·1/6)/4. Response {a,b} person,
    # {c,d} place, {f,g,h,i} thing, which counts 0.5: P = (1·1 + 3·0 + 0.5·1/6)/4.5.
    Row("entities by type", "lea(importance=entity-type,weights=place:3+thing:0.5)", places(KEY, "person place"),
        places(RESPONSE, "person place thing"), ("5/6", 4), ("13/12", Fraction(9, 2))),
    # Other types count nothing: R = 3·1/6/3, P = 0/3.
    Row("entities by type", "lea(importance=entity-type,weights=place:3,other=0)", places(KEY, "person place"),
        places(RESPONSE, "person place thing"), ("1/2", 3), (0, 3)),
    Row("precision twice as important", "muc(beta=0.5)", clusters("abcd"), clusters("abx"), (1, 3), (1, 2),
        Fraction(5, 11)),  # 1.25·(1/6)/(0.25·½ + ⅓)
    # F1 of {a,b,c} and {a,b}: 4/5; of {d,e,f,g} and {f,g,h,i}: 1/2. R = (3·4/5 + 4·1/2)/7, P = (2·4/5 + 4·1/2)/8.
    Row("by hand", "entities", KEY, RESPONSE, ("22/5", 7), ("18/5", 8), Fraction(396, 755)),
    # All entities alike: the numbers of CEAFe.
    Row("by hand", "entities(weight=entity)", KEY, RESPONSE, ("13/10", 2), ("13/10", 3), Fraction(13, 25)),
    # Two of three key entities have a name, N. {Na,p} and {Na,p,x}: 2·2/5; {Nb,n,p} and {Nb}: 2·1/4, though {n,p} is
    # nearer: it has no name. The response's {q,r} is right and has none either.
    Row("by hand", "nec", named("Na,pb Nc,nd,pe pq,pr"), named("Na,pb,nx nd,pe Nc pq,pr"), ("13/10", 2), ("13/10", 2)),
    Row("a name missed", "nec", named("Na,pb Nc,nd,pe"), named("Na,pb nd,pe"), (1, 2), (1, 1), Fraction(2, 3)),
    # Mentions that are ids are words of their own.
    Row("Pradhan et al. 2014, §4", "mor", KEY, RESPONSE, (6, 7), (6, 8), Fraction(4, 5)),
    Row("no mention is a zero", "zeros", KEY, RESPONSE, (0, 0), (0, 0), UNDEFINED),
]  # fmt: skip


def ace(*entities, first="SPC"):
    """Entities as (type, mentions); a mention is N, M, P or R (name, nominal, pronoun,
    premodifier), its start and its length."""
    kinds = {"N": "name", "M": "nominal", "P": "pronoun", "R": "premodifier"}
    made = []
    for _, mentions in entities:
        made.append([])
        for text in mentions.split():
            start, length = map(int, text[1:].split("+"))
            head = tuple(range(start, start + length))
            made[-1].append(Mention(start, start + length, type=kinds[text[0]], minimum=head))
    types = [kind if kind.count(":") == 2 else f"{kind}::{first}" for kind, _ in entities]
    return [Document("text", made, entity_types=types)]


# One person, a name and a pronoun, worth 1 (its best mention is a name), of which the name has 1/1.1.
PERSON = ace(("PER", "N0+4 P10+2"))


def value(name, response, expected, key=PERSON, metric="ace"):
    return Row(f"ACE-Value, {name}", metric, key, response, *[Fraction(expected)] * 3)


ROWS += [
    value("perfect", PERSON, 1),
    value("nothing found", ace(), 0),
    value("the pronoun is missing", ace(("PER", "N0+4")), "10/11"),
    value("the name is missing", ace(("PER", "P10+2")), "1/11"),
    # The whole entity is found and a name too many costs 0.75 of its own worth.
    value("a false alarm", ace(("PER", "N0+4 P10+2"), ("ORG", "N30+5")), "1/4"),
    value("nothing but false alarms", ace(("ORG", "N30+5"), ("ORG", "N40+5")), "-3/2"),
    value("a wrong type", ace(("ORG", "N0+4 P10+2")), "1/2"),
    value("a wrong subtype", ace(("PER:Group:SPC", "N0+4 P10+2")), "9/10"),
    value("a generic entity is worth nothing", ace(("PER", "N0+4 P10+2"), first="GEN"), 0),
    # A response name for the key's pronoun: min(1, 0.1)·0.9, of 1.1; its own name is right.
    value("a wrong mention type", ace(("PER", "N0+4 N10+2")), (1 + Fraction(9, 100)) / Fraction(11, 10)),
    # 3 of 4 characters are 0.75 ≥ 0.3; 1 of 4 is not, so that the name is a miss and a false alarm.
    value("heads overlap", ace(("PER", "N1+4 P10+2")), 1),
    value(
        "heads hardly overlap",  # the pronoun found: 0.1/1.1; the name of the response: −0.75·1/1.1
        ace(("PER", "N3+4 P10+2")),
        (Fraction(1, 10) - Fraction(3, 4)) / Fraction(11, 10),
    ),
    value("heads hardly overlap, and may", ace(("PER", "N3+4 P10+2")), 1, metric="ace(overlap=0.25)"),
    value("weights of pronouns", ace(("PER", "N0+4")), "100/104", metric="ace(weights=original)"),
    # A premodifier is worth nothing, found or not; a name in its place is worth no more, but is no false alarm.
    value("a premodifier is worth nothing", ace(("PER", "N0+4 P10+2 R20+3")), 1),
    value("a premodifier is missing", PERSON, 1, key=ace(("PER", "N0+4 P10+2 R20+3"))),
    value("a name for a premodifier", ace(("PER", "N0+4 N20+3")), 1, key=ace(("PER", "N0+4 R20+3"))),
    value("nothing but premodifiers", ace(("PER", "N0+4 P10+2"), ("ORG", "R30+5")), 1),
    # Worth ½, of the key's 1 + ½: 1 is found.
    value(
        "premodifiers may be worth something",
        ace(("PER", "N0+4")),
        "2/3",
        key=ace(("PER", "N0+4 R20+3")),
        metric="ace(premodifier=0.5)",
    ),
    # Split in two: the better half is mapped, the other is a false alarm of what it would be worth, 0.75·0.1.
    value("an entity cut in two", ace(("PER", "N0+4"), ("PER", "P10+2")), Fraction(10, 11) - Fraction(3, 40)),
]
