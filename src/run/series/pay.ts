import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fail } from '../../base/errors.js'
import { reserveOnce, type Standing } from '../../ledger/account.js'
import { openBook } from '../../ledger/ledger.js'
import { costOfStretch } from '../../privacy/continual.js'
import { SERIES_FILE } from '../../release/private-folder.js'
import { nameOf, readySteps } from '../steps.js'
import { askedOf } from './promise.js'
import type { Series } from './settings.js'

/**
 * Enters what a window costs into the ledger, once, before anything is drawn for it. A ledger counts all that is ever released about a person: windows add up
 * there, though the promise of the series is about each by itself.
 */
export async function payFor(series: Series, stretch: number): Promise<Standing> {
  const last = (await readySteps(series.plan)).at(-1)!
  const alone = last.method.guarantee(last.params, 'user')
  if (alone.kind !== 'dp') throw new TypeError('only differential privacy has a price')
  return reserveOnce(openBook(series.ledger, series.population), {
    kind: 'spend',
    method: `series of ${nameOf(series.plan)}`,
    neighbours: 'add-remove',
    spend: costOfStretch(askedOf(alone, Number(last.params.perUser), series)),
    dir: series.dir,
    part: `${series.id} window ${stretch}`,
  })
}

/** A population has one series: with two, each would promise what both together do not keep. */
export function refuseOtherSeries({ dir, ledger, population }: Series): void {
  const other = openBook(ledger, population)
    .entries()
    .flatMap((entry) => (entry.kind === 'budget' ? [] : [entry.dir, dirname(entry.dir)]))
    .find((folder) => folder !== dir && existsSync(join(folder, SERIES_FILE)))
  if (other !== undefined)
    fail(
      'refused',
      `the population ${population} has a series already: ${other}`,
      'Add to that one, or name the population that this one is about.',
    )
}
