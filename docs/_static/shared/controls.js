// For both pages: small controls.

import { element } from "./tiles.js";
import { say } from "./words.js";

/** @import { Attributes } from "./tiles.js" */

/**
 * A list to choose from; ``options`` are the values with their names.
 * @param {Attributes} attributes
 * @param {string} value
 * @param {string[][]} options
 * @param {(value: string) => void} pick
 */
export function picker(attributes, value, options, pick) {
  const select = element("select", { ...attributes, onchange: (event) => pick(event.target.value) });
  for (const [each, said] of options) select.append(element("option", { value: each, selected: each === value }, said));
  return select;
}

/** @type {(name: string, value: string, options: string[][], pick: (value: string) => void) => HTMLElement} */
export const choice = (name, value, options, pick) =>
  element("label", {}, `${say(name)} `, picker({ "data-choice": name }, value, options, pick));

/**
 * A box that is ticked or not.
 * @param {string} name
 * @param {boolean} checked
 * @param {(checked: boolean) => void} tick
 */
export function box(name, checked, tick) {
  const input = element("input", { type: "checkbox", checked, onchange: (event) => tick(event.target.checked) });
  return element("label", {}, input, ` ${name}`);
}

/**
 * A number that is written.
 * @param {string} name
 * @param {number} value
 * @param {(value: number) => void} put
 */
export function number(name, value, put) {
  const written = (/** @type {import("./tiles.js").Change} */ event) =>
    put(Math.min(999, Math.max(0, Math.trunc(Number(event.target.value) || 0))));
  const input = element("input", { type: "number", min: 0, max: 999, value, "data-number": name, onchange: written });
  return element("label", {}, `${name} `, input);
}
