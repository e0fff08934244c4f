import { type Check, count } from './check.js'
import type { Outcome } from './dp-tests.js'

export function nearness({ items, wrong }: Outcome): Check {
  return outcome('counts are near the log', wrong, {
    passed: 'none is farther from the log than noise goes',
    failed: `${wrong.toLocaleString('en')} of ${count(items, 'count')} are farther from the log than noise goes`,
  })
}

export function exactness({ items, wrong }: Outcome): Check {
  return outcome('counts have noise', wrong, {
    passed: 'no more of them are exact than noise leaves',
    failed: `${wrong.toLocaleString('en')} of ${count(items, 'count')} are the exact ones, more than noise leaves`,
  })
}

export function spreading({ wrong }: Outcome): Check {
  return outcome('counts spread as noise does', wrong, {
    passed: 'together they lie about the log as noise would put them',
    failed: 'together they do not lie about the log as the stated noise would put them',
  })
}

/** What was not refuted is not shown: such a check is never one of the claim. */
export function outcome(
  name: string,
  wrong: number,
  says: { readonly passed: string; readonly failed: string },
): Check {
  return wrong === 0
    ? { name, holds: true, detail: says.passed, privateDetail: true }
    : { name, holds: false, detail: says.failed, onClaim: true, privateDetail: true }
}
