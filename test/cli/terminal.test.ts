import { expect, test } from 'vitest'
import { lethe } from '../support/program.js'
import { scratch } from '../support/scratch.js'

const { dir, next } = scratch()
const log = next('log.tsv')
const [linked, earlier, counted, sessions] = ['linked', 'earlier', 'counted', 'sessions'].map(next) as [
  string,
  string,
  string,
  string,
]
const books = next('books')

function made(...words: readonly string[]): string {
  const { status, stdout, stderr } = lethe(...words)
  expect({ words, status, stderr }).toEqual({ words, status: 0, stderr: '' })
  return stdout
}

const WITH_LOG = ['--reference', log] as const

/** What verbs print for people. Each is one call on what those before it made. */
const CALLS: string[][] = [
  ['generate', '--users', '60', '--days', '6', '--seed', '3', '-o', log],
  ['inspect', log],
  ['scan', log],
  ['release', 'rare-queries', log, '--k', '2', '--explain', '-o', linked],
  ['release', 'rare-queries', log, '--k', '2', '--link', 'user', '--truth', '-o', linked],
  ['release', 'rare-queries', log, '--k', '2', '--sample-people', '0.9', '--seed', '1', '-o', earlier],
  ['release', 'sessions', log, '--truth', '-o', sessions],
  [
    'release',
    'zealous',
    log,
    '--epsilon',
    '2',
    '--delta',
    '1e-5',
    '--ledger',
    books,
    '--population',
    'all',
    '-o',
    counted,
  ],
  ['verify', linked, '--against', log],
  ['attack', 'partial-knowledge', linked, ...WITH_LOG, '--truth', `${linked}.private`],
  ['attack', 'partial-knowledge', linked, ...WITH_LOG],
  ['attack', 'link-records', linked, ...WITH_LOG, '--truth', `${linked}.private`],
  ['attack', 'link-records', linked, ...WITH_LOG],
  ['attack', 'mark-user', linked],
  ['attack', 'mark-user', linked, ...WITH_LOG],
  ['attack', 'difference-releases', linked, '--other', earlier],
  ['attack', 'difference-releases', linked, '--other', earlier, ...WITH_LOG],
  ['attack', 'read-lone-texts', linked],
  ['attack', 'read-lone-texts', linked, '--against', log],
  ['attack', 'relink-sessions', sessions, '--truth', `${sessions}.private`],
  ['measure', linked, '--against', log],
  ['measure', counted, '--against', log],
  ['diff', earlier, linked],
  ['ledger', '--ledger', books],
  ['ledger', 'all', '--ledger', books],
  ['simulate', '--users', '200', '--selfish', '0.1', '--colluding', '0.1'],
  ['methods'],
  ['measures'],
]

test.each(CALLS.map((words) => ({ words })))(
  'no keys of records and no long lines from lethe $words.0 $words.1',
  ({ words }) => {
    const lines = made(...words)
      .replaceAll(dir, '/logs')
      .split('\n')
      .filter((line) => !/^ +--\S+ \S+ --/.test(line)) // flags to copy stay in one line
    expect(lines.filter((line) => line.length > 120)).toEqual([])
    const keys = lines.filter((line) => /^ *[a-z]+[A-Z]\w*( {2,}\S|$)|[[{]"|\bnull\b|\bNaN\b|undefined/.test(line))
    expect(keys).toEqual([])
  },
)

test('shares are told in per cent, persons by words', () => {
  expect(made('attack', 'partial-knowledge', linked, ...WITH_LOG)).toMatch(
    /^known +persons +one history: log +release\n1 +\d+ +\d+\.\d%/m,
  )
  expect(made('attack', 'mark-user', linked, ...WITH_LOG)).toMatch(/^60 persons are led to ask .*\(\d+\.\d%\)\.$/m)
  expect(made('measure', linked, '--against', log, '--only', 'kept')).toMatch(/^ {2}distinct queries +\d+\.\d%$/m)
  expect(made('simulate', '--users', '100')).toMatch(/at most 10% for \d+\.\d% of the users/)
})
