import { peerIdFromString } from '@libp2p/peer-id'
import { multiaddr } from '@multiformats/multiaddr'
import type { Libp2p } from 'libp2p'
import type { Random } from '../../random/random.js'
import { FRIENDS_AT_MOST, type Friend } from './home.js'
import { type Limits, meter } from './limits.js'
import { decoder, encode, Garbage, type Message } from './messages.js'

export const PROTOCOL = '/lethe/peer/1.0.0'
const BACKLOG_AT_MOST = 4 * 2 ** 20
const DIALLING_AT_MOST = 10_000

export type Stream = Awaited<ReturnType<Libp2p['dialProtocol']>>

/** Who wants to know what comes over the lines. */
export interface Listener {
  hear(friend: number, message: Message): void
  came(friend: number): void
  went(friend: number): void
}

/** How a friend stands to us: a stream each way; none; or there is somebody, who does not list us. */
export type FriendState = 'connected' | 'away' | 'refused'

/** What runs between us and a friend: our stream to it, its stream to us. */
interface Line {
  friend?: Friend | undefined
  out?: Stream | undefined
  in?: Stream | undefined
  /** It has said hello. */
  greeted?: boolean
  /** It was there when we last came, and did not let us in. */
  refused?: boolean
  readonly frames: ReturnType<typeof meter>
  wake?: () => void
}

/** Lines to all friends, by their places. */
export interface Lines {
  readonly libp2p: Libp2p
  readonly limits: Limits
  readonly random: Random
  /** Nobody yet where no friends are either. */
  listener: Listener
  /** The place of each friend, by its id. */
  readonly places: Map<string, number>
  readonly all: readonly Line[]
  closed: boolean
}

const NOBODY: Listener = { hear() {}, came() {}, went() {} }

export function newLines(parts: Pick<Lines, 'libp2p' | 'limits' | 'random' | 'places'>): Lines {
  const { framesPerSecond } = parts.limits
  const all = Array.from({ length: FRIENDS_AT_MOST }, (): Line => ({ frames: meter(framesPerSecond) }))
  return { ...parts, listener: NOBODY, all, closed: false }
}

const isHere = (line: Line | undefined) => line?.out !== undefined && line.greeted === true

export function stateOf({ all }: Lines, friend: number): FriendState {
  const line = all[friend]
  if (isHere(line)) return 'connected'
  return line?.refused === true ? 'refused' : 'away'
}

/** Changes a line, and tells if its friend is here, or no longer. */
function update({ all, listener }: Lines, friend: number, changes: Partial<Omit<Line, 'frames' | 'wake'>>): void {
  const line = all[friend]!
  const before = isHere(line)
  Object.assign(line, changes)
  if (isHere(line)) listener.came(friend)
  else if (before) listener.went(friend)
}

/** Reads what a friend says; whatever is no message, or too much, ends the stream. */
export function listenTo(lines: Lines, friend: number, stream: Stream): void {
  const line = lines.all[friend]!
  const decode = decoder()
  stream.addEventListener('message', (event) => {
    try {
      for (const message of decode(event.data.subarray())) {
        if (line.in !== stream) return // of a friend no longer
        if (!line.frames.take()) throw new Garbage('too fast')
        if (message.say === 'hello') update(lines, friend, { greeted: true })
        else lines.listener.hear(friend, message)
      }
    } catch (error) {
      stream.abort(error instanceof Garbage ? error : new Error('cannot be heard'))
    }
  })
  stream.addEventListener('close', () => {
    if (line.in === stream) update(lines, friend, { in: undefined, greeted: false })
  })
  const before = line.in
  line.in = stream
  before?.abort(new Error('a newer stream'))
}

/** Friends by their places, undefined where one is free: takes up who is new, and leaves who is gone. */
export function keepTo(lines: Lines, friends: readonly (Friend | undefined)[]): void {
  const { places, all } = lines
  const before = places.size
  for (const [place, line] of all.entries()) {
    const friend = friends[place]
    const isNew = line.friend?.id !== friend?.id
    if (isNew) leave(lines, place)
    line.friend = friend
    if (friend === undefined || !isNew) continue
    places.set(friend.id, place)
    void hold(lines, place, friend)
  }
  if (places.size !== before) greet(lines)
}

