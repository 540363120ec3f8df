"""Key and response from pipes, as `<(…)` of a shell makes them: read once, and never waited for again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

import corefscope as cs
from corefscope.formats.load import read_corpus
from corefscope.problems import SettingsError
from support.command_line import KEY, A, B

CONLLU = "# newdoc id = a\n# global.Entity = eid-etype-head-other\n1\tw\t_\t_\t_\t_\t0\troot\t_\tEntity=(e1--1-)\n\n"
PROGRAM = f"{sys.executable} -m corefscope"


def shell(command):
    """Runs a line of bash, in which a command that hangs is ended."""
    done = subprocess.run(["bash", "-c", command], capture_output=True, encoding="utf-8", timeout=120)
    return done.returncode, done.stdout, done.stderr


def test_score_of_two_pipes():
    status, out, err = shell(f"{PROGRAM} score <(cat {KEY}) <(cat {A}) -o json")
    assert (status, err) == (0, "")
    piped, plain = json.loads(out), json.loads(cs.score(KEY, A).to_json())
    assert piped["systems"][0]["scores"] == plain["systems"][0]["scores"]
    assert piped["key"]["sha256"] is None
    assert piped["key"]["path"].startswith("/dev/fd/")


@pytest.mark.parametrize(
    "command",
    [
        "score <(cat {key}) <(cat {a}) {b} --jobs 2",
        "report <(cat {key}) <(cat {a}) -o {folder}/report.html",
        "errors <(cat {key}) <(cat {a})",
        "compare <(cat {key}) <(cat {a}) {b} -o json",
        "check <(cat {a}) {b} --against <(cat {key}) --jobs 2",
        "stats <(cat {a})",
        "convert <(cat {a}) {folder}/a.jsonl",
        "agreement <(cat {key}) <(cat {a})",
        "official muc <(cat {key}) <(cat {a})",
        "score <(gunzip -c {packed}) {a} -o json",
    ],
)
def test_commands_read_pipes(tmp_path, command):
    import gzip

    packed = tmp_path / "key.conll.gz"
    packed.write_bytes(gzip.compress(Path(KEY).read_bytes()))
    status, _, err = shell(f"{PROGRAM} {command.format(key=KEY, a=A, b=B, folder=tmp_path, packed=packed)}")
    assert status == 0, err
    assert "Traceback" not in err


@pytest.mark.parametrize("blocks", [1, 60])
def test_a_large_pipe_is_copied_for_the_words(tmp_path, blocks):
    """More than a block is read: whoever wants the words later finds them in a copy."""
    path = tmp_path / "large.conllu"
    path.write_text("".join(CONLLU.replace("= a", f"= a{number}") for number in range(1000 * blocks)))
    pipe = tmp_path / "pipe.conllu"
    os.mkfifo(pipe)
    Thread(target=lambda: pipe.write_bytes(path.read_bytes()), daemon=True).start()
    corpus = read_corpus(pipe)
    assert corpus.document_count == 1000 * blocks
    assert corpus.words(999) == ["w"]


def test_a_pipe_named_twice_is_refused(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for command in (f"score {pipe} {pipe}", f"check {pipe} --against {pipe}", f"agreement {pipe} {pipe}"):
        status, _, err = shell(f"{PROGRAM} {command}")
        assert status == 2
        assert err == f"corefscope: error: {pipe} is named twice, but a pipe can be read only once\n"
    with pytest.raises(SettingsError, match="a pipe can be read only once"):
        cs.score(str(pipe), pipe)
