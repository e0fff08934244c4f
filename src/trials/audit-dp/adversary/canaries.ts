import type { Random } from '../../../random/random.js'
import type { DifferentialPrivacy } from '../claim.js'
import { collidingTexts } from '../colliding.js'
import type { FileRow, Line, Shape } from './lines.js'

/** What an adversary plants: a crowd that is always there, and one person who is there or not. */
export interface Canary {
  readonly name: string
  readonly shape: Shape
  readonly crowd: readonly Line[]
  /** The lines of the one person, as many as they like, good or bad. */
  readonly person: readonly Line[]
  /** Texts to look for in a release. */
  readonly watched: readonly string[]
  /** Days are written 4/3/2024 in this file, all of them early enough in the month to be taken for either order. */
  readonly eitherOrder?: true
}

/** Crowds in which an item comes out nearly always, and about every other time. */
export interface Crowds {
  readonly sure: number
  readonly even: number
  /** Items that a person may give. */
  readonly perUser: number
}

const LIMIT = 1 << 20 // bytes of a line that is read
const TAB = '\t'

/**
 * The canaries of an adversary who knows how the program is made: rows at which reading, normalising, choosing, counting or writing could come to
 * another end for the whole log because one person brought them.
 */
export function adversaryCanaries(random: Random, items: DifferentialPrivacy['items'], crowds: Crowds): Canary[] {
  const start = `zx${Array.from({ length: 4 }, () => 'abcdefghijklmno'[random.below(15)]).join('')}`
  let persons = 0
  /** Rows of one person: every text on a day of its own, as an item of the kind that is counted. */
  const asks = (user: string, texts: readonly string[]): FileRow[] =>
    texts.flatMap((query, i) => {
      const day = `2024-03-${String(1 + (i % 12)).padStart(2, '0')}`
      const row = (text: string, second: number): FileRow => ({
        user,
        query: text,
        time: `${day} ${String(Math.floor(i / 12) % 24).padStart(2, '0')}:${String(Math.floor(i / 288) % 60).padStart(2, '0')}:0${second}`,
        url: 'http://www.site.example/',
      })
      return items === 'pairs' ? [row(query, 0), row('weather', 1)] : [row(query, 0)]
    })
  /** So many persons ask each text, nobody more than they may give. */
  const crowd = (texts: readonly string[], size: number): FileRow[] => {
    const rows: FileRow[] = []
    for (let from = 0; from < texts.length; from += crowds.perUser)
      for (let i = 0; i < size; i++)
        rows.push(...asks(`${start}-${persons++}`, texts.slice(from, from + crowds.perUser)))
    return rows
  }
  const victim = `${start}-victim`
  const common = (text: string) => crowd([text], crowds.sure)
  const raw = (text: string | Buffer) => (Buffer.isBuffer(text) ? text : Buffer.from(text))
  const bytes = (...parts: (string | number[])[]) =>
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))

  const pairs = Array.from({ length: 24 }, () => collidingTexts(random, start))
  const tea = `${start} café`
  const many = Array.from({ length: 2000 }, (_, i) => `${start} ${i}`)
  const edge = Array.from({ length: Math.min(10, crowds.perUser) }, (_, i) => `${start} edge ${i}`)
  const at = '2024-03-05 10:00:00'
  const line = (user: string, query: string, time = at) => [user, query, time, ''].join(TAB)
  const long = (size: number) => `${start} ${'long '.repeat(Math.ceil(size / 5))}`.slice(0, size)
  const left = LIMIT - Buffer.byteLength(line(victim, ''))

  return [
    {
      name: 'texts that a quick hash takes for one',
      shape: 'tsv',
      crowd: crowd(
        pairs.map(([one]) => one),
        crowds.sure,
      ),
      person: asks(
        victim,
        pairs.map(([, other]) => other),
      ),
      watched: pairs.flat(),
    },
    {
      name: 'texts that look alike',
      shape: 'ndjson',
      crowd: common(tea),
      person: asks(victim, [
        `${tea} `,
        ` ${tea}`,
        `${tea}\u00a0`,
        `${tea}\u200b`,
        `\ufeff${tea}`,
        tea.normalize('NFD'),
        tea.toUpperCase(),
        tea.replace(' ', '  '),
        tea.replace(' ', '\u3000'),
        `${tea}\u00ad`,
        `\u202e${tea}`,
        `${tea}\u0000`,
        `${tea}\ud800`,
        '',
        ' ',
        '\u200b',
        '-',
      ]),
      watched: [tea],
    },
    {
      name: 'bytes that are no text',
      shape: 'tsv',
      crowd: common(tea),
      person: [
        bytes(`${victim}\t${start}`, [0xff, 0xfe, 0xc0, 0x80], `\t${at}\t`),
        bytes(`${victim}\t${start} `, [0], ` nul\t${at}\t`),
        bytes(victim, [0xed, 0xa0, 0x80], `\t${tea}\t${at}\t`),
        bytes(`${victim}\t${tea}\r\t${at}\t\r`),
        bytes(`${victim}\t"${tea}\t${at}\t`),
        bytes(`${victim}\t${tea}\\\t${at}\t`),
        bytes([0x1f, 0x8b, 0x08, 0x00]),
        bytes([0xef, 0xbb, 0xbf], line(victim, tea)),
      ],
      watched: [tea],
    },
    {
      name: 'texts at the limits of length',
      shape: 'tsv',
      crowd: common(tea),
      person: [
        ...[1, 12, 13, 55, 56, 63, 64, 65, 255, 256, 65_535, 65_536, left - 1, left, left + 1, 2 * LIMIT].map((size) =>
          raw(line(victim, long(size))),
        ),
        raw(line(`${victim}${'x'.repeat(100_000)}`, tea)),
        raw(line('', tea)),
      ],
      watched: [tea],
    },
    {
      name: 'dates that tell the order of day and month',
      shape: 'tsv',
      eitherOrder: true,
      crowd: common(tea),
      person: [
        '13/04/2024 10:00:00',
        '04/13/2024 10:00:00',
        '31/12/2024 10:00:00',
        '30/02/2024 10:00:00',
        '0/0/0000 00:00:00',
        '1/1/10000 10:00:00',
        '2024-04-13T10:00:00Z',
        '13.04.24',
        '1709632800',
        '99999999999999999999',
        'yesterday',
        '',
      ].map((time) => raw(line(victim, tea, time))),
      watched: [tea],
    },
    {
      name: 'rows that do not read',
      shape: 'csv',
      crowd: common(tea),
      person: Array.from({ length: 400 }, (_, i) =>
        raw(
          [
            'user,query,time,url',
            ',,,',
            '',
            `${victim}`,
            `${victim},${tea}`,
            `${victim},${tea},${at},,,,`,
            `"${victim},${tea},${at},`,
            `${victim};${tea};${at};`,
            `${victim}\t${tea}\t${at}\t`,
            '{"user":"x"}',
          ][i % 10] as string,
        ),
      ),
      watched: [tea],
    },
    {
      name: 'values of other kinds',
      shape: 'ndjson',
      crowd: common(tea),
      person: [
        `{"user":{"id":"${victim}"},"query":"${tea}","time":"${at}"}`,
        `{"user":["${victim}"],"query":["${tea}"],"time":"${at}"}`,
        `{"user":${'9'.repeat(400)},"query":1e999,"time":true}`,
        `{"user":"${victim}","query":{"q":"${tea}"},"time":{}}`,
        `{"user":"${victim}","user":"other","query":"${tea}"}`,
        `${'['.repeat(2000)}`,
        '[]',
        'null',
        '"text"',
        '{',
        `{"user":"${victim}","query":"\\ud800","time":"${at}"}`,
        `{"user":"${victim}","query":"${tea}","time":"${at}"},`,
      ].map(raw),
      watched: [tea],
    },
    {
      name: 'items at the threshold',
      shape: 'tsv',
      crowd: crowd(edge, crowds.even),
      person: asks(victim, edge),
      watched: edge,
    },
    {
      name: 'a person with very many items',
      shape: 'tsv',
      crowd: crowd(edge, crowds.even),
      person: asks(victim, [...edge, ...many, ...Array.from({ length: 2000 }, () => edge[0] as string)]),
      watched: [...edge, ...many],
    },
  ]
}
