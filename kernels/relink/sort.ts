const SHORT: i32 = 24

/** Sorts keys in place, the least first. */
export function sortKeys(at: usize, count: i32): void {
  if (count > SHORT) {
    for (let i = (count >> 1) - 1; i >= 0; i--) siftDown(at, i, count, true)
    for (let end = count - 1; end > 0; end--) {
      const last = load<u64>(at + ((<usize>end) << 3))
      store<u64>(at + ((<usize>end) << 3), load<u64>(at))
      store<u64>(at, last)
      siftDown(at, 0, end, true)
    }
    return
  }
  for (let i = 1; i < count; i++) {
    const key = load<u64>(at + ((<usize>i) << 3))
    let to = at + ((<usize>i) << 3)
    for (; to > at && load<u64>(to - 8) > key; to -= 8) store<u64>(to, load<u64>(to - 8))
    store<u64>(to, key)
  }
}

/** Lets a key sink to its place in a heap with the greatest, or the least, on top. */
export function siftDown(at: usize, place: i32, count: i32, greatest: bool): void {
  const key = load<u64>(at + ((<usize>place) << 3))
  for (;;) {
    let child = 2 * place + 1
    if (child >= count) break
    const one = at + ((<usize>child) << 3)
    if (child + 1 < count && load<u64>(one, 8) > load<u64>(one) === greatest) child++
    const next = load<u64>(at + ((<usize>child) << 3))
    if (next > key !== greatest) break
    store<u64>(at + ((<usize>place) << 3), next)
    place = child
  }
  store<u64>(at + ((<usize>place) << 3), key)
}
