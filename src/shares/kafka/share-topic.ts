import { setTimeout as wait } from 'node:timers/promises'
import type { TopicAddress } from './address.js'
import { type Answers, answersOf } from './answers.js'
import type { Aside } from './aside.js'
import { type DocumentSharer, TAB } from './documents.js'
import type { Counts, Gauges } from './metrics.js'
import { type Outlet, Overtaken, refuseCircle } from './outlet.js'
import { type Offsets, openReader, type Piece, type Reader, refuseNewTopic } from './reader.js'
import { answered, fromBroker, stays, told } from './trouble.js'

const COMMIT_MS = 1000
const PATIENCE_MS = 60_000
const LONGEST_PAUSE_MS = 10_000

export interface TopicSharing {
  readonly from: TopicAddress
  readonly group: string
  readonly sharer: DocumentSharer
  readonly openOutlet: () => Promise<Outlet>
  readonly aside: Aside
  readonly counts: Counts
  readonly gauges: Gauges
  /** End when all is shared that was there when a partition was taken up. */
  readonly drain: boolean
  /** Finish what was taken, commit, leave the group. */
  readonly stop: AbortSignal
  readonly say: (line: string) => void
}

/** Shares a topic until it is stopped. Brokers that go away are waited for, once they have been there; what would stay wrong ends it. */
export async function shareTopic(sharing: TopicSharing): Promise<void> {
  const { from, stop, gauges, counts, say } = sharing
  const started = Date.now()
  let worked = 0
  let pause = 250
  while (!stop.aborted) {
    try {
      return await session(sharing, () => {
        if (!gauges.connected && worked > 0) say(`${from.label} answers again`)
        gauges.connected = true
        worked = Date.now()
        pause = 250
      })
    } catch (cause) {
      if (cause instanceof Overtaken) continue
      if (!fromBroker(cause) || !mayPass(cause, started, worked))
        throw fromBroker(cause) ? told(from.label, cause) : cause
      if (gauges.connected) say(`${told(from.label, cause).message}; trying again`)
      gauges.connected = false
      counts.reconnects++
      await wait(pause, undefined, { signal: stop }).catch(() => {})
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    }
  }
}

/** What would stay wrong may be about to be mended where it was right before; and a group may be about to be put together again where a broker answers at all. */
function mayPass(cause: unknown, started: number, worked: number): boolean {
  if (stays(cause)) return worked > 0 && Date.now() < worked + PATIENCE_MS
  return worked > 0 || (answered(cause) && Date.now() < started + PATIENCE_MS)
}

/** From joining the group to leaving it. */
async function session(sharing: TopicSharing, alive: () => void): Promise<void> {
  const outlet = await sharing.openOutlet()
  try {
    const reader = await openReader(sharing.from, sharing.group)
    const answers = answersOf(reader, sharing.stop)
    try {
      if (outlet.topicId === reader.topicId) refuseCircle()
      const committed = committer(reader, outlet, sharing)
      await readOn(reader, answers, outlet, committed, sharing, alive)
      await outlet.settle()
      await committed(true)
    } finally {
      answers.close()
      await reader.close()
    }
  } finally {
    await outlet.close()
  }
}

/** Commits what is written for good and was not committed yet: now and then, or now. */
function committer(reader: Reader, outlet: Outlet, { aside, counts }: TopicSharing): (now: boolean) => Promise<void> {
  let done = new Map<number, number>()
  let last = Date.now()
  return async (now) => {
    if (!now && Date.now() < last + COMMIT_MS) return
    last = Date.now()
    const written = new Map(outlet.written())
    const fresh = new Map([...written].filter(([partition, offset]) => done.get(partition) !== offset))
    if (fresh.size === 0) return
    aside.flush()
    await reader.commit(fresh)
    done = written
    counts.commits++
  }
}

async function readOn(
  reader: Reader,
  answers: Answers,
  outlet: Outlet,
  commit: (now: boolean) => Promise<void>,
  sharing: TopicSharing,
  alive: () => void,
): Promise<void> {
  const { stop, drain, gauges, counts } = sharing
  let positions = new Map<number, number>()
  let ends: Offsets = new Map()
  while (!stop.aborted) {
    const dealt = reader.dealt()
    if (dealt !== undefined) {
      await outlet.settle()
      await commit(true)
      ;({ positions, ends } = await takeUp(dealt, reader, outlet, sharing))
      answers.forget()
      counts.rebalances++
      if (dealt.length === 0) alive() // others have them all; else it works once messages can be fetched
    }
    if (drain && [...ends].every(([partition, end]) => (positions.get(partition) ?? 0) >= end)) return
    answers.ask(positions)
    const pieces = await answers.next()
    if (pieces !== undefined) {
      for (const { partition, next, end } of pieces) {
        positions.set(partition, next)
        gauges.lag.set(partition, end - next)
      }
      answers.ask(positions) // the next come while these are shared
      for (const piece of pieces) await take(piece, outlet, sharing)
      alive()
    }
    await outlet.tick()
    await commit(false)
  }
}

async function takeUp(
  partitions: readonly number[],
  reader: Reader,
  outlet: Outlet,
  { from, counts, gauges, say }: TopicSharing,
): Promise<{ readonly positions: Map<number, number>; readonly ends: Offsets }> {
  gauges.lag.clear()
  const there = await outlet.begin(partitions)
  const positions = new Map<number, number>()
  const ends = new Map<number, number>()
  for (const { partition, start, end, lost } of await reader.places(partitions)) {
    const known = there.get(partition) ?? 0
    if (known > end) refuseNewTopic(from.label)
    const gone = known > start ? 0 : lost
    if (gone > 0) say(`${gone} rows of partition ${partition} were forgotten by the topic before they could be read`)
    counts.lost += gone
    positions.set(partition, Math.max(start, known))
    ends.set(partition, end)
  }
  return { positions, ends }
}

async function take(piece: Piece, outlet: Outlet, { sharer, aside, counts }: TopicSharing): Promise<void> {
  for await (const shared of sharer.share(piece)) {
    const { partition, messages, lines, ends, bad, empty } = shared
    await outlet.write(shared)
    counts.read += messages.length
    counts.malformed += bad
    counts.empty += empty
    counts.shared += messages.length - bad - empty
    if (bad + empty > 0)
      for (const [i, { offset }] of messages.entries())
        if (lines[i === 0 ? 0 : ends[i - 1]!] === TAB) aside.put(partition, offset)
  }
}
