// Back and forth through a game.

import { roundName } from "../shared/names.js";
import { element } from "../shared/tiles.js";
import { capital, say } from "../shared/words.js";
import { button } from "./table.js";

/** @import { Happening, State } from "./changes.js" */
/** @typedef {{ turn: (at: number) => void, run: (running: boolean) => void, end: () => void }} Turning */

/**
 * The slider and its buttons, and what happened at that step; the slider ``before`` stays, since it may be dragged.
 * @param {State} state
 * @param {Turning} turning
 * @param {Element | null} before
 * @param {(ended: Happening) => void} show the scoring that ended there
 */
export function replay({ table, replay: looked }, turning, before, show) {
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
  const back = (/** @type {number[]} */ stops) => stops.findLast((each) => each < at) ?? -1;
  const on = (/** @type {number[]} */ stops) => stops.find((each) => each > at) ?? -1;
  const { turns, scorings } = table.stops;
  const scored = happened.find(({ scoring }) => scoring);
  const told = happened.filter(({ kind }) => !scored || (!kind.startsWith("row") && !kind.startsWith("scoring")));
  const words = told.map(({ words: said }) => capital(said)).join(". ");
  return [
    steps(before, at, last, turning),
    element(
      "div",
      { class: "play-buttons" },
      go("⇤", say("To the beginning"), 0),
      go("«", say("A turn back"), back(turns)),
      go("←", say("A step back"), at - 1),
      button(running ? say("Pause") : say("Let it run"), () => turning.run(!running), { "data-turn": "run" }),
      go("→", say("A step on"), at + 1),
      go("»", say("A turn on"), on(turns)),
      go("★", say("To the next scoring"), on(scorings)),
      go("⇥", say("To the end"), last),
      button(table.over ? say("Back to the result") : say("Back to the game"), turning.end, { "data-turn": "end" }),
    ),
    ...(scored
      ? [
          button(say("Scoring {round}", { round: roundName(String(scored.round)) }), () => show(scored), {
            class: "play-main",
            "data-turn": "scored",
          }),
        ]
      : []),
    element("p", { class: "play-happened", role: "status", tabindex: "0" }, words),
  ];
}

/**
 * The slider, and where it stands.
 * @param {Element | null} before
 * @param {number} at
 * @param {number} last
 * @param {Turning} turning
 */
function steps(before, at, last, turning) {
  const row =
    /** @type {HTMLElement | null} */ (before) ??
    element(
      "div",
      { class: "play-steps" },
      element("input", { type: "range", min: "0", "data-field": "step" }),
      element("span", { class: "play-step" }),
    );
  for (const slider of row.querySelectorAll("input")) {
    slider.max = String(last);
    slider.value = String(at);
    slider.ariaLabel = say("Step {at} of {last}", { at, last });
    slider.oninput = () => turning.turn(Number(slider.value));
  }
  for (const told of row.querySelectorAll("span")) told.textContent = say("{at} of {last}", { at, last });
  return row;
}
