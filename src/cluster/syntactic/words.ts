/** Words as codes of characters, with what bounds their edit distances from below. */
export interface Words {
  readonly at: Uint32Array
  readonly chars: Uint16Array
  /** For each word the letters that it has, those that it has twice, and how many more there are; letters on one bit count as the same. */
  readonly letters: Uint32Array
}

export function packWords(words: readonly string[]): Words {
  const at = new Uint32Array(words.length + 1)
  for (const [i, word] of words.entries()) at[i + 1] = at[i]! + word.length
  const chars = new Uint16Array(at[words.length]!)
  const letters = new Uint32Array(3 * words.length)
  for (const [w, word] of words.entries()) {
    let [once, twice, more] = [0, 0, 0]
    for (let i = 0; i < word.length; i++) {
      const code = word.charCodeAt(i)
      chars[at[w]! + i] = code
      const bit = 1 << (code & 31)
      if ((once & bit) === 0) once |= bit
      else if ((twice & bit) === 0) twice |= bit
      else more++
    }
    letters.set([once, twice, more], 3 * w)
  }
  return { at, chars, letters }
}
