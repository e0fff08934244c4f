import { existsSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratch } from '../../test/support/scratch.js'
import { makeFolders } from './folders.js'

const { next } = scratch()

test('folders are made with those above them, for whom they are, and may be there already', () => {
  const dir = join(next('some'), 'deep', 'folder')
  makeFolders(dir, 0o700)
  expect(statSync(dir).isDirectory()).toBe(true)
  expect(statSync(join(dir, '..')).mode & 0o777).toBe(0o700)
  makeFolders(dir, 0o700)
  const link = next('link')
  symlinkSync(dir, link)
  makeFolders(join(link, 'more'))
  expect(existsSync(join(dir, 'more'))).toBe(true)
})

test('a place that takes no folders is told, whatever is in the way', { timeout: 5000 }, () => {
  const file = next('file')
  writeFileSync(file, '')
  const nowhere = next('nowhere')
  symlinkSync(join(nowhere, 'gone'), nowhere.replace(/nowhere$/, 'dangling'))
  for (const path of [file, join(file, 'below'), nowhere.replace(/nowhere$/, 'dangling'), '/proc/nope', '/proc/a/b/c'])
    expect(() => makeFolders(path), path).toThrow(expect.objectContaining({ code: 'output' }))
})
