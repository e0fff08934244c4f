import { fail } from '../base/errors.js'
import { ATTACKERS, type Attacker, type AttackerKind, usualCost } from '../release/attackers.js'
import type { Fear } from './recommendation.js'

/** Whom a custodian fears who says nothing of it. */
export const USUAL_FEARS = 'reader,neighbour:3,archivist,participant:10'
export const USUAL_LIMIT = 0.05

/** Fears from words: attackers with what they can afford (`neighbour:3`), and a share for all or for each (`reader:0.01,participant:0.1`). */
export function fearsFrom(words: string = USUAL_FEARS, limits?: string): Fear[] {
  const named = words.trim() === 'none' ? [] : words.split(',').map((word) => partsOf(word, '--fear'))
  const fears = named.map(([attacker, given]) => ({ attacker, at: costOf(attacker, given) }))
  const twice = fears.find(({ attacker }, i) => fears.findIndex((other) => other.attacker === attacker) !== i)
  if (twice)
    fail('usage', `--fear names ${twice.attacker} twice`, 'Name each attacker once, with the most they can afford.')
  const limit = limitsFrom(limits)
  const idle = [...limit.each.keys()].find((attacker) => !fears.some((fear) => fear.attacker === attacker))
  if (idle !== undefined)
    fail('usage', `--max-risk speaks of ${idle}, whom --fear does not name`, `Add ${idle} to --fear.`)
  return fears.map((fear) => ({ ...fear, limit: limit.each.get(fear.attacker) ?? limit.all }))
}

function costOf(attacker: Attacker, given: string | undefined): number | undefined {
  if (given === undefined) return usualCost(attacker)
  const { cost }: AttackerKind = ATTACKERS[attacker]
  if (usualCost(attacker) === undefined)
    fail('usage', `--fear ${attacker} takes no number`, `Name it alone: ${attacker}.`)
  if (!/^\d{1,6}$/.test(given))
    fail(
      'usage',
      `--fear ${attacker} takes a whole number (${cost})`,
      `For instance ${attacker}:${usualCost(attacker)}.`,
    )
  return Number(given)
}

interface Limits {
  readonly all: number
  readonly each: ReadonlyMap<Attacker, number>
}

function limitsFrom(words: string | undefined): Limits {
  if (words === undefined) return { all: USUAL_LIMIT, each: new Map() }
  if (!words.includes(':')) return { all: shareFrom(words), each: new Map() }
  const each = words.split(',').map((word) => {
    const [attacker, share] = partsOf(word, '--max-risk')
    return [attacker, shareFrom(share ?? '')] as const
  })
  if (new Set(each.map(([attacker]) => attacker)).size < each.length)
    fail('usage', '--max-risk names an attacker twice', 'Name each attacker once.')
  return { all: USUAL_LIMIT, each: new Map(each) }
}

function partsOf(word: string, flag: string): readonly [Attacker, string | undefined] {
  const [name = '', given, ...more] = word.split(':').map((part) => part.trim())
  if (!Object.hasOwn(ATTACKERS, name) || more.length > 0)
    fail('usage', `${flag} names no attacker that there is`, `There are ${Object.keys(ATTACKERS).join(', ')}.`)
  return [name as Attacker, given]
}

function shareFrom(word: string): number {
  const share = /^\s*\d*\.?\d+(e-?\d+)?\s*$/.test(word) ? Number(word) : Number.NaN
  if (!(share >= 0 && share <= 1))
    fail('usage', '--max-risk takes a share from 0 to 1', 'For instance 0.05, or reader:0.01,participant:0.1.')
  return share
}
