// What can be done with files: which of them each task takes, in which roles, and an example of each.

/**
 * @typedef {object} Role
 * @property {string} title
 * @property {string} about
 * @property {boolean} [optional]
 */
/**
 * @typedef {object} Task
 * @property {string} title
 * @property {string} about one sentence
 * @property {string} action the text of the button
 * @property {string} page of the documentation
 * @property {Role | null} key
 * @property {Role | null} response
 * @property {boolean} metrics whether metrics and settings of scoring matter
 * @property {boolean} plain whether files are annotations, which are checked as soon as they are chosen
 * @property {boolean} [folder] whether the key is a folder, or a manifest in the folder that is served
 * @property {string} pick what the buttons of the file list are called, "Key" and "Response" if empty
 * @property {{key: string | null, responses: string[], names?: string[], set?: string, to?: string}} example
 */

const TALES = ["tales/large.jsonl", "tales/small.jsonl", "tales/nearest.jsonl"];

/** @type {Record<string, Task>} */
export const TASKS = {
  score: {
    title: "Systems against a key",
    about: "Score systems against a key, compare them and read their errors in the text.",
    action: "Score",
    page: "output.md",
    key: { title: "Key", about: "the annotation that counts as right" },
    response: { title: "Responses", about: "the output of each system" },
    metrics: true,
    plain: true,
    pick: "",
    example: { key: "tales/key.jsonl", responses: TALES },
  },
  agreement: {
    title: "Agreement",
    about: "Say how far annotators agree, and show where they do not.",
    action: "Measure agreement",
    page: "agreement.md",
    key: null,
    response: { title: "Annotators", about: "the annotation of each, of the same documents" },
    metrics: true,
    plain: true,
    pick: "Annotator",
    example: { key: null, responses: ["key.conll", "response-a.conll", "response-b.jsonl"], names: ["A", "B", "C"] },
  },
  statistics: {
    title: "Statistics",
    about: "Say what files hold: mentions, entities, sizes and types.",
    action: "Describe",
    page: "commands.md#corefscope-stats",
    key: { title: "Key", about: "to show the best score that the mentions allow", optional: true },
    response: { title: "Files", about: "each is described" },
    metrics: false,
    plain: true,
    pick: "File",
    example: { key: "tales/key.jsonl", responses: ["tales/key.jsonl", ...TALES] },
  },
  check: {
    title: "Check",
    about: "List every problem of every file, in one table.",
    action: "Check",
    page: "messages.md",
    key: { title: "Key", about: "to see whether the files fit it", optional: true },
    response: { title: "Files", about: "each is one submission" },
    metrics: false,
    plain: true,
    pick: "File",
    example: { key: "key.conll", responses: ["response-a.conll", "response-b.jsonl", "broken.conll"] },
  },
  convert: {
    title: "Convert",
    about: "Write files in another format, and say what that format cannot express.",
    action: "Convert",
    page: "formats.md",
    key: null,
    response: { title: "Files", about: "each is written in the other format" },
    metrics: false,
    plain: true,
    pick: "File",
    example: { key: null, responses: ["key.conll"], to: "corefud" },
  },
  challenge: {
    title: "Challenge set",
    about: "Score systems on questions about pronouns: GAP, WinoBias, Winogender, WinoPron.",
    action: "Score",
    page: "challenges.md",
    key: { title: "Questions", about: "the set's own file; of WinoBias, the folder of its files" },
    response: { title: "Responses", about: "clusters over the texts, or the set's own table of answers" },
    metrics: false,
    plain: false,
    pick: "",
    example: { key: "challenge/gap.tsv", responses: ["challenge/gap-response.jsonl"], set: "gap" },
  },
  leaderboard: {
    title: "Leaderboard",
    about: "Rank many systems on many data sets.",
    action: "Rank",
    page: "leaderboard.md",
    key: { title: "Folder", about: "with a folder for each data set: its key and a file of each system" },
    response: null,
    metrics: true,
    plain: false,
    folder: true,
    pick: "",
    example: { key: "leaderboard", responses: [] },
  },
};

/**
 * What is still to be chosen, in words.
 * @param {Task} task
 * @param {Record<string, unknown[]>} items
 */
export function missing(task, items) {
  const named = { key: task.key?.title.toLowerCase(), response: task.response?.title.toLowerCase().replace(/s$/, "") };
  const needed = ["key", "response"].filter((role) => task[role] && !task[role].optional && !items[role].length);
  if (task.title === "Agreement" && items.response.length === 1) return ["another annotator"];
  return needed.map((role) => `${task.title === "Agreement" ? "two annotators" : role === "key" && task.key?.title === "Questions" ? "questions" : `a ${named[role]}`}`);
}
