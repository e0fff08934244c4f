import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Home, openHome } from '../../src/peer/node/home.js'
import type { Limits } from '../../src/peer/node/limits.js'
import { type RunningPeer, startPeer } from '../../src/peer/node/peer.js'
import { JSON_RULES } from '../../src/peer/node/results.js'
import { peerId } from '../../src/peer/node/transport.js'

/** A peer that can be started: a home with an identity and friends, and an address of its own to ask the engine from. */
export interface Place {
  readonly home: Home
  readonly id: string
  readonly listen: string
  readonly from: string
}

/** Homes in a folder, each on a port of its own; `friends` are pairs who list each other. */
export async function places(
  dir: string,
  count: number,
  friends: readonly (readonly [number, number])[],
): Promise<Place[]> {
  const made: Place[] = []
  for (const [i, port] of (await freePorts(count)).entries()) {
    const home = openHome(join(dir, `peer-${i}`))
    made.push({ home, id: await peerId(home), listen: `/ip4/127.0.0.1/tcp/${port}`, from: `127.0.1.${i + 1}` })
  }
  for (const [i, { home }] of made.entries()) {
    const known = made.flatMap(({ id, listen }, j) =>
      friends.some(([a, b]) => (a === i && b === j) || (a === j && b === i))
        ? [{ id, name: `peer ${j}`, addresses: [`${listen}/p2p/${id}`] }]
        : [],
    )
    home.keepFriends(known)
    home.remember({ consent: '2026-01-01T00:00:00Z' })
  }
  return made
}

/** Quick to notice and to try again, so that tests need not wait. */
export const QUICK: Partial<Limits> = {
  accept: 1500,
  silence: 1500,
  still: 400,
  whole: 20_000,
  engine: 5000,
  epoch: 300,
  redial: [50, 400],
  save: 200,
  look: 100,
}

/** Starts a peer in this process. */
export function startHere(place: Place, template: string, limits: Partial<Limits> = QUICK): Promise<RunningPeer> {
  const { home, listen, from } = place
  return startPeer({ home, listen, port: 0, engine: { template, rules: JSON_RULES, from }, limits })
}

export async function search(
  url: string,
  query: string,
): Promise<{ status: number; results: { title: string; url: string; snippet: string }[] }> {
  const response = await fetch(`${url}/search?format=json&q=${encodeURIComponent(query)}`)
  const body = (await response.json()) as { results?: { title: string; url: string; snippet: string }[] }
  return { status: response.status, results: body.results ?? [] }
}

/** Waits until something holds. */
export async function until(holds: () => boolean | Promise<boolean>, milliseconds = 15_000): Promise<void> {
  const end = Date.now() + milliseconds
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('waited in vain')
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return server
    }),
  )
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
