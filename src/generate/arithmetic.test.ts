import { describe, expect, it } from 'vitest'
import { exp, ln, normal } from './arithmetic.js'
import { Stream } from './stream.js'

describe('arithmetic', () => {
  it('agrees with the library to twelve digits', () => {
    for (let x = -20; x <= 20; x += 0.37) expect(exp(x) / Math.exp(x)).toBeCloseTo(1, 12)
    for (let x = 0.001; x < 1e7; x *= 1.7) expect(ln(x)).toBeCloseTo(Math.log(x), 12)
  })

  it('draws normal values', () => {
    const chance = new Stream(1)
    const values = Array.from({ length: 20_000 }, () => normal(chance))
    const mean = values.reduce((a, b) => a + b) / values.length
    const variance = values.reduce((a, b) => a + (b - mean) ** 2, 0) / values.length
    expect(Math.abs(mean)).toBeLessThan(0.03)
    expect(Math.abs(variance - 1)).toBeLessThan(0.05)
  })
})
