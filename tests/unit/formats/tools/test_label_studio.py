"""Label Studio, Prodigy and doccano: mentions, relations, and what can be wrong with them."""

from __future__ import annotations

import json

import pytest

import corefscope as cs

TEXT = "Ann saw her dog. She ran."
SPANS = {"a": (0, 3), "b": (8, 11), "c": (17, 20), "d": (8, 15)}


def region(id, label="Person", **value):
    start, end = SPANS[id]
    value = {"start": start, "end": end, "text": TEXT[start:end], "labels": [label], **value}
    return {"id": id, "type": "labels", "from_name": "label", "to_name": "text", "value": value}


def relation(one, two, **more):
    return {"type": "relation", "from_id": one, "to_id": two, "direction": "right", **more}


def task(*items, id=7, data=None, **more):
    return {
        "id": id,
        "data": data or {"text": TEXT},
        "annotations": [{"completed_by": 1, "result": list(items)}],
        **more,
    }


REGIONS = [region(id) for id in SPANS]


@pytest.fixture
def document(read_text):
    return lambda *tasks, **options: read_text(json.dumps(tasks), "a.json", **options)[0]


@pytest.fixture
def refused(put):
    def refuse(*records, name="a.json", **options):
        text = json.dumps(records) if name == "a.json" else "".join(json.dumps(each) + "\n" for each in records)
        with pytest.raises(cs.CorefscopeError) as caught:
            cs.read(put(text, name), **options)
        return caught.value

    return refuse


def test_regions_that_relations_connect_are_an_entity(document):
    found = document(task(*REGIONS, relation("b", "a"), relation("c", "b", labels=["coref"])))
    assert found.entities == [[(0, 3), (8, 11), (17, 20)], [(8, 15)]]
    assert (found.name, found.raw_text, found.unit) == ("7", TEXT, "characters")
    assert found.entity_types == ["Person", "Person"]


def test_the_relation_can_be_named(document, refused):
    named = task(*REGIONS, relation("b", "a", labels=["same"]), relation("d", "a", labels=["part"]))
    error = refused(named)
    assert (error.code, error.setting) == ("no-coreference-relation", "--clusters")
    assert "same, part" in str(error)
    found = document(named, clusters="same")
    assert found.entities[0] == [(0, 3), (8, 11)]
    assert [each.kind for each in found.relations] == ["part"]
    assert refused(named, clusters="none").code == "no-coreference-relation"
    assert refused(task(*REGIONS), clusters="none").code == "no-coreference-relation"  # no relation at all


def test_tasks_are_named_by_their_data(document):
    assert document(task(data={"text": TEXT, "doc_key": "tale"})).name == "tale"
    assert document(task(data={"story": TEXT})).raw_text == TEXT


def test_offsets_count_code_points(document, warnings_of):
    wide = "😀" + TEXT[1:]
    assert not warnings_of(json.dumps([task(region("c"), data={"text": wide})]), "a.json").get("text differs")
    assert document(task(region("c"), data={"text": wide})).text_of(cs.Mention(17, 20)) == "She"


def test_a_type_of_mentions_is_the_mentions(document):
    found = document(task(region("a", "name"), region("b", "pronoun"), relation("b", "a")))
    assert [mention.type for mention in found.entities[0]] == ["name", "pronoun"]
    assert found.entity_types == [""]


def test_skipped_tasks_and_predictions(document, warnings_of):
    skipped = task(*REGIONS, relation("b", "a"), id=1)
    skipped["annotations"].append({"completed_by": 2, "result": [], "was_cancelled": True})
    assert warnings_of(json.dumps([skipped]), "a.json") == {"annotation left out": 1}
    # A skipped annotation may hold regions: they do not count, nor does its annotator.
    skipped["annotations"][1]["result"] = [region("a"), region("d"), relation("d", "a")]
    assert document(skipped).entities == [[(0, 3), (8, 11)], [(8, 15)], [(17, 20)]]
    assert warnings_of(json.dumps([skipped]), "a.json") == {"annotation left out": 1}
    predicted = {**task(), "annotations": [], "predictions": [{"model_version": "m", "result": REGIONS}]}
    assert document(predicted).mention_count == 4
    both = {**skipped, "predictions": [{"model_version": "m", "result": REGIONS[:1]}]}
    assert document(both).mention_count == 4
    assert document(both, annotator="m").mention_count == 1


