import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { LetheError } from '../../../src/base/errors.js'
import { type InputOptions, readLog } from '../../../src/ingest/index.js'
import type { Source } from '../../../src/log/log.js'
import type { QuickChance } from '../../../src/random/quick.js'
import { less } from '../attempt.js'
import { pick } from '../chance.js'
import { type Part, type Ready, Violation } from '../part.js'
import { type LineFormat, MARKER, poolOf, SOUND, spoilt } from '../row-pool.js'
import { longSession } from '../session.js'

interface Case {
  readonly format: LineFormat
  /** Is the format named, or to be found? */
  readonly named: boolean
  /** Read as under differential privacy: nothing may be refused for what stands in rows. */
  readonly fixed: boolean
  readonly packed: boolean
  /** The file, as bytes in Latin-1, and how many rows of it were spoilt. */
  readonly text: string
  readonly spoilt: number
}

const FORMATS = Object.keys(SOUND) as LineFormat[]
const ROWS = 40_000

function make(chance: QuickChance): Case {
  const format = pick(chance, FORMATS)
  const { header } = SOUND[format]
  const pool = poolOf(format)
  const share = pick(chance, [0.0005, 0.3, 1, 1, 1])
  const start = chance.below(pool.length)
  const rows: string[] = header === undefined ? [] : [header]
  let count = 0
  for (let i = 0; i < ROWS; i++) {
    const row = pool[(start + i) % pool.length]!
    const spoil = chance.unit() < share
    if (spoil) count++
    rows.push(spoil ? spoilt(row, chance, pool) : row)
  }
  const end = pick(chance, ['\n', '\n', '\n', '\r\n'])
  const last = pick(chance, [end, end, '', '\n\n', '\x1a', '\0'])
  const fixed = chance.below(5) === 0
  const packed = chance.below(10) === 0
  return { format, named: fixed || chance.below(2) === 0, fixed, packed, text: rows.join(end) + last, spoilt: count }
}

const SINGLE_LINES: readonly LineFormat[] = ['aol', 'excite', 'tsv', 'ndjson', 'ubi', 'sogou', 'transactions']

/** Formats whose rows are not lines; and those whose lines tell rows, some of them none and some several. */
const NOT_LINES: readonly LineFormat[] = ['transactions', 'ubi']
const LINES_TELL: readonly LineFormat[] = ['access', 'elasticsearch', 'solr', 'matomo', 'ga4', 'chat']

/** Between how many lines lie: a CR by itself may end one or not, and a blank one may be counted or not. */
function linesIn(text: string, header: boolean): { readonly full: number; readonly all: number } {
  const blank = /^[\s\0-\x20\x85\xa0]*$/
  const full = text.split('\n').filter((line) => !blank.test(line)).length
  const all = text.split(/\r\n|\n|\r/).length
  return { full: full - (header ? 1 : 0), all }
}

async function open(base: string): Promise<Ready<Case>> {
  const session = longSession(join(base, 'temp'), 25)
  const attempt = async ({ format, named, fixed, packed, text, spoilt }: Case, dir: string): Promise<number> => {
    const path = join(dir, `log.${format}${packed ? '.gz' : ''}`)
    const bytes = Buffer.from(text, 'latin1')
    writeFileSync(path, packed ? gzipSync(bytes, { level: 1 }) : bytes)
    const header = SOUND[format].header !== undefined
    const columns = { user: 'user', query: 'query', time: 'time' }
    const options: InputOptions = {
      maxBad: 1,
      ...(named ? { format } : {}),
      ...(fixed ? { fixed, dateOrder: 'ymd' } : {}),
      ...(fixed && ['csv', 'tsv', 'ndjson'].includes(format) ? { columns } : {}),
      ...(fixed && format === 'csv' ? { delimiter: ',' } : {}),
      ...(fixed && format === 'access' ? { param: 'q', columns: { user: 'user' } } : {}),
      ...(fixed && ['csv', 'tsv'].includes(format) ? { header: true } : {}),
    }
    const on = await session.next()
    try {
      const { log, source } = await readLog([path], options, on)
      const [read] = await on.engine.all<{ n: number }>(`SELECT count(*) AS n FROM ${log.table}`)
      await account(source, read?.n ?? 0, { format, ...linesIn(text, header) })
    } catch (error) {
      await session.close() // it may have left its tables under names that are needed again
      if (!(error instanceof LetheError) || error.code === 'internal') throw error
      if (`${error.message} ${error.next}`.includes(MARKER))
        throw new Violation(`an error tells text of the ${format} log`)
      if (fixed) throw new Violation(`rows of a ${format} log are refused under differential privacy: ${error.message}`)
    }
    return spoilt
  }
  return {
    make,
    attempt,
    *smaller(one) {
      const lines = one.text.split('\n')
      for (const fewer of less(lines)) yield { ...one, text: fewer.join('\n'), spoilt: 1 }
      if (lines.length < 6) for (const fewer of less([...one.text])) yield { ...one, text: fewer.join(''), spoilt: 1 }
    },
    close: () => session.close(),
  }
}

/** Every row that was counted is in the log or among the bad; and as many were counted as the file has. */
async function account(
  source: Source,
  read: number,
  { format, full, all }: { format: LineFormat; full: number; all: number },
): Promise<void> {
  const bad = source.bad.length + (source.unlisted ?? 0)
  if (read + bad !== source.rows)
    throw new Violation(`${format}: ${source.rows} rows, of which ${read} were read and ${bad} are bad`)
  if (NOT_LINES.includes(format)) return
  if (LINES_TELL.includes(format)) {
    if (source.format !== format) return // a spoilt first line was taken for another
    const { all: lines, blank } = await source.records()
    if (lines > all || lines - blank < full)
      throw new Violation(`${format}: ${lines} lines counted in a file of ${full} to ${all}`)
    return
  }
  if (source.rows > all || (SINGLE_LINES.includes(format) && source.rows < full))
    throw new Violation(`${format}: ${source.rows} rows in a file of ${full} to ${all} lines`)
}

/** Logs of all formats with spoilt rows: read or refused in plain words, and every row accounted for. */
export const logs: Part<Case> = { name: 'logs', counts: 'spoilt rows', weight: 3, open }