function leave(lines: Lines, friend: number): void {
  const line = lines.all[friend]!
  const { out, in: heard, wake } = line
  if (line.friend === undefined) return
  lines.places.delete(line.friend.id)
  lines.libp2p.hangUp(peerIdFromString(line.friend.id)).catch(() => {})
  update(lines, friend, { out: undefined, in: undefined, greeted: false, friend: undefined })
  for (const stream of [out, heard]) stream?.abort(new Error('a friend no longer'))
  wake?.()
}

/** Holds a stream to a friend open, and opens it again with growing pauses, as long as it is one. */
async function hold(lines: Lines, friend: number, { id }: Friend): Promise<void> {
  const { limits, random } = lines
  const line = lines.all[friend]!
  const isOurs = () => !lines.closed && line.friend?.id === id
  let [pause, longest] = limits.redial
  while (isOurs()) {
    try {
      const stream = await dial(lines, id, line.friend?.addresses ?? [])
      const ended = new Promise<void>((resolve) => stream.addEventListener('close', () => resolve(), { once: true }))
      if (!isOurs()) return stream.abort(new Error('a friend no longer'))
      pause = limits.redial[0]
      stream.send(encode(hello(lines)))
      update(lines, friend, { out: stream })
      await ended
      if (line.out === stream) update(lines, friend, { out: undefined })
      line.refused = line.in === undefined // it hung up before it said a word
    } catch (error) {
      line.refused = isRefusal(error) // tried again in any case
    }
    if (!isOurs()) return
    await new Promise<void>((resolve) => {
      line.wake = resolve
      setTimeout(resolve, pause * (0.5 + random.unit())).unref()
    })
    pause = Math.min(longest, pause * 2)
  }
}

/** Nobody answers at an address, or somebody does and hangs up when Noise has said who we are. */
function isRefusal(error: unknown): boolean {
  const { errors = [error] } = error as { readonly errors?: readonly unknown[] }
  return errors.some((one) => {
    const { name = '', code } = one as { readonly name?: string; readonly code?: string }
    return /^E[A-Z]+$/.test(code ?? '') ? code === 'ECONNRESET' : REFUSALS.test(name)
  })
}

const REFUSALS = /^(Encryption|Mux|Stream|Connection(Clos|Fail)|UnexpectedEOF|Protocol|Upgrade|Unsupported)/

/** A stream over the connection that is there, or over a new one. */
async function dial({ libp2p }: Lines, id: string, addresses: readonly string[]): Promise<Stream> {
  const connection = libp2p.getConnections(peerIdFromString(id))[0]
  if (connection !== undefined) return connection.newStream(PROTOCOL)
  const to = addresses.map((address) => multiaddr(address))
  return libp2p.dialProtocol(to, PROTOCOL, { signal: AbortSignal.timeout(DIALLING_AT_MOST) })
}

export function send({ all }: Lines, friend: number, message: Message): boolean {
  const stream = all[friend]?.out
  if (stream === undefined || stream.status !== 'open') return false
  if (stream.writeBufferLength > BACKLOG_AT_MOST) {
    stream.abort(new Error('a friend that does not read'))
    return false
  }
  try {
    stream.send(encode(message))
    return true
  } catch {
    return false // it closed meanwhile
  }
}

const hello = ({ places }: Lines): Message => ({ say: 'hello', friends: Math.max(1, places.size) })

/** Tells all friends how many there are. */
export function greet(lines: Lines): void {
  for (let friend = 0; friend < lines.all.length; friend++) send(lines, friend, hello(lines))
}

/** Ends the pause before a friend is dialled again. */
export function wake(lines: Lines, friend: number): void {
  lines.all[friend]?.wake?.()
}

/** Nobody is dialled again. */
export function close(lines: Lines): void {
  lines.closed = true
  for (const line of lines.all) line.wake?.()
}
