import { cpSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LetheError } from '../../src/base/errors.js'
import { type VerifyOptions, verify } from '../../src/run/verify.js'
import { forge } from '../support/forged.js'
import type { Answer } from '../support/forgeries/forgery.js'
import { FORGERIES } from '../support/forgeries/index.js'
import { type Honest, honestReleases, RECIPES } from '../support/honest.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()
const honest = honestReleases(next)

/** The answer, and what failed: for whoever reads that a test fails. */
async function answer(dir: string, options: VerifyOptions = {}): Promise<{ holds: Answer | true; why: string }> {
  try {
    const { holds, checks } = await verify(dir, options)
    return { holds, why: checks.flatMap((c) => (c.holds === true ? [] : [`${c.name}: ${c.detail}`])).join('\n') }
  } catch (error) {
    if (!(error instanceof LetheError) || error.code === 'internal') throw error
    return { holds: 'refused', why: error.message }
  }
}

test('there are more than forty ways to lie, each with a name of its own', () => {
  expect(FORGERIES.length).toBeGreaterThan(40)
  expect(new Set(FORGERIES.map(({ lie }) => lie)).size).toBe(FORGERIES.length)
})

/** What is shown of an honest release with all that can be given: else the lies below would prove nothing. */
const SHOWN: Readonly<Record<Honest, true | null>> = {
  ...(Object.fromEntries(Object.keys(RECIPES).map((name) => [name, true])) as Record<Honest, true>),
  hashed: null, // no pseudonyms, and hashes that cannot be looked up
  items: null, // differential privacy is never shown
}

test.each(Object.entries(SHOWN) as [Honest, true | null][])('honest: %s is %s', async (name, holds) => {
  const dir = await honest.of(name)
  const key = ['tagged', 'shared', 'rareShared'].includes(name) ? { keyFile: honest.keyFile } : {}
  expect(await answer(dir, { against: [honest.log], ...key })).toMatchObject({ holds })
})

describe.each(FORGERIES)('forged: $lie', ({ of, forge: change, alone, against }) => {
  test('is never accepted: alone, with the log, with the private folder of the honest release', async () => {
    const from = await honest.of(of)
    const dir = await forge(from, next('forged'), change)
    expect(await answer(dir)).toMatchObject({ holds: alone })
    expect(await answer(dir, { against: [honest.log] })).toMatchObject({ holds: against })
    if (alone !== null) return
    cpSync(`${from}.private`, `${dir}.private`, { recursive: true })
    expect(await answer(dir)).toMatchObject({ holds: null })
  })
})
