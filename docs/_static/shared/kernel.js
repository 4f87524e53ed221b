// For both pages, the kernel in WebAssembly, beside Python: positions are known by numbers, and what is refused is told, never thrown.

/**
 * What the kernel offers: functions of numbers that give nothing where they refuse, `write` and `read` for the text that goes in before a call and comes out after one, and `refusal`, which says why the last call gave nothing.
 * @typedef {Record<string, (...given: any[]) => unknown>} Kernel
 */
/** @typedef {(...numbers: number[]) => number | undefined} Call */

/** Whoever calls knows an error by these names: what is told cannot be, is not there, or should never happen. */
const KINDS = ["value", "place", "flaw"];

/** What the kernel refuses. */
class Refused extends Error {}

/**
 * The kernel of a compiled program.
 * @param {WebAssembly.Module} program
 * @returns {Kernel}
 */
export function kernelOf(program) {
  const text = new TextDecoder();
  const written = new TextEncoder();
  let refusal = "";
  let lost = "";

  const bytes = (/** @type {number} */ from, /** @type {number} */ size) => new Uint8Array(memory.buffer, from, size);
  const page = {
    refuse(/** @type {number} */ kind, /** @type {number} */ why, /** @type {number} */ size) {
      throw new Refused(`${KINDS[kind]} ${text.decode(bytes(why, size))}`);
    },
  };
  const {
    memory,
    __stack_pointer: stack,
    _initialize,
    ...offered
  } = /** @type {any} */ (new WebAssembly.Instance(program, { page }).exports);
  _initialize();

  /**
   * A function of the kernel that gives nothing where it refuses; after any other flaw there is no kernel any more.
   * @param {Call} call
   * @returns {Call}
   */
  const guarded =
    (call) =>
    (...numbers) => {
      const top = stack.value;
      refusal = lost;
      if (lost) return undefined;
      try {
        return call(...numbers);
      } catch (flaw) {
        stack.value = top;
        if (!(flaw instanceof Refused)) lost = `flaw the kernel is lost: ${flaw}`;
        refusal = lost || /** @type {Error} */ (flaw).message;
        return undefined;
      }
    };
  /** @type {Record<string, Call>} */
  const calls = {};
  for (const name of Object.keys(offered)) calls[name] = guarded(offered[name]);
  return {
    ...calls,
    write(/** @type {string} */ given) {
      const all = written.encode(given);
      const room = calls.room(all.length);
      if (room) bytes(room, all.length).set(all);
    },
    read: (/** @type {number} */ size) => text.decode(bytes(offered.said(), size)),
    refusal: () => refusal,
  };
}
