import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { release } from '../../src/run/release/index.js'
import { verify } from '../../src/run/verify.js'
import { asked, writeLog } from '../support/log.js'
import { manifestOf } from '../support/release.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()
const ROWS = [...asked('red car', 12), ...asked('red', 12), ...asked('car', 12)]

/** First words of ten persons, then queries of six: neither promise says what the other does. */
async function joined(): Promise<string> {
  const log = writeLog(next('log.ndjson'), ROWS)
  const dir = next('release')
  const steps = [
    { method: 'allowlist', params: { k: 10 } },
    { method: 'rare-queries', params: { k: 6 } },
  ]
  await release([log], { plan: { steps, shows: {} }, shows: { link: 'user' }, format: 'tsv', out: dir })
  return dir
}

test('of joined promises each is checked', async () => {
  const dir = await joined()
  expect(manifestOf(dir).guarantee).toMatchObject({ kind: 'k-users-per-query', also: [{ kind: 'k-users-per-ngram' }] })
  const { holds, checks } = await verify(dir)
  expect(holds).toBe(true)
  expect(checks.filter(({ name }) => name.startsWith('also: ')).map((check) => check.holds)).toContain(true)
})

test('an earlier promise that is broken by hand is found, though the last one holds', async () => {
  const dir = await joined()
  const data = join(dir, 'data.tsv')
  const [header = '', ...rows] = readFileSync(data, 'utf8').trimEnd().split('\n')
  const query = header.split('\t').indexOf('query')
  const renamed = rows.map((row) => row.split('\t')).filter((cells) => cells[query] === 'red')
  const broken = renamed.slice(0, 6).map((cells) => cells.with(query, 'lonely').join('\t'))
  writeFileSync(data, `${[header, ...rows, ...broken].join('\n')}\n`)
  const six = writeLog(next('log.ndjson'), [...ROWS, ...asked('lonely', 6)])
  const { holds, checks } = await verify(dir, { against: [six] })
  expect(holds).toBe(false)
  const failed = checks.filter((check) => check.onClaim && check.holds === false).map(({ name }) => name)
  expect(failed.length).toBeGreaterThan(0)
  expect(failed.every((name) => name.startsWith('also: '))).toBe(true)
})

test('persons behind queries of histories that were made alike are counted in the log', async () => {
  const log = writeLog(next('log.ndjson'), [
    ...asked('red car', 12, { url: 'http://cars.example/' }),
    ...asked('red', 12),
  ])
  const dir = next('release')
  const steps = [
    { method: 'rare-queries', params: { k: 6 } },
    { method: 'microaggregate-syntactic', params: { k: 3 } },
  ]
  await release([log], { plan: { steps, shows: {} }, format: 'tsv', out: dir })
  const { checks } = await verify(dir, { against: [log] })
  const also = checks.flatMap(({ name, holds }) => (name.startsWith('also: ') ? [[name, holds]] : []))
  expect(also).toEqual([['also: persons in the log per query', true]])
})
