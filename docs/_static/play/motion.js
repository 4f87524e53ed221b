// Movement on the table: what was taken, bought or built flies from where it lay to where it lies now.

import { faceUp } from "../shared/notation.js";

/** @import { Happening, Speed, Table } from "./changes.js" */
/** @typedef {{ picture: HTMLElement, from: DOMRect, to: string[] }} Flight what flies, whence, and the places where it may land, the dearest first */

/** How many milliseconds a flight takes, and how long a look at what somebody did. */
const LASTING = { slow: [900, 900], fast: [320, 120], none: [0, 0] };

/**
 * @param {Element} root
 * @param {string} attribute
 * @param {string} value
 */
const found = (root, attribute, value) => root.querySelector(`[${attribute}="${CSS.escape(value)}"]`);

/**
 * The picture of something that lies at the first of some places that is there.
 * @param {Element} root
 * @param {[attribute: string, value: string][]} places
 */
function lying(root, places) {
  for (const [attribute, value] of places) {
    const at = found(root, attribute, value);
    if (at && at.getClientRects().length) return at;
  }
  return null;
}

/**
 * What will fly because of what happened; to be asked before the table is shown anew.
 * @param {Happening[]} happened
 * @param {Table} table as it was
 * @param {HTMLElement} root
 * @returns {Flight[]}
 */
export function flights(happened, table, root) {
  return happened.flatMap((happening) => {
    const { kind, seat } = happening;
    const isOwn = seat === table.viewer;
    const home = `[data-seat="${seat}"]`;
    const [cards, tile, face, cell] = ["cards", "tile", "face", "cell"].map((name) => String(happening[name] ?? ""));
    const off = (/** @type {Element | null} */ from, /** @type {string[]} */ to) => (from ? [flight(from, to)] : []);
    const own = (/** @type {string} */ place) => (isOwn ? [place] : []);
    switch (kind) {
      case "taken":
        return cards
          .split(" ")
          .flatMap((card) => off(lying(root, [["data-thing", `display ${card}`]]), [...own(".play-hand"), home]));
      case "bought": {
        const slot = table.yard.find((each) => each.tile === tile)?.slot;
        return off(lying(root, [["data-thing", `slot ${slot}`]]), [...own(".play-pieces"), home]);
      }
      case "placed":
      case "added": {
        const from = lying(root, [
          ...table.pending
            .filter(({ up }) => up === face)
            .map(({ tile: each }) => /** @type {[string, string]} */ (["data-thing", `placing ${each}`])),
          ["data-thing", `reserve ${faceUp(face)}`],
          ["data-seat", String(seat)],
        ]);
        return isOwn ? off(from, [`[data-cell="${cell}"]`]) : [];
      }
      default:
        return [];
    }
  });
}

/**
 * @param {Element} from
 * @param {string[]} to
 * @returns {Flight}
 */
function flight(from, to) {
  const picture = /** @type {HTMLElement} */ (from.cloneNode(true));
  for (const name of picture.getAttributeNames())
    if (name.startsWith("data-") || name.startsWith("aria-")) picture.removeAttribute(name);
  return { picture, from: from.getBoundingClientRect(), to };
}

/**
 * Let things fly, one after the other.
 * @param {Flight[]} all
 * @param {HTMLElement} root
 * @param {Speed} speed
 */
export async function fly(all, root, speed) {
  const [duration, look] = LASTING[speed];
  if (!duration || document.hidden) return;
  for (const { picture, from, to } of all) {
    const target = to.map((place) => root.querySelector(place)).find((each) => each?.getClientRects().length);
    if (!target) continue;
    const goal = target.getBoundingClientRect();
    Object.assign(picture.style, {
      position: "fixed",
      left: `${from.left}px`,
      top: `${from.top}px`,
      width: `${from.width}px`,
      height: `${from.height}px`,
      margin: "0",
      zIndex: "20",
      pointerEvents: "none",
    });
    picture.inert = true;
    picture.ariaHidden = "true";
    root.append(picture);
    const size = Math.min(1, goal.width / from.width || 1, goal.height / from.height || 1);
    const [dx, dy] = [
      goal.left + goal.width / 2 - from.left - from.width / 2,
      goal.top + goal.height / 2 - from.top - from.height / 2,
    ];
    const way = picture.animate(
      [{ transform: "none" }, { transform: `translate(${dx}px, ${dy}px) scale(${Math.max(size, 0.3)})` }],
      { duration, easing: "ease-in-out" },
    );
    await way.finished.catch(() => {});
    picture.remove();
  }
  await new Promise((go) => setTimeout(go, look));
}
