import { type Check, count } from './check.js'
import type { CountNoise, Mechanism } from './dp-mechanism.js'
import { countsTooFar, exactCounts, type Held, type Outcome, spread } from './dp-tests.js'

/** What published counts look like beside the log; where it is exactly known who gave what with which chance, also all together. */
export async function countsAgainst(
  held: Held,
  { noise, gate }: { readonly noise: CountNoise; readonly gate: Mechanism['gate'] },
  exact: boolean,
): Promise<Check[]> {
  const checks = [...nearness(await countsTooFar(held, noise)), ...exactness(await exactCounts(held, gate.at, noise))]
  return exact && noise.close ? [...checks, ...spreading(await spread(held, gate, noise))] : checks
}

export function rareness(found: Outcome): Check[] {
  return outcome('items that hardly come out', found, {
    passed: 'no more of them are there than chance explains',
    failed: `${count(found.wrong, 'item')} of too few persons, more than chance explains`,
  })
}

export function nearness(found: Outcome): Check[] {
  return outcome('counts are near the log', found, {
    passed: 'none is farther from the log than noise goes',
    failed: `${share(found, 'count')} farther from the log than noise goes`,
  })
}

export function exactness(found: Outcome): Check[] {
  return outcome('counts have noise', found, {
    passed: 'no more of them are exact than noise leaves',
    failed: `${share(found, 'count')} exact, more than noise leaves`,
  })
}

export function spreading(found: Outcome): Check[] {
  return outcome('counts spread as noise does', found, {
    passed: 'together they lie about the log as noise would put them',
    failed: 'together they do not lie about the log as the stated noise would put them',
  })
}

function share({ items, wrong }: Outcome, noun: string): string {
  return `${wrong.toLocaleString('en')} of ${count(items, noun)}`
}

/**
 * What was not refuted is not shown: such a check is never one of the claim. Where nothing was looked at there is nothing to say. Residuals are the noise itself: no
 * detail names a count, a distance or a statistic, and all are for the custodian alone.
 */
export function outcome(
  name: string,
  { items, wrong }: Outcome,
  says: { readonly passed: string; readonly failed: string },
): Check[] {
  if (wrong > 0) return [{ name, holds: false, detail: says.failed, onClaim: true, privateDetail: true }]
  return items === 0 ? [] : [{ name, holds: true, detail: says.passed, privateDetail: true }]
}
