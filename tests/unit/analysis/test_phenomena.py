"""Scores by phenomenon: each rule on a sentence that shows it."""

from random import Random

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


def test_cataphora_and_speaker_change(tmp_path):
    lines = ("he/PRP/2/nsubj sang/VBD/0/root", "Bob/NNP/2/nsubj sang/VBD/0/root", "he/PRP/2/nsubj sang/VBD/0/root")
    entities = {0: "(e1-x-1-)", 2: "(e1-x-1-)", 4: "(e1-x-1-)"}
    found = groups(tmp_path, *lines, entities=entities, speaker=["A", "A", "B"])
    assert (found["cataphora"], found["speaker change"]) == (1, 1)
    assert "speaker change" not in groups(tmp_path, *lines, entities=entities)


def test_without_dependencies_there_is_a_clear_error():
    with pytest.raises(CorefscopeError, match="the key has no column of dependencies"):
        cs.score([["a", "b"]], [["a", "b"]], metrics="b3", by="phenomenon")


@pytest.mark.parametrize("seed", range(12))
def test_rules_are_their_slow_definitions(tmp_path, seed):
    """Random sentences of six words: mentions of up to three words, some with another in them; all pairs."""
    random = Random(seed)
    lines, entities, mentions = [], {}, []
    relations = ("nsubj", "cop", "appos", "det", "compound", "nn", "obj", "nsubj:pass")
    for sentence in range(8):
        words = []
        for token in range(1, 7):
            head, relation = (random.randrange(token), random.choice(relations)) if token > 1 else (0, "root")
            tag = random.choice(("NN", "NNS", "DT", "PRP"))
            words.append((random.choice(("a", "An", "the", "x")), tag, head, relation))
        lines.append(" ".join("/".join(map(str, word)) for word in words))
        for start in (0, 3):
            outer, inner = random.sample(range(3), 2)
            length, place = random.randint(1, 3), 6 * sentence + start
            mentions.append((place, place + length, place + random.randrange(length), outer))
            opened = f"(e{outer}-x-{mentions[-1][2] - place + 1}-"
            has_inner = length == 3 and random.random() < 0.5
            if length == 1:
                entities[place] = f"{opened})"
            else:
                entities[place], entities[place + length - 1] = opened, f"e{outer})"
            if has_inner:
                mentions.append((place + 1, place + 2, place + 1, inner))
                entities[place + 1] = f"(e{inner}-x-1-)"
    tokens = [word.split("/") for line in lines for word in line.split()]
    parent = [6 * (place // 6) + int(token[2]) - 1 if token[2] != "0" else None for place, token in enumerate(tokens)]
    relation = [token[3].partition(":")[0] for token in tokens]
    expected = dict.fromkeys(("generic", "copular", "apposition", "compound", "nested"), 0)
    for start, end, head, entity in mentions:
        covered = range(start, end)
        determiners = {tokens[place][0].lower() for place in covered if relation[place] == "det"}
        others = [other[2] for other in mentions if other[3] == entity and other[:2] != (start, end)]
        pairs = [pair for other in others for pair in ((head, other), (other, head))]
        copulas = {parent[place] for place in range(len(tokens)) if relation[place] == "cop"}
        expected["generic"] += bool(determiners & {"a", "an"}) or (tokens[head][1] == "NNS" and not determiners)
        expected["compound"] += all(relation[place] in ("compound", "nn") for place in covered)
        expected["copular"] += any(relation[a] == "nsubj" and parent[a] == b and b in copulas for a, b in pairs)
        expected["apposition"] += any(relation[a] == "appos" and parent[a] == b for a, b in pairs)
        expected["nested"] += any(a <= start and end <= b and (a, b) != (start, end) for a, b, *_ in mentions)
    found = groups(tmp_path, *lines, entities=entities)
    assert {name: found.get(name, 0) for name in expected} == expected
