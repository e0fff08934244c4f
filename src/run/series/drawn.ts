import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { sync } from '../../base/commit.js'
import { fail } from '../../base/errors.js'
import { THIS_PROCESS } from '../../base/process-start.js'
import { enterRun } from '../../base/runs.js'
import { isDay, nameOfPeriod, periodOf } from '../../series/periods.js'
import type { Member, Series } from './settings.js'

/**
 * Beside each key stands what was made with it: noise comes from the key, so that a period that is released twice, of different logs, would have the same noise twice, and
 * the difference of both would show single persons. A private folder that was put back to an earlier day does not know that; this does.
 */
interface Drawn {
  readonly period: number
  /** The first period of the series: stretches count from it. */
  readonly first: number
  /** Of the log. */
  readonly input: string
  /** Of what holds for all periods. */
  readonly settings: string
}

const FILE = /^stretch-\d+\.(\d{4}-\d\d-\d\d)$/

/** Notes a period that is about to be published. What was noted before stays: it is the same. */
export function noteDrawn(series: Series, stretch: number, of: Pick<Drawn, 'period' | 'first' | 'input'>): void {
  const path = join(series.keys, `stretch-${stretch}.${nameOfPeriod(series.every, of.period)}`)
  if (existsSync(path)) return
  const draft = join(series.keys, `.draft-${THIS_PROCESS}-${randomBytes(6).toString('hex')}`)
  const run = enterRun()
  run.own(draft)
  try {
    const fd = openSync(draft, 'wx', 0o600)
    writeSync(fd, `${JSON.stringify({ ...of, settings: settingsDigest(series) })}\n`)
    fsyncSync(fd)
    closeSync(fd)
    renameSync(draft, path)
    sync(series.keys)
  } finally {
    rmSync(draft, { force: true })
    run.close()
  }
}

/** A period of a series that is noted and of which the private folder knows nothing: the first of them. */
export type Lost = Pick<Drawn, 'first'>

/**
 * Refuses what would draw the same noise for other counts: settings that changed, and a private folder that lacks what was released. What is lacking can be made again,
 * from the same logs in their order: then the same releases come out. Tells what is known of the period where it is one of those.
 */
export function checkDrawn(
  series: Series,
  members: readonly Member[],
  period: number,
  input: string,
): Lost | undefined {
  const drawn = drawnIn(series)
  const name = (of: number) => nameOfPeriod(series.every, of)
  if (drawn.some(({ settings }) => settings !== settingsDigest(series)))
    fail(
      'refused',
      'the settings of the series are not those that its releases were made with',
      `Put ${series.privateDir}/series.json back as it was: what a series promises is settled when it begins.`,
    )
  const there = new Set(members.map((member) => member.period))
  const [lost, ...more] = drawn.filter((one) => !there.has(one.period)).sort((a, b) => a.period - b.period)
  if (lost === undefined) return undefined
  if (lost.period === period && lost.input === input) return lost
  if (lost.period === period)
    fail(
      'refused',
      `${name(period)} has been added with other content, and is gone from ${series.privateDir}`,
      'What was released stays as it is. Put the folder back as it was, or add the same log as then: the same release comes out.',
    )
  fail(
    'refused',
    `${series.privateDir} lacks ${[lost, ...more].map((one) => name(one.period)).join(', ')}, which the series has released`,
    'It was put back to an earlier day, or a release was removed from it. Put it back as it was, or add the logs of these periods again, unchanged and in their order: the same releases come out, if their keys are still there.',
  )
}

/** Forgets what was made with a key, once the key is gone. */
export function forgetDrawn({ keys }: Series, stretch: number): void {
  for (const file of list(keys)) if (FILE.test(file) && file.startsWith(`stretch-${stretch}.`)) rmSync(join(keys, file))
}

function drawnIn({ keys, every }: Series): Drawn[] {
  return list(keys).flatMap((file) => {
    const [, day] = FILE.exec(file) ?? []
    if (day === undefined || !isDay(day)) return []
    try {
      return [{ ...(JSON.parse(readFileSync(join(keys, file), 'utf8')) as Drawn), period: periodOf(every, day) }]
    } catch (cause) {
      return fail('refused', `${join(keys, file)} is damaged`, 'Put it back from a copy.', cause)
    }
  })
}

/** The digest of a log, whatever the order of its files. */
export function digestOfLog(files: readonly { readonly sha256: string }[]): string {
  return sha256(files.map((file) => file.sha256).sort())
}

/** What decides which noise a count gets, and who may give what. Places may change. */
function settingsDigest({ id, plan, shows, input, every, window, horizon, stateless, late }: Series): string {
  return sha256([id, plan, shows, input, every, window, horizon ?? null, stateless ?? null, late])
}

function sha256(of: unknown): string {
  return createHash('sha256').update(JSON.stringify(of)).digest('hex')
}

function list(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
