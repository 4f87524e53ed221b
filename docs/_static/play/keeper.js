// The table's part of the worker: it keeps the record, thinks in slices, and hands to the page only what the page may see.

import { packed, unpacked } from "./links.js";
import * as store from "./store.js";

/** @import { Sent, Thought } from "./changes.js" */
/** @import { About, Kept } from "./store.js" */
/** @typedef {{ ask: string } & Record<string, unknown>} Asked what Python is asked, which knows more than the page */
/** @typedef {{ name: string, record: string, looked: number, about: About } | { forget: string } | null} Keep what is to be kept */
/** @typedef {Record<string, any>} Answer */
/** @typedef {(answer: { thinking: Thought }) => void} Tell */

/** How many seconds Python thinks before it lets a message in. */
const SLICE = 0.05;
/** How many milliseconds another tab may take to let go of a game: a worker that was ended does not do so at once. */
const PATIENCE = 1_000;
/** What nobody waits for a bot with: it will think anew, if it still has to. */
const URGENT = ["begin", "learn", "resume", "open", "undo", "leave"];

export class Keeper {
  #python;
  #tell;
  /** The game that Python has on the table. */
  #open = "";
  /** What is to become of a thought: it ends with a decision, or is given up. */
  #wish = "";
  /** The games that the browser could not keep; they are lost with this tab. @type {Map<string, Kept>} */
  #unkept = new Map();
  #address = "";
  /** The game that no other tab may open, and how it is let go. */
  #held = "";
  #release = () => {};
  /** @type {Promise<unknown>} */
  #turn = Promise.resolve();

  /**
   * @param {(message: string) => Promise<string>} python
   * @param {Tell} tell is told how far a bot has thought
   */
  constructor(python, tell) {
    this.#python = python;
    this.#tell = tell;
  }

  /**
   * The answer to a message of the page, one after the other; only a wish to stop overtakes.
   * @param {Sent} message
   * @returns {Promise<Answer>}
   */
  answered(message) {
    if (message.ask === "stop") {
      this.#wish = "stop";
      return Promise.resolve({});
    }
    if (URGENT.includes(message.ask)) this.#wish = "drop";
    const answer = this.#turn.then(() => this.#answer(message));
    this.#turn = answer.catch(() => {});
    return answer;
  }

  /**
   * @param {Sent} message
   * @returns {Promise<Answer>}
   */
  async #answer(message) {
    const { ask, language } = message;
    if (ask === "games") return { games: await this.#games() };
    if (ask === "forget") return this.#forget(message.name);
    if (ask === "resume") return this.#resumed(message.name, language);
    if (ask === "open") return this.#opened(message);
    if (ask === "begin" || ask === "learn") return this.#run(message);
    if (ask === "leave") return this.#left();
    if (message.name !== this.#open) {
      const found = await this.#resumed(message.name ?? "", language);
      const { table } = found;
      // Whoever died may have done it before: then there is nothing left to do but to look.
      if (!table || (message.steps !== undefined && message.steps !== table.steps)) return found;
    }
    if (ask === "export") return this.#exported(message);
    if (ask === "link") return this.#linked(message);
    return ask === "think" || ask === "hint" ? this.#thought(message) : this.#run(message);
  }

  /**
   * Ask Python, and keep what is to be kept before the page hears of it.
   * @param {Asked} message
   */
  async #run(message) {
    const { answer, keep } = await this.#asked(message);
    if (answer.table) await this.#hold((this.#open = answer.table.name));
    if (keep)
      answer.unkept = await this.#keep(keep).then(
        () => false,
        () => true,
      );
    return answer;
  }

  /**
   * @param {Asked} message
   * @returns {Promise<{ answer: Answer, keep: Keep, text?: string }>}
   */
  async #asked(message) {
    return JSON.parse(await this.#python(JSON.stringify(message)));
  }

  /** @param {NonNullable<Keep>} keep */
  async #keep(keep) {
    if ("forget" in keep) {
      await store.remove(keep.forget);
      return;
    }
    const game = { ...keep, when: Date.now() };
    this.#unkept.set(keep.name, game);
    await store.put(game);
    this.#unkept.delete(keep.name);
  }

  async #games() {
    const stored = await store.all().catch(() => []);
    const found = [...this.#unkept.values(), ...stored.filter(({ name }) => !this.#unkept.has(name))];
    return found.map(({ name, about, when }) => ({ ...about, name, when }));
  }

  /** @param {string} name */
  async #forget(name) {
    if (!(await this.#hold(name))) return { elsewhere: true };
    this.#unkept.delete(name);
    await store.remove(name).catch(() => {});
    this.#left();
    return { games: await this.#games() };
  }

  /** Nobody sits at the table any more; another tab may go on with the game, unless it is kept by this one alone. */
  #left() {
    if (!this.#unkept.has(this.#held)) this.#release();
    this.#open = "";
    return {};
  }

  /**
   * Go on with a game: with the one that is open as it is, and otherwise as it was kept.
   * @param {string} name
   * @param {string} language
   * @returns {Promise<Answer>}
   */
  async #resumed(name, language) {
    if (name && name === this.#open) return this.#run({ ask: "resume", name, language });
    const kept = this.#unkept.get(name) ?? (await store.get(name).catch(() => undefined));
    if (kept && !(await this.#hold(name))) return { elsewhere: true };
    return kept
      ? this.#run({ ask: "resume", name, record: kept.record, looked: kept.looked, language })
      : { lost: true };
  }

  /**
   * Keep other tabs from a game, and let go of the one before, where the browser can: two of them would write over each other.
   * @param {string} name
   * @returns {Promise<boolean>} whether no other tab has it
   */
  #hold(name) {
    if (name === this.#held || !navigator.locks) return Promise.resolve(true);
    const signal = AbortSignal.timeout(PATIENCE);
    return new Promise((give) => {
      const held = () => {
        this.#release();
        this.#held = name;
        give(true);
        return new Promise((release) => {
          this.#release = () => {
            this.#held = "";
            release(null);
          };
        });
      };
      navigator.locks.request(`granada ${name}`, { signal }, held).catch(() => give(false));
    });
  }

  /** @param {Extract<Sent, { ask: "open" }>} message */
  async #opened({ link, ...message }) {
    const record = link === undefined ? message.record : await unpacked(link);
    return record ? this.#run({ ...message, record }) : { broken: true };
  }

  /** @param {Asked} message */
  async #thought(message) {
    this.#wish = "";
    let answer = await this.#run(message);
    while (answer.thinking) {
      this.#tell({ thinking: answer.thinking });
      await new Promise((go) => setTimeout(go));
      if (this.#wish === "drop") return { dropped: true };
      const { language, name } = message;
      answer = await this.#run({ ask: this.#wish || "slice", seconds: SLICE, language, name });
    }
    return answer;
  }

  /** @param {Asked} message */
  async #exported(message) {
    const { answer, text } = await this.#asked(message);
    if (text === undefined) return answer;
    URL.revokeObjectURL(this.#address);
    this.#address = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
    return { ...answer, address: this.#address };
  }

  /** @param {Asked} message */
  async #linked(message) {
    const { answer, text } = await this.#asked(message);
    if (text === undefined) return answer;
    const link = await packed(text);
    return link ? { ...answer, link: `#g=${link}` } : { long: true };
  }
}
