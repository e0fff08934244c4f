import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../src/base/package-root.js'
import { openHome } from '../src/peer/node/home.js'
import { peerId } from '../src/peer/node/transport.js'
import { type Outcome, round } from './measure.js'

const PORTS = [46_201, 46_202, 46_203]
const ALONE = 2
const WARM_UP = 600
const QUERIES = 3000
const BUSY_MS = 4000
const AT_ONCE = 20

/**
 * Real peers in processes of their own: two friends, and one that has none and submits everything itself. What a query that was
 * handed over once takes longer than one of the lonely peer is the cost of a hop.
 */
export async function peerBench(): Promise<Outcome> {
  const dir = mkdtempSync(join(tmpdir(), 'lethe-bench-peer-'))
  const engine = await smallEngine()
  const children: ChildProcess[] = []
  try {
    const urls = await startPeers(dir, engine.template, children)
    const idleMiB = Math.max(...children.map(residentMiB))
    const times: { direct: number[]; handed: number[] } = { direct: [], handed: [] }
    for (let i = 0; i < WARM_UP + QUERIES; i++) {
      const asker = i % urls.length
      const query = `query ${i}`
      const started = performance.now()
      await ask(urls[asker]!, query)
      const taken = performance.now() - started
      if (i < WARM_UP) continue
      if (asker === ALONE) times.direct.push(taken)
      else if (engine.by.get(query) !== `127.0.1.${asker + 1}`) times.handed.push(taken)
    }
    const direct = quantile(times.direct, 0.5)
    const hop = quantile(times.handed, 0.5) - direct
    const friends = children.slice(0, ALONE)
    const before = cpuMs(friends)
    const perSecond = await busy(urls.slice(0, ALONE))
    const cpuMsPerQuery = (cpuMs(friends) - before) / ((2 * perSecond * BUSY_MS) / 1000)
    return {
      name: 'peer-hop',
      ours: round(hop),
      limit: round(direct),
      ratio: round(hop / direct),
      unit: 'ms',
      atMost: 5 / direct,
      peakMiB: Math.round(Math.max(...children.map(residentMiB))),
      detail: {
        p99: round(quantile(times.handed, 0.99) - direct),
        handed: times.handed.length,
        idleMiB: Math.round(idleMiB),
        queriesPerSecond: Math.round(perSecond),
        cpuMsPerQuery: round(cpuMsPerQuery),
      },
    }
  } finally {
    for (const child of children) child.kill('SIGKILL')
    engine.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Both ask at once, many at a time: queries a second through the first. */
async function busy(urls: readonly string[]): Promise<number> {
  const end = performance.now() + BUSY_MS
  let done = 0
  await Promise.all(
    Array.from({ length: 2 * AT_ONCE }, async (_, worker) => {
      for (let i = 0; performance.now() < end; i++) {
        await ask(urls[worker % 2]!, `busy ${worker} ${i}`)
        if (worker % 2 === 0) done++
      }
    }),
  )
  return (1000 * done) / BUSY_MS
}

async function startPeers(dir: string, template: string, children: ChildProcess[]): Promise<string[]> {
  const homes = PORTS.map((i) => openHome(join(dir, String(i))))
  const ids = await Promise.all(homes.map(peerId))
  // Friends who are never there: a peer that says it has many is handed more.
  const absent = await Promise.all([3, 4, 5, 6, 7, 8].map((i) => peerId(openHome(join(dir, String(i))))))
  for (const [i, home] of homes.slice(0, ALONE).entries()) {
    const other = 1 - i
    home.keepFriends([
      { id: ids[other]!, name: 'other', addresses: [`/ip4/127.0.0.1/tcp/${PORTS[other]}/p2p/${ids[other]}`] },
      ...absent.map((id) => ({ id, name: 'absent', addresses: [] })),
    ])
  }
  const main = join(PACKAGE_ROOT, 'dist', 'src', 'cli', 'main.js')
  const urls = await Promise.all(
    homes.map(({ dir: home }, i) => {
      const listen = `/ip4/127.0.0.1/tcp/${PORTS[i]}`
      const words = ['--home', home, '--search', template, '--from', `127.0.1.${i + 1}`, '--listen', listen]
      const child = spawn(process.execPath, [main, 'peer', 'start', ...words, '--port', '0', '--json', '--consent'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      children.push(child)
      return new Promise<string>((resolve, reject) => {
        let out = ''
        child.once('exit', () => reject(new Error('a peer ended early')))
        child.stdout?.setEncoding('utf8').on('data', (text: string) => {
          out += text
          if (out.trimEnd().endsWith('}')) resolve((JSON.parse(out) as { url: string }).url)
        })
      })
    }),
  )
  for (const url of urls.slice(0, ALONE)) {
    const here = async () => {
      const status = (await (await fetch(`${url}/status?format=json`)).json()) as { friends: { here: boolean }[] }
      return status.friends.some((friend) => friend.here)
    }
    while (!(await here())) await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return urls
}

async function ask(url: string, query: string): Promise<void> {
  const response = await fetch(`${url}/search?format=json&q=${encodeURIComponent(query)}`)
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`a query was answered ${response.status}`)
}

/** An engine that knows one answer, and remembers who asked what. */
async function smallEngine() {
  const by = new Map<string, string>()
  const answer = JSON.stringify({
    results: Array.from({ length: 10 }, (_, i) => ({
      title: `Result ${i}`,
      url: `https://result.example/${i}`,
      snippet: 'Some words about it. '.repeat(8),
    })),
  })
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://engine.example').searchParams.get('q') ?? ''
    by.set(query, request.socket.remoteAddress ?? '')
    response.end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    by,
    template: `http://127.0.0.1:${port}/?q={searchTerms}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** CPU time of processes, in milliseconds (ticks are 10 ms on every Linux). */
function cpuMs(children: readonly ChildProcess[]): number {
  return children.reduce((sum, { pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /, '').split(' ')
    return sum + 10 * (Number(fields[11]) + Number(fields[12]))
  }, 0)
}

function residentMiB({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}
