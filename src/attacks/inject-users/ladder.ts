import { fail } from '../../base/errors.js'
import type { Guarantee } from '../../release/guarantee.js'

/** What anybody can have; none at all shows what comes out by itself. */
const FEW = [0, 1, 2, 5, 10]

/** Numbers of users to add: those asked for, or some around the threshold that a release is open about. */
export function ladder(added: string | undefined, guarantee: Guarantee | undefined): readonly number[] {
  if (added === undefined) return around(guarantee)
  const numbers = added.split(',').map((n) => (/^\s*\d{1,6}\s*$/.test(n) ? Number(n) : Number.NaN))
  if (numbers.some(Number.isNaN)) fail('usage', '--added is a list of whole numbers with commas', 'For instance 0,4,9.')
  return ascending(numbers)
}

function around(guarantee: Guarantee | undefined): readonly number[] {
  switch (guarantee?.kind) {
    case 'k-users-per-query':
    case 'k-users-per-ngram':
    case 'k-m':
      return near(guarantee.k)
    case 'identical-users':
      return near(Math.max(guarantee.k, guarantee.minUsers))
    case 'threshold-reveal':
      return near(guarantee.t)
    case 'dp':
      // Noise has no edge to stand at: where coming out is as likely as not may be anywhere among what one can afford.
      return ascending([...Array.from({ length: 11 }, (_, n) => n), guarantee.minUsers - 1, 20, 50, 100, 200])
    default:
      return FEW
  }
}

function near(k: number): readonly number[] {
  return ascending([...FEW, k - 2, k - 1])
}

function ascending(numbers: readonly number[]): readonly number[] {
  return [...new Set(numbers)].filter((n) => n >= 0).sort((a, b) => a - b)
}
