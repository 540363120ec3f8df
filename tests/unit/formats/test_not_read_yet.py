"""Files of tools that look like a format that is read, but are another: refused by name, never scored as empty."""

import pytest

import corefscope as cs

ENTITIES = "COREF\tstart_token\tend_token\tprop\tcat\ttext\n0\t0\t1\tPROP\tPER\tMr. Dee\n0\t4\t4\tPRON\tPER\the\n"


def stanza(misc, sentences=1):
    """Sentences as Stanza writes them; only the last word of the last one holds the chains."""
    words = [f"{number}\tw\tw\tNOUN\tNN\t_\t0\troot\t_\tstart_char=0|end_char=1" for number in (1, 2)]
    plain = "\n".join(["# text = w w", "# sent_id = 0", *words]) + "\n\n"
    return plain * (sentences - 1) + plain.rstrip("\n") + f"|{misc}\n\n"


@pytest.mark.parametrize(
    "misc", ["coref_chains=unit-repr-id0", "coref_chains=start-id3,end-id12", "ner=unit-repr-id0", "ner=start-id1"]
)
@pytest.mark.parametrize("sentences", [1, 3000])  # the second is longer than what formats are recognised by
@pytest.mark.parametrize("format", [None, "corefud"])
def test_stanza(tmp_path, misc, sentences, format):
    path = tmp_path / "stanza.conllu"
    path.write_text(stanza(misc, sentences), encoding="utf-8")
    with pytest.raises(cs.CorefscopeError) as caught:
        cs.score(path, path, format=format)
    assert str(caught.value).startswith(f"{path}:{5 * sentences - 1}: coref_chains= is Stanza's way")
    assert "(give clusters in Python or JSON" in str(caught.value)


def test_named_entities_of_stanza_are_no_chains(tmp_path):
    path = tmp_path / "plain.conllu"
    path.write_text(stanza("ner=S-PERSON"), encoding="utf-8")
    assert "no coreference" in {notice.kind for notice in cs.score(path, path).warnings}


@pytest.mark.parametrize("format", [None, "litbank"])
def test_booknlp(tmp_path, format):
    path = tmp_path / "book.entities"
    path.write_text(ENTITIES, encoding="utf-8")
    with pytest.raises(cs.CorefscopeError) as caught:
        cs.read(path, format=format)
    text = str(caught.value)
    assert text.startswith(f"{path}:1: this is BookNLP's table of entities, not LitBank's rows, and is not read yet")
    remedy = tmp_path / "book.tsv"
    rows = [line.split("\t") for line in ENTITIES.splitlines()[1:]]
    lines = ["document\tstart\tlast\tentity", *(f"book\t{row[1]}\t{row[2]}\t{row[0]}" for row in rows)]
    remedy.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert cs.read(remedy)[0].entities == [[(0, 2), (4, 5)]]
