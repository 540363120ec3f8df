import assert from "node:assert/strict";
import { test } from "node:test";
import { levels } from "../report/layout.ts";

const segment = (from, to, beyond = 0) => ({ from, to, beyond, level: -1 });

test("what lies within another is nearer to the words", () => {
  const [outer, inner] = [segment(0, 5), segment(1, 2)];
  assert.equal(levels([outer, inner], 6), 2);
  assert.deepEqual([inner.level, outer.level], [0, 1]);
});

test("segments beside each other share a level, one whose tag is wide keeps places free", () => {
  assert.equal(levels([segment(0, 1), segment(2, 3)], 4), 1);
  assert.equal(levels([segment(0, 0, 1), segment(1, 1)], 4), 2);
});

test("no two segments of a level overlap", () => {
  const all = [segment(0, 3), segment(2, 6), segment(5, 9), segment(0, 9), segment(4, 4)];
  levels(all, 10);
  for (const one of all)
    for (const two of all)
      if (one !== two && one.level === two.level) assert.ok(one.to < two.from || two.to < one.from);
});
