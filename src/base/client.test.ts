import { expect, test } from 'vitest'
import { client } from './client.js'

const missing = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ERR_MODULE_NOT_FOUND' }))

test('a package that is missing is asked for by name', async () => {
  expect(await client('x:', ['one'], async () => 1)).toBe(1)
  await expect(client('x:', ['one'], missing)).rejects.toMatchObject({
    message: 'reading x: needs the package one',
    next: 'npm install one',
  })
  await expect(client('x:', ['one', 'two'], missing)).rejects.toMatchObject({
    message: 'reading x: needs the packages one and two',
    next: 'npm install one two',
  })
})
