import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.location = { pathname: "/s/abc/" };
const { missing, TASKS } = await import("../app/tasks.js");
const { browserWords, learn, merged } = await import("../app/words.js");
const { slug } = await import("../app/markdown.js");

test("what is still to be chosen", () => {
  assert.deepEqual(missing(TASKS.score, { key: [], response: [] }), ["a key", "a response"]);
  assert.deepEqual(missing(TASKS.agreement, { key: [], response: [1] }), ["another annotator"]);
  assert.deepEqual(missing(TASKS.check, { key: [], response: [1] }), []);
  assert.deepEqual(missing(TASKS.challenge, { key: [], response: [1] }), ["questions"]);
  assert.deepEqual(missing(TASKS.leaderboard, { key: [], response: [] }), ["a folder"]);
});

test("errors name settings by their labels and nothing of a shell", () => {
  const field = (name, label, values = null) => ({ name, label, values });
  learn({ settings: [field("align", "Texts", ["none", "characters"]), field("response_format", "Format"), field("guess_types", "Types", ["auto", "en"])], plan: [] });
  const cases = {
    "the tokens differ (--align characters compares texts)": "the tokens differ (the setting “Texts”: characters compares texts)",
    "two formats fit (--format conll)": "two formats fit (the setting “Format” conll)",
    "it is odd (corefscope check lists them)": "it is odd",
    "too large (allow more with --upload-limit, in MB)": "too large (whoever starts the application can allow more)",
    "pyarrow is missing (pip install corefscope[parquet])": "pyarrow is missing",
    "it ended (score it on the command line)": "it ended",
    "recall by type, as corefscope errors --show breakdowns.": "recall by type.",
    "types by the rule of --guess-types en": "types by the rule of the setting “Types”: en",
    "the column reads '0)'": "the column reads '0)'",
  };
  for (const [given, expected] of Object.entries(cases)) assert.equal(browserWords(given), expected);
});

test("equal findings are one line with all places", () => {
  const finding = (line, text = "no entity") => ({ severity: "error", kind: "x", text: `a.conll:${line}: ${text}`, source: "a.conll", line });
  const found = merged([finding(1), finding(2), finding(9), finding(3, "another")]);
  assert.deepEqual(found.map(({ rest, places }) => [rest, places]), [
    ["no entity", ["a.conll:1", "a.conll:2", "a.conll:9"]],
    ["another", ["a.conll:3"]],
  ]);
});

test("headings have the names that links use", () => assert.equal(slug("A setting: `--x`"), "a-setting---x"));
