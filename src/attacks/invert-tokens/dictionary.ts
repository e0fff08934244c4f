import { wider } from '../../base/numbers.js'

/** Numbers for words, in order of their first occurrence. */
export interface Dictionary {
  readonly words: readonly string[]
  /** The number of the word from `from` to `to` in a text; a new one if it is new. */
  number(text: string, from: number, to: number): number
}

/** A table with open addresses over the letters themselves: a word that is known is found without making a string of it. */
export function dictionary(): Dictionary {
  const words: string[] = []
  let hashes = new Int32Array(1 << 12)
  let table = new Int32Array(1 << 13)
  const grow = () => {
    hashes = wider(hashes)
    table = new Int32Array(2 * table.length)
    for (let id = 0; id < words.length; id++) {
      let at = hashes[id]! & (table.length - 1)
      while (table[at] !== 0) at = (at + 1) & (table.length - 1)
      table[at] = id + 1
    }
  }
  return {
    words,
    number(text, from, to) {
      let hash = 0x811c9dc5
      for (let i = from; i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
      hash ^= hash >>> 15
      for (let at = hash & (table.length - 1); ; at = (at + 1) & (table.length - 1)) {
        const id = table[at]! - 1
        if (id < 0) {
          hashes[words.length] = hash
          words.push(text.slice(from, to))
          table[at] = words.length
          if (words.length === hashes.length) grow()
          return words.length - 1
        }
        if (hashes[id] === hash && same(words[id]!, text, from, to)) return id
      }
    },
  }
}

function same(word: string, text: string, from: number, to: number): boolean {
  if (word.length !== to - from) return false
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) !== text.charCodeAt(from + i)) return false
  return true
}
