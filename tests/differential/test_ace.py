"""ACE-Value of small APF files against every mapping tried one after the other."""

from random import Random

import pytest

import corefscope
from corefscope.metrics import METRICS
from corefscope.metrics import metric as parse
from corefscope.problems import CorefscopeError
from support.definitions.ace import ace

TYPES = ("PER", "ORG", "GPE")


def random_entities(random, most=3):
    """Up to so many entities; heads lie close together, so that many overlap, in part or wholly."""
    entities, taken = [], set()
    for _ in range(random.randint(0, most)):
        mentions = []
        for _ in range(random.randint(1, 3)):
            start = random.randrange(24)
            end = start + random.choice([0, 1, 3, 5])
            if (start, end) not in taken:
                taken.add((start, end))
                mentions.append((random.choice(["NAM", "NOM", "PRO", "PRE"]), start, end))
        if mentions:
            kind = random.choice(["SPC", "SPC", "SPC", "GEN", "USP"])
            entities.append((random.choice(TYPES), random.choice(["", "Media"]), kind, mentions))
    return entities


def similar(entities, random):
    """The same entities with a few things changed."""
    changed = []
    for kind, subtype, which, mentions in entities:
        kept = [mention for mention in mentions if random.random() < 0.8]
        if random.random() < 0.2:
            kind = random.choice(TYPES)
        if kept:
            changed.append((kind, subtype, which, kept))
    return changed


def apf(name, entities):
    """The extent of a mention is its head."""
    lines = [f'<source_file URI="{name}.sgm"><document DOCID="{name}">']
    for number, (kind, subtype, which, mentions) in enumerate(entities):
        lines.append(f'<entity ID="E{number}" TYPE="{kind}" SUBTYPE="{subtype}" CLASS="{which}">')
        for mention, start, end in mentions:
            seq = f'<charseq START="{start}" END="{end}"/>'
            lines.append(f'<entity_mention TYPE="{mention}"><extent>{seq}</extent><head>{seq}</head></entity_mention>')
        lines.append("</entity>")
    return "\n".join([*lines, "</document></source_file>"]) + "\n"


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Folders with 300 documents, and what is in them."""
    random = Random(11)
    documents = []
    for _ in range(300):
        key = random_entities(random)
        documents.append((key, similar(key, random) if random.random() < 0.5 else random_entities(random)))
    folders = [tmp_path_factory.mktemp(side) for side in ("key", "response")]
    for number, document in enumerate(documents):
        for folder, entities in zip(folders, document, strict=True):
            (folder / f"d{number}.apf.xml").write_text(apf(f"d{number}", entities))
    return folders, documents


def test_counts(files):
    folders, documents = files
    result = corefscope.score(*folders, metrics="ace", per_document=True)
    rows = dict(zip(result.documents, result.system.per_document, strict=True))
    below = partly = 0
    for number, document in enumerate(documents):
        expected, score = ace(*document), rows[f"d{number}"]["ace"]
        for count, value in score.counts.items():
            assert abs(value - float(expected[count])) <= 1e-9, (count, value, expected[count], document)
        below += score.f1 < 0
        partly += 0 < score.f1 < 1
    assert below > 20  # otherwise agreement would say little
    assert partly > 20
    totals = [ace(*document) for document in documents]
    value = float(sum(each["value"] for each in totals) / sum(each["possible"] for each in totals))
    assert result.f1["ace"] == pytest.approx(value)


def test_a_key_against_itself(files):
    (key, _), _ = files
    score = corefscope.score(key, key, metrics="ace").scores["ace"]
    assert score.f1 == pytest.approx(1)


def test_what_a_mention_of_the_key_costs_in_a_wrong_entity(tmp_path):
    """The second name is the key's, but in another entity of it."""
    two = [("PER", "", "SPC", [("NAM", 0, 3)]), ("PER", "", "SPC", [("NAM", 10, 13)])]
    (tmp_path / "key.apf.xml").write_text(apf("d", two))
    (tmp_path / "response.apf.xml").write_text(apf("d", [("PER", "", "SPC", [("NAM", 0, 3), ("NAM", 10, 13)])]))
    names = {"ace": 1 - 0.75 / 2, "ace(coreference_false_alarm=0)": 1, "ace(coreference_false_alarm=2)": 1 - 0.75}
    scores = corefscope.score(tmp_path / "key.apf.xml", tmp_path / "response.apf.xml", metrics=list(names)).scores
    assert {name: score.counts for name, score in scores.items()} == {
        name: {"value": pytest.approx(value), "possible": 2} for name, value in names.items()
    }


