/** A heap of numbers by key, then by number. Each number is in it at most once. */
export interface Queue {
  push(number: number, key: number): void
  /** The first, or -1. */
  pop(): number
  /** The key of what was popped last. */
  readonly popped: number
}

export function queueBy(size: number): Queue {
  const heap = new Int32Array(size)
  const keys = new Float64Array(size)
  let length = 0
  let popped = Number.NEGATIVE_INFINITY
  const before = (a: number, b: number) => keys[a]! < keys[b]! || (keys[a]! === keys[b]! && a < b)
  return {
    push(number, key) {
      keys[number] = key
      let at = length++
      while (at > 0 && before(number, heap[(at - 1) >> 1]!)) {
        heap[at] = heap[(at - 1) >> 1]!
        at = (at - 1) >> 1
      }
      heap[at] = number
    },
    pop() {
      if (length === 0) return -1
      const top = heap[0]!
      popped = keys[top]!
      const last = heap[--length]!
      let at = 0
      for (;;) {
        let child = at * 2 + 1
        if (child >= length) break
        if (child + 1 < length && before(heap[child + 1]!, heap[child]!)) child++
        if (!before(heap[child]!, last)) break
        heap[at] = heap[child]!
        at = child
      }
      heap[at] = last
      return top
    },
    get popped() {
      return popped
    },
  }
}
