import { describe, expect, test } from 'vitest'
import { spot } from './index.js'

const of = (text: string) => spot(text.split(' ').map((word) => (word === '?' ? undefined : word)))

describe('[Kumar07] §5: what of a query tells about somebody', () => {
  test.each([
    ['elvira kowalczyk divorce', ['elvira kowalczyk']],
    ['pictures of britney spears', ['britney spears']],
    ['elvira ?', []],
    ['red wagon', []],
    ['virginia beach', []],
  ])('names in "%s"', (text, names) => {
    expect(of(text).names).toEqual(names)
  })

  test.each([
    ['hotels wichita kansas', ['wichita kansas']],
    ['schools albany new york', ['albany new york']],
    ['polk county sheriff', ['polk county']],
    ['cheap or', []],
    ['aardvark city', []],
    ['wichita ?', []],
  ])('places in "%s"', (text, places) => {
    expect(of(text).places).toEqual(places)
  })

  test.each([
    ['general motors jobs', ['general motors']],
    ['acme widgets inc', ['acme widgets inc']],
    ['? widgets inc', []],
    ['green grass', []],
  ])('companies in "%s"', (text, companies) => {
    expect(of(text).companies).toEqual(companies)
  })

  test('adult and revealing terms', () => {
    expect(of('lung cancer')).toMatchObject({ revealing: true, adult: false })
    expect(of('free porn')).toMatchObject({ revealing: false, adult: true })
    expect(of('weather')).toMatchObject({ revealing: false, adult: false })
  })
})
