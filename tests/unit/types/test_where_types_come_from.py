"""Where the types of mentions come from: each rule by itself, their order, files of types, what stays unknown."""

from collections import Counter
from dataclasses import replace

import pytest

import corefscope
from corefscope.model import INFORMATIVE, TYPES
from corefscope.problems import FormatError
from corefscope.types.mention_types import TYPE_RULES, missing_types, with_types
from corefscope.types.words import WordLanguage
from support.inputs.spans import mention, side
from support.inputs.trees import document

WORDS = ["the", "old", "man", "in", "the", "boat", "slept"]


def one(text, words=WORDS, **layers):
    return document(words, [[mention(text)]], **layers)


def kind_of(corpus, types_file=None):
    """The type of its only mention, and the rule that gave it."""
    actual, rules = with_types(corpus, types_file)
    ((rule, count),) = rules.items()
    assert count == 1
    return TYPES[actual.type[0]], rule


@pytest.mark.parametrize(
    ("tag", "kind"),
    [("PROPN", "name"), ("PRON", "pronoun"), ("DET", "pronoun"), ("NOUN", "nominal"), ("NUM", "nominal")],
)
def test_types_from_universal_parts_of_speech(tag, kind):
    tags = ["X", "X", tag, "X", "X", "X", "X"]
    assert kind_of(one("0-2@2", upos=tags)) == (kind, "universal part of speech")


@pytest.mark.parametrize(
    ("tag", "kind"),
    [
        *((tag, "name") for tag in ("NNP", "NNPS", "NR")),
        *((tag, "pronoun") for tag in ("PRP", "PRP$", "WP", "WP$", "WDT", "PN")),
        *((tag, "nominal") for tag in ("NN", "NNS", "CD", "VBD", "DT")),
    ],
)
def test_types_from_parts_of_speech_of_the_head(tag, kind):
    assert kind_of(one("1-2@2", pos=["X", "X", tag])) == (kind, "part of speech")


def test_a_determiner_is_a_pronoun_only_when_it_stands_alone():
    assert kind_of(one("0", pos=["DT"])) == ("pronoun", "part of speech")
    assert kind_of(one("0-1@0", pos=["DT", "NN"])) == ("nominal", "part of speech")


@pytest.mark.parametrize(
    ("bits", "text", "kind"),
    [
        (["(PERSON)", "*"], "0", "name"),
        (["(PERSON*", "*)"], "0-1", "name"),
        (["(PERSON*", "*)"], "0", "unknown"),  # only a part of it
        (["(PERSON)", "*"], "0-1", "unknown"),
        (["(DATE*", "*)"], "0-1", "unknown"),  # a number or date is no name
        (["(CARDINAL)", "*"], "0", "unknown"),
        (["(GPE)", "(GPE)"], "0-1", "unknown"),  # two of them
        (["*", "*"], "0", "unknown"),
    ],
)
def test_types_from_named_entities(bits, text, kind):
    rule = "named entity" if kind == "name" else "unknown"
    assert kind_of(one(text, ["New", "York"], named_entity=bits)) == (kind, rule)


def test_the_order_of_the_rules_for_types(tmp_path):
    layers = {"upos": ["PRON"], "named_entity": ["(PERSON)"], "pos": ["NN"]}
    typed = document(["Anna"], [[mention("0", type="nominal")]], **layers)
    path = tmp_path / "types.tsv"
    path.write_text("document\tstart\tend\ttype\ntext\t0\t1\tname\n", encoding="utf-8")
    assert kind_of(typed, str(path)) == ("name", "types file")
    assert kind_of(typed) == ("nominal", "format")
    assert kind_of(one("0", ["Anna"], **layers)) == ("pronoun", "universal part of speech")
    del layers["upos"]
    assert kind_of(one("0", ["Anna"], **layers)) == ("name", "named entity")
    del layers["named_entity"]
    assert kind_of(one("0", ["Anna"], **layers)) == ("nominal", "part of speech")
    assert kind_of(one("0", ["Anna"])) == ("unknown", "unknown")


