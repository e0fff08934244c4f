import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Numbers, placesOf, startsOf, wider } from './numbers.js'

describe('numbers that grow', () => {
  test('a wider array holds the same, and is of the same kind', () => {
    const twice = wider(Float64Array.of(0.5, 2))
    expect(twice).toEqual(Float64Array.of(0.5, 2, 0, 0))
    expect(wider(Int32Array.of(-1), 5)).toEqual(Int32Array.of(-1, 0, 0, 0, 0))
  })

  test('a list keeps what was pushed, beyond its first room', () => {
    const list = new Numbers()
    for (let i = 0; i < 10_000; i++) list.push(i)
    list.increase()
    expect(list.length).toBe(10_000)
    expect([...list.array()]).toEqual([...Array.from({ length: 9999 }, (_, i) => i), 10_000])
  })
})

describe('places by code', () => {
  const codes = fc.array(fc.nat(7), { maxLength: 30 }).map((list) => Uint32Array.from(list))

  test('every place stands under its code, rising', () => {
    fc.assert(
      fc.property(codes, (all) => {
        const { starts, places } = placesOf(all, 8)
        expect(starts).toEqual(startsOf(all, 8))
        for (let code = 0; code < 8; code++)
          expect([...places.subarray(starts[code], starts[code + 1])]).toEqual(
            [...all.keys()].filter((i) => all[i] === code),
          )
      }),
    )
  })
})
