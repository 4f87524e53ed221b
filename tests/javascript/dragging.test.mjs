import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { letDrag } from "../../docs/_static/judge/dragging.js";
import { Thing, letThereBeThings } from "./dom.mjs";
import { known } from "./site.mjs";

/** @import { Dragged } from "../../docs/_static/judge/dragging.js" */

const tile = Object.assign(new Thing(), { dataset: { tile: "park6" } });
/** @type {Dragged[]} */
let dropped = [];
let home = new Thing();

beforeEach(() => {
  letThereBeThings({ elementFromPoint: () => tile });
  [dropped, home] = [[], new Thing()];
  letDrag(/** @type {HTMLElement} */ (/** @type {unknown} */ (home)), known, (dragged) => dropped.push(dragged));
});

/**
 * A pointer does something.
 * @param {string} kind
 * @param {number} id
 * @param {number} clientX
 */
function point(kind, id, clientX = 0) {
  const event = Object.assign(new Event(`pointer${kind}`), { pointerId: id, isPrimary: id === 1, button: 0 });
  Object.defineProperty(event, "target", { value: tile });
  home.dispatchEvent(Object.assign(event, { clientX, clientY: 0 }));
}

const shades = () => home.inside.filter((each) => each instanceof Thing && each.isThere).length;

test("a tile follows the finger that drags it, and is let go with it", () => {
  point("down", 1);
  point("move", 1, 3);
  assert.equal(shades(), 0);
  point("move", 1, 40);
  assert.equal(shades(), 1);
  point("up", 1, 40);
  assert.deepEqual([shades(), dropped], [0, [{ tile: "park6", from: null }]]);
});

test("another finger neither stops a tile that is dragged nor lets it go", () => {
  point("down", 1);
  point("move", 1, 40);
  for (const kind of ["down", "move", "cancel", "up"]) point(kind, 2, 60);
  assert.deepEqual([shades(), dropped.length], [1, 0]);
  point("up", 1, 50);
  assert.deepEqual([shades(), dropped.length], [0, 1]);
});

test("a finger that the browser takes for something else lets go", () => {
  point("down", 1);
  point("move", 1, 40);
  point("cancel", 1);
  point("up", 1, 50);
  assert.deepEqual([shades(), dropped.length], [0, 0]);
});
