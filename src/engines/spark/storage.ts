import { fail } from '../../base/errors.js'
import type { Engine, PartFile, Sql } from '../engine.js'
import { name, text } from '../sql.js'
import type { Runner } from './runner.js'

/** So that a part can be held in the memory of one task, where it is hashed. */
const [MOST_ROWS, MOST_BYTES] = [1_000_000, 512 << 20]

/** Rows of a sorted query as Parquet, written by the cluster where they are to stay; the names of parts rise with their rows. */
export async function writeParts(
  engine: Engine,
  { run }: Runner,
  select: string,
  dir: string,
): Promise<readonly PartFile[]> {
  const options = {
    path: dir,
    compression: 'zstd',
    maxRecordsPerFile: MOST_ROWS,
    'mapreduce.fileoutputcommitter.marksuccessfuljobs': 'false', // a release holds nothing that no manifest names
  }
  const said = Object.entries(options).map(([key, value]) => `${text(key)} ${text(String(value))}`)
  await run(`INSERT OVERWRITE DIRECTORY USING parquet OPTIONS (${said.join(', ')}) ${select}`)
  return filesAt(engine, dir)
}

/** Files with their digests, each read as a whole by one task; none where there are none. */
export async function filesAt(engine: Engine, place: string): Promise<readonly PartFile[]> {
  const from = `binaryFile.${name(place)}`
  const asked = <T extends object>(sql: string) =>
    engine.all<T>(sql).catch((cause: unknown) => {
      if (String((cause as Error).message).includes('(PATH_NOT_FOUND ')) return []
      throw cause
    })
  const isSmall = `length <= ${MOST_BYTES}` // others are not opened
  const found = await asked<{ path: string; sha256: string | null }>(
    `SELECT path, sha2(content, 256) AS sha256 FROM ${from} WHERE ${isSmall} UNION ALL SELECT path, NULL FROM ${from} WHERE NOT ${isSmall}`,
  )
  return found
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, sha256 }) => ({
      file: path.slice(path.lastIndexOf('/') + 1),
      sha256:
        sha256 ??
        fail(
          'refused',
          'a file there is too large to be hashed by one task of the cluster',
          'Write it in smaller parts.',
        ),
    }))
}

/** The rows of tables in a storage in their order, read by the cluster itself. */
export async function partsFrom(engine: Engine, paths: readonly string[]): ReturnType<Sql['parquet']> {
  const each = (path: string, at: number) =>
    `SELECT *, CAST(${at} AS INT) AS __file, _metadata.file_name AS __part, _metadata.row_index AS __nth FROM parquet.${name(path)}`
  const schema = await engine.schema(`SELECT * FROM parquet.${name(paths[0]!)}`)
  const columns = schema.map((column) => column.name)
  const shown = [...columns.map(name), '__file'].join(', ')
  return {
    columns,
    types: schema.map(({ type }) => type),
    from: `(SELECT ${shown} FROM (${paths.map(each).join(' UNION ALL ')}) ORDER BY __file, __part, __nth)`,
  }
}
