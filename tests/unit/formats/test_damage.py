"""Valid files with random damage: a result or an error of ours, and nothing else."""

from __future__ import annotations

import json
import random

import pytest

import corefscope as cs
from support.inputs.blockings import UA, conllua
from support.inputs.damage import damaged

CELLS = ["(1|(12", "12)", "-", "(1)|1)", "(2(3)", "-", "2)"]


def conll(header, row, end="#end document\n"):
    rows = [row.format(token=token, cell=cell) for token, cell in enumerate(CELLS)]
    rows.insert(3, "")
    return "".join(header.format(number) + "\n".join(rows) + "\n" + end for number in (0, 1))


RECORDS = [
    {"doc_key": f"tale_{number}", "sentences": [["a", "b"], ["c", "d"]], "clusters": [[[0, 1], [3, 3]], [[2, 2]]]}
    for number in (0, 1)
]
COLUMNS = "tale\t0\t{token}\tw{token}\tNN\t(NP*)\t-\t-\t-\tAnna\t*\t{cell}"
TEXTS = {
    "twelve.conll": conll("#begin document (tale); part 00{}\n", COLUMNS),
    "blanks.conll": conll("#begin document (tale); part 00{}\n", COLUMNS.replace("\t", "  ")),
    "two.conll": conll("# begin document tale_{}\n", "w{token}\t{cell}", end=""),
    "windows.conll": "\ufeff"
    + conll("#begin document (tale); part 00{}\n", "{token}\tw\t{cell}").replace("\n", "\r\n"),
    "headless.txt": conll("", "{token}\tw{token}\t{cell}", end=""),
    "tales.conllua": UA + "".join(map(conllua, range(2))),
    "lines.jsonl": "".join(json.dumps(record) + "\n" for record in RECORDS),
    "list.json": json.dumps(RECORDS, indent=1),
}
# Bytes that mean something to one of the readers come more often than others.
TELLING = b'()|_-+#\t\n\r "[]{},:0129\0\xef\xbb\xbf\xff\xc3'


@pytest.mark.parametrize("name", TEXTS)
def test_damaged_files(put, name):
    chance = random.Random(f"corefscope {name}")
    whole = TEXTS[name].encode()
    key = put(whole, f"key-{name}")
    outcomes = {"scored": 0, "refused": 0}
    for number in range(450):
        text = damaged(whole, chance, TELLING)
        path = put(text, name)
        try:
            result = cs.score(key, path, metrics=["mentions", "b3"])
        except cs.CorefscopeError as error:
            outcomes["refused"] += bool(str(error))
        except Exception as error:
            raise AssertionError(f"case {number} of {name}: {text!r}") from error
        else:
            assert 0 <= result.f1["b3"] <= 1
            assert all(str(notice) for notice in result.warnings)
            outcomes["scored"] += 1
    # Damage that is always or never noticed would mean that this test tries nothing.
    assert min(outcomes.values()) > 30, outcomes


@pytest.mark.parametrize("name", TEXTS)
def test_damaged_files_as_documents(put, name):
    """The words and other columns are taken apart only when asked for: damage must not wait there."""
    chance = random.Random(f"columns {name}")
    whole = TEXTS[name].encode()
    for number in range(150):
        text = damaged(whole, chance, TELLING)
        try:
            for document in cs.read(put(text, name)):
                for layer in ("word", "pos", "speaker", "named_entity"):
                    column = document.layer(layer)
                    assert column is None or len(column) == document.token_count
                assert document.sentences is None or sum(end - start for start, end in document.sentences) == (
                    document.token_count
                )
        except cs.CorefscopeError:
            continue
        except Exception as error:
            raise AssertionError(f"case {number} of {name}: {text!r}") from error
