import { existsSync, mkdtempSync, rmSync } from 'node:fs'
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
  const [users, swept, served] = quick ? [1000, 1000, 1000] : [20_000, 5000, 1000]
  const dir = mkdtempSync(join(tmpdir(), 'lethe-histograms-'))
  try {
    const logOf = async (people: number) => {
      const out = join(dir, `${people}.tsv`)
      if (!existsSync(out)) await writeLog({ users: people, seed: 12 }, { out })
      return out
    }
    const drawn = await part('figures', async () => phases(await logOf(users), dir))
    const changed = await part('sweeps', async () => sweeps(await logOf(swept), dir, quick))
    const used = await part('applications', async () => applications(await logOf(served), dir))
    const removal = await part('korolova', () => korolovaPart(quick))
    const budget = await part('same budget', async () => sameBudget(await logOf(users), dir))
    const claims = [...(await part('stated', stated)), ...removal.claims]
    const text = `# Histograms: ZEALOUS and its relatives

Everything here is *simulated*, and made by \`npm run evidence -- histograms${quick ? ' --quick' : ''}\`: world web-1, seed 12, noise from the same seed; ${users.toLocaleString('en')} people for the figures and for methods at the same epsilon and delta, ${swept.toLocaleString('en')} for different m, T and T', ${served.toLocaleString('en')} for both applications.

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
