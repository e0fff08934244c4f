import { bestInTurns, inChild, type Outcome, round, type Sample } from '../measure.js'
import { zipfLog } from '../zipf-log.js'
import { pythonPeer } from './python.js'

const MEMORY = 3 * 2 ** 30
const ROWS = 1_000_000
/** What `zealous` of the bench spends, and how many queries of a person it counts. */
const [EPSILON, DELTA, PER_USER] = [Math.log(10), 1e-8, 20]

/** A histogram of the queries of a log under the same promise by OpenDP, from file to counts. */
export function openDpBench(rows: number): Outcome {
  return against('opendp', rows)
}

/** The same by PipelineDP, which needs no cluster. */
export function pipelineDpBench(rows: number): Outcome {
  return against('pipeline-dp', rows)
}

/** In processor time, since some of them have threads and others none. */
function against(name: string, most: number): Outcome {
  const rows = Math.min(most, ROWS)
  const log = zipfLog(rows)
  const peer = pythonPeer(name)
  const told: Record<string, number> = {}
  const theirs = (): Sample => {
    const { seconds = Number.NaN, released } = peer?.([log, EPSILON, DELTA, PER_USER].join('\n')) ?? {}
    if (released !== undefined) told.releasedByThem = released
    return { seconds, cpuSeconds: seconds, peakMiB: 0 }
  }
  const ours = (): Sample => {
    const own = inChild('our-histogram', [log, String(MEMORY)])
    return { ...own, seconds: own.cpuSeconds }
  }
  const [own, limit] = bestInTurns([ours, theirs], peer ? 3 : 1)
  return {
    name: `peer-${name}`,
    ours: round(own.seconds),
    limit: round(limit.seconds),
    ratio: round(own.seconds / limit.seconds),
    unit: 's of processor time',
    atMost: 1,
    peakMiB: own.peakMiB,
    detail: { rows, ...told },
  }
}
