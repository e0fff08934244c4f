import { randomBytes } from 'node:crypto'
import { text } from '../sql.js'
import { PREFIX, type Runner } from './runner.js'

/** How often a run says that it is under way, and how long it may have been silent to count as such. */
export const BEAT_MS = 60_000
const SILENT_MS = 10 * BEAT_MS
/** Folders that this catalog knows nothing of may be of runs on another server, which says it elsewhere. */
const UNKNOWN_MS = 24 * 60 * BEAT_MS

/** What the properties of a run's database say while it is under way. */
export function alive(): string {
  return `DBPROPERTIES ('lethe.alive' = '${Date.now()}')`
}

/** What a run has on the cluster, or left behind: its database; or a folder of tables without one, as a server that ended leaves it. */
export interface Left {
  readonly name: string
  readonly underWay: boolean
  readonly folder?: string
}

/** The databases of runs of Lethe. One whose run has said nothing for ten minutes was left behind; clocks of two machines differ by less. */
export async function databasesOf(runner: Runner): Promise<Left[]> {
  const found: Left[] = []
  for (const [name = ''] of await rowsOf(runner, `SHOW DATABASES LIKE '${PREFIX}*'`)) {
    if (!NAME.test(name)) continue
    const told = await rowsOf(runner, `DESCRIBE DATABASE EXTENDED ${name}`).catch(() => []) // dropped meanwhile
    const alive = Number(/lethe\.alive,\s*(\d+)/.exec(told.flat().join(' '))?.[1] ?? 0)
    found.push({ name, underWay: Date.now() - alive < SILENT_MS })
  }
  return found
}

/** Is a run under way, by what it has said; one that this catalog knows nothing of may be on another server, and is taken to be for a day from its start. */
export async function isUnderWay(runner: Runner, run: string): Promise<boolean> {
  const known = (await databasesOf(runner)).find(({ name }) => name === run)
  return known?.underWay ?? Date.now() - startOf(run) < UNKNOWN_MS
}

/** When a run began, by the name of its database (`databaseName`). */
function startOf(run: string): number {
  return Number.parseInt(run.split('_')[1] ?? '', 36) || 0
}

/** A name for the database of a run that begins now. */
export function databaseName(now = Date.now()): string {
  return `${PREFIX}${now.toString(36)}_${randomBytes(5).toString('hex')}`
}

/** What stands in the folder of a table: its files, and those of tasks that a server had under way when it ended, which Spark does not list unless they are named. */
const ANY_FILE = '{*,_temporary/*/*/*,_temporary/*/_temporary/*/*}'

const NAME = /^lethe_[a-z0-9]+_[0-9a-f]{10}$/

/**
 * Folders of runs where the cluster keeps tables, of which its catalog knows nothing: a catalog in the memory of a server ends with it, its folders do not. They
 * are told by the files in them; those of a day ago at most may be of a run.
 */
export async function foldersOf(runner: Runner, scratch: string | undefined, known: readonly Left[]): Promise<Left[]> {
  const place = scratch ?? (await runner.client.option('spark.sql.warehouse.dir'))
  if (place === undefined) return []
  const files = await rowsOf(
    runner,
    `SELECT path, CAST(unix_millis(modificationTime) AS STRING) FROM binaryFile.\`${`${place}/${PREFIX}*/*/${ANY_FILE}`.replaceAll('`', '')}\``,
  ).catch(() => []) // none is there
  const newest = new Map<string, number>()
  for (const [path = '', time] of files) {
    const folder = folderOf(path)
    if (folder !== undefined) newest.set(folder, Math.max(newest.get(folder) ?? 0, Number(time)))
  }
  return [...newest].flatMap(([folder, time]) => {
    const name = folder.slice(folder.lastIndexOf('/') + 1).replace(/\.db$/, '')
    if (known.some((one) => one.name === name)) return []
    return [{ name, underWay: Date.now() - time < UNKNOWN_MS, folder }]
  })
}

/** The folder of the run that a file is of: the last by its name, since the place itself may lie in a folder that is called like one. */
export function folderOf(path: string): string | undefined {
  return /^(.*\/lethe_[a-z0-9]+_[0-9a-f]{10}(?:\.db)?)\//.exec(path)?.[1]
}

/** Removes what a run has there. A folder without a database gets one first, with which it goes. */
export async function removeLeft({ run }: Runner, { name, folder }: Left): Promise<void> {
  if (folder !== undefined) await run(`CREATE DATABASE IF NOT EXISTS ${name} LOCATION ${text(folder)}`)
  await run(`DROP DATABASE IF EXISTS ${name} CASCADE`)
}

async function rowsOf(runner: Runner, sql: string): Promise<string[][]> {
  const found: string[][] = []
  for await (const { batch } of runner.rows(sql))
    for (let i = 0; i < (batch[0]?.length ?? 0); i++) found.push(batch.map((column) => String(column[i])))
  return found
}
