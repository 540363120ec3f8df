"""Memory and the stack end: a command says so in one line and exits with 2, whatever it was doing."""

import pytest

from support.command_line import KEY, A

CALLS = {
    "score": (KEY, A),
    "errors": (KEY, A),
    "compare": (KEY, A, A),
    "stats": (KEY,),
    "convert": (KEY, "-", "--to", "json"),
}


@pytest.mark.parametrize("name", CALLS)
def test_running_out_of_memory_while_reading(run, monkeypatch, name):
    def failing(*arguments, **options):
        raise MemoryError

    monkeypatch.setattr("corefscope.formats.load.read_corpus", failing)
    done = run(name, *CALLS[name])
    assert done.status == 2
    assert done.err.startswith("corefscope: error: there is not enough memory (")


def test_nested_json_is_a_fact_about_the_file(run, put):
    path = put("nested.jsonl", '{"doc_key":"a","clusters":' + "[" * 100_000 + "]" * 100_000 + "}\n")
    done = run("score", path, path)
    assert done.status == 2
    assert done.err.startswith(f"corefscope: error: {path}:1: not usable JSON: ")
