import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeLog } from '../src/generate/index.js'
import { comparisonMarkdown } from '../src/report/comparison-markdown.js'
import { compare } from '../src/run/compare/index.js'

const EPSILON = Math.log(10)
const PRIVATE = { epsilon: EPSILON, delta: 1e-5, perUser: 20, items: 'queries' }

const GRID = {
  grid: [
    { profile: 'google-eu' },
    { profile: 'ec-draft-2026' },
    { method: 'rare-queries', k: [5, 30, 50] },
    { method: 'rare-queries', k: 30, link: 'user' },
    { method: 'zealous', ...PRIVATE },
    { method: 'gaussian-threshold', ...PRIVATE },
    { method: 'optimal-selection', ...PRIVATE },
  ],
}

/** The regulators' rules, plain thresholds and differential privacy: one log, the same attacks, the same measures. */
export async function rules(quick: boolean): Promise<string> {
  const users = quick ? 1500 : 20_000
  const dir = mkdtempSync(join(tmpdir(), 'lethe-rules-'))
  try {
    const log = join(dir, 'log.tsv')
    await writeLog({ users, seed: 11 }, { out: log })
    const { settings } = await compare([log], { grid: GRID, out: join(dir, 'compared') })
    return `# The rules, side by side

What the regulators' rules give, beside plain thresholds and differential privacy, on one log and under the same attacks. Everything here is
*simulated*: ${users.toLocaleString('en')} people of world web-1, seed 11. Made by \`npm run evidence -- rules${quick ? ' --quick' : ''}\`.

Attacks are shares of what they aim at: \`inject-users\` is the share of guesses that somebody who adds users to the log can test; \`link-records\` and
\`partial-knowledge\` (three known words) need pseudonyms. *Unique text* is the share of persons of whom a query is shown that nobody else asked.

${comparisonMarkdown(settings, {
  'uniqueness.released.usersWithUnique': 'unique text',
  'kept.rows': 'rows kept',
  'kept.queries': 'distinct queries kept',
  'kept.logSize': 'words kept',
})}

Differential privacy at epsilon = ln 10, delta = 1e-5, 20 queries a person. The profiles state in their notes what is known only from the press:
\`lethe release --plan google-eu LOG -o DIR --explain\`.
`
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
