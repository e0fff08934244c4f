import { fail } from '../../base/errors.js'
import type { Seen, Truth } from '../../release/seen.js'
import type { AttackContext, Guesses } from '../attack.js'

/** The mapping that was guessed, among the n most frequent of both sides. */
export interface Inverted extends Guesses {
  readonly seen: Seen
  readonly of: 'tokens' | 'tags'
  readonly n: number
  /** Hashes by falling frequency, and what each was taken for. */
  readonly hashes: readonly string[]
  readonly guessed: readonly (string | undefined)[]
  /** Margin to the second choice. */
  readonly confidence: Float64Array
  /** The reference's tokens by falling frequency. */
  readonly tokens: readonly string[]
}

export interface Band {
  readonly matchable: number
  readonly correct: number
  readonly accuracy: number
}

/** Opens the hashes that were looked at. */
export async function openHashes(
  { hashes, of }: Pick<Inverted, 'hashes' | 'of'>,
  truth: Truth,
  on: Pick<AttackContext, 'engine'>,
): Promise<ReadonlyMap<string, string>> {
  const [table, hash, token] = of === 'tokens' ? ['tokens', 'hash', 'token'] : ['tags', 'tag', 'query']
  const rows = truth.tables[table as string]
  if (!rows?.columns.includes(hash as string) || !rows.columns.includes(token as string))
    fail('input', `the truth has no table of ${table}`, `Name a private folder with truth-${table}.tsv in it.`)
  const wanted = new Set(hashes)
  const open = new Map<string, string>()
  for await (const [tokens = [], keys = []] of on.engine.stream(`SELECT "${token}", "${hash}" FROM ${rows.table}`))
    keys.forEach((key, i) => {
      if (wanted.has(key as string)) open.set(key as string, tokens[i] as string)
    })
  return open
}

/**
 * [Kumar07] §3.1: accuracy is the share of matchable hashes that were mapped right; a hash is matchable if its token is among the n most
 * frequent of the reference.
 */
export function scoreMapping(guesses: Omit<Inverted, 'guesses' | 'seen'>, open: ReadonlyMap<string, string>) {
  const { hashes, guessed, tokens, confidence, n } = guesses
  const rank = new Map(tokens.map((token, i) => [token, i]))
  const all = hashes.flatMap((hash, l) => {
    const token = open.get(hash)
    const r = token === undefined ? undefined : rank.get(token)
    return r === undefined ? [] : [{ l, r, right: guessed[l] === token, sure: confidence[l]! }]
  })
  type Pair = (typeof all)[number]
  const band = (pairs: readonly Pair[]): Band => {
    const correct = pairs.filter(({ right }) => right).length
    return { matchable: pairs.length, correct, accuracy: pairs.length === 0 ? 0 : correct / pairs.length }
  }
  const bySure = [...all].sort((a, b) => b.sure - a.sure || a.l - b.l)
  const shifts = all.map(({ l, r }) => Math.abs(l - r)).sort((a, b) => a - b)
  return {
    n,
    ...band(all),
    halves: { top: band(all.filter(({ l }) => l < n / 2)), bottom: band(all.filter(({ l }) => l >= n / 2)) },
    bands: ranges(n).map(([from, to]) => ({ from: from + 1, to, ...band(all.filter(({ l }) => l >= from && l < to)) })),
    byConfidence: [0.1, 0.25, 0.5, 0.75, 1].map((share) => {
      const pairs = bySure.slice(0, Math.ceil(share * bySure.length))
      return { surest: share, margin: pairs.at(-1)?.sure ?? 0, ...band(pairs) }
    }),
    rankShift: { median: shifts[shifts.length >> 1] ?? 0, p90: shifts[Math.floor(shifts.length * 0.9)] ?? 0 },
  }
}

/** 1-100, 101-200, 201-400, ... up to n. */
function ranges(n: number): [number, number][] {
  const all: [number, number][] = []
  for (let from = 0, to = Math.min(100, n); from < n; from = to, to = Math.min(to * 2, n)) all.push([from, to])
  return all
}
