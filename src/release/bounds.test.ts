import { expect, test } from 'vitest'
import { manifestWith } from '../../test/support/subject.js'
import type { Attacker } from './attackers.js'
import { boundOf, edgeOf } from './bounds.js'

const of = (guarantee: object, attacker: Attacker, at?: number) =>
  boundOf(manifestWith(guarantee).guarantee, attacker, at)

test('a threshold bounds participants with fewer than k - 1 accounts, and nobody else', () => {
  const k = { kind: 'k-users-per-query', k: 30, hostK: 30 }
  expect([28, 29, 100].map((at) => of(k, 'participant', at))).toEqual([0, undefined, undefined])
  expect(of(k, 'participant')).toBeUndefined()
  expect(of(k, 'neighbour', 1)).toBeUndefined()
})

test('clicks have a threshold of their own, and what is counted must be accounts', () => {
  const k = { kind: 'k-users-per-query', k: 30 }
  expect(of({ ...k, hostK: 5 }, 'participant', 3)).toBe(0)
  expect(of({ ...k, hostK: 5 }, 'participant', 4)).toBeUndefined()
  expect(of({ ...k, hostK: 0 }, 'participant', 1)).toBeUndefined()
  expect(of({ ...k, hostK: 30, unit: 'session' }, 'participant', 1)).toBeUndefined()
})

test('of shared queries how often a tag stands there is shown: no bound', () => {
  expect(of({ kind: 'threshold-reveal', t: 5, scheme: 'field' }, 'participant', 1)).toBeUndefined()
})

test('one account fewer than a threshold is enough, whatever is measured', () => {
  const edge = (guarantee: object) => edgeOf(manifestWith(guarantee).guarantee)
  expect(edge({ kind: 'k-users-per-query', k: 30, hostK: 30 })).toBe(29)
  expect(edge({ kind: 'k-users-per-query', k: 30, hostK: 5 })).toBe(4)
  expect(edge({ kind: 'threshold-reveal', t: 2, scheme: 'field' })).toBe(1)
  expect(edge({ kind: 'dp', epsilon: 1, delta: 0, minUsers: 1 })).toBeUndefined()
})

test('(k,m) and identical histories bound neighbours', () => {
  const km = { kind: 'k-m', k: 5, m: 2, per: 'history' }
  expect([1, 2, 3].map((at) => of(km, 'neighbour', at))).toEqual([0.2, 0.2, undefined])
  expect(of({ ...km, per: 'session' }, 'neighbour', 1)).toBeUndefined()
  expect(of({ kind: 'identical-users', k: 4, minUsers: 4, l: 1 }, 'neighbour', 10)).toBe(0.25)
})

test('differential privacy bounds participants with any number of accounts: 0.82 at ln 10', () => {
  const dp = { kind: 'dp', epsilon: Math.log(10), delta: 0, minUsers: 1 }
  expect(of(dp, 'participant', 1000)).toBeCloseTo(9 / 11)
  expect(of({ ...dp, delta: 0.5 }, 'anyone')).toBeCloseTo(10 / 11)
  expect(of({ kind: 'none' }, 'participant', 1)).toBeUndefined()
})

test('of promises that hold together the smallest bound counts', () => {
  const also = [manifestWith({ kind: 'k-users-per-query', k: 20, hostK: 20 }).guarantee]
  expect(of({ kind: 'dp', epsilon: 1, delta: 0, minUsers: 1, also }, 'participant', 10)).toBe(0)
})
