import assert from "node:assert/strict";
import { test } from "node:test";
import { sorted } from "../report/aside.ts";
import { usualSize } from "../report/filters.ts";
import { Model } from "../report/model.ts";
import { payload } from "./payload.js";

test("documents are sorted by name, score and errors, those without a score last", () => {
  const given = { names: ["d10", "d9", "a"], scores: [0.5, null, 0.2], errors: [1, 7, 1] };
  assert.deepEqual(sorted(given, "text"), [0, 1, 2]);
  assert.deepEqual(sorted(given, "name"), [2, 1, 0]);
  assert.deepEqual(sorted(given, "score"), [2, 0, 1]);
  assert.deepEqual(sorted(given, "errors"), [1, 0, 2]);
});

test("of many mentions that are mostly right, those with errors are drawn at first", () => {
  const many = (wrong) => ({
    side: () => ({ bounds: [0, 50] }),
    kindsOf: (side, mention) => (side === "key" && mention < wrong ? [0] : []),
  });
  assert.equal(usualSize(many(25), 0), "errors");
  assert.equal(usualSize(many(26), 0), "all");
  assert.equal(usualSize(many(0), 0), "all");
  assert.equal(usualSize(new Model(payload()).pair(0), 0), "all");
});
