import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDuckDB } from '../../src/engines/duckdb/index.js'
import { generate, release, verify } from '../../src/index.js'
import type { InputOptions } from '../../src/ingest/options.js'
import { seededRandom } from '../../src/random/seeded.js'
import type { ColumnOptions } from '../../src/release/columns.js'
import { HOSTILE } from '../support/log.js'

const dp = { epsilon: 99, delta: 0.05, perUser: 30, minUsers: 3 }

/** A plan: steps, each a method and its parameters; what the release shows; how the log is read. */
interface Plan {
  readonly steps: readonly (readonly [method: string, params: Readonly<Record<string, unknown>>])[]
  readonly shows?: Partial<ColumnOptions>
  readonly input?: InputOptions
}

const just = (method: string, params: Readonly<Record<string, unknown>>, more: Omit<Plan, 'steps'> = {}): Plan => ({
  steps: [[method, params]],
  ...more,
})

/** Plans whose releases are the same wherever they are made, by what they are called. */
export const PLANS: Readonly<Record<string, Plan>> = {
  'rare-queries': just('rare-queries', { k: 3 }),
  'rare-queries exact': just('rare-queries', { k: 3, same: 'exact' }),
  'rare-queries words': just('rare-queries', { k: 3, same: 'words' }),
  'rare-queries tags': just('rare-queries', { k: 3, withheld: 'tag' }),
  'rare-queries by user': just('rare-queries', { k: 3 }, { shows: { link: 'user', time: 'relative', rank: true } }),
  'rare-queries by session': just('rare-queries', { k: 3 }, { shows: { link: 'session', time: 'hour' } }),
  'rare-queries within': just(
    'rare-queries',
    { k: 3, hostK: 2, within: 'device' },
    { input: { columns: { device: 'device' } } },
  ),
  'rare-queries without prefixes': just('rare-queries', { k: 3 }, { input: { collapsePrefixes: 60 } }),
  zealous: just('zealous', { ...dp, items: 'queries' }),
  'zealous keywords': just('zealous', { ...dp, items: 'keywords' }),
  'zealous phrases': just('zealous', { ...dp, items: 'phrases' }),
  'zealous clicks': just('zealous', { ...dp, items: 'clicks' }),
  'zealous pairs': just('zealous', { ...dp, items: 'pairs', minUsers: 2 }),
  'zealous frequent': just('zealous', {
    ...dp,
    perUser: 3,
    items: 'queries',
    choose: 'frequent',
    neighbours: 'replace',
  }),
  'gaussian-threshold': just('gaussian-threshold', dp),
  'gaussian-threshold unit': just('gaussian-threshold', { ...dp, weights: 'unit', perUser: 5 }),
  'optimal-selection': just('optimal-selection', dp),
  korolova: just('korolova', { epsilon: 99, delta: 0.05, perUser: 5 }),
  'korolova counts': just('korolova', { epsilon: 99, epsilonCounts: 9, delta: 0.05, perUser: 5 }),
  phrases: just('phrases', { epsilon: 99, delta: 0.05, perUser: 300, perUserCounts: 300 }),
  allowlist: just('allowlist', { k: 3 }),
  'allowlist of pairs': just('allowlist', { k: 3, n: 2 }),
  'allowlist phrases': just('allowlist', { k: 3, items: 'phrases' }),
  'sessions daily': just('sessions', { split: 'daily', dayZone: 'america/new_york' }),
  'sessions gap': just('sessions', { split: 'gap' }, { shows: { time: 'exact' } }),
  'token-hash': just('token-hash', { beside: 'kept' }),
  'token-hash shuffled': just('token-hash', { order: 'shuffled' }),
  scrub: just('scrub', {}),
  'scrub rows': just('scrub', { action: 'rows' }),
  'scrub + rare-queries': {
    steps: [
      ['scrub', {}],
      ['rare-queries', { k: 3 }],
    ],
  },
  'sessions + rare-queries': {
    steps: [
      ['sessions', { split: 'gap' }],
      ['rare-queries', { k: 3 }],
    ],
  },
  'secret-shares': just('secret-shares', { t: 3 }),
  'secret-shares shamir': just('secret-shares', { t: 3, scheme: 'shamir', epoch: 'month' }),
  'secret-shares unanimous': just('secret-shares', { t: 3, scheme: 'unanimous' }),
}

