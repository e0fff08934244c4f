import { type FileHandle, open } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { fail } from '../base/errors.js'
import { planBlocks } from './block.js'
import { makeBlocks, WORKER } from './blocks.js'
import { header, LOG_FORMATS, type LogFormat } from './format.js'
import { type GenerateOptions, resolve } from './options.js'

export interface WriteOptions {
  /** File of the log. */
  readonly out: string
  readonly format?: LogFormat
  /** File of the truth (NDJSON), if it is wanted. */
  readonly truth?: string
  readonly threads?: number
  /** Called now and then with the users done. */
  readonly progress?: (users: number) => void
  /** Where the compiled worker is, for tests that run from source. */
  readonly worker?: URL
}

export interface Written {
  readonly users: number
  readonly rows: number
  readonly bytes: number
}

async function create(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'w')
  } catch (cause) {
    return fail('output', `cannot write ${file}`, 'Check that its folder exists and may be written to.', cause)
  }
}

/** Streams a log to a file. The same options give the same bytes on any number of threads. */
export async function writeLog(options: GenerateOptions, to: WriteOptions): Promise<Written> {
  const format = to.format ?? 'aol'
  if (!LOG_FORMATS.includes(format)) fail('usage', 'unknown format', `Use one of ${LOG_FORMATS.join(', ')}.`)
  const resolved = resolve(options)
  const plan = planBlocks(resolved, format, to.truth !== undefined)
  const log = await create(to.out)
  const truth = to.truth === undefined ? undefined : await create(to.truth)
  let rows = 0
  let bytes = 0
  try {
    const start = Buffer.from(header(format))
    await log.write(start)
    bytes += start.length
    for await (const block of makeBlocks(
      plan,
      to.threads ?? Math.min(8, availableParallelism()),
      to.worker ?? WORKER,
    )) {
      await log.write(block.log)
      await truth?.write(block.truth)
      rows += block.rows
      bytes += block.log.length
      to.progress?.(Math.min(resolved.users, (block.number + 1) * plan.size))
    }
  } finally {
    await log.close()
    await truth?.close()
  }
  return { users: resolved.users, rows, bytes }
}
