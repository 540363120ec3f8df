"""Tables as they are written, read back and damaged."""

from __future__ import annotations

import csv
import io
import random
from importlib.util import find_spec

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscope as cs
from corefscope import Document, Mention
from support.inputs.table_texts import SPANS, load, parquet, written

KNOWN = Document(
    "tale",
    [[Mention(0, 2, head=1, type="nominal"), Mention(3, 4, type="pronoun")], [Mention(4, 5)]],
    ["mill", "the, wind"],
    entity_types=["place", ""],
)


def test_what_is_written():
    assert written(KNOWN) == (
        "document,start,end,entity,type,head,entity_type\n"
        "tale,0,2,mill,nominal,1,place\n"
        "tale,3,4,mill,pronoun,,place\n"
        'tale,4,5,"the, wind",,,\n',
        {},
    )
    assert written(Document("tale", [[Mention(0, 2)]]), ending="tsv") == (
        "document\tstart\tend\tentity\ntale\t0\t2\t0\n",
        {},
    )


def test_written_without_a_name():
    assert written(Document("", [[Mention(0, 2)]]))[0] == "start,end,entity\n0,2,0\n"
    with pytest.raises(cs.CorefscopeError, match="name '' cannot stand in a table"):
        written(KNOWN, Document("", [[Mention(0, 2)]]))


def test_the_ending_csv_is_a_table(tmp_path):
    cs.write([KNOWN], tmp_path / "text.csv")
    assert (tmp_path / "text.csv").read_text() == written(KNOWN)[0]


NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r"), min_size=1, max_size=4)


@st.composite
def documents(draw):
    listed = []
    for name in draw(st.lists(NAMES.map(str.strip).filter(bool), min_size=1, max_size=3, unique=True)):
        entities = []
        for _ in range(draw(st.integers(1, 3))):
            starts = draw(st.lists(st.integers(0, 50), min_size=1, max_size=3, unique=True))
            mentions = [Mention(start, start + draw(st.integers(1, 3))) for start in sorted(starts)]
            kind = st.sampled_from([None, "name", "nominal", "pronoun"])
            heads = st.sampled_from([True, False])
            entities.append([m.replaced(type=draw(kind), head=m.start if draw(heads) else None) for m in mentions])
        ids = draw(st.lists(NAMES.map(str.strip).filter(bool), min_size=3, max_size=3, unique=True))[: len(entities)]
        kinds = draw(st.lists(st.sampled_from(["", "place", "a b"]), min_size=3, max_size=3))[: len(entities)]
        listed.append(Document(name, entities, ids, entity_types=kinds))
    return listed


@settings(max_examples=150, deadline=None)
@given(documents=documents(), ending=st.sampled_from(["csv", "tsv", *["parquet"] * bool(find_spec("pyarrow"))]))
def test_what_is_written_is_read_back(put, documents, ending):
    content, losses = written(*documents, ending=ending)
    listed = cs.read(put(content, f"written.{ending}"))
    assert losses == {}
    for one, two in zip(documents, listed, strict=True):
        assert (two.name, two.entities, two.entity_ids) == (one.name, one.entities, one.entity_ids)
        assert two.entity_types == one.entity_types
        for name in ("head", "type"):
            assert [[getattr(mention, name) for mention in entity] for entity in two.entities] == [
                [getattr(mention, name) for mention in entity] for entity in one.entities
            ]


def test_what_a_table_cannot_hold_is_counted():
    mentions = [Mention.at([-1]), Mention.at([0, 2]), Mention(3, 5, minimum=(4,)), Mention.at([4, -9], head=-9)]
    document = Document("tale", [mentions], words=["a"] * 5)
    document.relations.append(cs.model.Relation("bridging", "0", "0"))
    content, losses = written(document, Document("empty", []))
    assert content == "document,start,end,entity\ntale,0,3,0\ntale,3,5,0\ntale,4,5,0\n"
    assert losses == {
        "relation not written": 1,
        "text not written": 1,
        "mention lost: it is a zero": 1,
        "mention changed: its gaps are filled": 2,
        "minimum not written": 1,
        "head not written": 1,
        "document not written: it has no mentions": 1,
    }


def test_characters_would_be_taken_for_tokens():
    document = Document("tale", [[Mention(0, 3)]], unit="characters", raw_text="Ann")
    assert "mention changed: its characters will be taken for tokens" in written(document)[1]


@pytest.mark.parametrize("ids", [["a", "a"], ["", "b"], [" a", "a"], ["a\r", "b"]])
def test_ids_that_a_table_cannot_hold_are_replaced_by_numbers(ids):
    content, _ = written(Document("tale", [[Mention(0, 1)], [Mention(1, 2)]], ids))
    assert content == "document,start,end,entity\ntale,0,1,0\ntale,1,2,1\n"


@pytest.mark.parametrize("kind", ["csv", "tsv", "parquet"])
def test_damaged_tables(kind):
    if kind == "parquet":
        rows = list(csv.DictReader(io.StringIO(SPANS)))
        columns = {name: [row[name] or None for row in rows] for name in rows[0]}
        columns["start"] = [int(start) for start in columns["start"]]
        whole = parquet(columns)
    else:
        whole = SPANS.replace(",", "," if kind == "csv" else "\t").encode()
    chance = random.Random(f"table {kind}")
    outcomes = {"read": 0, "refused": 0}
    for number in range(400):
        content = bytearray(whole)
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(4, len(content) - 4)
            byte = chance.choice(b',\t;"\n\r 0-x\xff') if kind != "parquet" else chance.randrange(256)
            content[place : place + chance.choice([0, 1, 1])] = bytes([byte])
        try:
            load(bytes(content))[0].documents()
            outcomes["read"] += 1
        except cs.CorefscopeError:
            outcomes["refused"] += 1
        except Exception as error:
            raise AssertionError(f"case {number} of {kind}: {bytes(content)!r}") from error
    assert min(outcomes.values()) > 20, outcomes
