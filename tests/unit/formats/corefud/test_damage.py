"""CorefUD: damaged and hostile files, and published ones."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import pytest

import corefscope as cs
from corefscope.formats.load import read_corpus
from corefscope.problems import FormatError
from support.inputs.corefud_texts import GUM, document, node, sentence, words

WHOLE = document(
    sentence(
        node("0.1", "Entity=(e1-person-1-)", deps="2:nsubj"),
        node("1-2", form="im"),
        node(1, "Entity=(e2[1/2]-place-1-(e1--1-)"),
        node(2, "Entity=e2[1/2])", head="0"),
        node("2.1", deps="2:x|1:y"),
        node(3, "Bridge=e1<e2:part|Entity=(e3-x-1-minspan:1", head="2"),
        node(4, "Entity=(e2[2/2]-place-1-)e3)|SpaceAfter=No", head="2"),
        comments=["# sent_id = s1", "# speaker = Anna"],
    ),
    words(3, w1="(e1-person-2-", w2="(e4-a-1-", w3="e1)e4)"),
) + document(words(2, w2="(1-place-new-nnnnn-cf1-1-coref-Athens%2C_Ohio)"), name="song", header=GUM)
TELLING = b"()[]/|=_-#.,<:%\t\n\r 01259e\xc3\xff\0"


def damaged(text, chance):
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(len(text))
        lines = text.splitlines(keepends=True)
        line = chance.randrange(len(lines))
        byte = bytes([chance.choice(TELLING)])
        text = chance.choice(
            [
                text[:place] + byte + text[place + 1 :],
                text[:place] + byte * chance.choice([1, 2, 50]) + text[place:],
                text[:place] + text[place + chance.choice([1, 2, 9]) :],
                b"".join([*lines[:line], lines[line], *lines[line:]]),
                b"".join([*lines[:line], *lines[line + 1 :]]) or b"\n",
            ]
        )
    return text


def test_damaged_files(put, tmp_path):
    """A result or an error of ours, and nothing else, wherever one looks."""
    chance = random.Random(20)
    outcomes = {"read": 0, "refused": 0}
    for number in range(700):
        text = damaged(WHOLE.encode(), chance)
        try:
            corpus = read_corpus(put(text, "damaged.conllu"), format="corefud")
            for each, (lines, place) in zip(corpus.documents(), corpus.texts, strict=True):
                for layer in ("word", "upos", "head", "deprel", "feats", "misc", "speaker"):
                    column = each.layer(layer)
                    assert column is None or len(column) == each.token_count
                assert sum(end - start for start, end in each.sentences) == each.token_count
                for position in [*range(each.token_count), *lines.empty_nodes(place)]:
                    assert isinstance(lines.dependencies(place, position), frozenset)
            cs.write(corpus, tmp_path / "written.conllu", lossy=True)
            outcomes["read"] += 1
        except cs.CorefscopeError as error:
            assert str(error)  # noqa: PT017
            outcomes["refused"] += 1
        except Exception as error:
            raise AssertionError(f"case {number}: {text!r}") from error
    assert min(outcomes.values()) > 50, outcomes


def test_long_mentions_with_gaps_do_not_fill_the_memory(read_text):
    """Each of these mentions lists its positions: together they would be a hundred million."""
    count = 10_000
    opened = [(number, f"(e{number}-a-1-") for number in range(1, count + 1)]
    closed = [(count + number, f"e{number})") for number in range(1, count + 1)]
    with pytest.raises(FormatError, match="too long to be true"):
        read_text(document(sentence(*opened, (f"{count}.1",), *closed)))


def test_long_lines(read_text):
    filler = "x" * 2_000_000
    (found,) = read_text(document(words(1, w1=f"(e1-{filler}-1-)")))
    assert found.entity_types == [filler]
    (found,) = read_text(
        document(sentence(node(1, f"Entity=(e1-a-1-)|Note={filler}{'|' * 100_000}"), comments=[f"# text = {filler}"]))
    )
    assert found.mention_count == 1


# Published texts


@pytest.fixture
def gum():
    data = os.environ.get("COREFSCOPE_DATA")
    if not data:
        pytest.skip("COREFSCOPE_DATA is not set to a folder with gum")
    return Path(data) / "gum"


def test_gum_is_read_without_loss(gum):
    for path in sorted((gum / "dep").glob("*.conllu")):
        text = path.read_text(encoding="utf-8")
        brackets = "".join(re.findall(r"[\t|]Entity=([^|\n]*)", text))
        (found,) = cs.read(path)
        assert found.token_count == len(found.words) == len(re.findall(r"(?m)^\d+\t", text)), path
        assert found.mention_count == brackets.count("(") == brackets.count(")"), path
        assert set(found.entity_ids) == set(re.findall(r"\((\d+)-", brackets)), path
        assert len(found.sentences) == text.count("# sent_id")
        assert read_corpus(path).notices == (), path


def test_gum_has_the_same_entities_in_both_its_formats(gum):
    columns, brackets = cs.read(gum / "conll"), cs.read(gum / "dep")
    assert (len(brackets), sum(each.mention_count for each in brackets)) == (12, 3188)
    for one, two in zip(columns, brackets, strict=True):
        assert (one.name, one.words) == (two.name, two.words)
        plain = [sorted((mention.start, mention.end) for mention in entity) for entity in two.entities]
        assert sorted(map(sorted, one.entities)) == sorted(plain), one.name


def test_gum_survives_being_written(gum, tmp_path):
    for path in sorted((gum / "dep").glob("*.conllu")):
        (found,) = cs.read(path)
        assert cs.write([found], tmp_path / "text.conllu") == []
        (back,) = cs.read(tmp_path / "text.conllu")
        assert (back.words, back.sentences, back.entities) == (found.words, found.sentences, found.entities)
        assert back.entity_types == found.entity_types
        assert [each.minimum for entity in back.entities for each in entity] == [
            each.minimum for entity in found.entities for each in entity
        ]
        for layer in ("lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "speaker"):
            assert back.layer(layer) == found.layer(layer)
