import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Mistakes, mistakeKinds } from '../../src/attacks/invert-tokens/mistakes.js'
import { openKnowledge } from '../../src/knowledge/knowledge.js'
import { invert, type Pair, trueMapping } from '../weaknesses/inversion.js'

export interface Wrong extends Mistakes {
  /** Some of them: the token, and what its hash was taken for. */
  readonly examples: readonly (readonly [string, string])[]
}

/** [Kumar07] §5.3: wrong guesses of the published attack among matchable hashes, by kind. */
export async function mistakesOf(pair: Pair, n: number, expandFrom: number): Promise<Wrong> {
  let mu: Int32Array = new Int32Array(0)
  await invert(pair, n, { expandFrom }, (_, __, mapped) => {
    mu = mapped.mu
  })
  const { tokens } = pair.reference
  const wrong = Array.from(trueMapping(pair, n), (r, l) => [r, mu[l] ?? -1] as const)
    .filter(([r, guess]) => r >= 0 && guess >= 0 && guess !== r)
    .map(([r, guess]) => [tokens[r]!, tokens[guess]!] as const)
  const dir = mkdtempSync(join(tmpdir(), 'lethe-mistakes-'))
  try {
    const knowledge = await openKnowledge('wordnet', dir)
    return { ...mistakeKinds(wrong, knowledge), examples: wrong.slice(0, 12) }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
