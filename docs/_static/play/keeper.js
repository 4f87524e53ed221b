// The table's part of the worker: it keeps the record, thinks in slices, and hands to the page only what the page may see.

import { packed, unpacked } from "./links.js";
import * as store from "./store.js";

/** @import { Sent, Thought } from "./changes.js" */
/** @import { About } from "./store.js" */
/** @typedef {{ ask: string } & Record<string, unknown>} Asked what Python is asked, which knows more than the page */
/** @typedef {{ name: string, record: string, about: About } | { forget: string } | null} Keep what is to be kept */
/** @typedef {Record<string, any>} Answer */
/** @typedef {(answer: { thinking: Thought }) => void} Tell */

/** How many seconds Python thinks before it lets a message in. */
const SLICE = 0.05;

export class Keeper {
  #python;
  #tell;
  /** The game that Python has on the table. */
  #open = "";
  #stopped = false;
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
      this.#stopped = true;
      return Promise.resolve({});
    }
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
    if (ask === "begin") return this.#run(message);
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
    if ("forget" in keep) await store.remove(keep.forget);
    else await store.put({ ...keep, when: Date.now() });
  }

  async #games() {
    const found = await store.all().catch(() => []);
    return found.map(({ name, about, when }) => ({ ...about, name, when }));
  }

  /** @param {string} name */
  async #forget(name) {
    await store.remove(name).catch(() => {});
    if (name === this.#open) this.#open = "";
    return { games: await this.#games() };
  }

  /**
   * @param {string} name
   * @param {string} language
   * @returns {Promise<Answer>}
   */
  async #resumed(name, language) {
    const kept = await store.get(name).catch(() => undefined);
    if (kept && !(await this.#hold(name))) return { elsewhere: true };
    return kept ? this.#run({ ask: "resume", name, record: kept.record, language }) : { lost: true };
  }

  /**
   * Keep other tabs from the same game, where the browser can: two of them would write over each other.
   * @param {string} name
   * @returns {Promise<boolean>} whether no other tab has it
   */
  #hold(name) {
    if (name === this.#held || !navigator.locks) return Promise.resolve(true);
    this.#release();
    return new Promise((give) => {
      navigator.locks.request(`granada ${name}`, { ifAvailable: true }, (lock) => {
        this.#held = lock ? name : "";
        give(Boolean(lock));
        return lock ? new Promise((release) => (this.#release = () => release(null))) : null;
      });
    });
  }

  /** @param {Extract<Sent, { ask: "open" }>} message */
  async #opened({ link, ...message }) {
    const record = link === undefined ? message.record : await unpacked(link);
    return record ? this.#run({ ...message, record }) : { broken: true };
  }

  /** @param {Asked} message */
  async #thought(message) {
    this.#stopped = false;
    let answer = await this.#run(message);
    while (answer.thinking) {
      this.#tell({ thinking: answer.thinking });
      await new Promise((go) => setTimeout(go));
      const { language, name } = message;
      answer = await this.#run({ ask: this.#stopped ? "stop" : "slice", seconds: SLICE, language, name });
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
