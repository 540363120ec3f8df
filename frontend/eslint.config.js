import js from "@eslint/js";
import { transformSync } from "esbuild";
import globals from "globals";

// ESLint reads JavaScript, so types are taken out first; a message names the line of what is left.
const stripped = {
  preprocess: (text) => [{ text: transformSync(text, { loader: "ts", charset: "utf8" }).code, filename: "stripped.js" }],
  postprocess: (messages) => messages.flat(),
};

export default [
  { ignores: ["types/", "node_modules/"] },
  { files: ["**/*.ts"], plugins: { types: { processors: { stripped } } }, processor: "types/stripped" },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2023, globals: globals.browser },
    rules: {
      eqeqeq: "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", caughtErrors: "none" }],
      "no-var": "error",
      "prefer-const": "error",
      // Text only ever becomes text: nothing parses markup.
      "no-restricted-properties": [
        "error",
        { property: "innerHTML" },
        { property: "outerHTML" },
        { property: "insertAdjacentHTML" },
      ],
      "no-eval": "error",
      "no-implied-eval": "error",
    },
  },
  {
    files: ["*.js", "tests/**/*.js"],
    languageOptions: { globals: globals.node },
  },
];
