import type { QuickChance } from '../../src/random/quick.js'
import { pick } from './chance.js'

/** A change somewhere in a JSON document: at the nth of its places, counted round and round. */
export interface JsonEdit {
  readonly at: number
  readonly do: 'set' | 'remove' | 'add' | 'rename' | 'double' | 'nudge'
  readonly value: unknown
}

/** Values that code stumbles over, and some that would be lies. */
const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  2,
  3,
  0.5,
  1e308,
  2 ** 53,
  '',
  'x',
  '5',
  'user',
  'none',
  'session',
  'exact',
  'day',
  'query',
  'rare-queries',
  'zealous',
  'scrub',
  '__proto__',
  'constructor',
  'toString',
  '../x',
  '/etc/passwd',
  'http://127.0.0.1:1/{query}',
  '\0',
  '\u202e',
  'x'.repeat(5000),
  [],
  {},
  [null],
  [[]],
  [{}],
  { k: 2 },
  { kind: 'none' },
  { method: 'scrub' },
]
const DOINGS = ['set', 'remove', 'add', 'rename', 'double', 'nudge'] as const

export function someJsonEdit(chance: QuickChance): JsonEdit {
  return { at: chance.below(10_000), do: pick(chance, DOINGS), value: pick(chance, VALUES) }
}

type Holder = Record<string, unknown>

/** All places of a document: who holds each, under which key. */
function placesIn(value: unknown, found: [Holder, string][] = []): [Holder, string][] {
  if (typeof value !== 'object' || value === null) return found
  for (const [key, inner] of Object.entries(value)) {
    found.push([value as Holder, key])
    placesIn(inner, found)
  }
  return found
}

/** The document with a change; the same where there is nothing to change. */
export function editedJson(document: unknown, edit: JsonEdit): unknown {
  const copy = structuredClone(document)
  const places = placesIn(copy)
  if (places.length === 0) return edit.value
  const [holder, key] = places[edit.at % places.length]!
  const put = (name: string, value: unknown) =>
    Object.defineProperty(holder, name, { value, enumerable: true, writable: true, configurable: true })
  const old = holder[key]
  const name = typeof edit.value === 'string' ? edit.value.slice(0, 20) : 'more'
  if (edit.do === 'set') put(key, edit.value)
  else if (edit.do === 'nudge') put(key, nudged(old))
  else if (edit.do === 'double') Array.isArray(holder) ? holder.push(old) : put(`${key}2`, old)
  else if (edit.do === 'add') Array.isArray(holder) ? holder.push(edit.value) : put(name, edit.value)
  else if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else {
    delete holder[key]
    if (edit.do === 'rename') put(name, old)
  }
  return copy
}

/** Nearly the same, of the same kind. */
function nudged(value: unknown): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (typeof value === 'string') return value.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)) || 'x'
  return Array.isArray(value) ? value.toReversed() : value
}
