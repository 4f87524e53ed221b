// The engine: Python in WebAssembly, with the package as it is. It runs beside the page, so that the page never waits.

/** @import { Thought } from "../play/changes.js" */
/** @typedef {{ loaded: number, size: number } | { ready: true } | { failed: string }} Fetched */
/**
 * What the worker says: how much has come, that all is ready or that it failed, how far a bot has thought, and the answer to a message.
 * @typedef {Fetched | { thinking: Thought } | { id: number, answer: unknown }} News
 */
/**
 * What lies in the folder of the engine: how much has to be fetched, whether there is a kernel, and what Pyodide wants to know of its packages.
 * @typedef {{ size: number, kernel: boolean, lock: object }} Contents
 */

import { kernelOf } from "./kernel.js";

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

/** @returns {Promise<{ reply(message: string): string, play(message: string): string }>} */
async function start() {
  /** @type {Contents} */
  const contents = await (await fetched("contents.json")).answer.json();
  const [files, { loadPyodide }] = await Promise.all([unpacked(contents), import(new URL("pyodide.mjs", ENGINE).href)]);
  const script = URL.createObjectURL(files.get(SCRIPT) ?? new Blob());
  const { default: createPyodideModule } = await import(script);
  // Pyodide fetches by the names that its files had.
  self.fetch = async (asked, ...more) => {
    const file = files.get(String(asked).replace(ENGINE.href, ""));
    return file ? new Response(file, { headers: { "Content-Type": file.type } }) : plain(asked, ...more);
  };
  // Pyodide waits for ever where its program is damaged.
  const { instantiateStreaming } = WebAssembly;
  /** @type {Promise<never>} */
  const damaged = new Promise((_, fail) => {
    WebAssembly.instantiateStreaming = async (...asked) => {
      const made = instantiateStreaming(...asked);
      made.catch(fail);
      return made;
    };
  });
  const coming = loadPyodide({
    indexURL: ENGINE.href,
    stdLibURL: new URL(ARCHIVE, ENGINE).href,
    lockFileContents: contents.lock,
    packageBaseUrl: ENGINE.href,
    createPyodideModule,
  });
  const python = await Promise.race([coming, damaged]);
  const kernel = await compiled(files).catch(() => undefined);
  if (kernel) python.registerJsModule("_granada_wasm", kernel);
  URL.revokeObjectURL(script);
  files.clear();
  return python.pyimport("granada.browser");
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
