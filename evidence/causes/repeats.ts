import type { Part } from '../claims.js'
import { entropyLoss, exposureOnly, frequencies, subjectOf } from '../micro/figures.js'
import { onGenerated, syntactic } from '../micro/log.js'
import { table } from '../micro/words.js'

const KS = [2, 3, 10, 35] as const
const KEPT = [1, 0.5, 0.25, 0] as const

export interface Repeats {
  /** Share of the rows in which a person asks the same again that stay. */
  readonly share: number
  readonly rows: number
  /** k, PEL, ILR. */
  readonly levels: readonly (readonly [k: number, pel: number, ilr: number])[]
}

/** [Erola13] Figures 5.3 and 5.4, where people ask the same again less often. */
export async function fewerRepeats(users: number, part: Part): Promise<Repeats[]> {
  const found: Repeats[] = []
  for (const share of KEPT)
    found.push(
      await part(`repeats ${share}`, () =>
        onGenerated(
          users,
          async (ground) => {
            const own = await syntactic(ground)
            const levels: [number, number, number][] = []
            for (const k of KS) {
              const subject = await subjectOf(ground, await own.make(k, 1))
              levels.push([k, await exposureOnly(subject, ground), await entropyLoss(subject, ground)])
            }
            return { share, rows: ground.histories.query.length, levels }
          },
          { repeats: share },
        ),
      ),
    )
  return found
}

export function repeatsTable(found: readonly Repeats[]): string {
  const head = [
    'rows that ask again, left',
    'rows',
    ...KS.map((k) => `PEL, k = ${k}`),
    ...KS.map((k) => `ILR, k = ${k}`),
  ]
  const rows = found.map(({ share, rows, levels }) => [
    `${100 * share}%`,
    rows.toLocaleString('en'),
    ...levels.map(([, pel]) => pel.toFixed(1)),
    ...levels.map(([, , ilr]) => ilr.toFixed(1)),
  ])
  return table(head, [...rows, ['source', '55,666', '50', '', '10', '', '', '10', '', '50']])
}

const BY = [2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 35, 50] as const

/** Zipf exponent and offset of the well-known sites. */
const HEADS = [
  { name: 'as on the page', world: {} },
  { name: 'exponent 1.6, offset 1', world: { siteExponent: 1.6, siteOffset: 1 } },
  { name: 'exponent 2, offset 0.5', world: { siteExponent: 2, siteOffset: 0.5 } },
] as const

export interface Head {
  readonly name: string
  /** Rows of the ten most frequent queries. */
  readonly top: readonly number[]
  /** By k, the share of them that stay among the ten. */
  readonly stay: readonly number[]
}

/** [Erola13] Figure 5.7, where the best known sites are asked for more. */
export async function steeperHeads(users: number, part: Part): Promise<Head[]> {
  const found: Head[] = []
  for (const { name, world } of HEADS)
    found.push(
      await part(`heads ${name}`, () =>
        onGenerated(
          users,
          async (ground) => {
            const own = await syntactic(ground)
            const stay: number[] = []
            for (const k of BY)
              stay.push((await frequencies(await subjectOf(ground, await own.make(k, 1)), ground)).queries.shared)
            const counts = new Map<number, number>()
            for (const query of ground.histories.query) counts.set(query, (counts.get(query) ?? 0) + 1)
            return { name, top: [...counts.values()].sort((a, b) => b - a).slice(0, 10), stay }
          },
          { world },
        ),
      ),
    )
  return found
}

export function headsTable(found: readonly Head[]): string {
  return table(
    ['well-known sites', 'rows of the ten', ...BY.map((k) => `k = ${k}`), 'k with nine or ten'],
    found.map(({ name, top, stay }) => [
      name,
      top.join(', '),
      ...stay.map((share) => share.toFixed(1)),
      String(stay.filter((share) => share >= 0.9).length),
    ]),
  )
}
