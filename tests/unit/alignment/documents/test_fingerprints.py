"""Documents of the same lines or words are not taken apart to be compared; others are, and differ where they do."""

import random
from functools import partial

import numpy as np
import pytest

import corefscope as cs
from corefscope.formats import load
from corefscope.formats.conll.text import ConllText
from corefscope.formats.files.blocks import Blocks
from corefscope.formats.fingerprints import PIECE, fingerprint, fingerprint_of_bytes, fingerprints_of_parts, same

LINES = b"#begin document (x%d)\nAnna\t%b\nsleeps\t-\n\nShe\t%b\n#end document\n"
KEY = b"".join(LINES % (number, b"(1)", b"(1)") for number in range(9))
RESPONSE = b"".join(LINES % (number, b"-", b"(17)") for number in range(9))


def test_what_is_the_same():
    text, other = b"Anna\t-\n" * 9, b"Anna\t_\n" * 9
    digest = fingerprint_of_bytes(text)
    assert same(text, text)
    assert same(digest, text)
    assert same(text, digest)
    assert not same(digest, other)
    assert not same(text, other)
    assert not same(None, text)
    assert not same(None, None)
    assert not same(fingerprint(["Anna"]), fingerprint_of_bytes(b"Anna"))


@pytest.mark.parametrize("size", [0, 1, 7, 8, 9, 300, 8 * PIECE - 1, 8 * PIECE, 24 * PIECE + 5])
def test_any_change_is_noticed(size):
    """One byte, two bytes, bytes that change places, zeros more or less, wherever they are."""
    random.seed(size)
    text = random.randbytes(size)
    found = {fingerprint_of_bytes(text): text}
    others = [text + b"\0", text[:-1], text[1:], text[::-1], b"\0" + text]
    for _ in range(200 if size else 0):
        changed = bytearray(text)
        for place in random.sample(range(size), min(size, random.choice([1, 2, 3]))):
            changed[place] ^= random.choice([1, 0x20, 0x80])
        others.append(bytes(changed))
        one, two = random.randrange(size), random.randrange(size)
        changed[one], changed[two] = changed[two], changed[one]
        others.append(bytes(changed))
    for other in others:
        assert found.setdefault(fingerprint_of_bytes(other), other) == other


def test_a_change_of_two_letters_alike():
    """Eight bytes are summed as one number: the same change in the highest of several must not cancel out."""
    text = bytearray(8 * 256)
    found = {fingerprint_of_bytes(bytes(text))}
    for one in range(7, len(text), 8):
        for two in range(7, one, 8):
            text[one], text[two] = 1, 255
            found.add(fingerprint_of_bytes(bytes(text)))
            text[one] = text[two] = 0
    assert len(found) == 1 + 256 * 255 // 2


def test_where_a_part_stands_makes_no_difference():
    random.seed(1)
    content = np.frombuffer(random.randbytes(100), np.uint8)
    start = np.array([random.randrange(101) for _ in range(500)])
    end = np.array([random.randrange(low, 101) for low in start.tolist()])
    alone = [fingerprint_of_bytes(content[low:high].tobytes()) for low, high in zip(start, end, strict=True)]
    assert fingerprints_of_parts(content, start, end) == alone


@pytest.mark.parametrize(("key_size", "response_size"), [(99, 99), (99, 10**6), (10**6, 99), (10**6, 10**6)])
def test_lines_that_differ_in_brackets_only(tmp_path, monkeypatch, key_size, response_size):
    """Whether both files are large, one, or none: no word is looked at."""
    monkeypatch.setattr(ConllText, "words", None)
    sides = []
    for name, content, size in (("key", KEY, key_size), ("response", RESPONSE, response_size)):
        (tmp_path / f"{name}.conll").write_bytes(content)
        with monkeypatch.context() as context:
            context.setattr(load, "Blocks", partial(Blocks, size=size))
            sides.append(load.read_corpus(str(tmp_path / f"{name}.conll")))
    assert cs.score(*sides, metrics="mentions").recall["mentions"] == 0.5


@pytest.mark.parametrize("size", [99, 10**6])
def test_lines_with_another_word(tmp_path, monkeypatch, size):
    monkeypatch.setattr(load, "Blocks", partial(Blocks, size=size))
    (tmp_path / "key.conll").write_bytes(KEY)
    (tmp_path / "response.conll").write_bytes(RESPONSE.replace(b"(x7)\nAnna", b"(x7)\nAnne"))
    result = cs.score(str(tmp_path / "key.conll"), str(tmp_path / "response.conll"), metrics="mentions")
    [warning] = result.system.warnings
    assert (warning.kind, warning.count) == ("different words", 1)
    assert "response.conll:44: token 0 is 'Anne', in the key 'Anna'" in warning.first
