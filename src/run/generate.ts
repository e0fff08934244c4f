import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { commit, journalOf, partialOf } from '../base/commit.js'
import { fail } from '../base/errors.js'
import type { Sql } from '../engines/engine.js'
import { type Resources, withSession } from '../engines/session.js'
import type { GeneratedFormat } from '../generate/format.js'
import { type GenerateOptions, type Written, writeLog } from '../generate/index.js'

export interface GenerateTarget {
  readonly out: string
  /** By the ending of `out` where not given; else the shape that AOL published. */
  readonly format?: GeneratedFormat
  /** A file for who is who and which rows identify whom (NDJSON). */
  readonly truth?: string
  readonly force?: boolean
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
    const salt = randomBytes(6).toString('hex')
    const [out, truthOut] = [resolve(target.out), target.truth === undefined ? undefined : resolve(target.truth)]
    const moves = [...(truthOut === undefined ? [] : [truthOut]), out].map((to) => ({ from: partialOf(to, salt), to }))
    const journal = journalOf(out, salt)
    for (const path of [...moves.map(({ from }) => from), journal]) workspace.own(path)
    const log = partialOf(out, salt)
    const truth = truthOut && partialOf(truthOut, salt)
    try {
      resources.onStep?.('making people up')
      const rows = format === 'parquet' ? join(workspace.dir, 'generated.tsv') : log
      const written = await writeLog(options, {
        out: rows,
        format: format === 'parquet' ? 'aol' : format,
        ...(truth === undefined ? {} : { truth }),
        ...(resources.threads === undefined ? {} : { threads: resources.threads }),
        progress: (users) => {
          if (resources.signal?.aborted) fail('interrupted', 'stopped')
          resources.onProgress?.(users / options.users)
        },
      })
      if (format === 'parquet') await engine.write(await typed(rows, engine), log, 'parquet')
      if (commit(journal, moves, target.force ?? false) === 'undone')
        fail('refused', `${target.out} appeared meanwhile`, 'Choose another name, or replace it with --force.')
      return written
    } finally {
      if (!existsSync(journal)) for (const { from } of moves) rmSync(from, { force: true })
    }
  })
}

function byEnding(path: string): GeneratedFormat {
  const ending = extname(path).slice(1)
  return (['csv', 'ndjson', 'parquet'] as const).find((format) => format === ending) ?? 'aol'
}

/** The rows with types, in their order. */
async function typed(path: string, engine: Sql): Promise<string> {
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
