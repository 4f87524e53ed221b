// Tiles are dragged, by mouse, pen or finger: from what is chosen from or from a cell, to another place or away.

import { element, tilePicture } from "../shared/tiles.js";

/** @import { Known } from "../shared/notation.js" */
/**
 * What is dragged: a tile, and the cell on which it lies if it lies on one.
 * @typedef {{ tile: string, from: string | null }} Dragged
 */

/** How many pixels a pointer moves before it drags something; less is a tap. */
const FAR = 8;

/**
 * What is dragged from an element, if anything is.
 * @param {EventTarget | null} target
 * @returns {Dragged | null}
 */
function lifted(target) {
  /** @type {HTMLElement | null} */
  const found = target instanceof Element ? target.closest("[data-tile]") : null;
  const { tile, cell } = found?.dataset ?? {};
  return tile ? { tile, from: cell ?? null } : null;
}

/**
 * Let the tiles inside an element be dragged.
 * @param {HTMLElement} home
 * @param {Known} known
 * @param {(dragged: Dragged, under: Element | null) => void} drop is told what was let go, and over what
 */
export function letDrag(home, known, drop) {
  /** @type {{ dragged: Dragged, id: number, x: number, y: number } | null} */
  let held = null;
  /** @type {HTMLElement | null} */
  let shade = null;

  const under = (/** @type {PointerEvent} */ { clientX, clientY }) => document.elementFromPoint(clientX, clientY);
  const mark = (/** @type {Element | null | undefined} */ over) => {
    for (const each of home.querySelectorAll(".judge-over")) each.classList.remove("judge-over");
    over?.closest("[data-cell], [data-slot], [data-tray]")?.classList.add("judge-over");
  };
  const end = () => {
    shade?.remove();
    mark(null);
    home.classList.remove("judge-dragging");
    held = shade = null;
  };

  home.addEventListener("pointerdown", (event) => {
    if (shade || !event.isPrimary) return; // another finger
    const dragged = event.button === 0 ? lifted(event.target) : null;
    held = dragged && { dragged, id: event.pointerId, x: event.clientX, y: event.clientY };
  });
  home.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { clientX: x, clientY: y } = event;
    if (!shade) {
      if (Math.hypot(x - held.x, y - held.y) < FAR) return;
      shade = element("div", { class: "judge-shade", "aria-hidden": "true" }, tilePicture(held.dragged.tile, known));
      home.append(shade);
      home.setPointerCapture(held.id);
      home.classList.add("judge-dragging");
    }
    shade.style.translate = `${x}px ${y}px`;
    mark(under(event));
  });
  home.addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { dragged } = held;
    const isDragged = shade !== null;
    end();
    if (!isDragged) return;
    // What was dragged is not tapped too.
    const swallow = (/** @type {Event} */ click) => click.stopPropagation();
    window.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
    drop(dragged, under(event));
  });
  home.addEventListener("pointercancel", (event) => {
    if (event.pointerId === held?.id) end();
  });
}
