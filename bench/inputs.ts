import { createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { withSession } from '../src/engines/session.js'
import { readLog } from '../src/ingest/index.js'
import { bestInTurns, inChild, type Outcome, round, type Sample, sample } from './measure.js'

const MEMORY = 2 ** 31

/** The parts of these benches: a log is read, whatever its format. */
export const INPUT_PARTS: Readonly<Record<string, (path: string, memory: number) => Promise<Sample>>> = {
  'read-access': (path, memory) => read(path, memory),
  'read-chat': (path, memory) => read(path, memory),
  'read-csv': (path, memory) => read(path, memory),
}

function read(path: string, memory: number): Promise<Sample> {
  return sample(() => withSession({ memory }, (session) => readLog([path], {}, session)))
}

/** An access log of so many lines, every third of them a search, against a csv file of as many lines and bytes, most of them the query. */
export function accessBench(rows: number): Promise<Outcome> {
  return inputBench('access', rows, accessLine)
}

/** A prompt log of so many conversations, against the same. */
export function chatBench(rows: number): Promise<Outcome> {
  return inputBench('chat', rows, chatLine)
}

async function inputBench(format: 'access' | 'chat', rows: number, line: (n: number) => string): Promise<Outcome> {
  const log = await written(`${format}-${rows}.log`, rows, '', line)
  const csvOf = (long: 'query' | 'unread') =>
    written(
      `${format}-${rows}-${long}.csv`,
      rows,
      `user,time,${long === 'query' ? 'short,query' : 'query,unread'}\n`,
      (n) => csvLine(n, line(n).length),
    )
  const [csv, unread] = [await csvOf('query'), await csvOf('unread')]
  const [own, limit, passedOver] = bestInTurns([
    () => inChild(`read-${format}`, [log, String(MEMORY)]),
    () => inChild('read-csv', [csv, String(MEMORY)]),
    () => inChild('read-csv', [unread, String(MEMORY)]),
  ])
  return {
    name: format,
    ours: round(own.seconds),
    limit: round(limit.seconds),
    ratio: round(own.seconds / limit.seconds),
    unit: 's',
    atMost: 2,
    peakMiB: own.peakMiB,
    detail: {
      rows,
      cpuSeconds: round(own.cpuSeconds),
      csvCpuSeconds: round(limit.cpuSeconds),
      csvPeakMiB: limit.peakMiB,
      timesWhereCsvPassesMostBytesOver: round(own.seconds / passedOver.seconds),
    },
  }
}

async function written(name: string, rows: number, header: string, line: (n: number) => string): Promise<string> {
  const dir = join(tmpdir(), 'lethe-bench')
  const path = join(dir, name)
  if (existsSync(path)) return path
  mkdirSync(dir, { recursive: true })
  const lines = function* () {
    yield header
    for (let n = 0; n < rows; n += 1000)
      yield Array.from({ length: Math.min(1000, rows - n) }, (_, i) => `${line(n + i)}\n`).join('')
  }
  const unfinished = `${path}.${process.pid}`
  await pipeline(lines, createWriteStream(unfinished))
  renameSync(unfinished, path)
  return path
}

/** Numbers that look drawn and are the same in every run. */
const mixed = (n: number) => (Math.imul(n ^ (n >>> 15), 0x2c1b3c6d) ^ (n >>> 12)) >>> 0
const WORDS = ['garden', 'chair', 'lamp', 'weather', 'cheap', 'flights', 'recipe', 'red', 'shoes', 'how', 'to', 'fix']
const asked = (n: number) => `${WORDS[mixed(n) % 12]} ${WORDS[mixed(n + 7) % 12]} ${mixed(n + 3) % 5000}`
const two = (n: number) => String(n).padStart(2, '0')
/** Logs are written as time goes. */
const day = (n: number) => two(1 + (Math.floor(n / 86_400) % 28))
const clock = (n: number) => `${two(Math.floor(n / 3600) % 24)}:${two(Math.floor(n / 60) % 60)}:${two(n % 60)}`
const user = (n: number) => `u${mixed(n >> 3) % 650_000}`

function accessLine(n: number): string {
  const target =
    n % 3 === 0 ? `/search?q=${asked(n).replaceAll(' ', '+')}&page=1` : `/static/img/${mixed(n) % 100_000}.png`
  return `192.0.2.${n % 250} - ${user(n)} [${day(n)}/Mar/2024:${clock(n)} +0000] "GET ${target} HTTP/1.1" 200 ${mixed(n) % 99_999} "https://shop.example/" "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"`
}

function chatLine(n: number): string {
  const answer = `${asked(n)}. `.repeat(20)
  const turns = [1, 2].flatMap((turn) => [
    { role: 'user', content: `please tell me about ${asked(n * turn)}` },
    { role: 'assistant', content: answer },
  ])
  return JSON.stringify({
    conversation_id: `c${n}`,
    user_id: user(n),
    timestamp: `2024-03-${day(n)}T${clock(n)}Z`,
    messages: turns,
  })
}

function csvLine(n: number, bytes: number): string {
  const start = `${user(n)},2024-03-${day(n)} ${clock(n)},${asked(n)},`
  return `${start}"${'x'.repeat(Math.max(0, bytes - start.length - 2))}"`
}
