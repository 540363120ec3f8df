"""Documents that were read carry the columns that heads and types come from."""

import corefscope as cs

PARSED = """#begin document (tale); part 000
tale\t0\t0\tthe\tDT\t(TOP(S(NP*\t-\t-\t-\t-\t*\t(1
tale\t0\t1\tmill\tNN\t*)\t-\t-\t-\t-\t*\t1)
tale\t0\t2\tturned\tVBD\t(VP*)))\t-\t-\t-\t-\t*\t-

#end document
"""


def test_heads_come_from_the_columns_of_documents_that_were_read(tmp_path):
    path = tmp_path / "tale.conll"
    path.write_text(PARSED, encoding="utf-8")
    documents = cs.read(path)
    assert cs.score(documents, documents, match="head", metrics="mentions").f1["mentions"] == 1
    assert cs.score(documents, path, match="head", metrics="mentions").f1["mentions"] == 1


def test_changed_words_leave_the_old_columns_behind(tmp_path):
    path = tmp_path / "tale.conll"
    path.write_text(PARSED, encoding="utf-8")
    (document,) = cs.read(path)
    document.words = ["a", *document.words[1:]]
    (again,) = cs.score([document], [document]).system.evidence.key.documents()
    assert again.words[0] == "a"
    assert again.layer("parse") is None
