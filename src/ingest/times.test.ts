import { expect, test } from 'vitest'
import { Bench } from '../../test/support/lethe.js'
import { badRows, read } from '../../test/support/read.js'
import { preview } from '../index.js'

const log = (times: readonly string[]) =>
  new Bench().file('log.tsv', `user\tquery\ttime\n${times.map((time) => `u\tq\t${time}\n`).join('')}`)
const timesOf = async (times: readonly string[], options = {}) =>
  (await read([log(times)], options)).rows.map((row) => row.time)

test.each([
  ['2006-03-01', '2006-03-01 00:00:00'],
  ['2006-3-1 7:05', '2006-03-01 07:05:00'],
  ['2006-03-01 07:17:12', '2006-03-01 07:17:12'],
  ['2006-03-01T07:17:12.5', '2006-03-01 07:17:12.5'],
  ['2006-03-01 07:17:12,250', '2006-03-01 07:17:12.25'],
  ['2006-03-01T07:17:12Z', '2006-03-01 08:17:12'],
  ['2006-03-01T07:17Z', '2006-03-01 08:17:00'],
  ['2006-03-01 07:17 +0200', '2006-03-01 06:17:00'],
  ['2006-03-01T07:17:12.699+0000', '2006-03-01 08:17:12.699'],
  ['2006-03-01T07:17:12-05:00', '2006-03-01 13:17:12'],
  ['2006-03-01 07:17:12 +0200', '2006-03-01 06:17:12'],
  ['2006-03-01 07:17:12,5 +02', '2006-03-01 06:17:12.5'],
  ['1141200000', '2006-03-01 09:00:00'],
  ['1141200000.25', '2006-03-01 09:00:00.25'],
  ['1141200000123', '2006-03-01 09:00:00.123'],
  ['1141200000123456', '2006-03-01 09:00:00.123456'],
  ['20060301071712', '2006-03-01 07:17:12'],
  ['970916105432', '1997-09-16 10:54:32'],
  ['20060301', '2006-03-01 00:00:00'],
  ['2006/3/1 7:05:12', '2006-03-01 07:05:12'],
  ['2006/03/01', '2006-03-01 00:00:00'],
  ['01/Mar/2006:07:17:12 +0200', '2006-03-01 06:17:12'],
  ['07:17:12', '1970-01-01 07:17:12'],
  ['3/25/2006', '2006-03-25 00:00:00'],
  ['3/25/2006 7:05:12 PM', '2006-03-25 19:05:12'],
  ['25/3/2006 17:05', '2006-03-25 17:05:00'],
  ['4.3.2006 07:05:12', '2006-03-04 07:05:12'],
  ['4.3.2006, 07:05', '2006-03-04 07:05:00'],
  ['04.03.2006 07:05 Uhr', '2006-03-04 07:05:00'],
  ['04.03.06 07:05', '2006-03-04 07:05:00'],
  ['25-03-2006 07:05:12', '2006-03-25 07:05:12'],
  ['3/25/2006, 7:05:12 PM', '2006-03-25 19:05:12'],
])('%s, told in Berlin', async (written, told) => {
  expect(await timesOf([written], { zone: 'Europe/Berlin' })).toEqual([told])
})

test('notations that mix are each read as what they are', async () => {
  const written = [
    '2006-03-01 07:00:00',
    '2006-03-01T07:00:00+02:00',
    '1141200000',
    '1141200000000',
    '060301070000',
    '1/3/2006',
    '31/3/2006',
  ]
  expect(await timesOf(written)).toEqual([
    '2006-03-01 07:00:00',
    '2006-03-01 05:00:00',
    '2006-03-01 08:00:00',
    '2006-03-01 08:00:00',
    '2006-03-01 07:00:00',
    '2006-03-01 00:00:00',
    '2006-03-31 00:00:00',
  ])
})

test('one date above 12 tells day from month for all; where none does, a note says what was taken', async () => {
  expect(await timesOf(['3/4/2006', '13/4/2006'])).toEqual(['2006-04-03 00:00:00', '2006-04-13 00:00:00'])
  expect(await timesOf(['3/4/2006', '3/13/2006'])).toEqual(['2006-03-04 00:00:00', '2006-03-13 00:00:00'])
  const { rows, source } = await read([log(['3/4/2006'])])
  expect(rows[0]?.time).toBe('2006-03-04 00:00:00')
  expect(source.notes[0]).toMatch(/month\/day\/year; --date-order/)
  expect(await timesOf(['3/4/2006'], { timeFormat: '%d/%m/%Y' })).toEqual(['2006-04-03 00:00:00'])
})

test.each([
  ['2006-03-01', ['infinity', '2006-02-30', '2006-13-01']],
  ['1141200000', ['nan', '1e300', 'inf']],
  ['01/Mar/2006:07:17:12 +0200', ['01/Foo/2006:07:17:12 +0200']],
])('beside %s, values that are no moments are bad rows and nothing worse: %j', async (good, wrong) => {
  const { rows, source } = await read([log([good, ...wrong, ''])], { maxBad: 1 })
  expect(rows).toHaveLength(2) // a row without a time is a row
  expect(badRows(source)).toEqual(wrong.map((_, i) => `1:${i + 2} time not understood`))
})

test('what is in no notation, no zone, no format is said plainly', async () => {
  await expect(read([log(['tomorrow', 'soon'])])).rejects.toThrow(/in no notation that Lethe knows/)
  await expect(read([log(['2006-03-01'])], { zone: 'Mars/Base' })).rejects.toThrow(/no time zone 'Mars\/Base'/)
  await expect(read([log(['2006-03-01'])], { timeFormat: '%Q' })).rejects.toThrow(/no strptime notation/)
})

test('a log in order of time shows day and month by its later rows, to whoever reads it and to whoever looks at its beginning', async () => {
  const rows = (...days: readonly string[]) =>
    days.flatMap((day) => Array.from({ length: 1500 }, (_, i) => `${day} 10:${10 + (i % 50)}:00`))
  for (const [times, first] of [
    [rows('01/03/2025', '02/03/2025', '13/03/2025'), '2025-03-01 10:10:00'],
    [rows('03/01/2025', '03/02/2025', '03/13/2025'), '2025-03-01 10:10:00'],
    [rows('01/03/2025', '02/03/2025'), '2025-01-03 10:10:00'],
  ] as const)
    expect((await timesOf(times))[0]).toBe(first)
  const head = rows('01/03/2025')
  const long = log([...Array.from({ length: 60 }, () => head).flat(), ...rows('25/03/2025')])
  const { understood, badRows: bad } = await preview([long])
  expect({ order: understood.time?.notation, bad }).toEqual({ order: '%d/%m/%Y %H:%M:%S', bad: 0 })
})
