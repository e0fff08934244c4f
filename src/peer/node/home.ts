import { chmodSync, existsSync, readFileSync, renameSync, unwatchFile, watchFile, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fail } from '../../base/errors.js'
import { makeFolders } from '../../base/folders.js'

/** A friend: who it is, and where it may be found. */
export interface Friend {
  readonly id: string
  readonly name: string
  readonly addresses: readonly string[]
}

/** What a peer remembers: consent, p by friend, settings. Nothing about any query. */
export interface Memory {
  readonly consent?: string
  readonly trust?: Readonly<Record<string, number>>
  /** The template of the search engine. */
  readonly search?: string
  readonly rules?: string
  /** How the search engine is asked. */
  readonly adapter?: string
  readonly listen?: string
  readonly port?: number
}

/** The folder of a peer: identity, friends, memory; for its owner alone. */
export interface Home {
  readonly dir: string
  identity(): Uint8Array | undefined
  keepIdentity(bytes: Uint8Array): void
  friends(): readonly Friend[]
  keepFriends(friends: readonly Friend[]): void
  /** Calls when the list of friends was written, by whomever, looking as often as this; returns how to end it. */
  watchFriends(milliseconds: number, written: () => void): () => void
  memory(): Memory
  remember(more: Partial<Memory>): void
}

export const FRIENDS_AT_MOST = 200

export function openHome(dir = process.env.LETHE_PEER_HOME ?? join(homedir(), '.lethe-peer')): Home {
  const path = (name: string) => join(dir, name)
  const write = (name: string, content: string | Uint8Array) => {
    makeFolders(dir, 0o700)
    writeFileSync(path(`${name}.new`), content, { mode: 0o600 })
    chmodSync(path(`${name}.new`), 0o600) // a file left over from before may have had other rights
    renameSync(path(`${name}.new`), path(name))
  }
  const read = <T>(name: string, otherwise: T, sound: (value: unknown) => boolean): T => {
    if (!existsSync(path(name))) return otherwise
    try {
      const value = JSON.parse(readFileSync(path(name), 'utf8')) as T
      if (sound(value)) return value
    } catch {
      // said below
    }
    return fail('input', `${path(name)} cannot be read`, 'Mend it, or move it away to start afresh.')
  }
  const memory = (): Memory => {
    // Peers of 0.1.0 remembered the search engine as `engine`, a word that means the data engine everywhere else.
    const { engine, ...kept } = read<Memory & { readonly engine?: string }>('memory.json', {}, isRecord)
    return engine === undefined ? kept : { search: engine, ...kept }
  }
  return {
    dir,
    identity: () => (existsSync(path('identity.key')) ? readFileSync(path('identity.key')) : undefined),
    keepIdentity: (bytes) => write('identity.key', bytes),
    friends: () => read<readonly Friend[]>('friends.json', [], areFriends),
    keepFriends(friends) {
      if (friends.length > FRIENDS_AT_MOST) fail('refused', `more than ${FRIENDS_AT_MOST} friends are too many`)
      write('friends.json', `${JSON.stringify(friends, null, 2)}\n`)
    },
    watchFriends(interval, written) {
      watchFile(path('friends.json'), { persistent: false, interval }, written)
      return () => unwatchFile(path('friends.json'), written)
    },
    memory,
    remember(more) {
      write('memory.json', `${JSON.stringify({ ...memory(), ...more }, null, 2)}\n`)
    },
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function areFriends(value: unknown): boolean {
  const isText = (text: unknown) => typeof text === 'string'
  const isFriend = (one: unknown) =>
    isRecord(one) && isText(one.id) && isText(one.name) && Array.isArray(one.addresses) && one.addresses.every(isText)
  return Array.isArray(value) && value.length <= FRIENDS_AT_MOST && value.every(isFriend)
}
