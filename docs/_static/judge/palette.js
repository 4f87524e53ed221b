// What is chosen from: tiles by building, the real ones first, and cards.

import { faceUp, tileOf, tileText } from "../shared/notation.js";
import { card, currencyName, toggle } from "../shared/cards.js";
import { picker } from "../shared/controls.js";
import { COMPASS, LETTERS, element, glyph, tilePicture, told } from "../shared/tiles.js";
import { named, note, say, sayOf } from "../shared/words.js";
import { TWO_FACED, fitsSlot } from "./question.js";

/** @import { Known, Tile } from "../shared/notation.js" */
/** @import { Attributes } from "../shared/tiles.js" */
/** @import { State } from "./question.js" */

/**
 * The spaces of the market by their numbers, each with its name.
 * @param {Known} known
 * @returns {[number: string, name: string][]}
 */
export const spaceNames = (known) =>
  known.spaces.map((letter, place) => [String(place + 1), `${place + 1} ${currencyName(letter)}`]);
const buildingName = (/** @type {string} */ name) => sayOf(["a building", name]);
const numbered = (/** @type {number[]} */ all) => all.map((each) => [String(each), String(each)]);

const RECONSTRUCTED = note(
  "Buildings and prices are those of the books, but nobody ever printed which buildings share a tile and where its moats lie: this is a good guess. If your tiles differ, set price and edges by hand.",
);

/**
 * The faces of the real tiles of a building, cheapest first.
 * @param {string} building
 * @param {Known} known
 */
export const realFaces = (building, known) => [...new Set(realTiles(building, known).map(faceUp))];

/**
 * The real tiles of a building, each with this building up, cheapest first.
 * @param {string} building
 * @param {Known} known
 */
export function realTiles(building, known) {
  const tiles = known.tiles[known.buildings[building].family].flatMap((text) => {
    const tile = tileOf(text);
    const turned = tile?.other && tileOf(tile.other);
    const back = turned && tile && { ...turned, edges: tile.edges, other: `${tile.building}${tile.price}` };
    return [text, ...(back ? [tileText(back)] : [])];
  });
  const price = (/** @type {string} */ text) => Number(tileOf(text)?.price);
  const own = [...new Set(tiles)].filter((text) => tileOf(text)?.building === building);
  return own.sort((one, other) => price(one) - price(other) || one.localeCompare(other));
}

/**
 * The faces of all tiles, each with the other face of its tile if that has one.
 * @param {Known} known
 */
function allFaces(known) {
  return Object.values(known.tiles)
    .flat()
    .flatMap((text) => {
      const up = tileOf(text);
      const below = tileOf(up?.other);
      return [...(up ? [{ face: up, below }] : []), ...(below ? [{ face: below, below: up }] : [])];
    });
}

/**
 * All prices that there are, the lowest first.
 * @param {Known} known
 */
export function prices(known) {
  const all = new Set(allFaces(known).map(({ face }) => Number(face.price)));
  return [...all].sort((one, other) => one - other);
}

/**
 * The price on the other face of tiles with a price.
 * @param {string} price
 * @param {Known} known
 */
export function priceBelow(price, known) {
  return allFaces(known).find(({ face, below }) => below && face.price === price)?.below?.price ?? price;
}

/**
 * The tile that is chosen with a building: a hut stays a hut where there is one, else the cheapest real tile.
 * @param {string} name
 * @param {Tile} tile the tile that was chosen before
 * @param {Known} known
 * @param {boolean} twoFaced
 */
export function ofBuilding(name, tile, known, twoFaced = false) {
  const isHut = tile.price === "hut" && known.buildings[name].family === "alhambra";
  return isHut ? tileText({ ...tile, building: name }) : (twoFaced ? realTiles : realFaces)(name, known)[0];
}

/**
 * The palette: buildings, the real tiles of the one that is chosen, and price and edges to be set by hand.
 * @param {State} state
 * @param {Known} known
 * @param {(tile: string) => void} choose
 */
