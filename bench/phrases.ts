import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { release } from '../src/run/release/index.js'
import { bestInTurns, inChild, type Outcome, round, type Sample, sample } from './measure.js'
import { findPhrases } from './phrases/found.js'
import { inFolder } from './spine.js'
import { zipfLog } from './zipf-log.js'

const MEMORY = 3 * 2 ** 30

/** The part of this bench; it runs in a process of its own. */
export const PHRASES_PARTS: Readonly<Record<string, (path: string, memory: number) => Promise<Sample>>> = {
  'our-phrases': (path, memory) => releaseOf(3, path, memory),
  'our-longer-phrases': (path, memory) => releaseOf(LONGEST, path, memory),
}

function releaseOf(n: number, path: string, memory: number): Promise<Sample> {
  return sample(() =>
    inFolder(async (dir) => {
      const params = { epsilon: Math.log(10), delta: 1e-8, n }
      const plan = { steps: [{ method: 'phrases', params }], shows: {} }
      await release([path], { plan, out: join(dir, 'release'), unpublished: true }, {}, { memory })
    }),
  )
}

/** Words of the longest phrase that is looked for in prompts. */
const LONGEST = 6

/** Persons who write a million prompts, of as many rows as a whole log has. */
const PROMPTS_A_PERSON = 18.58
const QUERIES_A_PROMPT = 36

/**
 * Phrases with support that `set-union` of one length finds, for each that `phrases` does, at the same share of the promise: of the lengths from two words on that where ours is ahead least.
 */
export async function phrasesFoundBench(rows: number): Promise<Outcome> {
  const dir = mkdtempSync(join(tmpdir(), 'lethe-bench-prompts-'))
  try {
    const users = Math.round(rows / QUERIES_A_PROMPT / PROMPTS_A_PERSON)
    const { prompts, lengths } = await findPhrases(users, LONGEST, dir)
    const longer = lengths.filter(({ words }) => words > 1)
    const ratio = ({ union, supported }: (typeof lengths)[number]) => union / Math.max(1, supported)
    const worst = longer.reduce((least, length) => (ratio(length) > ratio(least) ? length : least))
    const each = (figure: (length: (typeof lengths)[number]) => number) => longer.map(figure).join(' ')
    return {
      name: 'phrases-found',
      ours: worst.supported,
      limit: worst.union,
      ratio: round(ratio(worst)),
      unit: `phrases of ${worst.words} words`,
      atMost: 1,
      peakMiB: Math.round(process.resourceUsage().maxRSS / 1024),
      detail: {
        prompts,
        users,
        words: each(({ words }) => words),
        withSupport: each(({ supported }) => supported),
        nobodys: each(({ spurious }) => spurious),
        setUnion: each(({ union }) => union),
      },
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** `phrases` up to three words from file to Parquet, against `zealous --items queries` of the same log; and once up to six. */
export function phrasesBench(rows: number): Outcome {
  const path = zipfLog(rows)
  const part = (name: string) => () => inChild(name, [path, String(MEMORY)])
  const [limit, own] = bestInTurns([part('our-histogram'), part('our-phrases')], 2)
  const longer = part('our-longer-phrases')()
  return {
    name: 'phrases',
    ours: round(own.seconds),
    limit: round(limit.seconds),
    ratio: round(own.seconds / limit.seconds),
    unit: 's',
    atMost: 3,
    peakMiB: own.peakMiB,
    detail: {
      rows,
      zealousPeakMiB: limit.peakMiB,
      cpuSeconds: round(own.cpuSeconds),
      zealousCpuSeconds: round(limit.cpuSeconds),
      cpuRatio: round(own.cpuSeconds / limit.cpuSeconds),
      upToSixWords: round(longer.seconds),
      upToSixWordsPeakMiB: longer.peakMiB,
    },
  }
}
