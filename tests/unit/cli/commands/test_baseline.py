"""`corefscope baseline`: the mentions of a file, grouped anew, in any format that can be written."""

import json

import pytest

from corefscope import read, score
from corefscope.analysis.baselines import BASELINES, baseline
from corefscope.formats.load import read_corpus
from corefscope.scoring.score import score as score_corpora
from support.command_line import KEY, A, corefscope, failed

# A verse: “her dog” and “the old dog” have one head, “Dog” and “dog” one spelling in lower case.
VERSE = """# newdoc id = verse
# global.Entity = eid-etype-head-other
# sent_id = 1
# text = her dog saw the old dog Dog dog
1\ther\tshe\tPRON\t_\t_\t2\tnmod\t_\tEntity=(e1-person-2-(e2-person-1-)
2\tdog\tdog\tNOUN\t_\t_\t3\tnsubj\t_\tEntity=e1)
3\tsaw\tsee\tVERB\t_\t_\t0\troot\t_\t_
4\tthe\tthe\tDET\t_\t_\t6\tdet\t_\tEntity=(e3-person-3-
5\told\told\tADJ\t_\t_\t6\tamod\t_\t_
6\tdog\tdog\tNOUN\t_\t_\t3\tobj\t_\tEntity=e3)
7\tDog\tdog\tNOUN\t_\t_\t6\tappos\t_\tEntity=(e4-person-1-)
8\tdog\tdog\tNOUN\t_\t_\t6\tappos\t_\tEntity=(e5-person-1-)

"""


def written(tmp_path, source, kind, name="out.jsonl", *more):
    target = str(tmp_path / name)
    done = corefscope("baseline", source, target, "--kind", kind, *more)
    assert done.returncode == 0, done.stderr
    return target, done.stderr


def spans(path):
    """The entities of each document as sets of spans."""
    return [{frozenset((m.start, m.end) for m in entity) for entity in document.entities} for document in read(path)]


def test_head_match_joins_equal_heads(tmp_path):
    source = tmp_path / "verse.conllu"
    source.write_text(VERSE, encoding="utf-8")
    target, _ = written(tmp_path, str(source), "head-match")
    assert spans(target) == [{frozenset({(0, 2), (3, 6), (6, 7), (7, 8)}), frozenset({(0, 1)})}]
    target, _ = written(tmp_path, str(source), "string-match")
    assert spans(target) == [
        {frozenset({(0, 2)}), frozenset({(0, 1)}), frozenset({(3, 6)}), frozenset({(6, 7), (7, 8)})}
    ]


@pytest.mark.parametrize(("name", "to"), [("out.conll", ()), ("out.tsv", ()), ("out.x", ("--to", "corefud"))])
def test_any_format_scores_alike(tmp_path, name, to):
    target, _ = written(tmp_path, A, "singletons", name, *to)
    direct = score_corpora(read_corpus(KEY), baseline(read_corpus(A), "singletons"), metrics=["b3"])
    assert score(KEY, target, metrics=["b3"]).f1 == direct.f1


def test_a_repeated_mention_is_taken_once(tmp_path):
    source = tmp_path / "twice.json"
    source.write_text(json.dumps({"doc_key": "d", "clusters": [[[0, 0], [1, 1]], [[1, 1]]]}), encoding="utf-8")
    assert baseline(read_corpus(source), "singletons").mention_count == 2


def test_bad_input(tmp_path):
    message = failed("baseline", KEY, "-", "--kind", "headmatch", "--to", "conll")
    assert "did you mean head-match or head-lemma?" in message
    assert all(kind in message for kind in BASELINES)
    ids = tmp_path / "ids.csv"
    ids.write_text("document,mention,entity\nd,m1,e1\nd,m2,e1\n", encoding="utf-8")
    assert "only ids" in failed("baseline", str(ids), "-", "--kind", "singletons", "--to", "table")
    bare = tmp_path / "bare.json"
    bare.write_text(json.dumps({"doc_key": "d", "clusters": [[[0, 0], [1, 1]]]}), encoding="utf-8")
    assert "the words of document 'd' are unknown" in failed(
        "baseline", str(bare), "-", "--kind", "string-match", "--to", "json"
    )
