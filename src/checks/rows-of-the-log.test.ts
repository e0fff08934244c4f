import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { claimedReleases, type Given } from '../../test/support/claimed.js'
import type { Cells } from '../../test/support/subject.js'
import type { Log } from '../log/log.js'
import type { Check } from './check.js'
import type { ClaimedRelease } from './claim.js'
import type { Persons } from './persons.js'
import { rowsOfTheLog, tagsOfTheLog, withinTheLog } from './rows-of-the-log.js'

const { released, logOf } = claimedReleases()
const at = (day: number, hour = 10) => `2024-05-0${day} ${hour}:00:00`
const LOG: Cells = [
  ['al', 'tea', 'http://tea.example/x', at(1)],
  ['al', 'tea', null, at(1)],
  ['bo', 'tea', null, at(2)],
  ['bo', 'red cars', null, at(2)],
  ['cy', 'car red', null, at(3)],
  ['cy', null, 'http://tea.example/', at(3)],
]
const ROWS = 'rows come from the log'
const OF_THE_LOG = { name: ROWS, holds: true, detail: 'each stands in the log as often' }
const STRANGE = { name: ROWS, holds: false, detail: 'there are rows that the log does not have, or not as often' }
const BY_ROW: Given = { persons: { by: 'row', known: 'stated' } }

async function told(
  columns: readonly string[],
  cells: Cells,
  texts: 'same' | 'words' | 'none' = 'same',
  { log, ...given }: Given & { readonly log?: Partial<Log> } = {},
): Promise<Check[]> {
  return rowsOfTheLog(await released(columns, cells, { ...BY_ROW, ...given }), { ...(await logOf(LOG)), ...log }, texts)
}

describe('rows are those of the log, each as often', () => {
  const columns = ['query', 'host', 'day']
  const tea: (string | null)[] = ['tea', 'tea.example', '2024-05-01']

  test('all of them, some of them, and none', async () => {
    const all = [
      tea,
      ['tea', null, '2024-05-01'],
      ['tea', null, '2024-05-02'],
      ['red cars', null, '2024-05-02'],
      ['car red', null, '2024-05-03'],
    ]
    for (const cells of [all, all.slice(2), [], [[null, null, '1955-01-01']]])
      expect(await told(columns, cells)).toEqual([OF_THE_LOG])
  })

  test.each<[string, Cells]>([
    ['a query that nobody asked', [['coffee', null, null]]],
    ['one row too many', [tea, ['tea', null, '2024-05-01'], ['tea', null, '2024-05-01']]],
    ['a pair too many', [tea, tea]],
    ['another day', [['tea', null, '2024-05-03']]],
    ['what is no day', [['tea', null, 'alice']]],
    ['another host', [['tea', 'alice.example', null]]],
    [
      'a day of another query',
      [
        ['tea', null, '2024-05-01'],
        ['red cars', null, '2024-05-01'],
      ],
    ],
    ['a row that stands there again with less of it', [tea, tea.with(1, null), tea.with(1, null), ['tea', null, null]]],
    ['more rows of no day than the query has', Array.from({ length: 4 }, () => ['tea', null, null])],
  ])('%s', async (_, cells) => {
    expect(await told(columns, cells)).toEqual([STRANGE])
  })

  test('columns that the log was read without are told, hosts aside', async () => {
    const unread = (column: string, of: string) => ({
      name: `${column} in the log`,
      holds: null,
      detail: `the release shows the column ${column}, and the log was read without ${of}`,
      onClaim: true,
      toShow: `Name the column of the log: --columns ${column}=NAME.`,
    })
    const bare = { has: { time: false, rank: false, url: false, raw: false, tag: false, session: false } }
    const cells = [['tea', 'strange.example', '1955-01-01', '9', 'north']]
    expect(await told([...columns, 'rank', 'region'], cells, 'same', { log: bare })).toEqual([
      OF_THE_LOG,
      unread('day', 'it'),
      unread('rank', 'it'),
      unread('region', 'it'),
    ])
  })

  test('hours and times as they are', async () => {
    for (const column of ['hour', 'time']) {
      expect(await told(['query', column], [['tea', at(1)]])).toEqual([OF_THE_LOG])
      expect(await told(['query', column], [['tea', at(1, 11)]])).toEqual([STRANGE])
    }
  })

  test('columns that are withheld in more ways than can be compared', async () => {
    const extras = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const ways = (n: number) =>
      Array.from({ length: n }, (_, i) => ['tea', ...extras.map((_, bit) => ((i >> bit) & 1 ? 'x' : null))])
    const log = { extras: [] }
    // Of a log that was read without them they are not compared: there is one way.
    expect((await told(['query', ...extras], ways(3), 'same', { log }))[0]).toEqual(OF_THE_LOG)
  })
})

describe('rows whose texts are others', () => {
  test('variants stand for their words, as often as all of them', async () => {
    const days = ['2024-05-02', '2024-05-03']
    const cars = (text: string, n: number) => Array.from({ length: n }, (_, i) => [text, days[i % 2] ?? null])
    for (const text of ['red cars', 'car red', 'cars red'])
      expect(await told(['query', 'day'], cars(text, 2), 'words')).toEqual([OF_THE_LOG])
    expect(await told(['query', 'day'], [...cars('red cars', 2), ['red cars', null]], 'words')).toEqual([STRANGE])
    expect(await told(['query', 'day'], cars('blue cars', 1), 'words')).toEqual([STRANGE])
    expect(await told(['query', 'day'], [['red cars', '2024-05-01']], 'words')).toEqual([OF_THE_LOG]) // tea was asked then
    expect(await told(['query', 'day'], [['red cars', '1955-05-01']], 'words')).toEqual([STRANGE])
  })

  test('with words taken out, only what stands beside them is compared', async () => {
    expect(await told(['query', 'day'], [['whatever', '2024-05-03']], 'none')).toEqual([OF_THE_LOG])
    const twice = [
      ['whatever', '2024-05-03'],
      ['else', '2024-05-03'],
    ]
    expect(await told(['query', 'day'], twice, 'none')).toEqual([STRANGE])
    expect(
      await told(
        ['query'],
        Array.from({ length: 5 }, (_, i) => [`t${i}`]),
        'none',
      ),
    ).toEqual([OF_THE_LOG])
    expect(
      await told(
        ['query'],
        Array.from({ length: 6 }, (_, i) => [`t${i}`]),
        'none',
      ),
    ).toEqual([STRANGE])
  })
})

