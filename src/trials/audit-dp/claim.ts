/** The promise under test. */
export interface DifferentialPrivacy {
  readonly epsilon: number
  readonly delta: number
  readonly neighbours: 'add-remove' | 'replace'
  readonly items: 'keywords' | 'queries' | 'pairs' | 'clicks'
  readonly counts: boolean
  readonly minUsers: number
}
