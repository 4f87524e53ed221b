// Back and forth through a game.

import { element } from "../judge/tiles.js";
import { say } from "../judge/words.js";
import { button, capital } from "./table.js";

/** @import { State } from "./changes.js" */
/** @typedef {{ turn: (at: number) => void, run: (running: boolean) => void, end: () => void }} Turning */

/**
 * The slider and its buttons, and what happened at that step.
 * @param {State} state
 * @param {Turning} turning
 */
export function replay({ table, replay: looked }, turning) {
  if (!table || !looked) return [];
  const { at, running, happened } = looked;
  const last = table.steps;
  const go = (/** @type {string} */ sign, /** @type {string} */ words, /** @type {number} */ to) =>
    button(sign, () => turning.turn(to), {
      "aria-label": words,
      title: words,
      "data-turn": words,
      disabled: to < 0 || to > last || to === at,
    });
  const slider = element("input", {
    type: "range",
    min: "0",
    max: String(last),
    value: String(at),
    "aria-label": say("Step {at} of {last}", { at, last }),
    "data-field": "step",
    oninput: (event) => turning.turn(Number(event.target.value)),
  });
  const words = happened.map(({ words: said }) => capital(said)).join(". ");
  return [
    element(
      "div",
      { class: "play-steps" },
      slider,
      element("span", { class: "play-step" }, say("{at} of {last}", { at, last })),
    ),
    element(
      "div",
      { class: "play-buttons" },
      go("⇤", say("To the beginning"), 0),
      go("←", say("A step back"), at - 1),
      button(running ? say("Pause") : say("Let it run"), () => turning.run(!running), { "data-turn": "run" }),
      go("→", say("A step on"), at + 1),
      go("⇥", say("To the end"), last),
      button(table.over ? say("Back to the result") : say("Back to the game"), turning.end, { "data-turn": "end" }),
    ),
    element("p", { class: "play-happened", role: "status", tabindex: "0" }, words),
  ];
}
