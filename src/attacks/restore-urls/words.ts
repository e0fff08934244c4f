import { number, percent } from '../../base/format.js'
import type { AttackResult } from '../attack.js'
import type { Cost } from './sources.js'

/** What the attacker went by. */
export const SOURCES = {
  log: 'by another log of the same search box',
  file: 'by a list of results',
  api: 'by asking a search engine',
} as const

/** What came of it, for people. */
export function inWords({ guesses, clicks, alone, cost, scored }: AttackResult): string[] {
  const all = Number(clicks)
  if (all === 0) return ['The release shows no clicks: there is nothing to restore.']
  const lines = [
    `${number(guesses)} of ${number(all)} clicks are given a full URL (${percent(guesses / all)}); for ${number(Number(alone))} of them the host has one page alone.`,
    `The attacker, an archivist, ${costInWords(cost as Cost)}.`,
  ]
  if (scored === undefined)
    return [...lines, 'How many are right is not known: the original log tells (--against LOG).']
  const { tried, restored, unknown } = scored as { tried: number; restored: number; unknown: number }
  return [
    ...lines,
    tried === 0
      ? 'No shown click is known to have a URL that says more than its host: there was nothing to restore.'
      : `Right: ${number(restored)} of the ${number(tried)} clicks whose URL says more than its host (${percent(restored / tried)}).`,
    ...(unknown > 0 ? [`The log has nothing like ${number(unknown)} of the clicks; they are left out.`] : []),
  ]
}

function costInWords(cost: Cost): string {
  switch (cost.source) {
    case 'log':
      return `has a log of ${number(cost.rows)} rows`
    case 'file':
      return `has a list of ${number(cost.results)} results`
    case 'api':
      return `asked a search engine ${number(cost.asked)} queries and got ${number(cost.results)} results`
  }
}
