import { afterAll, beforeAll } from 'vitest'
import type { Check } from '../../src/checks/check.js'
import type { ClaimedRelease } from '../../src/checks/claim.js'
import type { Persons } from '../../src/checks/persons.js'
import type { Log } from '../../src/log/log.js'
import type { IdenticalUsers, KM, KUsersPerNgram, KUsersPerQuery } from '../../src/release/guarantee.js'
import type { Manifest, PrivateRecord } from '../../src/release/manifest.js'
import { type Cells, makeTables, manifestWith } from './subject.js'

const KNOWN: Persons = { by: 'person', known: 'run' }
const stated = { sentence: '', assumptions: [], notProtected: [], unit: 'user' } as const
export const perQuery = (k: number, hostK = k): KUsersPerQuery => ({ kind: 'k-users-per-query', k, hostK, ...stated })
export const perRun = (k: number, n: number, maxTerms = 9): KUsersPerNgram => ({
  kind: 'k-users-per-ngram',
  k,
  hostK: k,
  n,
  maxTerms,
  ...stated,
})
export const km = (k: number, m: number, more: Partial<KM> = {}): KM => ({
  kind: 'k-m',
  k,
  m,
  per: 'history',
  ...stated,
  ...more,
})
export const twins = (k: number, minUsers: number, l = 1): IdenticalUsers => ({
  kind: 'identical-users',
  k,
  minUsers,
  l,
  ...stated,
})

export interface Given {
  readonly persons?: Persons
  readonly original?: Log
  readonly thinned?: Log
  readonly record?: PrivateRecord
  readonly steps?: readonly { readonly method: string; readonly params: Record<string, unknown> }[]
  readonly more?: Record<string, unknown>
}

/** Small releases whose claims are checked, each number of a promise at its very edge; their engine lives as long as the tests of a file. */
export function claimedReleases() {
  let tables: Awaited<ReturnType<typeof makeTables>>
  let close: (() => Promise<void>) | undefined
  beforeAll(async () => {
    tables = await makeTables((end) => {
      close = end
    })
  })
  afterAll(() => close?.())
  return {
    async released(columns: readonly string[], cells: Cells, given: Given = {}): Promise<ClaimedRelease> {
      const { persons = KNOWN, steps = [], more = {}, ...rest } = given
      return {
        engine: tables.engine,
        rows: await tables.rows(columns, cells),
        persons,
        release: { dir: '', manifest: manifestWith(perQuery(1), { steps: steps as Manifest['steps'], more }) },
        side: {},
        ...rest,
      }
    },
    logOf: (cells: Cells) =>
      tables.log(cells.map(([person, query, url, time]) => [person ?? '', query ?? null, time ?? null, url ?? null])),
  }
}

export const people = (n: number, ...cells: readonly (string | null)[]): (string | null)[][] =>
  Array.from({ length: n }, (_, i) => [`p${i}`, ...cells])
/** What each check said, by name. */
export const answers = (checks: readonly Check[]) => Object.fromEntries(checks.map(({ name, holds }) => [name, holds]))
