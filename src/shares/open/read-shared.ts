import { createReadStream, statSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '../../base/errors.js'
import type { Engine } from '../../engines/engine.js'
import { fresh, name } from '../../engines/sql.js'
import { readSharedTable } from '../../release/data.js'
import { judged } from '../../release/experiment.js'
import { dataFileOf, openRelease } from '../../release/reader.js'
import { SHARE_SCHEMES, type ShareScheme, type Sharing } from '../scheme.js'

/** Shared queries as they were found, in an engine: bytes as bytes, the rest as text. */
export interface Shared {
  readonly sharing: Pick<Sharing, 'scheme' | 't'>
  /** Columns of rows, beside the tag. */
  readonly columns: readonly string[]
  /** SQL for FROM: rows (tag and their columns), shares (tag, x, y), texts (tag, text). */
  readonly rows: string
  readonly shares: string
  readonly texts: string
  /** Lines that are no rows. */
  readonly unreadable: number
}

/** Reads a release by its folder, or what `lethe encode` wrote by its file. */
export async function readShared(engine: Engine, path: string): Promise<Shared> {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined)
    fail('input', `there is no ${path}`, 'Name a release folder, or a file that lethe encode wrote.')
  return stat.isDirectory() ? readReleaseFolder(engine, path) : readStream(engine, path)
}

async function readReleaseFolder(engine: Engine, dir: string): Promise<Shared> {
  const { manifest } = openRelease(dir)
  const guarantee = judged(manifest)
  if (guarantee.kind !== 'threshold-reveal')
    fail('usage', `${dir} holds no shared queries`, 'Only releases of the method secret-shares can be decoded.')
  const side = (table: string) =>
    manifest.tables?.find(({ file }) => file.startsWith(`${table}.`)) ??
    fail('input', `${dir} has no table of ${table}`, 'The release is damaged.')
  const read = (file: string, columns: typeof manifest.columns) => readSharedTable(engine, join(dir, file), columns)
  const [shares, texts] = [side('shares'), side('ciphertexts')]
  const tables = {
    rows: await read(dataFileOf({ dir, manifest }), manifest.columns),
    shares: await read(shares.file, shares.columns),
    texts: await read(texts.file, texts.columns),
  }
  return {
    sharing: { scheme: guarantee.scheme, t: guarantee.t },
    columns: manifest.columns.map((column) => column.name).filter((column) => column !== 'tag'),
    rows: tables.rows.from,
    shares: tables.shares.from,
    texts: tables.texts.from,
    unreadable: tables.rows.unreadable + tables.shares.unreadable + tables.texts.unreadable,
  }
}

const VALUES = new RegExp(`^(${SHARE_SCHEMES.join('|')})_t(\\d{1,4})$`)

async function readStream(engine: Engine, path: string): Promise<Shared> {
  const header = (await firstLine(path)).split('\t')
  const values = header.find((column) => VALUES.test(column))
  const [, scheme, t] = VALUES.exec(values ?? '') ?? []
  if (values === undefined || !['tag', 'x', 'text'].every((column) => header.includes(column)))
    fail(
      'input',
      `${path} is nothing that lethe encode wrote`,
      'Its first line must name the columns tag, x, SCHEME_tT and text.',
    )
  const types = (column: string) =>
    (['tag', 'x', 'text', values].includes(column) ? 'bytes' : 'text') as 'bytes' | 'text'
  const { from, unreadable } = await readSharedTable(
    engine,
    path,
    header.map((column) => ({ name: column, type: types(column), meaning: '' })),
  )
  const columns = header.filter((column) => types(column) === 'text')
  const texts = fresh('texts')
  await engine.materialise(texts, `SELECT DISTINCT tag, text FROM ${from} WHERE tag IS NOT NULL`)
  return {
    sharing: { scheme: scheme as ShareScheme, t: Number(t) },
    columns,
    rows: `(SELECT ${['tag', ...columns.map(name)].join(', ')} FROM ${from})`,
    shares: `(SELECT tag, x, ${name(values)} AS y FROM ${from} WHERE tag IS NOT NULL)`,
    texts,
    unreadable,
  }
}

async function firstLine(path: string): Promise<string> {
  let text = ''
  for await (const chunk of createReadStream(path, { highWaterMark: 4096 })) {
    text += (chunk as Buffer).toString('latin1')
    if (text.includes('\n') || text.length > 1 << 16) break
  }
  return text.split('\n')[0]!.replace(/\r$/, '')
}
