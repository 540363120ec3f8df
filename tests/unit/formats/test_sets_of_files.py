"""Sets of split antecedents that a file has: what is said of them is the same in every format."""

from __future__ import annotations

import json

import pytest

import corefscope as cs
from corefscope import Document, Mention
from corefscope.formats.load import read_corpus
from corefscope.model import SPLIT_ANTECEDENT, Relation

SPANS = [(0, "1"), (1, "2"), (2, "3"), (3, "3")]


def corefud(members):
    """Entities 1, 2 and 3, the last of two mentions; all members are written at the last word."""
    misc = [f"Entity=({name})" for _, name in SPANS]
    misc[-1] += "|SplitAnte=" + ",".join(f"{part}<{whole}" for part, whole in members)
    rows = ["\t".join([str(place + 1), "w", *"____", "0", "_", "_", each]) for place, each in enumerate(misc)]
    return "# global.Entity = eid\n# newdoc id = d\n" + "\n".join(rows) + "\n\n"


def conll_ua(members):
    rows = []
    for place, name in SPANS:
        sets = ",".join(whole for part, whole in members if part == name and place < 3)
        member = f"|ElementOf={sets}" if sets else ""
        cell = f"(EntityID={name}|MarkableID=m{place}{member})"
        rows.append("\t".join([str(place + 1), "w", *"_" * 8, cell, *"____"]))
    return "# newdoc id = d\n" + "\n".join(rows) + "\n\n"


def json_text(members):
    first = {name: [place, place] for place, name in reversed(SPANS)}
    record = {"doc_key": "d", "sentences": [["w"] * 4], "clusters": [[[0, 0]], [[1, 1]], [[2, 2], [3, 3]]]}
    return json.dumps(record | {"split_antecedents": [[first[whole], first[part]] for part, whole in members]}) + "\n"


FORMATS = {"a.conllu": corefud, "a.conllua": conll_ua, "a.jsonl": json_text}


@pytest.mark.parametrize("name", FORMATS)
def test_a_set_that_leads_back_to_itself_cannot_be_scored(put, name):
    path = put(FORMATS[name]([("1", "3"), ("2", "3"), ("3", "2"), ("1", "2")]), name)
    assert not read_corpus(path).notices
    assert cs.score(path, path, metrics="b3").f1["b3"] == 1  # without sets nothing is wrong
    with pytest.raises(cs.CorefscopeError, match="leads back to itself"):
        cs.score(path, path, metrics="b3", split="keep")


@pytest.mark.parametrize("name", FORMATS)
def test_members_that_are_named_twice_are_written_once(put, name, tmp_path):
    path = put(FORMATS[name]([("1", "3"), ("2", "3"), ("1", "3")]), name)
    written = tmp_path / "b.conllu"
    cs.convert(path, str(written))
    rows = [line.split("\t")[-1] for line in written.read_text().splitlines() if "\tw\t" in line]
    assert [row.count("<") for row in rows] == [0, 0, 2, 0]  # at the first mention of the plural entity
    assert cs.score(path, str(written), metrics=["b3", "split"], split="keep").f1 == {"b3": 1, "split": 1}


def test_a_bridging_pair_that_stands_twice_is_one(put):
    """Key c>a twice, with two labels, and c>b; response c>a: R 1/2, not 1/3; P 1/1."""

    def text(misc):
        rows = ["\t".join([str(n), "w", *"____", "0", "_", "_", each]) for n, each in enumerate(misc, 1)]
        return "# global.Entity = eid\n# newdoc id = d\n" + "\n".join(rows) + "\n\n"

    key = put(text(["Entity=(a)", "Entity=(b)", "Bridge=a<c:part,a<c:poss,b<c|Entity=(c)"]), "key.conllu")
    response = put(text(["Entity=(a)", "Entity=(b)", "Bridge=a<c|Entity=(c)"]), "response.conllu")
    score = cs.score(key, response, metrics="bridging").scores["bridging"]
    assert score.counts == {"recall_num": 1, "recall_den": 2, "precision_num": 1, "precision_den": 1}


def test_sets_of_python_documents_are_written_at_the_first_mention(tmp_path):
    links = [Relation(SPLIT_ANTECEDENT, part, "3", "", Mention(3, 4)) for part in ("1", "2")]
    text = Document("d", [[Mention(0, 1)], [Mention(1, 2)], [Mention(2, 3), Mention(3, 4)]], ["1", "2", "3"], ["w"] * 4)
    text.relations = links
    assert cs.write([text], tmp_path / "a.conllu") == []
    lines = (tmp_path / "a.conllu").read_text().splitlines()
    assert [line.split("\t")[0] for line in lines if "SplitAnte=" in line] == ["3"]
