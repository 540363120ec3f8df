import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { lettered, Model, unpack } from "../report/model.ts";
import { payload } from "./payload.js";

test("letters go on after z", () => {
  assert.deepEqual([0, 25, 26, 27, 701, 702].map(lettered), ["a", "z", "aa", "ab", "zz", "aaa"]);
});

test("the payload comes out as it was packed", async () => {
  const data = { words: ["é", "\u202e", "</script>"] };
  assert.deepEqual(await unpack(deflateSync(JSON.stringify(data)).toString("base64")), data);
});

test("differences are summed, mentions are grouped by entity", () => {
  const { key } = new Model(payload()).pair(0);
  assert.deepEqual([...key.first], [0, 2, 4]);
  assert.deepEqual([...key.mentions(0)], [0, 1, 2]);
  assert.deepEqual([...key.rank], [0, 1, 2]);
  assert.equal(key.typeOf(1), "pronoun");
});

test("mentions and entities of both sides are paired", () => {
  const pair = new Model(payload()).pair(0);
  assert.deepEqual([...pair.twins.response], [0, 2, -1]);
  assert.deepEqual([...pair.twins.key], [0, -1, 1]);
  assert.equal(pair.shared("key", 0), 2);
  assert.deepEqual([pair.labels.key[0], pair.labels.response[0], pair.labels.response[1]], ["1", "1", "a"]);
  assert.equal(pair.colour("response", 1), "var(--alone)");
});

test("errors mark the mentions they are about, and costs are multiples of their step", () => {
  const pair = new Model(payload()).pair(0);
  assert.deepEqual(pair.kindsOf("key", 1), [1]);
  assert.deepEqual(pair.kindsOf("key", 0), []);
  assert.ok(Math.abs(pair.costs("b3").key[2] - 0.3) < 1e-12);
  assert.equal(pair.costs("muc"), null);
});

test("a mention without words is named by its place", () => {
  const given = payload();
  given.keys[0].documents = [{ words: null }];
  assert.equal(new Model(given).pair(0).wordsOf("key", 1), "tokens 2–2");
});
