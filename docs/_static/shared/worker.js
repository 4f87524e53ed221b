// For both pages, the engine: Python in WebAssembly, with the package as it is. It runs beside the page, so that the page never waits.

/** @import { Thought } from "../play/changes.js" */
/** @typedef {{ loaded: number, size: number } | { ready: true } | { failed: string }} Fetched */
/**
 * What the worker says: how much has come, that all is ready or that it failed, how far a bot has thought, and the answer to a message.
 * @typedef {Fetched | { thinking: Thought } | { id: number, answer: unknown }} News
 */
/**
 * What lies in the folder of the engine: which build it is, how much has to be fetched, whether there is a kernel, and what Pyodide wants to know of its packages.
 * @typedef {{ digest: string, size: number, kernel: boolean, lock: object }} Contents
 */

import { kernelOf } from "./kernel.js";
import { forgetMemory, keepMemory, keptMemory } from "./memory.js";

const ENGINE = new URL("../../_engine/", import.meta.url);
/** The files that are compressed, and what they are. */
const SCRIPT = "pyodide.asm.mjs";
const PROGRAM = "pyodide.asm.wasm";
const ARCHIVE = "python.zip";
const TYPES = { [SCRIPT]: "text/javascript", [PROGRAM]: "application/wasm", [ARCHIVE]: "application/zip" };
/** The compiled kernel, which is not in every build. */
const KERNEL = "kernel.wasm";

const tell = (/** @type {News} */ news) => self.postMessage(news);
const plain = self.fetch.bind(self);

/** Whether the engine is fetched once more: then nothing that may be damaged is taken from what the browser has. */
const isAgain = self.name === "again";

/**
 * A file of the engine.
 * @param {string} name
 */
async function fetched(name) {
  const answer = await plain(new URL(name, ENGINE), { cache: isAgain ? "reload" : "default" });
  if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
  return { body: answer.body, answer };
}

/**
 * The compressed files of the engine, unpacked, by their names; it is told how much has come.
 * @param {Contents} contents
 */
async function unpacked({ size, kernel }) {
  let loaded = 0;
  const one = async (/** @type {[string, string]} */ [name, type]) => {
    const { body } = await fetched(`${name}.packed`);
    /** @type {TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>} */
    const counted = new TransformStream({
      transform(chunk, onward) {
        loaded += chunk.length;
        tell({ loaded, size });
        onward.enqueue(chunk);
      },
    });
    const whole = body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
    return /** @type {const} */ ([name, await new Response(whole, { headers: { "Content-Type": type } }).blob()]);
  };
  const wanted = kernel ? { ...TYPES, [KERNEL]: "application/wasm" } : TYPES;
  return new Map(await Promise.all(Object.entries(wanted).map(one)));
}

/**
 * The compiled kernel for Python, or none: without it the rules play, slowly.
 * @param {Map<string, Blob>} files
 */
async function compiled(files) {
  const program = files.get(KERNEL);
  return program && kernelOf(await WebAssembly.compile(await program.arrayBuffer()));
}

/** @typedef {{ reply(message: string): string, play(message: string): string }} Answering what Python offers */

/** A question that is asked before all others: its answer shows that Python is well, and reads what others need too. */
const FIRST = JSON.stringify({ ask: "judge", kind: "layout", given: { game: "granada", layout: {} } });

/** @returns {Promise<Answering>} */
async function start() {
  /** @type {Contents} */
  const contents = await (await fetched("contents.json")).answer.json();
  const { digest, lock } = contents;
  const [memory, files, { loadPyodide }] = await Promise.all([
    keptMemory(digest),
    unpacked(contents),
    import(new URL("pyodide.mjs", ENGINE).href),
  ]);
  const script = URL.createObjectURL(files.get(SCRIPT) ?? new Blob());
  const { default: createPyodideModule } = await import(script);
  // Pyodide fetches by the names that its files had.
  self.fetch = async (asked, ...more) => {
    const file = files.get(String(asked).replace(ENGINE.href, ""));
    return file ? new Response(file, { headers: { "Content-Type": file.type } }) : plain(asked, ...more);
  };
  const kernel = await compiled(files).catch(() => undefined);
  const load = (/** @type {object} */ settings) =>
    unlessDamaged(
      loadPyodide({
        indexURL: ENGINE.href,
        stdLibURL: new URL(ARCHIVE, ENGINE).href,
        lockFileContents: lock,
        packageBaseUrl: ENGINE.href,
        createPyodideModule,
        ...settings,
      }),
    );

  /**
   * Python as it was, with its memory.
   * @param {Uint8Array} was
   * @returns {Promise<Answering>}
   */
  async function restored(was) {
    const python = await load({
      _loadSnapshot: was,
      _snapshotDeserializer() {
        if (!kernel) throw new Error("the kernel is missing");
        return kernel;
      },
      async createPyodideModule(/** @type {object} */ settings) {
        const module = await createPyodideModule(settings);
        module.growMemory(was.length);
        return module;
      },
    });
    return answering(python);
  }

  /** @returns {Promise<Answering>} */
  async function fresh() {
    const python = await load({ _makeSnapshot: Boolean(globalThis.caches) });
    if (kernel) python.registerJsModule("_granada_wasm", kernel);
    const found = answering(python);
    if (globalThis.caches)
      keepMemory(digest, python.makeMemorySnapshot({ serializer: () => "kernel" })).catch(() => {});
    return found;
  }

  const found = memory && (await restored(memory).catch(() => forgetMemory(digest)));
  const python = found ?? (await fresh());
  URL.revokeObjectURL(script);
  files.clear();
  return python;
}

/**
 * Python once it is there; it waits for ever where its program is damaged.
 * @template Python
 * @param {Promise<Python>} coming
 */
function unlessDamaged(coming) {
  const { instantiateStreaming } = WebAssembly;
  /** @type {Promise<never>} */
  const damaged = new Promise((_, fail) => {
    WebAssembly.instantiateStreaming = async (...asked) => {
      WebAssembly.instantiateStreaming = instantiateStreaming;
      const made = instantiateStreaming(...asked);
      made.catch(fail);
      return made;
    };
  });
  return Promise.race([coming, damaged]);
}

/**
 * What Python offers, when it has answered a first question.
 * @param {{ pyimport(name: string): Answering }} python
 */
function answering(python) {
  const found = python.pyimport("granada.browser");
  if (!("answer" in JSON.parse(found.reply(FIRST)))) throw new Error("Python does not answer");
  return found;
}

/** The questions of the judge; all others belong to the table. */
const JUDGED = ["judge", "read", "case", "where"];

const started = isAgain ? fetched("pyodide.mjs").then(start) : start();
started.then(
  () => tell({ ready: true }),
  (flaw) => tell({ failed: String(flaw) }),
);

/** @type {Promise<{ answered(message: any): unknown }> | undefined} */
let keeper;

/** The keeper of the table stands round Python; he comes when he is first asked, and knows some things without it. */
async function table() {
  const { Keeper } = await import("../play/keeper.js");
  return new Keeper(async (message) => (await started).play(message), tell);
}

/** @param {{ ask: string }} message */
async function answered(message) {
  if (JUDGED.includes(message.ask)) return JSON.parse((await started).reply(JSON.stringify(message)));
  return (await (keeper ??= table())).answered(message);
}

self.onmessage = async ({ data: { id, message } }) => {
  try {
    tell({ id, answer: await answered(message) });
  } catch (flaw) {
    const isThere = await started.then(
      () => true,
      () => false,
    );
    if (isThere) tell({ id, answer: { flaws: [String(flaw)] } }); // otherwise it is asked again of another worker
  }
};
