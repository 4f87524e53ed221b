// What is chosen from: tiles by building, the real ones first, and cards.

import { tileOf, tileText } from "./question.js";
import { COMPASS, element, glyph, tilePicture, told } from "./tiles.js";

/** @import { Known, State } from "./question.js" */
/** @import { Attributes } from "./tiles.js" */

/** @type {Record<string, string>} */
const CURRENCIES = { b: "blue", g: "green", o: "orange", y: "yellow" };

/**
 * A button that is pressed or not.
 * @param {boolean} pressed
 * @param {Attributes} attributes
 * @param {(Node | string)[]} children
 */
export function toggle(pressed, attributes, ...children) {
  return element("button", { type: "button", "aria-pressed": String(pressed), ...attributes }, ...children);
}

/**
 * The faces of the real tiles of a building, cheapest first.
 * @param {string} building
 * @param {Known} known
 */
export function realFaces(building, known) {
  const family = known.buildings[building].family;
  const faces = known.tiles[family].flatMap((text) => {
    const [faced, edges] = text.split("/");
    return faced.split("|").map((face) => (edges ? `${face}/${edges}` : face));
  });
  const own = [...new Set(faces)].filter((face) => tileOf(face)?.building === building);
  const price = (/** @type {string} */ face) => Number(tileOf(face)?.price);
  return own.sort((one, other) => price(one) - price(other) || one.localeCompare(other));
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
  const names = Object.keys(known.buildings).filter((name) => lanes.includes(known.buildings[name].family));
  const button = (/** @type {string} */ name) =>
    toggle(
      tile.building === name,
      {
        class: "judge-building",
        "data-building": name,
        title: name,
        "aria-label": name,
        onclick: () => choose(realFaces(name, known)[0]),
      },
      glyph(name, known),
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
  const prices = element("select", {
    "aria-label": "price",
    onchange: (event) => choose(tileText({ ...tile, price: event.target.value })),
  });
  for (const price of [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, ...(lanes.includes("alhambra") ? ["hut"] : [])]) {
    prices.append(element("option", { value: price, selected: String(price) === String(tile.price) }, String(price)));
  }
  const edge = (/** @type {string} */ side) =>
    toggle(
      tile.edges.includes(side),
      {
        class: "judge-edge",
        "data-side": side,
        "aria-label": `moat or wall ${COMPASS[side]}`,
        onclick: () =>
          choose(
            tileText({ ...tile, edges: tile.edges.includes(side) ? tile.edges.replace(side, "") : tile.edges + side }),
          ),
      },
      side.toUpperCase(),
    );
  return [
    element(
      "div",
      { class: "judge-buildings judge-strip", role: "group", "aria-label": "Building" },
      ...names.map(button),
    ),
    element(
      "div",
      { class: "judge-reals judge-strip", role: "group", "aria-label": `Tiles of ${tile.building}` },
      ...realFaces(tile.building, known).map(face),
    ),
    element(
      "div",
      { class: "judge-own", role: "group", "aria-label": "Any other tile" },
      element("span", { class: "judge-chosen", title: told(state.tile, known) }, tilePicture(state.tile, known)),
      element("label", {}, "price ", prices),
      element("span", { class: "judge-edges" }, "edges ", ...Object.keys(COMPASS).map(edge)),
    ),
  ];
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
        "aria-label": `take away ${told(tiles[place], known)}`,
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
      { type: "button", class: "judge-small", onclick: () => change([...tiles, chosen]) },
      "add the chosen tile",
    ),
  );
}

/**
 * A card.
 * @param {string} text
 * @param {Known} known
 * @param {Attributes} attributes
 */
function card(text, known, attributes) {
  const [one, other] = text.split("/");
  const ground = other
    ? `linear-gradient(135deg, ${known.money[one]} 50%, ${known.money[other]} 50%)`
    : known.money[text[0]];
  const name = other ? `bureau ${CURRENCIES[one]} ${CURRENCIES[other]}` : `${CURRENCIES[text[0]]} ${text[1]}`;
  const made = toggle(
    false,
    { class: "judge-card", "data-card": text, "aria-label": name, title: name, ...attributes },
    other ? "⇄" : text[1],
  );
  made.style.background = ground;
  return made;
}

/**
 * The cards that lie there, of which some are used, and those that can be put there.
 * @param {State} state
 * @param {Known} known
 * @param {(update: Partial<State>) => void} change
 * @param {{ lying: string, adding: string }} words
 */
export function cards(state, known, change, words) {
  const left = [...state.used];
  const lying = state.cards.map((text, place) => {
    const used = left.includes(text);
    if (used) left.splice(left.indexOf(text), 1);
    const without = state.used.toSpliced(state.used.indexOf(text), 1);
    return card(text, known, {
      "aria-pressed": String(used),
      "data-place": String(place),
      onclick: () => change({ used: used ? without : [...state.used, text] }),
    });
  });
  const add = (/** @type {string} */ text) =>
    card(text, known, { class: "judge-card judge-add", onclick: () => change({ cards: [...state.cards, text] }) });
  const rows = Object.keys(CURRENCIES).map((currency) =>
    element("div", { class: "judge-strip" }, ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((value) => add(`${currency}${value}`))),
  );
  const bureaus = ["b/g", "b/o", "b/y", "g/o", "g/y", "o/y"].map(add);
  const exchange = state.modules.includes("exchange") || state.cards.some((each) => each.includes("/"));
  return [
    element("p", { class: "judge-label" }, words.lying),
    element(
      "div",
      { class: "judge-lying", role: "group", "aria-label": words.lying },
      ...(lying.length ? lying : ["nothing yet"]),
    ),
    element(
      "button",
      {
        type: "button",
        class: "judge-small",
        disabled: !state.cards.length,
        onclick: () => change({ cards: [], used: [] }),
      },
      "take all away",
    ),
    element("p", { class: "judge-label" }, words.adding),
    element(
      "div",
      { class: "judge-adding", role: "group", "aria-label": words.adding },
      ...rows,
      ...(exchange ? [element("div", { class: "judge-strip" }, ...bureaus)] : []),
    ),
  ];
}
