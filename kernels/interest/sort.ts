const SHORT: i32 = 24

/** Sorts whole numbers in place. */
export function sortNumbers(at: usize, count: i32): void {
  if (count > SHORT) {
    for (let i = (count >> 1) - 1; i >= 0; i--) sink(at, i, count)
    for (let end = count - 1; end > 0; end--) {
      const last = load<u32>(at + ((<usize>end) << 2))
      store<u32>(at + ((<usize>end) << 2), load<u32>(at))
      store<u32>(at, last)
      sink(at, 0, end)
    }
    return
  }
  for (let i = 1; i < count; i++) {
    const number = load<u32>(at + ((<usize>i) << 2))
    let to = at + ((<usize>i) << 2)
    for (; to > at && load<u32>(to - 4) > number; to -= 4) store<u32>(to, load<u32>(to - 4))
    store<u32>(to, number)
  }
}

function sink(at: usize, place: i32, count: i32): void {
  const number = load<u32>(at + ((<usize>place) << 2))
  for (;;) {
    let child = 2 * place + 1
    if (child >= count) break
    if (child + 1 < count && load<u32>(at + ((<usize>child) << 2), 4) > load<u32>(at + ((<usize>child) << 2))) child++
    if (load<u32>(at + ((<usize>child) << 2)) <= number) break
    store<u32>(at + ((<usize>place) << 2), load<u32>(at + ((<usize>child) << 2)))
    place = child
  }
  store<u32>(at + ((<usize>place) << 2), number)
}
