import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Workspace } from '../base/workspace.js'
import { allBut, rowAsJson } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import { TURNS } from './formats/chat.js'
import { damaged, isNested } from './formats/parquet.js'
import type { InputFile } from './input-file.js'
import type { InputOptions } from './options.js'
import { firstBytes } from './spool.js'

/** Prompt logs are published as Parquet too, a conversation a row, its turns a list: our own copy has them as lines, which are read like all others. */
export async function conversationsAsLines(
  files: readonly InputFile[],
  { format, fixed }: InputOptions,
  { engine, workspace }: { readonly engine: Sql; readonly workspace: Workspace },
): Promise<readonly InputFile[]> {
  if (format === undefined ? fixed : format !== 'chat') return files
  const all: InputFile[] = []
  for (const [nth, file] of files.entries()) {
    const isParquet = firstBytes(file.path, 4).toString('latin1') === 'PAR1'
    const { columns, types, from } = isParquet ? await engine.parquet([file.path]).catch(damaged) : NOTHING
    if (columns.some((column, at) => TURNS.includes(column) && isNested(types[at]!))) {
      const { path } = workspace.nameless(`conversations-${nth}`)
      await writeLines(engine, from, path).catch(damaged)
      all.push({ ...file, path, origin: file.path })
    } else all.push(file)
  }
  return all
}

async function writeLines(engine: Sql, from: string, path: string): Promise<void> {
  const rows = `SELECT ${rowAsJson('__row')} FROM (SELECT ${allBut(['__path', '__file'])} FROM ${from}) AS __row`
  const lines = async function* () {
    for await (const [documents = []] of engine.stream(rows)) yield documents.map((one) => `${one}\n`).join('')
  }
  await pipeline(lines, createWriteStream(path, { mode: 0o600 }))
}

const NOTHING = { columns: [], types: [], from: '' }
