"""The scorers of Universal Anaphora, where they are installed, on random documents with nested sets.

COREFSCOPE_UA_SCORER names the folder of juntaoy/universal-anaphora-scorer, COREFSCOPE_COREFUD_SCORER that of
ufal/corefud-scorer, COREFSCOPE_COREFUD_PYTHON a Python that can run them. BLANC with sets, and LEA with sets in the
first of them, depend on the order of a hash table there: they are compared where there are no sets.
"""

from random import Random

import pytest

import corefscope
from corefscope.model import NONREFERRING, SPLIT_ANTECEDENT
from differential.peers import drive, peer
from differential.test_sets import random_side
from support.inputs.anaphora import side

FOLDERS = {"1": "COREFSCOPE_UA_SCORER", "2": "COREFSCOPE_COREFUD_SCORER"}
PYTHON = "COREFSCOPE_COREFUD_PYTHON"
COREFERENCE = ("muc", "b3", "ceafm", "ceafe", "lea", "blanc")
ALONE = (*(f"split(metric={name})" for name in COREFERENCE[:4]), "split")
BESIDE = ("bridging(level=anaphor)", "bridging(level=mention)", "bridging", "nonreferring")
COLUMNS = "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC IDENTITY BRIDGING DISCOURSE_DEIXIS REFERENCE NOM_SEM"


def run(version, jobs):
    complete = ({"deixis": False, "min": False, **job} for job in jobs)
    return drive(PYTHON, "ua_driver.py", version, peer(FOLDERS[version]), jobs=complete)


def conll_ua(document):
    """A document of one-word mentions as CONLL-UA."""
    cells = {}
    silent = document.annotations.get(NONREFERRING)
    numbers = {name: str(number) for number, name in enumerate(document.entity_ids, 1)}
    numbers |= {name: f"{900 + number}-Pseudo" for number, name in enumerate(silent.entity_ids if silent else ())}
    sets = {}
    for relation in document.relations:
        if relation.kind == SPLIT_ANTECEDENT:
            sets.setdefault(relation.antecedent, []).append(numbers[relation.anaphor])
    for part in (document, silent):
        for name, mentions in zip(part.entity_ids, part.entities, strict=True) if part else ():
            for place, mention in enumerate(mentions):
                member = f"|ElementOf={','.join(sets[name])}" if place == 0 and name in sets else ""
                cell = f"(EntityID={numbers[name]}|MarkableID=m{mention.start}|Min={mention.start + 1}{member})"
                cells[mention.start] = cell
    links = {}
    for relation in document.relations:
        if relation.kind != SPLIT_ANTECEDENT:
            anaphor, anchor = relation.anaphor_mention.start, relation.antecedent_mention.start
            links[anaphor] = f"(MarkableID=m{anaphor}|Rel=poss|MentionAnchor=m{anchor}|EntityAnchor=1)"
    lines = [f"# global.columns = {COLUMNS}", f"# newdoc id = {document.name}"]
    for place in range(26):
        row = [str(place + 1), f"w{place}", *["_"] * 8, cells.get(place, "_"), links.get(place, "_"), "_", "_", "_"]
        lines.append("\t".join(row))
    return "\n".join(lines) + "\n\n"


def letters(places):
    return "".join(chr(97 + place) for place in places)


def random_document(random, sets=True):
    """Entities with sets, markables that refer to nothing, and bridging, one antecedent for each anaphor."""
    places = list(range(14))
    entities = random_side(random, places)
    silent = random.sample(range(20, 26), random.randint(0, 4))
    texts = []
    for mentions, members in entities:
        inside = [random.choice(entities[member][0]) for member in members if sets]
        if inside and silent and random.random() < 0.2:
            inside.append(random.choice(silent))
        texts.append((f"[{letters(inside)}]" if inside else "") + letters(sorted(mentions)))
    markables = [place for mentions, _ in entities for place in mentions] + silent
    anaphors = random.sample(markables, min(len(markables), random.randint(0, 6)))
    links = " ".join(f"{letters([one])}>{letters([random.choice(markables)])}" for one in anaphors)
    order = sorted(texts, key=lambda text: text.rpartition("]")[2][0])
    return side(" ".join(order), letters(silent), links)


def pairs(tmp_path, sets):
    random = Random(11)
    jobs, documents = [], []
    for number in range(150):
        both = random_document(random, sets), random_document(random, sets)
        paths = [tmp_path / f"{number}.{name}" for name in ("key", "response")]
        for path, document in zip(paths, both, strict=True):
            path.write_text(conll_ua(document), encoding="utf-8")
        jobs.append({"key": str(paths[0]), "response": str(paths[1]), "split": sets})
        documents.append(both)
    return jobs, documents


def compare(scores, key, response, wanted, **options):
    result = corefscope.score([key], [response], metrics=list(wanted), boundary="either", **options)
    different = []
    for name in wanted:
        theirs = scores["split(metric=lea)" if name == "split" else name]
        score = result.scores[name]
        if [score.recall, score.precision, score.f1] != pytest.approx(theirs, abs=1e-9):
            different.append((name, score.recall, score.precision, theirs))
    return different


@pytest.mark.parametrize("version", FOLDERS)
def test_random_documents_with_sets(version, tmp_path):
    jobs, documents = pairs(tmp_path, sets=True)
    steady = [name for name in (*COREFERENCE, *ALONE, *BESIDE) if name != "blanc" and (version, name) != ("1", "lea")]
    scores = run(version, jobs)
    different = [
        (number, *each)
        for number, (theirs, both) in enumerate(zip(scores, documents, strict=True))
        for each in compare(theirs, *both, steady, split="keep")
    ]
    assert not different


@pytest.mark.parametrize("version", FOLDERS)
def test_random_documents_without_sets(version, tmp_path):
    jobs, documents = pairs(tmp_path, sets=False)
    scores = run(version, jobs)
    different = [
        (number, *each)
        for number, (theirs, both) in enumerate(zip(scores, documents, strict=True))
        for each in compare(theirs, *both, (*COREFERENCE, *BESIDE))
    ]
    assert not different
