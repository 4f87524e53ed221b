// For both pages: tiles and cells as they are written, and what a page knows of the games before the engine has come.

/**
 * The tiles of a city by their cells, such as { "1,0": "park6" }.
 * @typedef {Record<string, string>} City
 */
/**
 * A tile taken apart; the price of a builders' hut is "hut", and the other face is nothing where it does not matter.
 * @typedef {{ building: string, price: string, edges: string, other: string, founding: boolean, turned: number }} Tile
 */
/** @typedef {Record<string, unknown>} Rulings */
/**
 * @typedef {object} Game
 * @property {string} start the family of the start tile
 * @property {string[]} lanes the families of its tiles
 * @property {string[]} scorings
 * @property {Record<string, Rulings>} editions
 * @property {string[]} modules
 */
/**
 * What the page knows before the engine has come.
 * @typedef {object} Known
 * @property {Record<string, Game>} games
 * @property {Record<string, { family: string, colour: string }>} buildings
 * @property {Record<string, string>} money the colours of the currencies
 * @property {Record<string, string[]>} tiles the tiles of each family
 * @property {Record<string, string>} actions how each action is written, by its verb
 * @property {string[]} phases the moments of a game
 * @property {string[]} facts what can be told of a table
 * @property {string[]} spaces the currency of each space of the market, by its letter
 * @property {string[]} cards all money cards, each once
 * @property {string[]} bureaus
 * @property {number[]} players how many can play
 * @property {number[]} dirk at how many of them Dirk takes part
 * @property {Record<string, { title: string, chapter: string }>} rules
 */

const TILE = /^(\*?)([a-z]{3,12})(?:(\d{1,2})|-hut)(?:\|([a-z]{3,12}\d{1,2}))?(?:\/([nesw]{1,4}))?(?:~(90|180|270))?$/;
const CELL = /^(-?\d{1,2}),(-?\d{1,2})$/;
/** How far from the start tile the board of a page reaches. */
const FAR = 14;

/**
 * A tile taken apart, or null.
 * @param {unknown} text
 * @returns {Tile | null}
 */
export function tileOf(text) {
  const found = typeof text === "string" && text.length < 60 ? TILE.exec(text) : null;
  if (!found) return null;
  const [, star, building, price, other, edges, turned] = found;
  return {
    building,
    price: price ?? "hut",
    edges: edges ?? "",
    other: other ?? "",
    founding: Boolean(star),
    turned: Number(turned ?? 0),
  };
}

/**
 * A tile put together.
 * @param {Tile} tile
 */
export function tileText({ building, price, edges, other, founding, turned }) {
  const worth = price === "hut" ? "-hut" : price;
  const sides = [..."nesw"].filter((side) => edges.includes(side)).join("");
  const more = [other && `|${other}`, sides && `/${sides}`, turned && `~${turned}`];
  return [founding && "*", building, worth, ...more].filter(Boolean).join("");
}

/**
 * The face of a tile that lies up.
 * @param {string} text
 */
export const faceUp = (text) => text.replace(/\|[a-z]+\d+/, "");

/**
 * A cell as two numbers, or null where the board of the page does not reach.
 * @param {unknown} text
 * @returns {[number, number] | null}
 */
export function cellOf(text) {
  const found = typeof text === "string" ? CELL.exec(text) : null;
  if (!found) return null;
  const [x, y] = [Number(found[1]), Number(found[2])];
  return Math.abs(x) <= FAR && Math.abs(y) <= FAR ? [x, y] : null;
}
