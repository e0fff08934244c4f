import { join } from 'node:path'
import { defined } from '../../base/defined.js'
import { fail } from '../../base/errors.js'
import { type Resources, type Session, withSession } from '../../engines/session.js'
import type { Standing as Account } from '../../ledger/account.js'
import type { ReadyStep } from '../../plans/derive.js'
import type { Guarantee } from '../../release/guarantee.js'
import type { SeriesMember } from '../../release/manifest.js'
import { lastOver, nameOfPeriod } from '../../series/periods.js'
import { inputFor } from '../reading.js'
import { type Read, type ReleaseResult, read, releaseRead } from '../release/index.js'
import { prepare, type ReadyRelease } from '../release/prepare.js'
import { settled } from '../release/settled.js'
import { readySteps } from '../steps.js'
import { checkKeys, countNumbers, forget, type Standing, stepInSeries, stretchOf } from './counts.js'
import { type Difference, differences, knownDifferences } from './differences.js'
import { checkDrawn, digestOfLog, type Lost, noteDrawn } from './drawn.js'
import { emptyNote } from './empty.js'
import { kindOf } from './kind.js'
import { alone } from './lock.js'
import { payFor, refuseOtherSeries } from './pay.js'
import { periodOfLog, rowsOfPeriod } from './period.js'
import { promisedInSeries } from './promise.js'
import { isShown, type Member, membersOf, openSeries, type Series } from './settings.js'

export interface AddOptions {
  /** The period by its first day; default: the one in which most rows lie. */
  readonly period?: string
  /** A private key of OpenSSH (ed25519): the checksums of the release are signed with it. */
  readonly sign?: string
}

/** What became of a log that was added. */
export interface Added {
  readonly dir: string
  readonly privateDir: string
  readonly period: string
  /** False where the period had been added before, with the same content: then nothing was done. */
  readonly done: boolean
  readonly guarantee?: Guarantee
  /** Items, or rows, of the release. */
  readonly released: number
  readonly empty: boolean
  /** What a count had to pass. */
  readonly threshold?: number
  /** Periods before this one that nothing was added for: they count as empty, and have no release. */
  readonly missed: readonly string[]
  /** Rows whose time lies outside the period. */
  readonly outside: number
  readonly differences?: readonly Difference[]
  readonly ledger?: Account
  readonly warnings: readonly string[]
  readonly seconds: number
}

/** Adds the log of one period. The same content again does nothing; other content is refused. */
export async function addToSeries(
  dir: string,
  logs: readonly string[],
  options: AddOptions = {},
  resources: Resources = {},
): Promise<Added> {
  const series = openSeries(dir)
  return alone(series.privateDir, () => withSession(resources, (session) => addPeriod(series, logs, options, session)))
}

async function addPeriod(
  series: Series,
  logs: readonly string[],
  options: AddOptions,
  session: Session,
): Promise<Added> {
  refuseOtherSeries(series)
  const steps = await readySteps(series.plan)
  const from = await read(logs, { steps, input: inputFor(series.plan, steps, series.input) }, session, true)
  const { engine } = session
  const { period, guessed } = await periodOfLog(from.log, series.every, options.period, engine)
  const members = membersOf(series)
  const known = members.find((member) => member.period === period)
  if (known !== undefined) return again(series, known, members, from, session)
  const last = members.at(-1)
  checkOrder(series, last, period)
  checkClock(series, period)
  const kind = kindOf(steps)
  const input = digestOfLog(await from.source.digests())
  const lost = kind === 'counts' ? checkDrawn(series, members, period, input) : undefined
  const { log, outside } = await rowsOfPeriod(from.log, series.every, period, series.late, engine)
  const ready = await prepare({ ...optionsFor(series, period, last), ...defined({ sign: options.sign }) }, series.input)
  const made =
    kind === 'counts'
      ? await addCounts({ log, source: from.source }, ready, { series, members, period, steps, input, lost }, session)
      : await addThresholds({ log, source: from.source }, ready, session)
  const member = membersOf(series).find((one) => one.period === period)
  const found = kind === 'thresholds' && member ? await differences(series, member, members, session) : undefined
  return {
    ...toldOf(series, period, members, made.result),
    done: true,
    outside,
    ...defined({ threshold: thresholdIn(member), differences: found, ledger: made.account }),
    warnings: [...notes(series, { period, guessed, outside }), ...made.warnings, ...made.result.warnings],
  }
}

