// Keeps the page "May I do that?" and its engine, so that a second visit needs no network: a service worker.
// What belongs together is kept together: a page of one build never meets the engine of another.
"use strict";

/**
 * What is used here of a service worker.
 * @typedef {object} Keeper
 * @property {{ scope: string }} registration
 * @property {() => Promise<void>} skipWaiting
 * @property {{ claim(): Promise<void>, get(id: string): Promise<unknown> }} clients
 * @property {(name: string, listener: (event: Occasion) => void) => void} addEventListener
 */
/**
 * @typedef {object} Occasion
 * @property {Request} request
 * @property {string} clientId the page or worker that asks
 * @property {string} resultingClientId the page or worker that begins with the answer
 * @property {(work: Promise<unknown>) => void} waitUntil
 * @property {(answer: Promise<Response>) => void} respondWith
 */

(() => {
  const keeper = /** @type {Keeper} */ (/** @type {unknown} */ (self));
  const { scope } = keeper.registration;
  const CONTENTS = new URL("_engine/contents.json", scope).href;
  const VISITED = `visited ${scope}`;
  const name = (/** @type {string} */ digest) => `build ${digest} ${scope}`;
  const isBuild = (/** @type {string} */ each) => each.startsWith("build ") && each.endsWith(` ${scope}`);
  const CLIENTS = `clients ${scope}`;
  const noted = (/** @type {string} */ id) => new URL(`_clients/${id}`, scope).href;
  /**
   * The builds that the open pages come from; they are written down too, since the browser ends this script when it likes.
   * @type {Map<string, string>}
   */
  const builds = new Map();
  /** What is done about the builds. */
  let work = Promise.resolve();
  let isUntidy = false;

  /** The newest build that is kept whole: its list is put there last. */
  async function newest() {
    for (const each of (await caches.keys()).filter(isBuild).reverse()) {
      if (await (await caches.open(each)).match(CONTENTS)) return each;
    }
    return "";
  }

  /** Keep the build that is on the server, if it is another one; the pages that are open go on with theirs. */
  async function refresh() {
    const answer = await fetch(CONTENTS, { cache: "no-store" });
    if (!answer.ok) return;
    /** @type {{ digest: string, files: Record<string, string> }} */
    const { digest, files } = await answer.clone().json();
    const kept = await caches.open(name(digest));
    if (await kept.match(CONTENTS)) return;
    await Promise.all(Object.entries(files).map(([file, hash]) => keep(kept, file, hash)));
    await kept.put(CONTENTS, answer);
  }

  /**
   * Keep a file of a build, if it is the one that the build was made with: a network may answer with anything.
   * @param {Cache} kept
   * @param {string} file
   * @param {string} hash
   */
  async function keep(kept, file, hash) {
    const request = new Request(new URL(file, scope).href, { cache: "no-cache" });
    const answer = await fetch(request);
    const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", await answer.clone().arrayBuffer()));
    const found = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    if (!answer.ok || found !== hash) throw new Error(`${file} is not the file of this build`);
    await kept.put(request, answer);
  }

  /** Forget the builds that no page is opened from any more. */
  async function tidy() {
    const used = new Set([await newest()]);
    const clients = await caches.open(CLIENTS);
    for (const { url } of await clients.keys()) {
      const id = url.slice(noted("").length);
      if (await keeper.clients.get(id)) used.add(await buildOf(id));
      else await clients.delete(url);
    }
    const left = (await caches.keys()).filter((each) => isBuild(each) && !used.has(each));
    await Promise.all(left.map((each) => caches.delete(each)));
  }

  /**
   * The build that a page comes from, or its worker; one that nothing is known of goes on with the newest.
   * @param {string} id
   */
  async function buildOf(id) {
    const known = builds.get(id) ?? (await (await (await caches.open(CLIENTS)).match(noted(id)))?.text());
    if (known !== undefined) return known;
    const build = await newest();
    await belongs(id, build);
    return build;
  }

  /**
   * Write down which build a page comes from, or its worker.
   * @param {string} id
   * @param {string} build
   */
  async function belongs(id, build) {
    if (!id) return;
    builds.set(id, build);
    await (await caches.open(CLIENTS)).put(noted(id), new Response(build)).catch(() => {});
  }

  /** @param {Occasion} occasion */
  async function answered({ request, clientId, resultingClientId }) {
    const isPage = request.mode === "navigate";
    const build = isPage ? await newest() : await buildOf(clientId);
    await belongs(resultingClientId, build);
    // What is added to the address of a page is for others: the page is the same.
    const manner = { ignoreSearch: isPage };
    // Who wants a file anew has found the one that is kept damaged.
    const isKept = build && request.cache !== "reload";
    const kept = isKept ? await (await caches.open(build)).match(request, manner) : undefined;
    if (kept) return kept;
    const visited = await caches.open(VISITED);
    try {
      const answer = await fetch(request);
      if (answer.ok && request.destination) await visited.put(request, answer.clone()).catch(() => {});
      return answer;
    } catch (flaw) {
      const before = await visited.match(request, manner);
      if (before) return before;
      throw flaw;
    }
  }

  /**
   * A page that is opened asks for the newest build, and what follows shows that the page before it is gone.
   * @param {boolean} isPage
   */
  function looked(isPage) {
    if (isPage) work = refresh().catch(() => {});
    else if (isUntidy) work = work.then(tidy);
    isUntidy = isPage;
    return work;
  }

  keeper.addEventListener("install", (event) => event.waitUntil(refresh().then(() => keeper.skipWaiting())));
  keeper.addEventListener("activate", (event) => event.waitUntil(keeper.clients.claim()));
  keeper.addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method !== "GET" || !request.url.startsWith(scope)) return;
    event.respondWith(answered(event));
    event.waitUntil(looked(request.mode === "navigate"));
  });
})();
