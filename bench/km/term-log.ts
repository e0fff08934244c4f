import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { header, timestamp } from '../../src/generate/format.js'
import { generateRows, type History } from '../../src/generate/generate.js'
import type { Row } from '../../src/generate/row.js'
import type { Entries } from '../../src/methods/km-deletion/histories.js'
import { terms } from '../../src/text/normalise.js'

/** Users of the log in [Burghardt] §5.1; 1,846,134 queries, 251,115 distinct terms, 5,501,825 occurrences. */
export const PAPER_USERS = 367_803

/** Pace and spread with which generated histories come to the size of that log; its longest history has 495 terms. */
export const ONE_DAY = { medianQueries: 3.35, spread: 1.02, robots: 0 }

/** Term sets of histories in numbers. Terms are numbered as they come; their words are kept in `codes`. */
export function entriesOf(histories: Iterable<readonly string[]>, codes = new Map<string, number>()): Entries {
  const [history, term, count]: [number[], number[], number[]] = [[], [], []]
  let h = 0
  for (const texts of histories) {
    const counts = new Map<number, number>()
    for (const text of texts)
      for (const word of terms(text)) {
        const code = codes.get(word) ?? codes.size
        codes.set(word, code)
        counts.set(code, (counts.get(code) ?? 0) + 1)
      }
    for (const [code, n] of counts) {
      history.push(h)
      term.push(code)
      count.push(n)
    }
    h++
  }
  return {
    owner: Uint32Array.from({ length: h }, (_, i) => i),
    terms: codes.size,
    history: Uint32Array.from(history),
    term: Uint32Array.from(term),
    count: Uint32Array.from(count),
  }
}

/** A generated log of the paper's kind; made once and kept for the next run. */
export function paperLog(users: number, world = ONE_DAY): string {
  const dir = join(tmpdir(), 'lethe-bench')
  const pace = world.medianQueries === ONE_DAY.medianQueries ? '' : `-${world.medianQueries}`
  const path = join(dir, `km-1-${users}${pace}.bin`)
  if (existsSync(path)) return path
  mkdirSync(dir, { recursive: true })
  const { terms: size, history, term, count } = entriesOf(texts(generated(users, world)))
  const unfinished = `${path}.${process.pid}`
  const parts = [Uint32Array.of(users, size, term.length), history, term, count]
  writeFileSync(unfinished, Buffer.concat(parts.map((part) => Buffer.from(part.buffer))))
  renameSync(unfinished, path)
  return path
}

/** The same log as a file of queries and times. */
export function paperFile(users: number): string {
  const path = join(tmpdir(), 'lethe-bench', `km-1-${users}.tsv`)
  if (existsSync(path)) return path
  mkdirSync(join(tmpdir(), 'lethe-bench'), { recursive: true })
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, header('aol'))
  let lines: string[] = []
  let user = 0
  const flush = () => {
    appendFileSync(unfinished, lines.join(''))
    lines = []
  }
  for (const rows of generated(users)) {
    user++
    for (const row of rows) lines.push(`${user}\t${row.asked.text}\t${timestamp(row.time)}\t\t\n`)
    if (lines.length > 100_000) flush()
  }
  flush()
  renameSync(unfinished, path)
  return path
}

/** Rows of each person; further result pages of a query are no queries. */
export function generated(users: number, world = ONE_DAY): Generator<Row[]> {
  return asked(generateRows({ users, seed: 1, world }))
}

/** The queries of each person; further result pages of a query are no queries. */
function* asked(log: Iterable<History>): Generator<Row[]> {
  for (const { rows } of log) yield rows.filter((row, i) => i === 0 || row.asked.text !== rows[i - 1]?.asked.text)
}

export function* texts(log: Iterable<readonly Row[]>): Generator<string[]> {
  for (const rows of log) yield rows.map((row) => row.asked.text)
}

export function readPaperLog(path: string): Entries {
  const bytes = readFileSync(path)
  const all = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
  const [users = 0, size = 0, n = 0] = all
  const part = (i: number) => all.slice(3 + i * n, 3 + (i + 1) * n)
  return {
    owner: Uint32Array.from({ length: users }, (_, i) => i),
    terms: size,
    history: part(0),
    term: part(1),
    count: part(2),
  }
}
