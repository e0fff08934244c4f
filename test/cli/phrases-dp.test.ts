import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { forge, type Item, itemsOf } from '../support/forge-items.js'
import { Bench } from '../support/lethe.js'

const READ = ['--format', 'chat', '--columns', 'user=user_id,query=query']
const AT = ['--epsilon', '6', '--delta', '1e-5', '--n', '3']

const conversation = (user: string, ...prompts: string[]) =>
  `${JSON.stringify({ conversation_id: `c-${user}`, user_id: user, messages: prompts.map((content) => ({ role: 'user', content })) })}\n`

/** Prompts of 400 persons: most begin alike, all end otherwise; one has 40,000 words, one is hostile. */
const LOG = [
  ...Array.from({ length: 400 }, (_, i) =>
    conversation(`u${i}`, `Write a poem about own${i}`, `thank you, number ${i % 5}`),
  ),
  conversation('long', Array.from({ length: 40_000 }, (_, i) => `w${i.toString(36)}`).join(' ')),
  conversation(
    'odd',
    '\u202e\u0000=cmd|\u200b <b>write</b>\ta\u0301 poem \ud83d\udca3\u2028',
    'a'.repeat(70_000),
    'İ ß ﬃ \u{1f1e9}\u{1f1ea}',
  ),
].join('')

describe('phrases under differential privacy', () => {
  test('released from a prompt log, entered, not refuted; nobody is told what nobody used', async () => {
    const bench = new Bench()
    bench.file('log.jsonl', LOG)
    const ledger = ['--ledger', bench.path('ledger'), '--population', 'people']
    const set = ['ledger', 'set', 'people', '--epsilon', '7', '--delta', '1e-3', '--ledger', bench.path('ledger')]
    expect((await bench.lethe(set)).status).toBe(0)
    const release = (out: string) => [
      'release',
      'phrases',
      'log.jsonl',
      ...READ,
      ...AT,
      ...ledger,
      '-o',
      out,
      '--out-format',
      'tsv',
    ]
    const first = await bench.lethe(release('r1'))
    expect([first.status, first.stderr]).toEqual([0, expect.not.stringMatching(/own\d|w1z/)])
    const texts = itemsOf(bench.path('r1')).map(({ texts: [text] }) => text)
    expect(texts).toEqual(
      expect.arrayContaining(['write', 'write a', 'write a poem', 'a poem about', 'thank you number']),
    )
    expect(texts.filter((text) => /^own|^w\d|cmd/.test(text ?? ''))).toEqual([])
    expect(readFileSync(bench.path('r1/manifest.json'), 'utf8')).not.toMatch(/spurious|withSupport|candidates/)
    const record = JSON.parse(readFileSync(bench.path('r1.private/record.json'), 'utf8')) as { facts: object }
    expect(record.facts).toMatchObject({
      lengths: [{ words: 1 }, { words: 2 }, { words: 3 }],
      spurious: expect.any(Array),
    })
    const verified = await bench.lethe(['verify', 'r1', '--against', 'log.jsonl', ...READ])
    expect([verified.status, verified.stdout]).toEqual([3, expect.stringMatching(/holds +ends of phrases/)])
    const second = await bench.lethe(release('r2'))
    expect([second.status, second.stderr]).toEqual([2, expect.stringMatching(/has spent epsilon/)])
  })

  test('an empty lexicon is a release, and the custodian hears what it would have taken', async () => {
    const bench = new Bench()
    bench.file('log.jsonl', LOG.split('\n').slice(0, 12).join('\n'))
    const made = await bench.lethe([
      'release',
      'phrases',
      'log.jsonl',
      ...READ,
      '--epsilon',
      '1',
      '--delta',
      '1e-5',
      '--population',
      'x',
      '-o',
      'r',
      '--out-format',
      'tsv',
    ])
    expect([made.status, `${made.stdout}${made.stderr}`]).toEqual([
      0,
      expect.stringMatching(/nothing came out: .*times as\s+many persons/),
    ])
    expect(readFileSync(bench.path('r/data.tsv'), 'utf8')).toBe('item\tcount\n')
    expect(readFileSync(bench.path('r/manifest.json'), 'utf8')).not.toMatch(/nothing came out/)
    expect((await bench.lethe(['verify', 'r', '--against', 'log.jsonl', ...READ])).status).toBe(3)
  })

  test.each([
    [['--n', '7'], /--n/],
    [['--eta', '0.5'], /--eta/],
    [['--counts-share', '1'], /--counts-share/],
    [['--link', 'user'], /table of items/],
  ])('%j: one clear line, status 2', async (flags, reason) => {
    const bench = new Bench()
    bench.file('log.jsonl', LOG.slice(0, 5000))
    const { status, stderr } = await bench.lethe([
      'release',
      'phrases',
      'log.jsonl',
      ...READ,
      '--epsilon',
      '1',
      '--delta',
      '1e-5',
      ...flags,
      '-o',
      'r',
    ])
    expect([status, stderr]).toEqual([2, expect.stringMatching(reason)])
  })
})

test('forged releases are refuted', async () => {
  const bench = new Bench()
  bench.file('log.jsonl', LOG)
  const made = await bench.lethe([
    'release',
    'phrases',
    'log.jsonl',
    ...READ,
    ...AT,
    '--population',
    'x',
    '-o',
    'r',
    '--out-format',
    'tsv',
  ])
  expect(made.status).toBe(0)
  const items = itemsOf(bench.path('r'))
  const lies: Record<string, readonly [RegExp, readonly Item[]]> = {
    'an end is gone': [/FAILS +ends of phrases/, items.filter(({ texts: [text] }) => text !== 'a poem')],
    'four words': [
      /FAILS +ends of phrases: there are items that are no run/,
      [...items, { texts: ['write a poem about'], count: 300 }],
    ],
    'a word that nobody used': [/FAILS +phrases are in the log/, [...items, { texts: ['zebra'], count: 100 }]],
    'words of single persons': [
      /FAILS +items that hardly come out/,
      [...items, ...Array.from({ length: 12 }, (_, i) => ({ texts: [`own${i}`], count: 1 }))],
    ],
    'counts far off': [/FAILS +counts are near/, items.map((item, i) => (i === 0 ? { ...item, count: 5000 } : item))],
    'many that nobody used': [
      /FAILS +phrases are in the log/,
      [
        ...items,
        ...[
          'poem write',
          'you write',
          'number a',
          'about thank',
          'poem you',
          'write thank',
          'a number',
          'about about',
        ].map((text) => ({ texts: [text], count: 3 })),
      ],
    ],
  }
  for (const [lie, [said, forgedItems]] of Object.entries(lies)) {
    const dir = forge(bench.path('r'), bench.path(`forged ${lie}`), { items: forgedItems })
    const { status, stdout } = await bench.lethe(['verify', dir, '--against', 'log.jsonl', ...READ])
    expect([lie, status, stdout]).toEqual([lie, 1, expect.stringMatching(said)])
  }
})
