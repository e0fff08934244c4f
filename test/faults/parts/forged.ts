import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readKeyFile } from '../../../src/crypto/key-file.js'
import { readLog } from '../../../src/ingest/index.js'
import type { QuickChance } from '../../../src/random/quick.js'
import { openRelease } from '../../../src/release/reader.js'
import { readAgain } from '../../../src/run/reading.js'
import { type Given, verifyOpened } from '../../../src/run/verify.js'
import { type Forged, forge } from '../../support/forged.js'
import { FORGERIES } from '../../support/forgeries/index.js'
import { type Honest, honestReleases, RECIPES } from '../../support/honest.js'
import { less } from '../attempt.js'
import { pick, times } from '../chance.js'
import { type Edit, edited, someEdit } from '../edits.js'
import { editedJson, type JsonEdit, someJsonEdit } from '../json-edits.js'
import { orRefused, type Part, type Ready, Violation } from '../part.js'
import { longSession } from '../session.js'
import { trulyHolds } from './truly-holds.js'

/** One thing that a liar does to a release. */
type Lie =
  | { readonly kind: 'bytes'; readonly file: number; readonly edit: Edit }
  | { readonly kind: 'manifest'; readonly edit: JsonEdit }
  | {
      readonly kind: 'rows'
      readonly how: 'drop' | 'double' | 'swap' | 'cell'
      readonly at: number
      readonly to: number
    }
  | { readonly kind: 'known'; readonly lie: string }
  | { readonly kind: 'sums'; readonly edit: Edit }
  | { readonly kind: 'more'; readonly name: string; readonly text: string }
  | { readonly kind: 'name'; readonly file: number; readonly to: string }

/** What the one who verifies has beside the forged release. */
const HANDS = ['nothing', 'folder', 'log', 'log and folder', 'log and key', 'assumption'] as const

interface Case {
  readonly of: Honest
  readonly has: (typeof HANDS)[number]
  readonly lies: readonly Lie[]
}

const NAMES = ['data.tsv', 'more.tsv', '.data.tsv', 'data.parquet', 'README', 'SHA256SUMS.sig', 'data[1].tsv', '*.tsv']

function someLie(chance: QuickChance, of: Honest): Lie {
  const known = FORGERIES.filter((forgery) => forgery.of === of)
  const [at, to, file] = [chance.unit(), chance.unit(), chance.below(4)]
  const n = chance.below(20)
  if (n < 6) return { kind: 'bytes', file, edit: someEdit(chance) }
  if (n < 12) return { kind: 'manifest', edit: someJsonEdit(chance) }
  if (n < 16) return { kind: 'rows', how: pick(chance, ['drop', 'double', 'swap', 'cell'] as const), at, to }
  if (n < 18 && known.length > 0) return { kind: 'known', lie: pick(chance, known).lie }
  if (n === 18) return { kind: 'sums', edit: someEdit(chance) }
  const name = pick(chance, NAMES)
  return chance.below(2) === 0 ? { kind: 'more', name, text: 'alice\n' } : { kind: 'name', file, to: name }
}

/** Files of the release but the checksums, which are made again. */
const publicFiles = (dir: string) =>
  readdirSync(dir, { withFileTypes: true })
    .map((entry) => (entry.isFile() ? entry.name : `${entry.name} (no file)`))
    .filter((file) => file !== 'SHA256SUMS')
    .sort()

async function tell(lie: Lie, forged: Forged): Promise<void> {
  const { dir } = forged
  const files = publicFiles(dir).filter((file) => existsSync(join(dir, file)) && !file.endsWith('.sig'))
  const path = (n: number) => join(dir, files[n % files.length]!)
  const data = files.find((file) => /^data\.(tsv|csv|ndjson)$/.test(file))
  switch (lie.kind) {
    case 'bytes':
      return writeFileSync(path(lie.file), edited(readFileSync(path(lie.file)), lie.edit))
    case 'manifest':
      return forged.edit(
        'manifest.json',
        (text) => `${JSON.stringify(editedJson(JSON.parse(text), lie.edit), null, 2)}\n`,
      )
    case 'rows':
      return data === undefined ? undefined : forged.edit(data, (text) => otherRows(text, lie))
    case 'known':
      return FORGERIES.find((forgery) => forgery.lie === lie.lie)?.forge(forged)
    case 'more':
      return writeFileSync(join(dir, lie.name), lie.text)
    case 'name':
      return renameSync(path(lie.file), join(dir, lie.to))
  }
}

