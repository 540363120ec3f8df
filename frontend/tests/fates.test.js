import assert from "node:assert/strict";
import { test } from "node:test";
import { fateInWords, fateOf } from "../report/fates.ts";
import { Model } from "../report/model.ts";
import { payload } from "./payload.js";

const words = (pair, side, entity) => fateInWords(pair, side, fateOf(pair, side, entity)).join("; ");

// Key: Ann, her, She. Response: Ann and She together, and "left", which the key does not have.
test("an entity is told by its pieces and by what is lost", () => {
  const pair = new Model(payload()).pair(0);
  assert.deepEqual(fateOf(pair, "key", 0), { size: 3, pieces: [{ entity: 0, shared: 2 }], lost: 1, company: [] });
  assert.equal(words(pair, "key", 0), "2 of 3 matched; 1 missing");
  assert.equal(words(pair, "response", 1), "not in the key");
  assert.equal(words(pair, "response", 0), "whole, with 1 mention that the response does not have");
});

test("split, merged and whole entities are called so", () => {
  const given = payload();
  given.keys[0].mentions = { count: [4], first: [0, 2, 2, 1], length: [0, 0, 0, 0], entity: [0, 0, 0, 1], names: ["1", "2"] };
  given.systems[0].mentions = { ...given.keys[0].mentions, entity: [0, 0, 1, 1], names: ["a", "b"] };
  Object.assign(given.systems[0], { twin: [1, 1, 1, 1], partner: [0, 1], errors: undefined, costs: undefined });
  let pair = new Model(given).pair(0);
  assert.equal(words(pair, "key", 0), "split into 2 + 1");
  assert.equal(words(pair, "key", 1), "merged with “Ann”");
  assert.equal(words(pair, "response", 1), "joins 1 + 1, from “Ann”, “left”; the rest of “Ann” is with “Ann”");
  given.systems[0].mentions.entity = [0, 0, 0, 1];
  pair = new Model(given).pair(0);
  assert.equal(words(pair, "key", 0), "whole");
});
