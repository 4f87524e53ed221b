// For both pages: how games, editions, manners of scoring and modules are called; all names are English, to be told later.

import { counted, note, say, sayOf, text } from "./words.js";

/** @import { Row, Standing } from "../judge/verdict.js" */

/** @type {Record<string, string>} */
export const GAMES = {
  granada: note("Granada"),
  alhambra: note("The Palace of Alhambra"),
  combined: note("Granada and Alhambra together"),
};
/** @type {Record<string, string>} */
export const EDITIONS = { hu: note("Hungarian"), nl: note("Dutch"), it: note("Italian"), fr: note("French") };
/** @type {Record<string, string>} */
export const SCORINGS = { normal: note("normal"), simplified: note("simplified") };
/** Which keys do what. */
export const KEYS = {
  undo: text("keys of a keyboard", "Ctrl+Z"),
  redo: text("keys of a keyboard", "Ctrl+Shift+Z"),
  remove: text("keys of a keyboard", "Delete"),
};
/**
 * What a scoring is called: its letter, or the number that a book gives it.
 * @param {string} round
 */
export const roundName = (round) => sayOf(["the name of a scoring", round]);
/**
 * The modules, each "a module" in the catalogues.
 * @type {Record<string, string>}
 */
export const MODULES = {
  vizier: "the vizier's favour",
  exchange: "the exchange bureaus",
  huts: "the builders' huts",
  bonus: "the bonus cards",
};
/** The rows of a scoring that count edges, and not buildings. */
export const EDGES = ["moats", "walls", "border"];
/** @type {Record<string, string>} */
const BEYOND = { huts: note("{number} for huts"), bonus: note("{number} for bonus cards") };
/**
 * What somebody counts in a row: edges, or buildings and what modules count beyond them.
 * @param {Standing} standing
 * @param {Pick<Row, "name">} row
 */
const countOf = ({ count, beyond = {} }, { name }) => {
  const more = Object.entries(beyond).map(([module, number]) => say(BEYOND[module], { number }));
  const built = Object.values(beyond).reduce((left, each) => left - each, count);
  if (EDGES.includes(name)) return counted("{number} edge", "{number} edges", count);
  return [say("{number} built", { number: built }), ...more].join(" + ");
};
/**
 * How somebody stands in a row, in words: a price is told only where it breaks a tie.
 * @param {Standing} standing
 * @param {Row} row
 */
export function standingInWords(standing, row) {
  const { count, place, price } = standing;
  const isBroken = row.standings.some((other) => other.count === count && other.place !== place);
  return [
    countOf(standing, row),
    ...(place === null ? [] : [say("place {number}", { number: place })]),
    ...(price === null || !isBroken ? [] : [say("tie broken by price {number}", { number: price })]),
  ].join(", ");
}
/**
 * What a row of a scoring is called.
 * @param {string} name
 */
export const rowName = (name) => sayOf([EDGES.includes(name) ? "a row of a scoring" : "a building", name]);
