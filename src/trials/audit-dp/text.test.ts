import { expect, test } from 'vitest'
import type { AuditResult } from './result.js'
import { auditText } from './text.js'

const FIGURES: AuditResult = {
  attack: 'audit-dp',
  neighbours: 'add-remove',
  scored: { claimed: 2.3, lowerBound: 1.25, confidence: 0.95 },
  holds: true,
  guesses: 120,
  delta: 1e-5,
  runs: 400,
  leaks: { persons: 50, runs: 0, atLeast: 0, allowed: 5e-4 },
  guessing: { coins: 800, right: 100, crowd: 130 },
  log: { persons: 100, rows: 1400, of: 2000 },
}

test('an audit in words', () => {
  const words = auditText(FIGURES).join('\n')
  expect(words).toMatch(/^400 releases of 1,400 rows of 100 of the 2,000 persons/)
  expect(words).toContain('claimed: epsilon 2.300, delta 0.00001; seen: at least 1.250 (95% sure)')
  expect(words).toContain('That is no proof')
})

test('a broken claim, and what could not be tried', () => {
  const words = auditText({
    ...FIGURES,
    scored: { ...FIGURES.scored, lowerBound: Number.MAX_VALUE },
    holds: false,
    guessing: { coins: 0, right: 0, crowd: null },
  }).join('\n')
  expect(words).toContain('seen: more than any epsilon allows')
  expect(words).toContain('does NOT hold')
  expect(words).toContain('nobody could be guessed')
})
