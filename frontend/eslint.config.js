import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["types/", "node_modules/"] },
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
