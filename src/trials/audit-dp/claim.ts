import type { ITEMS } from '../../release/guarantee.js'

/** The promise under test. */
export interface DifferentialPrivacy {
  readonly epsilon: number
  readonly delta: number
  readonly neighbours: 'add-remove' | 'replace'
  readonly items: (typeof ITEMS)[number]
  readonly counts: boolean
  readonly minUsers: number
}
