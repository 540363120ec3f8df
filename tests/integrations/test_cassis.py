"""UIMA files made and loaded by dkpro-cassis itself."""

from __future__ import annotations

from random import Random

import cassis
import pytest

import corefscope as cs
from fuzzing.texts import random_pair

DKPRO = "de.tudarmstadt.ukp.dkpro.core.api"
TOKEN, SENTENCE = f"{DKPRO}.segmentation.type.Token", f"{DKPRO}.segmentation.type.Sentence"
LINK, CHAIN = f"{DKPRO}.coref.type.CoreferenceLink", f"{DKPRO}.coref.type.CoreferenceChain"


def made(text):
    """A CAS of a random text, with an emoji before it."""
    types = cassis.TypeSystem()
    token, sentence, link = (types.create_type(name) for name in (TOKEN, SENTENCE, LINK))
    chain = types.create_type(CHAIN, "uima.cas.AnnotationBase")
    types.create_feature(link, "next", link)
    types.create_feature(chain, "first", link)
    words = ["😀", *text.words]
    cas = cassis.Cas(types)
    cas.sofa_string, cas.sofa_mime = " ".join(words), "text/plain"
    places, position = [], 0
    for word in words:
        places.append((position, position + len(word)))
        position += len(word) + 1
        cas.add(token(begin=places[-1][0], end=places[-1][1]))
    cas.add(sentence(begin=0, end=len(cas.sofa_string)))
    for entity in text.entities:
        following = None
        for start, end in reversed(entity):
            following = link(begin=places[start + 1][0], end=places[end][1], next=following)
            cas.add(following)
        cas.add(chain(first=following))
    return cas


@pytest.mark.parametrize("ending", ["xmi", "json"])
def test_what_cassis_writes_is_read(tmp_path, ending):
    for seed in range(20):
        text = random_pair(Random(seed))[0][0]
        path = tmp_path / f"{seed}.{ending}"
        getattr(made(text), f"to_{ending}")(path)
        [found] = cs.read(path)
        assert found.words == ["😀", *text.words]
        shifted = sorted(sorted((start + 1, end + 1) for start, end in entity) for entity in text.entities)
        assert sorted(sorted(entity) for entity in found.entities) == shifted


def test_what_is_written_is_loaded_by_cassis(tmp_path):
    for seed in range(20):
        text = random_pair(Random(seed))[0][0]
        entities = [[cs.Mention(*span) for span in entity] for entity in text.entities]
        words = ["😀", *text.words[1:]]
        document = cs.Document("tale", entities, words=words, sentences=[(0, len(words))])
        cs.write([document], tmp_path / str(seed), "xmi")
        with open(tmp_path / str(seed) / "TypeSystem.xml", "rb") as file:
            types = cassis.load_typesystem(file)
        with open(tmp_path / str(seed) / "tale.xmi", "rb") as file:
            cas = cassis.load_cas_from_xmi(file, typesystem=types)
        assert [each.get_covered_text() for each in cas.select(TOKEN)] == words
        chains = []
        for chain in cas.select(CHAIN):
            chains.append([])
            link = chain.first
            while link is not None:
                chains[-1].append(link.get_covered_text())
                link = link.next
        expected = [[" ".join(words[start:end]) for start, end in sorted(entity)] for entity in entities]
        assert sorted(chains) == sorted(expected)
