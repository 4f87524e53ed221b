// What a tap or a choice changes: a state in, a state out; where nothing changes, the same state comes back.

import { blank, tileOf, tileText } from "./question.js";

/** @import { City, Known, State, TappedMode, Tile } from "./question.js" */

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
export const isLaying = ({ mode }) => mode === "lay" || mode === "moat" || mode === "score";

/**
 * A cell is tapped: it is asked about, or a tile is laid, picked up or moved there.
 * @param {State} state
 * @param {string} cell
 * @param {Known} known
 * @returns {State}
 */
export function tapped(state, cell, known) {
  const { picked, verb, mode } = state;
  if (!isLaying(state)) return { ...state, cell, reserve: verb === "add" || mode === "swap" ? state.reserve : null };
  const city = cityOf(state);
  if (city[cell]) return { ...state, picked: cell === picked ? null : cell };
  if (cell === START) return picked ? { ...state, picked: null } : state;
  if (!picked) return withCity(state, { ...city, [cell]: founded(state, known) });
  const { [picked]: moved, ...rest } = city;
  return withCity(state, { ...rest, [cell]: moved });
}

/**
 * The chosen tile as it comes into the city: the first tile of Granada round the Alhambra is the founding tile.
 * @param {State} state
 * @param {Known} known
 */
export function founded(state, known) {
  const tile = tileOf(state.tile);
  const isFirst = !Object.values(cityOf(state)).some((each) => tileOf(each)?.founding);
  const isForeign = tile && known.games[state.game].start !== known.buildings[tile.building].family;
  return isForeign && isFirst ? tileText({ ...tile, founding: true }) : state.tile;
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
  const cities = mode === "score" && start.cities.length < 2 ? [...start.cities, {}] : start.cities;
  const turned = { ...start, cities, mode, cell: null, picked: null, asked: null, verb: "place", reserve: null };
  if (mode !== "buy" && mode !== "take") return turned;
  const isOfMoney = state.mode === "buy" || state.mode === "take";
  return { ...turned, cards: isOfMoney ? start.cards : [], used: [] };
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
  return { ...state, cities: state.cities.slice(0, -1), seat: 0, shown: state.shown && state.shown.slice(0, -1) };
}
