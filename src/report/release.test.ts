import { expect, test } from 'vitest'
import { releaseText } from './release.js'

const figures = (kept: object = {}) => ({
  dir: 'out',
  privateDir: 'out.private',
  method: 'sessions',
  guarantee: { kind: 'none', unit: 'user', sentence: 'None.', assumptions: [], notProtected: [] } as const,
  kept: { rows: 10, users: 4, queries: 4, ...kept },
  of: { rows: 20, users: 5, queries: 4 },
  empty: false,
  badRows: 0,
  warnings: [],
  seconds: 1,
})

test('users that are left are a share; where each has several pseudonyms, those are counted beside it', () => {
  expect(releaseText(figures())).toContain('4 of 5 users (80.0%)')
  expect(releaseText(figures({ users: 40, persons: 4 }))).toContain('40 pseudonyms of 4 of 5 users (80.0%)')
})

test('users that nobody can count are said to be unknown, and never told as none', () => {
  const items = { items: 3, users: null, reasons: { users: 'not known: the release has no pseudonyms' } }
  const text = releaseText(figures(items)).replaceAll(/\s+/g, ' ')
  expect(text).toContain('3 items, which speak of 10 of 20 rows (50.0%)')
  expect(text).toContain('users not known: the release has no pseudonyms')
  expect(text).not.toMatch(/users \(0/)
})

test('no share exceeds the whole', () => {
  expect(releaseText(figures({ rows: 22 }))).toContain('22 rows for 20')
})

test('an empty release is not called ready', () => {
  const text = releaseText({ ...figures({ rows: 0, users: 0, queries: 0 }), empty: true })
  expect(text).toMatch(/^out is made, and EMPTY: nothing in it/)
  expect(text).not.toContain('ready')
})

test('the next command is one that works, also where a cluster wrote to a storage', () => {
  expect(releaseText(figures())).toMatch(/Next: lethe verify out$/)
  const there = { dir: 's3a://shared/out', cluster: 'sc://spark:15002' }
  expect(releaseText({ ...figures(), ...there })).toMatch(
    /Next: lethe verify s3a:\/\/shared\/out --private out\.private --engine sc:\/\/spark:15002$/,
  )
})
