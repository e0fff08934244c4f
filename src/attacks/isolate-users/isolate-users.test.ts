import { expect, test } from 'vitest'
import { makeTables, manifestWith } from '../../../test/support/subject.js'
import { parseParams } from '../../base/params.js'
import { reachedAt, reachedBy } from '../../report/risk.js'
import type { AddedRow } from '../attack.js'
import attack from './index.js'

const K = 3
const QUERIES = ['a', 'b', 'c', 'd', 'e']

/** Twelve persons of five queries each; a release puts accounts with the person whose query they copy, as far as `joins` lets them, and gives all of a group the person's history. */
async function isolated(joins: (accounts: readonly string[]) => boolean) {
  const on = await makeTables()
  const cells = Array.from({ length: 12 }, (_, i) =>
    QUERIES.map((q) => [`u${i}`, `${q}${i}`, '2024-05-01 08:00:00']),
  ).flat()
  const manifest = manifestWith({ kind: 'identical-users', k: K, minUsers: 1, l: 1 })
  const remake = async (added: readonly AddedRow[]) => {
    const groups = Array.from({ length: 12 }, (_, i) => {
      const copies = [...new Set(added.filter(({ query }) => Number(query.slice(1)) === i).map(({ user }) => user))]
      return { i, members: [`u${i}`, ...(joins(copies) ? copies : ['somebody'])] }
    })
    const owners = groups.flatMap(({ i, members }) => members.map((person) => [person, `p-${i}-${person}`, String(i)]))
    const rows = owners.flatMap(([, pseudonym, i]) => QUERIES.slice(0, 4).map((q) => [pseudonym!, `${q}${i}`]))
    const truth = await on.rows(
      ['person', 'pseudonym'],
      owners.map(([person, pseudonym]) => [person!, pseudonym!]),
    )
    return {
      seen: { manifest, rows: await on.rows(['pseudonym', 'query'], rows), side: {} },
      truth: { tables: { truth } },
    }
  }
  const { seen } = await remake([])
  const context = { ...on.context, reference: await on.log(cells), remake }
  const params = parseParams(attack.name, attack.params, { targets: 3, known: 2 })
  expect(attack.fits(seen)).toBeUndefined()
  const found = await attack.run(seen, params, context)
  return attack.score!(found, { tables: {} }, params, context)
}

test('a group of accounts and nobody else belongs to one person, whose other queries it shows', async () => {
  const scored = (await isolated((accounts) => accounts.length >= K - 1)) as {
    added: number
    success: number
    read: number
  }[]
  expect(scored.map(({ added, success }) => [added, success])).toEqual([
    [1, 0],
    [2, 1],
    [5, 1],
    [10, 1],
  ])
  // Of three other queries the release shows two or three, as the one that it leaves out was known or not.
  for (const { read } of scored.slice(1)) expect(read).toBeGreaterThanOrEqual(2 / 3)
  expect(reachedAt(reachedBy(attack, scored)!, 1).share).toBe(0)
  expect(reachedAt(reachedBy(attack, scored)!, 2).share).toBe(1)
})

test('who is grouped with anybody else is not isolated', async () => {
  const scored = (await isolated(() => false)) as { success: number; read: number }[]
  expect(scored.every(({ success, read }) => success === 0 && read === 0)).toBe(true)
})

test('applies to groups of identical histories alone', () => {
  const rows = { table: 't', columns: ['pseudonym', 'query'] }
  const of = (guarantee: object) => attack.fits({ manifest: manifestWith(guarantee), rows, side: {} })
  expect(of({ kind: 'k-m', k: 5, m: 2 })).toMatch(/identical/)
  expect(of({ kind: 'identical-users', k: 5, minUsers: 1, l: 1 })).toBeUndefined()
})
