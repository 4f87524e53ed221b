// What a page shows until its engine has come: how much of it is there, that it is slow, or why it failed and what to do.

import { forgetKept, keep } from "./engine.js";
import { element } from "./tiles.js";
import { say } from "./words.js";

/** @import { Progress } from "./engine.js" */
/**
 * What a page says meanwhile, in English: at first, when a part or all has come where it tells that, and when nothing comes.
 * @typedef {{ fetching: string, part?: string, whole?: string, failed: string }} Said
 */

const megabytes = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(1);

export class Loading {
  isReady = false;
  #home;
  #said;
  #again;
  #help;
  #text = element("p");
  #progress = element("progress", { max: "1", value: "0" });
  node = element("div", { class: "judge-loading", role: "status" }, this.#text, this.#progress);

  /**
   * @param {HTMLElement} home the page, which is marked when the engine is ready
   * @param {Said} said
   * @param {() => void} again what fetches the engine anew
   * @param {() => HTMLElement[]} help what else there is where the engine does not come
   */
  constructor(home, said, again, help = () => []) {
    this.#home = home;
    this.#said = said;
    this.#again = again;
    this.#help = help;
  }

  /** Say in the language that is spoken what stands there from the beginning. */
  speak() {
    this.#progress.ariaLabel = say("loading");
    this.#text.textContent ||= say(this.#said.fetching);
  }

  /**
   * Show how the engine fares.
   * @param {Progress} news
   */
  heard(news) {
    if (news === "ready") this.#ready();
    else if (news === "slow") {
      this.#text.textContent = say(
        "The engine is slow to come. It may need a better network; you can wait, or come back later.",
      );
    } else if ("failed" in news) this.#failed(news.failed);
    else if ("loaded" in news) this.#loaded(news);
  }

  #ready() {
    this.isReady = true;
    this.node.remove();
    this.#home.dataset.ready = "yes";
    keep();
  }

  /** @param {{ loaded: number, size: number }} news */
  #loaded({ loaded, size }) {
    this.#progress.value = loaded / size;
    const said = loaded < size ? this.#said.part : this.#said.whole;
    if (said) this.#text.textContent = say(said, { loaded: megabytes(loaded), size: megabytes(size) });
  }

  /**
   * Say that the engine did not come, and what can be done.
   * @param {string} why
   */
  #failed(why) {
    const again = async () => {
      this.#text.textContent = say("The engine is being fetched anew.");
      this.node.replaceChildren(this.#text, this.#progress);
      await forgetKept();
      this.#again();
    };
    this.node.replaceChildren(
      element("p", {}, say(this.#said.failed)),
      element("button", { type: "button", "data-tool": "again", onclick: again }, say("Try again")),
      ...this.#help(),
      element(
        "details",
        {},
        element("summary", {}, say("What went wrong")),
        element("p", { class: "judge-failed" }, why),
      ),
    );
    if (!this.node.isConnected) this.#home.prepend(this.node);
  }
}
