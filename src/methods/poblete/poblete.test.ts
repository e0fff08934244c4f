import { expect, test } from 'vitest'
import { type Row, writeLog } from '../../../test/support/log.js'
import { rowsOf } from '../../../test/support/release.js'
import { scratch } from '../../../test/support/scratch.js'
import { release } from '../../run/release/index.js'

const { next } = scratch()

async function kept(rows: readonly Row[], k = 2): Promise<(string | null | undefined)[]> {
  const out = next('release')
  const plan = { steps: [{ method: 'poblete', params: { k } }], shows: {} }
  await release([writeLog(next('log.ndjson'), rows)], { plan, out, seed: 1 })
  return [...new Set((await rowsOf(out)).map(({ query }) => query))].sort()
}
const clicks = (query: string, ...hosts: string[]): Row[] =>
  hosts.map((host) => ({ user: 'u', query, url: `http://www.${host}.example/`, rank: 1 }))

test('[Poblete08]: queries with too few documents or sites go, and those that name their site', async () => {
  const rows = [
    ...clicks('two sites', 'a', 'b'),
    ...clicks('one site', 'c'),
    ...clicks('see d.example now', 'd', 'e'),
    { user: 'u', query: 'one site, two pages', url: 'http://f.example/1' },
    { user: 'u', query: 'one site, two pages', url: 'http://f.example/2' },
    { user: 'u', query: 'no click' },
  ]
  expect(await kept(rows)).toEqual(['two sites'])
})

test('[Poblete08]: until no two queries share a document, the one with fewer rows goes first', async () => {
  const rows = [
    ...clicks('often', 'a', 'b'),
    ...clicks('often', 'a', 'b'),
    ...clicks('rarely', 'b', 'c'),
    ...clicks('apart', 'd', 'e'),
  ]
  expect(await kept(rows)).toEqual(['apart', 'often'])
})