describe('pseudonyms and times', () => {
  const asPersons = (by: Persons['by']): Given => ({ persons: { by, known: 'stated' } })
  const named = (n: number) => Array.from({ length: n }, (_, i) => [`p${i}`, 'tea'])

  test('there are no more persons than in the log', async () => {
    const more = { name: 'pseudonyms', holds: false, detail: 'there are more than the log has persons' }
    const log = { ...(await logOf([...LOG, ...LOG])) }
    const check = async (n: number, by: Persons['by']) =>
      rowsOfTheLog(await released(['pseudonym', 'query'], named(n), asPersons(by)), log, 'same')
    expect(await check(3, 'person')).toEqual([OF_THE_LOG])
    expect(await check(4, 'person')).toEqual([OF_THE_LOG, more])
    expect(await check(4, 'session')).toEqual([OF_THE_LOG])
  })

  const relative = async (cells: Cells, columns = ['query', 'day', 'seconds'], log?: Log): Promise<Check[]> => {
    const on = await released(columns, cells, BY_ROW)
    const shows = { link: 'user', time: 'relative', rank: false } as const
    const release = { ...on.release, manifest: { ...on.release.manifest, shows } }
    return withinTheLog({ ...on, release } as ClaimedRelease, log ?? (await logOf(LOG)))
  }
  const WITHIN = {
    name: 'relative times',
    holds: true,
    detail: 'within the time of the log, which is all that can be held against them',
  }
  const OUT = { name: 'relative times', holds: false, detail: 'some are out of the time of the log' }
  const LAST = 2 * 86_400 + 10 * 3600 // from the first midnight to the last row

  test.each<[string, string | null, string | null, boolean]>([
    ['no time at all', null, null, true],
    ['the first moment', '2024-05-01', '0', true],
    ['the last moment', '2024-05-01', String(LAST), true],
    ['a day that is the first of its pseudonym', '2024-05-01', null, true],
    ['later than the last', '2024-05-01', String(LAST + 1), false],
    ['before the first', '2024-05-01', '-1', false],
    ['a day without a row', '2024-05-04', '0', false],
    ['seconds on no day', null, '5', false],
  ])('%s', async (_, day, seconds, holds) => {
    expect(await relative([['tea', day, seconds]])).toEqual([holds ? WITHIN : OUT])
  })

  test('nothing is said where nothing is counted from a first row', async () => {
    expect(await relative([['tea', '1955-01-01']], ['query', 'day'])).toEqual([])
    const log = await logOf(LOG)
    expect(
      await relative([['tea', '1955-01-01', '-1']], undefined, { ...log, has: { ...log.has, time: false } }),
    ).toEqual([])
    expect(await withinTheLog(await released(['day', 'seconds'], [['1955-01-01', '-1']], BY_ROW), log)).toEqual([])
  })
})

describe('tags stand for withheld queries', () => {
  const tagKey = Buffer.alloc(32, 7)
  const tagOf = (query: string) => createHmac('sha256', tagKey).update(query).digest('hex').slice(0, 32)
  const columns = ['query', 'tag', 'day']
  const check = async (cells: Cells, more: object = {}, names = columns) =>
    tagsOfTheLog({ ...(await released(names, cells, BY_ROW)), ...more } as ClaimedRelease)
  const known = async () => ({ original: await logOf(LOG), tagKey })
  const red = [null, tagOf('red cars'), '2024-05-02']

  test('with log and key: of which queries they are, and when', async () => {
    const say = (holds: boolean) => ({
      name: 'tags',
      onClaim: true,
      holds,
      detail: holds
        ? 'made of queries of the log, at their times'
        : 'some are of no query of the log, or of another time',
    })
    expect(await check([red, ['tea', null, '2024-05-01']], await known())).toEqual([say(true)])
    expect(await check([red, red], await known())).toEqual([say(false)])
    expect(await check([red.with(2, '2024-05-01')], await known())).toEqual([say(false)])
    expect(await check([red.with(1, tagOf('coffee'))], await known())).toEqual([say(false)])
    expect(await check([red.with(2, null)], await known())).toEqual([say(false)])
    expect(await check([red.slice(0, 2)], await known(), ['query', 'tag'])).toEqual([say(true)])
  })

  test('else the run knows, or nobody', async () => {
    const open = {
      name: 'tags',
      onClaim: true,
      holds: null,
      detail: 'rows stand for withheld queries; that their tags say nothing else, only the key shows',
      toShow: 'Give the log and the key: --against LOG --key FILE.',
    }
    expect(await check([red])).toEqual([open])
    expect(await check([red], { tagKey })).toEqual([open])
    expect(await check([red], { original: await logOf(LOG) })).toEqual([open])
    expect(await check([red], { persons: { by: 'row', known: 'run' } })).toEqual([
      { name: 'tags', onClaim: true, holds: true, detail: 'as the run wrote them' },
    ])
    expect(await check([['tea', null, null]])).toEqual([])
    expect(await check([[tagOf('tea')]], {}, ['tag'])).toEqual([])
  })
})
