import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { partsOf } from '../../evidence/kept.js'

let cache = ''
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'lethe-kept-'))
})
afterEach(() => rmSync(cache, { recursive: true, force: true }))

/** A page of two parts; which were made, and what came of them. */
async function page({ code = 'one', asMade = false, quick = false, dies = false }) {
  const made: string[] = []
  const { part } = partsOf('page', { quick, asMade, say: () => {} }, { code, cache })
  const of = (name: string) =>
    part(name, () => {
      if (dies && name === 'second') throw new Error('interrupted')
      made.push(name)
      return { name, code }
    })
  const values = await Promise.all([of('first'), of('second')]).catch(() => [])
  return { made, values }
}

describe('a page that was interrupted', () => {
  test('goes on with the part that was not made', async () => {
    expect((await page({ dies: true })).made).toEqual(['first'])
    const { made, values } = await page({})
    expect(made).toEqual(['second'])
    expect(values.map(({ name }) => name)).toEqual(['first', 'second'])
    expect((await page({})).made).toEqual([])
  })

  test('takes nothing that other code made, unless that is asked for', async () => {
    await page({})
    expect((await page({ code: 'two', asMade: true })).values.map(({ code }) => code)).toEqual(['one', 'one'])
    expect((await page({ code: 'two' })).made).toEqual(['first', 'second'])
  })

  test('keeps a quick page apart from a full one', async () => {
    await page({ quick: true })
    expect((await page({})).made).toEqual(['first', 'second'])
  })
})
