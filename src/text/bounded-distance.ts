/** Positions of each sign in the pattern, as bits; cleared after use. */
const places = new Uint32Array(1 << 16)
let rowA = new Int32Array(256)
let rowB = new Int32Array(256)

/** The most edits that leave two texts of these lengths within a normalised distance: d / longer <= share. */
export function editsWithin(share: number, longer: number): number {
  let edits = Math.floor(share * longer)
  while (edits + 1 <= longer && (edits + 1) / longer <= share) edits++
  while (edits > 0 && edits / longer > share) edits--
  return edits
}

/**
 * Is the Levenshtein distance of two stretches of `signs` at most `most`? Short texts by the bits of a machine word
 * [Myers99], longer ones in a band around the diagonal [Ukkonen85].
 */
export function withinEdits(
  signs: Uint16Array,
  a: number,
  aLength: number,
  b: number,
  bLength: number,
  most: number,
): boolean {
  if (Math.abs(aLength - bLength) > most) return false
  let from = 0
  const shorter = Math.min(aLength, bLength)
  while (from < shorter && signs[a + from] === signs[b + from]) from++
  let end = 0
  while (end < shorter - from && signs[a + aLength - 1 - end] === signs[b + bLength - 1 - end]) end++
  const [m, n] = [aLength - from - end, bLength - from - end]
  if (m === 0 || n === 0) return Math.max(m, n) <= most
  if (most === 0) return false
  return m <= 32 ? byBits(signs, a + from, m, b + from, n, most) : inBand(signs, a + from, m, b + from, n, most)
}

function byBits(signs: Uint16Array, a: number, m: number, b: number, n: number, most: number): boolean {
  for (let i = 0; i < m; i++) places[signs[a + i]!]! |= 1 << i
  const last = 1 << (m - 1)
  let up = -1
  let down = 0
  let distance = m
  let j = 0
  for (; j < n; j++) {
    const match = places[signs[b + j]!]!
    const vertical = match | down
    const diagonal = (((match & up) + up) ^ up) | match
    let plus = down | ~(diagonal | up)
    let minus = up & diagonal
    if (plus & last) distance++
    else if (minus & last) distance--
    if (distance - (n - 1 - j) > most) break // every sign that is left can save one edit
    plus = (plus << 1) | 1
    minus <<= 1
    up = minus | ~(vertical | plus)
    down = plus & vertical
  }
  for (let i = 0; i < m; i++) places[signs[a + i]!] = 0
  return j === n && distance <= most
}

function inBand(signs: Uint16Array, a: number, m: number, b: number, n: number, most: number): boolean {
  if (n >= rowA.length) {
    rowA = new Int32Array(2 * n)
    rowB = new Int32Array(2 * n)
  }
  let before = rowA
  let now = rowB
  const far = most + 1
  for (let j = 0; j <= Math.min(n, most); j++) before[j] = j
  if (most < n) before[most + 1] = far
  for (let i = 1; i <= m; i++) {
    const low = Math.max(1, i - most)
    const high = Math.min(n, i + most)
    now[low - 1] = low === 1 && i <= most ? i : far
    let least = now[low - 1]!
    const sign = signs[a + i - 1]
    for (let j = low; j <= high; j++) {
      let d = before[j - 1]! + (sign === signs[b + j - 1] ? 0 : 1)
      if (before[j]! + 1 < d) d = before[j]! + 1
      if (now[j - 1]! + 1 < d) d = now[j - 1]! + 1
      now[j] = d
      if (d < least) least = d
    }
    if (high < n) now[high + 1] = far
    if (least > most) return false
    ;[before, now] = [now, before]
  }
  return before[n]! <= most
}
