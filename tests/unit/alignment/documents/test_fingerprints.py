"""Documents with equal digests are not parsed to compare words; others are, and the first difference is found."""

import pytest

import corefscope as cs
from corefscope.formats import load
from corefscope.formats.conll.text import ConllText

LINES = b"#begin document (x%d)\nAnna\t%b\nsleeps\t-\n\nShe\t%b\n#end document\n"
KEY = b"".join(LINES % (number, b"(1)", b"(1)") for number in range(9))
RESPONSE = b"".join(LINES % (number, b"-", b"(17)") for number in range(9))


@pytest.mark.parametrize(("key_size", "response_size"), [(99, 99), (99, 10**6), (10**6, 99), (10**6, 10**6)])
def test_lines_that_differ_in_brackets_only(tmp_path, monkeypatch, key_size, response_size):
    """No word is compared, whether both files are large, one, or none."""
    monkeypatch.setattr(ConllText, "words", None)
    sides = []
    for name, content, size in (("key", KEY, key_size), ("response", RESPONSE, response_size)):
        (tmp_path / f"{name}.conll").write_bytes(content)
        with monkeypatch.context() as context:
            context.setattr(load, "BLOCK", size)
            sides.append(load.read_corpus(str(tmp_path / f"{name}.conll")))
    assert cs.score(*sides, metrics="mentions").recall["mentions"] == 0.5


@pytest.mark.parametrize("size", [99, 10**6])
def test_lines_with_another_word(tmp_path, monkeypatch, size):
    monkeypatch.setattr(load, "BLOCK", size)
    (tmp_path / "key.conll").write_bytes(KEY)
    (tmp_path / "response.conll").write_bytes(RESPONSE.replace(b"(x7)\nAnna", b"(x7)\nAnne"))
    result = cs.score(str(tmp_path / "key.conll"), str(tmp_path / "response.conll"), metrics="mentions")
    [warning] = result.system.warnings
    assert (warning.kind, warning.count) == ("different words", 1)
    assert "response.conll:44: token 0 is 'Anne', in the key 'Anna'" in warning.first
