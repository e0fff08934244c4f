import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDuckDB } from '../../src/engines/duckdb/index.js'
import { name } from '../../src/engines/sql.js'
import type { Manifest } from '../../src/release/manifest.js'

export type ReadRow = Readonly<Record<string, string | null>>

export function manifestOf(dir: string): Manifest {
  return JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')) as Manifest
}

/** The rows of a Parquet or TSV release, every value as text. */
export async function rowsOf(dir: string): Promise<ReadRow[]> {
  const [file = ''] = manifestOf(dir).files
  if (file.endsWith('.tsv')) {
    const [header = '', ...lines] = readFileSync(join(dir, file), 'utf8').trimEnd().split('\n')
    const columns = header.split('\t')
    return lines.map((line) => {
      const cells = line.split('\t')
      return Object.fromEntries(columns.map((column, i) => [column, cells[i] === '' ? null : (cells[i] ?? null)]))
    })
  }
  const engine = await openDuckDB({ spill: tmpdir(), threads: 1 })
  try {
    const { columns, from } = await engine.parquet([join(dir, file)])
    return await engine.all<ReadRow>(
      `SELECT ${columns.map((column) => `${name(column)}::VARCHAR AS ${name(column)}`).join(', ')} FROM ${from}`,
    )
  } finally {
    await engine.close()
  }
}

/** All files of a folder by name, as bytes. */
export function filesOf(dir: string): Record<string, string> {
  return Object.fromEntries(readdirSync(dir).map((file) => [file, readFileSync(join(dir, file)).toString('latin1')]))
}
