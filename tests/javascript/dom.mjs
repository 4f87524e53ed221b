// As much of a browser's document as some tests need.

/** As much of an element. */
export class Thing extends EventTarget {
  dataset = {};
  style = {};
  hidden = false;
  isThere = true;
  isConnected = true;
  /** @type {(Thing | string)[]} */
  inside = [];
  /** @type {Record<string, string>} */
  attributes = {};
  classes = new Set();
  classList = {
    add: (/** @type {string} */ name) => this.classes.add(name),
    remove: (/** @type {string} */ name) => this.classes.delete(name),
  };

  /** @returns {string} */
  get textContent() {
    return this.inside.map((each) => (typeof each === "string" ? each : each.textContent)).join("");
  }

  set textContent(text) {
    this.inside = [text];
  }

  /** @param {(Thing | string)[]} things */
  append(...things) {
    this.inside.push(...things);
  }

  /** @param {(Thing | string)[]} things */
  replaceChildren(...things) {
    this.inside = things;
  }

  remove() {
    this.isThere = false;
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  setPointerCapture() {}

  closest() {
    return this;
  }

  querySelectorAll() {
    return [];
  }
}

/**
 * Let scripts find a document that makes things.
 * @param {object} more what else it can do
 */
export function letThereBeThings(more = {}) {
  const make = () => new Thing();
  const document = { createElement: make, createElementNS: make, ...more };
  Object.assign(globalThis, { Element: Thing, document, window: new EventTarget() });
}