function otherRows(text: string, { how, at, to }: Extract<Lie, { kind: 'rows' }>): string {
  const lines = text.split('\n').slice(0, -1)
  const [one, other] = [at, to].map((share) => Math.floor(share * lines.length)) as [number, number]
  if (how === 'drop') lines.splice(one, 1)
  else if (how === 'double') lines.splice(one, 0, lines[one] ?? '')
  else if (how === 'swap') [lines[one], lines[other]] = [lines[other] ?? '', lines[one] ?? '']
  else {
    // A cell of another row in its place: values that occur, in combinations that may not.
    const split = /[\t,]/
    const [cells, theirs] = [(lines[one] ?? '').split(split), (lines[other] ?? '').split(split)]
    const column = Math.floor(at * 7919) % Math.max(1, cells.length)
    lines[one] = (lines[one] ?? '').replace(cells[column] ?? '', () => theirs[column] ?? '')
  }
  return lines.map((line) => `${line}\n`).join('')
}

const sameFiles = (a: string, b: string) =>
  publicFiles(a).join() === publicFiles(b).join() &&
  publicFiles(a).every((file) => readFileSync(join(a, file)).equals(readFileSync(join(b, file))))

async function open(base: string): Promise<Ready<Case>> {
  let made = 0
  const honest = honestReleases((name) => join(base, `honest-${++made}-${name}`))
  const session = longSession(join(base, 'temp'), 400)
  const readOnce = session.each(async (on, fixed: boolean) => readLog([honest.log], fixed ? { fixed } : {}, on))
  const attempt = async ({ of, has, lies }: Case, dir: string): Promise<number> => {
    const from = await honest.of(of)
    const to = await forge(from, join(dir, 'release'), async (forged) => {
      // A lie upon a lie may find its ground gone: then it is not told.
      for (const lie of lies) await tell(lie, forged).catch?.(() => {})
    }).catch(() => undefined)
    if (to === undefined) return 0
    const sums = lies.flatMap((lie) => (lie.kind === 'sums' ? [lie.edit] : []))
    const before = existsSync(join(to, 'SHA256SUMS')) ? readFileSync(join(to, 'SHA256SUMS')) : Buffer.alloc(0)
    const after = sums.reduce(edited, before)
    if (sums.length > 0) writeFileSync(join(to, 'SHA256SUMS'), after)
    if (sameFiles(from, to) && after.equals(before)) return 0
    if (has.includes('folder')) cpSync(`${from}.private`, `${to}.private`, { recursive: true })
    const verdict = await orRefused(async () => {
      const release = openRelease(to)
      const on = await session.next()
      const read = has.includes('log') ? await readOnce(on, readAgain(release.manifest, {}).fixed ?? false) : {}
      const key = has === 'log and key' ? { key: readKeyFile(honest.keyFile) } : {}
      const given: Given = { ...read, ...key, assume: has === 'assumption' }
      return verifyOpened(release, given, on)
    })
    if (verdict?.holds === true && !(await trulyHolds(to, from, has)))
      throw new Violation(`a forged release of ${of} is believed, with ${has}`)
    return 1
  }
  return {
    make(chance) {
      const of = pick(chance, Object.keys(RECIPES) as Honest[])
      return { of, has: pick(chance, HANDS), lies: times(1 + chance.below(3), () => someLie(chance, of)) }
    },
    attempt,
    *smaller(one) {
      for (const lies of less(one.lies)) yield { ...one, lies }
    },
    close: () => session.close(),
  }
}

/** Honest releases, changed by one who makes the checksums fit again: never shown to hold, unless what they promise is true. */
export const forged: Part<Case> = { name: 'forged', counts: 'releases', weight: 3, open }
