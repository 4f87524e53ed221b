// For both pages: how games, editions, manners of scoring and modules are called; all names are English, to be told later.

import { note, sayOf, text } from "./words.js";

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