/** A log with made-up people, and every hostile text asked by several persons each: those that are named here, and some that are drawn by the seed. */
export async function hostileLog(path: string, spill: string, seed = 5): Promise<void> {
  const made = join(spill, 'made.tsv')
  await generate({ users: 120, days: 10, seed, out: made })
  const engine = await openDuckDB({ spill, threads: 1 })
  try {
    const texts = [...HOSTILE, ...MORE_HOSTILE, ...drawnTexts(seed)]
    await engine.append('odd', ['q'], [[texts]])
    await engine.write(
      `SELECT "AnonID" AS "user", "Query" AS query, CAST("QueryTime" AS TIMESTAMP) AS "time", CAST("ItemRank" AS INTEGER) AS "rank", "ClickURL" AS url,
        CASE WHEN length("Query") % 3 = 0 THEN 'phone' END AS device
      FROM read_csv('${made}', delim = '\t', header = true, all_varchar = true, nullstr = '')
      UNION ALL SELECT CASE WHEN i <> 3 OR j <> 4 THEN 'ü-' || (i + j) END, CASE WHEN i % 17 = 5 AND j = 1 THEN NULL WHEN j % 2 = 0 THEN q ELSE upper(q) END, CASE WHEN j = 5 THEN NULL ELSE TIMESTAMP '2006-03-05 10:00:00' + to_seconds(i * 100 + j) END, NULL,
        CASE WHEN i % 3 = 0 THEN 'http://www.Exa' || i || 'mple.com./x?y' END, CASE WHEN j < 4 THEN q END
      FROM (SELECT q, rowid AS i FROM odd), range(6) r(j)
      UNION ALL SELECT 'types-' || p, left('as one types, letter by letter', (i * 7 + p) % 30 + 1), TIMESTAMP '2006-03-06 08:00:00' + to_seconds(i // 4), NULL, NULL, NULL
      FROM range(5) r(p), range(40) s(i)`,
      path,
      'parquet',
    )
  } finally {
    await engine.close()
  }
}

/** All planes of Unicode, what changes when its case does, what is no letter, and a text of a megabyte. */
const MORE_HOSTILE: readonly string[] = [
  'ÉCLAIR',
  'e\u0301clair',
  '\u0130stanbul',
  'ΟΔΟΣ',
  'a\u0000b',
  '\u{1f600} smile',
  'tea\u200bpot',
  "it's \\n",
  '  two  blanks ',
  'x\ty\nz',
  '\u2003em',
  'ﬁ',
  'ǅ',
  'ß STRASSE',
  '-',
  '',
  '\u{1f468}\u200d\u{1f469}',
  '\u1e9e',
  '\u212b',
  'a$b ^c& {d}',
  'q\u2028r',
  '\u0002mark\u0010',
  '\u{10400}\u{20000}\u{e0041}\u{f0000}\u{10fffd}',
  '日本 語',
  `${'long '.repeat(5000)}end`,
  'x'.repeat((1 << 20) - 1),
]

const [DRAWN, PLANES] = [60, 17]