def test_weights_of_types_and_classes(tmp_path):
    one = [("PER", "", "SPC", [("NAM", 0, 3)]), ("ORG", "", "GEN", [("PRO", 10, 13)])]
    (tmp_path / "key.apf.xml").write_text(apf("d", one))
    name = "ace(pronoun=0.5,org=3,gen=0.25)"
    score = corefscope.score(tmp_path / "key.apf.xml", tmp_path / "key.apf.xml", metrics=name).scores[name]
    assert score.counts == {"value": pytest.approx(1 + 3 * 0.25 * 0.5), "possible": pytest.approx(1.375)}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("<head>", "<other>", "key.apf.xml:3: ace needs heads, entity types and classes: mention 0–3 has no head"),
        ('TYPE="NAM"', 'TYPE="HLS"', "key.apf.xml:3: ace needs mention types: 1 mention has no type"),
        ('CLASS="SPC"', "", "key.apf.xml:3: ace needs heads, entity types and classes: entity 'E0' has no class"),
        ('TYPE="PER"', 'TYPE="GSP"', "entity 'E0' has the type 'GSP', in document 'd' (ACE's APF"),
    ],
)  # fmt: skip
def test_files_that_lack_something(tmp_path, old, new, message):
    text = (
        apf("d", [("PER", "", "SPC", [("NAM", 0, 3)])])
        .replace(old, new)
        .replace(old.replace("<", "</"), new.replace("<", "</"))
    )
    (tmp_path / "key.apf.xml").write_text(text)
    with pytest.raises(CorefscopeError) as caught:
        corefscope.score(tmp_path / "key.apf.xml", tmp_path / "key.apf.xml", metrics="ace")
    assert message in str(caught.value)


def test_types_that_are_spelled_out(tmp_path):
    for side, kind in (("key", "PERSON"), ("response", "PER")):
        (tmp_path / f"{side}.apf.xml").write_text(apf("d", [(kind, "", "SPC", [("NAM", 0, 3)])]))
    assert corefscope.score(tmp_path / "key.apf.xml", tmp_path / "response.apf.xml", metrics="ace").f1["ace"] == 1


@pytest.mark.parametrize("parameter", METRICS["ace"].parameters)
def test_every_parameter_changes_the_value(parameter, tmp_path):
    """Of a corpus with a bit of everything."""
    whole = [("NAM", 0, 3), ("NOM", 4, 5), ("PRO", 6, 6)]
    key = [
        (kind, "", "SPC", [(each, 10 * place + start, 10 * place + end) for each, start, end in whole])
        for place, kind in enumerate(("PER", "ORG", "LOC", "GPE", "FAC", "VEH", "WEA"))
    ]
    for place, which in enumerate(("GEN", "NEG", "USP")):
        key.append(("PER", "Group", which, [("NOM", 100 + 10 * place, 105 + 10 * place)]))
    response = [
        ("PER", "x", "SPC", [("NOM", 0, 3), ("NOM", 4, 5)]),  # wrong subtype, a wrong mention type
        ("PER", "", "SPC", [("NAM", 10, 13), ("PRO", 16, 16)]),  # wrong type
        ("LOC", "", "GEN", [("NAM", 20, 23)]),  # wrong class
        ("GPE", "", "SPC", [("NAM", 30, 33), ("PRO", 300, 300)]),
        ("FAC", "", "SPC", [("NAM", 41, 46)]),  # overlap 3/6
        ("VEH", "", "SPC", [("NAM", 50, 53), ("PRO", 66, 66), ("PRE", 400, 403)]),  # of another entity
    ]
    (tmp_path / "key.apf.xml").write_text(apf("d", key))
    (tmp_path / "response.apf.xml").write_text(apf("d", response))
    other = {"weights": "original", "overlap": "0.6"}.get(parameter, "0.42")
    # With GEN worth nothing, as usual, it would not matter what a wrong class costs.
    given = {"gen": "0.5", parameter: other}
    order = [each for each in METRICS["ace"].parameters if each in given]
    names = ["ace(gen=0.5)", f"ace({','.join(f'{each}={given[each]}' for each in order)})"]
    plain, changed = corefscope.score(
        tmp_path / "key.apf.xml", tmp_path / "response.apf.xml", metrics=names
    ).scores.values()
    assert plain.f1 != pytest.approx(changed.f1)
    assert parse(names[1]).name == names[1]
