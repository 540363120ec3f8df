"""Blocks of CorefUD are scanned for the lines that matter; here that meets the same reader going line by line."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefscope.formats.corefud import scan as conllu_scan
from support.corefud_outcomes import outcome
from support.inputs.damage import damaged

COMMENTS = st.sampled_from(
    [
        "# sent_id = a-1",
        "# text = one\ttwo = three",
        "# speaker = Ann",
        "#speaker=Bob",
        "# newdoc id = tale",
        "#  newdoc",
        "# newpar",
        "# global.Entity = eid-etype-head-other",
        "# global.Entity = GRP-etype-minspan",
        "# meta::genre = tale",
        "# meta::author = nobody",
        "# global.columns = ID FORM",
        "#",
        "# ",
        "# s",
        "# n",
    ]
)
MISC = st.sampled_from(
    ["_"] * 12
    + ["SpaceAfter=No", "Entity=(e1-a-1-)", "Entity=(e1-a-1-", "Entity=e1)", "Entity=(e2-b-2-", "Entity=e2)(e1-a-1-"]
    + ["SpaceAfter=No|Entity=(e3--1-)", "Entity=(e1[1/2]-a-1-)", "Entity=(e1[2/2]-a-1-)", "Bridge=e1<e2", "", "Entity="]
    + ["SplitAnte=e1<e2|Entity=(e4)", "Entity=x", "ClusterId=1", "Entity=(e1)|Entity=(e1)", "NotEntity=(e1-a-1-)", "x"]
)
ODD = st.sampled_from(
    ["7", "01", "1.1", "0.1", "2.1", "1.2", "2.2", "1-2", "2-3", "1.0", "1.9999", "12345", "1x", "3-"]
)


@st.composite
def sentences(draw):
    lines = draw(st.lists(COMMENTS, max_size=3))
    for word in range(1, draw(st.integers(0, 12)) + 1):
        if draw(st.integers(0, 12)) == 0:
            lines.append(f"{draw(ODD)}\tw\tw\tX\t_\t_\t_\t_\t{draw(st.sampled_from(['_', '1:a', 'x']))}\t{draw(MISC)}")
        if draw(st.integers(0, 60)) == 0:
            lines.append(draw(st.sampled_from(["x", " ", "1\tw", "\t", "1" + 10 * "\t", "# newdoc id = in", "9" * 12])))
        form = draw(st.sampled_from(["mill", "it", "é", "東京", ""]))
        lines.append(f"{word}\t{form}\tw\tX\t_\t_\t0\troot\t_\t{draw(MISC)}")
    return "\n".join([*lines, *draw(st.sampled_from([["", ""], [""], ["", "", ""], []]))])


@pytest.fixture(scope="module")
def monkeypatch_module():
    with pytest.MonkeyPatch.context() as patch:
        yield patch


@settings(max_examples=250, deadline=None)
@given(st.lists(sentences(), min_size=1, max_size=6), st.sampled_from([40, 100, 1 << 20]), st.booleans())
def test_scanning_changes_nothing(monkeypatch_module, tmp_path_factory, parts, size, ends):
    path = tmp_path_factory.getbasetemp() / "scanned.conllu"
    path.write_bytes(("\n".join(["# global.Entity = eid-etype-head-other", *parts]) + "\n" * ends).encode())
    arrays, lines = (outcome(path, size, monkeypatch_module, by_lines) for by_lines in (False, True))
    assert arrays == lines


REGULAR = b"""# newdoc id = tale
# global.Entity = eid-etype-head-other
# meta::genre = tale
# speaker = Ann
# text = The old mill
1-2\tThe\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No
1\tThe\tthe\tDET\t_\t_\t3\tdet\t_\tEntity=(e1-place-3-
2\told\told\tADJ\t_\t_\t3\tamod\t_\t_
3\tmill\tmill\tNOUN\t_\t_\t0\troot\t_\tSpaceAfter=No|Entity=e1)
3.1\t_\t_\tPRON\t_\t_\t_\t_\t3:dep\tEntity=(e2--1-)

# sent_id = 2
0.1\t_\t_\tPRON\t_\t_\t_\t_\t1:dep\t_
1\tIt\tit\tPRON\t_\t_\t0\troot\t_\tEntity=(e1-place-1-)
2\tburned\tburn\tVERB\t_\t_\t0\troot\t_\tEntity=(e2[1/2]--1-)
3\tdown\tdown\tADV\t_\t_\t0\troot\t_\t_
4\tthen\tthen\tADV\t_\t_\t0\troot\t_\tEntity=(e2[2/2]--1-)|SplitAnte=e1<e2

# newdoc id = other
1\tNo\tno\tDET\t_\t_\t0\troot\t_\t_

"""


def test_a_regular_file_is_scanned():
    assert conllu_scan.scan(REGULAR) is not None


def test_scanning_changes_nothing_where_a_file_is_damaged(tmp_path, monkeypatch):
    path = tmp_path / "a.conllu"
    chance = random.Random("scan")
    scanned = 0
    for number in range(400):
        content = damaged(REGULAR, chance, b"\t\n#0123456789.-|()=_ \r").replace(b"\0", b"?")
        scanned += conllu_scan.scan(content) is not None
        path.write_bytes(content)
        size = chance.choice([40, 100, 1 << 20])
        arrays, lines = (outcome(path, size, monkeypatch, by_lines) for by_lines in (False, True))
        assert arrays == lines, (number, size, content)
    assert scanned > 40  # of the others each has a line that is not as it should be
