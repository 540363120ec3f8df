import assert from "node:assert/strict";
import { test } from "node:test";
import { size } from "../app/browse.ts";
import { grouped } from "../app/drop.ts";

test("sizes of files", () => {
  assert.deepEqual([999, 1500, 12_345_678].map(size), ["999 B", "1.5 kB", "12 MB"]);
});

test("loose files are one submission each, annotations belong to their texts", () => {
  const names = (groups) => groups.map((group) => group.map(({ name }) => name));
  const files = (...all) => all.map((name) => ({ name }));
  assert.deepEqual(names(grouped(files("a.conll", "b.jsonl"), false)), [["a.conll"], ["b.jsonl"]]);
  assert.deepEqual(names(grouped(files("a.conll", "b.conll"), true)), [["a.conll", "b.conll"]]);
  assert.deepEqual(names(grouped(files("a.ann", "a.txt"), false)), [["a.ann", "a.txt"]]);
  assert.deepEqual(grouped([], true), []);
});
