import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clfTimes } from './clf-times.js'
import { parsePattern, USUAL_PATTERN } from './pattern.js'

describe('moments of access logs', () => {
  const told = clfTimes()
  test.each([
    ['10/Oct/2000:13:55:36 -0700', '2000-10-10 20:55:36'],
    ['01/Jan/2024:00:10:00 +0530', '2023-12-31 18:40:00'],
    ['29/Feb/2024:23:59:59 +0100', '2024-02-29 22:59:59'],
    ['30/Feb/2024:10:00:00 +0000', '30/Feb/2024:10:00:00 +0000'],
    ['10/Oct/2000:25:00:00 +0000', '10/Oct/2000:25:00:00 +0000'],
    ['2024-03-10T08:15:02+01:00', '2024-03-10T08:15:02+01:00'],
    ['', ''],
  ])('%s', (written, moment) => expect(told(written)).toBe(moment))

  test('any moment is told as Date has it, also the second time in an hour', () => {
    const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
    const two = (n: number) => String(n).padStart(2, '0')
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e9 }),
        fc.integer({ min: -12, max: 14 }),
        fc.constantFrom(0, 30),
        (at, hours, minutes) => {
          const local = new Date(1000 * (at + 3600 * hours + Math.sign(hours || 1) * 60 * minutes))
          const zone = `${hours < 0 ? '-' : '+'}${two(Math.abs(hours))}${two(minutes)}`
          const written = `${two(local.getUTCDate())}/${names[local.getUTCMonth()]}/${local.getUTCFullYear()}:${local.toISOString().slice(11, 19)} ${zone}`
          expect(told(written)).toBe(new Date(1000 * at).toISOString().slice(0, 19).replace('T', ' '))
        },
      ),
    )
  })
})

describe('patterns', () => {
  test('every line of a pattern is understood as it was written', () => {
    const { line, names, sign } = parsePattern(
      '$remote_addr - $remote_user [$time_local] "$request" $status $cookie_uid',
    )
    expect(names).toEqual(['ip', 'user', 'time', 'request', 'status', 'cookie'])
    expect(sign).toBe(' - ')
    expect(line.exec('192.0.2.1 - u [10/Oct/2000:13:55:36 -0700] "GET /a\\"b HTTP/1.1" 200 c1')?.slice(1)).toEqual([
      '192.0.2.1',
      'u',
      '10/Oct/2000:13:55:36 -0700',
      'GET /a\\"b HTTP/1.1',
      '200',
      'c1',
    ])
  })

  test('hostile lines take no time', () => {
    const started = performance.now()
    USUAL_PATTERN.line.exec(`192.0.2.1 - ${'a '.repeat(50_000)}`)
    USUAL_PATTERN.line.exec(`192.0.2.1 - u [10/Oct/2000:x] "${'\\'.repeat(100_000)}`)
    expect(performance.now() - started).toBeLessThan(2000)
  })
})
