"""`corefscope corpora`, and `--corpus` on the command line and in a configuration file."""

import json
from dataclasses import replace

import pytest

from corefscope.catalogue import entries
from support.command_line import KEY, A

ENTRY = replace(entries.known_corpus("litbank-all"), name="toy", documents=2, tokens=None, mentions=36, entities=19)


@pytest.fixture
def corpus(monkeypatch):
    """Make a corpus called `toy` known, of which this is known."""

    def known(**facts):
        monkeypatch.setattr(entries, "known_corpora", lambda: {"toy": replace(ENTRY, **facts)})

    return known


def test_on_the_command_line(run, tmp_path):
    done = run("score", KEY, A, "--corpus", "ontonotes-5.0-test")
    assert (done.status, done.out) == (2, "")
    assert "the key has 2 documents, and ontonotes-5.0-test has 348" in done.err
    assert run("score", KEY, A, "--corpus", "litbank-all", "--preset", "crac2024").status == 2
    assert "--dialects has no --corpus" in run("score", KEY, A, "--corpus", "litbank-all", "--dialects").err
    config = tmp_path / "settings.toml"
    config.write_text('corpus = "ontonotes-5.0-test"\n')
    assert "has 348" in run("score", KEY, A, "--config", str(config)).err
    config.write_text('corpus = "ontonotes-5.0-test"\npreset = "crac2024"\n')
    assert (
        "settings.toml:2: ontonotes-5.0-test is not scored by the preset"
        in run("score", KEY, A, "--config", str(config)).err
    )


def test_the_preset_of_the_corpus_on_the_command_line(run, corpus):
    corpus(preset="e2e")
    found = json.loads(run("score", KEY, A, "--corpus", "toy", "-o", "json").out)
    assert "singletons:e2e|repeated:coval" in found["signature"]
    corpus(preset=None, settings={"singletons": "drop"})
    found = json.loads(run("score", KEY, A, "--corpus", "toy", "-o", "json").out)
    assert "singletons:drop" in found["signature"]


def test_the_list_and_one_entry(run):
    done = run("corpora")
    assert (done.status, done.err) == (0, "")
    assert [line.split()[0] for line in done.out.splitlines()[1:]] == list(entries.known_corpora())
    found = json.loads(run("corpora", "ud-gum-2.16-dev", "-o", "json").out)
    assert (found["documents"], found["format"], found["licence"]) == (30, "corefud", "CC BY-NC-SA 4.0")
    assert "did you mean" in run("corpora", "litbank").err
