import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { defined } from '../../base/defined.js'
import { cast } from '../../engines/dialect/index.js'
import type { Session } from '../../engines/session.js'
import { countOf, fresh, names } from '../../engines/sql.js'
import { countingOf, itemColumns } from '../../histograms/items.js'
import type { ItemValues } from '../../histograms/params.js'
import type { Log } from '../../log/log.js'
import type { ReadyStep } from '../../plans/derive.js'
import { type Continual, nodesAt } from '../../privacy/continual.js'
import type { Context } from '../../release/context.js'
import type { Made } from '../../release/made.js'
import { CODES, give } from '../../series/give.js'
import { nameOfPeriod } from '../../series/periods.js'
import { testItems } from '../../series/tested.js'
import { opened, type SealedFile, sealed } from '../../series/vault.js'
import { drawKey, forgetKey, keyOf, keysIn } from './keys.js'
import { numbersOf } from './promise.js'
import type { Member, Series } from './settings.js'

/** Who gave what in a period, and what was given; both sealed under the key of the stretch. */
const GIVEN = 'given.enc'
const ITEMS = 'items.enc'

/** Where a period stands in its series. */
export interface Standing {
  readonly series: Series
  readonly members: readonly Member[]
  readonly period: number
  /** The first period of the series: stretches count from it. */
  readonly first: number
  readonly numbers: Continual
}

/** The numbers of the counts of a series, from its last step. */
export function countNumbers(series: Series, { method, params }: ReadyStep): Continual {
  return numbersOf(method.guarantee(params, 'user'), Number(params.perUser), series)
}

export function stretchOf({ first, numbers }: Pick<Standing, 'first' | 'numbers'>, period: number): number {
  return Math.floor((period - first) / numbers.stretch)
}

/** The last step as it is run in a series. Keys are there, or drawn, before anything is read for it. */
export function stepInSeries(step: ReadyStep, at: Standing): ReadyStep {
  const keys = keysFor(at)
  const run = (log: Log, params: ReadyStep['params'], on: Context) =>
    countPeriod(log, params as unknown as ItemValues, at, keys, on)
  return { ...step, method: { ...step.method, run } }
}

interface Keys {
  readonly now: Uint8Array
  readonly before: Uint8Array | undefined
}

/** The key of the last period is there as long as nothing was added after it. Where it is gone, keys were lost, or the series was put back to an earlier day. */
export function checkKeys(at: Standing): void {
  const last = at.members.at(-1)
  if (last !== undefined) keyOf(at.series, stretchOf(at, last.period))
}

/** A stretch that has begun must have its key; one of which no period was added needs one for its noise all the same. */
function keysFor(at: Standing): Keys {
  const stretch = stretchOf(at, at.period)
  const keyIn = (of: number) =>
    at.members.some(({ period }) => stretchOf(at, period) === of) ? keyOf(at.series, of) : drawKey(at.series, of)
  const whole = nodesAt(at.numbers, placeOf(at)).before.length === 0
  return { now: keyIn(stretch), before: stretch === 0 || whole ? undefined : keyIn(stretch - 1) }
}

function placeOf({ period, first, numbers }: Standing): number {
  return (period - first) % numbers.stretch
}

