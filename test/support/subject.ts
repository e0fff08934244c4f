import { onTestFinished } from 'vitest'
import { parseParams } from '../../src/base/params.js'
import { openWorkspace } from '../../src/base/workspace.js'
import { noRows } from '../../src/engines/dialect/index.js'
import { openDuckDB } from '../../src/engines/duckdb/index.js'
import type { Engine } from '../../src/engines/engine.js'
import { fresh, names, text } from '../../src/engines/sql.js'
import type { Log } from '../../src/log/log.js'
import type { Measure, Subject } from '../../src/measures/measure.js'
import { seededRandom } from '../../src/random/seeded.js'
import type { Rows } from '../../src/release/data.js'
import type { Guarantee } from '../../src/release/guarantee.js'
import type { Manifest } from '../../src/release/manifest.js'

export type Cells = readonly (readonly (string | null)[])[]

/** An engine in a workspace for the length of a test (or until `onEnd` says so), with small tables made in place. */
export async function makeTables(onEnd: (close: () => Promise<void>) => void = onTestFinished) {
  const workspace = openWorkspace()
  const engine = await openDuckDB({ spill: workspace.dir, threads: 1 })
  onEnd(async () => {
    await engine.close()
    workspace.close()
  })
  return {
    engine,
    workspace,
    rows: (columns: readonly string[], cells: Cells) => makeRows(engine, columns, cells),
    /** A log: person, query, and where they are given time and url. */
    log: async (cells: Cells): Promise<Log> => {
      const { table } = await makeRows(engine, ['person', 'query', 'time', 'url'], cells)
      const typed = fresh('log')
      await engine.materialise(
        typed,
        `SELECT person, query, time::TIMESTAMP AS time, NULL::INTEGER AS rank, url FROM ${table}`,
      )
      const has = { time: true, rank: false, url: true, raw: false, tag: false, session: false }
      return { table: typed, unit: 'user', has, extras: [] }
    },
    context: { engine, workspace, threads: 1, signal: undefined, say: () => {}, random: seededRandom(1) },
  }
}

async function makeRows(engine: Engine, columns: readonly string[], cells: Cells): Promise<Rows> {
  const table = fresh('made')
  await engine.materialise(table, noRows(Object.fromEntries(columns.map((column) => [names([column]), 'text']))))
  const row = (values: readonly (string | null)[]) =>
    `(${columns.map((_, i) => (values[i] == null ? 'NULL' : text(values[i]))).join(', ')})`
  if (cells.length > 0) await engine.insert(table, `VALUES ${cells.map(row).join(', ')}`)
  return { table, columns }
}

/** A manifest of which measures and attacks look at little. */
export function manifestWith(guarantee: object, more: Partial<Manifest> = {}): Manifest {
  return {
    format: 'lethe-release/1',
    software: { name: 'lethe', version: '0' },
    steps: [],
    guarantee: { sentence: '', assumptions: [], notProtected: [], unit: 'user', ...guarantee } as unknown as Guarantee,
    shows: { link: 'none', time: 'day', rank: false },
    columns: [],
    files: ['data.tsv'],
    ...more,
  }
}

/** Takes a measure as the program would. */
export async function take(
  measure: Measure,
  subject: Subject,
  on: Awaited<ReturnType<typeof makeTables>>,
  params: Readonly<Record<string, unknown>> = {},
) {
  const why = measure.fits(subject)
  if (why !== undefined) return why
  return measure.run(subject, parseParams(measure.name, measure.params, params), on.context)
}
