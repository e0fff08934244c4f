import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fedex12, iban, luhn, routing, s10, ups, vin } from './checksums.js'
import { createIdentifier, KINDS, type Kind } from './index.js'

const identifier = createIdentifier()
const kindsIn = (text: string): Kind[] => identifier.find(text).map((finding) => finding.kind)
const pick = <T>(...values: T[]) => fc.constantFrom(...values)
const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))

/** The last digit that makes the check hold. */
function completed(start: string, check: (whole: string) => boolean): string {
  for (let last = 0; last < 10; last += 1) if (check(start + last)) return start + last
  throw new Error('no digit fits')
}

test('phones of fiction in every usual writing', () => {
  const area = pick('212', '404', '312', '702', '415', '713', '305', '206', '617', '800', '888')
  const form = pick('A-E-S', '(A) E-S', 'A.E.S', 'A E S', 'AES', '1-A-E-S', '1 A E S', '+1 A E S', 'A ES', '(A)E-S')
  const around = pick('N', 'call N', 'N atlanta', 'reverse phone N', 'who is N', 'joes pizza N')
  fc.assert(
    fc.property(area, fc.integer({ min: 100, max: 199 }), form, around, (a, serial, shape, frame) => {
      const number = shape.replace('A', a).replace('E', '555').replace('S', `0${serial}`)
      expect(kindsIn(frame.replace('N', number))).toEqual(['phone'])
    }),
  )
})

test('social security numbers by area, group and serial', () => {
  const part = (min: number, max: number, length: number) =>
    fc.integer({ min, max }).map((value) => String(value).padStart(length, '0'))
  fc.assert(
    fc.property(part(0, 999, 3), part(0, 99, 2), part(0, 9999, 4), (area, group, serial) => {
      const never = area === '000' || area === '666' || area >= '900' || group === '00' || serial === '0000'
      expect(kindsIn(`ssn ${area}-${group}-${serial}`).includes('ssn')).toBe(!never)
    }),
  )
})

test('cards of all issuers, in a run and in fours', () => {
  const prefix = pick('4', '51', '52', '53', '54', '55', '2221', '2720', '6011', '65', '3528', '3589', '62')
  fc.assert(
    fc.property(prefix, digits(15), fc.boolean(), (start, rest, grouped) => {
      const number = completed((start + rest).slice(0, 15), luhn)
      expect(kindsIn(grouped ? number.replace(/(.{4})(?=.)/g, '$1 ') : number)).toEqual(['card'])
    }),
  )
})

test('street addresses: number, name, word for street, with and without the rest', () => {
  const house = fc.integer({ min: 100, max: 1899 })
  const name = pick('maple', 'peachtree', 'washington', 'mill creek', '5th', '42nd', 'kensington', 'martin luther king')
  const street = pick(
    'st',
    'street',
    'ave',
    'avenue',
    'blvd',
    'rd',
    'road',
    'ln',
    'lane',
    'dr',
    'drive',
    'pkwy',
    'ct',
    'cir',
  )
  const direction = pick('', 'n ', 's. ', 'west ', 'nw ')
  const tail = pick('', ' apt 4', ' #12', ' springfield il', ' springfield il 62701', ', austin, tx 78701')
  fc.assert(
    fc.property(house, direction, name, street, tail, (n, d, a, s, t) => {
      expect(kindsIn(`${n} ${d}${a} ${s}${t}`)).toEqual(['address'])
    }),
  )
})

test('one slip in a long word for street', () => {
  for (const word of ['street', 'avenue', 'boulevard', 'parkway', 'highway']) {
    for (let i = 1; i < word.length - 1; i += 1) {
      const dropped = word.slice(0, i) + word.slice(i + 1)
      const doubled = word.slice(0, i) + word[i] + word.slice(i)
      const changed = word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2)
      for (const slip of [dropped, doubled, changed])
        expect([slip, kindsIn(`415 kensington ${slip}`)]).toEqual([slip, ['address']])
    }
  }
})

test('parcels, vehicles and accounts with a check digit', () => {
  const vinBody = fc.stringMatching(/^[1-5][a-hj-npr-z]{3}[0-9]{2}[a-hj-npr-z][0-9]{2}[a-hj-npr-z]{2}[0-9]{6}$/)
  fc.assert(
    fc.property(
      digits(8).filter((eight) => eight !== '00000000'),
      vinBody,
      (eight, body) => {
        expect(kindsIn(completed(`1z999aa1${eight}0`, ups))).toEqual(['id'])
        expect(kindsIn(`${completed(`ra${eight}`, (whole) => s10(whole.slice(2)))}us`)).toEqual(['id'])
        expect(kindsIn(`fedex ${completed(`790${eight}`, fedex12)}`)).toEqual(['id'])
        expect(kindsIn(`routing number ${completed(eight, routing)}`)).toContain('financial')
        const checked = [...'0123456789x'].map((check) => body.slice(0, 8) + check + body.slice(9)).find(vin)
        expect(kindsIn(checked ?? body)).toEqual(['id'])
      },
    ),
  )
})

test('account numbers of other countries', () => {
  fc.assert(
    fc.property(digits(18), fc.boolean(), (account, grouped) => {
      let whole = ''
      for (let check = 2; check < 99 && !whole; check += 1) {
        const tried = `de${String(check).padStart(2, '0')}${account}`
        if (iban(tried)) whole = tried
      }
      expect(kindsIn(grouped ? whole.replace(/(.{4})(?=.)/g, '$1 ') : whole)).toEqual(['financial'])
    }),
  )
})

test('numbers of years, versions, routes, sizes and prices are nobody’s', () => {
  const frame = pick(
    'N calendar',
    'route N',
    'i-N',
    'flight N',
    'top N',
    'channel N',
    '$N',
    'windows N',
    'psalm N',
    'area code N',
    'N mg',
    'N x 4',
    'N inch tv',
  )
  fc.assert(
    fc.property(frame, fc.integer({ min: 1, max: 9999 }), (text, n) => {
      expect(kindsIn(text.replace('N', String(n)))).toEqual([])
    }),
  )
})

test('findings lie inside the text, in order, without overlap; masking leaves the rest', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary' }),
    pick(' 212-555-0142 ', ' 4111 1111 1111 1111 ', ' 12 oak st ', ' a@b.com ', ' john smith '),
  )
  const all = createIdentifier({ threshold: 0 })
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const text = parts.join('')
      let done = 0
      let rest = ''
      for (const { kind, start, end, confidence } of all.find(text)) {
        expect(KINDS).toContain(kind)
        expect(start).toBeGreaterThanOrEqual(done)
        expect(end).toBeGreaterThan(start)
        expect(confidence).toBeGreaterThanOrEqual(0)
        expect(confidence).toBeLessThanOrEqual(1)
        rest += `${text.slice(done, start)}[${kind}]`
        done = end
      }
      expect(done).toBeLessThanOrEqual(text.length)
      expect(all.mask(text)).toBe(rest + text.slice(done))
    }),
    { numRuns: 300 },
  )
})
