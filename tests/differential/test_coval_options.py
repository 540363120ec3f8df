"""coval's NP_only and remove_nested beside `--drop`, on random files with a parse column.

COREFSCOPE_COVAL names the folder of ns-moosavi/coval. It differs in two things, which are shown at the end: keeping
singletons, it leaves an entity as it is if without nested mentions one mention would be left; and it counts a mention
that lies in two others twice when it looks whether one would be left.
"""

from random import Random

import pytest

import corefscope
from differential.peers import peer
from differential.random_conll import cells, random_spans

METRICS = {"muc": "muc", "b3": "b_cubed", "ceafe": "ceafe", "lea": "lea"}
LENGTH = 7


@pytest.fixture
def coval(monkeypatch):
    monkeypatch.syspath_prepend(peer("COREFSCOPE_COVAL"))
    import coval.conll.reader
    import coval.eval.evaluator

    return coval


def parse_of(random):
    """A sentence of noun and verb phrases, some of them nested, one after the other."""
    bits, left = [], LENGTH
    while left:
        size = min(left, random.choice([1, 1, 2, 3]))
        label = random.choice(["NP", "VP"])
        inner = f"({random.choice(['NP', 'VP'])}*)" if size > 1 and random.random() < 0.5 else "*"
        piece = [f"({label}*)"] if size == 1 else [f"({label}*", *["*"] * (size - 2), f"{inner})"]
        bits += piece
        left -= size
    bits[0] = "(TOP(S" + bits[0]
    bits[-1] += "))"
    return bits


def files(random, folder, nested=True):
    """Key and response of three sentences; `nested`: whether spans may lie in others."""
    lines = {"key": [], "response": []}
    parses = [parse_of(random) for _ in range(3)]
    entities = {side: [[[] for _ in range(4)] for _ in parses] for side in lines}
    for number in range(len(parses)):
        spans = random_spans(random, LENGTH)
        if not nested:
            spans = [(first, first) for first, _ in spans]
        for span in sorted(set(spans)):
            for side in lines:
                if random.random() < 0.8:
                    entities[side][number][random.randrange(4)].append(span)
    paths = []
    for side in lines:
        text = ["#begin document (a); part 000"]
        for number, parse in enumerate(parses):
            column = cells([(entity, spans) for entity, spans in enumerate(entities[side][number])], LENGTH)
            for token, (bit, cell) in enumerate(zip(parse, column, strict=True)):
                text.append(f"a 0 {token} word NN {bit} - - - - * {cell}")
            text.append("")
        path = folder / f"{side}.conll"
        path.write_text("\n".join([*text, "#end document"]) + "\n")
        paths.append(str(path))
    return paths


def theirs(coval, paths, **options):
    infos = coval.conll.reader.get_coref_infos(*paths, **options)
    evaluator = coval.eval.evaluator
    outcome = {}
    for ours, name in METRICS.items():
        recall, precision, f1 = evaluator.evaluate_documents(infos, getattr(evaluator, name), beta=1)
        outcome[ours] = (recall, precision, f1)
    return outcome


def ours(paths, drop, singletons):
    result = corefscope.score(*paths, metrics=list(METRICS), drop=drop, singletons=singletons)
    return {name: (score.recall, score.precision, score.f1) for name, score in result.scores.items()}


def agree(one, two):
    for name in METRICS:
        assert one[name] == pytest.approx(two[name], abs=1e-9), name


def in_two_others(path):
    """Whether a mention lies in two others of its entity."""
    return any(
        sum(two != one and two[0] <= one[0] and one[1] <= two[1] for two in map(tuple, entity)) > 1
        for document in corefscope.read(path)
        for entity in document.entities
        for one in map(tuple, entity)
    )


def has_repeats(path):
    """Whether a mention is in two entities, which scorers number in different orders."""
    outcome = [
        tuple(mention) for document in corefscope.read(path) for entity in document.entities for mention in entity
    ]
    return len(set(outcome)) < len(outcome)


@pytest.mark.parametrize(
    ("drop", "singletons"), [("vp", "keep"), ("vp", "drop"), ("nested", "drop"), ("nested+vp", "drop")]
)
def test_equal_numbers(coval, tmp_path, capsys, drop, singletons):
    compared = 0
    for seed in range(150):
        paths = files(Random(seed), tmp_path)
        if any(map(has_repeats, paths)) or ("nested" in drop and any(map(in_two_others, paths))):
            continue
        compared += 1
        options = {"NP_only": "vp" in drop, "remove_nested": "nested" in drop, "keep_singletons": singletons == "keep"}
        agree(ours(paths, drop, singletons), theirs(coval, paths, **options))
    assert compared > 100


def test_an_entity_of_which_one_mention_is_left(coval, tmp_path, capsys):
    """{0–1, 0}: without the nested mention one is left. We drop the entity; coval, keeping singletons, keeps both."""
    text = "#begin document (a); part 000\na 0 0 w NN * - - - - * (0|(0)\na 0 1 w NN * - - - - * 0)\n"
    text += "a 0 2 w NN * - - - - * (1)\na 0 3 w NN * - - - - * (1)\n\n#end document\n"
    path = tmp_path / "key.conll"
    path.write_text(text)
    infos = coval.conll.reader.get_coref_infos(str(path), str(path), remove_nested=True)
    assert [len(cluster) for cluster in next(iter(infos.values()))[0]] == [2, 2]
    outcome = corefscope.score(path, path, metrics="mentions", drop="nested")
    assert (outcome.key.entities, outcome.key.mentions) == (1, 2)


def test_a_mention_that_lies_in_two_others(coval, tmp_path, capsys):
    """{0–2, 0–1, 0, 3}: 0 lies in two others, so coval counts three that go, and one that is left; it is two."""
    text = "#begin document (a); part 000\n" + "".join(
        f"a 0 {token} word NN * - - - - * {cell}\n" for token, cell in enumerate(["(0|(0|(0)", "0)", "0)", "(0)"])
    )
    path = tmp_path / "key.conll"
    path.write_text(text + "\n#end document\n")
    infos = coval.conll.reader.get_coref_infos(str(path), str(path), remove_nested=True, keep_singletons=False)
    assert next(iter(infos.values()))[0] == []
    outcome = corefscope.score(path, path, metrics="mentions", drop="nested", singletons="drop")
    assert (outcome.key.entities, outcome.key.mentions) == (1, 2)
