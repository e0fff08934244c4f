import { PAPER_USERS, paperLog } from '../km/term-log.js'
import { bestInTurns, inChild, type Outcome, round, type Sample } from '../measure.js'
import { pythonPeer } from './python.js'

const K = 2

/**
 * Deletion to (2,2), which counts every pair of terms and then deletes until none is rare, against the better of two miners of frequent pairs, which count them
 * once and delete nothing: of the same histories in memory, in processor time.
 */
export function pyFimBench(rows: number): Outcome {
  const users = Math.min(PAPER_USERS, Math.ceil(rows / 5))
  const log = paperLog(users)
  const peer = pythonPeer('pyfim')
  const told: Record<string, number> = {}
  const theirs = (): Sample => {
    const { seconds = Number.NaN, ...more } = peer?.([log, K].join('\n')) ?? {}
    Object.assign(told, more)
    return { seconds, cpuSeconds: seconds, peakMiB: 0 }
  }
  const ours = (): Sample => {
    const own = inChild('km-logsize', [log, `${K}2`])
    return { ...own, seconds: own.cpuSeconds }
  }
  const [own, limit] = bestInTurns([ours, theirs], peer ? 3 : 1)
  return {
    name: 'peer-pyfim',
    ours: round(own.seconds),
    limit: round(limit.seconds),
    ratio: round(own.seconds / limit.seconds),
    unit: 's of processor time',
    atMost: 3,
    peakMiB: own.peakMiB,
    detail: { users, ...told },
  }
}
