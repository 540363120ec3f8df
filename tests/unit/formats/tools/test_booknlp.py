"""BookNLP's tables: mentions with their types, words where the `.tokens` lies beside them."""

import pytest

import corefscope as cs
from corefscope.formats.load import read_corpus

ENTITIES = (
    "COREF\tstart_token\tend_token\tprop\tcat\ttext\n"
    '7\t0\t1\tPROP\tPER\tMr. "Dee\n7\t3\t3\tPRON\tPER\the\n9\t4\t4\tNOM\tLOC\thome\n'
)
NAMES = (
    "paragraph_ID sentence_ID token_ID_within_sentence token_ID_within_document word lemma byte_onset byte_offset "
    "POS_tag fine_POS_tag dependency_relation syntactic_head_ID event"
)
ROWS = [("0", "Mr.", "2"), ("0", '"Dee', "2"), ("0", "slept", "2"), ("1", "he", "4"), ("1", "home", "4")]
TOKENS = (
    "\t".join(NAMES.split())
    + "\n"
    + "".join(
        f"0\t{sentence}\t0\t{number}\t{word}\t{word.lower()}\t0\t1\tNOUN\tNN\tdep\t{head}\tO\n"
        for number, (sentence, word, head) in enumerate(ROWS)
    )
)


@pytest.fixture
def book(tmp_path):
    (tmp_path / "emma.entities").write_text(ENTITIES, encoding="utf-8")
    (tmp_path / "emma.tokens").write_text(TOKENS, encoding="utf-8")
    return tmp_path / "emma.entities"


def test_a_book(book):
    (document,) = cs.read(book)
    assert (document.name, document.words) == ("emma", [word for _, word, _ in ROWS])
    assert document.sentences == [(0, 3), (3, 5)]
    assert dict(zip(document.entity_ids, document.entities, strict=True)) == {"7": [(0, 2), (3, 4)], "9": [(4, 5)]}
    assert [[mention.type for mention in entity] for entity in document.entities] == [["name", "pronoun"], ["nominal"]]
    assert document.entity_types == ["PER", "LOC"]
    assert document.layer("head") == ["2", "2", "", "4", ""]
    assert document.layer("xpos") == ["NN"] * 5
    corpus = read_corpus(book)
    assert corpus.notices == ()
    assert [file.path for file in corpus.files] == [str(book), str(book.with_suffix(".tokens"))]


def test_without_tokens_the_words_are_unknown(book):
    expected = cs.read(book)[0]
    book.with_suffix(".tokens").unlink()
    (document,) = cs.read(book)
    assert (document.words, document.token_count) == (None, None)
    assert (document.entities, document.entity_types) == (expected.entities, expected.entity_types)


def test_a_folder_of_what_booknlp_writes(book):
    for ending in ("quotes", "supersense", "book", "book.html"):
        book.with_suffix(f".{ending}").write_text("start_token\tend_token\n", encoding="utf-8")
    corpus = read_corpus(book.parent)
    assert (corpus.names, corpus.notices) == (["emma"], ())


def test_what_differs_from_the_tokens_is_counted(book):
    book.write_text(ENTITIES.replace("home", "away"), encoding="utf-8")
    (notice,) = read_corpus(book).notices
    assert (notice.code, notice.count) == ("text-differs", 1)
    assert "'away' is 'home' in the .tokens" in str(notice)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("\t4\thome", "\t5\thome", "emma.tokens:6: the token is '5', not 4"),
        ("\t4\thome", "\thome", "emma.tokens:6: the row has 12 columns, not 13"),
        ("\tword\t", "\tform\t", "emma.tokens:1: the header has no word"),
    ],
)
def test_tokens_that_cannot_be_read(book, old, new, said):
    assert old in TOKENS
    book.with_suffix(".tokens").write_text(TOKENS.replace(old, new), encoding="utf-8")
    with pytest.raises(cs.CorefscopeError) as caught:
        cs.read(book)
    assert said in str(caught.value)


@pytest.mark.parametrize("content", ["", "\n", "\u2028"])
def test_tokens_without_a_header(book, content):
    book.with_suffix(".tokens").write_text(content, encoding="utf-8")
    with pytest.raises(
        cs.CorefscopeError, match=r"emma.tokens(:1)?: the (header has no token_ID_within_document|file is empty)"
    ):
        cs.read(book)
