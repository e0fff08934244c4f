import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from '../../src/release/manifest.js'
import { privateFolderOf } from '../../src/release/private-folder.js'
import { openRelease } from '../../src/release/reader.js'
import { doctor } from '../../src/run/doctor.js'
import { Violation } from './part.js'
import type { Ended } from './program.js'
import { type Place, RAW, type Variant } from './stage.js'

/** What must hold after any trouble: before anything is mended no half release stands there; after, all or nothing, and no raw text. */
export async function checkPlace(place: Place, variant: Variant, ended: Ended): Promise<void> {
  const out = join(place.cwd, 'out')
  if (existsSync(out)) wholeFiles(out)
  Object.assign(process.env, place.env)
  const { left } = doctor({ dir: place.cwd })
  if (left) throw new Violation('the doctor leaves something behind')
  const there = readdirSync(place.cwd).sort().join()
  if (there !== '' && there !== 'out,out.private') throw new Violation(`left beside the release: ${there}`)
  for (const dir of ['temp', 'elsewhere', 'state/runs']) {
    const names = existsSync(join(place.root, dir)) ? readdirSync(join(place.root, dir)) : []
    if (names.length > 0)
      throw new Violation(`left in ${dir}: ${names.map((name) => name.replace(/\d+/g, '0')).join()}`)
  }
  const standing = there === '' ? 'none' : await whichStands(out)
  const done = ended.status === 0
  if (standing === 'none' && (variant.force || done))
    throw new Violation(`no release stands there (status ${ended.status})`)
  if (standing === 'old' && (done || !variant.force)) throw new Violation('the old release stands there')
  checkLedger(place, variant, standing)
  rawTextIn(place)
}

/** Every file that is listed is there as listed, and the list is whole. */
function wholeFiles(out: string): void {
  const sums = existsSync(join(out, 'SHA256SUMS'))
    ? readFileSync(join(out, 'SHA256SUMS'), 'utf8').trimEnd().split('\n')
    : []
  const { files } = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')) as Manifest
  const listed = new Map(sums.map((line) => [line.slice(66), line.slice(0, 64)]))
  for (const file of [...files, 'manifest.json']) {
    const digest = createHash('sha256')
      .update(readFileSync(join(out, file)))
      .digest('hex')
    if (listed.get(file) !== digest) throw new Violation('half a release stands there')
  }
}

async function whichStands(out: string): Promise<'old' | 'new'> {
  wholeFiles(out)
  const release = openRelease(out)
  if ((await privateFolderOf(release)).kind !== 'bound') throw new Violation('the private folder is of another release')
  return release.manifest.steps.at(-1)?.params.k === 2 ? 'old' : 'new'
}

/** What was released is in the book; entries are whole, numbered without a gap, and nothing else lies there. */
function checkLedger(place: Place, variant: Variant, standing: 'none' | 'old' | 'new'): void {
  const book = join(place.root, 'ledger/town')
  const files = existsSync(book) ? readdirSync(book).sort() : []
  const wanted = files.map((_, i) => `${String(i + 1).padStart(8, '0')}.json`)
  if (files.join() !== wanted.join()) throw new Violation(`in the ledger lies ${files.join()}`)
  for (const file of files) JSON.parse(readFileSync(join(book, file), 'utf8'))
  if (variant.method !== 'private') return
  if (standing === 'new' && files.length !== 1)
    throw new Violation(`a private release stands there, and ${files.length} entries`)
  if (files.length > 1) throw new Violation(`one run, and ${files.length} entries`)
}

/** Raw text is in the log, and in the truth of the private folder; nowhere else. */
function rawTextIn(place: Place): void {
  for (const entry of readdirSync(place.root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || path === join(place.root, 'log.tsv') || path.includes('/out.private/')) continue
    if (readFileSync(path).includes(RAW))
      throw new Violation(`raw text is left in ${path.slice(place.root.length).replace(/\d+/g, '0')}`)
  }
}
