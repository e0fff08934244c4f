import { number, percent } from '../base/format.js'
import type { Draw } from './draw.js'
import { type Html, htmlTable } from './html.js'
import type { Inspection } from './inspection.js'

/** What is in the log, and what a threshold would leave of it. */
export function logSection(log: Inspection, draw: Draw): Html[] {
  return [
    htmlTable(
      ['figure', 'value'],
      [
        ['rows', number(log.rows)],
        ['rows that did not parse', number(log.badRows)],
        ['persons', number(log.users)],
        [
          'persons with a query nobody else asked',
          `${number(log.usersWithUniqueQuery)} (${percent(log.usersWithUniqueQuery / Math.max(1, log.users))})`,
        ],
        ['distinct queries', number(log.queries)],
        ['distinct terms', number(log.terms)],
        [
          'rows a person (median, mean, most)',
          `${number(log.perUser.median)}, ${number(log.perUser.mean)}, ${number(log.perUser.max)}`,
        ],
      ],
    ),
    uniqueness(log, draw),
    htmlTable(
      ['persons a query needs', 'queries kept', 'rows kept', 'of rows'],
      log.keptAt.map((at) => [String(at.k), number(at.queries), number(at.rows), percent(at.share)]),
    ),
  ]
}

function uniqueness(log: Inspection, draw: Draw): Html {
  const by = (weight: 'queries' | 'rows') =>
    shareLeft(log.uniqueness.map((at) => ({ n: at.users, weight: at[weight] })))
  const caption = 'What is left of the log when queries of fewer than k persons are taken out.'
  return draw(caption, (plots, on) =>
    plots.shareCurves(on, {
      label: caption,
      x: 'persons a query needs (k)',
      series: [
        { name: 'rows left', points: by('rows') },
        { name: 'distinct queries left', points: by('queries') },
      ],
    }),
  )
}

/** The share that is left when everything below k is taken out, for each k that occurs. */
export function shareLeft(
  counts: readonly { readonly n: number; readonly weight: number }[],
): (readonly [number, number])[] {
  const total = counts.reduce((sum, at) => sum + at.weight, 0)
  let left = total
  return counts.map(({ n, weight }) => {
    const point = [n, total === 0 ? 0 : left / total] as const
    left -= weight
    return point
  })
}
