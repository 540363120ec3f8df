import assert from "node:assert/strict";
import { test } from "node:test";
import { MODES } from "../report/block.js";
import { explained, patterns } from "../report/explain.js";
import { fateInWords, fateOf } from "../report/fates.js";
import { Model } from "../report/model.js";
import { kindTitle, sided, sideName } from "../report/wording.js";
import { payload } from "./payload.js";

const KINDS = {
  span: "a mention with wrong boundaries",
  conflated: "a part of a response entity that belongs to another key entity",
  "extra mention": "a mention that the key does not have, alone or in an entity that it has",
  "extra entity": "a response entity none of whose mentions, except pronouns, is in the key",
  divided: "a part of a key entity that the response has elsewhere",
  "missing mention": "a mention that the response does not have, alone or of an entity that it has",
  "missing entity": "a key entity none of whose mentions, except pronouns, is in the response",
};

function pairOf(annotator, kind = "span", key = [1], response = [2]) {
  const errors = { kind: [Object.keys(KINDS).indexOf(kind)], document: [0], key: [key], response: [response] };
  const given = { ...payload(), kinds: KINDS, ...(annotator ? { annotator } : {}) };
  given.systems[0].errors = errors;
  return new Model(given).pair(0);
}

function read(pair) {
  return explained(pair, 0).sentence.map((part) => (typeof part === "string" ? part : `<${part.said}>`)).join("");
}

test("a report says key and response", () => {
  const pair = pairOf(null);
  for (const { title } of Object.values(MODES)) assert.equal(sided(pair, title), title);
  for (const [kind, [name, meaning]] of Object.entries(KINDS).entries()) {
    assert.equal(kindTitle(pair, kind), name);
    assert.equal(sided(pair, meaning), meaning);
  }
  assert.equal(sideName(pair, "key"), "key");
});

test("annotators are named instead of key and response", () => {
  const pair = pairOf("mia");
  assert.deepEqual([sideName(pair, "key"), sideName(pair, "response")], ["mia", "ours"]);
  assert.deepEqual(
    Object.values(MODES).map(({ title }) => sided(pair, title)),
    ["mia above, ours below", "Side by side", "mia only", "ours only", "Two annotators, mia between"],
  );
  assert.deepEqual(
    Object.values(KINDS).map((meaning, kind) => `${kindTitle(pair, kind)}: ${sided(pair, meaning)}`),
    [
      "span: a mention with other boundaries",
      "joined only by ours: a part of an entity of ours that belongs to another entity of mia",
      "mention that only ours has: a mention that mia does not have, alone or in an entity of both",
      "entity that only ours has: an entity of ours none of whose mentions, except pronouns, is in mia’s annotation",
      "joined only by mia: a part of an entity of mia that ours has elsewhere",
      "mention that only mia has: a mention that ours does not have, alone or in an entity of both",
      "entity that only mia has: an entity of mia none of whose mentions, except pronouns, is in ours’s annotation",
    ],
  );
  assert.equal(sided(pair, "Key entities at the left, response entities at the right"), "Entities of mia at the left, entities of ours at the right");
  assert.equal(sided(pair, "Errors of"), "Disagreements of");
});

test("a name is not read as words of the page", () => {
  const pair = pairOf("the response $& key");
  assert.equal(sided(pair, "only the key has it"), "only the response $& key has it");
});

test("a disagreement says what each annotator has", () => {
  assert.equal(read(pairOf("mia", "span", [1], [2])), "mia has <her>, ours has <left>.");
  assert.equal(read(pairOf("mia", "divided")), "<her> is with <Ann> in mia’s annotation, alone in ours’s.");
  assert.equal(read(pairOf("mia", "extra mention", [], [1])), "Only ours has <She>, with <Ann>.");
  assert.equal(read(pairOf("mia", "extra mention", [], [2])), "Only ours has <left>, alone.");
  assert.equal(read(pairOf("mia", "missing mention", [1], [])), "Only mia has <her>, with <Ann>.");
  assert.equal(read(pairOf("mia", "missing entity", [0, 1, 2], [])), "Only mia has the entity of <Ann> and 2 more.");
});

test("patterns and fates name the annotators", () => {
  const said = (pair) => patterns(pair, [0], () => 1)[0].name.map((part) => part.said ?? part).join("");
  assert.equal(said(pairOf("mia", "missing mention", [1], [])), "pronoun her that only mia has");
  assert.equal(said(pairOf("mia", "conflated")), "pronoun her joined only by ours");
  assert.equal(said(pairOf("mia", "span", [1], [2])), "ours has both boundaries elsewhere");
  const pair = pairOf("mia");
  assert.equal(fateInWords(pair, "response", fateOf(pair, "response", 1)), "not in mia’s annotation");
});
