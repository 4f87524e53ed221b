// A whole table as people tell it: what lies where, at which moment, what is done, and what is asked of it.

/** @import { City, Known, Rulings } from "../shared/notation.js" */
/** @import { State } from "./question.js" */
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
 * @property {string[]} deck the cards and scorings that can still come, pile by pile from the top; a line is between two piles
 * @property {string[]} discard
 * @property {number[]} points those of each seat before anything is done
 * @property {number} dirkPoints
 * @property {string[]} bought the tiles that were bought in this turn, before a further action
 * @property {string[]} due the scorings that came and are still to be done
 * @property {number[]} ages of the seats, where they decide who begins
 * @property {boolean[]} vizier whether that of each seat is active; where nothing is said, all are
 * @property {string[]} openHuts those that lie on top of their piles
 * @property {string[]} hiddenHuts those below
 * @property {Record<"hidden" | "shown", string[][]>} bonus the bonus cards of each seat
 * @property {string[]} bonusLeft the bonus cards that nobody has
 * @property {Record<string, string[]>} bags by family
 * @property {string[]} placing tiles that are to be placed
 * @property {string[]} deeds what was done before
 * @property {Deed} deed what is done now
 * @property {string[]} facts what is to be told of the table afterwards
 */
/** @typedef {Record<string, unknown>} Told a question as people write it */

/** @type {Deed} */
export const NO_DEED = { verb: "", face: "", cell: "", where: "1", cards: [], what: "" };

/** What stands between two piles. */
export const BETWEEN_PILES = "|";

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
    discard: [],
    points: [],
    dirkPoints: 0,
    bought: [],
    due: [],
    ages: [],
    vizier: [],
    openHuts: [],
    hiddenHuts: [],
    bonus: { hidden: [], shown: [] },
    bonusLeft: [],
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
  const chosen = { ...deed, cards: deed.cards.join(" "), colour: deed.face.replace(/-hut|\d+/, "") };
  if (partsOf(deed.verb, known).some((part) => !chosen[part])) return "";
  return known.actions[deed.verb].replaceAll(/\{0\.(\w+)\}/g, (_, part) => chosen[part]);
}

/**
 * A deed in notation taken apart, so that it can be changed; null where it cannot.
 * @param {string} text
 * @param {Known} known
 * @returns {Deed | null}
 */
