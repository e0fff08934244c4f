import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../../src/base/package-root.js'
import { profileNames, readPlan } from '../../../src/plans/plan.js'
import type { QuickChance } from '../../../src/random/quick.js'
import { explain, release } from '../../../src/run/release/index.js'
import { honestReleases, RECIPES } from '../../support/honest.js'
import { less } from '../attempt.js'
import { pick, times } from '../chance.js'
import { type Edit, edited, someEdits } from '../edits.js'
import { editedJson, type JsonEdit, someJsonEdit } from '../json-edits.js'
import { orRefused, type Part, type Ready } from '../part.js'

interface Case {
  readonly of: number
  readonly document: readonly JsonEdit[]
  readonly bytes: readonly Edit[]
  readonly ending: 'json' | 'yaml'
  /** Is a release made by it, or is it only explained? */
  readonly released: boolean
}

/** Plans as people write them: those of the honest releases, and the profiles. */
function plans(): unknown[] {
  const own = Object.values(RECIPES).map(({ steps }) => ({
    steps: steps.map(({ method, params }) => ({ method, ...params })),
  }))
  const read = { reading: { format: 'ndjson', dateOrder: 'dmy', columns: { user: 'user', query: 'query' } } }
  const profiles = profileNames().map((name) =>
    JSON.parse(readFileSync(join(PACKAGE_ROOT, 'profiles', `${name}.json`), 'utf8')),
  )
  return [...own, ...own.map((plan) => ({ ...plan, ...read, link: 'user', time: 'hour', rank: true })), ...profiles]
}

async function open(base: string): Promise<Ready<Case>> {
  const { log, keyFile } = honestReleases((name) => join(base, name))
  const all = plans()
  const attempt = async ({ of, document, bytes, ending, released }: Case, dir: string): Promise<number> => {
    const path = join(dir, `plan.${ending}`)
    const text = Buffer.from(JSON.stringify(document.reduce(editedJson, all[of % all.length]), null, 1))
    writeFileSync(path, bytes.reduce(edited, text))
    await orRefused(async () => {
      const plan = await readPlan(path)
      await explain(plan)
      if (released)
        await release([log], { plan, out: join(dir, 'out'), keyFile, format: 'tsv', ledger: join(dir, 'ledger') })
    })
    return 1
  }
  return {
    make: (chance: QuickChance) => ({
      of: chance.below(1000),
      document: times(chance.below(4), () => someJsonEdit(chance)),
      bytes: chance.below(2) === 0 ? [] : someEdits(chance, 3),
      ending: pick(chance, ['json', 'yaml']),
      released: chance.below(10) === 0,
    }),
    attempt,
    *smaller(one) {
      if (one.released) yield { ...one, released: false }
      for (const document of less(one.document)) yield { ...one, document }
      for (const bytes of less(one.bytes)) yield { ...one, bytes }
    },
  }
}

/** Plan files with mistakes of all kinds: refused in plain words, or understood. */
export const spoiltPlans: Part<Case> = { name: 'plans', counts: 'plans', weight: 1, open }
