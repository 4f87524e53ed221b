// What a tap or a choice changes: a state in, a state out; where nothing changes, the same state comes back.

import { faceUp, tileOf, tileText } from "../shared/notation.js";
import { NO_DEED, deedsOf, partsOf } from "./position.js";
import { TWO_FACED, blank, fitsSlot } from "./question.js";

/** @import { City, Known, Tile } from "../shared/notation.js" */
/** @import { Dragged } from "./dragging.js" */
/** @import { Deed, Table } from "./position.js" */
/** @import { State, TappedMode } from "./question.js" */

const START = "0,0";

/**
 * The city that is shown.
 * @param {State} state
 * @returns {City}
 */
export const cityOf = (state) => state.cities[state.seat] ?? {};

/**
 * The list with another value at a place.
 * @template Value
 * @param {Value[]} list
 * @param {number} place
 * @param {Value} value
 */
export const replaced = (list, place, value) => list.map((each, number) => (number === place ? value : each));

/**
 * The state with another city for the seat that is shown.
 * @param {State} state
 * @param {City} city
 * @returns {State}
 */
export function withCity(state, city) {
  return { ...state, cities: replaced(state.cities, state.seat, city), picked: null };
}

/**
 * Whether tiles are laid, and not asked about.
 * @param {State} state
 */
export const isLaying = ({ mode }) => ["lay", "moat", "score", "table"].includes(mode);

/**
 * A cell is tapped: it is asked about, or a tile is laid, picked up or moved there.
 * @param {State} state
 * @param {string} cell
 * @param {Known} known
 * @returns {State}
 */
export function tapped(state, cell, known) {
  const { picked, verb, mode } = state;
  if (isForDeed(state, known)) return withDeed(state, { cell });
  const city = cityOf(state);
  if (mode === "swap") {
    const isElsewhere = state.cell !== null && city[state.cell] && !city[cell] && cell !== START;
    return isElsewhere ? { ...state, elsewhere: cell } : { ...state, cell, elsewhere: null };
  }
  if (!isLaying(state)) return { ...state, cell, reserve: verb === "add" ? state.reserve : null };
  if (city[cell]) return { ...state, picked: cell === picked ? null : cell };
  if (cell === START) return picked ? { ...state, picked: null } : state;
  if (!picked) return withCity(state, { ...city, [cell]: founded(state, known) });
  const { [picked]: moved, ...rest } = city;
  return withCity(state, { ...rest, [cell]: moved });
}

/**
 * A tile is dragged: a chosen one to a cell, or one of the city to another cell or, where there is none, out of it.
 * @param {State} state
 * @param {Dragged} dragged
 * @param {string | null} cell
 * @param {Known} known
 * @returns {State}
 */
export function dropped(state, { tile, from }, cell, known) {
  if (from === null) {
    if (cell === null) return state;
    const chosen = withTile({ ...state, picked: null }, tile);
    const city = cityOf(state);
    if (!isLaying(state) || isForDeed(state, known) || !city[cell]) return tapped(chosen, cell, known);
    const others = Object.entries(city).filter(([each]) => each !== cell);
    return tapped(withCity(chosen, Object.fromEntries(others)), cell, known);
  }
  if (from === cell) return state;
  if (!isLaying(state)) return tapped(state, cell !== null && state.mode === "place" ? cell : from, known);
  if (cell === null) return withoutTile(state, from);
  if (cell === START) return state;
  const { [from]: moved, [cell]: other, ...rest } = cityOf(state);
  return moved ? withCity(state, { ...rest, [cell]: moved, ...(other ? { [from]: other } : {}) }) : state;
}

/**
 * A tile is dragged to a place beside the board: it is chosen, and one of the city leaves it.
 * @param {State} state
 * @param {Dragged} dragged
 * @returns {State}
 */
export function carried(state, { tile, from }) {
  const lying = tileOf(tile);
  const plain = lying ? tileText({ ...lying, founding: false, turned: 0 }) : tile;
  return withTile(from === null ? state : withoutTile(state, from), plain);
}

/**
 * A tile is dragged to a slot of the market, where it takes the place of one that lies there.
 * @param {State} state
 * @param {Dragged} dragged
 * @param {number} slot
 * @param {Known} known
 */
