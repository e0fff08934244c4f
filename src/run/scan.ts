import { once } from 'node:events'
import { createWriteStream, writeFileSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { checkNewFile, checkOutputFile } from '../base/output-place.js'
import type { Workspace } from '../base/workspace.js'
import { joinedInOrder, rowNumber } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import { type Resources, withSession } from '../engines/session.js'
import { countOf, fresh, name } from '../engines/sql.js'
import { type InputOptions, numberRows, readLog } from '../ingest/index.js'
import { famousNames, findIdentifying } from '../knowledge/find-identifying.js'
import { chooseLocales, localesInWords } from '../knowledge/guess-locales.js'
import type { Log, Source } from '../log/log.js'
import type { Understood } from '../log/understood.js'
import { DEFAULT_THRESHOLD, KINDS, type Kind, type LocaleCode, parseLocales } from '../text/identify/index.js'

export interface ScanOptions {
  /** Least confidence that counts, from 0 to 1. */
  readonly threshold?: number
  readonly kinds?: readonly Kind[]
  /** How famous names are told apart: by a public list, or by their frequency in the log too. */
  readonly famous?: 'list' | 'log'
  /** Languages and countries, with commas; guessed from the log by default. */
  readonly locale?: string
  /** A file for all row numbers, as `kind<TAB>row`; the result holds the first 1,000 of each kind. */
  readonly rowsFile?: string
  /** A new file for what was found, as `kind<TAB>text`, with every text in which something stands: the custodian's alone. */
  readonly showTo?: string
  /** Gets the same, line by line: for a terminal. */
  readonly show?: (line: string) => void
  /** No more of them than this for each column. */
  readonly showMost?: number
}

/** Where identifying data stands, by kind: never what it says. */
export interface ScanResult {
  readonly rows: number
  readonly badRows: number
  readonly kinds: Readonly<Record<Kind, { readonly count: number; readonly rows: readonly number[] }>>
  readonly columns: readonly string[]
  /** In how many rows each kind stands, by column: a row may have it in several. Kinds that a column has not are left out. */
  readonly byColumn: Readonly<Record<string, Readonly<Partial<Record<Kind, number>>>>>
  /** What was taken for what, and how that was decided. */
  readonly understood?: Understood
  readonly locales: readonly string[]
  /** locale: de (guessed from the log) */
  readonly localesSaid: string
}

const SHOWN_ROWS = 1000
/** [Kumar07] section 4: a name is no star's if it occurs fewer than ten times. */
const STAR = 10

/** Looks for identifying data in all columns of a log that could be released. */
export async function scan(
  inputs: readonly string[],
  options: ScanOptions = {},
  input: InputOptions = {},
  resources: Resources = {},
): Promise<ScanResult> {
  if (options.rowsFile !== undefined) checkOutputFile(options.rowsFile)
  if (options.showTo !== undefined) checkNewFile(options.showTo)
  if (options.locale !== undefined) parseLocales(options.locale)
  return withSession(resources, async ({ engine, workspace, signal, say }) => {
    say('reading')
    const { log, source } = await readLog(inputs, input, { engine, workspace, signal })
    const known = ['query', ...(log.has.url ? ['url'] : [])]
    const columns = [...known, ...log.extras.map((extra) => `x_${extra}`)]
    const called = [...known, ...log.extras]
    const locales = await chooseLocales(engine, log.table, 'query', options.locale)
    say('looking for identifying data')
    const found = await findRows(
      engine,
      log,
      source,
      columns,
      { ...options, locales: locales.codes },
      workspace,
      resources.threads,
    )
    const numbers = await numberRows(engine, source)
    const kinds: Partial<Record<Kind, { count: number; rows: number[] }>> = {}
    for (const kind of KINDS) {
      const count = await countOf(engine, `${found.rows} WHERE contains(kinds, ',${kind},')`)
      const rows = await engine.all<{ nth: number }>(
        `SELECT nth FROM ${found.rows} WHERE contains(kinds, ',${kind},') ORDER BY nth LIMIT ${SHOWN_ROWS}`,
      )
      kinds[kind] = { count, rows: numbers(rows.map((row) => row.nth)) }
    }
    if (options.rowsFile !== undefined) await writeAllRows(engine, found.rows, options.rowsFile, numbers)
    await showAll(engine, found.hits, options)
    return {
      rows: source.rows,
      badRows: source.bad.length,
      kinds: kinds as ScanResult['kinds'],
      columns: called,
      byColumn: Object.fromEntries(called.map((column, i) => [column, found.counts[i] ?? {}])),
      ...(source.understood === undefined ? {} : { understood: source.understood }),
      locales: locales.codes,
      localesSaid: localesInWords(locales),
    }
  })
}

interface FoundRows {
  /** A table (nth, kinds): rows of the log, by their place among those read, in which something stands. */
  readonly rows: string
  /** Tables (value, kinds, masked), one for each column. */
  readonly hits: readonly string[]
  /** Rows of each kind, for each column. */
  readonly counts: readonly Partial<Record<Kind, number>>[]
}

async function findRows(
  engine: Sql,
  log: Log,
  source: Source,
  columns: readonly string[],
  options: ScanOptions & { readonly locales: readonly LocaleCode[] },
  workspace: Workspace,
  threads: number | undefined,
): Promise<FoundRows> {
  const common = { locales: options.locales, ...(threads === undefined ? {} : { threads }) }
  const famous = options.famous === 'log' ? { famous: await famousNames(engine, log.table, 'query', STAR, common) } : {}
  const parts: string[] = []
  const all: string[] = []
  const counts: Partial<Record<Kind, number>>[] = []
  for (const column of columns) {
    const hits = await findIdentifying(engine, log.table, name(column), {
      threshold: options.threshold ?? DEFAULT_THRESHOLD,
      ...(options.kinds ? { kinds: options.kinds } : {}),
      ...famous,
      ...common,
      workspace,
      oneLine: column === 'query', // in its normal form
    })
    all.push(hits)
    const rows = fresh('scanned')
    await engine.materialise(
      rows,
      `SELECT ${rowNumber('s')} + 1 AS nth, h.kinds AS kinds FROM ${source.table} s JOIN ${hits} h ON s.${name(column)} = h.value
        ${source.bad.length > 0 && source.aside === undefined ? 'WHERE s.reason = 0' : ''}`,
    )
    parts.push(`SELECT nth, kinds FROM ${rows}`)
    counts.push(await countKinds(engine, rows))
  }
  await engine.materialise(
    'scanned',
    `SELECT nth, ${joinedInOrder('kinds', '')} AS kinds FROM (${parts.join(' UNION ALL ')}) GROUP BY nth`,
  )
  return { rows: 'scanned', hits: all, counts }
}

async function countKinds(engine: Sql, rows: string): Promise<Partial<Record<Kind, number>>> {
  const found = await engine.all<{ kinds: string; n: number }>(
    `SELECT kinds, count(*) AS n FROM ${rows} GROUP BY kinds`,
  )
  const count = (kind: Kind) =>
    found.reduce((sum, { kinds, n }) => sum + (kinds.includes(`,${kind},`) ? Number(n) : 0), 0)
  return Object.fromEntries(KINDS.map((kind) => [kind, count(kind)] as const).filter(([, n]) => n > 0))
}

/** Hands over what was found, where the custodian asked to see it. */
async function showAll(engine: Sql, tables: readonly string[], { show, showTo, showMost }: ScanOptions): Promise<void> {
  if (show === undefined && showTo === undefined) return
  const lines: string[] = []
  for (const table of tables) {
    const rows = await engine.all<{ value: string; kinds: string }>(
      `SELECT value, kinds FROM ${table} ORDER BY kinds, value${showMost === undefined ? '' : ` LIMIT ${Math.floor(showMost)}`}`,
    )
    for (const { value, kinds } of rows) lines.push(`${kinds.slice(1, -1)}\t${onOneLine(value)}`)
  }
  for (const line of lines) show?.(line)
  // Never over a file that is there: it may be readable to others.
  if (showTo !== undefined)
    writeFileSync(showTo, lines.map((line) => `${line}\n`).join(''), { mode: 0o600, flag: 'wx' })
}

/** Text of a log may hold what a terminal obeys. */
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ')
}

async function writeAllRows(
  engine: Sql,
  found: string,
  path: string,
  numbers: (nths: readonly number[]) => number[],
): Promise<void> {
  const out = createWriteStream(path, { mode: 0o600 })
  const done = finished(out)
  done.catch(() => {}) // awaited below; a full disk must not count as unhandled before
  for (const kind of KINDS) {
    const rows = await engine.all<{ nth: number }>(
      `SELECT nth FROM ${found} WHERE contains(kinds, ',${kind},') ORDER BY nth`,
    )
    for (const row of numbers(rows.map((r) => r.nth))) if (!out.write(`${kind}\t${row}\n`)) await once(out, 'drain')
  }
  out.end()
  await done
}
