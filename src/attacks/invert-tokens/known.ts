import { readFileSync } from 'node:fs'
import { fail } from '../../base/errors.js'
import type { Corpus } from './corpus.js'
import type { Mapping } from './mapping.js'

/** Pairs that the attacker knows beforehand: lines of token, tab, hash. */
export function readKnown(path: string, hashes: Corpus, reference: Corpus, n: number): Mapping {
  let content: string
  try {
    content = readFileSync(path, 'utf8')
  } catch (cause) {
    fail('input', `${path} cannot be read`, 'Give a file with lines of token, tab, hash.', cause)
  }
  const left = new Map(hashes.tokens.slice(0, n).map((hash, l) => [hash, l]))
  const right = new Map(reference.tokens.slice(0, n).map((token, r) => [token, r]))
  const mu = new Int32Array(Math.min(n, hashes.tokens.length)).fill(-1)
  let pairs = 0
  for (const line of content.split(/\r?\n/)) {
    const [token = '', hash = ''] = line.split('\t')
    const [l, r] = [left.get(hash), right.get(token)]
    if (l === undefined || r === undefined) continue
    mu[l] = r
    pairs++
  }
  if (pairs === 0)
    fail('input', `${path} holds no pair of this release and this reference`, 'Its lines are token, tab, hash.')
  return mu
}
