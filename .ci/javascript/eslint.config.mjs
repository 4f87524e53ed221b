// What is asked of the site's JavaScript beside its types: the usual rules, and those that catch real mistakes.
import js from "@eslint/js";
import globals from "globals";

const CLASSIC = ["docs/_ext/*.js", "docs/_root/*.js", "docs/_static/rulebook.js", "docs/_static/table.js"];

export default [
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      "consistent-return": "error",
      "default-case-last": "error",
      eqeqeq: "error",
      "no-implicit-globals": "error",
      "no-shadow": "error",
      "no-use-before-define": ["error", { functions: false, variables: false }],
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "require-atomic-updates": "error",
    },
  },
  { files: ["docs/_ext/scorer.js"], rules: { "no-implicit-globals": "off", "no-var": "off" } }, // one global is its use
  { files: CLASSIC, languageOptions: { sourceType: "script", globals: globals.browser } },
  { files: ["docs/_static/**/*.js"], languageOptions: { globals: globals.browser } },
  {
    files: ["docs/*.mjs", "docs/_ext/*.mjs", "tests/javascript/*.mjs"],
    languageOptions: { globals: globals.node },
  },
];
