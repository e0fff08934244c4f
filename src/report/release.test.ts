import { expect, test } from 'vitest'
import { releaseText } from './release.js'

const figures = (users: number) => ({
  dir: 'out',
  privateDir: 'out.private',
  method: 'sessions',
  guarantee: { kind: 'none', unit: 'user', sentence: 'None.', assumptions: [], notProtected: [] } as const,
  kept: { rows: 10, users, queries: 4 },
  of: { rows: 20, users: 5, queries: 4 },
  badRows: 0,
  warnings: [],
  seconds: 1,
})

test('users that are left are a share; where each has several pseudonyms, those are counted', () => {
  expect(releaseText(figures(4))).toContain('4 of 5 users (80.0%)')
  expect(releaseText(figures(40))).toContain('40 pseudonyms for 5 users')
})
