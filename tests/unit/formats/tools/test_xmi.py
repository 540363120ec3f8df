"""UIMA CAS: chains, relations, offsets and what can be wrong with them."""

from __future__ import annotations

import json

import pytest

import corefscope as cs
from corefscope.formats.load import read_corpus

SPACES = {
    "cas": "uima/cas", "t": "de/tudarmstadt/ukp/dkpro/core/api/segmentation/type", "c": "webanno/custom",
    "coref": "de/tudarmstadt/ukp/dkpro/core/api/coref/type", "m": "de/tudarmstadt/ukp/dkpro/core/api/metadata/type",
    "v1": "de/unistuttgart/ims/coref/annotator/api/v1", "v2": "de/unistuttgart/ims/coref/annotator/api/v2",
}  # fmt: skip
TEXT = "Ann saw her dog . She ran ."
ROOT = '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" {} xmi:version="2.0">'
CHAINS = """<c:CorefLink xmi:id="20" begin="0" end="3" next="21" referenceType="name"/>
<c:CorefLink xmi:id="21" begin="8" end="11" next="22" referenceType="pro"/>
<c:CorefLink xmi:id="22" begin="18" end="21"/>
<c:CorefLink xmi:id="23" begin="8" end="15"/>
<c:CorefChain xmi:id="30" first="20"/><c:CorefChain xmi:id="31" first="23"/>"""


def tokens(text=TEXT):
    found, place = [], 0
    for number, word in enumerate(text.split()):
        begin = text.index(word, place)
        place = begin + len(word)
        found.append(f'<t:Token xmi:id="{100 + number}" begin="{begin}" end="{place}"/>')
    return "".join(found)


def xmi(inner, text=TEXT, version="1.0", token=True, **spaces):
    named = {**SPACES, **spaces}
    declared = " ".join(f'xmlns:{prefix}="http:///{space}.ecore"' for prefix, space in named.items())
    sofa = f'<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" sofaString="{text}"/>'
    start = f'<?xml version="{version}" encoding="UTF-8"?>'
    return f"{start}\n{ROOT.format(declared)}\n{tokens(text) if token else ''}\n{inner}\n{sofa}</xmi:XMI>"


@pytest.fixture
def document(read_text):
    return lambda *arguments, clusters=None, **more: read_text(xmi(*arguments, **more), "a.xmi", clusters=clusters)[0]


@pytest.fixture
def refused(put):
    def refuse(*arguments, clusters=None, **more):
        with pytest.raises(cs.CorefscopeError) as caught:
            cs.read(put(xmi(*arguments, **more), "a.xmi"), clusters=clusters)
        return caught.value

    return refuse


def test_links_of_a_layer_without_any_chain_are_singletons(put):
    corpus = read_corpus(put(xmi(CHAINS.partition("<c:CorefChain")[0]), "a.xmi"))
    assert corpus.documents()[0].entities == [[(0, 1)], [(2, 3)], [(5, 6)], [(2, 4)]]
    assert [(notice.code, notice.count) for notice in corpus.notices] == [("mention-without-entity", 4)]


def test_chains_are_followed_by_first_and_next(document):
    found = document(CHAINS)
    assert found.entities == [[(0, 1), (2, 3), (5, 6)], [(2, 4)]]
    assert (found.entity_ids, found.words) == (["30", "31"], TEXT.split())
    assert [mention.type for mention in found.entities[0]] == ["name", None, None]


def test_prefixes_are_arbitrary_and_other_chain_layers_are_read_if_none_is_coreference(document):
    renamed = CHAINS.replace("<c:Coref", "<x9:Same")
    assert document(renamed, x9="webanno/custom").entities == document(CHAINS).entities


def test_a_layer_can_be_named(document, warnings_of):
    both = CHAINS + '<c:CorefOtherLink xmi:id="40" begin="0" end="3"/><c:CorefOtherChain xmi:id="41" first="40"/>'
    assert warnings_of(xmi(both), "a.xmi") == {"several layers": 1}
    assert document(both, clusters="CorefOther").entities == [[(0, 1)]]
    assert document(both, clusters="webanno.custom.Coref").entities == document(CHAINS).entities


