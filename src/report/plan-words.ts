import { flagOf, isGiven } from '../base/params.js'
import type { Manifest, Step } from '../release/manifest.js'
import { type Html, htmlTable } from './html.js'

/** The steps of a plan in words: scrub, then rare-queries with k = 5. */
export function planWords({ steps, profile }: Pick<Manifest, 'steps' | 'profile'>): string {
  const words = steps.map(({ method, params }) => {
    const given = Object.entries(params).map(([name, value]) => `${wordOf(name)} = ${valueWords(value)}`)
    return given.length === 0 ? method : `${method} (${given.join(', ')})`
  })
  return `${profile === undefined ? '' : `${profile}: `}${words.join(', then ')}`
}

export function parameterTable(steps: readonly Step[]): Html {
  return htmlTable(
    ['step', 'parameter', 'value'],
    steps.flatMap(({ method, params }, i) => {
      const rows = Object.entries(params).map(([name, value]) => [
        `${i + 1}. ${method}`,
        wordOf(name),
        valueWords(value),
      ])
      return rows.length === 0 ? [[`${i + 1}. ${method}`, 'none was given', 'all as usual']] : rows
    }),
  )
}

/** A parameter as the command line calls it. */
function wordOf(name: string): string {
  return flagOf(name).slice(2)
}

function valueWords(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(4)))
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (isGiven(value)) return 'given, and not told'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
