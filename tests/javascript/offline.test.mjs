import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { runInNewContext } from "node:vm";

const SCRIPT = readFileSync(new URL("../../docs/_root/offline.js", import.meta.url), "utf8");
const SCOPE = "https://site.test/";

/** A cache that holds answers by their addresses; one that is full takes none. */
class Kept {
  /** @type {Map<string, Response>} */
  answers = new Map();
  isFull = false;

  /**
   * @param {string | { url: string }} request
   * @param {{ ignoreSearch?: boolean }} manner
   */
  async match(request, { ignoreSearch = false } = {}) {
    const wanted = typeof request === "string" ? request : request.url;
    const plain = (/** @type {string} */ url) => (ignoreSearch ? url.split("?")[0] : url);
    const found = [...this.answers].find(([url]) => plain(url) === plain(wanted));
    return found?.[1].clone();
  }

  /**
   * @param {string | { url: string }} request
   * @param {Response} answer
   */
  async put(request, answer) {
    if (this.isFull) throw new Error("there is no room");
    this.answers.set(typeof request === "string" ? request : request.url, answer);
  }

  async keys() {
    return [...this.answers.keys()].map((url) => ({ url }));
  }

  /** @param {string} url */
  async delete(url) {
    return this.answers.delete(url);
  }
}

/** @type {Map<string, Kept>} */
let kept = new Map();
/** The pages and workers that are open. */
let open = new Set();
/** What the server has. @type {Record<string, string>} */
let server = {};
/** @type {Record<string, (event: object) => void>} */
let listeners = {};

const caches = {
  async open(/** @type {string} */ name) {
    const found = kept.get(name) ?? new Kept();
    kept.set(name, found);
    return found;
  },
  keys: async () => [...kept.keys()],
  delete: async (/** @type {string} */ name) => kept.delete(name),
};

/** The browser starts the script, perhaps again. */
function start() {
  listeners = {};
  const self = {
    registration: { scope: SCOPE },
    skipWaiting: async () => {},
    clients: { claim: async () => {}, get: async (/** @type {string} */ id) => (open.has(id) ? {} : undefined) },
    addEventListener: (/** @type {string} */ name, /** @type {() => void} */ listener) => (listeners[name] = listener),
  };
  runInNewContext(SCRIPT, { self, caches, crypto, URL, Request, Response, Uint8Array, fetch });
}

/** @param {string} digest */
function deploy(digest) {
  const made = { "ask.html": `page ${digest}`, "words/fr.json": `words ${digest}` };
  const hashes = Object.entries(made).map(([file, text]) => [file, createHash("sha256").update(text).digest("hex")]);
  const contents = JSON.stringify({ digest, files: Object.fromEntries(hashes) });
  server = { ...made, "_engine/contents.json": contents };
}

/**
 * What somebody gets who asks for a file.
 * @param {string} file
 * @param {{ of?: string, opens?: string, cache?: string }} who the page that asks, or the page that is opened, and from where
 */
async function ask(file, { of = "", opens = "", cache = "default" } = {}) {
  const mode = opens ? "navigate" : "cors";
  const request = { method: "GET", url: `${SCOPE}${file}`, mode, destination: "document", cache };
  /** @type {Promise<unknown>[]} */
  const work = [];
  /** @type {Promise<Response>} */
  let answer = Promise.reject(new Error("nobody answers"));
  answer.catch(() => {});
  listeners.fetch({
    request,
    clientId: of,
    resultingClientId: opens,
    respondWith: (/** @type {Promise<Response>} */ said) => (answer = said),
    waitUntil: (/** @type {Promise<unknown>} */ done) => work.push(done),
  });
  const said = await (await answer).text();
  if (opens) open.add(opens);
  await Promise.all(work);
  return said;
}

beforeEach(async () => {
  [kept, open] = [new Map(), new Set()];
  const fetched = async (/** @type {string | { url: string }} */ request) => {
    const file = String(typeof request === "string" ? request : request.url).slice(SCOPE.length);
    const path = file.split("?")[0];
    if (!Object.hasOwn(server, path)) throw new Error("there is no network");
    return new Response(server[path]);
  };
  Object.assign(globalThis, { fetch: fetched });
  deploy("A");
  start();
  /** @type {Promise<unknown>[]} */
  const work = [];
  listeners.install({ waitUntil: (/** @type {Promise<unknown>} */ done) => work.push(done) });
  await Promise.all(work);
});

test("a page that is open goes on with its build, also when the script was ended meanwhile", async () => {
  assert.equal(await ask("ask.html", { opens: "first" }), "page A");
  deploy("B");
  assert.equal(await ask("ask.html", { opens: "second" }), "page A");
  start();
  assert.equal(await ask("ask.html", { opens: "third" }), "page B");
  assert.equal(await ask("words/fr.json", { of: "third" }), "words B");
  assert.equal(await ask("words/fr.json", { of: "first" }), "words A");
  start();
  assert.equal(await ask("words/fr.json", { of: "second" }), "words A");
});

test("a build from which no page is open any more is forgotten", async () => {
  const builds = () =>
    [...kept.keys()].map((name) => name.split(" ")).flatMap(([what, it]) => (what === "build" ? it : []));
  await ask("ask.html", { opens: "first" });
  deploy("B");
  await ask("ask.html", { opens: "second" });
  await ask("ask.html", { opens: "third" });
  await ask("words/fr.json", { of: "third" });
  assert.deepEqual(builds(), ["A", "B"]);
  open = new Set(["third"]);
  await ask("ask.html", { opens: "fourth" });
  await ask("words/fr.json", { of: "fourth" });
  assert.deepEqual(builds(), ["B"]);
});

test("what others add to the address of a page changes nothing", async () => {
  server = {};
  assert.equal(await ask("ask.html?fbclid=1", { opens: "first" }), "page A");
  await assert.rejects(ask("words/fr.json?fbclid=1", { of: "first" }));
});

test("without room to keep it, what comes over the network is shown all the same", async () => {
  server = { "other.html": "other" };
  for (const name of ["visited", "clients"]) (await caches.open(`${name} ${SCOPE}`)).isFull = true;
  assert.equal(await ask("other.html", { opens: "first" }), "other");
});

test("a build is kept only if each file is the one that it was made with", async () => {
  deploy("B");
  server["words/fr.json"] = "<title>Welcome to our network</title>";
  await ask("ask.html", { opens: "first" });
  assert.equal(await ask("ask.html", { opens: "second" }), "page A");
  assert.equal(await ask("words/fr.json", { of: "second" }), "words A");
  deploy("B");
  await ask("ask.html", { opens: "third" });
  assert.equal(await ask("ask.html", { opens: "fourth" }), "page B");
  assert.equal(await ask("words/fr.json", { of: "fourth" }), "words B");
});

test("a file that is kept damaged is fetched when it is wanted anew", async () => {
  await ask("ask.html", { opens: "first" });
  const build = await caches.open(`build A ${SCOPE}`);
  await build.put(`${SCOPE}words/fr.json`, new Response("damaged"));
  assert.equal(await ask("words/fr.json", { of: "first" }), "damaged");
  assert.equal(await ask("words/fr.json", { of: "first", cache: "reload" }), "words A");
});
