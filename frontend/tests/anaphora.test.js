import assert from "node:assert/strict";
import { test } from "node:test";
import { arrowsOf, sentence, sideIn, stateOf } from "../report/anaphora.ts";
import { Model } from "../report/model.ts";
import { payload } from "./payload.js";

const over = { above: "key", below: "response" };
const ends = (...words) => ({ ends: words.map((word) => [[word, word]]), label: "part" });
const item = (verdict, key, response, kind = "bridging") => ({ kind, document: 0, verdict, key, response });

test("a verdict is drawn by who has it", () => {
  assert.equal(stateOf(item("missed", ends(4, 0))), "missed");
  assert.equal(stateOf(item("taken for a mention", ends(4))), "missed");
  assert.equal(stateOf(item("spurious", undefined, ends(4, 0))), "spurious");
  assert.equal(stateOf(item("wrong antecedent", ends(4, 0), ends(4, 2))), "wrong");
  assert.equal(stateOf(item(undefined, ends(4, 0))), "plain");
});

test("arrows lead to the antecedents of both sides, once to those that both have", () => {
  const set = item("partly right", ends(4, 0, 1), ends(4, 0, 2), "sets");
  const found = [{ to: 0, state: "right" }, { to: 1, state: "missed" }, { to: 2, state: "spurious" }];
  assert.deepEqual(arrowsOf(set, over), found);
  assert.deepEqual(arrowsOf(set, { below: "response" }), [found[0], found[2]]);
  const right = item("right", ends(4, 0), ends(4, 2));
  assert.deepEqual(arrowsOf(right, over), [{ to: 0, state: "right" }]);
  assert.deepEqual(arrowsOf(right, { below: "response" }), [{ to: 2, state: "right" }]);
  assert.deepEqual(arrowsOf(item("missed", ends(4, 0)), { below: "response" }), []);
});

test("a cell shows only what its sides have", () => {
  assert.equal(sideIn(item("missed", ends(4, 0)), over), "key");
  assert.equal(sideIn(item("missed", ends(4, 0)), { below: "response" }), null);
});

test("an item is said in words", () => {
  const given = payload();
  given.systems[0].anaphora = [item("wrong antecedent", ends(4, 0), ends(4, 2))];
  const pair = new Model(given).pair(0);
  assert.equal(pair.anaphoraCounts.bridging, 1);
  const said = "Bridging; wrong antecedent; key: She → Ann (part); response: She → her (part)";
  assert.equal(sentence(pair, pair.anaphora[0][0]), said);
});