export function palette(state, known, choose) {
  const tile = tileOf(state.tile);
  if (!tile) return [];
  const { lanes } = known.games[state.game];
  const twoFaced = TWO_FACED.includes(state.mode);
  const isOfGranada = known.buildings[tile.building].family === "granada";
  const barred = (/** @type {string} */ sides) =>
    isOfGranada ? say("moat {sides}", { sides }) : say("wall {sides}", { sides });
  const real = twoFaced ? realTiles : realFaces;
  const names = Object.keys(known.buildings).filter((name) => lanes.includes(known.buildings[name].family));
  const button = (/** @type {string} */ name) =>
    toggle(
      tile.building === name,
      {
        class: "judge-building",
        "data-building": name,
        title: buildingName(name),
        "aria-label": buildingName(name),
        onclick: () => choose(ofBuilding(name, tile, known, twoFaced)),
      },
      glyph(name, known),
      element("small", { "aria-hidden": "true" }, buildingName(name)),
    );
  const face = (/** @type {string} */ text) =>
    toggle(
      state.tile === text,
      {
        class: "judge-real",
        "data-tile": text,
        title: told(text, known),
        "aria-label": told(text, known),
        onclick: () => choose(text),
      },
      tilePicture(text, known),
    );
  const all = [...numbered(prices(known)), ...(lanes.includes("alhambra") ? [["hut", say("hut")]] : [])];
  const looks = { "aria-label": say("price"), "data-choice": "price" };
  const chosenPrice = picker(looks, String(tile.price), all, (price) => choose(tileText({ ...tile, price })));
  const edge = (/** @type {string} */ side) =>
    toggle(
      tile.edges.includes(side),
      {
        class: "judge-edge",
        "data-side": side,
        "aria-label": named(
          sayOf(LETTERS[side]),
          barred(sayOf(["a moat or wall stands there", `in the ${COMPASS[side]}`])),
        ),
        onclick: () =>
          choose(
            tileText({ ...tile, edges: tile.edges.includes(side) ? tile.edges.replace(side, "") : tile.edges + side }),
          ),
      },
      sayOf(LETTERS[side]),
    );
  return [
    element(
      "div",
      { class: "judge-buildings judge-strip", role: "group", "aria-label": say("Building") },
      ...names.map(button),
    ),
    element(
      "div",
      { class: "judge-own", role: "group", "aria-label": say("Any other tile") },
      element(
        "span",
        { class: "judge-chosen", title: told(state.tile, known), "data-tile": state.tile },
        tilePicture(state.tile, known),
      ),
      element("label", {}, say("price"), " ", chosenPrice),
      element("span", { class: "judge-edges" }, say("edges"), " ", ...Object.keys(COMPASS).map(edge)),
      ...(twoFaced && isOfGranada ? [otherFace(tile, known, choose)] : []),
    ),
    element(
      "div",
      { class: "judge-reals judge-strip", role: "group", "aria-label": say("Tiles of a building") },
      ...real(tile.building, known).map(face),
    ),
    ...(isOfGranada ? [element("p", { class: "judge-hint" }, say(RECONSTRUCTED))] : []),
  ];
}

/**
 * The other face of a tile, to be set by hand.
 * @param {Tile} tile
 * @param {Known} known
 * @param {(tile: string) => void} choose
 */
function otherFace(tile, known, choose) {
  const back = tileOf(tile.other) ?? { building: "", price: priceBelow(tile.price, known) };
  const put = (/** @type {string} */ building, /** @type {string} */ price) =>
    choose(tileText({ ...tile, other: building ? `${building}${price}` : "" }));
  const names = Object.keys(known.buildings).filter((name) => known.buildings[name].family === "granada");
  const building = picker(
    { "aria-label": say("building of the other face"), "data-choice": "other building" },
    back.building,
    [["", say("none")], ...names.map((name) => [name, buildingName(name)])],
    (name) => put(name, back.price),
  );
  const price = picker(
    { "aria-label": say("price of the other face"), "data-choice": "other price" },
    back.price,
    numbered(prices(known)),
    (each) => put(back.building, each),
  );
  return element("span", { class: "judge-other" }, say("other face"), " ", building, " ", price);
}

/**
 * The slots of the market; the chosen tile is put on an empty one, and a tile that lies there is taken away.
 * @param {string} label
 * @param {State} state
 * @param {Known} known
 * @param {(yard: string[]) => void} change
 */
