import { availableParallelism } from 'node:os'
import { greedy } from '../../src/methods/km-deletion/greedy.js'
import { arrange, type Entries } from '../../src/methods/km-deletion/histories.js'
import { ranks, type Target, utilityOf } from '../../src/methods/km-deletion/utility.js'
import { seededRandom } from '../../src/random/seeded.js'
import { inChild, type Outcome, round, type Sample, sample } from '../measure.js'
import { made } from './command.js'
import { PAPER_USERS, paperFile, paperLog, readPaperLog } from './term-log.js'

/** Parts of the bench: the second number says k and m (1003 is k = 100, m = 3). */
export const KM_PARTS: Readonly<Record<string, (path: string, level: number) => Promise<Sample>>> = {
  'km-bare': async (path) => {
    const entries = readPaperLog(path)
    const frequency = new Float64Array(entries.terms)
    entries.term.forEach((t, e) => {
      frequency[t]! += entries.count[e]!
    })
    const all = arrange(entries, ranks(entries.terms, [frequency]))
    return timed(() => everyPair(all))
  },
  'km-logsize': async (path, level) => run(readPaperLog(path), level, 'logsize'),
  'km-fis': async (path, level) => run(readPaperLog(path), level, 'fis'),
  // From file to release; what verifying takes stands in place of CPU seconds.
  'km-command': async (path, level) => {
    const { seconds, verifySeconds } = await made(path, { ...levelOf(level), optimise: false })
    return { seconds, cpuSeconds: verifySeconds, peakMiB: peak() }
  },
  'km-release': (path, level) => sample(() => made(path, { ...levelOf(level), optimise: false }, {}, false)),
}

const levelOf = (level: number) => ({ k: Math.floor(level / 10), m: level % 10 })
const peak = () => Math.round(process.resourceUsage().maxRSS / 1024)

/** Everything from coded entries to what is left: utilities, order, deletion. */
async function run(entries: Entries, level: number, target: Target): Promise<Sample> {
  const { k, m } = levelOf(level)
  return timed(async () => {
    const { rank, frequent } = utilityOf(entries, target, { k, m, random: seededRandom(1) })
    await greedy(arrange(entries, rank, frequent), k, m, { threads: availableParallelism() })
  })
}

/** Counts every pair of every history once, in a dense array per term. */
function everyPair({ terms, starts, postings, history, offsets, term }: ReturnType<typeof arrange>): void {
  const counts = new Uint32Array(terms)
  for (let t = 0; t < terms; t++) {
    const end = starts[t + 1]!
    for (let i = starts[t]!; i < end; i++) {
      const e = postings[i]!
      for (let j = offsets[history[e]!]!; j < e; j++) counts[term[j]!]!++
    }
    for (let i = starts[t]!; i < end; i++) {
      const e = postings[i]!
      for (let j = offsets[history[e]!]!; j < e; j++) counts[term[j]!] = 0
    }
  }
}

async function timed(work: () => void | Promise<void>): Promise<Sample> {
  const [started, before] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return {
    seconds: (performance.now() - started) / 1000,
    cpuSeconds: (user + system) / 1e6,
    peakMiB: peak(),
  }
}

/** (2,2) at the paper's size against one bare pass over all pairs; larger m, larger k, fis and growth beside it. CPU seconds. */
export function kmBench(rows: number): Outcome {
  const users = Math.min(PAPER_USERS, Math.ceil(rows / 5))
  const [full, half] = [paperLog(users), paperLog(Math.ceil(users / 2))]
  const limit = inChild('km-bare', [full])
  const ours = inChild('km-logsize', [full, '22'])
  const smaller = inChild('km-logsize', [half, '22'])
  const took = (part: string, level: number) => {
    const { seconds, cpuSeconds } = inChild(part, [full, String(level)])
    return `${round(seconds)} s (CPU ${round(cpuSeconds)} s)`
  }
  const file = paperFile(users)
  const command = (level: number) => {
    const { seconds, cpuSeconds: verifying, peakMiB } = inChild('km-command', [file, String(level)])
    return `${round(seconds)} s, then verify ${round(verifying)} s, ${peakMiB} MiB`
  }
  return {
    name: 'km',
    ours: round(ours.cpuSeconds),
    limit: round(limit.cpuSeconds),
    ratio: round(ours.cpuSeconds / limit.cpuSeconds),
    unit: 's',
    atMost: 3,
    peakMiB: ours.peakMiB,
    detail: {
      users,
      growth: round(ours.cpuSeconds / smaller.cpuSeconds),
      '(2,2)': `${round(ours.seconds)} s (CPU ${round(ours.cpuSeconds)} s)`,
      '(2,3)': took('km-logsize', 23),
      '(100,3)': took('km-logsize', 1003),
      'fis (2,2)': took('km-fis', 22),
      'fis (2,3)': took('km-fis', 23),
      'command (2,2)': command(22),
      'command (2,3)': command(23),
      'command (100,3)': command(1003),
    },
  }
}

/** What the whole command may take at the paper's size, in seconds, by level. */
const GOALS = { 22: 5, 23: 15, 1003: 4 } as const

/** From file to release: (2,2) against five seconds at the paper's size, other levels beside it. */
export function kmCommandBench(rows: number): Outcome {
  const users = Math.min(PAPER_USERS, Math.ceil(rows / 5))
  const file = paperFile(users)
  const [first, ...others] = Object.entries(GOALS).map(([level, goal]) => ({
    level: levelOf(Number(level)),
    limit: (goal * users) / PAPER_USERS,
    own: inChild('km-release', [file, level]),
  })) as [Level, ...Level[]]
  return {
    name: 'km-command',
    ours: round(first.own.seconds),
    limit: round(first.limit),
    ratio: round(first.own.seconds / first.limit),
    unit: 's',
    atMost: 1,
    peakMiB: first.own.peakMiB,
    detail: {
      users,
      cpuSeconds: round(first.own.cpuSeconds),
      ...Object.fromEntries(
        others.map(({ level: { k, m }, limit, own }) => [
          `(${k},${m})`,
          `${round(own.seconds)} s of ${round(limit)} s (CPU ${round(own.cpuSeconds)} s), ${own.peakMiB} MiB`,
        ]),
      ),
    },
  }
}

interface Level {
  readonly level: ReturnType<typeof levelOf>
  readonly limit: number
  readonly own: Sample
}
