import { existsSync, renameSync, rmSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Engine } from '../engines/engine.js'
import { fail } from '../errors.js'
import { type GenerateOptions, LOG_FORMATS, type LogFormat, type Written, writeLog } from '../generate/index.js'
import { type Resources, withSession } from '../session.js'
import { PARTIAL } from '../workspace.js'

export const GENERATED_FORMATS = [...LOG_FORMATS, 'parquet'] as const
export type GeneratedFormat = LogFormat | 'parquet'

export interface GenerateTarget {
  readonly out: string
  /** By the ending of `out` where not given; else the shape that AOL published. */
  readonly format?: GeneratedFormat
  /** A file for who is who and which rows identify whom (NDJSON). */
  readonly truth?: string
  readonly force?: boolean
  readonly onUsers?: (users: number) => void
}

/** Makes a log with a known truth. Same options, same bytes. */
export async function generate(
  options: GenerateOptions,
  target: GenerateTarget,
  resources: Resources = {},
): Promise<Written> {
  for (const path of [target.out, ...(target.truth === undefined ? [] : [target.truth])]) {
    if (existsSync(path) && !target.force)
      fail('refused', `${path} exists`, 'Choose another name, or replace it with --force.')
  }
  const format = target.format ?? byEnding(target.out)
  return withSession(resources, async ({ engine, workspace }) => {
    const beside = (path: string) => {
      const partial = `${path}${PARTIAL}${process.pid}`
      workspace.own(partial)
      return partial
    }
    const [log, truth] = [beside(target.out), target.truth === undefined ? undefined : beside(target.truth)]
    try {
      const rows = format === 'parquet' ? join(workspace.dir, 'generated.tsv') : log
      const written = await writeLog(options, {
        out: rows,
        format: format === 'parquet' ? 'aol' : format,
        ...(truth === undefined ? {} : { truth }),
        ...(resources.threads === undefined ? {} : { threads: resources.threads }),
        ...(target.onUsers === undefined ? {} : { progress: target.onUsers }),
      })
      if (format === 'parquet') await engine.write(await typed(rows, engine), log, 'parquet')
      if (truth !== undefined) renameSync(truth, target.truth as string)
      renameSync(log, target.out)
      return written
    } finally {
      for (const partial of [log, ...(truth === undefined ? [] : [truth])]) rmSync(partial, { force: true })
    }
  })
}

function byEnding(path: string): GeneratedFormat {
  const ending = extname(path).slice(1)
  return (['csv', 'ndjson', 'parquet'] as const).find((format) => format === ending) ?? 'aol'
}

/** The rows with types, in their order. */
async function typed(path: string, engine: Engine): Promise<string> {
  const columns = ['AnonID', 'Query', 'QueryTime', 'ItemRank', 'ClickURL']
  await engine.readDelimited(
    'generated',
    {
      paths: [path],
      delimiter: '\t',
      quote: undefined,
      header: true,
      columns,
      strict: { types: { QueryTime: 'timestamp', ItemRank: 'integer' } },
    },
    columns.join(', '),
  )
  return 'SELECT * FROM generated'
}
