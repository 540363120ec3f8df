"""Errors and warnings carry codes; each code is on the page that lists them, and nothing looks at words."""

import ast
import pickle
import re
from html import unescape
from pathlib import Path
from typing import get_args

import pytest

from corefscope.basics.codes import CHANGED, DOUBTFUL, LOST, SETTINGS, WARNINGS, WarningCode
from corefscope.cli.main import COMMANDS, load
from corefscope.formats.load import read
from corefscope.problems import FormatError, Notice, Notices, PairingError, UnknownName, as_arguments, described
from support.import_graph import tree_of

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "corefscope"
PAGE = (ROOT / "docs" / "messages.md").read_text(encoding="utf-8")
ERRORS = {
    "FormatError",
    "UnreadableFile",
    "PairingError",
    "SettingsError",
    "StrictError",
    "CorefscopeError",
    "Refusal",
    "SeveralAnnotators",
    "TooMuch",
}
CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def trees():
    for path in sorted(SOURCE.rglob("*.py")):
        yield path, tree_of(path)


def calls():
    for path, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                yield path, node, getattr(node.func, "attr", getattr(node.func, "id", ""))


def words_in(node):
    return {each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and isinstance(each.value, str)}


def error_codes():
    """The codes that errors are raised with."""
    actual = {"unknown-name"}
    for path, node, called in calls():
        if called in ERRORS or (called == "error" and ast.unparse(node.func).endswith("source.error")):
            code = node.args[0]
            if isinstance(code, ast.Constant):
                assert CODE.fullmatch(code.value), f"{path}:{node.lineno}: {code.value!r} is no code"
                actual.add(code.value)
            else:
                name = ast.unparse(code)
                assert name.endswith("code"), f"{path}:{node.lineno}: an error needs a code, not {name}"
        elif called == "refuse" and isinstance(node.args[0], ast.Constant) and CODE.fullmatch(node.args[0].value):
            actual.add(node.args[0].value)
        elif called == "Problem":
            actual |= {each.value.value for each in node.keywords if isinstance(each.value, ast.Constant)} - {""}
    return actual


IN_ERRORS, IN_WARNINGS = (
    dict(re.findall(r"^- `([a-z0-9-]+)`: .+?(?: \(`(--[a-z-]+)`\))?$", part, re.MULTILINE))
    for part in PAGE.split("## Warnings")
)
# Warnings whose words are their codes are listed in a sentence.
IN_WARNINGS |= dict.fromkeys(
    re.findall(r"`([a-z0-9-]+)`", PAGE.partition("\nThe words of these warnings are their codes: ")[2])
)
# Codes that reach an error through a variable.
PASSED_ON = {
    "engine-out-of-memory",
    "missing-heads",
    "bad-notation",
    "unpaired-bracket",
    "bad-record",
    "no-cluster-field",
    "several-cluster-fields",
}


def test_the_page_lists_the_codes_of_all_errors():
    assert set(IN_ERRORS) == error_codes() | PASSED_ON
    strings = {word for _, tree in trees() for word in words_in(tree)}
    assert strings >= PASSED_ON


def test_the_page_lists_all_warnings_with_their_words():
    assert set(WARNINGS) <= set(IN_WARNINGS) == set(get_args(WarningCode))
    assert set(DOUBTFUL) <= set(IN_WARNINGS)
    for code in IN_WARNINGS:
        kind = Notice(code, 1, ("",)).kind
        assert f"- `{code}`: {kind}" in unescape(PAGE) or kind == code.replace("-", " ")


def test_every_warning_on_the_page_is_given_somewhere():
    texts = {word for path, tree in trees() if path.name != "codes.py" for word in words_in(tree)}
    assert set(IN_WARNINGS) <= texts


def test_free_text_is_no_code_of_a_warning():
    with pytest.raises(AssertionError, match="'few documents for the bootstrap' is not in WarningCode"):
        Notices().add("few documents for the bootstrap", "text")


