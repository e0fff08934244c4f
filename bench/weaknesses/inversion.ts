// Co-occurrence inversion of token hashes [Kumar07] §4, plain and dense: node-start, then score greedy until it settles.
// Only to compare a generated log with the figures known for real ones.

interface Side {
  readonly tokens: readonly string[]
  /** coocN, row by row. */
  readonly near: Float64Array
  /** Five features a token, standardised. */
  readonly features: Float64Array
}

const FEATURES = 5

/** An order that tells nothing about the spelling, for tokens equally frequent. */
function scatter(token: string, salt: number): number {
  let h = salt
  for (let i = 0; i < token.length; i++) h = Math.imul(h ^ token.charCodeAt(i), 0x01000193)
  return h >>> 0
}

function side(queries: readonly string[], n: number, salt: number): Side {
  const frequency = new Map<string, number>()
  for (const query of queries)
    for (const token of query.split(' ')) frequency.set(token, (frequency.get(token) ?? 0) + 1)
  const tokens = [...frequency]
    .sort((a, b) => b[1] - a[1] || scatter(a[0], salt) - scatter(b[0], salt))
    .slice(0, n)
    .map(([token]) => token)
  const index = new Map(tokens.map((token, i) => [token, i]))
  const near = new Float64Array(n * n)
  const alone = new Float64Array(n)
  for (const query of queries) {
    const all = query.split(' ')
    const ids = [...new Set(all)].map((token) => index.get(token)).filter((id) => id !== undefined)
    if (all.length === 1 && ids.length === 1) alone[ids[0] as number]!++
    for (const a of ids) for (const b of ids) if (a !== b) near[a * n + b]!++
  }
  const share = tokens.map((token) => (frequency.get(token) as number) / queries.length)
  const features = new Float64Array(n * FEATURES)
  for (let s = 0; s < n; s++) {
    let neighbours = 0
    let total = 0
    let company = 0
    for (let t = 0; t < n; t++) {
      const count = near[s * n + t] as number
      if (count === 0) continue
      neighbours++
      total += count
      company += count * (share[t] as number)
    }
    const own = share[s] as number
    features.set(
      [own, neighbours, total, (alone[s] as number) / (own * queries.length), total && company / total],
      s * FEATURES,
    )
    for (let t = 0; t < n && total > 0; t++) near[s * n + t]! /= total
  }
  for (let f = 0; f < FEATURES; f++) {
    let sum = 0
    let squares = 0
    for (let s = 0; s < n; s++) sum += features[s * FEATURES + f] as number
    for (let s = 0; s < n; s++) squares += ((features[s * FEATURES + f] as number) - sum / n) ** 2
    const deviation = Math.sqrt(squares / n) || 1
    for (let s = 0; s < n; s++)
      features[s * FEATURES + f] = ((features[s * FEATURES + f] as number) - sum / n) / deviation
  }
  return { tokens, near, features }
}

/** Takes pairs by increasing distance, each end once. */
function scoreGreedy(n: number, distance: (l: number, r: number) => number): Int32Array {
  const keys = new Float64Array(n * n)
  for (let l = 0; l < n; l++)
    for (let r = 0; r < n; r++) keys[l * n + r] = Math.floor(distance(l, r) * 2 ** 22) * 2 ** 21 + l * n + r
  keys.sort()
  const map = new Int32Array(n).fill(-1)
  const used = new Uint8Array(n)
  for (const key of keys) {
    const pair = key % 2 ** 21
    const l = Math.floor(pair / n)
    const r = pair % n
    if (map[l] !== -1 || used[r] === 1) continue
    map[l] = r
    used[r] = 1
  }
  return map
}

/** Accuracy of the attack with n tokens; matchable are those frequent on both sides. */
export function invert(hashed: readonly string[], reference: readonly string[], n: number) {
  const left = side(hashed, n, 1)
  const right = side(reference, n, 2)
  let map = scoreGreedy(n, (l, r) => {
    let d = 0
    for (let f = 0; f < FEATURES; f++)
      d += Math.abs((left.features[l * FEATURES + f] as number) - (right.features[r * FEATURES + f] as number))
    return d
  })
  const permuted = new Float64Array(n * n)
  for (let round = 0; round < 5; round++) {
    for (let r = 0; r < n; r++)
      for (let l = 0; l < n; l++) permuted[r * n + l] = right.near[r * n + (map[l] as number)] as number
    const before = map
    map = scoreGreedy(n, (l, r) => {
      let d = 0
      for (let i = l * n, j = r * n, end = i + n; i < end; i++, j++)
        d += Math.abs((left.near[i] as number) - (permuted[j] as number))
      return d
    })
    if (map.filter((r, l) => r !== before[l]).length < n / 1000) break
  }
  const known = new Set(right.tokens)
  const matchable = left.tokens.filter((token) => known.has(token)).length
  const correct = left.tokens.filter((token, l) => right.tokens[map[l] as number] === token).length
  return { matchable, correct, accuracy: correct / matchable }
}
