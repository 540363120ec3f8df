"""Plain slow readers: what a file says, taken literally, one line after the other.

They share nothing with the package and understand only what is plain; anything else raises NotPlain, and a judge counts
how often that happens. A document is a name and its entities, lists of mentions that compare by equality.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from xml.etree import ElementTree

Entities = list[list[Hashable]]
Documents = dict[str, Entities]
ITEM = re.compile(r"\(?[^()|]+\)?")
BLANKS = " \t\n\r\v\f"


class NotPlain(Exception):
    """The file holds something that a plain reader does not judge."""


def read(layout: str, files: dict[str, bytes]) -> Documents:
    """The documents of a side whose files have a layout."""
    from fuzzing import tool_readers  # which uses this module

    if layout == "zip":
        return tool_readers.zipped(*files.values())
    try:
        texts = {name: content.decode() for name, content in files.items()}
    except UnicodeDecodeError:
        raise NotPlain("not UTF-8") from None
    texts = {name: text.removeprefix("\ufeff") for name, text in texts.items()}
    if any("\0" in text or "\ufeff" in text for text in texts.values()):
        raise NotPlain("a byte that is no text")
    documents = {**READERS, **tool_readers.READERS}[layout](*texts.values())
    for entities in documents.values():
        mentions = [mention for entity in entities for mention in entity]
        if len(set(mentions)) < len(mentions):
            raise NotPlain("a repeated mention")
    return documents


def need(fact: object) -> None:
    if not fact:
        raise NotPlain


def number(text: str) -> int:
    need(re.fullmatch("[0-9]{1,9}", text))
    return int(text)


def lines_of(text: str) -> list[str]:
    if "\n" not in text:
        text = text.replace("\r", "\n")
    need(not re.search("[\v\f\x1c-\x1e\x85\u2028\u2029]|\r(?!\n)", text))
    return text.replace("\r\n", "\n").split("\n")


def _brackets(cell: str, token: int, found: dict[str, list[Hashable]], opened: dict[str, list[int]]) -> None:
    kinds: dict[str, list[str]] = {"()": [], "(": [], ")": []}
    need(re.fullmatch(r"(\(?[^()|_\s]+(\)\|?|\||(?=\()|\Z))*", cell))  # in linear time
    for match in ITEM.finditer(cell):
        item = match[0]
        need(item.strip("()") == item.strip("()").strip() and (item.startswith("(") or item.endswith(")")))
        kinds["(" * item.startswith("(") + ")" * item.endswith(")")].append(item.strip("()"))
    for name in kinds["()"]:
        found[name].append((token, token + 1))
    for name in kinds["("]:
        opened[name].append(token)
    for name in kinds[")"]:
        need(opened[name])
        found[name].append((opened[name].pop(), token + 1))


def conll(text: str) -> Documents:
    """By the rules of the official scorer: a closing bracket ends the latest opening of the same entity."""
    documents: Documents = {}
    found: dict[str, list[Hashable]] | None = None
    opened: dict[str, list[int]] = {}
    name, token = "", 0
    for line in [*lines_of(text), "#end document"]:
        if line.startswith("#begin document "):
            need(found is None)
            name, token, found, opened = line.removeprefix("#begin document "), 0, defaultdict(list), defaultdict(list)
        elif line == "#end document":
            if found is not None:
                need(name not in documents and not any(opened.values()))
                documents[name] = list(found.values())
            found = None
        elif line.strip(BLANKS):
            need(found is not None and not line.startswith("#") and line.strip(" ") == line and "\t" in line)
            assert found is not None
            cell = line.split("\t")[-1]
            _brackets("" if cell in "-_" else cell, token, found, opened)
            token += 1
    need(documents)
    return documents


def ua(text: str) -> Documents:
    """Rows of fifteen cells; a closing bracket ends what was opened last, and ids that say nothing more are needed."""
    documents: Documents = {}
    found: dict[str, list[Hashable]] | None = None
    opened: list[tuple[str, int]] = []
    token = 0
    lines = lines_of(text)
    need(
        re.fullmatch(
            r"# global\.columns = ID FORM( [A-Z]+){8} IDENTITY BRIDGING DISCOURSE_DEIXIS REFERENCE NOM_SEM", lines[0]
        )
    )
    for line in lines[1:]:
        if line.startswith("#"):
            match = re.fullmatch(r"# newdoc id = (\S+)", line)
            need(match and match[1] not in documents and not opened)
            found, token = defaultdict(list), 0
            documents[match[1]] = found  # type: ignore[index,assignment]
        elif line:
            cells = line.split("\t")
            need(
                found is not None
                and len(cells) == 15
                and cells[0].isdecimal()
                and cells[0].isascii()
                and cells[0] != "0"
            )
            need(cells[11:] == ["_"] * 4 and cells[1] and all(cell == cell.strip() for cell in cells) and int(cells[0]))
            cell = cells[10]
            need(cell == "_" or re.fullmatch(r"\)*(\(EntityID=[0-9]+\|SemType=dn\)?)*", cell))
            for opening, closing in re.findall(r"\(EntityID=([0-9]+)\|SemType=dn|(\))", cell):
                if opening:
                    opened.append((opening, token))
                elif closing:
                    need(opened)
                    entity, start = opened.pop()
                    found[entity].append((start, token + 1))  # type: ignore[index]
            token += 1
    need(not opened)
    return {name: list(entities.values()) for name, entities in documents.items()}  # type: ignore[attr-defined]


def corefud(text: str) -> Documents:
    documents: dict[str, dict[str, list[Hashable]]] = {}
    opened: dict[str, list[int]] = {}
    name, token, last = None, 0, 0
    for line in lines_of(text):
        if line.startswith("# newdoc id = "):
            need(not any(opened.values()))
            name, token, opened = line.removeprefix("# newdoc id = "), 0, defaultdict(list)
            need(name not in documents)
            documents[name] = defaultdict(list)
        elif line.startswith("#"):
            unheeded = not re.search("newdoc|global|meta|speaker", line)
            need(unheeded or line == "# global.Entity = eid-etype-head-other")
        elif not line.strip(" "):
            last = 0
        else:
            columns = line.split("\t")
            need(name is not None and len(columns) == 10 and columns[0] == str(last + 1) and columns[1].strip())
            misc = [part for part in columns[9].split("|") if part.startswith("Entity=")]
            need(len(misc) < 2 and not re.search("Bridge|Split|Cluster", columns[9]))
            cell = misc[0].removeprefix("Entity=") if misc else ""
            need(re.fullmatch(r"(\([\w.%]+-[\w]*-\d*-[^()-]*\)?|[\w.%]+\))*", cell))
            assert name is not None
            plain = re.sub(r"\(([\w.%]+)-[^()]*", r"(\1", cell)
            _brackets(re.sub(r"\)(?=[^|])", ")|", re.sub(r"(?<=[^|(])\(", "|(", plain)), token, documents[name], opened)
            token, last = token + 1, last + 1
    need(documents and not any(opened.values()))
    return {name: list(entities.values()) for name, entities in documents.items()}


def records_of(text: str) -> Iterable[dict[str, object]]:
    try:
        whole = json.loads(text)
        records = whole if isinstance(whole, list) else [whole]
    except (ValueError, RecursionError):
        try:
            records = [json.loads(line) for line in text.split("\n") if line.strip()]
        except (ValueError, RecursionError):
            raise NotPlain("not JSON") from None
    need(records and all(isinstance(record, dict) for record in records))
    need(len({re.sub("[^a-z_]", "", name) for record in records for name in record}) < 6)
    return records  # type: ignore[no-any-return]


def json_anaphora(text: str) -> Documents:
    """Clusters of mentions that all refer; relations are of no account for entities."""
    found: Documents = {}
    for record in records_of(text):
        name, clusters = record.get("doc_key"), record.get("clusters")
        need(isinstance(name, str) and name not in found and "split_antecedents" in record)
        need(isinstance(clusters, list) and all(isinstance(cluster, list) for cluster in clusters))
        assert isinstance(clusters, list)
        spans = [span for cluster in clusters for span in cluster]
        need(all(isinstance(span, list) and len(span) == 3 and span[2] == -1 for span in spans))
        need(all(type(place) is int and place >= 0 for span in spans for place in span[:2]))
        found[str(name)] = [[(first, last + 1) for first, last, _ in cluster] for cluster in clusters if cluster]
    return found


def _json(text: str, field: str, name_field: str, width: int) -> Documents:
    documents: Documents = {}
    for record in records_of(text):
        name, clusters = record.get(name_field), record.get(field)
        need(isinstance(name, str) and name not in documents and isinstance(clusters, list))
        found: Entities = []
        for cluster in clusters:  # type: ignore[attr-defined]
            need(isinstance(cluster, list) and all(isinstance(span, list) and len(span) == width for span in cluster))
            need(all(type(place) is int and place >= 0 for span in cluster for place in span))
            # e2e's spans include their last token; everything else here does not.
            spans = [
                (span[0], span[1] + 1) if name_field == "doc_key" and "text" not in record else tuple(span)
                for span in cluster
            ]
            found.append(spans)
        documents[str(name)] = [entity for entity in found if entity]
    return documents


def _table(text: str, separator: str, columns: tuple[str, ...]) -> Documents:
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))
    except csv.Error:
        raise NotPlain("not CSV") from None
    rows = [row for row in rows if row]
    need(rows and set(rows[0]) == {"document", *columns, "entity"} and len(rows[0]) == len(columns) + 2)
    need(all(len(row) == len(rows[0]) for row in rows))
    documents: dict[str, dict[str, list[Hashable]]] = defaultdict(lambda: defaultdict(list))
    for row in rows[1:]:
        cells = {name: cell.strip(BLANKS) for name, cell in zip(rows[0], row, strict=True)}
        need(all(cells.values()))
        mention = tuple(number(cells[name]) if name in ("start", "end") else cells[name] for name in columns)
        documents[cells["document"]][cells["entity"]].append(mention)
    # Whole numbers on one side and text on the other would be refused; 01 and 1 may be one id or two.
    mentions = [mention[0] for entities in documents.values() for entity in entities.values() for mention in entity]
    need(not any(re.fullmatch(r"[+-]?\d+(\.\d+)?", mention) for mention in mentions if isinstance(mention, str)))
    return {name: list(entities.values()) for name, entities in documents.items()}


def united(mentions: dict[str, Hashable], links: list[tuple[str, str]]) -> Entities:
    entity = {name: {name} for name in mentions}
    for one, two in links:
        need(one in entity and two in entity)
        joined = entity[one] | entity[two]
        entity.update(dict.fromkeys(joined, joined))  # type: ignore[arg-type]
    chosen = {id(names): names for names in entity.values()}
    return [[mentions[name] for name in sorted(names)] for names in chosen.values()]


def brat(rows: str, raw: str) -> Documents:
    mentions: dict[str, Hashable] = {}
    links = []
    for line in lines_of(rows):
        if match := re.fullmatch(r"(T\d+)\tPerson (\d{1,9}) (\d{1,9})\t(.*)", line, re.ASCII):
            need(match[1] not in mentions and raw[int(match[2]) : int(match[3])] == match[4])
            mentions[match[1]] = (int(match[2]), int(match[3]))
        elif match := re.fullmatch(r"R\d+\tCoreference Arg1:(T\d+) Arg2:(T\d+)\t?", line, re.ASCII):
            links.append((match[1], match[2]))
        else:
            need(not line)
    return {"text": united(mentions, links)}


def webanno(text: str) -> Documents:
    need(re.match(r"#FORMAT=WebAnno TSV 3\.[0-9]\n#T_CH=[\w.]+\|referenceType\|referenceRelation\n+#Text=", text))
    covered: dict[str, list[int]] = defaultdict(list)
    token = 0
    for line in lines_of(text):
        cells = line.split("\t")
        if re.fullmatch(r"\d+-\d+", cells[0]):
            need(len(cells) == 6 and cells[5] == "")
            need(cells[4] == "_" or re.fullmatch(r"\*->\d+-\d+(\|\*->\d+-\d+)*", cells[4]))
            for link in cells[4].split("|") if cells[4] != "_" else ():
                need(token not in covered[link])
                covered[link].append(token)
            token += 1
        else:
            need(not line.strip(" ") or line.startswith(("#FORMAT", "#T_CH", "#Text")))
    entities: dict[str, list[Hashable]] = defaultdict(list)
    for link, tokens in covered.items():
        need(tokens == list(range(tokens[0], tokens[-1] + 1)))
        entities[link.split("-", 2)[1]].append((tokens[0], tokens[-1] + 1))
    return {"text": list(entities.values())}


def apf(xml: str, _: str) -> Documents:
    try:
        root = ElementTree.fromstring(xml)
    except ElementTree.ParseError:
        raise NotPlain("not XML") from None
    documents: Documents = {}
    for document in root.iter("document"):
        documents[document.get("DOCID", "")] = [
            [
                (number(place.get("START", "")), number(place.get("END", "")))
                for place in entity.findall("entity_mention/extent/charseq")
            ]
            for entity in document.findall("entity")
        ]
        need(len(list(document.iter("entity_mention"))) == sum(map(len, documents[document.get("DOCID", "")])))
    return documents


def _scan(text: str, mark: re.Pattern[str], blanks: str = r"\s") -> Iterable[tuple[int, re.Match[str]]]:
    """Each mark with the number of characters before it that are neither marks nor blanks."""
    behind = count = 0
    for match in mark.finditer(text):
        count += len(re.sub(blanks, "", text[behind : match.start()]))
        yield count, match
        behind = match.end()


def _stacked(text: str, mark: str, is_opening: Callable[[str], bool], name: Callable[[re.Match[str]], str]) -> Entities:
    opened: list[int] = []
    entities: dict[str, list[Hashable]] = defaultdict(list)
    for position, match in _scan(text, re.compile(mark)):
        if is_opening(match[0]):
            opened.append(position)
        else:
            need(opened)
            entities[name(match)].append((opened.pop(), position))
            need(entities[name(match)][-1][0] < position)  # type: ignore[index]
    need(not opened)
    return list(entities.values())


def muc(text: str) -> Documents:
    """Characters of the text without its tags; a line end counts as one."""
    text = text.replace("\r\n", "\n")
    match = re.fullmatch(r"<DOC>\n<DOCNO> (\w+) </DOCNO>\n<TXT>\n(.*)</TXT>\n</DOC>\s*", text, re.DOTALL)
    need(match)
    assert match is not None
    need("&" not in match[2] and not re.search(r"<(?!COREF ID=\"\d+\"( REF=\"\d+\")?>|/COREF>)", match[2]))
    opened: list[tuple[int, str]] = []
    mentions: dict[str, Hashable] = {}
    links = []
    for position, tag in _scan(match[2], re.compile(r'<COREF ID="(\d+)"(?: REF="(\d+)")?>|</COREF>'), "(?!)"):
        if tag[1]:
            opened.append((position, tag[1]))
            links += [(tag[1], tag[2])] if tag[2] else []
        else:
            need(opened)
            start, name = opened.pop()
            need(name not in mentions and start < position)
            mentions[name] = (start, position)
    need(not opened)
    return {match[1]: united(mentions, links)}


def markdown(text: str) -> Documents:
    need("\\" not in text and "`" not in text and not re.search(r"\](?!\(#\w+\))", text))
    return {"text": _stacked(text, r"\[|\]\(#(\w+)\)", lambda mark: mark == "[", lambda match: match[1])}


def marked(text: str) -> Documents:
    need(not re.search(r"<(?!m>|/m>)|(?<!<m)(?<!</m)>", text))
    need(text.count("|") == text.count("</m>"))
    return {"text": _stacked(text, r"<m>|\|\s*(\w+)\s*</m>", lambda mark: mark == "<m>", lambda match: match[1])}


def tagged(text: str) -> Documents:
    need(text.count("\n") == 1 and text.endswith("\n") and "\t" not in text and "##" not in text)
    found: dict[str, list[Hashable]] = defaultdict(list)
    opened: dict[str, list[int]] = defaultdict(list)
    position = 0
    for word in filter(None, re.split(f"[{BLANKS}]", text)):  # other blanks are signs within a word, as ids have them
        form, bar, tags = word.partition("|")
        letters = len(re.sub(r"\s", "", form))
        need(letters and (tags or not bar) and "|" not in tags and not re.search(r"[\[\]]", form))
        for tag in tags.split(",") if tags else ():
            match = re.fullmatch(r"(\[?)(e\d+)(\]?)", tag)
            need(match and (match[1] or match[3]))
            assert match is not None
            if match[1] and match[3]:
                found[match[2]].append((position, position + letters))
            elif match[1]:
                opened[match[2]].append(position)
            else:
                need(opened[match[2]])
                found[match[2]].append((opened[match[2]].pop(), position + letters))
        position += letters
    need(not any(opened.values()))
    return {"text": list(found.values())}


def hashed(text: str) -> Documents:
    need(not re.search(r"<(?!m>|/m>#\w+\b)|(?<!<m)(?<!</m)>|MASK", text))
    return {"text": _stacked(text, r"<m>|</m>#(\w+)", lambda mark: mark == "<m>", lambda match: match[1])}


def elements(text: str, name: str = "text") -> Documents:
    need(not re.search(r'<(?!entity id="\w+">|/entity>)|(?<!")(?<!</entity)>', text))
    opened: list[tuple[int, str]] = []
    entities: dict[str, list[Hashable]] = defaultdict(list)
    for position, match in _scan(text, re.compile(r'<entity id="(\w+)">|</entity>')):
        if match[1]:
            opened.append((position, match[1]))
        else:
            need(opened)
            start, entity = opened.pop()
            need(start < position)
            entities[entity].append((start, position))
    need(not opened)
    return {name: list(entities.values())}


def numbered_elements(text: str) -> Documents:
    need(not re.search(r"<(?!/?e\d{1,9}>)|(?<![0-9])>", text))
    opened: dict[str, list[int]] = defaultdict(list)
    entities: dict[str, list[Hashable]] = defaultdict(list)
    for position, match in _scan(text, re.compile(r"<(/?)(e\d+)>")):
        if not match[1]:
            opened[match[2]].append(position)
        else:
            need(opened[match[2]])
            start = opened[match[2]].pop()
            need(start < position)
            entities[match[2]].append((start, position))
    need(not any(opened.values()))
    return {"text": list(entities.values())}


def subscripts(text: str) -> Documents:
    need("\\" not in text and not re.search(r"\](?!_\{\w+\})|(?<!_)\{|\}\$", text))
    return {"text": _stacked(text, r"\[|\]_\{(\w+)\}", lambda mark: mark == "[", lambda match: match[1])}


def parentheses(text: str) -> Documents:
    need("\\" not in text and not re.search(r"\](?!\([A-Za-z_]{0,20}\d{1,9}\))", text))
    return {"text": _stacked(text, r"\[|\]\((\w+)\)", lambda mark: mark == "[", lambda match: match[1])}


def _objects_of(text: str, fields: set[str]) -> Iterable[dict[str, str]]:
    for line in lines_of(text):
        if line.strip():
            try:
                found = json.loads(
                    line, object_pairs_hook=lambda pairs: (need(len(dict(pairs)) == len(pairs)), dict(pairs))[1]
                )
            except (ValueError, RecursionError):
                raise NotPlain("not JSON") from None
            need(isinstance(found, dict) and set(found) == fields)
            yield found


def outputs(text: str) -> Documents:
    found: Documents = {}
    for record in _objects_of(text, {"id", "output"}):
        need(isinstance(record["output"], str) and isinstance(record["id"], str) and record["id"].strip())
        need(record["id"] not in found and record["id"] == record["id"].strip() and "===" not in record["output"])
        need(not re.search("[\v\f\x1c-\x1f\x85\u2028\u2029]", record["output"]))
        found |= elements(record["output"], record["id"])
    return found


def strings(text: str) -> Documents:
    """Each string at its first place after the one before it, or else at its first place, where none is yet."""
    found: Documents = {}
    for record in _objects_of(text, {"doc_key", "text", "clusters"}):
        name, words, clusters = record["doc_key"], record["text"], record["clusters"]
        need(isinstance(words, str) and isinstance(name, str) and name.strip() == name and name and name not in found)
        need(isinstance(clusters, list) and all(isinstance(each, list) for each in clusters))
        need(all(isinstance(each, str) and each.strip() for cluster in clusters for each in cluster))
        pieces = re.findall(r"\w+|[^\w\s]", words)
        begins = [len("".join(pieces[:number])) for number in range(len(pieces) + 1)]
        letters = "".join(pieces)
        taken: set[tuple[int, int]] = set()
        found[name] = []
        for cluster in clusters:
            after = -1
            entity: list[Hashable] = []
            for string in cluster:
                wanted = "".join(string.split())
                ends = {start: start + len(wanted) for start in begins if letters.startswith(wanted, start)}
                free = [start for start, end in ends.items() if end in begins and (start, end) not in taken]
                need(free)
                after = min(free, key=lambda start: (start <= after, start))
                taken.add((after, ends[after]))
                entity.append((after, ends[after]))
            found[name].append(entity)
    return found


READERS: dict[str, Callable[..., Documents]] = {
    "conll-12": conll,
    "conll-2": conll,
    "corefud": corefud,
    "ua": ua,
    "json-anaphora": json_anaphora,
    "json-lines": lambda text: _json(text, "clusters", "doc_key", 2),
    "json-list": lambda text: _json(text, "clusters", "doc_key", 2),
    "preco": lambda text: _json(text, "mention_clusters", "id", 3),
    "fastcoref": lambda text: _json(text, "clusters", "doc_key", 2),
    "brat": brat,
    "webanno": webanno,
    "apf": apf,
    "muc": muc,
    "table-ids": lambda text: _table(text, ",", ("mention",)),
    "table-tsv": lambda text: _table(text, "\t", ("mention",)),
    "table-spans": lambda text: _table(text, ",", ("start", "end")),
    "markdown": markdown,
    "marked": marked,
    "tagged": tagged,
    "hashed": hashed,
    "elements": elements,
    "numbered-elements": numbered_elements,
    "subscripts": subscripts,
    "parentheses": parentheses,
    "outputs": outputs,
    "strings": strings,
}
