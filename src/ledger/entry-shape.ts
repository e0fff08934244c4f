import type { Spend } from '../privacy/compose.js'
import { type Fields, isRecord, optional, passes, type Test } from '../release/fields.js'
import { NEIGHBOURS } from '../release/guarantee.js'
import { type Budget, type Entry, LEDGER_FORMAT } from './entry.js'

type Of<K extends Entry['kind']> = Omit<Extract<Entry, { kind: K }>, 'format' | 'at' | 'kind'>

const text: Test = (value) => typeof value === 'string'
const amount: Test = (value) => Number.isFinite(value) && (value as number) > 0
const chance: Test = (value) => typeof value === 'number' && value >= 0 && value < 1

const BUDGET: Fields<Budget> = { epsilon: amount, delta: chance }
const CONCENTRATED: Fields<NonNullable<Spend['concentrated']>> = { rho: amount, delta: chance }
const SPEND: Fields<Spend> = {
  epsilon: amount,
  delta: chance,
  concentrated: optional((value) => passes(value, CONCENTRATED)),
}

/** What stands in an entry of each kind. A negative spend would give back what is gone, and one that is missing would be forgotten. */
const KINDS: { readonly [K in Entry['kind']]: Fields<Of<K>> } = {
  budget: { budget: (value) => passes(value, BUDGET) },
  spend: {
    method: text,
    neighbours: (value) => (NEIGHBOURS as readonly unknown[]).includes(value),
    spend: (value) => passes(value, SPEND),
    dir: text,
    part: optional(text),
  },
  unbounded: { method: text, dir: text },
}

/** Is it an entry that adds up with others? */
export function isEntry(value: unknown): value is Entry {
  if (!isRecord(value) || value.format !== LEDGER_FORMAT || !text(value.at)) return false
  const { kind } = value
  return text(kind) && Object.hasOwn(KINDS, kind as string) && passes(value, KINDS[kind as Entry['kind']])
}
