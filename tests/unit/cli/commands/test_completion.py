"""`completion`: scripts for shells."""

import os
import shutil
import subprocess

import pytest

from support.command_line import ROOT, failed, ok


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "tcsh"])
def test_completion_knows_commands_options_and_values(shell):
    pytest.importorskip("shtab")
    script = ok("completion", shell)
    for word in ("leaderboard", "signature", "partial-craft", "crac2024", "holm"):
        assert word in script, word


def test_bash_completes_values(tmp_path):
    pytest.importorskip("shtab")
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("there is no bash")
    script = tmp_path / "corefscope.bash"
    script.write_text(ok("completion", "bash"))
    lines = [f"source {script}", "COMP_WORDS=(corefscope score --match pa); COMP_CWORD=3", "_shtab_corefscope"]
    done = subprocess.run([bash, "-c", "\n".join([*lines, 'echo "${COMPREPLY[@]}"'])], capture_output=True, text=True)
    assert done.stdout.split() == ["partial", "partial-craft"]


def test_completion_without_shtab_says_what_to_install(tmp_path):
    (tmp_path / "shtab.py").write_text("raise ModuleNotFoundError(name='shtab')\n")
    said = failed("completion", "bash", PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT / 'src'}")
    assert (
        said
        == 'corefscope: error: completion needs shtab, which is not installed (pip install "corefscope[completion]")\n'
    )
    assert "there is no shell 'bsh' (did you mean bash" in failed("completion", "bsh")
