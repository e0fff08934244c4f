import { levers } from './peer-levers.js'
import { run } from './simulations.js'

const BOTH = ['published', 'peers'] as const
type Rules = (typeof BOTH)[number]

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const percent = (share: number) => `${(100 * share).toFixed(1)}%`

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** What a real peer does otherwise than the thesis, with the figures of both. */
export async function peerHardened(quick: boolean): Promise<string> {
  const tests = quick ? 1 : 10
  return `# What a real peer does otherwise than the thesis, before and after

Everything here is *simulated*, by \`npm run evidence -- peer-hardened${quick ? ' --quick' : ''}\`; [peer](peer.md) holds the protocol as published against its source.

The thesis believes what a neighbour says of itself, and lets own queries alone go by the selection vector. A real peer has friends who lie and friends who compare notes:

- *Claims*: a friend has 10 seats in the vector for 2 of the user, whatever it says of itself.
- *Carried queries* go by the same vector as own ones; where a second friend is asked, the seats of whoever brought it stand for submitting it.
- *A query that a friend refuses* goes to a second one for one in four of the queries that are offered to anybody, own and carried ones alike; all others their holder submits. The thesis asks on until somebody accepts, so that what honest friends refuse goes to one who never does, and whoever brings her many queries tires them of her.
- *A query that a friend accepted and lost* is submitted by whoever holds it, source or carrier. In 0.2.0 the source asked the next friend (1,910 of 1,950 queries in a review) and carriers never did (0 of 1,826): two friends who saw one id knew the source. Now nobody asks a second friend (0 of both, in \`src/peer/protocol/alike.test.ts\` and, over sockets, \`test/peer/alike.test.ts\`).

${costs(tests)}

${liars(tests)}

${levers(Math.ceil(tests / 3))}

${friends(tests)}
`
}

function costs(tests: number): string {
  const of = (baseline: Rules) => {
    const plain = run(tests, { baseline })
    const selfish = run(tests, { baseline, selfish: 0.1 })
    const at = (k: number) => mean(plain.map(({ position }) => position.find((row) => row.neighbours === k)?.mean ?? 0))
    return [
      mean(plain.map(({ hops }) => hops.mean)).toFixed(2),
      ...[1, 3, 5, 10].map((k) => at(k).toFixed(2)),
      percent(mean(plain.map(({ honestExposed }) => honestExposed))),
      percent(mean(selfish.map(({ honestExposed }) => honestExposed))),
      percent(mean(selfish.map(({ selfishExposed }) => selfishExposed))),
    ]
  }
  const head = [
    '',
    'hops',
    'position at 1',
    'at 3',
    'at 5',
    'at 10',
    'exposed',
    'honest exposed, 10% selfish',
    'selfish exposed',
  ]
  const thesis = ['thesis', '3.59', '0.49', '1.44', '2.34', '4.51', '', '2.2%', '100%']
  const rows = [thesis, ['as published, ours', ...of('published')], ['real peer', ...of('peers')]]
  return `## What it costs\n\n1,000 users, 100 queries each, ${tests} tests.\n\n${table(head, rows)}`
}

function liars(tests: number): string {
  const sizes = [
    [10, 200, 5 * tests],
    [100, 100, tests],
    [10_000, 10, 1],
  ] as const
  const rows = sizes.flatMap(([graph, queries, networks]) =>
    BOTH.map((baseline) => {
      const found = run(networks, { baseline, graph, queries, lying: 0.1 }).map(({ lying }) => lying)
      const of = (which: 'handed' | 'honest', kind: 'own' | 'carried') => mean(found.map((one) => one[which][kind]))
      const cells = (['own', 'carried'] as const).flatMap((kind) => [
        percent(of('honest', kind)),
        percent(of('handed', kind)),
        (of('handed', kind) / of('honest', kind)).toFixed(2),
      ])
      return [graph.toLocaleString('en'), baseline === 'peers' ? 'after' : 'before', ...cells]
    }),
  )
  const head = ['peers', '', 'own queries handed to one, honest', 'lying', 'times', 'carried, honest', 'lying', 'times']
  return `## Friends who lie

One peer in ten claims 1,000 friends and takes all it is offered. What a friend hands to each of them, against the same network where they tell the truth; the limit is 1.5 times. With 20 real processes, each with such a friend who floods it besides: \`test/peer/lying.slow.test.ts\`.

${table(head, rows)}`
}

function friends(tests: number): string {
  const kinds = [
    ['nobody lies', {}],
    ['10% lie', { lying: 0.1 }],
    ['10% lie, 10% selfish', { lying: 0.1, selfish: 0.1 }],
  ] as const
  const rows = kinds.flatMap(([name, more]) =>
    BOTH.flatMap((baseline) => {
      const found = run(tests, { baseline, queries: 40, ...more }).map(({ collusion }) => collusion.friends)
      return [1, 2, 3, 5, 8].map((c) => {
        const of = (key: 'precision' | 'recall' | 'byChance') =>
          percent(mean(found.flatMap((all) => all.filter((one) => one.c === c).map((one) => one[key]))))
        return [
          name,
          baseline === 'peers' ? 'after' : 'before',
          String(c),
          of('precision'),
          of('recall'),
          of('byChance'),
        ]
      })
    }),
  )
  return `## Friends who compare notes

c friends of a user who has more than that, liars first, put together what she handed them, and take for hers whatever none of them had seen before (\`collusion.friends\` of \`lethe simulate --json\`). *Precision*: how much of that was hers; *recall*: how many of her queries they took for hers; *by chance*: how much of all that she handed to anybody was hers. If all her friends collude there is nothing to guess: they know. The same rule on transcripts of real peers, twelve with six friends each, gives what the simulator gives on that graph: \`test/peer/pooled.slow.test.ts\`.

${table(['', '', 'c', 'precision', 'recall', 'by chance'], rows)}`
}
