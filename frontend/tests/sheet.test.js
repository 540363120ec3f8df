import assert from "node:assert/strict";
import { test } from "node:test";
import { compared } from "../sheet/order.ts";
import { numberIn } from "../sheet/sorting.ts";

const sorted = (values, how) => [...values].sort((one, two) => compared(one, two, how));

test("numbers are compared as numbers, names as names", () => {
  assert.deepEqual(sorted(["10", "9", "0.5"], { numeric: true, down: false }), ["0.5", "9", "10"]);
  assert.deepEqual(sorted(["b", "a", "10"], { numeric: false, down: true }), ["b", "a", "10"]);
});

test("what has no value comes last either way", () => {
  for (const down of [true, false]) assert.equal(sorted(["", "1", "2"], { numeric: true, down }).at(-1), "");
});

test("a text is sorted by the number that it begins with", () => {
  assert.deepEqual(["1,200", "−3.5 (2)", "94.48 (3)", "failed"].map(numberIn), ["1200", "-3.5", "94.48", ""]);
});
