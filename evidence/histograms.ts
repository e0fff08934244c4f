import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeLog } from '../src/generate/index.js'
import { explain } from '../src/run/release/index.js'
import { type Claim, claimsTable, near, type Page, type Part } from './claims.js'
import { applications } from './histograms/applications.js'
import { korolovaPart } from './histograms/korolova.js'
import { phases } from './histograms/phases.js'
import { sameBudget } from './histograms/same-budget.js'
import { sweeps } from './histograms/sweeps.js'

/** ZEALOUS, its relatives and its baselines: [Santhi13], [Goetz12], [Korolova09]. */
export async function histograms(quick: boolean, part: Part): Promise<Page> {
  const users = quick ? 1000 : 20_000
  const dir = mkdtempSync(join(tmpdir(), 'lethe-histograms-'))
  try {
    const log = join(dir, 'log.tsv')
    await writeLog({ users, seed: 12 }, { out: log })
    const drawn = await part('figures', () => phases(log, dir))
    const changed = await part('sweeps', () => sweeps(log, dir, quick))
    const used = await part('applications', () => applications(log, dir, quick))
    const removal = await part('korolova', () => korolovaPart(quick))
    const budget = await part('same budget', () => sameBudget(log, dir))
    const claims = [...(await part('stated', stated)), ...removal.claims]
    const text = `# Histograms: ZEALOUS and its relatives

Everything here is *simulated*, and made by \`npm run evidence -- histograms${quick ? ' --quick' : ''}\`: ${users.toLocaleString('en')} people of world web-1, seed 12, noise from the same seed, unless a part says otherwise.

${claimsTable(claims)}

${[drawn.text, changed, used, removal.text, budget].join('\n')}`
    return { text, claims, files: drawn.files }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** What the source says of its threshold and noise, at the parameters that it names. */
async function stated(): Promise<Claim[]> {
  const params = { epsilon: Math.LN10, delta: 1e-5, perUser: 20 }
  const { derived } = await explain({ steps: [{ method: 'korolova', params }], shows: {} })
  const at = { source: '[Korolova09]', item: 'parameters' }
  return [
    near({ ...at, what: 'K at d = 20, epsilon = ln 10, delta = 1e-5', theirs: 140, ours: Number(derived.K) }),
    near({ ...at, what: 'b at the same', theirs: 8.69, ours: Number(derived.b) }),
  ]
}
