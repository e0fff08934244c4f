import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { LetheError } from '../../base/errors.js'
import { address, type Global, put } from '../../base/kernels.js'
import { columnsIn, type Engine, type FixedColumn } from '../../engines/engine.js'
import { type ShareKernel, shareKernel } from '../kernel.js'
import type { Numbers } from './numbers.js'

const NUMBER = 16
/** Rows that are written at once. */
export const ROWS = 2048
const FILE_PIECE = 1 << 20
const MOST_TEXT = 2 ** 28

/**
 * Writes all rows as tab-separated lines, each with its query where it opened, in the order of what is shown. Texts stay out of the engine's sorting: a row
 * carries the number of its query. False if the queries are more than should lie in memory beside it.
 */
export async function writeRows(
  engine: Engine,
  { rows, others, long }: Numbers,
  opened: string,
  path: string,
): Promise<boolean> {
  const first = others[0] === 'pseudonym' ? 1 : 0
  const kernel = await kernelWith(engine, opened, others.length, first)
  if (kernel === undefined) return false
  const halves = others.flatMap((_, i) => (long ? [`o${i}`, `p${i}`] : [`o${i}`]))
  const each = long ? 2 : 1
  const order = [...halves.slice(0, each * first), 'tag', ...halves.slice(each * first)]
  const shown = ['tag', ...halves].map((column) => `r.${column}`)
  const columns: FixedColumn[] = [
    { sql: 'query', bytes: 4 },
    ...['tag', ...halves].map((sql) => ({ sql, bytes: 16 }) as const),
  ]
  const out = output(path)
  try {
    out.write(headerOf(others, first))
    for await (const [ids, tags, ...rest] of columnsIn(engine).memory(
      columns,
      `(SELECT ${shown.join(', ')}, coalesce(o.n, 0) AS query FROM ${rows} r
      LEFT JOIN (SELECT ${columnsIn(engine).wide('tag', true)} AS tag, rowid + 1 AS n FROM ${opened}) o ON r.tag = o.tag
      ORDER BY ${order.map((column) => `r.${column}`).join(', ')})`,
    )) {
      put(kernel, kernel.queryIds, ids!)
      put(kernel, placeOf(kernel, 0), tags!)
      for (const [i, half] of rest.entries()) put(kernel, placeOf(kernel, 1 + (2 / each) * i), half)
      out.write(linesOf(kernel, ids!.length / 4))
    }
    out.finish()
  } catch (cause) {
    out.discard()
    throw cause
  }
  return true
}

export function headerOf(others: readonly string[], first: number): Uint8Array {
  return Buffer.from(`${[...others.slice(0, first), 'tag', 'query', ...others.slice(first)].join('\t')}\n`)
}

/** Where a column of numbers comes in. */
export function placeOf(kernel: ShareKernel, column: number): Global {
  return { value: address(kernel.numbers) + column * ROWS * NUMBER }
}

/** The lines of the rows that came in. */
export function linesOf(kernel: ShareKernel, rows: number): Uint8Array {
  const start = address(kernel.rowsOut)
  return new Uint8Array(kernel.memory.buffer, start, (kernel.writeRows(rows) >>> 0) - start)
}

/** A kernel with room for queries and for lines; undefined if the queries are more than should lie in memory beside it. */
export function kernelFor(
  { n, bytes, longest }: { readonly n: number; readonly bytes: number; readonly longest: number },
  { width, first, limit }: { readonly width: number; readonly first: number; readonly limit: number },
): { readonly kernel: ShareKernel; add(query: string): void } | undefined {
  if (bytes + ROWS * longest > Math.min(MOST_TEXT, limit / 8)) return undefined
  const kernel = shareKernel()
  kernel.roomForRows(n, bytes, longest, ROWS, width, first)
  const memory = Buffer.from(kernel.memory.buffer)
  const ends = new Uint32Array(kernel.memory.buffer, address(kernel.queryEnds), n + 1)
  const text = address(kernel.queries)
  let [row, end] = [0, 0]
  return {
    kernel,
    add(query) {
      end += memory.write(query, text + end, 'utf8')
      ends[++row] = end
    },
  }
}

/** A kernel that holds all queries that opened, by their places in the table. */
async function kernelWith(
  engine: Engine,
  opened: string,
  width: number,
  first: number,
): Promise<ShareKernel | undefined> {
  const [size] = await engine.all<{ n: number; bytes: number; longest: number }>(
    `SELECT count(*) AS n, coalesce(sum(strlen(query)), 0)::DOUBLE AS bytes, coalesce(max(strlen(query)), 0) AS longest FROM ${opened}`,
  )
  const { n = 0, bytes = 0, longest = 0 } = size ?? {}
  const holder = kernelFor({ n, bytes, longest }, { width, first, limit: columnsIn(engine).limit })
  if (holder === undefined) return undefined
  for await (const [queries = []] of engine.stream(`SELECT query FROM ${opened} ORDER BY rowid`))
    for (const query of queries) holder.add(query as string)
  return holder.kernel
}

/** A file that is written a megabyte at a time, under another name until it is whole. */
export function output(path: string) {
  const unfinished = join(dirname(path), `tmp_${basename(path)}`)
  const fd = opened(unfinished)
  const buffer = Buffer.alloc(FILE_PIECE)
  let held = 0
  let open = true
  const close = () => {
    if (open) closeSync(fd)
    open = false
  }
  const flush = () => {
    for (let at = 0; at < held; ) at += writeSync(fd, buffer, at, held - at)
    held = 0
  }
  return {
    write(bytes: Uint8Array) {
      for (let at = 0; at < bytes.length; ) {
        const some = Math.min(bytes.length - at, FILE_PIECE - held)
        buffer.set(bytes.subarray(at, at + some), held)
        held += some
        at += some
        if (held === FILE_PIECE) flush()
      }
    },
    finish() {
      flush()
      close()
      renameSync(unfinished, path)
    },
    discard() {
      close()
      rmSync(unfinished, { force: true })
    },
  }
}

function opened(path: string): number {
  try {
    return openSync(path, 'w')
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) throw cause
    throw new LetheError('output', 'a file cannot be written (permission denied)', {
      next: 'Check the rights of the output folder.',
      cause,
    })
  }
}
