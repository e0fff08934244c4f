import { expect, test } from 'vitest'
import { BESIDE } from '../support/forgeries/beside.js'
import { COLUMNS } from '../support/forgeries/columns.js'
import { FILES } from '../support/forgeries/files.js'
import { FORGERIES } from '../support/forgeries/index.js'
import { MANIFESTS } from '../support/forgeries/manifests.js'
import { NOISE } from '../support/forgeries/noise.js'
import { type Honest, honestReleases, RECIPES } from '../support/honest.js'
import { answer, neverAccepted } from '../support/never-accepted.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()
const honest = honestReleases(next)

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

// Those about persons and rows are in forged-rows.test.ts, those about secrets in forged-shares.test.ts.
neverAccepted([...FILES, ...MANIFESTS, ...COLUMNS, ...NOISE, ...BESIDE], honest, next)
