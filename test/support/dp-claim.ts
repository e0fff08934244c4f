import type { DifferentiallyPrivate } from '../../src/release/guarantee.js'

/** A claim of differential privacy of epsilon 1 over queries with counts: what a test is about goes on top. */
export const dpClaimOf = (more: Partial<DifferentiallyPrivate> = {}): DifferentiallyPrivate => ({
  kind: 'dp',
  epsilon: 1,
  delta: 1e-6,
  neighbours: 'add-remove',
  definition: 'approximate',
  items: 'queries',
  counts: true,
  minUsers: 1,
  sentence: '',
  assumptions: [],
  notProtected: [],
  unit: 'user',
  ...more,
})
