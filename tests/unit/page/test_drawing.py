"""`cs.show`: the picture of a document holds every mention, in the colour of its entity, and nothing that acts."""

import itertools
import random
from xml.etree import ElementTree

import pytest

import corefscope as cs

SVG = "{http://www.w3.org/2000/svg}"
WORDS = ["Ann", "saw", "her", "dog", ".", "It", "barked", "at", "Ann", "."]
STORY = {
    "doc_key": "story",
    "sentences": [WORDS[:5], WORDS[5:]],
    "clusters": [[[0, 0], [2, 2], [8, 8]], [[2, 3], [5, 5]]],
}
RESPONSE = {**STORY, "clusters": [[[0, 0], [2, 2]], [[5, 5], [8, 8]], [[6, 6], [7, 7]]]}


def parsed(drawing):
    return ElementTree.fromstring(drawing.to_svg())


def bars(drawing):
    """(entity, colour, dashed, left, right, height) of each bar."""
    found = []
    for group in parsed(drawing).iter(f"{SVG}g"):
        line = group.find(f"{SVG}line")
        place = (float(line.get("x1")), float(line.get("x2")), float(line.get("y1")))
        found.append((group.find(f"{SVG}title").text, line.get("stroke"), "stroke-dasharray" in line.attrib, *place))
    return found


def words(drawing):
    return [each.text for each in parsed(drawing).findall(f"{SVG}text") if each.get("textLength")]


def test_every_word_and_mention_is_drawn():
    drawing = cs.show(STORY)
    assert words(drawing) == WORDS
    colours = {}
    for entity, colour, dashed, *_ in bars(drawing):
        colours.setdefault(entity, []).append(colour)
        assert not dashed
    assert sorted(map(len, colours.values())) == [2, 3]
    assert len({colour for found in colours.values() for colour in found}) == 2
    assert repr(drawing) == "<Drawing of 'story'>"
    assert drawing.to_svg() in drawing._repr_html_()


def test_key_above_response_below():
    drawing = cs.score([STORY], [RESPONSE]).show()
    height = {
        each.text: float(each.get("y")) for each in parsed(drawing).findall(f"{SVG}text") if each.get("textLength")
    }
    lines = sorted({height["Ann"], height["saw"], height["It"]})
    above = [bar for bar in bars(drawing) if any(0 < line - bar[5] < 40 for line in lines)]
    below = [bar for bar in bars(drawing) if any(0 < bar[5] - line < 18 for line in lines)]
    assert len(above) == 5
    assert len(below) == 6
    # “her dog” is missing; “barked” and “at” are invented. Ann has one colour on both sides.
    assert sum(bar[2] for bar in above) == 1
    assert sum(bar[2] for bar in below) == 2
    ann = [min(side, key=lambda bar: (bar[3], bar[5])) for side in (above, below)]
    assert ann[0][1] == ann[1][1]
    assert "dashed" in drawing.to_svg()


def test_nothing_in_a_text_acts():
    hostile = ["<script>alert(1)</script>", "&amp;", "\u202eturned", "\x1b[31m", '"/><b>', "]]>"]
    drawing = cs.show({"doc_key": "</title><script>", "tokens": hostile, "clusters": [[[0, 0], [2, 2]]]})
    found = words(drawing)
    assert found[0] == hostile[0]
    assert found[2] == "\\u202eturned"
    assert found[3] == "\\x1b[31m"
    tags = {each.tag.removeprefix(SVG) for each in parsed(drawing).iter()}
    assert tags <= {"svg", "title", "text", "g", "line", "rect"}
    assert "<script" not in drawing.to_svg()


def test_a_script_written_leftwards_begins_on_the_right():
    tokens = ["ذهب", "أحمد", "إلى", "بيته"]
    drawing = cs.show({"doc_key": "d", "tokens": tokens, "clusters": [[[1, 1], [3, 3]]]})
    places = [float(each.get("x")) for each in parsed(drawing).findall(f"{SVG}text") if each.get("textLength")]
    assert places == sorted(places, reverse=True)


def test_gaps_zeros_and_characters():
    with_gap = cs.Document("d", [[cs.Mention(0, 4, (0, 3)), cs.Mention(1, 2)]], words=["a", "b", "c", "d"])
    assert len(bars(cs.show(with_gap))) == 3
    running = cs.Document("d", [[cs.Mention(0, 3), cs.Mention(8, 11)]], unit="characters", raw_text="Ann saw her.")
    assert words(cs.show(running)) == ["Ann", "saw", "her", "."]


def test_no_two_bars_overlap_and_long_texts_are_cut():
    chance = random.Random(3)
    spans = {tuple(sorted((chance.randrange(60), chance.randrange(60)))) for _ in range(80)}
    record = {
        "doc_key": "d",
        "tokens": ["word"] * 70,
        "clusters": [[list(span)] for span in sorted(spans)] + [[[65, 66]]],
    }
    drawing = cs.show(record, words=60)
    assert len(words(drawing)) == 60
    assert "the first 60 of 70 words; words=70 draws all" in drawing.to_svg()
    rows = {}
    for _, _, _, left, right, height in bars(drawing):
        rows.setdefault(height, []).append((left, right))
    assert len(rows) > 10
    for row in rows.values():
        row.sort()
        assert all(one[1] <= other[0] for one, other in itertools.pairwise(row))


@pytest.mark.parametrize(
    ("arguments", "more", "code"),
    [
        ([[STORY, {**STORY, "doc_key": "b"}]], {}, "several-documents"),
        ([STORY, "stori"], {}, "unknown-name"),
        ([[["a", "b"]]], {}, "unknown-text"),
        ([STORY], {"words": 0}, "wrong-value"),
        ([STORY], {"words": "all"}, "wrong-type"),
    ],
)
def test_refusals(arguments, more, code):
    with pytest.raises(cs.CorefscopeError) as caught:
        cs.show(*arguments, **more)
    assert caught.value.code == code
