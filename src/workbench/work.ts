import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { LetheError } from '../base/errors.js'
import {
  compare,
  diff,
  generate,
  inspect,
  type Logs,
  planFrom,
  preview,
  type Reading,
  release,
  releases,
  report,
  type ScanResult,
  scan,
  verify,
} from '../index.js'
import type { Compared, Finding, JobKind, ReleaseAsked, Released } from './api.js'
import { leftBy } from './left.js'

/** What a worker is asked to do: a kind of job with what it needs. */
export interface Work {
  readonly kind: JobKind
  readonly logs: Logs
  readonly input: NonNullable<Reading['input']>
  readonly resources: Pick<Reading, 'threads' | 'memory' | 'temp'>
  readonly with: Readonly<Record<string, unknown>>
}

/** What a worker can tell while it works. */
export interface Telling {
  readonly step: (step: string) => void
  readonly share: (share: number) => void
  /** A result as far as it has come. */
  readonly part: (result: unknown) => void
}

/** Texts that the last scan found: in the memory of the worker alone. */
export const found: Finding[] = []

/** More than this nobody looks through. */
const MOST_TEXTS = 100_000
/** Masked queries for each number of persons. */
const EXAMPLES = 6

/** Does a job by the library's calls. */
export async function work(asked: Work, told: Telling, signal: AbortSignal): Promise<unknown> {
  const { logs, input } = asked
  const resources = { ...asked.resources, onProgress: told.share, onStep: told.step, signal }
  switch (asked.kind) {
    case 'generate':
      return generate({ ...(asked.with as { users: number; days: number; seed: number; out: string }), ...resources })
    case 'preview':
      return preview(logs, { input, ...resources })
    case 'inspect':
      return inspect(logs, { input, ...resources, examples: EXAMPLES })
    case 'scan':
      return scanned(asked, resources)
    case 'compare':
      return compared(asked, told, resources)
    case 'release':
      return released(asked, told, resources)
    case 'verify': {
      const { dir, against } = asked.with as { dir: string; against: boolean }
      return {
        dir,
        against,
        verdict: await verify(dir, { ...(against ? { against: logs, input } : {}), ...resources }),
      }
    }
    case 'diff': {
      const { earlier, later } = asked.with as { earlier: string; later: string }
      return diff(earlier, later, resources)
    }
  }
}

type Using = Omit<Reading, 'input'>

async function scanned({ logs, input }: Work, resources: Using): Promise<ScanResult & { readonly texts: number }> {
  found.length = 0
  const show = (line: string) => {
    const [kinds = '', text = ''] = line.split('\t')
    if (found.length < MOST_TEXTS) found.push({ kinds: kinds.split(','), text })
  }
  const result = await scan(logs, { input, show, showMost: MOST_TEXTS, ...resources })
  return { ...result, texts: found.length }
}

async function compared({ logs, input, with: given }: Work, told: Telling, resources: Using): Promise<Compared> {
  const { out, grid, force } = given as { out: string; grid?: object; force?: boolean }
  const asked = { ...(grid ? { grid } : {}), ...(force ? { force } : {}) }
  // A new step forgets how far the one before was; here every step is of the same way.
  let share = 0
  let so: Compared = { dir: out, tried: 0, of: 0, whole: false }
  const into = async (dir: string) => {
    so = { ...so, dir }
    await compare(logs, {
      out: dir,
      ...asked,
      input,
      ...resources,
      onTried: (tried, of) => {
        so = { ...so, tried, of }
        told.part(so)
      },
      onProgress: (now) => {
        share = now
      },
      onStep: (step) => {
        resources.onStep?.(step)
        resources.onProgress?.(share)
      },
    })
  }
  await besideOthers(out, into)
  return { ...so, whole: true }
}

/** A comparison of the same log that was read otherwise stays where it is: this one goes beside it. */
async function besideOthers(out: string, into: (dir: string) => Promise<void>, nth = 1): Promise<void> {
  try {
    await into(nth === 1 ? out : `${out}-${nth}`)
  } catch (error) {
    const other =
      error instanceof LetheError && error.code === 'refused' && error.message.includes('compares another log')
    if (!other || nth === MOST_BESIDE) throw error
    await besideOthers(out, into, nth + 1)
  }
}

const MOST_BESIDE = 20

/** A release, its check at once, and both reports. What is made stays made, whatever comes of the rest. */
async function released({ logs, input, with: given }: Work, told: Telling, resources: Using): Promise<Released> {
  const { plan, dir, asked, ledger } = given as { plan: object; dir: string; asked: ReleaseAsked; ledger?: string }
  const { format, population, by, reason, spreadsheetSafe } = asked
  let so: Released = {}
  const come = async (part: Released) => {
    so = { ...so, ...part }
    told.part(so)
    await setImmediate()
  }
  const made = await release(logs, {
    plan: planFrom(plan, 'the plan'),
    out: dir,
    format,
    ...(spreadsheetSafe ? { spreadsheetSafe } : {}),
    ...(population === '' ? {} : { population }),
    signOff: { by, reason },
    ephemeralKey: true, // where tags need one: the page keeps no keys
    ...(ledger === undefined ? {} : { ledger }),
    input,
    ...resources,
  })
  const [here] = await releases(dir)
  await come({ made, left: await leftBy(here?.manifest, made.kept), files: here?.files ?? [] })
  told.step('verifying')
  await come({ verdict: await verify(dir, { against: logs, input, ...resources }) })
  told.step('attacking and measuring it, for the report')
  const own = join(`${dir}.private`, 'report.html')
  await report(dir, { logs, out: own, input, ...resources })
  await come({ report: own })
  told.step('writing the public report')
  const open = `${dir}-report.html`
  await report(dir, { logs, public: true, out: open, force: true, input, ...resources })
  await come({ publicReport: open })
  return so
}