export function droppedOnSlot(state, dragged, slot, known) {
  const next = carried(state, dragged);
  if (!fitsSlot(next.tile, slot, state.game, known)) return state;
  const { lanes } = known.games[state.game];
  const yard = Array.from({ length: 4 * lanes.length }, (_, place) => state.table.yard[place] ?? "");
  return withTable(next, { yard: replaced(yard, slot, next.tile) });
}

/**
 * Whether a cell is asked for by what is done at a whole table.
 * @param {State} state
 * @param {Known} known
 */
const isForDeed = ({ mode, table }, known) => mode === "table" && partsOf(table.deed.verb, known).includes("cell");

/**
 * What would come and go in the city that is asked about.
 * @param {State} state
 * @param {Known} known
 * @returns {{ come: { cell: string, tile: string } | null, gone: string | null }}
 */
export function changing(state, known) {
  const { mode, cell, elsewhere, table } = state;
  const isDone = mode === "table" && table.ask === "apply";
  const {
    verb,
    cell: where,
    face,
  } = isDone ? table.deed : { verb: mode, cell: cell ?? "", face: founded(state, known) };
  const city = cityOf(state);
  if (!where || where === START) return { come: null, gone: null };
  if (verb === "remove") return { come: null, gone: where };
  if (verb === "swap" && elsewhere) return { come: { cell: elsewhere, tile: face }, gone: where };
  const fits = verb === "swap" ? city[where] : ["place", "add"].includes(verb) && !city[where];
  return { come: fits && face ? { cell: where, tile: face } : null, gone: null };
}

/**
 * The chosen tile as it comes into the city: the first tile of Granada round the Alhambra is the founding tile.
 * @param {State} state
 * @param {Known} known
 */
export function founded(state, known) {
  const tile = tileOf(faceUp(state.tile));
  const isFirst = !Object.values(cityOf(state)).some((each) => tileOf(each)?.founding);
  const isForeign = tile && known.games[state.game].start !== known.buildings[tile.building].family;
  return isForeign && isFirst ? tileText({ ...tile, founding: true }) : faceUp(state.tile);
}

/**
 * The tile on a cell is taken out of the city.
 * @param {State} state
 * @param {string} cell
 */
export function withoutTile(state, cell) {
  const { [cell]: tile, ...rest } = cityOf(state);
  return isLaying(state) && tile ? withCity(state, rest) : state;
}

/**
 * The tile that is picked up is altered; it stays picked up.
 * @param {State} state
 * @param {(tile: Tile) => Partial<Tile>} update
 * @returns {State}
 */
export function altered(state, update) {
  const { picked } = state;
  const tile = picked && tileOf(cityOf(state)[picked]);
  if (!tile) return state;
  return { ...withCity(state, { ...cityOf(state), [picked]: tileText({ ...tile, ...update(tile) }) }), picked };
}

/**
 * Another tile is chosen; what is added comes from the reserve.
 * @param {State} state
 * @param {string} tile
 * @returns {State}
 */
export function withTile(state, tile) {
  if (state.mode === "swap") return { ...state, tile, reserve: null };
  if (state.mode === "table") return withDeed({ ...state, tile }, chosenTile(tile, state.table.deed.verb));
  return { ...state, tile, reserve: state.verb === "add" ? [tile] : state.reserve };
}

/**
 * Another question about the same things.
 * @param {State} state
 * @param {TappedMode} mode
 * @returns {State}
 */
export function turnedTo(state, mode) {
  const start = state.mode === "text" ? blank() : state;
  const seats = { score: 2, award: 2, table: 3 }[/** @type {string} */ (mode)] ?? 1;
  const cities = [...start.cities, ...Array(Math.max(0, seats - start.cities.length)).fill({})];
  const tile = TWO_FACED.includes(mode) ? start.tile : faceUp(start.tile);
  const rest = { cell: null, elsewhere: null, picked: null, asked: null, verb: "place", reserve: null };
  const shown = start.shown && cities.map((_, seat) => start.shown?.[seat] ?? []);
  const turned = { ...start, tile, cities, shown, mode, ...rest };
  if (!["buy", "take", "flip"].includes(mode)) return turned;
  const isOfMoney = ["buy", "take", "flip"].includes(state.mode);
  return { ...turned, cards: isOfMoney ? start.cards : [], used: [] };
}

