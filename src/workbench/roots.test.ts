import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { rootsOf } from './roots.js'

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'lethe-roots-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  mkdirSync(join(dir, 'in/deep'), { recursive: true })
  mkdirSync(join(dir, 'inside')) // begins like the root, and is another folder
  for (const file of ['in/log.tsv', 'in/deep/log.tsv', 'inside/log.tsv', 'out.tsv']) writeFileSync(join(dir, file), 'x')
  symlinkSync(join(dir, 'out.tsv'), join(dir, 'in/link.tsv'))
  symlinkSync(join(dir, 'in/deep'), join(dir, 'in/near'))
  return dir
}

test('what lies within is found, by links within too; nothing else is, and it is not told whether it is there', () => {
  const dir = folder()
  const roots = rootsOf([join(dir, 'in')])
  expect(roots.existing('log.tsv')).toBe(join(roots.all[0]!, 'log.tsv'))
  expect(roots.existing('near/log.tsv')).toBe(join(roots.all[0]!, 'deep/log.tsv'))
  for (const path of [
    'link.tsv',
    '../out.tsv',
    '../inside/log.tsv',
    '../nothing',
    'deep/../../out.tsv',
    '/etc/passwd',
    '/nothing',
  ])
    expect(() => roots.existing(path), path).toThrow('outside of the folders')
  expect(() => roots.existing('nothing')).toThrow('there is no file or folder nothing')
  expect(() => roots.existing('a\0b')).toThrow('NUL')
})

test('something new is made within alone', () => {
  const dir = folder()
  const roots = rootsOf([join(dir, 'in')])
  expect(roots.fresh('shared')).toBe(join(roots.all[0]!, 'shared'))
  for (const path of ['../shared', '/shared', 'link.tsv', '../inside/shared'])
    expect(() => roots.fresh(path), path).toThrow('outside of the folders')
})

test('a folder lists what may be opened, folders first', () => {
  const roots = rootsOf([join(folder(), 'in')])
  const { entries, above } = roots.list('')
  expect(entries.map(({ name }) => name)).toEqual(['deep', 'near', 'log.tsv'])
  expect(above).toBeNull()
  expect(roots.list('deep').above).toBe(roots.all[0])
})

test('things are made in the narrowest of the folders that hold a log', () => {
  const dir = folder()
  const roots = rootsOf([join(dir, 'in'), join(dir, 'in/deep')])
  expect(roots.home(join(dir, 'in/log.tsv'))).toBe(roots.all[0])
  expect(roots.home(join(dir, 'in/near/log.tsv'))).toBe(roots.all[1])
  for (const elsewhere of [undefined, join(dir, 'out.tsv'), 's3://bucket/log'])
    expect(roots.home(elsewhere)).toBe(roots.all[0])
})
