"""A file may repeat every mention: naming them must not read the text anew for each."""

import pytest

import corefscope as cs
from corefscope.scoring.checking import check
from support.inputs.hostile import repeated_mentions
from support.work import growth


def refused(path):
    with pytest.raises(cs.CorefscopeError, match="is twice in entity 1"):
        cs.score(path, path, repeated="error")


@pytest.mark.parametrize("how", ["score", "check", "official", "error"])
def test_repeated_mentions_take_work_in_proportion_to_the_file(tmp_path, how):
    def make(lines):
        path = tmp_path / f"{lines}.conll"
        path.write_text(repeated_mentions(lines), encoding="utf-8")
        if how == "check":
            return lambda: check(str(path))
        if how == "error":
            return lambda: refused(str(path))
        settings = {"repeated": "official"} if how == "official" else {}
        return lambda: cs.score(str(path), str(path), **settings)

    assert growth(make, 500) < 5


def test_every_repeat_is_counted_and_the_first_are_named(tmp_path):
    path = tmp_path / "key.conll"
    path.write_text(repeated_mentions(2000), encoding="utf-8")
    (notice,) = cs.score(str(path), str(path)).key.warnings
    assert (notice.kind, notice.count) == ("mention repeated in one entity", 2000)
    assert notice.first == f"{path}:2: mention 0–0 'a' is twice in entity 1"
