// For both pages, the way to the engine: questions go to the worker, and come back as answers.

import { language, say } from "./words.js";

/** @import { Question } from "../judge/question.js" */
/** @import { Broken, Verdict } from "../judge/verdict.js" */
/** @import { Answer, Sent, Thought } from "../play/changes.js" */
/** @import { City } from "./notation.js" */
/** @import { News } from "./worker.js" */

const ROOT = new URL("../../", import.meta.url).href;

/** @typedef {[x: number, y: number]} Cell */
/**
 * What is wrong with a message: in English, and in the language of the page as far as it is known there; what the page
 * itself finds wrong is in its language, which is named. What breaks rules is ``broken``, in sentences.
 * @typedef {{ flaws: string[], told?: (string | null)[], lang?: string, broken?: Broken[] }} Flaws
 */
/** @typedef {{ ask: "where", verb: string, game: string, city: City, face: string }} WhereMessage */
/** @typedef {{ ask: "judge" } & Question} JudgeMessage */
/** @typedef {JudgeMessage | WhereMessage | { ask: "case", id: string } | { ask: "read", text: string }} Message */
/** @typedef {{ judge: Verdict, where: { cells: Cell[] }, case: Question, read: Question }} Replies */
/**
 * What comes back for a message.
 * @template {Message} Asked
 * @typedef {Promise<Replies[Asked["ask"]] | Flaws>} Reply
 */

/**
 * How the engine fares: how much of it has come, that it is ready, that nothing was heard of it for long, that it begins
 * anew, why it failed; or how far a bot has thought.
 * @typedef {{ loaded: number, size: number } | "ready" | "slow" | "anew" | { failed: string } | { thinking: Thought }} Progress
 */

/** How many milliseconds an answer, and a sign of life, may take. */
const PATIENCE = 30_000;
const SLOW = 15_000;

export class Engine {
  #worker;
  /** @type {Map<number, { message: Message | Sent, done: (answer: unknown) => void, isPatient: boolean }>} */
  #waiting = new Map();
  /** @type {Map<number, ReturnType<typeof setTimeout>>} */
  #patience = new Map();
  #isReady = false;
  #last = 0;
  #tell;
  /** @type {Promise<void>} */
  #turn = Promise.resolve();
  #queue = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #clock;

  /** @param {(progress: Progress) => void} tell */
  constructor(tell) {
    this.#tell = tell;
    this.#worker = this.#started();
  }

  #started(name = "") {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name });
    worker.onmessage = ({ data }) => this.#heard(data);
    worker.onerror = () => this.#heard({ failed: "worker.js" });
    this.#watch();
    return worker;
  }

  /** Say so when nothing is heard for long. */
  #watch() {
    clearTimeout(this.#clock);
    this.#clock = setTimeout(() => this.#tell("slow"), SLOW);
  }

  /** Begin anew, with files that are fetched anew; what was asked is asked again. */
  again() {
    this.#begin("again");
  }

  /** @param {string} name of the worker, which tells it whether to fetch all files anew */
  #begin(name) {
    this.#isReady = false;
    for (const clock of this.#patience.values()) clearTimeout(clock);
    this.#patience.clear();
    this.#worker.terminate();
    this.#worker = this.#started(name);
    for (const [id, { message }] of this.#waiting) this.#send(id, message);
  }

  /** @param {News} news */
  #heard(news) {
    if ("id" in news) {
      this.#answered(news.id, news.answer);
      return;
    }
    if ("ready" in news) {
      this.#isReady = true;
      for (const id of this.#waiting.keys()) this.#await(id);
    }
    clearTimeout(this.#clock);
    if ("loaded" in news) this.#watch();
    this.#tell("ready" in news ? "ready" : news);
  }

  /**
   * @param {number} id
   * @param {unknown} answer
   */
  #answered(id, answer) {
    clearTimeout(this.#patience.get(id));
    this.#patience.delete(id);
    this.#waiting.get(id)?.done(answer);
    this.#waiting.delete(id);
  }

  /**
   * @param {number} id
   * @param {Message | Sent} message
   */
  #send(id, message) {
    this.#worker.postMessage({ id, message: { language: language(), ...message } });
    if (this.#isReady) this.#await(id);
  }

  /**
   * Give up what takes too long once the engine is ready to answer it, and begin anew; all else is asked again.
   * @param {number} id
   */
  #await(id) {
    if (this.#waiting.get(id)?.isPatient) return;
    const giveUp = () => {
      this.#answered(id, { flaws: [say("This took too long and was stopped.")], lang: language() });
      this.#tell("anew");
      this.#begin("");
    };
    this.#patience.set(id, setTimeout(giveUp, PATIENCE));
  }

  /**
   * The answer to a message, however long it takes.
   * @template {Message} Asked
   * @param {Asked} message
   * @returns {Reply<Asked>}
   */
  ask(message) {
    return this.#sent(message);
  }

  /**
   * The answer to a message of the table, however long it takes.
   * @param {Sent} message
   * @returns {Promise<Answer>}
   */
  askTable(message) {
    return this.#sent(message);
  }

  /**
   * @param {Message | Sent} message
   * @returns {Promise<any>}
   */
  #sent(message, isPatient = true) {
    const id = ++this.#last;
    return new Promise((done) => {
      this.#waiting.set(id, { message, done, isPatient });
      this.#send(id, message);
    });
  }

  /**
   * The same, one after the other: one that takes too long once the engine is ready is given up, and the engine starts anew.
   * @template {Message} Asked
   * @param {Asked} message
   * @returns {Reply<Asked>}
   */
  askSoon(message) {
    this.#queue += 1;
    const isNext = this.#queue === 1;
    const answer = isNext ? this.#sent(message, false) : this.#turn.then(() => this.#sent(message, false));
    this.#turn = answer.then(() => {
      this.#queue -= 1;
    });
    return answer;
  }
}

/** Forget what is kept for visits without a network. */
export async function forgetKept() {
  if (!globalThis.caches) return;
  for (const name of await caches.keys()) if (name.endsWith(` ${ROOT}`)) await caches.delete(name);
}

/**
 * Keep a further page with its pictures for visits without a network, where the browser can.
 * @param {string} address
 */
export async function keepPage(address) {
  const kept = await globalThis.caches?.open(`visited ${ROOT}`).catch(() => undefined);
  await kept?.add(address).catch(() => {});
  const page = (await (await kept?.match(address))?.text()) ?? "";
  const pictures = Array.from(page.matchAll(/<img src="([^":]+)"/g), ([, name]) => new URL(name, address).href);
  await kept?.addAll(pictures).catch(() => {});
}

/** Keep the page for visits without a network, where the browser can. */
export function keep() {
  navigator.serviceWorker?.register(new URL("offline.js", ROOT)).catch(() => {});
}
