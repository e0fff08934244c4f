// The lines of a text in which some detector of English may find something: all others are passed over, at some bytes a nanosecond and without a string for each.
import { backTo, mark, take } from './base/arena'
import { end, layOut, silent } from './sift/line'
import { index as indexWords } from './sift/vocabulary'

export { endings, pairs, room, words } from './sift/vocabulary'

/** Where whole lines come in, each with its end. */
export let input: usize = 0
/** What is left of them, and how many bytes that is. */
export let output: usize = 0
export let left: usize = 0

let free: usize = 0

/** Makes the table of so many words, once they lie there. */
export function index(count: u32): void {
  indexWords(count)
  layOut()
  free = mark()
}

/** Room for so many bytes of lines. */
export function lines(bytes: usize): void {
  backTo(free)
  input = take(bytes)
  output = take(bytes)
}

/** Goes over so many bytes of lines, and says how many lines these were. */
export function pass(bytes: usize): u32 {
  let count: u32 = 0
  left = 0
  const stop = input + bytes
  for (let at = input; at < stop; at = end + 1) {
    count++
    if (silent(at)) continue
    memory.copy(output + left, at, end + 1 - at)
    left += end + 1 - at
  }
  return count
}
