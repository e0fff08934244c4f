import { expect, test } from 'vitest'
import { figureName, figureText, namesItself } from './figure-names.js'

test.each([
  ['original.shared[users=3].rows', 'log, shared (persons 3), rows'],
  ['logSize', 'words'],
  ['released.usersWithUnique', 'release, persons with a query of their own'],
  ['levels[0]', 'levels 1'],
  ['exposed60', 'exposed 60'],
  ['leftOut', 'left out'],
  ['learnt.original', 'learnt, log'],
  ['list[share=0.5].mean', 'list (share 0.5), mean'],
])('%s is called %s', (path, name) => {
  expect(figureName(path)).toBe(name)
})

test.each([
  ['kept', 'rows', 0.12345, '12.3%'],
  ['autocomplete', 'ratio', 1.04, '104.0%'],
  ['uniqueness', 'original.unique', 0.5, '50.0%'],
  ['kept', 'items', 12345, '12,345'],
  ['pel', 'mean', 45.678912, '45.7'],
  ['any', 'delta', 0.0000123, '1.2e-5'],
])('%s %s %f reads %s', (of, path, value, text) => {
  expect(figureText(of, path, value)).toBe(text)
})

test('a figure that repeats the name of its entry is known', () => {
  expect(namesItself('list[j=2].j')).toBe(true)
  expect(namesItself('list[j=2].unique')).toBe(false)
})
