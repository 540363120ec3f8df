"""The four sets as they are read: what is asked, and what is wrong with a row, by file and line."""

import pytest

import corefscope as cs
from corefscope.challenges.questions import questions
from corefscope.problems import CorefscopeError
from support.command_line import corefscope, failed
from support.inputs.challenges import GAP_HEADER, gap_file, gap_row

GOOD = gap_row("g1", "Ann met Bea before she left.", "she", "Ann", "Bea")


def spoken(asked, question):
    text = asked.questions[question].text
    phrases = asked.questions[question].phrases
    return [text[slice(*span)] for span in asked.questions[question].pronouns], [
        (text[slice(*phrase.span)], phrase.right) for phrase in phrases
    ]


def test_gap(tmp_path):
    asked = questions("gap", gap_file(tmp_path / "gap.tsv", GOOD))
    assert spoken(asked, 0) == (["she"], [("Ann", True), ("Bea", False)])
    assert asked.questions[0].labels == {"gender": "feminine"}


def test_a_file_of_another_set_is_refused(tmp_path):
    (tmp_path / "x.tsv").write_text("sentid\tsentence\n")
    with pytest.raises(CorefscopeError, match="the first line has no column 'ID'"):
        questions("gap", tmp_path / "x.tsv")
    (tmp_path / "empty.tsv").write_text(GAP_HEADER + "\n")
    with pytest.raises(CorefscopeError, match="the file holds no question"):
        questions("gap", tmp_path / "empty.tsv")
    with pytest.raises(CorefscopeError, match="did you mean winobias or winopron"):
        questions("winobais", tmp_path / "x.tsv")


def test_questions_in_the_place_of_answers(tmp_path):
    data = gap_file(tmp_path / "gap.tsv", GOOD)
    assert f"{data}:1: this is GAP, which is not read" in failed("challenge", "gap", data, data)
    (tmp_path / "response.jsonl").write_text('{"doc_key": "g1", "sentences": [["Ann"]], "clusters": []}\n')
    assert "DATA comes before RESPONSE" in failed("challenge", "gap", str(tmp_path / "response.jsonl"), data)


def winobias(folder, **files):
    for name, text in files.items():
        (folder / f"{name.replace('_type', '_stereotyped_type')}.txt.dev").write_text(text)
    return str(folder / "*.dev")


def test_winobias(tmp_path):
    pro = "1 [The guard] thanked the nurse because [he] hurt [ his] leg.\n2 The guard saw [the nurse] and [her] dog.\n"
    asked = questions("winobias", winobias(tmp_path, pro_type1=pro))
    assert spoken(asked, 0) == (["he", "his"], [("The guard", True), ("the nurse", False)])
    assert asked.questions[0].id == "dev-type1-pro-1"
    assert asked.questions[0].aliases == ("nw/dev_type1/stereotype//0",)
    assert asked.questions[0].text == "The guard thanked the nurse because he hurt his leg."


def test_both_splits_of_winobias_are_refused(tmp_path):
    (tmp_path / "pro_stereotyped_type1.txt.dev").write_text("1 [The guard] saw [his] dog.\n")
    (tmp_path / "pro_stereotyped_type1.txt.test").write_text("1 [The guard] saw [his] dog.\n")
    with pytest.raises(CorefscopeError, match="the files are of the splits dev and test"):
        questions("winobias", tmp_path)
    asked = questions("winobias", str(tmp_path / "*.dev"))
    assert [notice.code for notice in asked.notices] == ["one-phrase-only"]
    with pytest.raises(CorefscopeError) as refused:
        cs.challenge("winobias", str(tmp_path / "*"), [])
    assert refused.value.hint == f"name one of them by a pattern: '{tmp_path / '*.dev'}'"


def winogender(path, *rows):
    path.write_text("\n".join(["sentid\tsentence", *rows]) + "\n")
    return str(path)


def test_winogender_finds_the_case_of_her_by_its_twin(tmp_path):
    rows = [
        f"cook.guest.0.{gender}.txt\tThe cook showed the guest {form} knife."
        for gender, form in (("male", "his"), ("female", "her"))
    ]
    asked = questions("winogender", winogender(tmp_path / "w.tsv", *rows))
    assert spoken(asked, 1) == (["her"], [("The cook", True), ("the guest", False)])
    assert [question.labels["case"] for question in asked.questions] == ["possessive"] * 2
    alone = questions("winogender", winogender(tmp_path / "w.tsv", rows[1]))
    assert alone.questions[0].labels["case"] == "unknown"


TEMPLATE = "occupation(0)\tother-participant(1)\tanswer\tpronoun_type\ttemplate\n"
SENTENCES = "occupation\tparticipant\tsentence\tpronoun_type\tpronoun\tanswer\n"


