import assert from "node:assert/strict";
import { test } from "node:test";

import { foundRules, wordsOf } from "../../docs/_static/finding.js";
import { index, searches } from "./site.mjs";

test("the site and the terminal find the same rules", () => {
  for (const [question, rules] of Object.entries(searches)) {
    const found = foundRules(question, index).map(({ rule }) => rule);
    assert.deepEqual(found, rules, question);
  }
  assert.ok(Object.keys(searches).length > 100);
});

test("the words of a text are in small letters without accents", () => {
  assert.deepEqual(wordsOf("Vízesárok: 2 Fossé's"), ["vizesarok", "2", "fosse", "s"]);
  assert.deepEqual(wordsOf("???"), []);
});