function optionsFor(series: Series, period: number, last: Member | undefined): Parameters<typeof prepare>[0] {
  const name = nameOfPeriod(series.every, period)
  const counts = series.plan.steps.at(-1)?.method === 'gaussian-threshold'
  return {
    plan: series.plan,
    shows: series.shows,
    out: join(series.dir, name),
    privateDir: join(series.privateDir, name),
    ...defined({ format: series.outFormat }),
    // What counts cost is entered by the window; what thresholds tell has no bound, and is entered as such.
    ...(counts
      ? { unpublished: true as const }
      : { population: series.population, ledger: series.ledger, ...defined({ since: last?.dir }) }),
  }
}

interface Made {
  readonly result: ReleaseResult
  readonly account?: Account
  readonly warnings: readonly string[]
}

interface Place {
  readonly series: Series
  readonly members: readonly Member[]
  readonly period: number
  readonly steps: readonly ReadyStep[]
  /** The digest of the log. */
  readonly input: string
  /** What is noted of a release of the period that is gone. */
  readonly lost: Lost | undefined
}

async function addCounts(from: Read, ready: ReadyRelease, place: Place, session: Session): Promise<Made> {
  const { series, members, period, steps, input, lost } = place
  const last = steps.at(-1)!
  const numbers = countNumbers(series, last)
  const first = firstOf(members) ?? lost?.first ?? period
  const at: Standing = { series, members, period, first, numbers }
  if (!numbers.sliding && period - first >= numbers.stretch)
    fail(
      'refused',
      `the horizon of the series is over: it was declared for ${numbers.stretch} ${series.every}s`,
      'Begin another series, whose promise adds to that of this one.',
    )
  if (lost === undefined) checkKeys(at)
  const account = await payFor(series, stretchOf(at, period)) // before anything is drawn
  const perUser = Number(last.params.perUser)
  const member: SeriesMember = {
    every: series.every,
    window: series.window,
    ...defined({ horizon: series.horizon, stateless: series.stateless }),
    period: nameOfPeriod(series.every, period),
    place: period - first,
  }
  const result = await releaseRead(
    from,
    {
      ...ready,
      steps: [...ready.steps.slice(0, -1), stepInSeries(ready.steps.at(-1)!, at)],
      series: {
        member,
        promised: (of) => promisedInSeries(of, perUser, series),
        publishing: () => noteDrawn(series, stretchOf(at, period), { period, first, input }),
      },
    },
    session,
  )
  const added = membersOf(series)
  forget({ ...at, members: added })
  const empty = () =>
    emptyNote(
      at,
      last,
      added.find((member) => member.period === period),
    )
  return { result, account, warnings: result.empty ? [empty()] : [] }
}

/** The first period of the series, as its last release remembers it. */
export function firstOf(members: readonly Member[]): number | undefined {
  const facts = members.at(-1)?.record.facts.series as { readonly first?: unknown } | undefined
  return typeof facts?.first === 'number' ? facts.first : members[0]?.period
}

function thresholdIn(member: Member | undefined): number | undefined {
  const facts = member?.record.facts.series as { readonly threshold?: unknown } | undefined
  return typeof facts?.threshold === 'number' ? facts.threshold : undefined
}

async function addThresholds(from: Read, ready: ReadyRelease, session: Session): Promise<Made> {
  const result = await releaseRead(from, await settled(ready, from.log, session), session)
  return { result, ...defined({ account: result.ledger }), warnings: [] }
}