@pytest.mark.parametrize(
    ("item", "words"),
    [
        (region("a", start=2, end=1), "goes from '2' to '1'"),
        (region("a", start=2.5), "goes from '2.5' to '3'"),
        (region("a", end=99), "ends at 99, the text at 25"),
        (region("a", start="/div[1]/text()[1]"), "goes from '/div[1]/text()[1]' to '3'"),
        (relation("b", "z"), "connects 'z', which is not there"),
        ({"type": 3}, "expected 'str', got 'int' in annotations[0].result[0].type"),
    ],
)
def test_what_is_wrong_is_refused(refused, item, words):
    assert words in str(refused(task(item, *([] if item["type"] == 3 else [region("b")]))))


def test_the_line_of_a_task_is_named(put):
    text = "[\n" + json.dumps(task(*REGIONS, relation("b", "a"))) + ",\n\n" + json.dumps({"id": []}) + "]"
    with pytest.raises(cs.CorefscopeError, match=r"a\.json:4: expected"):
        cs.read(put(text, "a.json"))


def prodigy(spans="abcd", relations=(("b", "a"), ("c", "b")), **more):
    words = [("Ann", 0), ("saw", 4), ("her", 8), ("dog", 12), (".", 15), ("She", 17), ("ran", 21), (".", 24)]
    tokens = [
        {"text": word, "start": start, "end": start + len(word), "id": id} for id, (word, start) in enumerate(words)
    ]
    places = {"a": (0, 0), "b": (2, 2), "c": (5, 5), "d": (2, 3)}
    every = {
        id: {"start": SPANS[id][0], "end": SPANS[id][1], "token_start": first, "token_end": last, "label": "PER"}
        for id, (first, last) in places.items()
    }
    links = [
        {"head": every[head]["token_end"], "child": every[child]["token_end"], "label": "COREF",
         "head_span": every[head], "child_span": every[child]}
        for child, head in relations
    ]  # fmt: skip
    listed = [every[id] for id in spans]
    base = {"text": TEXT, "tokens": tokens, "spans": listed, "relations": links, "answer": "accept", "_input_hash": 5}
    return {**base, **more}


def lines(*records):
    return "".join(json.dumps(record) + "\n" for record in records)


def test_prodigy_counts_tokens_and_takes_accepted_answers(read_text, warnings_of):
    [found] = read_text(lines(prodigy(), prodigy(answer="reject"), prodigy(answer="ignore")), "a.jsonl")
    assert found.entities == [[(0, 1), (2, 3), (5, 6)], [(2, 4)]]
    assert (found.name, found.words[:2]) == ("5", ["Ann", "saw"])
    assert warnings_of(lines(prodigy(), prodigy(answer="reject")), "a.jsonl") == {"annotation left out": 1}


def test_prodigys_relations_have_spans(refused):
    bare = prodigy(spans="ad")
    bare["relations"] = [{"head": 0, "child": 3, "label": "COREF"}]
    assert "missing required field 'head_span'" in str(refused(bare, name="a.jsonl"))


def doccano(relations=((2, 1), (3, 2)), **more):
    entities = [
        {"id": number, "label": "PER", "start_offset": start, "end_offset": end}
        for number, (start, end) in enumerate(SPANS.values(), 1)
    ]
    links = [{"id": 9, "from_id": one, "to_id": two, "type": "coref"} for one, two in relations]
    return {"id": 4, "text": TEXT, "entities": entities, "relations": links, **more}


def test_a_mention_may_end_where_the_text_ends(read_text, refused):
    last = {"id": 5, "label": "PER", "start_offset": 21, "end_offset": len(TEXT)}
    [found] = read_text(lines({**doccano(), "entities": [*doccano()["entities"], last]}), "a.jsonl")
    assert found.entities[-1] == [(21, len(TEXT))]
    last["end_offset"] += 1
    error = refused({**doccano(), "entities": [*doccano()["entities"], last]}, name="a.jsonl")
    assert error.code == "mention-outside-text"


def test_mentions_without_any_relation_are_singletons_with_a_warning(warnings_of):
    assert warnings_of(lines(doccano([])), "a.jsonl") == {"no coreference": 1}


@pytest.mark.parametrize("record", [prodigy(), doccano(), task(*REGIONS)])
def test_fields_behind_a_long_text_are_seen(read_text, record):
    text = TEXT + " x" * 60_000
    long = {name: value for name, value in record.items() if name != "text"}
    long = {"text": text, **long} if "text" in record else {"data": {"text": text}, **long}
    [found] = read_text(json.dumps([long]) if "data" in long else lines(long), "a.json")
    assert found.mention_count == 4