def test_settings_that_help_are_those_on_the_page():
    assert {code: setting for code, setting in {**IN_WARNINGS, **IN_ERRORS}.items() if setting} == SETTINGS


def test_settings_that_help_are_options_of_the_command_line():
    flags = {flag for name in COMMANDS for argument in load(name).arguments for flag in argument.flags}
    assert set(SETTINGS.values()) <= flags


def test_nothing_looks_at_the_words_of_a_message():
    """No comparison, `in` or `startswith` on the words of an error or a warning."""
    words = re.compile(r"\b(notice|error|problem|warning)s?\.(kind|message|hint|text|first)\b")
    for path, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Compare):
                looked_at = ast.unparse(node)
            elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(
                ("startswith", "endswith", "match", "search")
            ):
                looked_at = ast.unparse(node.func)
            else:
                continue
            assert not words.search(looked_at) or path.name == "repair.py" or "error.kind" in looked_at, (
                f"{path}:{node.lineno}: {looked_at}"
            )


def test_a_mention_is_lost_or_changed():
    assert not set(LOST) & set(CHANGED)


def test_a_warning_has_one_wording():
    notice = Notice("repeated-in-one-entity", 1200, ("a.conll:3: here", "a.conll:9: there"))
    assert str(notice) == "mention repeated in one entity (1,200 times): a.conll:3: here"
    assert notice.setting == "--repeated"
    assert str(Notice("of-a-plug-in", 1, ("here",))) == "of a plug in: here"
    assert Notice("of-a-plug-in", 1, ("here",)).setting is None


def test_python_names_arguments_and_the_command_line_options():
    error = PairingError(
        "different-units", "no common unit", "key", hint="use --align words, or leave --names-strip out"
    )
    assert str(error) == "key: no common unit (use align='words', or leave names_strip= out)"
    assert described(error) == error.sentence() == "key: no common unit (use --align words, or leave --names-strip out)"
    assert as_arguments("say --table-columns item=A,label=B, or") == "say table_columns='item=A,label=B', or"
    assert as_arguments("corefscope convert a b --to conll") == "corefscope convert a b --to conll"


@pytest.mark.parametrize("kind", ["metric", "format", "preset", "setting", "document"])
@pytest.mark.parametrize("name", ["zzzzzz", "name 30"])
def test_no_list_of_names_is_longer_than_two_lines(kind, name):
    error = str(UnknownName(kind, name, [f"name {number}" for number in range(100)]))
    assert len(error) < 200
    assert ("corefscope list" in error) == (kind != "document")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"doc_key": "a", "coref": [], "pos": [], "sentences": []}', "it has coref;"),
        ('{"doc_key": "a", "output": "The ferry left."}', "no markup found in its text"),
        ("Here you are:\n\nThe ferry left the harbour.\n", "no markup found in its text"),
        ("The ferry left\nin the night\nas we know\n", "no coreference column"),
    ],
)
def test_a_file_that_cannot_be_read_gives_the_likely_cause(content, said, tmp_path):
    path = tmp_path / "a.txt"
    path.write_text(content)
    with pytest.raises(FormatError) as caught:
        read(path)
    assert said in str(caught.value)
    assert len(caught.value.hint) < 120


@pytest.mark.parametrize(
    "error", [FormatError("unknown-format", "no", "a.x", 1, "try"), UnknownName("metric", "mucc", ["muc"])]
)
def test_code_and_setting_cross_processes(error):
    copied = pickle.loads(pickle.dumps(error))
    assert (copied.code, copied.setting, str(copied)) == (error.code, error.setting, str(error))


def test_warnings_are_collected_by_code():
    notices = Notices()
    notices.add("comment-ignored", "one", "a", 1)
    notices.extend([Notice("comment-ignored", 2, ("b:1: two",))])
    assert [(notice.code, notice.kind, notice.count) for notice in notices] == [
        ("comment-ignored", "comment ignored", 3)
    ]
