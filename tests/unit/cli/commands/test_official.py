"""The drop-in for the official scorer, in its three modes."""

import pytest

from support.command_line import KEY, A, corefscope, ok


def test_one_document_by_its_name_or_a_spelling_of_it():
    whole = ok("official", "lea", KEY, A, "(bakery); part 000")
    assert whole.splitlines()[0].startswith("version: 9.0.0-alpha ")
    assert whole.splitlines()[1] == "(bakery); part 000:"
    assert ok("official", "lea", KEY, A, "bakery_0") == whole


REPEATED = """#begin document (x); part 000
x\t0\t0\ta\t{}
x\t0\t1\tb\t(1)
x\t0\t2\tc\t(2)
#end document
"""


@pytest.mark.parametrize(
    ("key", "response", "line"),
    [
        ("(1)|(2)", "(1)", "Repeated mention in the key: 0, 0 02"),
        ("(1)", "(1)|(2)", "Repeated mention in the response: 0, 0 00"),
    ],
)
def test_repeated_mentions_are_listed_as_by_the_official_scorer(tmp_path, key, response, line):
    paths = []
    for name, cell in (("key", key), ("response", response)):
        path = tmp_path / f"{name}.conll"
        path.write_text(REPEATED.format(cell), encoding="utf-8")
        paths.append(str(path))
    done = corefscope("official", "muc", *paths, "none")
    assert done.returncode == 0
    assert line in done.stdout.splitlines()
    assert "warning: mention repeated in two entities" in done.stderr
