"""CorefUD meets a plain reader of brackets, and the same files cut into blocks."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from itertools import chain

import pytest

from corefscope.formats.corefud import brackets
from corefscope.formats.load import read_corpus
from corefscope.model import empty_position
from support.inputs.blockings import outcome
from support.inputs.damage import damaged
from support.inputs.random_conllu import ODDITIES, Writer

TELLING = b"\t\n#0123456789.-|()=_ \re[]/,<%"


def plainly(text):
    """The entities of each document: positions and heads of their mentions, by the definition of the format."""
    documents, fields, words, before = [], [], 0, 0
    for line in text.replace("\r", "").split("\n"):
        columns = line.split("\t")
        if line.startswith("# newdoc") or (not documents and len(columns) == 10):
            documents.append(defaultdict(list))
            nodes, opened, waiting, words, before = [], defaultdict(list), defaultdict(list), 0, 0
        if line.startswith("# global.Entity"):
            fields = line.partition("= ")[2].split("-")
        if len(columns) < 10 or "-" in columns[0]:
            before = words if not line else before
            continue
        major, _, minor = columns[0].partition(".")
        nodes.append(empty_position(before + int(major), int(minor), major == "0") if minor else words)
        words += not minor
        value = re.search(r"(?:^|\|)Entity=([^|]*)", columns[9])
        for opening, closing in re.findall(r"\(([^()]+)|([^()]+)?\)", value[1] if value else ""):
            if opening:
                values = dict(zip(fields, opening.split("-"), strict=False))
                label = latest = values.get("eid") or values["GRP"]
                name, part, parts = part_of(label)
                mention = waiting[name, part, parts].pop() if part > 1 else {"runs": []}
                if part == 1:
                    documents[-1][name].append(mention)
                mention["runs"].append(len(nodes) - 1)
                mention["head"] = values.get("head") or mention.get("head")
                opened[label].append(mention)
            else:
                label = closing.split("-")[1] if fields[0] == "entity" and "-" in closing else closing or latest
                mention = opened[label].pop()
                mention["runs"][-1] = nodes[mention["runs"][-1] :]
                name, part, parts = part_of(label)
                waiting[name, part + 1, parts].append(mention)
    return [
        {name.replace("%2D", "-"): [placed(each) for each in mentions] for name, mentions in document.items()}
        for document in documents
    ]


def part_of(label):
    name, part, parts = re.fullmatch(r"([^\[]*)(?:\[(\d+)/(\d+)\])?", label).groups()
    return name, int(part or 1), int(parts or 1)


def placed(mention):
    places = list(chain(*mention["runs"]))
    return places, places[int(mention["head"]) - 1] if mention["head"] else None


def test_random_files_have_the_mentions_that_a_plain_reader_finds(tmp_path):
    chance = random.Random("plain")
    path, total = tmp_path / "a.conllu", 0
    while total < 1500:
        content = Writer(chance, highest=1).file()
        path.write_bytes(content)
        documents = read_corpus(str(path), format="corefud", block_size=chance.choice([100, 1 << 20])).documents()
        found = [
            {
                name: sorted((sorted(set(each.covered)), each.head) for each in entity)
                for name, entity in zip(document.entity_ids, document.entities, strict=True)
            }
            for document in documents
        ]
        expected = [
            {name: sorted((sorted(set(places)), head) for places, head in entity) for name, entity in document.items()}
            for document in plainly(content.decode())
        ]
        assert found == expected, content
        total += sum(document.mention_count for document in documents)


@pytest.mark.parametrize("seed", ["blocks", pytest.param("many", marks=pytest.mark.slow)])
def test_blocks_change_nothing(tmp_path, monkeypatch, seed):
    """Neither in regular files nor in odd or damaged ones: the same corpus, errors and warnings."""
    chance, outcomes = random.Random(seed), {"read": 0, "refused": 0}
    path = tmp_path / "a.conllu"
    for number in range(20_000 if seed == "many" else 400):
        content = Writer(chance, chance.sample(list(ODDITIES), chance.choice([0, 1, 1, 1, 2, 4]))).file()
        if chance.random() < 0.4:
            content = damaged(content, chance, TELLING).replace(b"\0", b"?")
        path.write_bytes(content or b"\n")
        with monkeypatch.context() as patch:
            if chance.random() < 0.2:  # limits that no small file would meet
                patch.setattr(brackets, "ALWAYS_LISTED", -200)
            whole, size = outcome(str(path)), chance.choice([40, 100, 300])
            assert outcome(str(path), size) == whole, (number, size, content)
        outcomes["refused" if whole[0] else "read"] += 1
    assert min(outcomes.values()) > 50, outcomes
