import { describe, expect, test } from 'vitest'
import { bare, brokenTags } from '../../test/support/pages.js'
import { promise } from '../release/guarantee.js'
import { type Manifest, makeManifest, type Step } from '../release/manifest.js'
import type { AttackOutcome } from './outcomes.js'
import { type ReportFigures, releaseReport } from './release-report.js'

const HOSTILE = '<img src=x onerror=alert(1)>"\u202e'
const steps = [
  { method: 'scrub', params: {} },
  { method: 'rare-queries', params: { k: 30, hostK: 0.123456, results: { given: true }, odd: HOSTILE } },
] as unknown as readonly Step[]
const manifest: Manifest = makeManifest({
  steps,
  guarantee: promise({ kind: 'k-users-per-query', k: 30, hostK: 30 }, { unit: 'user', notProtected: ['much'] }),
  shows: {} as Manifest['shows'],
  columns: [{ name: 'query', type: 'text', meaning: 'what was asked' }] as unknown as Manifest['columns'],
  files: ['data.tsv'],
})
const attacks: readonly AttackOutcome[] = [
  {
    ...{ attack: 'inject-users', attacker: 'participant', has: 'has accounts', outcome: 'ran', figures: [] },
    reached: { attacker: 'participant', levels: [{ cost: 10, share: 0.0123456, of: 'guesses' }] },
  },
  { attack: 'link-records', attacker: 'archivist', has: 'has a log', outcome: 'not run', reason: 'it needs the log' },
  {
    attack: 'mark-user',
    attacker: 'neighbour',
    has: 'knows words',
    outcome: 'not applicable',
    reason: 'no pseudonyms',
  },
  {
    ...{ attack: 'restore-urls', attacker: 'subscriber', has: 'has two', outcome: 'ran', figures: { n: 0 } },
    reached: { attacker: 'subscriber', levels: [{ share: null, reason: 'no text is new' }] },
  },
]
const figures: ReportFigures = {
  ...{ name: HOSTILE, checksum: 'd'.repeat(64), manifest, empty: false, attacks },
  verdict: { holds: true, checks: [{ name: 'checksums', holds: true, detail: '12345 rows' }] },
  measures: {
    kept: { logSize: 0.123456, rows: 0.5 },
    uniqueness: { original: { shared: [{ users: 3, queries: 9, rows: 168 }] } },
  },
}

describe.each(['custodian', 'public'] as const)('the page for the %s', async (forWhom) => {
  const page = await releaseReport(figures, forWhom)
  const text = bare(page)

  test('is well-formed, without script, with nothing from elsewhere, and hostile words stay words', () => {
    expect(brokenTags(page)).toEqual([])
    expect(page).not.toMatch(/<script|<img|\b(src|href)="|url\(|\u202e/)
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })

  test('says what, when, by which plan, with which checksum, and how to verify', () => {
    expect(text).toMatch(
      /<dt>Plan<\/dt><dd>scrub, then rare-queries \(k = 30, host-k = 0\.1235, results = given, and not told/,
    )
    expect(text).toMatch(/<dt>Page made<\/dt><dd>\d+ \w+ \d{4}<\/dd>/)
    expect(text).toMatch(/d{64}[\s\S]*lethe verify DIR[\s\S]*What the words mean/)
    expect(text).toContain('<td>2. rare-queries</td><td>k</td><td>30</td>')
    expect(text).toContain('<td>1. scrub</td><td>none was given</td><td>all as usual</td>')
  })

  test('has a bar or a word for each attacker, and the bound of the promise', () => {
    const [picture = ''] = page.match(/<svg aria-label="How far each attacker came[\s\S]*?<\/svg>/) ?? []
    expect(picture).toMatch(
      /Neighbour with 3 known terms: not applicable; Archivist: not run; Participant with 10 accounts: /,
    )
    expect(picture).toContain('Subscriber: nothing to try')
    expect(picture).toContain('promise: at most 0%')
    expect(picture.match(/<rect/g)).toHaveLength(2)
  })

  test('has no raw keys and no long figures', () => {
    expect(text).not.toMatch(/logSize|hostK|\[users=|original\.|undefined|NaN|\[object|\{"/)
    expect(text.replaceAll(/<svg[\s\S]*?<\/svg>/g, '').replace(/0\.1235/g, '')).not.toMatch(/\d\.\d{4}/)
  })
})

test('the public page tells rough shares, no detail and no reason; the custodian sees them', async () => {
  const [own, all] = [bare(await releaseReport(figures, 'custodian')), bare(await releaseReport(figures, 'public'))]
  expect(own).toMatch(/1\.2%[\s\S]*it needs the log[\s\S]*<th scope="col">detail<\/th>[\s\S]*12345 rows/)
  expect(own).toMatch(/<td>uniqueness<\/td><td>log, shared \(persons 3\), rows<\/td><td>168<\/td>/)
  expect(all).toContain('under 3%')
  expect(all).toContain('<li>Archivist: not run (link-records)</li>')
  const words = all.replaceAll(/<svg[\s\S]*?<\/svg>/g, '')
  expect(words).not.toMatch(/1\.2%|it needs the log|>detail<|12345|168|custodian only/)
})

test('an attack that failed is no bar and no 0%: it is told as that', async () => {
  const failed: AttackOutcome = {
    attack: 'link-records',
    attacker: 'archivist',
    has: 'x',
    outcome: 'error',
    error: 'why',
  }
  const page = await releaseReport({ ...figures, attacks: [failed] }, 'custodian')
  expect(page).toContain('Archivist: FAILED')
  expect(page).toContain('Archivist: an attack of theirs FAILED')
  expect(page).not.toMatch(/Archivist: not applicable/)
})
