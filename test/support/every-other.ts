import process from 'node:process'

/** Every other one of many alike, beginning with the first or the second; `npm run test:full` takes all. */
export function everyOther<T>(list: readonly T[], from = 0): readonly T[] {
  return process.env.LETHE_EXPLORE === undefined ? list.filter((_, i) => (i + from) % 2 === 0) : list
}
