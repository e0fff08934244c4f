import { counted } from '../base/counted.js'
import { fail } from '../base/errors.js'
import { allWith, rowNumber } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import { fresh } from '../engines/sql.js'
import type { BadRow, Records, Source } from '../log/log.js'
import { likelyEncoding } from './encoding.js'
import type { Staged } from './formats/format.js'
import type { InputFile } from './input-file.js'
import { type Looked, look } from './one-look.js'
import { inFile, MAX_BAD_ROWS, rowNumbers } from './row-numbers.js'
import { INVALID, REASONS, TOLD } from './row-sql.js'
import { outsideOfTime } from './times.js'

/** How many rows an input has, and which of them are set aside. */
interface Accounted {
  /** Where they stand. */
  readonly table: string
  readonly rows: number
  readonly bad: readonly BadRow[]
  /** Bad rows beyond those that are listed. */
  readonly unlisted: number
  readonly notes: readonly string[]
}

/** All rows of the input, and those of them to set aside; stops where these are more than the given share. */
export async function badRows(
  engine: Sql,
  table: string,
  staged: Staged,
  maxBad: number,
  files: readonly InputFile[],
  looked?: Looked,
): Promise<Accounted> {
  if (staged.rejects === 'clean') {
    const [read] = await engine.all<{ rows: number }>(`SELECT count(*) AS "rows" FROM ${table}`)
    const bad = staged.aside?.bad ?? []
    const rows = (read?.rows ?? 0) + bad.length
    if (bad.length > rows * maxBad) await stopAt(bad, tally(bad), rows, false, files)
    return { table, rows, bad, unlisted: 0, notes: [] }
  }
  const account = await setAside(engine, table, staged, maxBad, files, looked)
  return { ...account, unlisted: staged.unlisted ?? 0, notes: [] }
}

/** The same where any number of rows may be bad, and where a time or a rank that does not read leaves its row in place. */
export async function leftOut(engine: Sql, read: string, staged: Staged, looked?: Looked): Promise<Accounted> {
  const rejects = staged.rejects === 'clean' ? [] : staged.rejects
  const { table, rows, counts } = await rowsInTime(engine, read, looked)
  const told = (reason: number) => (TOLD as readonly number[]).includes(reason)
  const wrong = counts.filter(({ reason }) => !told(reason)).reduce((sum, { n }) => sum + n, 0)
  const listed = wrong > 0 ? await wrongRows(engine, table, staged, `s.reason NOT IN (${TOLD.join(', ')})`) : []
  const unlisted = (staged.unlisted ?? 0) + wrong - listed.length
  return {
    table,
    rows: rows + rejects.length + (staged.unlisted ?? 0),
    bad: [...rejects, ...listed],
    unlisted,
    notes: counts
      .filter(({ reason }) => told(reason))
      .map(({ reason, n }) => `${REASONS[reason]} in ${counted(n, 'row')}, read without it`),
  }
}

/** How many rows there are, and how many have which reason, after times that no log can have are taken for none. A test on every row as it is read would slow down all logs. */
async function rowsInTime(
  engine: Sql,
  staging: string,
  looked?: Looked,
): Promise<{
  readonly table: string
  readonly rows: number
  readonly counts: readonly { readonly reason: number; readonly n: number }[]
}> {
  const { rows, wrong, outside } = looked ?? (await look(engine, staging))
  if (!outside && wrong === 0) return { table: staging, rows, counts: [] }
  const table = outside ? await withinTime(engine, staging) : staging
  const counts = await engine.all<{ reason: number; n: number }>(
    `SELECT reason, count(*) AS n FROM ${table} WHERE reason > 0 GROUP BY reason`,
  )
  return { table, rows, counts }
}

async function withinTime(engine: Sql, table: string): Promise<string> {
  const outside = outsideOfTime('time')
  const within = fresh('staged')
  const columns = [
    `CASE WHEN ${outside} AND reason IN (0, ${TOLD.join(', ')}) THEN 2 ELSE reason END AS reason`,
    `CASE WHEN ${outside} THEN NULL ELSE time END AS time`,
  ]
  await engine.materialise(within, `SELECT ${allWith(columns)} FROM ${table}`)
  await engine.drop(table)
  return within
}

async function setAside(
  engine: Sql,
  staging: string,
  staged: Staged,
  maxBad: number,
  files: readonly InputFile[],
  looked: Looked | undefined,
): Promise<Pick<Accounted, 'table' | 'rows' | 'bad'>> {
  const rejects = staged.rejects === 'clean' ? [] : staged.rejects
  const { table, rows: read, counts } = await rowsInTime(engine, staging, looked)
  const wrong = counts.reduce((sum, { n }) => sum + n, 0)
  const unlisted = staged.unlisted ?? 0
  const rows = read + rejects.length + unlisted
  const bad = [...rejects, ...(wrong > 0 ? await wrongRows(engine, table, staged) : [])]
  const allowed = wrong + rejects.length + unlisted <= rows * maxBad
  if (!allowed || wrong > MAX_BAD_ROWS) {
    const names = counts.map(({ reason, n }) => [REASONS[reason]!, n] as const)
    const more = unlisted > 0 ? [[NO_ROW, unlisted] as const] : []
    await stopAt(bad, new Map([...tally(rejects), ...names, ...more]), rows, allowed, files)
  }
  return { table, rows, bad }
}

