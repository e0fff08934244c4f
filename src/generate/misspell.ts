import type { Stream } from './stream.js'

const KEYS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

function nextKey(letter: string, chance: Stream): string {
  const row = KEYS.find((keys) => keys.includes(letter))
  if (row === undefined) return letter
  const at = row.indexOf(letter)
  const place = chance.chance(0.5) ? at + 1 : at - 1
  return row[place < 0 ? 1 : place >= row.length ? at - 1 : place]!
}

/** One slip of the fingers: a letter left out, doubled, swapped with the next, or hit beside. Short texts stay as they are. */
export function misspell(text: string, chance: Stream): string {
  if (text.length < 4) return text
  const at = 1 + chance.below(text.length - 2)
  const letter = text[at]!
  if (letter === ' ' || letter === '.') return text.slice(0, at) + text.slice(at + 1)
  switch (chance.below(4)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1)
    case 1:
      return text.slice(0, at) + letter + text.slice(at)
    case 2:
      return text.slice(0, at) + text[at + 1]! + letter + text.slice(at + 2)
    default:
      return text.slice(0, at) + nextKey(letter, chance) + text.slice(at + 1)
  }
}
