import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { QuickChance } from '../../../src/random/quick.js'
import { attack } from '../../../src/run/attack.js'
import { decode } from '../../../src/run/decode.js'
import { diff } from '../../../src/run/diff/index.js'
import { measure } from '../../../src/run/measure.js'
import { report } from '../../../src/run/report.js'
import { verify } from '../../../src/run/verify.js'
import { type Honest, honestReleases, RECIPES } from '../../support/honest.js'
import { less } from '../attempt.js'
import { pick } from '../chance.js'
import { type Edit, edited, someEdits } from '../edits.js'
import { editedJson, type JsonEdit, someJsonEdit } from '../json-edits.js'
import { orRefused, type Part, type Ready, Violation } from '../part.js'

/** Everything that reads a release. */
const READERS = {
  verify: async (dir: string) => verify(dir),
  against: async (dir: string, log: string) => verify(dir, { against: [log] }),
  measure: async (dir: string, log: string) => measure([log], dir, { only: ['kept', 'uniqueness'] }),
  attack: async (dir: string, log: string) => attack('partial-knowledge', dir, { reference: [log] }),
  decode: async (dir: string) => decode([dir], { out: `${dir}-opened.tsv` }),
  diff: async (dir: string) => diff(dir, dir),
  report: async (dir: string) => report(dir, { out: `${dir}.html` }),
} satisfies Record<string, (dir: string, log: string) => Promise<unknown>>

interface Case {
  readonly of: Honest
  readonly reader: keyof typeof READERS
  /** Which file, counted round and round, the private ones after the public ones. */
  readonly file: number
  readonly edits: readonly Edit[]
  readonly manifest: readonly JsonEdit[]
}

async function open(base: string): Promise<Ready<Case>> {
  let made = 0
  const honest = honestReleases((name) => join(base, `honest-${++made}-${name}`))
  const attempt = async ({ of, reader, file, edits, manifest }: Case, dir: string): Promise<number> => {
    const from = await honest.of(of)
    const to = join(dir, 'release')
    cpSync(from, to, { recursive: true })
    cpSync(`${from}.private`, `${to}.private`, { recursive: true })
    const files = [to, `${to}.private`].flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    const path = files[file % files.length]!
    const before = readFileSync(path)
    writeFileSync(path, edits.reduce(edited, before))
    const stated = join(to, 'manifest.json')
    const spoilt = manifest.length > 0 && !(path === stated && edits.length > 0)
    if (spoilt)
      writeFileSync(
        stated,
        JSON.stringify(manifest.reduce(editedJson, JSON.parse(readFileSync(stated, 'utf8'))), null, 2),
      )
    const changed = !readFileSync(path).equals(before) || spoilt
    const answer = await orRefused<unknown>(() => READERS[reader](to, honest.log))
    const isPublic = spoilt || path.startsWith(`${to}/`)
    if (changed && isPublic && (answer as { readonly holds?: unknown } | undefined)?.holds === true)
      throw new Violation(`a damaged release of ${of} is shown to hold`)
    return 1
  }
  return {
    make: (chance: QuickChance) => ({
      of: pick(chance, Object.keys(RECIPES) as Honest[]),
      reader: pick(chance, Object.keys(READERS) as (keyof typeof READERS)[]),
      file: chance.below(60),
      edits: chance.below(4) === 0 ? [] : someEdits(chance, 3),
      manifest: chance.below(2) === 0 ? [] : [someJsonEdit(chance)],
    }),
    attempt,
    *smaller(one) {
      if (one.manifest.length > 0) yield { ...one, manifest: [] }
      for (const edits of less(one.edits)) yield { ...one, edits }
    },
  }
}

/** Releases and private folders with damage, given to all that reads them: refused or not shown, and never a fault of ours. */
export const damaged: Part<Case> = { name: 'damaged', counts: 'releases', weight: 2, open }
