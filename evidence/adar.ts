import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { figureOf } from './adar/figures.js'
import { type Relinked, relinkAll, SPLITS, type Split, writeBusy } from './adar/relinked.js'
import { type Restored, restored, restoredTable } from './adar/restored.js'
import { type Sharing, sharing, sharingText } from './adar/sharing.js'
import { type Claim, claimsTable, near, type Page, type Part } from './claims.js'
import { percent, table } from './tokens/tables.js'
import { busyPeople, measureBusy } from './weaknesses/busy.js'

const USERS = 5546
const WORLD = 'web-2'

/** [Adar07] section 6 and Table 1. */
const PAPER = {
  daily: { sessions: 250_858, each: 12.64, selectivity: [6.4, 12.1, 20.9, 19.1], m: 20.6 },
  gap: { sessions: 581_459, each: 5.45, selectivity: [9.2, 15.9, 22.8, 20.7], m: 56.2 },
  interest: { sessions: 1_025_900, each: 3.1, selectivity: [2.3, 2.5, 3.6, 4], m: 130 },
} as const

/** [Adar07] table by table, on generated people. */
export async function adar(quick: boolean, part: Part): Promise<Page> {
  const users = quick ? 60 : USERS
  const dir = mkdtempSync(join(tmpdir(), 'lethe-sessions-'))
  try {
    const people = await part('people', () => measureBusy(busyPeople(WORLD, users)))
    let log: string | undefined
    const written = () => {
      log ??= writeBusy(WORLD, users, join(dir, 'log.tsv'))
      return log
    }
    const relinked: Relinked[] = []
    for (const split of SPLITS) relinked.push(await part(`relinked ${split}`, () => relinkAll(written(), dir, split)))
    const smaller = await part('fewer people', async () => {
      const few = writeBusy(WORLD, Math.ceil(users / 8), join(dir, 'few.tsv'))
      return [await relinkAll(few, dir, 'daily'), await relinkAll(few, dir, 'gap')]
    })
    const back = await part('restored', () => restored(WORLD, quick ? 20 : 300, dir))
    const shared = await part('shared', () => sharing(WORLD, quick ? 20_000 : 1_000_000, dir))
    const claims = quick ? [] : claimsOf(people, relinked)
    return { text: page(users, people, relinked, smaller, back, shared, claims), claims }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

type People = ReturnType<typeof measureBusy>

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!

function claimsOf({ queries, clicks, rows, days }: People, relinked: readonly Relinked[]): Claim[] {
  const source = '[Adar07]'
  const fitted = (claim: Claim): Claim =>
    Math.abs(claim.ours - claim.theirs) <= claim.within ? { ...claim, fitted: true } : claim
  return [
    fitted(near({ source, item: '§3', what: 'rows a person', theirs: 571, ours: rows })),
    fitted(near({ source, item: '§3', what: 'active days a person', theirs: 45.2, ours: days })),
    // The world was calibrated on the means of both.
    fitted(near({ source, item: 'Figure 1', what: 'distinct queries, median', theirs: 229, ours: median(queries) })),
    fitted(
      near({ source, item: 'Figure 2', what: 'distinct clickthroughs, median', theirs: 252, ours: median(clicks) }),
    ),
    ...relinked.flatMap(({ split, sessions, each, selectivity, m }) => {
      const paper = PAPER[split]
      return [
        near({ source, item: '§6', what: `${split}: sessions`, theirs: paper.sessions, ours: sessions }),
        near({ source, item: '§6', what: `${split}: queries each`, theirs: paper.each, ours: each }),
        ...['any', '≤ 1000', '≤ 100', '≤ 10'].map((bound, i) =>
          near({
            ...{ source, item: 'Table 1', what: `${split}, ${bound}`, theirs: paper.selectivity[i]! },
            ...{ ours: 100 * selectivity[i]!, unit: '%' },
          }),
        ),
        near({ source, item: '§6.1', what: `${split}: components a person`, theirs: paper.m, ours: m }),
      ]
    }),
  ]
}

const count = (n: number) => n.toLocaleString('en-US')

function page(
  users: number,
  people: People,
  relinked: readonly Relinked[],
  smaller: readonly Relinked[],
  back: readonly Restored[],
  shared: Sharing,
  claims: readonly Claim[],
): string {
  const ours = (one: Relinked, name: string, shares: readonly number[]) => [
    ...[one.split, name, count(one.sessions), one.each.toFixed(2), ...shares.map((share) => percent(share))],
    ...[one.m.toFixed(1), one.ratio.toFixed(2)],
  ]
  const theirs = (split: Split) => {
    const { sessions: n, each, selectivity, m } = PAPER[split]
    const shares = selectivity.map((share) => `${share}%`)
    return [split, '[Adar07]', count(n), each.toFixed(2), ...shares, String(m), ((m * USERS) / n).toFixed(2)]
  }
  const head = ['split', '', 'sessions', 'rows each', 'any', '≤ 1000', '≤ 100', '≤ 10', 'm', 'm/k']
  return `# Query logs, and sessions taken apart and put together again

[Adar07]: ${count(USERS)} people of a real log with 100 to 300 clicked queries. Ours: ${count(users)} generated people with as many, world ${WORLD}, all of it *simulated*. Marks, thresholds in front and attacks without an oracle
stand in [sessions](sessions.md), how many persons open a shared query in [shares](shares.md).

${claims.length === 0 ? '' : `${claimsTable(claims)}\n`}
## Figures 1 and 2

People by their distinct queries (theirs: mean 252, median 229) and distinct clickthroughs (252, 252). Ours: mean ${mean(people.queries).toFixed(0)}, median ${median(people.queries)}; ${mean(people.clicks).toFixed(0)}, ${median(people.clicks)}. People in each band:

${figureOf({ queries: people.queries, clickthroughs: people.clicks })}

## Table 1

Answers of the same person among the best 100, over sessions with any number of responses, at most 1000, 100 and 10; m components a person with an oracle, and m over the number of sessions.
*Others*: the asked session is no answer. *With it*: it stands first and is right, as an index gives it. The source says that the asked session was always the top result, and that its table counts other sessions; its 4% at
no more than 10 responses cannot count it, since one right answer in ten is 10% already: its figures are of others.

${table(
  head,
  relinked.flatMap((one) => [
    theirs(one.split),
    ours(one, 'others', one.selectivity),
    ours(one, 'with it', one.counted),
  ]),
)}

## Why ours differ

The same with an eighth of the people. Fewer people are fewer strangers among the hundred best: selectivity depends on how many people there are, and on how much they have in common.

${table(
  head,
  smaller.map((one) => ours(one, 'others', one.selectivity)),
)}

## Restored URLs

§4: over 70% of the clicked URLs came back by asking two engines again (20 and 50 results). Ours, by what share of its results the engine that is asked still lists at the time; each host has several pages.
What share that was in the source is not known: nothing is confirmed here.

${restoredTable(back)}

## Shared queries

${sharingText(shared)}
`
}
