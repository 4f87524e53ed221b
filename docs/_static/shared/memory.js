// For both pages, the memory of Python when all is imported and nothing was asked: kept in the browser, so that another visit need not begin anew.
// It lies with the files of the build that it belongs to, so that it goes with them; a checksum shows damage.

const ROOT = new URL("../../", import.meta.url).href;
const ADDRESS = new URL("_engine/memory", ROOT).href;
const CHECKSUM = "X-Checksum";

/** Where a build is kept; the service worker, which keeps its files, knows it by the same name. */
const place = (/** @type {string} */ digest) => caches.open(`build ${digest} ${ROOT}`);

const checksum = async (/** @type {BufferSource} */ memory) =>
  String(new Uint8Array(await crypto.subtle.digest("SHA-256", memory)));

/**
 * The memory that is kept of a build; nothing where there is none, or where it is damaged.
 * @param {string} digest of the build
 */
export async function keptMemory(digest) {
  try {
    const found = await (await place(digest)).match(ADDRESS);
    if (!found) return null;
    const memory = new Uint8Array(await found.arrayBuffer());
    return (await checksum(memory)) === found.headers.get(CHECKSUM) ? memory : null;
  } catch {
    return null;
  }
}

/**
 * Keep the memory of a build, where the browser has room for it; otherwise the next visit begins as this one did.
 * @param {string} digest of the build
 * @param {Uint8Array<ArrayBuffer>} memory
 */
export async function keepMemory(digest, memory) {
  const headers = { [CHECKSUM]: await checksum(memory) };
  await (await place(digest)).put(ADDRESS, new Response(memory, { headers }));
}

/**
 * Forget the memory of a build, with which Python did not start.
 * @param {string} digest of the build
 */
export async function forgetMemory(digest) {
  await (await place(digest)).delete(ADDRESS);
}
