import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Row, writeLog } from '../../../test/support/log.js'
import { rowsOf } from '../../../test/support/release.js'
import { scratch } from '../../../test/support/scratch.js'
import { release } from '../../run/release/index.js'

const { next } = scratch()

async function kept(rows: readonly Row[], k = 2, more: object = {}): Promise<(string | null | undefined)[]> {
  const out = next('release')
  const plan = { steps: [{ method: 'poblete', params: { k, ...more } }], shows: {} }
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

test('[Poblete08]: documents that an engine returns, from a file', async () => {
  const results = next('results.tsv')
  const lines = [
    ['one site', 'http://a.example/', 'http://b.example/', 'http://c.example/'],
    ['no click', 'http://a.example/', 'http://b.example/'],
    ['one page', 'http://a.example/', 'http://a.example/2'],
    ['see d.example now', 'http://a.example/', 'http://b.example/'],
    ['nobody asked', 'http://a.example/', 'http://b.example/'],
  ]
  writeFileSync(results, lines.flatMap(([query, ...urls]) => urls.map((url) => `${query}\t${url}\n`)).join(''))
  const rows = [
    ...clicks('one site', 'c'),
    { user: 'u', query: 'no click' },
    ...clicks('one page', 'a'),
    ...clicks('see d.example now', 'd'),
    ...clicks('not listed', 'x', 'y'),
  ]
  expect(await kept(rows, 2, { results })).toEqual(['no click', 'one site'])
  expect(await kept(rows, 2, { results, top: 1 })).toEqual([])
})