async function countPeriod(log: Log, params: ItemValues, at: Standing, keys: Keys, on: Context): Promise<Made> {
  const { series, period, numbers } = at
  const { items, choose } = params
  const columns = itemColumns(items).map(({ name }) => name)
  const given = series.stateless ? undefined : await givenBefore(at, keys.now, on)
  const now = await give(
    log,
    { ...countingOf(params), most: numbers.gives, choose, key: keys.now, ...(given === undefined ? {} : { given }) },
    on,
  )
  const sums = fresh('sums')
  await on.engine.materialise(
    sums,
    `SELECT ${names(columns)}, ${cast('count(*)', 'integer')} AS count FROM ${now} GROUP BY ${names(columns)}`,
  )
  const name = nameOfPeriod(series.every, period)
  const privateFiles = {
    [ITEMS]: await sealed(`SELECT * FROM ${sums}`, keys.now, sealName(series, name, ITEMS), on),
    ...(series.stateless
      ? {}
      : { [GIVEN]: await sealed(`SELECT ${names(CODES)} FROM ${now}`, keys.now, sealName(series, name, GIVEN), on) }),
  }
  const gave = await countOf(on.engine, now)
  await on.engine.drop(now)
  const own = `SELECT ${names([...columns, 'count'])} FROM ${sums}`
  const earlier = await itemsBefore(at, keys, on)
  const counts =
    earlier === undefined ? `(${own})` : `(${own} UNION ALL SELECT ${names([...columns, 'count'])} FROM ${earlier})`
  const place = placeOf(at)
  const nodes = nodesAt(numbers, place)
  const { before } = keys
  const threshold = numbers.threshold(place, before === undefined)
  const { tested, largest, ...made } = await testItems(
    {
      items,
      counts,
      nodes: [
        ...nodes.now.map((node) => ({ ...node, key: keys.now })),
        ...(before === undefined ? [] : nodes.before.map((node) => ({ ...node, key: before }))),
      ],
      variance: numbers.variance,
      tau: numbers.tau,
      threshold,
    },
    on,
  )
  return {
    ...made,
    privateFiles,
    facts: { series: { first: at.first, gave, tested, threshold, ...defined({ largest }) } },
  }
}

function sealName({ id }: Series, name: string, file: string): string {
  return `${id} ${name} ${file}`
}

/** Who has given what in this stretch. */
async function givenBefore(at: Standing, key: Uint8Array, session: Session): Promise<string | undefined> {
  const files = at.members
    .filter(({ period }) => stretchOf(at, period) === stretchOf(at, at.period))
    .map((member) => fileOf(at.series, member, GIVEN, key))
  return files.length === 0 ? undefined : asTable(files, CODES, session)
}

/** What was given in the other periods of the window. */
async function itemsBefore(at: Standing, keys: Keys, session: Session): Promise<string | undefined> {
  const stretch = stretchOf(at, at.period)
  const files = at.members
    .filter(({ period }) => isInWindow(at, period))
    .map((member) => {
      const key = stretchOf(at, member.period) === stretch ? keys.now : keys.before
      if (key === undefined) throw new TypeError('a stretch that takes part has a key')
      return fileOf(at.series, member, ITEMS, key)
    })
  return files.length === 0 ? undefined : opened(files, session)
}

function isInWindow({ period: now, numbers }: Standing, period: number): boolean {
  return !numbers.sliding || period > now - numbers.stretch
}

function fileOf(series: Series, { name, privateDir }: Member, file: string, key: Uint8Array): SealedFile {
  return { path: join(privateDir, file), key, name: sealName(series, name, file) }
}

async function asTable(files: readonly SealedFile[], columns: readonly string[], session: Session): Promise<string> {
  const table = fresh('remembered')
  await session.engine.materialise(table, `SELECT ${names(columns)} FROM ${await opened(files, session)}`)
  return table
}

/** Forgets what is past: who gave what, when its stretch is over; items and keys, when no window to come reaches back to them. */
export function forget(at: Standing): void {
  const { series, members, numbers, period } = at
  const next = stretchOf(at, period + 1)
  for (const { period: past, privateDir } of members) {
    if (stretchOf(at, past) < next) remove(join(privateDir, GIVEN))
    if (!isInWindow({ ...at, period: period + 1 }, past)) remove(join(privateDir, ITEMS))
  }
  // The key of the last period stays until there is another, whatever the window: by it a series knows how far it has come.
  const oldest = numbers.sliding ? stretchOf(at, Math.min(period, period + 2 - numbers.stretch)) : 0
  for (const stretch of keysIn(series)) if (stretch < oldest) forgetKey(series, stretch)
}

function remove(path: string): void {
  if (existsSync(path)) rmSync(path)
}
