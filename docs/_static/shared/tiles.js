// For both pages: tiles and small elements, drawn as the pictures of the rulebook are.

import { tileOf } from "./notation.js";
import { listed, say, sayOf, text } from "./words.js";

/** @import { Known } from "./notation.js" */
/** @import { Text } from "./words.js" */

const SVG = "http://www.w3.org/2000/svg";
/** @type {Record<string, string>} */
export const COMPASS = { n: "north", e: "east", s: "south", w: "west" };
/** @type {Record<string, Text>} */
export const LETTERS = {
  n: text("the letter of a compass point", "N"),
  e: text("the letter of a compass point", "E"),
  s: text("the letter of a compass point", "S"),
  w: text("the letter of a compass point", "W"),
};

/** @typedef {Event & { target: { value: string, checked: boolean } }} Change */
/**
 * What an element is given; a function listens to the event whose name follows "on".
 * @typedef {Record<string, string | number | boolean | null | ((event: Change) => void)>} Attributes
 */

/**
 * An element with attributes and children; a text is only ever a text.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} attributes
 * @param {(Node | string | null)[]} children
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else if (typeof value === "boolean") made.toggleAttribute(key, value);
    else if (value !== null) made.setAttribute(key, String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/**
 * A part of a drawing.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number>} attributes
 * @param {(Node | string)[]} children
 */
export function drawing(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/**
 * A tile in words.
 * @param {string} written
 * @param {Known} known
 */
export function told(written, known) {
  const tile = tileOf(written);
  if (!tile) return written;
  const barrier = known.buildings[tile.building]?.family === "alhambra" ? "wall" : "moat";
  const { building, price, turned } = tile;
  const name = sayOf(["a building", building]);
  const sides = listed(
    [...tile.edges].map((side) => sayOf(["a moat or wall stands there", `in the ${COMPASS[side]}`])),
  );
  const walls = barrier === "wall" ? say("wall {sides}", { sides }) : say("moat {sides}", { sides });
  const said = [
    price === "hut" ? say("hut, {building}", { building: name }) : `${name} ${price}`,
    ...(sides ? [walls] : []),
    ...(tile.founding ? [say("founding tile")] : []),
    ...(turned ? [say("turned by {number} degrees", { number: turned })] : []),
  ];
  return said.join(", ");
}

/**
 * The picture of a tile.
 * @param {string} written
 * @param {Known} known
 */
export function tilePicture(written, known) {
  const tile = tileOf(written);
  const view = { viewBox: "-50 -50 100 100", class: "shared-tile", "aria-hidden": "true" };
  if (!tile) return drawing("svg", view);
  const building = known.buildings[tile.building] ?? { family: "granada", colour: "#ddd" };
  const frame = { x: -48, y: -48, width: 96, height: 96, rx: 5, fill: building.colour, class: "shared-face" };
  /** @type {SVGElement[]} */
  const parts = [drawing("rect", tile.price === "hut" ? { ...frame, "stroke-dasharray": "7 4" } : frame)];
  const barrier = building.family === "alhambra" ? "#gr-wall" : "#gr-moat";
  [..."nesw"].forEach((side, turn) => {
    if (tile.edges.includes(side)) parts.push(drawing("use", { href: barrier, transform: `rotate(${90 * turn})` }));
  });
  if (tile.price === "hut") {
    parts.push(drawing("use", { href: "#gr-hut", transform: "translate(7 9) scale(.85)" }));
    parts.push(drawing("use", { href: `#gr-${tile.building}`, transform: "translate(-19 -19) scale(.42)" }));
  } else {
    const width = String(tile.price).length > 1 ? 35 : 26;
    parts.push(drawing("use", { href: `#gr-${tile.building}`, transform: "translate(3 13) scale(.7)" }));
    parts.push(drawing("rect", { class: "shared-badge", x: -35, y: -35, width, height: 25, rx: 7 }));
    parts.push(drawing("text", { class: "shared-price", x: -35 + width / 2, y: -14 }, String(tile.price)));
  }
  if (tile.founding)
    parts.push(
      drawing("circle", { class: "shared-badge", cx: 24, cy: -22, r: 12 }),
      drawing("path", { class: "shared-star", d: "M24-30v16M17-26l14 8M31-26l-14 8" }),
    );
  return drawing("svg", view, drawing("g", { transform: `rotate(${tile.turned})` }, ...parts));
}

/** The picture of the start tile. */
export function startPicture() {
  const frame = { x: -48, y: -48, width: 96, height: 96, rx: 5, class: "shared-face shared-stone" };
  const view = { viewBox: "-50 -50 100 100", class: "shared-tile", "aria-hidden": "true" };
  return drawing("svg", view, drawing("rect", frame), drawing("use", { href: "#gr-start" }));
}

/** The signs of the currencies: not everybody tells their colours apart. @type {Record<string, string>} */
const MONEY = {
  b: "M0-9A9 9 0 1 1 0 9 9 9 0 1 1 0-9z",
  g: "M-8-8H8V8H-8z",
  o: "M0-10 10 8H-10z",
  y: "M0-11 11 0 0 11-11 0zM0-4-4 0 0 4 4 0z",
};

/**
 * The sign of a currency: a disc, a square, a triangle, or a ring on its corner.
 * @param {string} currency
 */
export const moneySign = (currency) =>
  drawing(
    "svg",
    { viewBox: "-12 -12 24 24", class: "shared-sign", "aria-hidden": "true" },
    drawing("path", { d: MONEY[currency] ?? "", "fill-rule": "evenodd" }),
  );

/**
 * The sign of a building.
 * @param {string} building
 * @param {Known} known
 */
export function glyph(building, known) {
  const view = { viewBox: "-40 -40 80 80", class: "shared-glyph", "aria-hidden": "true" };
  const chip = drawing("rect", {
    x: -39,
    y: -39,
    width: 78,
    height: 78,
    rx: 10,
    fill: known.buildings[building].colour,
  });
  return drawing("svg", view, chip, drawing("use", { href: `#gr-${building}` }));
}
