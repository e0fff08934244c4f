import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDuckDB } from '../../src/engines/duckdb/index.js'

/** A release in the hands of a liar: its files can be changed, and its checksums made to fit again. */
export interface Forged {
  readonly dir: string
  /** Changes the text of a file. */
  edit(file: string, change: (text: string) => string): void
  /** Changes the manifest, and writes it as Lethe would. */
  manifest(change: (manifest: Loose) => void): void
  /** Changes the rows of a TSV file, by column, and puts them in order again. */
  rows(change: (rows: Cells[]) => Cells[], file?: string): void
  /** Writes a Parquet file from SQL over its rows, the table `data`, with more options of the engine's writer. */
  parquet(sql: string, options?: string): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: a liar is not held to types
export type Loose = any
export type Cells = Record<string, string>

/** A copy of a release, forged. The private folder is not copied: a liar has none that fits. */
export async function forge(
  from: string,
  dir: string,
  change: (forged: Forged) => void | Promise<void>,
): Promise<string> {
  cpSync(from, dir, { recursive: true })
  await change(forgedAt(dir))
  redoSums(dir)
  return dir
}

/** Makes checksums fit whatever lies there, unless the liar has been at them. */
function redoSums(dir: string): void {
  const before = readFileSync(join(dir, 'SHA256SUMS'), 'utf8')
  const kept = before.split('\n').filter((line) => line !== '' && !/^[0-9a-f]{64} {2}\S+$/.test(line))
  const twice = before.split('\n').length > new Set(before.split('\n')).size
  const sums = readdirSync(dir)
    .filter((file) => file !== 'SHA256SUMS' && statSync(join(dir, file)).isFile())
    .map((file) => `${sha256(readFileSync(join(dir, file)))}  ${file}`)
  const lines = [...kept, ...sums, ...(twice ? sums.slice(0, 1) : [])]
  writeFileSync(join(dir, 'SHA256SUMS'), `${lines.join('\n')}\n`)
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function forgedAt(dir: string): Forged {
  const edit: Forged['edit'] = (file, change) => {
    const path = join(dir, file)
    writeFileSync(path, change(readFileSync(path, 'utf8')))
  }
  return {
    dir,
    edit,
    manifest: (change) =>
      edit('manifest.json', (text) => {
        const manifest = JSON.parse(text)
        change(manifest)
        return `${JSON.stringify(manifest, null, 2)}\n`
      }),
    rows: (change, file = 'data.tsv') =>
      edit(file, (text) => {
        const [header = '', ...lines] = text.trimEnd().split('\n')
        const columns = header.split('\t')
        const read = lines.map((line) => {
          const cells = line.split('\t')
          return Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? '']))
        })
        const changed = change(read).map((row) => columns.map((column) => row[column] ?? ''))
        // Empty cells come last, as the engine sorts what is missing.
        const key = (cells: string[]) => cells.map((cell) => (cell === '' ? '\u{10ffff}' : cell))
        const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
        changed.sort((a, b) => key(a).reduce((so, cell, i) => so || byBytes(cell, key(b)[i]!), 0))
        return `${[columns, ...changed].map((cells) => cells.join('\t')).join('\n')}\n`
      }),
    async parquet(sql, options = '') {
      const path = join(dir, 'data.parquet')
      const engine = await openDuckDB({ spill: tmpdir(), threads: 1 })
      try {
        await engine.materialise('data', `SELECT * FROM read_parquet('${path}')`)
        await engine.all(`COPY (${sql}) TO '${path}' (FORMAT parquet, COMPRESSION zstd ${options})`)
      } finally {
        await engine.close()
      }
    },
  }
}

/** Says a number throughout a manifest: in the steps, in the promise and in its words, as one would who knows how it is checked. */
export function restate(
  manifest: Loose,
  steps: Loose,
  guarantee: Loose,
  words: readonly (readonly [string, string])[],
): void {
  Object.assign(manifest.steps.at(-1).params, steps)
  Object.assign(manifest.guarantee, guarantee)
  let text = JSON.stringify(manifest.guarantee)
  for (const [from, to] of words) text = text.replaceAll(from, to)
  manifest.guarantee = JSON.parse(text)
}
