"""A file cut off anywhere, as by a full disk: an error, a warning, or no difference; no wrong number in silence."""

from __future__ import annotations

import json

import pytest

import corefscope as cs

COLUMNS = "tale{0}\t0\t{1}\t{2}\t-\t-\t-\t-\t-\tAnna\t*\t{3}"


def conll(row, cells, documents=2):
    """As many documents of the same cells."""
    text = ""
    for number in range(documents):
        rows = [row.format(number, token, f"w{token}", cell) for token, cell in enumerate(cells)]
        text += f"#begin document (tale{number}); part 000\n" + "\n".join(rows) + "\n\n#end document\n"
    return text


# A piece of the last cell is a valid cell; so is the hyphen of an earlier column, where the line is cut behind it.
HALF_A_CELL = ["(1|(12", "1)", "-", "12)|(1)"]
NO_CELL = ["(1|(12", "1)", "12)", "(1)"]
CLUSTERS = [[[0, 10], [3, 3]], [[11, 12]]]
RECORDS = [{"doc_key": f"tale{number}", "tokens": ["w"] * 13, "clusters": CLUSTERS} for number in (1, 2)]
TEXTS = {
    "twelve.conll": conll(COLUMNS, HALF_A_CELL),
    "twelve-too.conll": conll(COLUMNS, NO_CELL),
    "blanks.conll": conll(COLUMNS.replace("\t", " "), HALF_A_CELL),
    "blanks-too.conll": conll(COLUMNS.replace("\t", " "), NO_CELL),
    "one-document.conll": conll(COLUMNS, HALF_A_CELL, documents=1),
    "one-document-too.conll": conll(COLUMNS, NO_CELL, documents=1),
    "three.conll": conll("{1}\t{2}\t{3}", HALF_A_CELL),
    "two.conll": conll("{2}\t{3}", NO_CELL),
    "lines.jsonl": "".join(json.dumps(record) + "\n" for record in RECORDS),
    "list.json": json.dumps(RECORDS, indent=1),
}
METRICS = ["mentions", "muc", "b3"]


@pytest.mark.parametrize("cut_side", ["response", "key"])
@pytest.mark.parametrize("name", TEXTS)
def test_a_file_cut_at_any_byte(put, name, cut_side):
    whole = TEXTS[name].encode()
    other = put(whole, f"whole-{name}")
    perfect = cs.score(other, other, metrics=METRICS)
    assert (set(perfect.f1.values()), [each.code for each in perfect.warnings]) == ({1}, ["identical-sides"])
    silently_different = []
    for length in range(len(whole)):
        cut = put(whole[:length], name)
        try:
            result = cs.score(*((other, cut) if cut_side == "response" else (cut, other)), metrics=METRICS)
        except cs.CorefscopeError:
            continue
        if set(result.f1.values()) != {1} and not result.warnings:
            silently_different.append((length, whole[:length][-12:]))
    assert silently_different == []
