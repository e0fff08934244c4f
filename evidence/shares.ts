import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeKeyFile } from '../src/crypto/key-file.js'
import { withSession } from '../src/engines/session.js'
import { readLog } from '../src/ingest/index.js'
import { attack } from '../src/run/attack.js'
import { decode } from '../src/run/decode.js'
import { generate } from '../src/run/generate.js'
import { release } from '../src/run/release/index.js'
import { blind, evaluate, finalise, keysOfEpoch } from '../src/shares/oblivious/suite.js'
import type { ShareScheme, Sharing } from '../src/shares/scheme.js'
import { rowEncoder } from '../src/shares/seal/row-encoder.js'

const KEY = Uint8Array.from({ length: 32 }, (_, i) => i)
const SCHEMES: readonly (Pick<Sharing, 'scheme' | 'n'> & { readonly label: string })[] = [
  { label: 'field', scheme: 'field', n: 0 },
  { label: 'shamir, n = 10 (the paper)', scheme: 'shamir', n: 10 },
  { label: 'shamir, n = 100', scheme: 'shamir', n: 100 },
  { label: 'shamir, n = 1000', scheme: 'shamir', n: 1000 },
  { label: 'unanimous', scheme: 'unanimous', n: 0 },
]

/** How many persons each scheme needs in practice, what a dictionary opens, and how fast the oblivious function is. */
export async function shares(quick: boolean): Promise<string> {
  const users = quick ? 3000 : 20_000
  const dir = mkdtempSync(join(tmpdir(), 'lethe-evidence-'))
  try {
    const log = join(dir, 'log.tsv')
    await generate({ users, seed: 7 }, { out: log })
    const histories = await askersOf(log, quick ? 24 : 40)
    return [
      '# Secret-shared queries',
      '',
      `*Simulated*: a generated log of ${users.toLocaleString('en')} users, seed 7. Made by \`npm run evidence -- shares${quick ? ' --quick' : ''}\`.`,
      '',
      '## How many persons open a query',
      '',
      `Persons in the order in which they first asked, for the ${histories.length} queries with the most persons: how many it took until the query could be read.`,
      'The threshold is t; more are needed only where persons meet at a point or in a bucket.',
      '',
      '| scheme | t | mean | half of the queries | 95 % | most |',
      '| --- | --- | --- | --- | --- | --- |',
      ...[3, 5].flatMap((t) => SCHEMES.map((one) => row(one, t, histories))),
      '',
      ...(await dictionary(dir, log)),
      '',
      ...oblivious(quick ? 64 : 512),
      '',
    ].join('\n')
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

type Askers = { readonly query: string; readonly persons: readonly string[] }

/** Queries that at least so many persons asked, with their persons in order. */
function askersOf(path: string, least: number): Promise<Askers[]> {
  return withSession({}, async (session) => {
    const { log } = await readLog([path], {}, session)
    const all = new Map<string, string[]>()
    for await (const [queries = [], persons = []] of session.engine.stream(`
      SELECT query, person FROM (SELECT query, person, min(time) AS first, count(*) OVER (PARTITION BY query) AS n FROM ${log.table} WHERE query IS NOT NULL GROUP BY query, person)
      WHERE n >= ${least} ORDER BY query, first, person`)) {
      for (const [i, query] of queries.entries()) {
        const list = all.get(query as string)
        if (list) list.push(persons[i] as string)
        else all.set(query as string, [persons[i] as string])
      }
    }
    return [...all].map(([query, persons]) => ({ query, persons }))
  })
}

function row({ label, scheme, n }: (typeof SCHEMES)[number], t: number, histories: readonly Askers[]): string {
  const needed = histories.map((history) => untilOpen(history, { scheme, n, t })).sort((a, b) => a - b)
  const at = (share: number) => needed[Math.min(needed.length - 1, Math.floor(share * needed.length))]!
  const mean = needed.reduce((sum, one) => sum + one, 0) / needed.length
  const shown = (value: number) => (value === Number.POSITIVE_INFINITY ? 'not opened' : String(value))
  return `| ${label} | ${t} | ${Number.isFinite(mean) ? mean.toFixed(2) : '-'} | ${shown(at(0.5))} | ${shown(at(0.95))} | ${shown(at(1))} |`
}

const encoders = new Map<string, ReturnType<typeof rowEncoder>>()

function untilOpen({ query, persons }: Askers, sharing: Sharing): number {
  const name = JSON.stringify(sharing)
  const encoder =
    encoders.get(name) ??
    rowEncoder(
      {
        ...{ sharing, key: KEY, rotation: 'none', shape: { user: 0, query: 1, time: undefined, width: 2 } },
        shows: { pseudonym: false, share: true, text: false, time: 'none' },
      },
      { normalise: (bytes) => bytes.slice(), readTime: () => undefined },
    )
  encoders.set(name, encoder)
  const lines = Buffer.from(persons.map((person) => `${person}\t${query}\n`).join(''))
  const points = Buffer.from(encoder.encode(lines, () => {}))
    .toString('latin1')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t')[1])
  const seen = new Set<string | undefined>()
  for (const [i, point] of points.entries()) if (seen.add(point).size === sharing.t) return i + 1
  return Number.POSITIVE_INFINITY
}

/** A dictionary of the same log: the worst case, an attacker who knows every query there is. */
async function dictionary(dir: string, log: string): Promise<string[]> {
  const keyFile = join(dir, 'key')
  writeKeyFile(keyFile)
  const rows: string[] = []
  for (const scheme of ['field', 'shamir', 'unanimous'] satisfies ShareScheme[]) {
    const out = join(dir, scheme)
    await release([log], {
      plan: { steps: [{ method: 'secret-shares', params: { t: 5, scheme } }], shows: {} },
      out,
      keyFile,
    })
    const { tags, opened } = await decode([out], { out: join(dir, `${scheme}.tsv`) })
    const guess = async (params: object) =>
      (await attack('guess-dictionary', out, { reference: [log], params: params as Record<string, unknown> }))
        .scored as {
        tried: number
        opened: number
      }
    const [without, withKey] = [await guess({}), await guess({ key: keyFile })]
    rows.push(
      `| ${scheme} | ${tags} | ${opened} | ${without.opened} of ${without.tried} | ${withKey.opened} of ${withKey.tried} |`,
    )
  }
  return [
    '## What a dictionary opens',
    '',
    'The whole log as dictionary, t = 5. Open to all is what five persons asked; guesses count where they open what is closed.',
    '',
    '| scheme | queries | open to all | guessed without the key | guessed with it |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ]
}

/** What the curve costs, on one core: client and server together. */
function oblivious(queries: number): string[] {
  const keys = keysOfEpoch(KEY, 'all')
  const timed = (work: () => void) => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return Math.round(queries / ((user + system) / 1e6))
  }
  const inputs = Array.from({ length: queries }, (_, i) => new TextEncoder().encode(`query ${i}`))
  let items: ReturnType<typeof blind>[] = []
  let evaluation: ReturnType<typeof evaluate> | undefined
  const blinding = timed(() => {
    items = inputs.map(blind)
  })
  const evaluating = timed(() => {
    evaluation = evaluate(
      keys,
      items.map(({ blinded }) => blinded),
    )
  })
  const finishing = timed(() => {
    finalise(items, evaluation!, keys.publicKey)
  })
  const together = Math.round(1 / (1 / blinding + 1 / evaluating + 1 / finishing))
  return [
    '## The oblivious function',
    '',
    `Queries a second of processor time, in batches with one proof each: ${blinding} blinded, ${evaluating} evaluated and proven, ${finishing} checked and finished; ${together} all together.`,
    'By default the server lets a client ask for 100,000 an hour: so fast, and no faster, can a holder of the key guess.',
  ]
}
