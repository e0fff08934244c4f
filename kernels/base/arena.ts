// The memory of a kernel behind its constants: taken piece by piece, and given back down to a mark, all at once.

/** Pieces begin at lines of the processor's cache. */
const LINE: usize = 64
const PAGE: usize = 65536
/** At most so many pages are asked for beyond what is needed at once. */
const AHEAD: i32 = 256
/** No piece ends behind this: addresses have 32 bits. */
const END: usize = 0xffff0000 - LINE

const start: usize = (__heap_base + LINE - 1) & ~(LINE - 1)
let top: usize = start

export function mark(): usize {
  return top
}

export function backTo(at: usize): void {
  top = at
}

/** Gives everything back. */
export function clear(): void {
  top = start
}

/** So many bytes, of any content; reading up to 64 bytes past them is safe. */
export function take(bytes: usize): usize {
  const at = top
  if (bytes > END - at) abort()
  top = (at + bytes + LINE - 1) & ~(LINE - 1)
  grow(<i32>((top + LINE + PAGE - 1) / PAGE))
  return at
}

/** So many bytes, all 0. */
export function takeEmpty(bytes: usize): usize {
  const at = take(bytes)
  memory.fill(at, 0, bytes)
  return at
}

/** A memory that grows often grows by an eighth, if it can. */
function grow(pages: i32): void {
  const held = memory.size()
  if (pages > held && memory.grow(max(pages - held, min(held >> 3, AHEAD))) < 0 && memory.grow(pages - held) < 0)
    abort()
}
