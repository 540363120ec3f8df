"""Documents are paired by name in all spellings, never by chance."""

from __future__ import annotations

import pytest

import corefscope as cs
from corefscope.formats.document_names import canonical
from corefscope.formats.objects.reader import from_documents
from corefscope.problems import PairingError

CELLS = "(1 1) (1) (2)"


@pytest.mark.parametrize(
    ("spellings", "meaning"),
    [
        (["(bc/x); part 000", "bc/x_0", "bc/x", "(bc/x); part 0", "(bc/x)", "bc/x; part 000"], ("bc/x", 0)),
        (["(bc/x); part 000", " (bc/x); part 000 ", "bc/x_0 "], ("bc/x", 0)),
        (["(bc/x); part 003", "bc/x_3", "(bc/x); part 3"], ("bc/x", 3)),
        (["(bc/x_0005); part 012", "bc/x_0005_12"], ("bc/x_0005", 12)),
        (["(bc/x_0005); part 000", "bc/x_0005_0", "bc/x_0005"], ("bc/x_0005", 0)),
        (["1023_bleak_house_brat", "(1023_bleak_house_brat); part 0"], ("1023_bleak_house_brat", 0)),
        (["a name (with brackets)", "(a name (with brackets)); part 000"], ("a name (with brackets)", 0)),
    ],
)
def test_spellings_of_one_name_meet(spellings, meaning):
    assert {canonical(name) for name in spellings} == {meaning}


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("(bc/x); part 000", "(bc/x); part 001"),
        ("bc/x_1", "bc/x_2"),
        ("bc/x", "bc/X"),
        ("bc/x", "x"),
        ("bc/x_0005", "bc/x_5"),
        ("x_01", "x_1"),
    ],
)
def test_different_names_do_not_meet(one, two):
    assert canonical(one) != canonical(two)


@pytest.mark.parametrize("name", ["GUM_vlog_2", "(GUM_vlog_2); part 000"])
def test_a_number_at_the_end_of_a_name_may_be_part_of_the_name(score, document, name):
    """`x_2` may mean part 2 of x, or a document called x_2: GUM's names match those of its CoNLL-2012 version."""
    result = score(document(name, CELLS), document("(GUM_vlog_2); part 000", CELLS))
    assert set(result.f1.values()) == {1}


@pytest.mark.parametrize("name", ["x_" + "9" * 5000, "(x); part " + "9" * 5000])
def test_a_part_of_very_many_digits_is_a_name_like_others(score, document, name):
    assert set(score(document(name, CELLS), document(name, CELLS)).f1.values()) == {1}


def test_a_folder_of_files_meets_one_file(put, document, tmp_path):
    names = ["(a); part 000", "(b); part 000", "(b); part 001"]
    for number, name in enumerate(names):
        put(document(name, CELLS), f"one/{number}.conll")
    whole = put("".join(document(name, CELLS) for name in names), "two.conll")
    for result in (cs.score(tmp_path / "one", whole), cs.score(whole, tmp_path / "one")):
        assert (result.f1["conll"], result.warnings) == (1, ())


def test_unnamed_documents_of_two_folders_meet_by_their_files(put, tmp_path):
    for side in ("key", "response"):
        put("mill\t(1)\nit\t(1)\n", f"{side}/news/a.conll")
        put("# begin document \nmill\t(1)\nit\t-\nit\t(1)\n# end document\n", f"{side}/news/b.conll")
    result = cs.score(tmp_path / "key", tmp_path / "response", metrics="muc")
    assert (result.f1["muc"], [notice.code for notice in result.warnings]) == (1, ["identical-sides"])


@pytest.mark.parametrize("side", [0, 1])
def test_a_collision_of_spellings_is_refused(put, document, side):
    good = put(document("(x); part 000", CELLS), "good.conll")
    bad = put(document("(x); part 000", CELLS) + document("x_0", CELLS), "bad.conll")
    with pytest.raises(PairingError) as caught:
        cs.score(*([bad, good], [good, bad])[side])
    message = str(caught.value)
    assert message.startswith(f"{bad}:7: the documents '(x); part 000' and 'x_0' have equivalent names")
    assert "rename one" in message


@pytest.mark.parametrize("key", [{}, from_documents([], "nothing")], ids=["dict", "corpus"])
def test_a_key_without_a_document_is_refused(put, document, key):
    with pytest.raises(PairingError, match="the key has no documents"):
        cs.score(key, put(document("(a)", CELLS), "response.conll"))
