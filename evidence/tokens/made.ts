import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readQueries } from '../../src/attacks/invert-tokens/read.js'
import { withSession } from '../../src/engines/session.js'
import { fresh } from '../../src/engines/sql.js'
import { WEB_1, writeLog } from '../../src/generate/index.js'
import { readLog } from '../../src/ingest/index.js'
import { hashedAs, type Pair } from '../weaknesses/inversion.js'

/** Tokens of a corpus that are in their order: more than any table asks for. */
const VOCABULARY = 110_000
/** First days of the log and of the reference: other people, other weeks. */
const STARTS = { log: '2006-03-01', reference: '2006-06-01' } as const

/** A world with the numbers of web-1, and topics, sites and popularity of its own. */
const OTHER_WORLD = { name: 'web-2', adult: 0, company: 0, wares: 0, families: 0, starOffset: WEB_1.starOffset }

/** Two generated logs in a folder that goes afterwards. */
export async function withLogs<T>(
  users: number,
  work: (logs: { readonly dir: string; readonly log: string; readonly reference: string }) => Promise<T>,
): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'lethe-tokens-'))
  try {
    const [log, reference] = [join(dir, 'log.tsv'), join(dir, 'reference.tsv')]
    await writeLog({ users, seed: 21, start: STARTS.log }, { out: log })
    await writeLog({ users, seed: 22, start: STARTS.reference }, { out: reference })
    return await work({ dir, log, reference })
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Two logs that are read, any part of which can be hashed or be a reference. */
export interface Large {
  /** `hashed` and `reference` choose rows of the log and of the reference. */
  pair(hashed?: string, reference?: string): Promise<Pair>
  /** Both sides from the log: the same people. */
  samePeople(hashed: string, reference: string): Promise<Pair>
  /** The log without queries that fewer persons asked. */
  askedBy(persons: number): Promise<Pair>
  /** A reference of another world, of so many people. */
  otherWorld(users: number): Promise<Pair>
}

export function withLarge<T>(
  { dir, log, reference }: { readonly dir: string; readonly log: string; readonly reference: string },
  work: (large: Large) => Promise<T>,
): Promise<T> {
  return withSession({}, async (session) => {
    // One row for each result page: further clicks on it are no further query.
    const read = async (path: string) => {
      const { table } = (await readLog([path], {}, session)).log
      const pages = fresh('pages')
      await session.engine.materialise(pages, `SELECT DISTINCT person, query, time FROM ${table}`)
      return { table: pages }
    }
    const [own, other] = [await read(log), await read(reference)]
    const corpus = (of: typeof own, part: string) => readQueries(of, part, VOCABULARY, session)
    const whole = { hashes: hashedAs(await corpus(own, 'true')), reference: await corpus(other, 'true') }
    return work({
      pair: async (hashed, known) => ({
        hashes: hashed === undefined ? whole.hashes : hashedAs(await corpus(own, hashed)),
        reference: known === undefined ? whole.reference : await corpus(other, known),
      }),
      samePeople: async (hashed, known) => ({
        hashes: hashedAs(await corpus(own, hashed)),
        reference: await corpus(own, known),
      }),
      askedBy: async (persons) => {
        const common = `SELECT query FROM ${own.table} GROUP BY query HAVING count(DISTINCT person) >= ${persons}`
        return { hashes: hashedAs(await corpus(own, `query IN (${common})`)), reference: whole.reference }
      },
      async otherWorld(users) {
        const path = join(dir, 'other-world.tsv')
        await writeLog({ users, seed: 23, start: STARTS.reference, world: OTHER_WORLD }, { out: path })
        return { hashes: whole.hashes, reference: await corpus(await read(path), 'true') }
      },
    })
  })
}

/** Rows of some weeks of the log, counted from its first day. */
export function weeks(first: number, count: number, start: keyof typeof STARTS = 'log'): string {
  const day = `DATE '${STARTS[start]}'`
  return `time >= ${day} + INTERVAL '${Math.round(7 * first)} days' AND time < ${day} + INTERVAL '${Math.round(7 * (first + count))} days'`
}

/** Rows of one in so many people. */
export const oneIn = (part: number) => (part === 1 ? 'true' : `hash(person) % ${part} = 0`)
