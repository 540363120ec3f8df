"""Scores by phenomenon: each rule on a sentence that shows it."""

import pytest

import corefscope as cs
from corefscope.problems import CorefscopeError


def conllu(*lines, entities, speaker=None):
    """A sentence a line: `word xpos head deprel` by slashes; `entities` are MISC values by word, over all sentences."""
    text = ["# newdoc id = a", "# global.Entity = eid-etype-head-other"]
    number = 0
    for place, line in enumerate(lines):
        text.append(f"# sent_id = {place}")
        if speaker:
            text.append(f"# speaker = {speaker[place]}")
        for token, word in enumerate(line.split(), 1):
            form, tag, head, relation = word.split("/")
            upos = {"PRP": "PRON", "NNP": "PROPN"}.get(tag, "NOUN")
            misc = f"Entity={entities[number]}" if number in entities else "_"
            text.append(f"{token}\t{form}\t_\t{upos}\t{tag}\t_\t{head}\t{relation}\t_\t{misc}")
            number += 1
        text.append("")
    return "\n".join(text) + "\n"


def groups(tmp_path, *lines, **more):
    path = tmp_path / "a.conllu"
    path.write_text(conllu(*lines, **more))
    return cs.score(path, path, metrics="b3", by="phenomenon").by.groups


def test_generic_and_copular(tmp_path):
    found = groups(
        tmp_path,
        "Ann/NNP/4/nsubj is/VBZ/4/cop a/DT/4/det poet/NN/0/root",
        "poets/NNS/2/nsubj write/VBP/0/root",
        "the/DT/2/det poets/NNS/3/nsubj write/VBP/0/root",
        entities={0: "(e1-x-1-)", 2: "(e1-x-2-", 3: "e1)", 4: "(e2-x-1-)", 6: "(e3-x-2-", 7: "e3)"},
    )
    assert (found["copular"], found["generic"]) == (2, 2)
    assert found["none of these"] == 1


def test_a_copula_between_entities_is_none(tmp_path):
    line = "Ann/NNP/4/nsubj is/VBZ/4/cop a/DT/4/det poet/NN/0/root"
    found = groups(tmp_path, line, entities={0: "(e1-x-1-)", 2: "(e2-x-2-", 3: "e2)"})
    assert "copular" not in found


def test_apposition_compound_and_nesting(tmp_path):
    found = groups(
        tmp_path,
        "Ann/NNP/6/nsubj the/DT/3/det poet/NN/1/appos of/IN/5/case Rome/NNP/3/nmod wrote/VBD/0/root",
        "Rome/NNP/2/compound poets/NNS/0/root",
        entities={0: "(e1-x-1-)", 1: "(e1-x-2-", 4: "(e2-x-1-)e1)", 6: "(e2-x-1-)"},
    )
    assert (found["apposition"], found["compound"], found["nested"]) == (2, 1, 1)


def test_cataphora_and_speaker_change(tmp_path):
    lines = ("he/PRP/2/nsubj sang/VBD/0/root", "Bob/NNP/2/nsubj sang/VBD/0/root", "he/PRP/2/nsubj sang/VBD/0/root")
    entities = {0: "(e1-x-1-)", 2: "(e1-x-1-)", 4: "(e1-x-1-)"}
    found = groups(tmp_path, *lines, entities=entities, speaker=["A", "A", "B"])
    assert (found["cataphora"], found["speaker change"]) == (1, 1)
    assert "speaker change" not in groups(tmp_path, *lines, entities=entities)


def test_without_dependencies_there_is_a_clear_error():
    with pytest.raises(CorefscopeError, match="the key has no column of dependencies"):
        cs.score([["a", "b"]], [["a", "b"]], metrics="b3", by="phenomenon")
