// For both pages: money cards, and buttons that are pressed or not.

import { element, moneySign } from "./tiles.js";
import { say, sayOf } from "./words.js";

/** @import { Known } from "./notation.js" */
/** @import { Attributes } from "./tiles.js" */

/** @type {Record<string, string>} */
const CURRENCIES = { b: "blue", g: "green", o: "orange", y: "yellow" };
/** What a currency is called, by its letter. */
export const currencyName = (/** @type {string} */ letter) => sayOf(["a currency", CURRENCIES[letter]]);

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
 * A card.
 * @param {string} text
 * @param {Known} known
 * @param {Attributes} attributes
 */
export function card(text, known, attributes) {
  const [one, other] = text.split("/");
  const ground = other
    ? `linear-gradient(135deg, ${known.money[one]} 50%, ${known.money[other]} 50%)`
    : known.money[text[0]];
  const name = other
    ? say("bureau for {first} and {second}", { first: currencyName(one), second: currencyName(other) })
    : say("{currency} {value}", { currency: currencyName(text[0]), value: text[1] });
  const made = toggle(
    false,
    { class: "shared-card", "data-card": text, "aria-label": name, title: name, ...attributes },
    other ? "⇄" : text[1],
    element("span", { class: "shared-signs" }, moneySign(one[0]), ...(other ? [moneySign(other)] : [])),
  );
  made.style.background = ground;
  return made;
}
