import { expect } from 'vitest'
import { parseParams } from '../../src/base/params.js'
import type { OutFormat } from '../../src/engines/engine.js'
import { loadMethod } from '../../src/methods/index.js'
import type { ColumnOptions } from '../../src/release/columns.js'
import { judged } from '../../src/release/experiment.js'
import type { ReleaseOptions } from '../../src/run/release/index.js'
import { type VerifyOptions, verify } from '../../src/run/verify.js'
import { filesOf, manifestOf } from '../support/release.js'
import { EXAMPLES } from './examples.js'

/** A form that a release can take. */
export interface Shape {
  readonly format: OutFormat
  readonly shows: Partial<ColumnOptions>
}

const SHOWS: readonly Partial<ColumnOptions>[] = [
  { link: 'none' },
  { link: 'session', time: 'relative' },
  { link: 'session', time: 'hour' },
  { link: 'user', time: 'exact', rank: true },
]
const FORMATS: readonly OutFormat[] = ['parquet', 'tsv', 'csv', 'ndjson']

export const SOME_SHAPES: readonly Shape[] = FORMATS.map((format, i) => ({ format, shows: SHOWS[i] ?? {} }))
const ALL_SHAPES: readonly Shape[] = FORMATS.flatMap((format) => SHOWS.map((shows) => ({ format, shows })))

/** The widest link that a method allows: what takes histories apart refuses to join them again. */
async function widestOf(name: string): Promise<'session' | 'user'> {
  const method = await loadMethod(name)
  const example = parseParams(name, method.params, EXAMPLES[name] ?? {})
  return method.shows?.(example).link === 'session' ? 'session' : 'user'
}

/** A shape for a method that shows no more than sessions. */
export function narrowed(shape: Shape, widest: 'session' | 'user'): Shape {
  return widest === 'session' && shape.shows.link === 'user'
    ? { ...shape, shows: { ...shape.shows, link: 'session' } }
    : shape
}

/** The shapes that a method's releases can take: a table of items has no rows beside whose text anything could be shown. */
export async function shapesOf(name: string): Promise<readonly Shape[]> {
  const { makes, params } = await loadMethod(name)
  if (makes?.(parseParams(name, params, EXAMPLES[name] ?? {})) === 'items')
    return FORMATS.map((format) => ({ format, shows: {} }))
  const widest = await widestOf(name)
  return ALL_SHAPES.map((shape) => narrowed(shape, widest))
}

/** Four of them, in which each format and each choice of what is shown stands once; `turn` says which goes with which, so that many methods try all pairs. */
export async function fourShapesOf(name: string, turn: number): Promise<readonly Shape[]> {
  const all = await shapesOf(name)
  if (all.length === FORMATS.length) return all
  return FORMATS.map((_, i) => all[i * SHOWS.length + ((i + turn) % SHOWS.length)]!)
}

/** The logs of the contract have one further column, which is kept. */
export const COLUMNS = { columns: { device: 'device' } }

type Make = (log: string, more: Partial<ReleaseOptions>) => Promise<string>

/** Logs that differ in the order of their rows only give the same bytes, every time. */
export async function repeats(make: Make, logs: readonly string[], shape: Shape): Promise<void> {
  const [first = '', ...others] = logs
  const files = filesOf(await make(first, shape))
  for (const log of [first, ...others]) expect(filesOf(await make(log, shape))).toEqual(files)
}

/** Nothing refutes the promise on the release alone, and the original confirms it. */
export async function verified(make: Make, log: string, shape: Shape, more: VerifyOptions = {}): Promise<void> {
  const dir = await make(log, shape)
  expect((await verify(dir)).checks.filter((check) => check.holds === false)).toEqual([])
  const against = await verify(dir, { against: [log], experiments: true, ...more }, COLUMNS)
  const { kind } = judged(manifestOf(dir))
  const open = openCheck(kind, shape.shows.link)
  expect(against.checks.filter((check) => check.holds !== true).map(({ name }) => name)).toEqual(open ? [open] : [])
  // Differential privacy is a property of how a release was made, which none can show.
  expect(against.holds).toBe(open || kind === 'dp' ? null : true)
}

/** What no release shows, or not where rows or sessions stand apart. */
function openCheck(kind: string, link: Shape['shows']['link']): string | undefined {
  if (kind === 'none') return 'claim'
  if (kind === 'dp') return 'differential privacy'
  if (link === 'user') return undefined
  if (kind === 'k-m') return 'combinations'
  return kind === 'identical-users' ? `identical ${link === 'session' ? 'histories' : 'rows'}` : undefined
}
