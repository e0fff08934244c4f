import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeKeyFile } from '../../src/crypto/key-file.js'
import type { QuickChance } from '../../src/random/quick.js'
import type { Manifest } from '../../src/release/manifest.js'
import { privateFolderOf } from '../../src/release/private-folder.js'
import { openRelease } from '../../src/release/reader.js'
import { doctor } from '../../src/run/doctor.js'
import { pick, times } from './chance.js'
import { Violation } from './part.js'
import { call, type Ended } from './program.js'

/** A text that one person asked, and that no release and no leftover may show. */
const RAW = 'zebra-kiwi'

/** A release that meets trouble on its way. */
export interface Variant {
  readonly method: 'rare' | 'linked' | 'shares' | 'private' | 'steps'
  readonly format: 'tsv' | 'csv' | 'ndjson' | 'parquet'
  /** Another release stands there already, and is replaced. */
  readonly force: boolean
  readonly truth: boolean
  /** Temporary files go to a folder that is named. */
  readonly temp: boolean
}

const WORDS: Readonly<Record<Variant['method'], readonly string[]>> = {
  rare: ['release', 'rare-queries', '../log.tsv', '--k', '3'],
  linked: ['release', 'rare-queries', '../log.tsv', '--k', '3', '--link', 'user', '--time', 'exact'],
  shares: ['release', 'secret-shares', '../log.tsv', '--t', '3', '--key', '../key'],
  private: [
    ...[
      'release',
      'zealous',
      '../log.tsv',
      '--items',
      'queries',
      '--epsilon',
      '2',
      '--delta',
      '0.000001',
      '--per-user',
      '2',
    ],
    ...['--format', 'tsv', '--columns', 'user=user,query=query', '--header', 'yes', '--population', 'town'],
  ],
  steps: ['release', '--plan', '../plan.json', '../log.tsv'],
}

export function someVariant(chance: QuickChance): Variant {
  return {
    method: pick(chance, ['rare', 'linked', 'shares', 'private', 'steps']),
    format: pick(chance, ['tsv', 'csv', 'ndjson', 'parquet']),
    force: chance.below(2) === 0,
    truth: chance.below(2) === 0,
    temp: chance.below(3) === 0,
  }
}

export function* simpler(variant: Variant): Generator<Variant> {
  for (const plain of [
    { force: false },
    { truth: false },
    { temp: false },
    { format: 'tsv' },
    { method: 'rare' },
  ] as const)
    if (Object.entries(plain).some(([key, value]) => variant[key as keyof Variant] !== value))
      yield { ...variant, ...plain }
}

/** Where releases are made and troubled: a log, a key, a plan, and a release of each kind to be replaced. */
export interface Stage {
  /** A fresh place for a try, and the words of the release in it. */
  set(dir: string, variant: Variant): Place
}
export interface Place {
  readonly root: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly words: readonly string[]
}

export async function openStage(base: string): Promise<Stage> {
  const row = (i: number) =>
    `u${i % 50}\t${i % 7 === 0 ? `${RAW} ${i}` : `weather in town ${i % 11}`}\t2024-05-0${1 + (i % 9)}\n`
  writeFileSync(join(base, 'log.tsv'), `user\tquery\ttime\n${times(3000, row).join('')}`)
  writeKeyFile(join(base, 'key'))
  const steps = [{ method: 'scrub' }, { method: 'rare-queries', k: 3 }]
  writeFileSync(join(base, 'plan.json'), JSON.stringify({ steps }))
  const set = (dir: string, { method, format, truth, temp, force }: Variant): Place => {
    const cwd = join(dir, 'here')
    mkdirSync(cwd, { recursive: true })
    for (const file of ['log.tsv', 'key', 'plan.json']) cpSync(join(base, file), join(dir, file))
    if (force)
      for (const part of ['out', 'out.private']) cpSync(join(base, 'old', part), join(cwd, part), { recursive: true })
    const env = { LETHE_STATE: join(dir, 'state'), LETHE_TEMP: join(dir, 'temp'), LETHE_LEDGER: join(dir, 'ledger') }
    const words = [
      ...WORDS[method],
      ...['--out-format', format, '-o', 'out'],
      ...(truth ? ['--truth'] : []),
      ...(force ? ['--force'] : []),
      ...(temp ? ['--temp', join(dir, 'elsewhere')] : []),
    ]
    return { root: dir, cwd, env, words }
  }
  // What is replaced is known by its k.
  mkdirSync(join(base, 'old'))
  const made = await call([...WORDS.rare.slice(0, -1), '2', '-o', 'out', '--truth'], join(base, 'old'), {
    LETHE_STATE: join(base, 'state'),
  })
  if (made.status !== 0) throw new Error(`no release to begin with: ${made.stderr}`)
  return { set }
}

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