function deedRead(text, known) {
  const [verb] = text.split(" ");
  const form = Object.hasOwn(known.actions, verb) ? known.actions[verb] : "";
  const found = new RegExp(`^${form.replaceAll(/\{0\.\w+\}/g, "(.+)")}$`).exec(text) ?? [];
  const parts = Object.fromEntries(partsOf(verb, known).map((part, place) => [part, found[place + 1] ?? ""]));
  const face = parts.colour ? `${parts.colour}-hut` : (parts.face ?? "");
  const deed = { ...NO_DEED, ...parts, verb, face, cards: split(parts.cards) };
  return deedText(deed, known) === text ? deed : null;
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
 * The piles of a deck, from the top.
 * @param {string[]} deck
 */
export const pilesOf = (deck) => deck.join(" ").split(BETWEEN_PILES).map(split);

/**
 * Whether any of the lists has something.
 * @param {string[][]} lists
 */
const isAny = (lists) => lists.some((each) => each.length);

/**
 * The huts as people write them: the buildings in the order in which the game names them.
 * @param {Table} table
 * @param {Known} known
 */
function hutsTold({ openHuts, hiddenHuts }, known) {
  const buildings = Object.keys(known.buildings).filter((each) => known.buildings[each].family === "alhambra");
  const of = (/** @type {string[]} */ huts, /** @type {string} */ building) =>
    huts.filter((hut) => hut.startsWith(`${building}-`));
  if (!isAny([openHuts, hiddenHuts])) return {};
  return {
    tops: buildings.map((each) => of(openHuts, each)[0] ?? ""),
    piles: buildings.map((each) => of(hiddenHuts, each)),
  };
}

/**
 * The bonus cards as people write them.
 * @param {Table} table
 * @param {unknown[]} seats
 */
function bonusTold({ bonus: { hidden, shown }, bonusLeft }, seats) {
  const each = (/** @type {string[][]} */ cards) => seats.map((_, seat) => cards[seat] ?? []);
  return isAny([...hidden, ...shown, bonusLeft])
    ? filled({ left: bonusLeft, hidden: each(hidden), shown: each(shown) })
    : {};
}

/**
 * The table of a state as people write it.
 * @param {State} state
 * @param {Known} known
 * @returns {Told}
 */
export function tableTold(state, known) {
  const { cities, table, modules, scoring, dirk } = state;
  const { lanes } = known.games[state.game];
  const { phase, turn, first, marker, yard, display, bags, placing, points, ages, vizier } = table;
  const seats = cities.map((city, seat) =>
    filled({
      hand: (table.hands[seat] ?? []).join(" "),
      city,
      reserve: table.reserves[seat],
      points: points[seat] || "",
    }),
  );
  const piles = pilesOf(table.deck).map((pile) => pile.join(" "));
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
    deck: piles.length > 1 ? piles : piles[0],
    discard: table.discard.join(" "),
    bought: phase === "act" ? table.bought : [],
    due: table.due,
    ages: ages.some(Boolean) ? cities.map((_, seat) => ages[seat] ?? 0) : [],
    vizier: modules.includes("vizier") && vizier.length ? cities.map((_, seat) => vizier[seat] ?? true) : [],
    huts: modules.includes("huts") ? hutsTold(table, known) : {},
    bonus: modules.includes("bonus") ? bonusTold(table, cities) : {},
    dirk_points: known.dirk.includes(cities.length) ? table.dirkPoints || "" : "",
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
const lists = (/** @type {unknown} */ value) => (Array.isArray(value) ? value.map(list) : []);
const plain = (/** @type {unknown} */ value) =>
  /** @type {Told} */ (typeof value === "object" && value !== null && !Array.isArray(value) ? value : {});

/**
 * What a told question says of the table; whether that is all of it shows when it is told again.
 * @param {string} kind
 * @param {Told} told
 * @param {Known} known
 * @returns {{ seat: number, table: Table, cities: unknown[], modules: string[], scoring: string, dirk: string[] | null }}
 */
export function tableOf(kind, told, known) {
  const { lanes } = known.games[String(told.game ?? "granada")];
  const position = plain(told.state);
  const seats = Array.isArray(position.seats) ? position.seats.map(plain) : [];
  const players = Math.min(Math.max(...known.players), Math.max(1, Number(position.players ?? USUAL.players) || 1));
  const each = Array.from({ length: players }, (_, seat) => seats[seat] ?? {});
  const done = typeof told.do === "string" ? [told.do] : list(told.do);
  const last = deedRead(done.at(-1) ?? "", known);
  const bags = lanes.length > 1 ? plain(position.bags) : { [lanes[0]]: position.bag };
  const acts = Number(Array.isArray(position.asked) ? position.asked[0] : (position.turn ?? USUAL.turn));
  return {
    seat: Object.hasOwn(each, acts) ? acts : 0,
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
      deck: Array.isArray(position.deck) ? split(list(position.deck).join(` ${BETWEEN_PILES} `)) : split(position.deck),
      discard: split(position.discard),
      points: each.map(({ points }) => Number(points ?? 0)),
      dirkPoints: Number(position.dirk_points ?? 0),
      bought: list(position.bought),
      due: list(position.due),
      ages: list(position.ages).map(Number),
      vizier: list(position.vizier).map((up) => up === "true"),
      openHuts: list(plain(position.huts).tops).filter(Boolean),
      hiddenHuts: lists(plain(position.huts).piles).flat(),
      bonus: { hidden: lists(plain(position.bonus).hidden), shown: lists(plain(position.bonus).shown) },
      bonusLeft: list(plain(position.bonus).left),
      bags: Object.fromEntries(lanes.map((lane) => [lane, list(bags[lane])])),
      placing: list(position.place),
      deeds: last ? done.slice(0, -1) : done,
      deed: last ?? NO_DEED,
      facts: list(told.ask),
    },
  };
}
