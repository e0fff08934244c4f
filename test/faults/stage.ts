import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeKeyFile } from '../../src/crypto/key-file.js'
import type { QuickChance } from '../../src/random/quick.js'
import { pick, times } from './chance.js'
import { call } from './program.js'

/** A text that one person asked, and that no release and no leftover may show. */
export const RAW = 'zebra-kiwi'

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
