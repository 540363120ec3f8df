"""Arguments of a wrong kind are refused by name, whatever their class does when it is asked."""

import pytest

import corefscope as cs


class NoPath:
    def __fspath__(self):
        return 7


@pytest.mark.parametrize("path", [NoPath(), 3, b"a.conll", None, "a\0b"])
def test_wrong_paths_are_refused(path):
    with pytest.raises(cs.CorefscopeError, match=r"^the path (should be a path, not|is .* cannot be a file name)"):
        cs.read(path)
