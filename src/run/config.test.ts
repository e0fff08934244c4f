import { expect, test } from 'vitest'
import { configFrom } from './config.js'

test('a configuration names the log, how it is read, output, ledger and plan', () => {
  const text = `
input:
  files: [logs/a.tsv, sqlite:shop.db?table=s]
  format: tsv
  columns: {user: id, query: 2}
  maxBad: 0.1
output: out
ledger: {population: readers, dir: books}
plan: plans/first.yaml
`
  expect(configFrom(text, 'shop/lethe.yaml')).toEqual({
    files: ['shop/logs/a.tsv', 'sqlite:shop.db?table=s'],
    input: { format: 'tsv', columns: { user: 'id', query: '2' }, maxBad: 0.1 },
    output: 'out',
    population: 'readers',
    ledger: 'books',
    plan: 'shop/plans/first.yaml',
  })
  expect(configFrom('', 'lethe.yaml')).toEqual({})
  expect(configFrom('input: {files: a.tsv}', 'lethe.yaml')).toMatchObject({ files: ['a.tsv'] })
})

test.each([
  ['colour: red', /^lethe\.yaml:1:1: there is no entry 'colour'$/],
  ['output: x\ninput:\n  zone: UTC\n  collumns: {}', /^lethe\.yaml:4:3: there is no entry 'collumns' in input$/],
  ['ledger:\n  who: me', /^lethe\.yaml:2:3: there is no entry 'who' in ledger$/],
  ['input: [1, 2', /^lethe\.yaml:\d+:\d+ is no YAML$/],
  ['- 1', /is no configuration/],
  ['input: 5', /input in lethe\.yaml must be a list of names/],
  ['input: {files: []}', /files in lethe\.yaml must be names/],
  ['input: {format: word}', /format in lethe\.yaml must be one of/],
  ['input: {maxBad: 2}', /maxBad in lethe\.yaml must be a number from 0 to 1/],
  ['engine: trino://host', /engine in lethe\.yaml must be embedded or the address of a cluster/],
  ['output: 5', /output in lethe\.yaml must be a text/],
])('what is wrong in %j is said', (text, message) => {
  expect(() => configFrom(text, 'lethe.yaml')).toThrow(message)
})
