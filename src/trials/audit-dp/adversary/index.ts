import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../../../random/random.js'
import type { DifferentialPrivacy } from '../claim.js'
import { epsilonAtLeast } from '../epsilon.js'
import { adversaryCanaries } from './canaries.js'
import { guessAll, type Sign } from './guess-all.js'
import { type FileRow, fileOf, type Line, type Shape } from './lines.js'
import type { Canary, Crowds } from './plot.js'

/** What anyone sees of a release that was made from a file: that it failed, or what it shows. */
export type Visible = { readonly failed: true } | Shown
interface Shown {
  readonly failed: false
  /** Items with their counts, 1 where there are none. */
  readonly items: readonly (readonly [text: string, count: number])[]
  /** What else is public, without what chance alone decides. */
  readonly beside: string
}

/** Makes a release of a file as the program would, and tells what anyone sees of it. */
export type ReleaseFile = (path: string, shape: Shape) => Promise<Visible>

export interface AdversaryContext {
  readonly random: Random
  readonly claim: DifferentialPrivacy
  readonly crowds: Crowds
  /** Rows of the log that all files have. */
  readonly rows: readonly FileRow[]
  readonly release: ReleaseFile
  /** A private folder. */
  readonly dir: string
  /** Releases for each canary. */
  readonly runs: number
  readonly confidence: number
  readonly say: (step: string) => void
}

/** What came of one canary. */
export interface CanaryResult {
  readonly canary: string
  /** Releases made, and how many failed: without the person, and with. */
  readonly runs: number
  readonly failed: readonly [number, number]
  readonly guesses: number
  readonly right: number
  readonly lowerBound: number
}

/**
 * Plants the canaries of an adversary in files, each in files of its own, and makes releases of them from the file on: reading is part of the mechanism. In each run a coin decides
 * whether the person is there; from what the release shows the coin must not be guessed more often than the claim allows [Steinke23]. How to guess is chosen on the first
 * half of the runs. All canaries share the error that the confidence leaves.
 */
export async function tryAdversary(on: AdversaryContext): Promise<CanaryResult[]> {
  const canaries = adversaryCanaries(on.random, on.claim.items, on.crowds)
  const alpha = (1 - on.confidence) / canaries.length
  const results: CanaryResult[] = []
  for (const [i, canary] of canaries.entries()) {
    on.say(`canary ${i + 1} of ${canaries.length}: ${canary.name}`)
    const paths = ([0, 1] as const).map((coin) => {
      const path = join(on.dir, `canary-${i}-${coin}.${canary.shape}`)
      writeFileSync(path, fileOf(canary.shape, linesOf(canary, coin, on)), { mode: 0o600 })
      return path
    })
    const told: Sign[] = []
    const failed: [number, number] = [0, 0]
    let usual: string | undefined
    for (let run = 0; run < on.runs; run++) {
      const coin = on.random.below(2) as 0 | 1
      const seen = await on.release(paths[coin]!, canary.shape)
      if (seen.failed) failed[coin]++
      else usual ??= seen.beside
      told.push({ coin, signs: signsOf(seen, canary, usual) })
    }
    const half = Math.floor(told.length / 2)
    const guessed = guessAll(told.slice(0, half), told.slice(half))
    results.push({
      canary: canary.name,
      runs: on.runs,
      failed,
      guesses: guessed.guesses,
      right: guessed.right,
      lowerBound: epsilonAtLeast(guessed, on.claim.delta, alpha),
    })
  }
  return results
}

/** The lines of a file: those of the log and of the crowd, and where the coin is 1 those of the person, in front and at the end. */
function linesOf(canary: Canary, coin: 0 | 1, { rows, claim }: AdversaryContext): Line[] {
  const usual: FileRow[] = [{ user: 'one other', query: 'weather', time: '2024-03-04 10:00:00', url: '' }]
  const person = coin === 1 ? canary.person : claim.neighbours === 'replace' ? usual : []
  const half = Math.ceil(person.length / 2)
  const all = [...person.slice(0, half), ...rows, ...canary.crowd, ...person.slice(half)]
  return canary.eitherOrder
    ? all.map((line) => (Buffer.isBuffer(line) ? line : { ...line, time: either(line.time) }))
    : all
}

/** 2024-03-05 as 5/3/2024, the day brought down to 12 at most. */
function either(time: string): string {
  const [, year, month, day, rest = ''] = /^(\d+)-(\d+)-(\d+)(.*)$/.exec(time) ?? []
  return year === undefined ? time : `${1 + (Number(day) % 12)}/${Number(month)}/${year}${rest}`
}

/** Numbers that anyone can read off, one of which may tell the coin. */
function signsOf(seen: Visible, { watched }: Canary, usual: string | undefined): number[] {
  const shown = seen.failed ? [] : seen.items
  const ours = new Set(watched)
  const mine = shown.filter(([text]) => ours.has(text))
  const sum = (items: Shown['items']) => items.reduce((total, [, count]) => total + count, 0)
  const other = seen.failed || seen.beside !== usual ? 1 : 0
  return [seen.failed ? 1 : 0, other, shown.length, sum(shown), mine.length, sum(mine)]
}
