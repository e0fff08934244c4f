import { describe, expect, test } from 'vitest'
import { ATTACKS, figuresOf } from '../../test/support/figures.js'
import { bare, brokenTags } from '../../test/support/pages.js'
import { type ComparisonFigures, comparisonReport } from './comparison.js'
import { fearsFrom } from './fears.js'
import type { Inspection } from './inspection.js'
import { publicComparison } from './public-comparison.js'
import { recommend } from './recommendation.js'
import { type RunFigures, settingsOf } from './settings.js'

const LOG: Inspection = {
  ...{ rows: 4321, badRows: 0, notQueries: 0, users: 100, queries: 50, terms: 60, termOccurrences: 200, clicks: 0 },
  records: { all: 4321, read: 4321, bad: 0, blank: 0, notSearches: 0 },
  ...{ format: 'tsv', unit: 'user', time: { from: null, to: null }, notes: [] },
  uniqueness: [1, 2, 5, 40].map((users) => ({ users, queries: 10, rows: 10 * users })),
  occurrences: [],
  badReasons: [],
  histories: [{ rows: 1, users: 1 }],
  perUser: { median: 3, mean: 4, max: 30 },
  usersWithUniqueQuery: 77,
  keptAt: [{ k: 5, rows: 100, queries: 10, share: 0.2 }],
}

function figures(...runs: RunFigures[]): ComparisonFigures {
  const settings = settingsOf(runs, ATTACKS)
  const wishes = { fears: fearsFrom('reader,participant:10'), uses: [], columns: [], task: 'autocomplete', minUse: 0 }
  const advice = recommend(settings, () => ({ columns: [], uses: [] }), wishes, ATTACKS)
  const attackers = Object.fromEntries(Object.entries(ATTACKS).map(([name, { attacker }]) => [name, attacker]))
  return { log: LOG, name: 'log.tsv', settings, attackers, advice, software: 'test', checksum: 'c'.repeat(64) }
}

const NOT_RUN = { outcome: 'not run', reason: 'it needs the log' } as const
const runOf = (label: string, read: number, use: number, more: Partial<RunFigures> = {}) =>
  figuresOf(label, {
    attacks: {
      'read-identifying': { texts: 100, identifying: 100 * read },
      'inject-users': [{ added: 10, success: 0 }],
      'link-records': null,
    },
    reasons: { 'link-records': NOT_RUN },
    measures: {
      kept: { logSize: 0.5, rows: 0.4 },
      autocomplete: { release: use, original: 1, ratio: use },
      uniqueness: { original: { unique: 0.5, shared: [{ users: 3, queries: 2, rows: 168 }] } },
    },
    ...more,
  })

const HOSTILE = '<script>alert(1)</script>"\'&\u202e'

describe('the page of a comparison', async () => {
  const some = figures(
    runOf('strict k=50', 0, 0.2, { params: { k: 50 } }),
    runOf('middling k=10', 0.02, 0.6, { params: { k: 10 } }),
    runOf('loose k=2', 0.4, 0.9, { params: { k: 2 } }),
    runOf(HOSTILE, 0.1, 0.3),
  )
  const page = await comparisonReport(some)

  test('is well-formed, without script and without anything from elsewhere', () => {
    expect(brokenTags(page)).toEqual([])
    expect(page).not.toMatch(/<script|\b(src|href)=|url\(|@import|\bon\w+="/)
    expect(
      page.match(/http[^"'<\s]*/g)?.filter((url) => !url.startsWith('http://www.w3.org/') && url !== 'http-equiv='),
    ).toEqual([])
  })

  test('hostile labels stay text, in tables and in pictures', () => {
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).not.toContain('\u202e')
  })

  test('begins with what to release and why, and the table marks it', () => {
    const text = bare(page)
    expect(text).toMatch(
      /<main><p class="lead"><b>Release middling k=10<\/b>: [^.]*a reader[^.]*5\.0%[^.]*autocomplete[^.]*60\.0%/,
    )
    expect(text).toMatch(/<tr class="pick"><td>middling k=10<\/td>/)
    expect(text).toMatch(/<td>loose k=2<\/td><td>[^<]*<\/td><td>yes<\/td><td><b class="bad">40\.0%<\/b><\/td>/)
    expect(text).toMatch(/<td>strict k=50<\/td><td>[^<]*<\/td><td>yes<\/td><td>0\.0%<\/td>/)
  })

  test('says what, when, by which plan and with which checksum', () => {
    expect(page).toMatch(
      /<dt>Log<\/dt><dd>log\.tsv: 4,321 rows[\s\S]*<dt>Made<\/dt><dd>\d+ \w+ \d{4}[\s\S]*<dt>Plan<\/dt>[\s\S]*c{64}/,
    )
  })

  test('has a panel for each attacker with a figure, and a sentence for those without', () => {
    const panels = page.match(/aria-label="(Reader|Participant|Archivist)[^"]*"/g) ?? []
    expect(panels.map((label) => label.slice(12, 18))).toEqual(['Reader', 'Partic'])
    expect(page).toMatch(/<li>Archivist: not run: strict k=50; middling k=10; loose k=2/)
  })

  test('joins what none beats in steps, and names it', () => {
    const [reader = ''] = page.match(/<svg aria-label="Reader[\s\S]*?<\/svg>/) ?? []
    expect(reader).toMatch(/None beats strict k=50; middling k=10; loose k=2\./)
    const path = /data-mark="line"[\s\S]*? d="([^"]*)"/.exec(reader)?.[1] ?? ''
    const points = [...path.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [x, y])
    expect(points.length).toBeGreaterThan(4)
    for (const [i, [x, y]] of points.entries()) {
      const before = points[i - 1]
      if (before) expect(before[0] === x || before[1] === y).toBe(true)
    }
  })

  test('has no raw keys', () => {
    expect(bare(page)).not.toMatch(/logSize|usersWithUnique|\[users=|original\.|undefined|NaN|\[object/)
  })

  test('where nothing fits it says so, and why', async () => {
    expect(await comparisonReport(figures(runOf('loose', 0.4, 0.9)))).toMatch(
      /Release none of these as they stand:<\/b> none of 1 settings keeps [^.]*5\.0% or less. They fail by this: “lets an attacker come too far” \(1\)/,
    )
  })
})

describe('its public version', () => {
  const page = publicComparison(figures(runOf('a k=5', 0.02, 0.6), runOf(HOSTILE, 0.4, 0.9)))

  test('tells rough shares, how to verify, what words mean, and nothing of the log', () => {
    expect(brokenTags(page)).toEqual([])
    expect(bare(page)).toMatch(/<td>a k=5<\/td><td>k persons per query<\/td><td>yes<\/td><td>under 3%<\/td>/)
    expect(page).toMatch(/lethe verify DIR[\s\S]*What the words mean/)
    expect(page).toContain('c'.repeat(64))
    expect(bare(page)).not.toMatch(/4,321|log\.tsv|\d\.\d%|<script/)
  })
})
