// For both pages: what is shown until the engine has come: how much of it is there, that it is slow, or why it failed and what to do.

import { forgetKept, keep } from "./engine.js";
import { element } from "./tiles.js";
import { language, say } from "./words.js";

/** @import { Progress } from "./engine.js" */
/**
 * What a page says meanwhile, in English: at first, when a part or all has come where it tells that, and when nothing comes.
 * @typedef {{ fetching: string, part?: string, whole?: string, failed: string }} Said
 */

const megabytes = (/** @type {number} */ bytes) =>
  (bytes / 1e6).toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export class Loading {
  isReady = false;
  #home;
  #said;
  #again;
  #help;
  #text = element("p");
  #progress = element("progress", { max: "1", value: "0" });
  /** What is told to those who hear the page; how much has come is not, since it changes all the time. */
  #news = element("div", { role: "status" });
  /** Says again what was said last. */
  #repeat = () => this.#tell([], say(this.#said.fetching));
  #isSpoken = false;
  #hasFailed = false;
  node = element("div", { class: "shared-loading" }, this.#text, this.#progress, this.#news);

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
    this.#isSpoken = true;
    this.#progress.ariaLabel = say("loading");
    this.#repeat();
  }

  /**
   * Say something once the language is there in which it is said.
   * @param {(HTMLElement | string)[]} news
   * @param {string} text how much has come
   */
  #tell(news, text = "") {
    if (!this.#isSpoken) return;
    this.#text.textContent = text;
    this.#news.replaceChildren(...news);
  }

  /**
   * Show how the engine fares.
   * @param {Progress} news
   */
  heard(news) {
    if (news === "ready") this.#ready();
    else if (news === "anew") this.#anew();
    else if (typeof news === "object" && "failed" in news) this.#repeat = () => this.#failed(news.failed);
    else if (this.#hasFailed)
      return; // other files may still come
    else if (news === "slow") this.#repeat = () => this.#slow();
    else if ("loaded" in news) this.#repeat = () => this.#loaded(news);
    this.#repeat();
  }

  /** The engine is fetched again. */
  #anew() {
    this.isReady = false;
    this.#hasFailed = false;
    this.#progress.hidden = false;
    this.#repeat = () => this.#tell([say("The engine is being loaded again.")]);
    if (!this.node.isConnected) this.#home.prepend(this.node);
  }

  #slow() {
    this.#tell([say("The engine is loading slowly. It may need a better network; you can wait, or come back later.")]);
  }

  #ready() {
    this.isReady = true;
    this.#repeat = () => {};
    this.node.remove();
    this.#home.dataset.ready = "yes";
    keep();
  }

  /** @param {{ loaded: number, size: number }} news */
  #loaded({ loaded, size }) {
    this.#progress.value = loaded / size;
    const said = (loaded < size ? this.#said.part : this.#said.whole) ?? this.#said.fetching;
    this.#tell([], say(said, { loaded: megabytes(loaded), size: megabytes(size) }));
  }

  /**
   * Say that the engine did not come, and what can be done.
   * @param {string} why
   */
  #failed(why) {
    const again = async () => {
      this.heard("anew");
      await forgetKept();
      this.#again();
    };
    this.#hasFailed = true;
    this.#progress.hidden = true;
    this.#tell([
      element("p", {}, say(this.#said.failed)),
      element("button", { type: "button", "data-tool": "again", onclick: again }, say("Try again")),
      ...this.#help(),
      element(
        "details",
        {},
        element("summary", {}, say("What went wrong")),
        element("p", { class: "shared-failed" }, why),
      ),
    ]);
    if (!this.node.isConnected) this.#home.prepend(this.node);
  }
}
