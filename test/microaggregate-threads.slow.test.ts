import { expect, test } from 'vitest'
import { lethe } from './support/program.js'
import { filesOf } from './support/release.js'
import { scratch } from './support/scratch.js'

const { next } = scratch()

test('one thread or two: the same groups, the same release', () => {
  const log = next('log.tsv')
  expect(lethe('generate', '--users', '400', '--seed', '2', '-o', log).status).toBe(0)
  const [one, two] = ['1', '2'].map((threads) => {
    const out = next('release')
    const words = [
      'release',
      'microaggregate-syntactic',
      log,
      '--k',
      '3',
      '--seed',
      '7',
      '--threads',
      threads,
      '-o',
      out,
    ]
    expect(lethe(...words, '--out-format', 'tsv')).toMatchObject({ status: 0 })
    expect(lethe('verify', out, '--against', log).status).toBe(3) // an experiment is never shown to hold, and this one is not refuted
    return filesOf(out)
  })
  expect(two).toEqual(one)
})