/** Texts of up to 24 characters: some of all planes, assigned or not, and some that are folded, put together, or taken for the ends of words and lines. */
function drawnTexts(seed: number): string[] {
  const random = seededRandom(seed)
  const below = (n: number) => random.uint32() % n
  const drawn = () => {
    const kind = below(4)
    if (kind === 0) return below(PLANES) * 0x10000 + below(0x10000)
    return kind === 1 ? below(0x3000) : kind === 2 ? 0x61 + below(26) : BETWEEN[below(BETWEEN.length)]!
  }
  const character = () => {
    const code = drawn()
    if (code >= 0xd800 && code < 0xe000) return ' ' // halves of pairs are no texts
    const text = String.fromCodePoint(code)
    return /[\p{L}\p{M}\p{N}]/u.test(text) && !OLD_LETTERS.some(([from, to]) => from <= code && code <= to) ? ' ' : text
  }
  return Array.from({ length: DRAWN }, () => Array.from({ length: 1 + below(24) }, character).join(''))
}

/** Letters, marks and digits that Unicode 13 has, which is what Java 17 knows: of later ones a cluster may say that they stand between words (src/engines/spark/README.md). */
const OLD_LETTERS = [
  [0x0, 0x86f],
  [0x900, 0x963],
  [0xe01, 0xe3a],
  [0x10a0, 0x13f5],
  [0x1e00, 0x2188],
  [0x3041, 0x3096],
  [0x4e00, 0x9fef],
  [0xac00, 0xd7a3],
  [0xfe00, 0xfe0f],
  [0xff10, 0xff5a],
  [0x10000, 0x1004d],
  [0x1d400, 0x1d7cb],
  [0x20000, 0x2a6d6],
  [0xe0100, 0xe01ef],
] as const

/** Blanks of many kinds, signs of quoting, marks that join the letter before, halves of letters. */
const BETWEEN = [
  ...[
    0x0, 0x9, 0xa, 0xb, 0xc, 0xd, 0x1c, 0x20, 0x85, 0xa0, 0xad, 0x1680, 0x2000, 0x2007, 0x200b, 0x200d, 0x2028, 0x202f,
    0x3000,
  ],
  ...[0x22, 0x24, 0x27, 0x5c, 0x60, 0x7b, 0x7d, 0xfeff, 0xfffd, 0xfffe],
  ...[0x300, 0x307, 0x323, 0x345, 0x34f, 0x1100, 0x1161, 0x11a8, 0xfe0f, 0x1f3fb, 0xe0041],
]

/** Files of a release with their bytes, as text that can be compared. */
function filesIn(dir: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(dir)
      .sort()
      .map((file) => [file, readFileSync(join(dir, file), 'latin1')]),
  )
}

/** Makes the same release here and on a cluster: the files of both. */
export async function onBoth(plan: Plan, log: string, engine: string, dir: string, keyFile: string) {
  mkdirSync(dir, { recursive: true })
  const { shows = {}, input } = plan
  const steps = plan.steps.map(([method, params]) => ({ method, params }))
  const made = async (name: string, resources: { readonly engine?: string }) => {
    const out = join(dir, name)
    const how = { out, seed: 11, format: 'tsv', truth: true, keyFile } as const
    await release([log], { plan: { steps, shows }, ...how, ...(input && { input }), ...resources })
    return { out, files: filesIn(out), truth: truthIn(`${out}.private`) }
  }
  return { here: await made('here', {}), there: await made('there', { engine }) }
}

/** What checks say of a release and its log, by their names. */
export async function checked(
  plan: Plan,
  out: string,
  log: string,
  keyFile: string,
  resources: { readonly engine?: string },
) {
  const tagged = plan.steps.some(([method, { withheld }]) => KEYED.includes(method) || withheld === 'tag')
  const how = {
    against: [log],
    experiments: true,
    ...(plan.input && { input: plan.input }),
    ...(tagged && { keyFile }),
  }
  const { holds, checks } = await verify(out, { ...how, ...resources })
  return { holds, checks: checks.map((check) => [check.name, check.holds] as const) }
}

const KEYED: readonly string[] = ['token-hash', 'secret-shares']

function truthIn(dir: string): Record<string, string> {
  return Object.fromEntries(Object.entries(filesIn(dir)).filter(([file]) => /^(truth|bad-rows)/.test(file)))
}
