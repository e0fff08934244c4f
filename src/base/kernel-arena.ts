const PAGE = 2 ** 16
/** Pieces begin at lines of the processor's cache, and behind each there are so many bytes that belong to nobody: kernels read in sixteens. */
const LINE = 64
const BEHIND = 16

/** A memory that is laid out from this side: taken piece by piece, and given back down to a mark, all at once. */
export interface Arena {
  /** So many bytes, of any content. Views on the memory are void after it; throws if there is no more memory. */
  take(bytes: number): number
  mark(): number
  backTo(mark: number): void
}

/** An arena from an address on; 0 means "none" to kernels. */
export function arenaIn(memory: WebAssembly.Memory, from: number): Arena {
  let top = from
  return {
    take(bytes) {
      const at = top
      const end = Math.ceil((at + bytes + BEHIND) / LINE) * LINE
      const missing = end - memory.buffer.byteLength
      if (missing > 0) memory.grow(Math.ceil(missing / PAGE))
      top = end
      return at
    },
    mark: () => top,
    backTo(mark) {
      top = mark
    },
  }
}