/** What is known of bad rows that are not listed. */
const NO_ROW = 'no row of this format'

async function stopAt(
  bad: readonly BadRow[],
  counts: ReadonlyMap<string, number>,
  rows: number,
  allowed: boolean,
  files: readonly InputFile[],
): Promise<never> {
  const notUtf8 = bad.find(({ reason }) => reason === INVALID)
  const encoding = notUtf8 && (await likelyEncoding(files[notUtf8.file]!))
  return stop(bad, counts, rows, { allowed, encoding })
}

/**
 * What became of every line or document: as many as there are. Told when blank lines are counted.
 */
export async function recordsOf(staged: Staged, { table, rows, bad, unlisted }: Accounted, fixed: boolean) {
  const rejected =
    (staged.rejects === 'clean' ? (staged.aside?.bad.length ?? 0) : staged.rejects.length) + (staged.unlisted ?? 0)
  const good = fixed ? `reason IN (${[0, ...TOLD].join(', ')})` : 'reason = 0'
  const wrong = bad.length + unlisted - rejected
  const found = staged.documents
    ? await staged.documents(table, good)
    : { read: rows - rejected - wrong, bad: wrong, notSearches: staged.notSearches ?? 0 }
  return (blank: number): Records => {
    const counted = { ...found, bad: found.bad + rejected, blank }
    return { all: counted.read + counted.bad + blank + counted.notSearches, ...counted }
  }
}

/** Rows that did split but hold a value that does not parse, numbered as they stand in their file. */
async function wrongRows(engine: Sql, table: string, staged: Staged, which = 'true'): Promise<BadRow[]> {
  const rejects = staged.rejects === 'clean' ? [] : staged.rejects
  const nth = staged.passedOver === undefined ? `${rowNumber('s')} - f.first + 1` : 's.record'
  const rows = await engine.all<{ file: number; nth: number; reason: number }>(`
    SELECT s.file, ${nth} AS nth, s.reason FROM ${table} s
    JOIN (SELECT file, min(${rowNumber()}) AS first FROM ${table} GROUP BY file) f USING (file)
    WHERE s.reason > 0 AND ${which} ORDER BY s.file, nth LIMIT ${MAX_BAD_ROWS}`)
  return inFile(rows, staged.passedOver ?? rejects).map(({ file, row, reason }) => ({
    file,
    row,
    reason: REASONS[reason]!,
  }))
}

/** Reasons of rows that were read and set aside after; all others were not read at all. */
export const WRONG: ReadonlySet<string> = new Set(REASONS)

/** A function from "the nth row that was read", in rising order, to its number over all data rows of the input. */
export async function numberRows(
  engine: Sql,
  { bad, paths, table, aside }: Source,
): Promise<(nths: readonly number[]) => number[]> {
  if (bad.length === 0) return (nths) => [...nths]
  if (aside) return (nths) => rowNumbers(nths, aside)
  const read = await engine.all<{ file: number; n: number }>(`SELECT file, count(*) AS n FROM ${table} GROUP BY file`)
  const skipped: number[][] = []
  let before = 0
  for (const file of paths.keys()) {
    const rejects = bad.filter((row) => row.file === file && !WRONG.has(row.reason))
    const start = before
    skipped.push(rejects.map((reject) => start + reject.row))
    before += rejects.length + (read.find((row) => row.file === file)?.n ?? 0)
  }
  return (nths) => rowNumbers(nths, skipped.flat())
}

function tally(bad: readonly BadRow[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { reason } of bad) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return counts
}

/** How many rows were set aside for which reason, the most frequent first. */
export function reasonsOf(bad: readonly BadRow[]): { readonly reason: string; readonly rows: number }[] {
  return [...tally(bad)].map(([reason, rows]) => ({ reason, rows })).sort((a, b) => b.rows - a.rows)
}

/** A share in two digits that allows so many. */
function shareAbove(total: number, rows: number): number {
  const digits = 10 ** (1 - Math.floor(Math.log10(total / rows)))
  const share = Math.ceil((digits * total) / rows) / digits
  return Math.min(1, rows * share >= total ? share : share + 1 / digits)
}

function stop(
  bad: readonly BadRow[],
  counts: ReadonlyMap<string, number>,
  rows: number,
  { allowed, encoding }: { readonly allowed: boolean; readonly encoding: string | undefined },
): never {
  const worst = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 3)
    .map(([reason, n]) => {
      const first = bad.find((row) => row.reason === reason)
      return `${reason}: ${n}${first === undefined ? '' : `, first in row ${first.row}`}`
    })
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0)
  const times = worst[0]?.startsWith('time not understood')
    ? ', and how times are written (--date-order, --time-format)'
    : ''
  const check = `Check --format and --columns${times}`
  fail(
    'input',
    `${total} of ${rows} rows (${((100 * total) / rows).toFixed(1)}%) do not parse (${worst.join('; ')})`,
    // Where the share is allowed they are more than Lethe lists; where none is left there is nothing to read.
    encoding !== undefined
      ? `Its text is not UTF-8. Say how it is encoded: it looks like --encoding ${encoding}.`
      : allowed || total === rows
        ? `${check}.`
        : `${check}, or allow more with --max-bad ${shareAbove(total, rows)}.`,
  )
}
