import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fresh } from '../../../engines/sql.js'
import type { Log } from '../../../log/log.js'
import { startWorkers } from '../../../workers.js'
import type { Context } from '../../method.js'
import type { Rules } from './rules.js'
import { splitTask, type Task } from './task.js'

/** Rows that a thread takes at once: about 200 bytes of memory each. */
const PART = 1_500_000
/** Logs below this are not worth a thread. */
const SMALL = 100_000

/** What queries are compared by beside their text: tables (query, numbers), numbers with blanks between them. */
export interface Known {
  /** Results of a query; without it, what the person clicked. */
  readonly results?: string
  readonly categories?: string
}

/**
 * Names each row's interest. Histories go through files, part by part, to threads that see bytes and numbers only; what comes
 * back is a number for each row. A history never stands in two parts.
 */
export async function cutByInterest(log: Log, rules: Rules, known: Known, on: Context): Promise<string> {
  const { engine } = on
  const rows = fresh('histories')
  await engine.run(`CREATE TABLE ${rows} AS SELECT * FROM ${log.table}`) // row numbers are those of this table
  const [size] = await engine.all<{ n: number }>(`SELECT count(*) AS n FROM ${rows}`)
  const clusters = await clustersOf(rows, size?.n ?? 0, log, rules, known, on)
  const cut = fresh('cut')
  await engine.run(`
    CREATE TABLE ${cut} AS SELECT r.*, coalesce(c.cluster::VARCHAR, 'withheld: ' || coalesce(${log.has.tag ? 'r.tag, ' : ''}'')) AS session
    FROM ${rows} r LEFT JOIN ${clusters} c ON r.rowid = c.row;
    DROP TABLE ${rows}; DROP TABLE ${clusters}`)
  return cut
}

async function clustersOf(
  rows: string,
  count: number,
  log: Log,
  rules: Rules,
  known: Known,
  on: Context,
): Promise<string> {
  const parts = count < SMALL ? 1 : Math.max(on.threads, Math.ceil(count / PART))
  const files = Array.from({ length: parts }, (_, part) => ({
    from: join(on.workspace.dir, `${rows}-${part}.tsv`),
    to: join(on.workspace.dir, `${rows}-${part}-cut.tsv`),
  }))
  const workers =
    parts === 1 || on.threads <= 1
      ? inThisThread(rules)
      : startWorkers<Task, unknown>(new URL('./worker.js', import.meta.url), rules, on.threads)
  try {
    const under: Promise<unknown>[] = []
    for (const [part, task] of files.entries()) {
      await on.engine.write(partSql(rows, part, parts, log, known), task.from, 'tsv')
      under.push(workers.run(task).finally(() => rmSync(task.from)))
    }
    await Promise.all(under)
  } finally {
    await workers.close()
  }
  const clusters = fresh('clusters')
  const columns = ['row', 'cluster']
  const types = { row: 'integer', cluster: 'integer' } as const
  await on.engine.readDelimited(
    clusters,
    {
      paths: files.map(({ to }) => to),
      delimiter: '\t',
      quote: undefined,
      header: false,
      columns,
      strict: { types },
    },
    columns.join(', '),
  )
  for (const { to } of files) rmSync(to)
  return clusters // (row, cluster)
}

/** Row number, person, time, text, results, categories; persons in hex, since an id may hold tabs. */
function partSql(rows: string, part: number, parts: number, log: Log, { results, categories }: Known): string {
  const clicked = log.has.url ? 'CASE WHEN url IS NOT NULL THEN hash(url) >> 12 END' : 'NULL' // 52 bits: a number that is exact
  const mine = parts === 1 ? '' : `AND hash(person) % ${parts} = ${part}`
  return `SELECT r.rowid, hex(person), epoch_us(time), r.query, ${results ? 'f.numbers' : clicked}, ${categories ? 'c.numbers' : 'NULL'}
    FROM ${rows} r ${results ? `LEFT JOIN ${results} f ON r.query = f.query` : ''} ${categories ? `LEFT JOIN ${categories} c ON r.query = c.query` : ''}
    WHERE r.query IS NOT NULL ${mine}`
}

function inThisThread(rules: Rules) {
  const split = splitTask(rules)
  return { run: async (task: Task) => split(task), close: async () => {} }
}