/**
 * Something else lies on the table.
 * @param {State} state
 * @param {Partial<Table>} update
 * @returns {State}
 */
export const withTable = (state, update) => ({ ...state, table: { ...state.table, ...update } });

/**
 * Something else is done.
 * @param {State} state
 * @param {Partial<Deed>} update
 */
export const withDeed = (state, update) => withTable(state, { deed: { ...state.table.deed, ...update } });

/**
 * What a deed takes of the tile that is chosen: its face, or all of it where it is drawn.
 * @param {string} tile
 * @param {string} verb
 */
const chosenTile = (tile, verb) => ({ face: faceUp(tile), ...(verb === "draw" ? { what: tile } : {}) });

/**
 * Another verb: what was chosen for the last one is chosen anew.
 * @param {State} state
 * @param {string} verb
 */
export const withVerb = (state, verb) =>
  withTable(state, { deed: { ...NO_DEED, verb, where: state.table.deed.where, face: faceUp(state.tile) } });

/**
 * What is chosen is done, and something else comes after it.
 * @param {State} state
 * @param {Known} known
 */
export const withNextDeed = (state, known) => withTable(state, { deeds: deedsOf(state.table, known), deed: NO_DEED });

/**
 * A seat has another hand or another reserve.
 * @param {State} state
 * @param {"hands" | "reserves"} what
 * @param {number} seat
 * @param {string[]} had
 */
export const withOwn = (state, what, seat, had) =>
  withTable(state, { [what]: state.cities.map((_, each) => (each === seat ? had : (state.table[what][each] ?? []))) });

/**
 * What lies there belongs to a module: then it is played with.
 * @param {State} state
 * @param {Known} known
 * @returns {State}
 */
export function withModulesOf(state, known) {
  const { modules: offered } = known.games[state.game];
  const { display, discard, deck, hands } = state.table;
  const cards = [...state.cards, ...display, ...discard, ...deck, ...hands.flat()];
  const there = {
    huts: [...state.cities.flatMap(Object.values), ...state.table.openHuts, ...state.table.hiddenHuts].some((tile) =>
      tile.includes("-hut"),
    ),
    exchange: cards.some((card) => card.includes("/")),
  };
  const missing = Object.entries(there).filter(
    ([name, is]) => is && offered.includes(name) && !state.modules.includes(name),
  );
  return missing.length ? { ...state, modules: [...state.modules, ...missing.map(([name]) => name)] } : state;
}

/**
 * Another game: everybody begins anew.
 * @param {State} state
 * @param {string} game
 * @returns {State}
 */
export function restarted(state, game) {
  return { ...blank(game), mode: state.mode === "text" ? "lay" : state.mode, cities: state.cities.map(() => ({})) };
}

/**
 * A module is taken up or left; bonus cards are shown only where there are any.
 * @param {State} state
 * @param {string} name
 * @param {boolean} taken
 * @returns {State}
 */
export function withModule(state, name, taken) {
  const modules = taken ? [...state.modules, name] : state.modules.filter((each) => each !== name);
  if (name !== "bonus") return { ...state, modules };
  return { ...state, modules, shown: taken ? state.cities.map(() => []) : null };
}

/**
 * One seat more, which is shown at once.
 * @param {State} state
 * @returns {State}
 */
export function withSeat(state) {
  const shown = state.shown && [...state.shown, []];
  return { ...state, cities: [...state.cities, {}], seat: state.cities.length, shown };
}

/**
 * One seat fewer.
 * @param {State} state
 * @returns {State}
 */
export function withoutSeat(state) {
  const fewer = {
    ...state,
    cities: state.cities.slice(0, -1),
    seat: 0,
    shown: state.shown && state.shown.slice(0, -1),
  };
  const { hands, reserves, points, ages, vizier, bonus, turn, first } = state.table;
  const [last] = [state.cities.length - 1];
  const left = {
    hands: hands.slice(0, last),
    reserves: reserves.slice(0, last),
    points: points.slice(0, last),
    ages: ages.slice(0, last),
    vizier: vizier.slice(0, last),
    bonus: { hidden: bonus.hidden.slice(0, last), shown: bonus.shown.slice(0, last) },
  };
  return withTable(fewer, { ...left, turn: Math.min(turn, last - 1), first: Math.min(first, last - 1) });
}
