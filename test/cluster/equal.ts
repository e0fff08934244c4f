import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDuckDB } from '../../src/engines/duckdb/index.js'
import { generate, release } from '../../src/index.js'
import { HOSTILE } from '../support/log.js'

const dp = { epsilon: 99, delta: 0.05, perUser: 30, minUsers: 3 }

/** A step of a plan: a method and its parameters. */
type Step = readonly [method: string, params: Readonly<Record<string, unknown>>]

/** Plans whose releases are the same wherever they are made, by what they are called. */
export const PLANS: Readonly<Record<string, readonly Step[]>> = {
  'rare-queries': [['rare-queries', { k: 3 }]],
  'rare-queries exact': [['rare-queries', { k: 3, same: 'exact' }]],
  'rare-queries words': [['rare-queries', { k: 3, same: 'words' }]],
  'rare-queries tags': [['rare-queries', { k: 3, withheld: 'tag' }]],
  zealous: [['zealous', { ...dp, items: 'queries' }]],
  'zealous keywords': [['zealous', { ...dp, items: 'keywords' }]],
  'zealous phrases': [['zealous', { ...dp, items: 'phrases' }]],
  'zealous clicks': [['zealous', { ...dp, items: 'clicks' }]],
  'zealous pairs': [['zealous', { ...dp, items: 'pairs', minUsers: 2 }]],
  'gaussian-threshold': [['gaussian-threshold', dp]],
  'optimal-selection': [['optimal-selection', dp]],
  korolova: [['korolova', { epsilon: 99, delta: 0.05, perUser: 5 }]],
  phrases: [['phrases', { epsilon: 99, delta: 0.05, perUser: 300, perUserCounts: 300 }]],
  allowlist: [['allowlist', { k: 3 }]],
  'allowlist of pairs': [['allowlist', { k: 3, n: 2 }]],
  'allowlist phrases': [['allowlist', { k: 3, items: 'phrases' }]],
  'sessions daily': [['sessions', { split: 'daily', dayZone: 'America/New_York' }]],
  'sessions gap': [['sessions', { split: 'gap' }]],
  'token-hash': [['token-hash', { beside: 'kept' }]],
  'token-hash shuffled': [['token-hash', { order: 'shuffled' }]],
  scrub: [['scrub', {}]],
  'scrub rows': [['scrub', { action: 'rows' }]],
  'scrub + rare-queries': [
    ['scrub', {}],
    ['rare-queries', { k: 3 }],
  ],
  'sessions + rare-queries': [
    ['sessions', { split: 'gap' }],
    ['rare-queries', { k: 3 }],
  ],
  'secret-shares': [['secret-shares', { t: 3 }]],
}

/** A log with made-up people, and every hostile text asked by several persons each. */
export async function hostileLog(path: string, spill: string): Promise<void> {
  const made = join(spill, 'made.tsv')
  await generate({ users: 120, days: 10, seed: 5, out: made })
  const engine = await openDuckDB({ spill, threads: 1 })
  try {
    const texts = [...HOSTILE, ...MORE_HOSTILE]
    await engine.append('odd', ['q'], [[texts]])
    await engine.write(
      `SELECT "AnonID" AS "user", "Query" AS query, CAST("QueryTime" AS TIMESTAMP) AS "time", CAST("ItemRank" AS INTEGER) AS "rank", "ClickURL" AS url
      FROM read_csv('${made}', delim = '\t', header = true, all_varchar = true, nullstr = '')
      UNION ALL SELECT 'ü-' || (i + j), CASE WHEN j % 2 = 0 THEN q ELSE upper(q) END, CASE WHEN j = 5 THEN NULL ELSE TIMESTAMP '2006-03-05 10:00:00' + to_seconds(i * 100 + j) END, NULL,
        CASE WHEN i % 3 = 0 THEN 'http://www.Exa' || i || 'mple.com./x?y' END
      FROM (SELECT q, rowid AS i FROM odd), range(6) r(j)`,
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

/** Files of a release with their bytes, as text that can be compared. */
function filesIn(dir: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(dir)
      .sort()
      .map((file) => [file, readFileSync(join(dir, file), 'latin1')]),
  )
}

/** Makes the same release here and on a cluster: the files of both. */
export async function onBoth(plan: readonly Step[], log: string, engine: string, dir: string, keyFile: string) {
  mkdirSync(dir, { recursive: true })
  const made = async (name: string, resources: { readonly engine?: string }) => {
    const out = join(dir, name)
    const steps = plan.map(([method, params]) => ({ method, params }))
    await release([log], {
      plan: { steps, shows: {} },
      out,
      seed: 11,
      format: 'tsv',
      truth: true,
      keyFile,
      ...resources,
    })
    return { files: filesIn(out), truth: truthIn(`${out}.private`) }
  }
  return { here: await made('here', {}), there: await made('there', { engine }) }
}

function truthIn(dir: string): Record<string, string> {
  return Object.fromEntries(Object.entries(filesIn(dir)).filter(([file]) => /^(truth|bad-rows)/.test(file)))
}
