import type { Page } from './claims.js'
import { breachTables } from './tokens/breaches.js'
import { defences } from './tokens/defences.js'
import { gaps, intervals, references, sizes, thresholds } from './tokens/gaps.js'
import { type Large, withLarge, withLogs } from './tokens/made.js'
import { distances, expansions, hundredThousand, initials, prunings, updates } from './tokens/published.js'
import { heavyLog, small } from './tokens/small.js'
import { tagTable } from './tokens/tags.js'

/** How token hashing breaks: the source's figures beside ours. */
export async function tokens(quick: boolean): Promise<Page> {
  const say = (step: string) => process.stderr.write(`${step}\n`)
  const n = quick ? 300 : 1000
  const users = quick ? 2000 : 65_000
  const heavy = heavyLog(quick ? 80 : 1300)
  const parts = [
    `# Token hashing, and how it breaks

Everything here is *simulated*: generated logs of world web-1. Made by \`npm run evidence -- tokens${quick ? ' --quick' : ''}\`. Accuracy is the share of matchable hashes
that were mapped right; a hash is matchable if its token is among the n most frequent of the reference. The source's figures are for Yahoo logs of 3 million queries
a side [Kumar07]; most of its tables are lost in the text we have. *Published* is the source's attack: node-start, L1, score greedy, five updates. *Informed* is the
default of \`lethe attack invert-tokens\`. Beside this page: the same on [three million queries a side](tokens/three-million.md), and what [other samples](tokens/samples.md) change.`,
    await small(heavy, quick ? 15_000 : 195_000, n),
    await defences(heavy, quick, n, say),
  ]
  say('small logs')
  const files: Record<string, string> = {}
  await withLogs(users, async (logs) => {
    await withLarge(logs, async (large) => Object.assign(files, await largeTables(large, quick, n, users, say)))
    parts.push(await breachTables(logs, quick ? [200, 1600] : [1000, 8000]))
    say('breaches')
  })
  parts.push(await tagTable(quick ? 200 : 8000))
  return { text: `${parts.join('\n\n')}\n`, claims: [], files }
}

type Step = readonly [name: string, make: () => Promise<string>]

/** The tables of large logs, by the file in which they stand. */
async function largeTables(
  large: Large,
  quick: boolean,
  n: number,
  users: number,
  say: (step: string) => void,
): Promise<Record<string, string>> {
  const pair = await large.pair()
  say('large logs')
  const file = async (heading: string, steps: readonly Step[]) => {
    const parts = [
      `# ${heading}

All tables of this part: a log of ${users.toLocaleString('en')} people, and a reference of as many other people, of the three months after.`,
    ]
    for (const [name, step] of steps) {
      parts.push(await step())
      say(name)
    }
    return `${parts.join('\n\n')}\n`
  }
  return {
    'three-million.md': await file(quick ? 'Larger logs' : 'Three million queries a side', [
      ['starts', () => initials(pair, n)],
      ['updates', () => updates(pair, n)],
      ['distances', () => distances(large, quick ? [n, 5 * n] : [n, 10 * n])],
      ['expansion', () => expansions(pair, n, quick ? 4 * n : 16 * n)],
      ['pruning', () => prunings(pair, 2 * n)],
      ...(quick ? [] : [['100,000 tokens', () => hundredThousand(pair)] as const]),
    ]),
    'samples.md': await file('Other samples', [
      ['sizes', () => sizes(large, quick ? [4, 1] : [64, 16, 4, 1], n)],
      ['gaps', () => gaps(large, quick ? [0, 3] : [0, 1, 3, 7, 11], n)],
      ['intervals', () => intervals(large, n)],
      ['references', () => references(large, users, quick ? [4] : [4, 16, 64], n)],
      ['thresholds', () => thresholds(large, quick ? [5] : [2, 5, 10, 20, 50, 100], n)],
    ]),
  }
}
