import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type CrashPlace, callsOf, crashAt, run } from '../support/crash-points.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()

const LOG = `user\tquery\n${Array.from({ length: 12 }, (_, i) => `u${i % 6}\tweather\n`).join('')}`
const log = next('log.tsv')
writeFileSync(log, LOG)
const OLD = ['release', 'rare-queries', '../log.tsv', '--k', '2', '--out-format', 'tsv', '-o', 'out', '--truth']
const NEW = [
  'release',
  'rare-queries',
  '../log.tsv',
  '--k',
  '3',
  '--out-format',
  'tsv',
  '-o',
  'out',
  '--truth',
  '--force',
]

/** A folder for one crash, made as `from` stands. */
function placeFrom(
  from: string | undefined,
  temp: 'usual' | 'other',
): CrashPlace & { readonly words: readonly string[] } {
  const cwd = next('crash')
  mkdirSync(join(cwd, 'here'), { recursive: true })
  if (from !== undefined) cpSync(from, join(cwd, 'here'), { recursive: true })
  cpSync(log, join(cwd, 'log.tsv'))
  const env = { LETHE_STATE: join(cwd, 'state'), LETHE_TEMP: join(cwd, 'temp') }
  return { cwd: join(cwd, 'here'), env, words: temp === 'other' ? ['--temp', join(cwd, 'elsewhere')] : [] }
}

/** Which release stands there: public and private folder must tell the same, with nothing beside them. */
function standing({ cwd }: CrashPlace): 'none' | 'old' | 'new' | string {
  const there = readdirSync(cwd).sort()
  const root = join(cwd, '..')
  const temp = ['temp', 'elsewhere'].flatMap((dir) => (existsSync(join(root, dir)) ? readdirSync(join(root, dir)) : []))
  const runs = existsSync(join(root, 'state/runs')) ? readdirSync(join(root, 'state/runs')) : []
  if (temp.length + runs.length > 0) return `left: ${[...temp, ...runs].join()}`
  if (there.length === 0) return 'none'
  if (there.join() !== 'out,out.private') return `left: ${there.join()}`
  const k = (JSON.parse(readFileSync(join(cwd, 'out/manifest.json'), 'utf8')) as { steps: { params: { k: number } }[] })
    .steps[0]?.params.k
  const checked = run(['verify', 'out', '--against', '../log.tsv', '--json'], {
    cwd,
    env: { LETHE_STATE: join(root, 'look') },
  })
  const { holds } = JSON.parse(checked.stdout) as { holds: boolean | null }
  return holds === true ? (k === 2 ? 'old' : 'new') : `does not hold: ${checked.stdout}`
}

const old = placeFrom(undefined, 'usual')
run(OLD, old)

describe.each([
  ['a first release', undefined, OLD, ['none', 'old'], 'usual'],
  ['one that replaces another', old.cwd, NEW, ['old', 'new'], 'usual'],
  ['with its own folder for temporary files', undefined, OLD, ['none', 'old'], 'other'],
] as const)('%s, killed at every call that changes names', (_, from, words, allowed, temp) => {
  const whole = placeFrom(from, temp)
  const calls = callsOf([...words, ...whole.words], whole)
  // Before each call, and after the last: what lies between two calls changes no name.
  const points = [...Array.from({ length: calls }, (_, i) => [i + 1, 'before'] as const), [calls, 'after'] as const]
  test.each(points)('call %i, %s', (n, when) => {
    const place = placeFrom(from, temp)
    crashAt([...words, ...place.words], place, n, when)
    const healed = run(['doctor', '--json'], place)
    expect([healed.status, healed.stderr]).toEqual([0, ''])
    expect(allowed).toContain(standing(place))
  })
})
