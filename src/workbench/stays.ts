import type { JobKind } from './api.js'

/** Jobs that leave little in memory: their process stays, and does the next job of any kind. */
export const STAYS: readonly JobKind[] = ['preview']
