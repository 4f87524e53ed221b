// While something is pressed the page stays as it is: a button that is replaced between press and release is never clicked.

/** What follows a drag and not a click: it may be shown anew meanwhile. */
const DRAGGED = "input, select, textarea";
/** How many milliseconds after a release a click may come; a finger's comes later than that of a mouse. */
const LATE = 100;

export class Pressing {
  #show;
  #isPressed = false;
  /** Whether something is to be shown as soon as nothing is pressed. */
  isDue = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #clock;

  /** @param {() => void} show shows the page anew */
  constructor(show) {
    this.#show = show;
    for (const kind of /** @type {const} */ (["pointerdown", "mousedown"]))
      window.addEventListener(kind, (event) => this.#press(event), true);
    for (const kind of ["pointerup", "pointercancel", "mouseup", "touchend", "touchcancel", "blur"])
      window.addEventListener(kind, (event) => this.#soon(event), true);
    window.addEventListener("click", () => (this.#isPressed = false), true);
  }

  /** @param {MouseEvent} event */
  #press({ target, button }) {
    if (button !== 0 || (target instanceof Element && target.closest(DRAGGED))) return;
    clearTimeout(this.#clock);
    this.#isPressed = true;
  }

  /** @param {Event} event */
  #soon(event) {
    if (event.type === "blur" && event.target !== window) return; // only a control has lost the focus
    if (event.type === "pointercancel" && /** @type {PointerEvent} */ (event).pointerType === "touch") return; // it scrolls
    clearTimeout(this.#clock);
    this.#clock = setTimeout(() => {
      this.#isPressed = false;
      if (this.isDue) this.show();
    }, LATE);
  }

  /** Show the page anew, now or as soon as nothing is pressed. */
  show() {
    this.isDue = this.#isPressed;
    if (!this.isDue) this.#show();
  }
}
