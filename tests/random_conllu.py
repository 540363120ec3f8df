"""Random CorefUD files: mostly as they should be, so that readers get far, here and there with something unusual."""

from __future__ import annotations

HEADERS = [
    "eid-etype-head-other",
    "eid-etype-head-minspan-other",
    "GRP-etype-infstat-salience-centering-minspan-link-identity",
    "entity-GRP-infstat-minspan",
    "GRP",
    "eid-head",
]
FORMS = ["mill", "it", "é", "東京", "'", "Mr."]
IDS = ["e{}", "e{}", "{}", "a%2Db{}", "größe{}", "a_rather_long_name_of_an_entity{}", "x" * 47 + "{}"]
COMMENTS = ["# sent_id = a-1", "# text = one\ttwo", "# newpar", "# speaker = Ann", "# speaker = Bob", "#speaker="]
COMMENTS += ["# meta::genre = tale", "# meta::topic = mills", "# meta::author = nobody"]


class Writer:
    """Writes documents; `oddness` is how likely each unusual thing is at each place where it can be.

    Heads and minimum spans are at most the `highest` word, which may be too high where mentions of an entity cross.
    """

    def __init__(self, chance, oddness, highest=9):
        self.chance, self.oddness, self.highest = chance, oddness, highest
        self.entities = 0
        self.header = chance.choice(HEADERS)
        self.ids = chance.choice([IDS, IDS[:1]])

    def odd(self, factor=1):
        return self.chance.random() < self.oddness * factor

    def file(self):
        lines = ["# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC"] if self.odd() else []
        if self.odd():
            lines += self.chance.choices(COMMENTS, k=2)
        headers = self.chance.choice(["each", "once", "first", "several" if self.odd(5) else "each"])
        if headers == "first":
            lines.append(f"# global.Entity = {self.header}")
        for number in range(self.chance.choice([1, 1, 2, 3, 6])):
            if number or not self.odd():
                lines.append(f"# newdoc id = doc_{number}" if not self.odd() else "# newdoc")
            if headers == "several":
                self.header = self.chance.choice(HEADERS)
            if headers in ("each", "several") or (headers == "once" and not number):
                lines += [f"# global.Entity = {self.header}"] if not self.odd(0.2) else []
            lines += self.document()
        ending = self.chance.choice(["\n", "\n", "\r\n"])
        return (ending.join(lines) + ending * self.chance.choice([0, 1, 2])).encode()

    def document(self):
        if self.odd(3):
            self.entities = 0  # so that ids occur in several documents
        self.base = self.entities
        sentences = [self.nodes() for _ in range(self.chance.choice([0, 1, 2, 3, 5]))]
        kinds = [self.chance.choice(self.ids) for _ in range(4)]
        names = [kind.format(self.base + number) for number, kind in enumerate(kinds)]
        self.entities += len(names)
        types = {name: self.chance.choice(["", "person", "place"]) for name in names}
        for number, nodes in enumerate(sentences):
            for _ in range(self.chance.choice([0, 1, 2, 4])):
                other = sentences[-1] if self.odd(0.2) and number + 1 < len(sentences) else nodes
                self.mention(nodes, other, self.chance.choice(names), types)
        lines = []
        for nodes in sentences:
            lines += self.chance.choices(COMMENTS, k=self.chance.choice([0, 0, 1, 2]))
            for node in nodes:
                lines += self.line(node, names)
            lines += [""] * (self.chance.choice([0, 2]) if self.odd(0.3) else 1)
        return lines

    def nodes(self):
        found = []
        for number in range(self.chance.randint(1, 8) + 1):
            if number:
                found.append({"id": str(number), "closing": [], "opening": []})
            for minor in range(1, self.chance.choice([0, 0, 0, 0, 0, 1, 2]) + 1):
                found.append({"id": f"{number}.{minor}", "closing": [], "opening": []})
        return found

    def mention(self, nodes, others, name, types):
        first = self.chance.randrange(len(nodes))
        if others is not nodes:
            self.part(nodes, others, first, self.chance.randrange(len(others)), name, types)
            return
        bounds = [first]
        for _ in range(self.chance.choice([1, 1, 1, 1, 1, 1, 3, 3, 5])):
            bounds.append(min(len(nodes) - 1, bounds[-1] + self.chance.choice([0, 0, 1, 2, 5])))
        if len(bounds) == 2 and not self.odd(0.3):
            self.part(nodes, nodes, *bounds, name, types)
            return
        parts = len(bounds) // 2
        for number in range(parts):
            place = bounds[2 * number : 2 * number + 2]
            label = f"{name}[{number + 1 + self.odd(0.1)}/{parts}]" if not self.odd(0.05) else f"{name}[01/{parts}]"
            self.part(nodes, nodes, *place, label, {**types, label: types[name]})

    def part(self, nodes, others, first, last, name, types):
        """Brackets from a node to another."""
        if self.odd(0.3):
            types = {**types, name: "other"}
        size = last - first + 1 if others is nodes else 1
        size = min(size, self.highest)
        fields = [self.field(field, name, types, size) for field in self.header.split("-")]
        while fields[-1] == "" and len(fields) > 1 and self.chance.random() < 0.3:
            fields.pop()
        text = "-".join(fields + ["more"] * self.odd(0.1) * len(self.header))
        at_once = nodes[first] is others[last]
        nodes[first]["opening"].append(f"({text})" if at_once else f"({text}")
        if not at_once and not self.odd(0.1):
            named = f"{types.get(name, '')}-{name}" if self.header.startswith("entity") else name
            others[last]["closing"].append(f"{named})" if not self.odd(0.3) else f"{name}-x)")

    def field(self, field, name, types, size):
        if field in ("eid", "GRP"):
            return name if not self.odd(0.1) else ""
        if field in ("etype", "entity"):
            return types.get(name, "") if self.chance.random() < 0.8 else ""
        if field == "head":
            beyond = self.chance.choice([0, size + 1, "x", "", "01", "1" * 12])
            return str(self.chance.randint(1, size) if not self.odd() else beyond)
        places = ",".join(str(self.chance.randint(1, size)) for _ in range(self.chance.choice([1, 1, 2])))
        if self.odd(0.5):
            places = self.chance.choice(["9", "0", "x", "1,", ",1", "1,1,1,1,1,1,1,1,1,1,1"])
        if field == "minspan":
            return places if self.chance.random() < 0.7 else ""
        if field == "other" and self.chance.random() < 0.2:
            return self.chance.choice(["", "a:b,"]) + "minspan:" + places.replace(",", "%2C")
        return self.chance.choice(["", "ana", "new"])

    def line(self, node, names):
        lines = []
        if "." not in node["id"] and self.chance.random() < 0.05:
            misc = "Entity=(e1)" if self.odd() else self.chance.choice(["_", "SpaceAfter=No"])
            lines.append(f"{node['id']}-{int(node['id']) + 1}\tw\t_\t_\t_\t_\t_\t_\t_\t{misc}")
        brackets = node["closing"] + node["opening"]
        if self.odd(0.3):
            self.chance.shuffle(brackets)
        misc = []
        if brackets or self.odd(0.3):
            misc.append("Entity=" + "".join(brackets))
        if self.chance.random() < 0.1:
            misc.append(self.chance.choice(["SpaceAfter=No", "NotEntity=(x)", "Split=x", "Entityx"]))
        if self.odd(0.5):
            one, two = self.chance.choices([*names, "none"], k=2)
            key = self.chance.choice(["Bridge", "SplitAnte", "Split"])
            misc.append(f"{key}={one}<{two}" + self.chance.choice(["", ":part", f",{two}<{one}", ",x"]))
        if self.odd(0.05):
            misc.append(self.chance.choice(["ClusterId=1", "ClusterId[1]=1", "Entity=(e1)", "Entity=)"]))
        self.chance.shuffle(misc)
        dependencies = self.chance.choice(["_", "1:a", "1:a|2:b"]) if not self.odd(0.3) else "x"
        columns = [node["id"], self.chance.choice(FORMS), "w", "X", "_", "_", "0", "root", dependencies]
        lines.append("\t".join([*columns, "|".join(misc) or "_"]))
        return lines
