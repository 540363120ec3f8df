"""What users write, checked by mypy in strict mode: `mypy tests/typing`. It is never run."""

from __future__ import annotations

from pathlib import Path

import corefscope as cs


def files() -> float:
    result: cs.Result = cs.score("key.conll", Path("response.conll"), metrics=["muc", "b3", "conll"], match="head")
    signature: str = result.signature
    for system in result.systems:
        score = system.scores["muc"]
        # A mean such as conll has no recall and precision.
        numbers: list[float | None] = [score.recall, score.precision]
        f1: float = score.f1
        print(system.name, numbers, f1, signature)
    return result.f1["conll"]


def values() -> dict[str, float]:
    blanc = cs.metric("blanc", alpha=0.2)
    return cs.score("key.conll", "response.conll", metrics=[blanc, "muc"], singletons="drop").f1


def several_systems() -> cs.Comparison:
    result = cs.score("key.conll", "a.conll", "b.conll", names=["first", "second"])
    print(result, repr(result))
    return cs.compare("key.conll", "a.conll", "b.conll", metrics=["conll"])


def objects() -> None:
    clusters = [[(0, 1), (4, 4)], [(2, 2), (7, 8)]]
    cs.score(clusters, clusters)
    cs.score({"d1": clusters}, {"d1": clusters})
    cs.score([{"doc_key": "d1", "clusters": clusters}], [{"doc_key": "d1", "clusters": clusters}])
    document = cs.Document("d1", [[cs.Mention(0, 2), cs.Mention(4, 5)]])
    cs.score([document], [document])


def other_names() -> dict[str, float]:
    lists = [[[0, 1], [4, 4]], [[2, 2], [7, 8]]]
    result = cs.score(predictions=lists, references=lists, mentions="spans")
    for system in result:
        for metric in system:
            print(system[metric].f1)
    return result.flat()


def every_command() -> None:
    ok: bool = cs.check("a.conll", against="key.conll").ok
    documents: int = cs.stats("key.conll")["key.conll"].documents
    page: str = cs.report("key.conll", "a.conll", output="page.html", singletons="drop")
    lost: int = cs.convert("key.conll", "key.conllu").lost
    print(ok, documents, page, lost, cs.errors("key.conll", "a.conll", show="costs").to_markdown())


def training_loop(batches: list[tuple[list[list[str]], list[list[str]]]]) -> float:
    scorer = cs.Scorer(["conll", "lea"])
    for key, response in batches:
        scorer.update(key, response)
    other = cs.Scorer(["conll", "lea"])
    scorer.merge(other)
    return scorer.result().f1["conll"]


def reading_and_writing() -> None:
    documents: list[cs.Document] = cs.read("key.conll")
    first = documents[0]
    print(first.name, first.mention_count, [first.text_of(mention) for mention in first.entities[0]])
    cs.write(documents, "key.jsonl")


def mistakes() -> None:
    try:
        cs.score("key.conll", "response.conll")
    except cs.CorefscopeError as error:
        print(error)
