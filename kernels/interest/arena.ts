// Memory is taken piece by piece and given back all at once: by history, and by part of a log.

let top: usize = 0

export function mark(): usize {
  if (top === 0) top = (__heap_base + 63) & ~63
  return top
}

export function backTo(at: usize): void {
  top = at
}

/** So many bytes, of any content; reading up to 16 bytes past them is safe. */
export function take(bytes: usize): usize {
  const at = (mark() + 15) & ~15
  top = at + bytes
  const pages = <i32>((top + 16 + 65535) >> 16)
  const held = memory.size()
  if (pages > held && memory.grow(max(pages - held, min(held >> 3, 256))) < 0 && memory.grow(pages - held) < 0) abort()
  return at
}

/** So many bytes, all 0. */
export function takeEmpty(bytes: usize): usize {
  const at = take(bytes)
  memory.fill(at, 0, bytes)
  return at
}

/** The least power of two that leaves a third of the slots of a table free. */
export function slotsFor(entries: u32): u32 {
  let slots: u32 = 16
  while (slots - (slots >> 2) - (slots >> 4) < entries) slots <<= 1
  return slots
}
