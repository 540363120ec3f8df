import assert from "node:assert/strict";
import { test } from "node:test";
import { besideCounts, besideError, besideIdentity, besidePatterns, besideSentence } from "../report/beside.ts";
import { Model } from "../report/model.ts";
import { hashOf, parsed } from "../report/state.ts";
import { payload } from "./payload.js";

const WHAT = { sets: "split antecedents", bridging: "bridging", nonreferring: "non-referring" };
const runs = (word) => [[word, word]];
const ends = (label, ...words) => ({ ends: words.map(runs), label });
const error = (kind, verdict, given) => ({ kind, what: WHAT[kind], verdict, document: 0, ...given });

// "Ann saw her . She left ."; the key has Ann, her and She in one entity, the response Ann with She and left alone.
function pairOf(...errors) {
  const given = payload();
  given.systems[0].anaphora_errors = errors;
  return new Model(given).pair(0);
}

function read(given) {
  return besideSentence(pairOf(given), given)
    .map((part) => (typeof part === "string" ? part : `<${part.said}>`))
    .join("");
}

const SENTENCES = [
  [error("sets", "missed", { key: ends("", 4, 1, 5) }), "In the key, <She> refers to <saw> and <left>; the response has no such set."],
  [
    error("sets", "spurious", { response: ends("", 4, 1, 3, 6) }),
    "In the response, <She> refers to <saw>, <.> and <.>; the key has no such set.",
  ],
  [
    error("sets", "partly right", { key: ends("", 4, 1, 3), response: ends("", 2, 1, 6) }),
    "<She> refers to <saw> and <.> in the key, and <her> to <saw> and <.> in the response.",
  ],
  [error("bridging", "missed", { key: ends("part", 4, 0) }), "The key links <She> to <Ann> (part); the response has no such link."],
  [
    error("bridging", "spurious", { response: ends("", 4) }),
    "The response links <She> to an unknown antecedent; the key has no such link.",
  ],
  [
    error("bridging", "wrong antecedent", { key: ends("part", 4, 0), response: ends("part", 4, 1) }),
    "The response links <She> to <saw>, but the key links it to <Ann> (part).",
  ],
  [error("nonreferring", "missed", { key: ends("expletive", 1) }), "<saw> does not refer (expletive); the response does not mark it."],
  [
    error("nonreferring", "spurious", { response: ends("", 1) }),
    "The response says that <saw> does not refer; the key does not mark it.",
  ],
  [
    error("nonreferring", "taken for a mention", { key: ends("expletive", 4) }),
    "<She> does not refer (expletive), but the response takes it for a mention of <Ann>.",
  ],
  [
    error("nonreferring", "a mention taken for it", { response: ends("idiom", 4) }),
    "<She> is a mention of <Ann> in the key, but the response says that it does not refer (idiom).",
  ],
  [
    error("nonreferring", "another kind", { key: ends("expletive", 1), response: ends("idiom", 1) }),
    "<saw> does not refer: expletive in the key, idiom in the response.",
  ],
  [error("bridging", "missed", {}), "The anaphor is not in the file that names it."],
];
for (const [given, sentence] of SENTENCES)
  test(`${given.what}, ${given.verdict}: ${sentence}`, () => assert.equal(read(given), sentence));

test("a relation that several errors have is a pattern of its own", () => {
  const missed = (label, document) => error("bridging", "missed", { key: ends(label, 4, 0), document });
  const found = besidePatterns(pairOf(), [missed("part", 1), missed("part", 1), missed("part", 0), missed("near", 0), missed("set", 0)]);
  assert.deepEqual(
    found.map(({ name, errors }) => [name.map((part) => part.said ?? part).join(""), errors.map((each) => each.document)]),
    [
      ["missed bridging link: part", [1, 0, 1]],
      ["missed bridging link", [0, 0]],
    ],
  );
});

test("the same error of two systems has one identity", () => {
  const one = error("bridging", "wrong antecedent", { key: ends("", 4, 0), response: ends("", 4, 1), item: 1 });
  const two = { ...one, response: ends("", 4, 2), item: 5 };
  assert.equal(besideIdentity(one), besideIdentity(two));
  assert.notEqual(besideIdentity(one), besideIdentity({ ...one, document: 1 }));
});

test("counts say which side has none", () => {
  const given = payload();
  const errors = [error("bridging", "missed", { key: ends("", 4, 0), item: 0 })];
  given.systems[0].anaphora = [{ kind: "bridging", document: 0, key: ends("", 4, 0) }];
  given.systems[0].anaphora_errors = errors;
  const pair = new Model(given).pair(0);
  assert.equal(besideCounts(pair, errors), "1 missed; the response has none");
  pair.anaphoraItems[0].verdict = "missed";
  assert.equal(besideCounts(pair, [...errors, ...errors]), "2 missed");
  assert.equal(besideError(pair, pair.anaphora[0][0]), errors[0]);
  assert.deepEqual([...pair.errorCounts], [2]);
});

test("an item has an address", () => {
  const given = payload();
  given.systems[0].anaphora = [{ kind: "bridging", document: 0, key: ends("", 4, 0) }];
  const model = new Model(given);
  assert.equal(parsed("#d=1&b=1", model).item, 0);
  assert.equal(hashOf(parsed("#d=1&b=1", model), model), "#d=1&b=1");
  assert.equal(parsed("#d=1&b=2", model).item, null);
});