def test_offsets_count_utf_16(document, refused):
    text = "😀 " + TEXT
    shifted = CHAINS
    for offset in ("21", "18", "15", "11", "8", "3", "0"):
        for name in ("begin", "end"):
            shifted = shifted.replace(f'{name}="{offset}"', f'{name}="{int(offset) + 3}+"')
    shifted = shifted.replace('+"', '"')
    found = document(shifted, text, token=False)
    assert [found.text_of(mention) for mention in found.entities[0]] == ["Ann", "her", "She"]
    within = '<c:CorefLink xmi:id="9" begin="1" end="3"/><c:CorefChain xmi:id="8" first="9"/>'
    assert "goes from '1' to '3'" in str(refused(within, text, token=False))


def test_the_title_is_the_name(document):
    assert document(CHAINS).name == "a"
    titled = '<m:DocumentMetaData xmi:id="2" begin="0" end="9" documentTitle="tale.txt" documentId="anna"/>'
    assert document(CHAINS + titled).name == "tale"


RELATIONS = """<c:Span xmi:id="20" begin="0" end="3" value="Person"/><c:Span xmi:id="21" begin="8" end="11"/>
<c:Span xmi:id="22" begin="18" end="21"/><c:Span xmi:id="23" begin="8" end="15"/>
<c:CorefRelation xmi:id="30" begin="8" end="11" Governor="21" Dependent="20" label="coref"/>
<c:CorefRelation xmi:id="31" begin="18" end="21" Governor="22" Dependent="21"/>
<c:CorefRelation xmi:id="32" begin="8" end="15" Governor="23" Dependent="20" label="bridge"/>"""


def test_relations_connect_the_annotations_of_their_layer(document):
    found = document(RELATIONS)
    assert sorted(found.entities) == [[(0, 1), (2, 3), (5, 6)], [(2, 4)]]
    assert found.entity_types == ["Person", ""]
    [relation] = found.relations
    assert (relation.kind, relation.anaphor_mention, relation.antecedent_mention) == ("bridging", (2, 4), (0, 1))


def test_a_relation_layer_of_another_name_has_to_be_named(document, refused):
    other = RELATIONS.replace("CorefRelation", "Relation").replace('label="coref"', 'label="same"')
    error = refused(other)
    assert (error.code, error.setting) == ("no-coreference-relation", "--clusters")
    assert len(document(other, clusters="Relation").entities) == 2
    assert sorted(document(other, clusters="same").entities) == [[(0, 1), (2, 3)], [(2, 4)], [(5, 6)]]
    assert refused(other, clusters="none").code == "no-coreference-relation"


def test_corefannotator_points_from_mentions_to_entities(document):
    one = """<v1:Mention xmi:id="20" begin="0" end="3" Entity="40"/>
    <v1:Mention xmi:id="21" begin="8" end="11" Entity="40"/>
    <v1:Mention xmi:id="22" begin="12" end="15" Entity="41" Discontinuous="50"/>
    <v1:DetachedMentionPart xmi:id="50" begin="22" end="25" Mention="22"/>
    <v1:Entity xmi:id="40" Label="Ann"/><v1:Entity xmi:id="41"/><v1:EntityGroup xmi:id="42" Members="40 41"/>"""
    found = document(one)
    assert found.entities == [[(0, 1), (2, 3)], [(3, 7, (3, 6))]]
    kinds = [(each.kind, each.antecedent) for each in found.relations]
    assert kinds == [("split_antecedent", "40"), ("split_antecedent", "41")]
    two = """<v2:Mention xmi:id="20" Entity="40" Surface="60"/>
    <v2:MentionSurface xmi:id="60" begin="0" end="3" Mention="20"/>
    <v2:Mention xmi:id="21" Entity="40" Surface="61 62"/><v2:MentionSurface xmi:id="61" begin="8" end="11"/>
    <v2:MentionSurface xmi:id="62" begin="18" end="21"/><v2:Entity xmi:id="40"/>"""
    assert document(two).entities == [[(0, 1), (2, 6, (2, 5))]]


