import assert from "node:assert/strict";
import { test } from "node:test";
import { explained, identity, patterns } from "../report/explain.ts";
import { gain } from "../report/dom.ts";
import { best, titleOf } from "../report/names.ts";
import { Model } from "../report/model.ts";
import { payload } from "./payload.js";

test("an entity is called by its first name", () => {
  const pair = new Model(payload()).pair(0);
  assert.equal(titleOf(pair, "key", 0), "Ann");
  assert.equal(best(pair, "key", [1, 2]), 1);
});

test("an error says whom its mention is with and belongs to", () => {
  const given = payload();
  given.kinds = { span: "", divided: "" };
  const pair = new Model(given).pair(0);
  const found = explained(pair, 0);
  assert.deepEqual(found.of?.mentions, [0, 2]);
  assert.equal(found.with, null);
  const read = found.sentence.map((part) => (typeof part === "string" ? part : `<${part.said}>`)).join("");
  assert.equal(read, "<her> belongs to <Ann>, but is a singleton in the response.");
});

test("patterns hold every error once, the costly first", () => {
  const given = payload();
  const { errors } = given.systems[0];
  given.kinds = { span: "", divided: "", conflated: "" };
  for (const [kind, mention] of [[1, 2], [2, 0], [2, 0], [2, 2], [2, 1]]) {
    errors.kind.push(kind);
    errors.document.push(0);
    errors.key.push([mention]);
    errors.response.push([0]);
  }
  const pair = new Model(given).pair(0);
  const found = patterns(pair, [...errors.kind.keys()], (error) => error);
  assert.deepEqual(found.flatMap((group) => group.errors).sort(), [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(found.map((group) => group.cost), [9, 5, 1]);
  assert.deepEqual(found[0].errors, [5, 4]);
});

test("the same error of two systems has one identity", () => {
  const given = payload();
  given.systems.push({ ...structuredClone(given.systems[0]) });
  const model = new Model(given);
  assert.equal(identity(model.pair(0), 0), identity(model.pair(1), 0));
});

test("a gain that rounds to nothing has no sign", () => {
  assert.deepEqual([gain(0.5, 0.50001), gain(0.51, 0.5), gain(0.4, 0.5), gain(null, 0.5)], ["0.00", "+1.00", "−10.00", "–"]);
});
