// What the tests know of the site: Python wrote it into the file that GRANADA_SITE names.
import { readFileSync } from "node:fs";

import { blank } from "../../docs/_static/judge/question.js";

/** @import { Index } from "../../docs/_static/finding.js" */
/** @import { Question, State } from "../../docs/_static/judge/question.js" */
/** @import { Known } from "../../docs/_static/shared/notation.js" */
/**
 * @typedef {object} Site
 * @property {Known} known
 * @property {Index} index
 * @property {[words: string, game: string, rules: string[]][]} searches what people type, and what the terminal finds
 * @property {Record<string, Question>} cases the cases of the suite that the page has a board or cards for
 */

/** @type {Site} */
const site = JSON.parse(readFileSync(process.env.GRANADA_SITE ?? "", "utf8"));
export const { known, index, searches, cases } = site;

/**
 * A state that nobody can change.
 * @param {Partial<State>} update
 */
export function stateWith(update = {}) {
  return frozen({ ...blank(update.game), ...update });
}

/**
 * @template Value
 * @param {Value} value
 * @returns {Value}
 */
function frozen(value) {
  if (value && typeof value === "object") Object.values(value).forEach(frozen);
  return Object.freeze(value);
}
