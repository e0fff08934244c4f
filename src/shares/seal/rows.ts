import { closeSync, createReadStream, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Workspace } from '../../base/workspace.js'
import { cast, fromHex } from '../../engines/dialect/index.js'
import type { Sql } from '../../engines/engine.js'
import { fresh } from '../../engines/sql.js'
import { epochKey } from '../keys.js'
import type { Sharing } from '../scheme.js'
import { type RowEncoderOptions, rowEncoder } from './row-encoder.js'
import { wholeLines } from './whole-lines.js'

export interface ShareStep {
  readonly sharing: Sharing
  readonly key: Uint8Array
  readonly epoch: string
  /** What the oblivious function made of each query, where there is one. */
  readonly seeds: ReadonlyMap<string, Uint8Array> | undefined
}

export interface SharePlace {
  readonly engine: Sql
  readonly workspace: Workspace
  readonly signal?: AbortSignal | undefined
}

const SHAPES = {
  // query, id -> tag, text, id
  texts: {
    shape: { user: undefined, query: 0, time: 1, width: 2 },
    shows: { pseudonym: false, share: false, text: true, time: 'verbatim' },
    columns: ['tag', 'text', 'id'],
    select: `${fromHex('tag')} AS tag, ${fromHex('text')} AS text, ${cast('id', 'long')} AS id`,
  },
  // person, query -> tag, x, y
  shares: {
    shape: { user: 0, query: 1, time: undefined, width: 2 },
    shows: { pseudonym: false, share: true, text: false, time: 'none' },
    columns: ['tag', 'x', 'y'],
    select: `${fromHex('tag')} AS tag, ${fromHex('x')} AS x, ${fromHex('y')} AS y`,
  },
} as const

/** Sends rows of the engine through the kernel and back: by files, since values that pass one by one cost more than the hashing. */
export async function shareRows(
  sql: string,
  what: keyof typeof SHAPES,
  { sharing, key, epoch, seeds }: ShareStep,
  { engine, workspace, signal }: SharePlace,
): Promise<string> {
  const { shape, shows, columns, select } = SHAPES[what]
  const table = fresh(what)
  const [from, to] = [join(workspace.dir, `${table}.in.tsv`), join(workspace.dir, `${table}.out.tsv`)]
  const options: RowEncoderOptions = {
    sharing,
    key: epochKey(key, epoch),
    onlyEpoch: epoch,
    rotation: 'none',
    shape,
    shows,
  }
  const encoder = rowEncoder(options, {
    normalise: (bytes) => bytes.slice(), // it is in its normal form already
    readTime: () => undefined,
    ...(seeds === undefined ? {} : { seed: (query) => seeds.get(Buffer.from(query).toString('utf8')) }),
  })
  try {
    await engine.write(sql, from, 'tsv')
    const fd = openSync(to, 'w', 0o600)
    try {
      let header = true
      for await (const lines of wholeLines(createReadStream(from, { highWaterMark: 1 << 18 }), encoder.room)) {
        signal?.throwIfAborted()
        writeAll(
          fd,
          encoder.encode(header ? lines.subarray(lines.indexOf(10) + 1) : lines, (bytes) => writeAll(fd, bytes)),
        )
        header = false
      }
    } finally {
      closeSync(fd)
    }
    await engine.readDelimited(
      table,
      { paths: [to], delimiter: '\t', quote: undefined, header: false, columns },
      select,
    )
    return table
  } finally {
    rmSync(from, { force: true })
    rmSync(to, { force: true })
  }
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at)
}
