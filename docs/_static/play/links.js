// A text that fits into a link: compressed, in letters that need no escape.

/** How long a link may be, and what it holds: some programs cut longer ones off, and nobody's game is larger. */
export const LONGEST_LINK = 16_000;
export const LONGEST_TEXT = 2_000_000;

/**
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream
 * @param {number} most
 */
async function gathered(stream, most) {
  const parts = [];
  let size = 0;
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new RangeError("too long");
    }
    parts.push(value);
  }
  return new Blob(parts).arrayBuffer();
}

/**
 * A text as it stands in a link; nothing where it is too long for one.
 * @param {string} text
 */
export async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await gathered(stream, LONGEST_LINK).catch(() => new ArrayBuffer(0)));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const link = letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return link && link.length <= LONGEST_LINK ? link : "";
}

/**
 * The text in a link; nothing where there is none.
 * @param {string} link
 */
export async function unpacked(link) {
  try {
    const letters = atob(link.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new TextDecoder("utf-8", { fatal: true }).decode(await gathered(stream, LONGEST_TEXT));
  } catch {
    return "";
  }
}
