// For both pages: the wishes that stay, such as the language.

const WISHES = "granada wishes";

/** @typedef {{ language?: string, speed?: string, form?: unknown }} Wishes */

/**
 * Keep some wishes; the others stay.
 * @param {Wishes} some
 */
export function keepWishes(some) {
  try {
    localStorage.setItem(WISHES, JSON.stringify({ ...wishes(), ...some }));
  } catch {
    // a browser that keeps nothing shows the page all the same
  }
}

/** @returns {Wishes} */
export function wishes() {
  try {
    return Object(JSON.parse(localStorage.getItem(WISHES) ?? "{}"));
  } catch {
    return {};
  }
}
