// The way to the engine: questions go to the worker, and come back as answers.

/** @import { City, Question } from "./question.js" */
/** @import { Verdict } from "./verdict.js" */
/** @import { News } from "./worker.js" */

/** @typedef {[x: number, y: number]} Cell */
/** @typedef {{ flaws: string[] }} Flaws what is wrong with a message */
/** @typedef {{ ask: "where", verb: string, game: string, city: City, face: string }} WhereMessage */
/** @typedef {{ ask: "judge" } & Question} JudgeMessage */
/** @typedef {JudgeMessage | WhereMessage | { ask: "case", id: string } | { ask: "read", text: string }} Message */
/** @typedef {{ judge: Verdict, where: { cells: Cell[] }, case: Question, read: Question }} Replies */
/**
 * What comes back for a message.
 * @template {Message} Asked
 * @typedef {Promise<Replies[Asked["ask"]] | Flaws>} Reply
 */

const PATIENCE = 30_000;
/** The engine's own part of what is fetched, without the script that comes by itself. */
const BESIDE = 1_270_000;

export class Engine {
  #worker;
  /** @type {Map<number, (answer: unknown) => void>} */
  #waiting = new Map();
  #last = 0;
  #tell;
  /** @type {Promise<void>} */
  #turn = Promise.resolve();
  #size = 12_800_000;

  /** @param {(news: number | "ready" | { failed: string }) => void} tell is told how far loading has come, from 0 to 1 */
  constructor(tell) {
    this.#tell = tell;
    fetch(new URL("../../_engine/contents.json", import.meta.url))
      .then((answer) => answer.json())
      .then(({ size }) => (this.#size = size - BESIDE))
      .catch(() => {});
    this.#worker = this.#started();
  }

  #started() {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => this.#heard(data);
    worker.onerror = () => this.#tell({ failed: "the engine could not be started" });
    return worker;
  }

  /** @param {News} news */
  #heard(news) {
    if ("ready" in news) this.#tell("ready");
    else if ("failed" in news) this.#tell(news);
    else if ("loaded" in news) this.#tell(Math.min(1, news.loaded / this.#size));
    else {
      this.#waiting.get(news.id)?.(news.answer);
      this.#waiting.delete(news.id);
    }
  }

  /**
   * The answer to a message, however long it takes.
   * @template {Message} Asked
   * @param {Asked} message
   * @returns {Reply<Asked>}
   */
  ask(message) {
    const id = ++this.#last;
    return new Promise((done) => {
      this.#waiting.set(id, /** @type {(answer: unknown) => void} */ (done));
      this.#worker.postMessage({ id, message });
    });
  }

  /**
   * The same, once the engine is ready, one after the other: one that takes too long is given up, and the engine starts anew.
   * @template {Message} Asked
   * @param {Asked} message
   * @returns {Reply<Asked>}
   */
  askSoon(message) {
    const answer = this.#turn.then(() => this.#askPatiently(message));
    this.#turn = answer.then(() => {});
    return answer;
  }

  /**
   * @template {Message} Asked
   * @param {Asked} message
   * @returns {Reply<Asked>}
   */
  #askPatiently(message) {
    return new Promise((done) => {
      const clock = setTimeout(() => {
        this.#worker.terminate();
        this.#waiting.clear();
        this.#worker = this.#started();
        done({ flaws: ["this takes too long, and was given up"] });
      }, PATIENCE);
      this.ask(message).then((answer) => {
        clearTimeout(clock);
        done(answer);
      });
    });
  }
}