def test_a_mention_without_characters_is_a_zero(document, read_text):
    zero = CHAINS.replace('begin="18" end="21"', 'begin="18" end="18"')
    assert document(zero).entities[0][2].positions == (cs.model.empty_position(5, 1),)


def test_what_is_tolerated_is_counted(warnings_of):
    part = CHAINS.replace('begin="18" end="21"', 'begin="18" end="20"')
    assert warnings_of(xmi(part), "a.xmi") == {"part of a token": 1}
    assert warnings_of(xmi(""), "a.xmi") == {"no coreference": 1}
    alone = '<c:CorefLink xmi:id="50" begin="4" end="7"/>'
    assert warnings_of(xmi(CHAINS + alone), "a.xmi") == {"mention without an entity": 1}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('next="22"', 'next="20"', "link 20 is reached twice"),
        ('next="22"', 'next="99"', "chain 30 leads to '99', which is not there"),
        ('first="23"', 'first="21"', "link 21 is reached twice"),
        ('end="21"', 'end="99"', "an annotation goes from '18' to '99'"),
        ('begin="18"', 'begin="x"', "an annotation goes from 'x' to '21'"),
        ('begin="18"', "", "an annotation goes from 'None' to '21'"),
        ('begin="18" end="21"', 'begin="21" end="18"', "an annotation goes from '21' to '18'"),
        ('begin="18" end="21"', 'begin="17" end="18"', "covers no token"),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(refused, old, new, words):
    error = refused(CHAINS.replace(old, new))
    assert words in str(error)
    assert error.line


def test_other_xml_and_texts_are_refused(put, refused):
    with pytest.raises(cs.CorefscopeError, match="the root of the XML is <other>"):
        cs.read(put('<other xmlns:xmi="http://www.omg.org/XMI"/>', "a.xmi"), format="xmi")
    assert refused('<cas:Sofa xmi:id="7" sofaID="_InitialView" sofaString="x"/>').code == "missing-text"
    overlapping = '<t:Token xmi:id="90" begin="0" end="7"/>'
    assert "two tokens overlap" in str(refused(CHAINS + overlapping))


def cas_json(inner=(), **more):
    sofa = {"%ID": 1, "%TYPE": "uima.cas.Sofa", "sofaID": "_InitialView", "sofaString": TEXT}
    return json.dumps({"%TYPES": {}, "%FEATURE_STRUCTURES": [sofa, *inner], "%VIEWS": {}, **more})


def test_json_cas_may_list_structures_by_id(read_text):
    links = {
        "5": {"%TYPE": "custom.CorefLink", "begin": 0, "end": 3, "@next": 6},
        "6": {"%TYPE": "custom.CorefLink", "begin": 8, "end": 11},
        "7": {"%TYPE": "custom.CorefChain", "@first": 5},
    }
    sofa = {"1": {"%TYPE": "uima.cas.Sofa", "sofaID": "_InitialView", "sofaString": TEXT}}
    by_id = cas_json(**{"%FEATURE_STRUCTURES": {**sofa, **links}})
    listed = cas_json([{"%ID": int(number), **each} for number, each in links.items()])
    assert read_text(by_id, "a.json")[0].entities == read_text(listed, "a.json")[0].entities == [[(0, 3), (8, 11)]]


@pytest.mark.parametrize("structures", [None, 3, [1], [{"%ID": 2}], [{"%ID": 2, "%TYPE": 3}]])
def test_json_of_another_shape_is_refused(put, structures):
    with pytest.raises(cs.CorefscopeError) as caught:
        cs.read(put(json.dumps({"%TYPES": {}, "%FEATURE_STRUCTURES": structures}), "a.json"))
    assert caught.value.code in ("bad-json", "missing-text")
