import assert from "node:assert/strict";
import { test } from "node:test";
import { blocksOf, joined, shortNames, spaced } from "../report/words.ts";

const text = (line, more = {}) => ({ words: line.split(" "), tight: null, sentences: null, ...more });

test("punctuation has no blank before it, brackets none behind them", () => {
  const words = text("He ( Ann ) did n't go , she said .");
  assert.equal(joined(words, 0, 99), "He (Ann) didn't go, she said.");
});

test("straight quotes open and close in turn", () => {
  assert.equal(joined(text('" Go , " he said'), 0, 99), '"Go," he said');
});

test("scripts without blanks are joined", () => {
  assert.equal(joined(text("他 说 hello"), 0, 99), "他说 hello");
});

test("blanks that the file states are kept as they are", () => {
  assert.deepEqual([...spaced(text("a b c", { tight: new Set([1]) }), 0, 3)], [0, 1, 0]);
});

test("a part of a text beyond its ends is cut", () => {
  assert.equal(joined(text("a b"), -5, 1), "a ".trim());
  assert.equal(joined(text("a b"), 5, 9), "");
});

test("each sentence is a block, and a long one is cut at the end of a sentence or after its longest length", () => {
  const two = text("a b . c d .", { sentences: Int32Array.from([0, 3]) });
  assert.deepEqual(blocksOf(two), [[0, 3, 1], [3, 6, 2]]);
  const long = { words: Array.from({ length: 400 }, () => "w"), tight: null, sentences: null };
  const blocks = blocksOf(long);
  assert.equal(blocks[0][0], 0);
  assert.equal(blocks.at(-1)[1], 400);
  blocks.slice(1).forEach(([from], number) => assert.equal(from, blocks[number][1]));
  assert.ok(blocks.every(([from, to]) => to - from <= 160));
});

test("names lose what is common to all of them, between parts", () => {
  assert.deepEqual(shortNames(["bc/cctv/00/cctv_0000", "bc/cctv/00/cctv_0001"]), ["0000", "0001"]);
  assert.deepEqual(shortNames(["(nw/a); part 000", "(nw/b); part 000"]), ["a", "b"]);
  assert.deepEqual(shortNames(["harbour", "harvest"]), ["harbour", "harvest"]);
  assert.deepEqual(shortNames(["a/", "a/b"]), ["a/", "a/b"]);
  assert.deepEqual(shortNames(["only/one.txt"]), ["only/one.txt"]);
});
