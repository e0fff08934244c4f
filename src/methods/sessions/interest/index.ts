import { rmSync } from 'node:fs'
import { startWorkers } from '../../../base/workers.js'
import { columnsIn, type Engine } from '../../../engines/engine.js'
import { fresh } from '../../../engines/sql.js'
import type { Log, StoredRows } from '../../../log/log.js'
import type { Context } from '../../method.js'
import { columnsOf, type Known } from './columns.js'
import { drawNumbers, dropNumbers } from './numbers.js'
import { type Part, writeParts } from './parts.js'
import type { Rules } from './rules.js'
import { splitTask } from './task.js'

/** Rows that a thread takes at once: about 100 bytes of memory each. */
const PART = 2_000_000
/** Logs below this are not worth a thread. */
const SMALL = 50_000

/**
 * Names each row's interest. Histories go through files, part by part, to threads that see bytes and numbers only; what comes
 * back is a number for each row. A history never stands in two parts.
 */
export async function cutByInterest(log: Log, rules: Rules, known: Known, on: Context): Promise<string> {
  const { engine } = on
  const { rows, drop } = await numbered(log, engine)
  const [size] = await engine.all<{ n: number }>(`SELECT coalesce(max(rowid) + 1, 0) AS n FROM ${rows.table}`)
  const clusters = await clustersOf(rows, size?.n ?? 0, log, rules, known, on)
  const cut = fresh('cut')
  const withheld = `'withheld: ' || coalesce(${log.has.tag ? 'tag, ' : ''}'')`
  await columnsIn(engine).lookUp(clusters, (at) =>
    engine.materialise(
      cut,
      `SELECT ${rows.columns.join(', ')},
      CASE WHEN query IS NULL THEN ${withheld} ELSE ${at('rowid')}::VARCHAR END AS session FROM ${rows.table} WHERE ${rows.where}`,
    ),
  )
  await drop()
  return cut
}

/** The log's rows where they have numbers: where they stand, or else in a copy. */
async function numbered(log: Log, engine: Engine): Promise<{ rows: StoredRows; drop(): Promise<void> }> {
  if (log.stored?.view === log.table) return { rows: log.stored, drop: async () => {} }
  const table = fresh('histories')
  await engine.materialise(table, `SELECT * FROM ${log.table}`)
  return {
    rows: { view: log.table, columns: ['*'], table, where: 'true' },
    drop: () => engine.drop(table),
  }
}

/** The cluster of each row. */
async function clustersOf(
  rows: StoredRows,
  count: number,
  log: Log,
  rules: Rules,
  known: Known,
  on: Context,
): Promise<Uint32Array> {
  const threads = count < SMALL ? 1 : on.threads
  const workers =
    threads === 1 ? inThisThread(rules) : startWorkers<Part, Uint32Array>(WORKER, rules, threads, on.signal)
  const clusters = new Uint32Array(count)
  try {
    const numbers = await drawNumbers(log, log.has.url && !known.results, on)
    const parts = await writeParts(
      on.engine,
      columnsOf(rows, numbers, known),
      count,
      threads * Math.max(1, Math.ceil(count / PART / threads)),
      on.workspace.dir,
    )
    await dropNumbers(numbers, on)
    await Promise.all(
      parts.map(async (part) => {
        const answers = await workers.run(part)
        rmSync(part.path)
        for (let i = 0; i < answers.length; i += 2) clusters[answers[i]!] = answers[i + 1]!
      }),
    )
  } finally {
    await workers.close()
  }
  return clusters
}

const WORKER = new URL('./worker.js', import.meta.url)

function inThisThread(rules: Rules) {
  const split = splitTask(rules)
  return { run: async (part: Part) => split(part), close: async () => {} }
}
