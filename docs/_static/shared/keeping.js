// For both pages: what stays as it was when parts of a page are made anew: the focus, what is unfolded, and what is scrolled to.

/** @typedef {{ region: HTMLElement, key: string, among: number, place: number }} Focused what has the focus: in which part, its key, which of several with that key, and which of all controls */
/** @typedef {{ part: HTMLElement, below: number }} Highest the part that stands highest in sight, and how far below the line */

const CONTROLS = "button:not(:disabled), select, input, summary, a[href]";
/** What can be scrolled sideways has a name. */
const STRIPS = '[role="group"][aria-label]';

const isNowhere = () => document.activeElement === document.body || document.activeElement === null;
const isSeen = (/** @type {Element} */ each) => each.getClientRects().length > 0;
const nameOf = (/** @type {HTMLElement} */ control) =>
  control.ariaLabel ?? (control.closest("label") ?? control).textContent;

/** @type {(region: Element) => HTMLElement[]} */
const controls = (region) => Array.from(region.querySelectorAll(CONTROLS));

/**
 * By what a control is known again: its data, or what it is called.
 * @param {HTMLElement} control
 */
const keyOf = (control) => JSON.stringify(Object.keys(control.dataset).length ? control.dataset : nameOf(control));

export class Keeping {
  #home;
  #parts;
  #line;
  #instead;
  /** Whether a part is unfolded, where somebody has folded or unfolded it. @type {Map<string, boolean>} */
  #folds = new Map();
  /** Whether it was so when it was made. @type {WeakMap<HTMLDetailsElement, boolean>} */
  #made = new WeakMap();
  /** What had the focus and could not keep it. @type {Focused | null} */
  #unfocused = null;

  /**
   * @param {HTMLElement} home the page
   * @param {HTMLElement[]} parts what is made anew
   * @param {() => number} line where that begins which nothing covers
   * @param {(region: HTMLElement) => HTMLElement | null | undefined} instead what gets the focus where nothing in its part can have it
   */
  constructor(home, parts, line, instead) {
    this.#home = home;
    this.#parts = parts;
    this.#line = line;
    this.#instead = instead;
  }

  /**
   * Make something anew; what had the focus keeps it, or what stands in its place gets it.
   * @param {() => void} make
   * @returns what had the focus
   */
  during(make) {
    const focused = this.#focused() ?? this.#unfocused;
    const stood = this.#highest();
    const scrolled = new Map(this.#strips().map((strip) => [strip.ariaLabel, strip.scrollLeft]));
    for (const each of this.#details()) {
      if (each.open !== (this.#made.get(each) ?? each.open)) this.#folds.set(foldOf(each), each.open);
    }
    make();
    for (const each of this.#details()) {
      each.open = this.#folds.get(foldOf(each)) ?? each.open;
      this.#made.set(each, each.open);
    }
    for (const strip of this.#strips()) strip.scrollLeft = scrolled.get(strip.ariaLabel) ?? 0;
    if (stood && isSeen(stood.part)) {
      const moved = stood.part.getBoundingClientRect().top - this.#line() - stood.below;
      if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: "instant" });
    }
    this.#unfocused = null;
    if (focused && (isNowhere() || focused.region.hidden)) this.refocus(focused);
    return focused;
  }

  /**
   * Give the focus to what had it, or to what stands there now; where nothing can have it yet, the next thing gets it that is shown.
   * @param {Focused} focused
   */
  refocus(focused) {
    const { region, key, among, place } = focused;
    const all = controls(region).filter(isSeen);
    const same = all.filter((each) => keyOf(each) === key);
    const next = same[among] ?? same.at(-1) ?? all[Math.min(place, all.length - 1)] ?? this.#instead(region);
    next?.focus({ preventScroll: true });
    if (isNowhere()) this.#unfocused = focused;
  }

  /** @returns {Focused | null} */
  #focused() {
    const here = document.activeElement;
    const region = this.#parts.find((each) => each.contains(here));
    if (!region || !(here instanceof HTMLElement)) return null;
    const all = controls(region);
    const key = keyOf(here);
    const same = all.filter((each) => keyOf(each) === key);
    return { region, key, among: same.indexOf(here), place: Math.max(0, all.indexOf(here)) };
  }

  /** @returns {Highest | null} */
  #highest() {
    const line = this.#line();
    const places = this.#parts
      .filter((part) => ["static", "relative"].includes(getComputedStyle(part).position))
      .map((part) => ({ part, at: part.getBoundingClientRect() }))
      .filter(({ at }) => at.height && at.bottom > line)
      .sort((one, other) => one.at.top - other.at.top);
    return places.length ? { part: places[0].part, below: places[0].at.top - line } : null;
  }

  /** @returns {HTMLDetailsElement[]} */
  #details() {
    return Array.from(this.#home.querySelectorAll("details"));
  }

  /** @returns {HTMLElement[]} */
  #strips() {
    return Array.from(this.#home.querySelectorAll(STRIPS));
  }
}

/**
 * By what a part that folds is known again: its name among the parts, or its heading.
 * @param {HTMLDetailsElement} details
 */
const foldOf = (details) => details.dataset.part ?? details.querySelector("summary")?.textContent ?? "";