def test_winopron_from_templates_and_from_sentences(tmp_path):
    (tmp_path / "t.tsv").write_text(
        TEMPLATE + "cook\tguest\t1\t$ACC_PRONOUN\tThe $OCCUPATION fed the $PARTICIPANT to please $ACC_PRONOUN.\n"
    )
    asked = questions("winopron", tmp_path / "t.tsv")
    assert [question.text.split()[-1] for question in asked.questions] == ["him.", "her.", "them.", "xem."]
    rows = [
        f"cook\tguest\t{each.text}\t$ACC_PRONOUN\t{each.text.split()[-1][:-1]}\tguest\n" for each in asked.questions
    ]
    (tmp_path / "double.tsv").write_text(SENTENCES + "".join(rows))
    same = questions("winopron", tmp_path / "double.tsv")
    assert [(each.id, each.text, each.phrases) for each in same.questions] == [
        (each.id, each.text, each.phrases) for each in asked.questions
    ]
    (tmp_path / "single.tsv").write_text(
        SENTENCES + "cook\tguest\tThe guest ate what pleased him.\t$ACC_PRONOUN\thim\tguest\n"
    )
    assert spoken(questions("winopron", tmp_path / "single.tsv"), 0) == (["him"], [("The guest", True)])


WINOBIAS = "pro_stereotyped_type1.txt.dev"
HIS = "cook\tguest\tThe cook fed the guest to please him.\t$ACC_PRONOUN\this\tguest"
# The set, the name and the text of a file, and what is wrong in its last line.
FAULTS = [
    *(("gap", "gap.tsv", f"{GAP_HEADER}\n{GOOD}\n{row}\n", message) for row, message in (
        (GOOD.replace("\t19\t", "\t18\t"), "at Pronoun-offset 18 the text has ' sh', not 'she'"),
        (GOOD.replace("\t19\t", "\tx\t"), "Pronoun-offset is 'x', not a whole number"),
        (GOOD.replace("\t19\t", "\t900\t"), "at Pronoun-offset 900 the text has nothing, not 'she'"),
        (GOOD.replace("TRUE", "yes"), "'yes' is neither TRUE nor FALSE"),
        (GOOD.replace("\tshe\t19", "\tAnn\t0"), "the pronoun 'Ann' is none of he, him, his, she, her, hers"),
        ("g2\tcut off", "the row has 2 cells, the first line 11"),
        (GOOD, "the question 'g1' occurs twice"),
    )),
    *(("winobias", WINOBIAS, f"{line}\n", message) for line, message in (
        ("[The guard] slept.", "the line does not begin with a number and a blank"),
        ("1 [The guard] slept.", "1 phrases and 0 pronouns in brackets"),
        ("1 [The guard] saw [the nurse] and [him].", "2 phrases and 1 pronouns in brackets"),
        ("1 [The guard slept because [he] was tired.", "a bracket is not closed, or is inside another one"),
    )),
    *(("winogender", "w.tsv", f"sentid\tsentence\ncook.guest.{row}\n", message) for row, message in (
        ("2.male.txt\tThe cook saw his guest.", "is not OCCUPATION.PARTICIPANT.ANSWER.GENDER.txt"),
        ("0.male.txt\tThe cook saw the guest.", "'he' is not in the sentence"),
        ("0.male.txt\tThe cook saw the cook and his guest.", "'cook' occurs 2 times in the sentence"),
        ("0.male.txt\tHe said the cook saw his guest.", "'he or him or his' occurs 2 times"),
        ("1.male.txt\tThe cook saw his dog.", "'guest' is not in the sentence"),
    )),
    ("winopron", "double.tsv", f"{SENTENCES}{HIS}\n", "'his' is none of him, her, them, xem"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "file", "text", "message"), FAULTS, ids=[fault[-1] for fault in FAULTS])
def test_faults_are_refused_by_line(tmp_path, name, file, text, message):
    path = tmp_path / file
    path.write_text(text)
    with pytest.raises(CorefscopeError) as caught:
        questions(name, path)
    assert (caught.value.source, caught.value.line) == (str(path), text.count("\n"))
    assert message in str(caught.value)


def test_texts_are_written_for_a_system_and_read_back(tmp_path):
    data = gap_file(tmp_path / "gap.tsv", GOOD)
    for target in ("texts.jsonl", "texts"):
        done = corefscope("challenge", "gap", data, "--make-texts", str(tmp_path / target))
        assert (done.returncode, done.stderr) == (0, "corefscope: 1 text written\n")
    assert (tmp_path / "texts" / "g1.txt").read_text() == "Ann met Bea before she left."
    assert (tmp_path / "texts.jsonl").read_text() == '{"doc_key": "g1", "text": "Ann met Bea before she left."}\n'
    assert "--make-texts writes" in failed("challenge", "gap", data)
    with pytest.raises(CorefscopeError, match="no response was named"):
        cs.challenge("gap", data)
