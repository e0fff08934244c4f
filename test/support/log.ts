import { writeFileSync } from 'node:fs'

/** A row of a test log; `device` is a further column. */
export interface Row {
  readonly user: string
  readonly query: string
  readonly time?: string
  readonly rank?: number
  readonly url?: string
  readonly device?: string
}

/** Writes rows as JSON lines, which hold any text. */
export function writeLog(path: string, rows: readonly Row[]): string {
  const full = rows.map((row) => ({ time: '2024-05-01 10:00:00', rank: null, url: null, device: null, ...row }))
  writeFileSync(path, full.map((row) => `${JSON.stringify(row)}\n`).join(''))
  return path
}

/** Persons who each ask a query once, at moments of their own. */
export function asked(query: string, persons: number, more: Partial<Row> = {}, prefix = 'usr-made-up-'): Row[] {
  return Array.from({ length: persons }, (_, i) => ({
    user: `${prefix}${i}`,
    query,
    time: `2024-05-0${1 + (i % 5)} 1${i % 10}:15:0${i % 7}`,
    ...more,
  }))
}

/** Texts that readers, writers and terminals stumble over. */
export const HOSTILE = [
  '=cmd|calc',
  '<b onload=x>&amp;',
  "'; drop table log; --",
  '\u001b[31mred',
  'a\ttab and\nline end',
  '"quoted", with, commas',
  'nul \u0000 byte',
  '\u202eright to left',
  'zero\u200bwidth',
  'e\u0301clair',
  '密码',
  '\\N',
  'NULL',
  '💣',
  'x'.repeat(20_000),
]

/** A log with something of everything: common, rare, clicked, odd, repeated, at one moment, without time. */
export function mixedLog(): Row[] {
  const person = (i: number) => `usr-made-up-${i}`
  return [
    ...asked('weather', 12, { url: 'https://www.weather.example/today?q=1', rank: 1 }),
    ...asked('weather', 3, { url: 'http://rare-weather.example/', rank: 7 }),
    ...asked('cat food', 9, { url: 'http://shop.example:8080/cats', device: 'phone' }),
    ...asked('food', 8, { device: 'desk' }),
    ...asked('cat', 8, { device: '' }),
    // A method that counts by day must find something too: others spread over five days, this does not.
    ...asked('news of the day', 7, { time: '2024-05-02 12:00:00', url: 'http://news.example/' }),
    ...asked('cat weather', 1),
    ...asked('secretword alone', 1, { url: 'http://lonely.example', rank: 2, device: 'watch' }),
    ...asked('four persons only', 4),
    ...Array.from({ length: 40 }, (_, i) => ({
      user: person(3),
      query: 'onepersonrepeats this',
      time: `2024-05-${String(1 + (i % 28)).padStart(2, '0')} ${String(i % 24).padStart(2, '0')}:30:00`,
      url: 'http://repeat.example',
    })),
    ...HOSTILE.map((query, i) => ({ user: person(i), query })),
    ...HOSTILE.flatMap((query) => asked(query, 6, { url: 'http://odd.example' })),
    ...[1, 2, 3].map(() => ({ user: person(5), query: 'weather', time: '2024-05-03 08:00:00' })),
    { user: person(5), query: 'cat', time: '2024-05-03 08:00:00' },
    { user: person(6), query: 'weather', time: '' },
    { user: person(6), query: 'cat', time: '' },
    { user: person(7), query: '-' },
    { user: person(7), query: '' },
  ]
}

/** The same rows in another order, always the same one. */
export function shuffled<T>(rows: readonly T[]): T[] {
  const keyed = rows.map((row, i) => ({ row, key: (i * 7919 + 13) % 10_007 }))
  return keyed.sort((a, b) => a.key - b.key).map(({ row }) => row)
}