/** The same content is fine, and what a killed run had left to do is done; other content would be a second release of the period. */
async function again(
  series: Series,
  member: Member,
  members: readonly Member[],
  { source }: Read,
  session: Session,
): Promise<Added> {
  const { record, name } = member
  if (digestOfLog(await source.digests()) !== digestOfLog(record.input.files))
    fail(
      'refused',
      `${name} has been added with other content`,
      `What was released stays as it is. Rows that came late can come with the next ${series.every}, or name another --period.`,
    )
  if (!isShown(member))
    fail(
      'refused',
      `${name} has been added, and its release is no longer in ${series.dir}`,
      'Put it back from a copy. Where a run was killed, lethe doctor completes what it left.',
    )
  const steps = await readySteps(series.plan)
  const last = members.at(-1)!
  const first = firstOf(members)
  if (kindOf(steps) === 'counts' && first !== undefined)
    forget({ series, members, period: last.period, first, numbers: countNumbers(series, steps.at(-1)!) })
  const before = members.filter(({ period }) => period < member.period)
  const found =
    kindOf(steps) === 'thresholds'
      ? (knownDifferences(member) ?? (await differences(series, member, before, session)))
      : undefined
  const { kept } = record.counts
  return {
    ...{ dir: member.dir, privateDir: member.privateDir, period: name, done: false },
    ...{ released: kept.items ?? kept.rows, empty: (kept.items ?? kept.rows) === 0, missed: [], outside: 0 },
    ...defined({ threshold: thresholdIn(member), differences: found }),
    warnings: [],
    seconds: 0,
  }
}

/** Periods go forward. */
function checkOrder(series: Series, last: Member | undefined, period: number): void {
  if (last === undefined || period > last.period) return
  fail(
    'refused',
    `${nameOfPeriod(series.every, period)} lies before ${last.name}, which has been added`,
    `Periods are added in their order. Rows that came late can come with the next ${series.every}${series.late === 'drop' ? ', where this series leaves them out (--late drop)' : ''}.`,
  )
}

/** A mistake in a date would end the series: nothing before it could be added any more. Days begin up to fourteen hours before those of UTC. */
function checkClock({ every }: Series, period: number): void {
  const begins = Date.parse(`${nameOfPeriod(every, period)}T00:00:00Z`)
  if (begins <= Date.now() + 86_400_000) return
  fail(
    'refused',
    `${nameOfPeriod(every, period)} lies in the future by the clock of this machine`,
    'Check --period, the times of the log, and the clock.',
  )
}

function toldOf(
  series: Series,
  period: number,
  members: readonly Member[],
  result: ReleaseResult,
): Pick<Added, 'dir' | 'privateDir' | 'period' | 'guarantee' | 'released' | 'empty' | 'missed' | 'seconds'> {
  const { dir, privateDir, guarantee, kept, empty, seconds } = result
  const last = members.at(-1)?.period ?? period - 1
  const missed = Array.from({ length: period - last - 1 }, (_, i) => nameOfPeriod(series.every, last + 1 + i))
  const released = kept.items ?? kept.rows
  return { dir, privateDir, period: nameOfPeriod(series.every, period), guarantee, released, empty, missed, seconds }
}

function notes(
  series: Series,
  { period, guessed, outside }: { readonly period: number; readonly guessed: boolean; readonly outside: number },
): string[] {
  const { every, late } = series
  const name = nameOfPeriod(every, period)
  const rows = `${outside} ${outside === 1 ? 'row has a time' : 'rows have times'} outside of ${name}`
  return [
    ...(guessed
      ? [`the period was taken from the times of most rows: ${name}; name it with --period in runs by the clock`]
      : []),
    ...(outside === 0
      ? []
      : [`${rows}: ${late === 'join' ? `counted here, where they arrived (--late join)` : 'left out (--late drop)'}`]),
    ...(period > lastOver(every, new Date()) ? [`${name} is not over yet by the clock: what comes later is late`] : []),
  ]
}
