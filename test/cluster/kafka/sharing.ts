import { readFileSync, writeFileSync } from 'node:fs'
import type { Bench, Running } from '../../support/lethe.js'
import { type Decoded, lines } from '../../support/shares.js'
import type { Topics } from './topics.js'

export const T = 4
const SHARE = ['encode', '--key', 'key', '--t', String(T), '--columns', 'user=user,query=q,time=at']

/** What the tests of topics do with the command line. */
export interface Sharing {
  /** The words that share a topic; `to` is a topic or a folder. */
  words(from: string, to: string, ...more: readonly string[]): string[]
  start(from: string, to: string, ...more: readonly string[]): Running
  /** Shares all that there is. */
  drain(from: string, to: string, ...more: readonly string[]): Promise<string>
  /** What decode makes of a topic: figures, and the opened queries with their rows. */
  open(topic: string): Promise<Opened>
  openFolder(dir: string): Promise<Opened>
}

export interface Opened extends Decoded {
  readonly queries: Readonly<Record<string, number>>
}

export function sharing(bench: Bench, topics: Topics): Sharing {
  const { url } = topics.broker
  const words = (from: string, to: string, ...more: readonly string[]) => {
    const place = to.startsWith('t') ? `${url}/${to}` : to
    return [...SHARE, '--from', `${url}/${from}?session=1000`, '--to', place, ...more]
  }
  const opened = async (input: string): Promise<Opened> => {
    const decoded = await bench.json<Decoded>('decode', input, '-o', 'open.ndjson')
    const queries: Record<string, number> = {}
    for (const line of lines(readFileSync(bench.path('open.ndjson'), 'utf8'))) {
      const { query } = JSON.parse(line) as { query?: string | null }
      if (query) queries[query] = (queries[query] ?? 0) + 1
    }
    return { ...decoded, queries }
  }
  return {
    words,
    start: (from, to, ...more) => bench.start(words(from, to, ...more)),
    async drain(from, to, ...more) {
      const { status, stderr } = await bench.lethe(words(from, to, '--drain', ...more))
      if (status !== 0) throw new Error(`status ${status}: ${stderr}`)
      return stderr
    },
    async open(topic) {
      writeFileSync(bench.path(`${topic}.ndjson`), `${(await topics.values(topic)).join('\n')}\n`)
      return opened(`${topic}.ndjson`)
    },
    openFolder: opened,
  }
}

/** Queries that open, in their normal form, with the rows that each has in a log. */
export function readable(rows: readonly { readonly user: string; readonly q: string }[]): Record<string, number> {
  const persons = new Map<string, Set<string>>()
  for (const { user, q } of rows) persons.set(q, (persons.get(q) ?? new Set()).add(user))
  const open = [...persons].filter(([, who]) => who.size >= T).map(([q]) => q)
  return Object.fromEntries(open.map((q) => [q.toLowerCase(), rows.filter((row) => row.q === q).length]))
}
