import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asked, writeLog } from '../../test/support/log.js'
import { scratch } from '../../test/support/scratch.js'
import { release } from '../run/release/index.js'
import { verify } from '../run/verify.js'
import { rareCombinations } from './rare-combinations.js'

const { next } = scratch()

/** Groups of sets of small numbers, each set with its stratum. */
function groupsOf(sets: readonly { items: readonly number[]; stratum: number }[]) {
  const rows = [...sets]
    .sort((a, b) => a.stratum - b.stratum)
    .flatMap(({ items, stratum }, history) =>
      [...new Set(items)].sort((a, b) => a - b).map((item) => ({ item, stratum, history })),
    )
  return {
    history: Uint32Array.from(rows, ({ history }) => history),
    stratum: Uint32Array.from(rows, ({ stratum }) => stratum),
    item: Uint32Array.from(rows, ({ item }) => item),
    items: 8,
  }
}

/** Rare combinations of which no part is rare: what a count that stops at the first rarity finds. */
function byDefinition(sets: readonly { items: readonly number[]; stratum: number }[], k: number, m: number): boolean {
  const support = new Map<string, number>()
  for (const { items, stratum } of sets) {
    const distinct = [...new Set(items)].sort((a, b) => a - b)
    const visit = (from: number, chosen: readonly number[]) => {
      if (chosen.length > 0) support.set(`${stratum}:${chosen}`, (support.get(`${stratum}:${chosen}`) ?? 0) + 1)
      if (chosen.length < m) for (let i = from; i < distinct.length; i++) visit(i + 1, [...chosen, distinct[i]!])
    }
    visit(0, [])
  }
  return [...support.values()].every((n) => n >= k)
}

describe('every combination of every history', () => {
  test('finds a violation where there is one, and none where there is none', () => {
    const sets = fc.array(
      fc.record({
        items: fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 6 }),
        stratum: fc.integer({ min: 0, max: 1 }),
      }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(sets, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 5 }), (some, k, m) => {
        const twice = k > 1 ? [...some, ...some] : some // so that claims hold often enough
        expect(rareCombinations(groupsOf(twice), k, m).rare === 0).toBe(byDefinition(twice, k, m))
      }),
    )
  })

  test('counts each rare combination once', () => {
    const sets = [
      [0, 1],
      [0, 1],
      [0, 2],
      [1, 2],
    ].map((items) => ({ items, stratum: 0 }))
    expect(rareCombinations(groupsOf(sets), 2, 2)).toEqual({ rare: 2, checked: 6, histories: 4, more: false })
  })
})

describe('on files', () => {
  test('breaking one history by hand is found, and nothing of it is printed', async () => {
    const log = writeLog(next('log.ndjson'), [...asked('cat food', 6), ...asked('dog', 6, {}, 'other-')])
    const out = next('release')
    const plan = { steps: [{ method: 'km-deletion', params: { k: 5 } }], shows: {} }
    await release([log], { plan, out, format: 'tsv' })
    expect((await verify(out)).holds).toBe(true)
    const path = join(out, 'data.tsv')
    writeFileSync(path, readFileSync(path, 'utf8').replace('cat food', 'cat dog'))
    const broken = (await verify(out)).checks.find(({ name }) => name === 'combinations')
    expect(broken).toMatchObject({ holds: false })
    expect(broken?.detail).toMatch(/^1 violation/)
    expect(broken?.detail).not.toMatch(/cat|dog/)
  })

  test('data that somebody else made', async () => {
    const path = next('foreign.tsv')
    writeFileSync(path, 'who\twhat\n1\ta b\n2\ta b\n3\ta\n4\tb c\n5\tc\n')
    const claim = async (words: string) =>
      (
        await verify(
          path,
          { claim: words, assume: 'pseudonyms-are-persons' },
          { columns: { user: 'who', query: 'what' } },
        )
      ).holds
    expect(await claim('km-deletion:k=2,m=1')).toBe(true)
    expect(await claim('km-deletion:k=2,m=2')).toBe(false)
    expect(await claim('km-deletion:k=2,m=2,window=7d')).toBe(null)
  })
})
