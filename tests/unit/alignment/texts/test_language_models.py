"""Output of language models is aligned automatically: its words may differ from the key's."""

import pytest

import corefscope as cs
from support.command_line import KEY, A
from support.marking import markdown, marked, tagged
from unit.alignment.texts.texts import counts, notices

METRICS = ("mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea", "conll")
KINDS = {"md": markdown, "txt": marked, "tagged.txt": tagged}


def output(path, ending, change=lambda words: words):
    """The documents of a file as a model would write them; `change` may do something to the words."""
    texts = []
    for document in cs.read(path):
        mentions = [
            (mention.start, mention.end, f"e{number}")
            for number, entity in enumerate(document.entities)
            for mention in entity
        ]
        text = KINDS[ending](change(document.words), mentions)
        texts.append(f"{document.name}\t{text}\n" if ending == "tagged.txt" else f"=== {document.name} ===\n{text}\n")
    return "".join(texts)


@pytest.mark.parametrize("ending", KINDS)
def test_the_same_words_score_the_same(tmp_path, ending):
    path = tmp_path / f"output.{ending}"
    path.write_text(output(A, ending), encoding="utf-8")
    result = cs.score(KEY, str(path), metrics=METRICS)
    assert counts(result) == counts(cs.score(KEY, A, metrics=METRICS))
    assert not result.warnings


@pytest.mark.parametrize("ending", KINDS)
def test_other_words_score_the_same_and_are_counted(tmp_path, ending):
    def change(words):
        return [{"captain": "skipper", "bread": "dough"}.get(word, word) for word in words]

    path = tmp_path / f"output.{ending}"
    path.write_text(output(A, ending, change), encoding="utf-8")
    result = cs.score(KEY, str(path), metrics=METRICS)
    assert counts(result) == counts(cs.score(KEY, A, metrics=METRICS))
    changed = sum(document.words.count(word) for document in cs.read(A) for word in ("captain", "bread"))
    assert changed > 2
    assert notices(result) == {"words changed": changed}
    with pytest.raises(cs.CorefscopeError, match=r"words changed.*strict=True"):
        cs.score(KEY, str(path), strict=True)


def test_output_that_was_cut_off(tmp_path):
    path = tmp_path / "output.md"
    text = output(A, "md")
    path.write_text(text[: text.index("[", len(text) * 2 // 3) + 3], encoding="utf-8")
    result = cs.score(KEY, str(path), metrics=METRICS)
    actual = notices(result)
    assert actual["text ends early"] == actual["output truncated"] == 1
    assert actual["words deleted"] > 10
    whole = cs.score(KEY, A, metrics=METRICS)
    assert result.recall["mentions"] < whole.recall["mentions"]
    assert result.precision["mentions"] > 0.8
