import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseParams } from '../../src/base/params.js'
import { openDuckDB } from '../../src/engines/duckdb/index.js'
import type { Engine, EngineOptions } from '../../src/engines/engine.js'
import { openSpark } from '../../src/engines/spark/index.js'
import { generate, release } from '../../src/index.js'
import { chooseLocales } from '../../src/knowledge/guess-locales.js'
import { loadMethods } from '../../src/methods/index.js'
import { EXAMPLES } from '../contract/examples.js'
import { scratch } from '../support/scratch.js'
import { PLANS } from './equal.js'
import { sameOnBoth } from './same-on-both.js'
import { sharedCluster } from './shared.js'

const { dir, next } = scratch()

test('every method that a cluster runs is in one of the plans', async () => {
  const tried = new Set(Object.values(PLANS).flatMap(({ steps }) => steps.map(([method]) => method)))
  const methods = (await loadMethods()).filter(
    ({ name, params, needs }) => needs(parseParams(name, params, EXAMPLES[name] ?? {})) === 'sql',
  )
  expect(methods.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([])
})

sameOnBoth(Object.keys(PLANS), { verified: true })

// Of more texts than are looked at: which of them are, must not depend on the engine.
test('the locale of a log with many texts is guessed alike', async () => {
  const names = Array.from(
    { length: 40_000 },
    (_, i) => `${i % 2 === 0 ? 'müller straße und' : 'rue de la gare à'} ${i}`,
  )
  const guessed = async (open: (options: EngineOptions) => Promise<Engine>) => {
    const engine = await open({ spill: dir })
    try {
      await engine.append('texts', ['value'], [[names]])
      const looked: string[] = []
      const all = async <T extends object>(sql: string) => {
        const found = await engine.all<T>(sql)
        looked.push(...found.map((row) => Object.values(row).join()))
        return found
      }
      return { ...(await chooseLocales({ ...engine, all }, 'texts', 'value', undefined)), looked }
    } finally {
      await engine.close()
    }
  }
  const { url } = await sharedCluster()
  const here = await guessed(openDuckDB)
  expect(await guessed((options) => openSpark(url, options))).toEqual(here)
  expect(here.looked).toHaveLength(20_000)
})

test('what an earlier release has shown counts alike, for texts and for words', async () => {
  const cluster = await sharedCluster()
  const [first, both] = [next('first.tsv'), join(cluster.shared, 'both.tsv')]
  await generate({ users: 200, days: 8, seed: 4, out: first })
  await generate({ users: 200, days: 16, seed: 4, out: both })
  for (const method of ['rare-queries', 'allowlist']) {
    const plan = { steps: [{ method, params: { k: 3 } }], shows: {} }
    const since = next('earlier')
    await release([first], { plan, out: since })
    const made = async (log: string, resources: object) => {
      const out = next('later')
      await release([log], { plan, out, since, format: 'tsv', seed: 5, ...resources })
      return readFileSync(join(out, 'data.tsv'), 'utf8')
    }
    const here = await made(both, {})
    expect(await made(`file://${both}`, { engine: cluster.url })).toBe(here)
    expect(here.split('\n').length).toBeGreaterThan(10)
  }
})
