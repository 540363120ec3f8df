"""File names that look like patterns, and the files that these patterns would match."""

import os

import pytest

# Each name, and files that it matches as a pattern.
ODD_NAMES = {
    "sys[1].csv": ("sys1.csv",),
    "sys[!2].csv": ("sys3.csv",),
    "a*b.csv": ("axb.csv",),
    "q?.csv": ("q1.csv",),
    "**.csv": ("plain.csv",),
    "{a,b}.csv": ("a.csv", "b.csv"),
    r"back\slash.csv": ("backslash.csv", "slash.csv"),
    r"back\[1].csv": ("back[1].csv", "back1.csv"),
    "~.csv": (),
    "~root": (),
    "a,b;c.csv": (),
    "per%20cent.csv": ("per cent.csv",),
    "é [ü].csv": ("é ü.csv",),
    "quo'te\".csv": (),
    "line\nend[1].csv": ("line\nend1.csv",),
    "inner[1]/plain.csv": ("inner1/plain.csv",),
}
COLONS = {"a.duckdb::b.csv": (), "s3:bucket.csv": (), "12:30[1].csv": ("12:301.csv",)}  # which Spark refuses

needs_odd_names = pytest.mark.skipif(os.name == "nt", reason="Windows allows no such names")


def write_odd(folder, content, other, names):
    """Write files with these names, and files with other content that their patterns would match."""
    for name, matched in names.items():
        for each, text in ((name, content), *((each, other) for each in matched)):
            path = folder / each
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
