// The way to the engine: questions go to the worker, and come back as answers.

const PATIENCE = 30_000;
/** The engine's own part of what is fetched, without the script that comes by itself. */
const BESIDE = 1_270_000;

export class Engine {
  #worker;
  #waiting = new Map();
  #last = 0;
  #tell;
  #size = 12_800_000;

  /** ``tell`` is told how far loading has come: a number from 0 to 1, "ready", or {failed}. */
  constructor(tell) {
    this.#tell = tell;
    fetch(new URL("../../_engine/contents.json", import.meta.url))
      .then((answer) => answer.json())
      .then(({ size }) => (this.#size = size - BESIDE))
      .catch(() => {});
    this.#start();
  }

  #start() {
    this.#worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#heard(data);
    this.#worker.onerror = () => this.#tell({ failed: "the engine could not be started" });
  }

  #heard(data) {
    if (data.ready) this.#tell("ready");
    else if (data.failed) this.#tell({ failed: data.failed });
    else if (data.loaded) this.#tell(Math.min(1, data.loaded / this.#size));
    else this.#settle(data.id, data.answer);
  }

  #settle(id, answer) {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }

  /** The answer to a message; one that takes too long is given up, and the engine starts anew. */
  ask(message) {
    const id = ++this.#last;
    return new Promise((done) => {
      this.#waiting.set(id, done);
      this.#worker.postMessage({ id, message });
    });
  }

  /** The same, once the engine is ready: then an answer that does not come is an endless one. */
  async askSoon(message) {
    let clock;
    const late = new Promise((done) => {
      clock = setTimeout(() => done({ flaws: ["this takes too long, and was given up"], late: true }), PATIENCE);
    });
    const answer = await Promise.race([this.ask(message), late]);
    clearTimeout(clock);
    if (answer.late) {
      this.#worker.terminate();
      this.#waiting.clear();
      this.#start();
    }
    return answer;
  }
}
