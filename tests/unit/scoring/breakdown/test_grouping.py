"""Which group a document belongs to, and what is said where that cannot be told."""

import pytest

from corefscope.problems import CorefscopeError, Notices
from corefscope.scoring.groups import DocumentLabels, grouping

ONTONOTES = ["(bc/cctv/00/cctv_0001); part 000", "(bc/cctv/00/cctv_0001); part 001", "(nw/wsj/07/wsj_0771); part 000"]


def groups(names, what, **known):
    actual = grouping(DocumentLabels(names, **known), what)
    return [actual.names[number] for number in actual.of_document]


def message(names, what, **known):
    with pytest.raises(CorefscopeError) as caught:
        groups(names, what, **known)
    return str(caught.value)


def test_a_column_comes_before_everything_else():
    assert groups(["a", "b", "c"], "document", columns={"document": ["x", "y", "x"]}) == ["x", "y", "x"]
    assert groups(ONTONOTES, "genre", columns={"genre": ["talk", "talk", "paper"]}) == ["talk", "talk", "paper"]


def test_the_genre_of_ontonotes_is_stated():
    assert groups(ONTONOTES, "genre") == ["bc", "bc", "nw"]
    assert (
        grouping(DocumentLabels(ONTONOTES), "genre").note
        == "genre: the first folder in the names of OntoNotes documents"
    )


def test_a_genre_is_not_guessed_from_other_names():
    said = message(["bc/cctv_1", "harbour"], "genre")
    assert said == (
        "by='genre': not in the data, not a file, and as a pattern it matches no document, such as 'bc/cctv_1' "
        "(the data has document; a file of document and group, or a pattern on names, also works)"
    )


def test_what_the_data_has_is_listed():
    known = {"files": ["f"] * 3, "columns": {"topic": ["t"] * 3}}
    assert "(the data has document, file, topic, genre; a file" in message(ONTONOTES, "gnere", **known)


def test_a_pattern_that_is_none():
    said = message(["a"], "(")
    assert said.startswith("by= (: not in the data, not a file, nor a pattern: missing ), unterminated subpattern")


def test_a_pattern_gives_its_match_or_its_group():
    assert groups(["(news_1)", "news_2", "tale_1"], r"([a-z]+)_") == ["news", "news", "tale"]
    assert groups(["news_1", "tale_1"], r"[a-z]") == ["n", "t"]


def test_documents_without_a_group_are_kept_and_counted():
    notices = Notices()
    actual = grouping(DocumentLabels(["news_1", "x", "y"]), "news", notices)
    assert [actual.names[number] for number in actual.of_document] == ["news", "(none)", "(none)"]
    assert [(notice.kind, notice.count) for notice in notices] == [("document without a group", 2)]
    assert next(iter(notices)).first == "'x' has no pattern; it is counted under (none)"


def test_a_table_of_groups(tmp_path):
    path = tmp_path / "groups.csv"
    path.write_text(
        "document,Register\nbc/cctv/00/cctv_0001_0,talk\nbc/cctv/00/cctv_0001_1,talk\nnw/wsj/07/wsj_0771,x\n"
    )
    actual = grouping(DocumentLabels(ONTONOTES), str(path))
    assert (actual.what, actual.names, actual.of_document.tolist()) == ("register", ("talk", "x"), [0, 0, 1])


def test_a_dict_of_groups():
    assert groups(["a", "b"], {"a": "x", "b": "y"}) == ["x", "y"]
    assert (
        message(["a"], {"z": "y"}) == "by=: no document is in the dict of groups: it begins with 'z', the data with 'a'"
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("document\na\n", "a table of groups has a column 'document' and one of groups, this one document"),
        ("name,group\na,x\n", "a table of groups has a column 'document' and one of groups, this one name, group"),
        ("document,group\na,x\na,y\n", ":3: 'a' is in 'y' here and in 'x' above"),
        ("document,group\nz,x\n", "no document is in "),
    ],
)
def test_a_table_that_is_not_one_of_groups(content, said, tmp_path):
    path = tmp_path / "groups.csv"
    path.write_text(content)
    assert said in message(["a"], str(path))