export function yard(label, state, known, change) {
  const { lanes } = known.games[state.game];
  const lying = Array.from({ length: 4 * lanes.length }, (_, slot) => state.table.yard[slot] ?? "");
  const slot = (/** @type {string} */ tile, /** @type {number} */ place) => {
    const currency = known.spaces[Math.floor(place / lanes.length)];
    const name = say("space {number}, {currency}", {
      number: Math.floor(place / lanes.length) + 1,
      currency: currencyName(currency),
    });
    const fits = fitsSlot(state.tile, place, state.game, known);
    const made = element(
      "button",
      {
        type: "button",
        class: "judge-slot",
        "data-slot": String(place),
        "aria-label": named(name, tile ? say("take away {tile}", { tile: told(tile, known) }) : say("empty")),
        disabled: !tile && !fits,
        onclick: () => change(lying.map((each, here) => (here === place ? (tile ? "" : state.tile) : each))),
      },
      tile ? tilePicture(tile, known) : "+",
    );
    made.style.borderColor = known.money[currency];
    return made;
  };
  return element(
    "div",
    { class: "judge-tray", role: "group", "aria-label": label },
    element("span", { class: "judge-label" }, label),
    ...lying.map(slot),
  );
}

/**
 * Tiles beside the board: those of Dirk, of a reserve, or bonus cards; the chosen tile can be put there.
 * @param {string} label
 * @param {string[]} tiles
 * @param {Known} known
 * @param {(tiles: string[]) => void} change
 * @param {string} chosen
 */
export function tray(label, tiles, known, change, chosen) {
  const taken = (/** @type {number} */ place) =>
    element(
      "button",
      {
        type: "button",
        class: "judge-real",
        "aria-label": say("take away {tile}", { tile: told(tiles[place], known) }),
        onclick: () => change(tiles.filter((_, each) => each !== place)),
      },
      tilePicture(tiles[place], known),
    );
  return element(
    "div",
    { class: "judge-tray", role: "group", "aria-label": label },
    element("span", { class: "judge-label" }, label),
    ...tiles.map((_, place) => taken(place)),
    element(
      "button",
      { type: "button", class: "judge-small", onclick: () => change([...tiles, chosen]), "data-tray": label },
      say("add the chosen tile"),
    ),
  );
}

/**
 * Cards that lie somewhere: a tap uses one, or no longer, or takes it away where none is used.
 * @param {string} label
 * @param {string[]} lying
 * @param {Known} known
 * @param {{ used?: string[], use?: (used: string[]) => void, change: (cards: string[]) => void }} doing
 */
export function purse(label, lying, known, { used = [], use, change }) {
  const left = [...used];
  const shown = lying.map((text, place) => {
    const isUsed = left.includes(text);
    if (isUsed) left.splice(left.indexOf(text), 1);
    const without = used.toSpliced(used.indexOf(text), 1);
    const tap = () => (use ? use(isUsed ? without : [...used, text]) : change(lying.toSpliced(place, 1)));
    return card(text, known, { "aria-pressed": String(isUsed), "data-place": String(place), onclick: tap });
  });
  const clear = { type: "button", class: "judge-small", disabled: !lying.length, onclick: () => change([]) };
  const using = use ? " judge-using" : "";
  return [
    element("p", { class: `judge-label${using}` }, label),
    element(
      "div",
      { class: `judge-lying${using}`, role: "group", "aria-label": label },
      ...(shown.length ? shown : [say("nothing yet")]),
    ),
    element("button", clear, say("take all away")),
  ];
}

/**
 * All cards that can be put somewhere.
 * @param {string} label
 * @param {Known} known
 * @param {(card: string) => void} put
 * @param {boolean} exchange
 */
export function keypad(label, known, put, exchange) {
  const add = (/** @type {string} */ text) =>
    card(text, known, { class: "shared-card judge-add", onclick: () => put(text) });
  const rows = known.spaces.map((currency) =>
    element("div", { class: "judge-strip" }, ...known.cards.filter((text) => text.startsWith(currency)).map(add)),
  );
  const bureaus = known.bureaus.map(add);
  return [
    element("p", { class: "judge-label" }, label),
    element(
      "div",
      { class: "judge-adding", role: "group", "aria-label": label },
      ...rows,
      ...(exchange ? [element("div", { class: "judge-strip" }, ...bureaus)] : []),
    ),
  ];
}
