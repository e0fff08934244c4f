import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_PARAMETERS } from '../src/peer/protocol/parameters.js'
import { type Simulation, simulate } from '../src/peer/simulate/index.js'
import { generate } from '../src/run/generate.js'
import { type SimulateOptions, simulatePeers } from '../src/run/simulate.js'
import { claimsTable, type Page, type Part } from './claims.js'
import { exposedClaims, hopsClaims, positionClaims, thetaClaims, zetaClaims } from './peer-claims.js'
import { exposedBy } from './peer-exposed.js'
import { graphs, pooled, sizes } from './peer-networks.js'
import { AS_PUBLISHED as published } from './peer-published.js'
import { COMMON, run, WITHOUT_PRICE } from './simulations.js'

/** Peers by simulation, beside [Erola13] chapter 4. */
export async function peer(quick: boolean, part: Part): Promise<Page> {
  const tests = quick ? 3 : 1000
  const dir = mkdtempSync(join(tmpdir(), 'lethe-evidence-'))
  try {
    const log = join(dir, 'log.tsv')
    const made = async () => {
      if (!existsSync(log)) await generate({ users: 1000, seed: 1 }, { out: log })
      return log
    }
    const shown = [
      await part('thetas', () => thetas(tests)),
      await part('positions', () => positions(tests)),
      await part('sizes', () => sizes(quick)),
      await part('replays', async () => replays(await made(), quick ? 2 : 20)),
      await part('who is exposed', async () => exposedBy(await made(), quick)),
      await part('zetas', () => zetas(quick ? 3 : 100)),
    ]
    const time = await part('hops', () => hops(quick))
    const beside = {
      hops: time,
      graphs: await part('graphs', () => graphs(quick ? 1 : 20)),
      selfish: await part('selfish', async () => selfishness(await made(), quick ? 1 : 5)),
      seeds: await part('seeds', () => seeds(quick ? 3 : 10)),
      baselines: await part('baselines', () => baselines(quick ? 2 : 20)),
    }
    const claims = [...shown, time].flatMap((page) => page.claims)
    const text = `# Peers beside the thesis

Everything called *ours* is *simulated*, by \`npm run evidence -- peer${quick ? ' --quick' : ''}\`: networks of 1,000 users, ${tests.toLocaleString('en')} tests with seeds of their own, unless a table says otherwise. Published figures are from [Erola13] chapter 4; its histories are of AOL users, ours of a generated log (world web-1). All tables are of the protocol as published (\`--baseline published\`); what a real peer does otherwise: [peer-hardened](peer-hardened.md).
Beside this page: [hops and response time](peer/hops.md), [other graphs](peer/graphs.md), [Figures 4.2 and 4.3](peer/selfish.md), [seeds](peer/seeds.md), [baselines and colluding peers](peer/baselines.md).

*What was fitted.* The thesis gives neither its graph nor how often a selection vector is repeated. Ours grows by preferential attachment; 0.35 of newcomers with one friend (\`src/peer/simulate/grow.ts\`) was chosen for its 3.59 hops, and up to 4 repeats (\`src/peer/protocol/parameters.ts\`) for its positions. Tables without selfish users are made at ζ = 0: the thesis chooses ζ after them. Clicks on results of one search are one query (what one person asked at one moment).

${claimsTable(claims)}

${shown.map((page) => page.text).join('\n\n')}
`
    const files = Object.fromEntries(
      Object.entries(beside).map(([name, page]) => [`${name}.md`, `${page.text.replace(/^#/gm, '').trim()}\n`]),
    )
    return { text, claims, files }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = (row: readonly (string | number)[]) =>
    `| ${row.map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : cell)).join(' | ')} |`
  return [cells(head), cells(head.map(() => '---')), ...rows.map(cells)].join('\n')
}

const percent = (share: number) => `${(100 * share).toFixed(1)}%`

function thetas(tests: number): Page {
  const rows = published.theta.map(([from, to, average, variance, deviation]) => {
    const ours = pooled(run(tests, { parameters: { ...WITHOUT_PRICE, theta: [from, to] } }), 10)
    return [`${100 * from}% - ${100 * to}%`, average, ours.mean, variance, ours.variance, deviation, ours.deviation]
  })
  const most = rows.reduce((a, b) => ((b[4] as number) > (a[4] as number) ? b : a))
  const claims = thetaClaims(rows.map((row) => [row[2] as number, row[4] as number]))
  const head = ['θ', 'position', 'ours', 'variance', 'ours', 'deviation', 'ours']
  const text = `## Table 4.1: what pruning does to users with 10 neighbours\n\nEach user repeats her query 100 times. The largest variance, for which the thesis chooses 60% - 80%, is ours at ${most[0]}.\n\n${table(head, rows)}`
  return { text, claims }
}

function positions(tests: number): Page {
  const pruned = run(tests, { parameters: WITHOUT_PRICE })
  const bare = run(tests, { baseline: 'unpruned', parameters: WITHOUT_PRICE })
  const rows = published.position.map(([average, before, deviation, deviationBefore], i) => {
    const ours = pooled(pruned, i + 1)
    const previous = pooled(bare, i + 1)
    return [
      String(i + 1),
      (i + 1) / 2,
      average,
      ours.mean,
      deviation,
      ours.deviation,
      before,
      previous.mean,
      deviationBefore,
      previous.deviation,
    ]
  })
  const head = [
    'neighbours',
    'ideal',
    'position',
    'ours',
    'deviation',
    'ours',
    'predecessor',
    'ours',
    'its deviation',
    'ours',
  ]
  const claims = positionClaims(rows.map((row) => [row[3] as number, row[5] as number]))
  const text = `## Figure 4.1 and Table 4.5: position by number of neighbours\n\nThe predecessor is P_s without pruning.\n\n${table(head, rows)}`
  return { text, claims }
}

async function replayed(log: string, tests: number, more: Partial<SimulateOptions>): Promise<Simulation[]> {
  const { parameters, baseline, colluding, selfish } = COMMON
  const results: Simulation[] = []
  for (let seed = 1; seed <= tests; seed++)
    results.push(await simulatePeers({ parameters, baseline, colluding, selfish, seed, replay: [log], ...more }))
  return results
}

async function replays(log: string, tests: number): Promise<Page> {
  const results = await replayed(log, tests, { parameters: WITHOUT_PRICE })
  const priced = await replayed(log, tests, {})
  const by = (k: number, at: 'at60' | 'at70' | 'at80') =>
    mean(results.map(({ exposed }) => exposed.find(({ neighbours }) => neighbours === k)?.[at] ?? 0))
  const exposed = published.exposed.map((row, i) => [
    String(i + 1),
    ...(['at60', 'at70', 'at80'] as const).flatMap((at, j) => [row[j]!, by(i + 1, at)]),
  ])
  const all = (['at60', 'at70', 'at80'] as const).flatMap((at, j) => [
    published.exposed.reduce((sum, row) => sum + row[j]!, 0),
    published.exposed.reduce((sum, _, i) => sum + by(i + 1, at), 0),
  ])
  const steps = published.pel.map((share, i) => [
    `${10 * i}% - ${10 * (i + 1)}%${i === 9 ? ' and more' : ''}`,
    percent(share),
    ...[results, priced].map((some) => percent(mean(some.map(({ pel }) => pel.steps[i]!)))),
  ])
  const shares = published.pel.map((_, i) => mean(results.map(({ pel }) => pel.steps[i]!)))
  const claims = exposedClaims([all[1]!, all[3]!, all[5]!], shares)
  const queries = mean(results.map(({ queries }) => queries / 1000))
  const text = `## Tables 4.2 and 4.3: histories replayed

1,000 users of a generated log, ${queries.toFixed(0)} queries each on average, ${tests} tests. Exposed users by number of neighbours:

${table(['neighbours', '60%', 'ours', '70%', 'ours', '80%', 'ours'], [...exposed, ['all', ...all]])}

Profile exposure level, shares of users:

${table(['PEL', 'published', 'ours', 'ours at ζ = 0.03'], steps)}`
  return { text, claims }
}

function zetas(tests: number): Page {
  const ours: (readonly [number, number])[] = []
  const rows = published.zeta.map(([zeta, honest, selfish]) => {
    const results = run(tests, { selfish: 0.1, parameters: { ...DEFAULT_PARAMETERS, zeta } })
    const of = (key: 'honestExposed' | 'selfishExposed') => mean(results.map((result) => result[key]))
    ours.push([100 * of('honestExposed'), 100 * of('selfishExposed')])
    return [String(zeta), `${honest}%`, percent(of('honestExposed')), `${selfish}%`, percent(of('selfishExposed'))]
  })
  const claims = zetaClaims(ours)
  const head = ['ζ', 'honest exposed', 'ours', 'selfish exposed', 'ours']
  const text = `## Table 4.4: what a query served or refused costs\n\n10% selfish; each user repeats her query 100 times; exposed are those who submit 60% or more of their own queries. ${tests} tests.\n\n${table(head, rows)}`
  return { text, claims }
}

async function selfishness(log: string, tests: number): Promise<Page> {
  const shares = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
  const rows: string[][] = []
  for (const selfish of shares) {
    const real = await replayed(log, tests, { selfish })
    const one = run(tests, { selfish })
    rows.push([
      percent(selfish),
      ...[real, one].flatMap((results) => [
        percent(mean(results.map((result) => result.honestExposed))),
        percent(mean(results.map((result) => result.selfishExposed))),
      ]),
    ])
  }
  const real = await replayed(log, tests, { selfish: 0.1 })
  const one = run(tests, { selfish: 0.1 })
  const submitted = (results: readonly Simulation[], k: number) =>
    mean(
      results.flatMap(({ selfish }) =>
        selfish.submitted.filter(({ neighbours }) => neighbours === k).map((row) => row.mean),
      ),
    )
  const figure = Array.from({ length: 10 }, (_, i) => [String(i + 1), submitted(one, i + 1), submitted(real, i + 1)])
  const text = `## Figure 4.2: the exposed by the share of the selfish

The thesis has a picture, and says that the honest are exposed the more, the more are selfish. ${tests} tests each.

${table(['selfish', 'replayed: honest exposed', 'selfish exposed', 'one query: honest exposed', 'selfish exposed'], rows)}

## Figure 4.3: queries that the selfish submit themselves

10% selfish; of 100 repeated queries, and of replayed histories. The thesis has a picture, and no figures in its text.

${table(['neighbours', 'one query, of 100', 'replayed'], figure)}`
  return { text, claims: [] }
}

function hops(quick: boolean): Page {
  const queries = quick ? 50 : 1000
  const result = simulate({ ...COMMON, parameters: WITHOUT_PRICE, graph: 10_000, queries })
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
  const rows = [
    ['hops', '3.59', result.hops.mean.toFixed(2)],
    ['response as published, 2 * hops * 530 ms + 400 ms', '4.21 s', seconds(result.responseMs.asPublished)],
    [
      'response with each round trip counted once',
      `${((3.59 * 530 + 400) / 1000).toFixed(2)} s`,
      seconds(result.responseMs.roundTripOnce),
    ],
    ['published for others', 'Tor 10 s, UUP 5.2 s, predecessor 3.9 s', ''],
  ]
  const claims = hopsClaims(result.hops.mean)
  return {
    text: `## Hops and response time\n\n10,000 users, ${queries} queries each.\n\n${table(['', 'published', 'ours'], rows)}`,
    claims,
  }
}

/** How much of a figure is the seed's: the runs that others check a build by. */
function seeds(tests: number): Page {
  const long = run(tests, { graph: 5000, queries: 20 })
  const selfish = run(tests, { selfish: 0.1 })
  const row = (what: string, published: string, values: readonly number[], tell: (value: number) => string) => {
    const average = mean(values)
    const deviation = Math.sqrt(mean(values.map((value) => (value - average) ** 2)))
    return [what, published, ...[average, deviation, Math.min(...values), Math.max(...values)].map(tell)]
  }
  const rows = [
    row(
      'hops, 5,000 users, 20 queries each',
      '3.59',
      long.map((result) => result.hops.mean),
      (x) => x.toFixed(2),
    ),
    row(
      'honest exposed, 10% selfish',
      '2.2%',
      selfish.map((result) => result.honestExposed),
      percent,
    ),
    row(
      'selfish exposed',
      '100%',
      selfish.map((result) => result.selfishExposed),
      percent,
    ),
  ]
  return {
    text: `## What the seed does\n\n${tests} seeds.\n\n${table(['', 'published', 'mean', 'deviation', 'least', 'most'], rows)}`,
    claims: [],
  }
}

function baselines(tests: number): Page {
  const rows = (['published', 'peers', 'unpruned', 'crowds', 'none'] as const).map((baseline) => {
    const results = run(tests, { baseline, colluding: 0.1 })
    const of = (value: (result: Simulation) => number) => mean(results.map(value))
    return [
      baseline,
      of(({ hops }) => hops.mean),
      pooled(results, 10).mean,
      pooled(results, 10).deviation,
      percent(of(({ honestExposed }) => honestExposed)),
      percent(of(({ collusion }) => collusion.seen)),
      percent(of(({ collusion }) => collusion.predecessorIsSource)),
      percent(of(({ collusion }) => collusion.crowds)),
      String(Math.round(of(({ load }) => load.carried.most))),
    ]
  })
  const head = [
    '',
    'hops',
    'position at 10',
    'deviation',
    'exposed',
    'queries seen by colluders',
    'predecessor is source',
    'bound of Crowds',
    'most carried by one',
  ]
  const text = `## Baselines, and 10% of peers who collude

Colluding peers tell each other who brought which query, and take the one before the first of them for its source. In Crowds [Crowds] that is right with 1 - f (n - c - 1) / n for ways as long: among friends it comes out close to that, and below one half, which is what Crowds calls probable innocence. Without protection nobody is handed anything: the engine knows all. Position is among direct neighbours, who have no part in Crowds. *peers* is what a real peer does.

${table(head, rows)}`
  return { text, claims: [] }
}
