import { closeSync, fsyncSync, linkSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fail, fromSystem } from '../../base/errors.js'
import { cast, fromHex } from '../../engines/dialect/index.js'
import type { Engine } from '../../engines/engine.js'
import { fresh, name, text } from '../../engines/sql.js'
import { type Outlet, Overtaken } from './outlet.js'

const HOUR_MS = 3_600_000
const GRACE_MS = 10_000
const IDLE_MS = 3000
const MOST_ROWS = 1_000_000
const NEXT = 'lethe_next_offset'

export interface FilesOutletOptions {
  readonly dir: string
  readonly topic: string
  readonly columns: readonly string[]
  readonly engine: Engine
  /** A private folder on the same disk, for what is not yet whole. */
  readonly workspace: string
  /** Told of each file with its rows. */
  readonly onFile: (rows: number) => void
  readonly now?: () => number
}

/** Rows of a partition from one offset on that will become a file. */
interface Growing {
  readonly start: number
  readonly hour: number
  readonly opened: number
  readonly path: string
  readonly fd: number
  rows: number
  next: number
  touched: number
}

/**
 * Parquet files by the hour: a file holds the rows of one partition from an offset on, sorted by their columns, so that their order tells nothing. Its name says where it
 * starts and a note in it where the next one does, so that the files of a partition are a chain; and a name is taken once. Whoever comes to write the same
 * rows again, after a kill or after it had lost the partition without noticing, finds the name taken, and goes on after it: no row is in two files, and none is left out.
 */
export function filesOutlet(options: FilesOutletOptions): Outlet {
  const { dir, topic, columns, engine, workspace, onFile, now = Date.now } = options
  const open = new Map<number, Growing>()
  const written = new Map<number, number>()

  const drop = ({ fd, path }: Growing) => {
    closeSync(fd)
    rmSync(path, { force: true })
  }
  const grow = (partition: number, start: number, time: number): Growing => {
    const path = join(workspace, `${partition}.tsv`)
    const hour = Math.floor(time / HOUR_MS)
    const fd = openSync(path, 'w', 0o600)
    const growing = { start, hour, opened: now(), path, fd, rows: 0, next: start, touched: now() }
    open.set(partition, growing)
    return growing
  }
  const publish = async (partition: number): Promise<void> => {
    const growing = open.get(partition)
    if (growing === undefined) return
    open.delete(partition)
    try {
      if (growing.rows > 0) {
        const whole = await asParquet(engine, growing, columns)
        takeName(whole, join(dir, fileName(topic, partition, growing)))
        rmSync(whole)
        syncFolder(dir)
        onFile(growing.rows)
      }
      written.set(partition, growing.next)
    } finally {
      drop(growing)
    }
  }
  return {
    async begin(partitions) {
      for (const growing of open.values()) drop(growing)
      open.clear()
      written.clear()
      return chainEnds(engine, dir, topic, partitions)
    },
    async write({ partition, messages, lines, next }) {
      let pending = ''
      let growing = open.get(partition)
      const put = () => {
        if (growing !== undefined && pending !== '') writeSync(growing.fd, pending, null, 'latin1')
        pending = ''
      }
      for (const [i, { offset, time }] of messages.entries()) {
        const over = growing !== undefined && (time >= (growing.hour + 1) * HOUR_MS || growing.rows >= MOST_ROWS)
        if (over) {
          put()
          await publish(partition)
          growing = undefined
        }
        growing ??= grow(partition, offset, time)
        growing.next = offset + 1
        if (lines[i] === '') continue
        growing.rows++
        pending += `${lines[i]}\n`
      }
      put()
      if (growing === undefined) return
      growing.next = next
      growing.touched = now()
    },
    written: () => written,
    async tick() {
      for (const [partition, { hour, opened, touched }] of open) {
        const past = now() > (hour + 1) * HOUR_MS + GRACE_MS && now() > touched + IDLE_MS
        if (past || now() > opened + HOUR_MS + 2 * GRACE_MS) await publish(partition)
      }
    },
    async settle() {
      for (const partition of open.keys()) await publish(partition)
    },
    async close() {
      for (const growing of open.values()) drop(growing)
      open.clear()
    },
  }
}

/** The hour is that of its first row, as the topic tells it: of the same rows it is the same again. */
function fileName(topic: string, partition: number, { hour, start }: Growing): string {
  const told = new Date(hour * HOUR_MS).toISOString().slice(0, 13)
  return `${told}Z-${topic}-${partition}-${String(start).padStart(16, '0')}.parquet`
}

const NAME = /^\d{4}-\d\d-\d\dT\d\dZ-(.+)-(\d+)-(\d{16})\.parquet$/

/** Where the files of each partition end. */
async function chainEnds(engine: Engine, dir: string, topic: string, partitions: readonly number[]) {
  const last = new Map<number, { readonly start: number; readonly file: string }>()
  for (const file of readdirSync(dir)) {
    const [, of, partition, start] = NAME.exec(file) ?? []
    if (of !== topic || !partitions.includes(Number(partition))) continue
    if (Number(start) >= (last.get(Number(partition))?.start ?? 0))
      last.set(Number(partition), { start: Number(start), file })
  }
  const ends = new Map<number, number>()
  for (const [partition, { file }] of last) {
    const [note] = await engine.all<{ next: string }>(
      `SELECT decode(value) AS next FROM parquet_kv_metadata(${text(join(dir, file))}) WHERE decode(key) = ${text(NEXT)}`,
    )
    if (note === undefined)
      fail('input', `${file} does not say where it ends`, 'Take it out of the folder: lethe encode did not write it.')
    ends.set(partition, Number(note.next))
  }
  return ends
}

async function asParquet(engine: Engine, { path, next }: Growing, columns: readonly string[]): Promise<string> {
  const table = fresh('shared')
  const whole = `${path}.parquet`
  const typed = columns.map((column) => `${typedColumn(column)} AS ${name(column)}`).join(', ')
  await engine.readDelimited(table, { paths: [path], delimiter: '\t', quote: undefined, header: false, columns }, typed)
  try {
    rmSync(whole, { force: true })
    const order = columns.map(name).join(', ')
    await engine.write(`SELECT * FROM ${name(table)} ORDER BY ${order}`, whole, 'parquet', { [NEXT]: String(next) })
  } finally {
    await engine.drop(table)
  }
  const fd = openSync(whole, 'r')
  fsyncSync(fd)
  closeSync(fd)
  return whole
}

function typedColumn(column: string): string {
  const cell = `nullif(${name(column)}, '')`
  if (column === 'day') return cast(cell, 'day')
  if (column === 'hour' || column === 'time') return cast(cell, 'time')
  return column === 'pseudonym' ? cell : fromHex(cell)
}

/** Gives a file a name that nobody has taken: a second link is refused where a rename would take the place of what is there. */
function takeName(whole: string, path: string): void {
  try {
    linkSync(whole, path)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new Overtaken()
    if (code === 'EPERM' || code === 'ENOTSUP')
      fail('output', 'the folder lies on a file system without hard links', 'Name a folder on another one.', cause)
    throw fromSystem(cause) ?? cause
  }
}

function syncFolder(dir: string): void {
  const fd = openSync(dir, 'r')
  fsyncSync(fd)
  closeSync(fd)
}