@pytest.mark.parametrize("layers", [{"upos": ["_"] * 7}, {"pos": ["-"] * 7}, {"pos": ["_"] * 7}, {}])
def test_without_any_rule_a_type_stays_unknown(layers):
    assert kind_of(one("0-2@2", **layers)) == ("unknown", "unknown")


def test_every_type_rule_is_one_of_those_that_are_explained(tmp_path):
    path = tmp_path / "types.csv"
    path.write_text("document,start,last,type\ntext,0,2,name\n", encoding="utf-8")
    actual = Counter()
    for each, types_file in (
        (document(WORDS, [[mention("0-2", type="name")]]), None),
        (one("0-2"), str(path)),
        (one("0", upos=["PRON"]), None),
        (one("0", pos=["PRP"]), None),
        (one("0", named_entity=["(GPE)"]), None),
        (one("0-2"), None),
        (replace(one("0-2"), language=WordLanguage("en", ())), None),
    ):
        actual += with_types(each, types_file)[1]
    assert set(actual) == set(TYPE_RULES)


@pytest.mark.parametrize(
    "text",
    [
        "document\tstart\tend\ttype\ntext\t0\t3\tname\n",
        "document,start,end,type\r\ntext,0,3,name\r\n",
        "type,document,last,start\nname,text,2,0\n",
        "\ufeffdocument,start,end,type\ntext,0,3,name\nother,0,3,pronoun\n",
    ],
)
def test_a_types_file_may_be_written_in_several_ways(tmp_path, text):
    path = tmp_path / "types"
    path.write_text(text, encoding="utf-8", newline="")
    assert kind_of(one("0-2"), str(path)) == ("name", "types file")
    assert kind_of(one("0-1"), str(path)) == ("unknown", "unknown")


COLUMNS = "(expected columns document, start, end (or last) and type, one of name, nominal, pronoun, premodifier)"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("document,start,end,type\ntext,0,3,noun\n", ":2: not a row of mention types: the type is 'noun' " + COLUMNS),
        (
            "document,start,end,type\ntext,0,3,name\ntext,x,4,name\n",
            ":3: not a row of mention types: invalid literal for int() with base 10: 'x' " + COLUMNS,
        ),
        ("document,start,type\ntext,0,name\n", ":2: not a row of mention types: 'last' " + COLUMNS),
        ("start,end,type\n0,3,name\n", ":2: not a row of mention types: 'document' " + COLUMNS),
    ],
)
def test_errors_of_a_types_file(tmp_path, text, problem):
    path = tmp_path / "types.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        corefscope.score(side("0-2"), side("0-2"), types=str(path))
    assert str(caught.value) == f"{path}{problem}"


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00type"])
def test_a_types_file_that_cannot_be_read(tmp_path, content):
    path = tmp_path / "types.csv"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(FormatError, match="the types cannot be read: "):
        with_types(one("0-2"), str(path))


def test_missing_types_are_counted_and_the_first_is_named():
    actual, _ = with_types(document(WORDS, [[mention("6"), mention("0-2"), mention("4-5", type="name")]]))
    assert str(missing_types(actual, "lmuc")) == (
        "made up: lmuc needs mention types: 2 mentions have no type, first mention 6–6 'slept' of document 'text' "
        "(part-of-speech columns give types, and so do types=FILE and, from the words, guess_types=LANGUAGE)"
    )
    assert missing_types(with_types(one("3.1"))[0], "lmuc") is None


def test_a_type_may_be_known_and_still_not_be_one_that_is_asked_for():
    actual, _ = with_types(document(WORDS, [[mention("0-2", type="name"), mention("6", type="premodifier")]]))
    assert missing_types(actual, "lmuc") is None
    assert str(missing_types(actual, "lmuc", INFORMATIVE)) == (
        "made up: lmuc needs mention types: 1 mention has the type premodifier, not one of name, nominal, "
        "pronoun, first mention 6–6 'slept' of document 'text' "
        "(part-of-speech columns give types, and so do types=FILE and, from the words, guess_types=LANGUAGE)"
    )


