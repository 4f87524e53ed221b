// A whole table as people tell it: what lies where, at which moment, what is done, and what is asked of it.

/** @import { City, Known, Rulings, State } from "./question.js" */
/**
 * What is done, as far as it is chosen: each verb uses some of these.
 * @typedef {{ verb: string, face: string, cell: string, where: string, cards: string[], what: string }} Deed
 */
/**
 * @typedef {object} Table
 * @property {string} ask the kind of question: apply, legal or draw
 * @property {string} phase the moment
 * @property {number} turn whose turn it is
 * @property {number} first who is asked first, where seats are asked in turn
 * @property {string} marker
 * @property {string[][]} hands one for each seat
 * @property {string[][]} reserves
 * @property {string[]} yard a tile for each slot, or nothing
 * @property {string[]} display
 * @property {string[]} deck
 * @property {Record<string, string[]>} bags by family
 * @property {string[]} placing tiles that are to be placed
 * @property {string[]} deeds what was done before
 * @property {Deed} deed what is done now
 * @property {string[]} facts what is to be told of the table afterwards
 */
/** @typedef {Record<string, unknown>} Told a question as people write it */

/** @type {Deed} */
export const NO_DEED = { verb: "", face: "", cell: "", where: "1", cards: [], what: "" };

/** What need not be told. */
const USUAL = { players: 3, scoring: "normal", phase: "act", turn: 0, marker: "odd" };

/** @returns {Table} */
export function emptyTable() {
  return {
    ask: "apply",
    phase: USUAL.phase,
    turn: USUAL.turn,
    first: 0,
    marker: USUAL.marker,
    hands: [],
    reserves: [],
    yard: [],
    display: [],
    deck: [],
    bags: {},
    placing: [],
    deeds: [],
    deed: NO_DEED,
    facts: ["over", "actor"],
  };
}

/**
 * The parts that a verb uses, such as face and cell.
 * @param {string} verb
 * @param {Known} known
 */
export function partsOf(verb, known) {
  const form = Object.hasOwn(known.actions, verb) ? known.actions[verb] : "";
  return [...form.matchAll(/\{0\.(\w+)\}/g)].map((found) => found[1]);
}

/**
 * A deed in notation, or nothing while a part of it is not chosen.
 * @param {Deed} deed
 * @param {Known} known
 */
export function deedText(deed, known) {
  if (!Object.hasOwn(known.actions, deed.verb)) return "";
  /** @type {Record<string, string>} */
  const chosen = { ...deed, cards: deed.cards.join(" "), colour: deed.face.replace("-hut", "") };
  if (partsOf(deed.verb, known).some((part) => !chosen[part])) return "";
  return known.actions[deed.verb].replaceAll(/\{0\.(\w+)\}/g, (_, part) => chosen[part]);
}

const isEmpty = (/** @type {unknown} */ value) =>
  value === "" || value === null || value === undefined || (typeof value === "object" && !Object.keys(value).length);
/**
 * Only what is there.
 * @param {Told} parts
 */
const filled = (parts) => Object.fromEntries(Object.entries(parts).filter(([, value]) => !isEmpty(value)));
const padded = (/** @type {string[]} */ list, /** @type {number} */ length) =>
  Array.from({ length }, (_, place) => list[place] ?? "");

/**
 * The table of a state as people write it.
 * @param {State} state
 * @param {Known} known
 * @returns {Told}
 */
export function tableTold(state, known) {
  const { cities, table, modules, scoring, dirk } = state;
  const { lanes } = known.games[state.game];
  const { phase, turn, first, marker, yard, display, deck, bags, placing } = table;
  const seats = cities.map((city, seat) =>
    filled({ hand: (table.hands[seat] ?? []).join(" "), city, reserve: table.reserves[seat] }),
  );
  const last = seats.findLastIndex((seat) => !isEmpty(seat));
  return filled({
    players: cities.length === USUAL.players ? "" : cities.length,
    modules,
    scoring: scoring === USUAL.scoring ? "" : scoring,
    phase: phase === USUAL.phase ? "" : phase,
    turn: turn === USUAL.turn ? "" : turn,
    marker: marker === USUAL.marker ? "" : marker,
    seats: seats.slice(0, last + 1),
    yard: yard.some(Boolean) ? padded(yard, 4 * lanes.length) : [],
    display: display.join(" "),
    deck: deck.join(" "),
    ...(lanes.length > 1 ? { bags: filled(bags) } : { bag: bags[lanes[0]] }),
    dirk: known.dirk.includes(cities.length) ? dirk : null,
    place: phase === "place" ? placing : [],
    asked: phase === "favour" ? [first] : [],
  });
}

/**
 * The deeds of a table, those before and the one that is chosen now.
 * @param {Table} table
 * @param {Known} known
 */
export function deedsOf(table, known) {
  const now = deedText(table.deed, known);
  return now ? [...table.deeds, now] : table.deeds;
}

const list = (/** @type {unknown} */ value) => (Array.isArray(value) ? value.map(String) : []);
const split = (/** @type {unknown} */ value) => (typeof value === "string" ? value.split(" ").filter(Boolean) : []);
const plain = (/** @type {unknown} */ value) =>
  /** @type {Told} */ (typeof value === "object" && value !== null && !Array.isArray(value) ? value : {});

/**
 * What a told question says of the table; whether that is all of it shows when it is told again.
 * @param {string} kind
 * @param {Told} told
 * @param {Known} known
 * @returns {{ table: Table, cities: unknown[], modules: string[], scoring: string, dirk: string[] | null }}
 */
export function tableOf(kind, told, known) {
  const { lanes } = known.games[String(told.game ?? "granada")];
  const position = plain(told.state);
  const seats = Array.isArray(position.seats) ? position.seats.map(plain) : [];
  const players = Math.min(Math.max(...known.players), Math.max(1, Number(position.players ?? USUAL.players) || 1));
  const each = Array.from({ length: players }, (_, seat) => seats[seat] ?? {});
  const done = typeof told.do === "string" ? [told.do] : list(told.do);
  const bags = lanes.length > 1 ? plain(position.bags) : { [lanes[0]]: position.bag };
  return {
    cities: each.map(({ city }) => city ?? {}),
    modules: list(position.modules),
    scoring: String(position.scoring ?? USUAL.scoring),
    dirk: known.dirk.includes(players) ? list(position.dirk) : null,
    table: {
      ask: kind,
      phase: String(position.phase ?? USUAL.phase),
      turn: Number(position.turn ?? USUAL.turn),
      first: Number(Array.isArray(position.asked) ? position.asked[0] : 0),
      marker: String(position.marker ?? USUAL.marker),
      hands: each.map(({ hand }) => split(hand)),
      reserves: each.map(({ reserve }) => list(reserve)),
      yard: list(position.yard),
      display: split(position.display),
      deck: split(position.deck),
      bags: Object.fromEntries(lanes.map((lane) => [lane, list(bags[lane])])),
      placing: list(position.place),
      deeds: done,
      deed: NO_DEED,
      facts: list(told.ask),
    },
  };
}