COLUMNS = "#begin document (tale); part 000\n{}\n#end document\n"


def test_metrics_of_types_score_what_has_no_columns(tmp_path):
    """The mention `it` is only in the response, whose columns are empty."""
    rows = [
        ("Anna", "NNP", "(1)", "(1)"),
        ("saw", "VBD", "-", "-"),
        ("it", "PRP", "-", "(1)"),
        ("her", "PRP", "(1)", "(1)"),
    ]
    for name, column in (("key", 2), ("response", 3)):
        lines = [
            f"tale 0 {number} {row[0]} {row[1] if name == 'key' else '-'} - - - - - * {row[column]}"
            for number, row in enumerate(rows)
        ]
        (tmp_path / f"{name}.conll").write_text(COLUMNS.format("\n".join(lines)), encoding="utf-8")
    files = tmp_path / "key.conll", tmp_path / "response.conll"
    score = corefscope.score(*files, metrics=["lmuc", "zeros(only=pronoun)"]).scores
    assert (score["lmuc"].recall, score["zeros(only=pronoun)"].precision) == (1, 0.5)


class TestRowsThatMeetNoMention:
    """A row that matches no mention is a warning with place and reason; a file without any match is an error."""

    KEY = "#begin document (d); part 000\n" + "".join(
        f"d\t0\t{number}\tw{number}\t{cell}\n"
        for number, cell in enumerate(["(1", "1)", "(1)", "(2)", "(2", "2)", "-"])
    )
    ROWS = ("d,0,2,name", "d,2,3,pronoun", "d,3,4,name", "d,4,6,nominal")

    @pytest.fixture
    def scored(self, tmp_path):
        (tmp_path / "key.conll").write_text(f"{self.KEY}\n#end document\n", encoding="utf-8")

        def score_with(*rows, header="document,start,end,type", response=None, **options):
            types = tmp_path / "types.csv"
            types.write_text("\n".join([header, *rows, ""]), encoding="utf-8")
            path = tmp_path / "key.conll"
            if response is not None:
                path = tmp_path / "response.conll"
                path.write_text(f"{response}\n#end document\n", encoding="utf-8")
            return corefscope.score(tmp_path / "key.conll", path, metrics="lmuc", types=str(types), **options)

        return score_with

    @pytest.mark.parametrize("name", ["d", "(d); part 000", "d_0"])
    def test_documents_are_found_as_pairing_finds_them(self, scored, name):
        result = scored(*(f"{name}{row[1:]}" for row in self.ROWS))
        assert result.f1["lmuc"] == 1
        assert not result.key.warnings

    def test_unknown_documents_and_mentions(self, scored, tmp_path):
        result = scored(*self.ROWS, "x,0,1,name", "d,0,1,name", "d,5,6,name")
        [notice] = result.key.warnings
        assert (notice.kind, notice.count) == ("type without a mention", 3)
        places = [place.removeprefix(f"{tmp_path / 'types.csv'}:") for place in notice.places]
        assert places[0] == "6: there is no mention 0–0 in 'x'"
        assert places[1] == "7: there is no mention 0–0 in 'd'"
        assert places[2] == "8: there is no mention 5–5 in 'd'"
        with pytest.raises(corefscope.CorefscopeError, match=r"type without a mention: .*types\.csv:6"):
            scored(*self.ROWS, "x,0,1,name", strict=True)

    def test_no_row_at_all_meets_a_mention(self, scored):
        with pytest.raises(FormatError) as caught:
            scored("x,0,2,name", "y,2,3,name")
        assert "types.csv:2: none of the 2 rows matches a mention: there is no mention 0–1 in 'x'" in str(caught.value)

    def test_two_types_of_one_mention(self, scored):
        with pytest.raises(
            FormatError, match=r"types.csv:6: the mention of line 2 has the type name there and nominal"
        ):
            scored(*self.ROWS, "d,0,2,nominal")
