import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verify } from '../../src/run/verify.js'
import { honestReleases } from '../support/honest.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()
const honest = honestReleases(next)

type Record_ = Readonly<Record<string, unknown>> & { readonly input: object }

/** A record as its run wrote it, but for one thing. */
const ODD: Readonly<Record<string, (record: Record_) => unknown>> = {
  'files are a word': (record) => ({ ...record, input: { ...record.input, files: 'x' } }),
  'a file is nothing': (record) => ({ ...record, input: { ...record.input, files: [null] } }),
  'a file is a word': (record) => ({ ...record, input: { ...record.input, files: ['x'] } }),
  'a digest is a number': (record) => ({ ...record, input: { ...record.input, files: [{ path: 'x', sha256: 5 }] } }),
  'no input': (record) => ({ ...record, input: null }),
  'input is a word': (record) => ({ ...record, input: 'x' }),
  'facts are nothing': (record) => ({ ...record, facts: null }),
  'counts of nothing': (record) => ({ ...record, counts: { of: { rows: 1 }, kept: null } }),
  'digests are a list': (record) => ({ ...record, digests: [] }),
  'digests are nothing': (record) => ({ ...record, digests: null }),
  'a list': () => [],
}

test.each(Object.keys(ODD))(
  'a record that no run writes does not count, with and without the log: %s',
  async (name) => {
    const dir = next('release')
    cpSync(await honest.of('linked'), dir, { recursive: true })
    cpSync(`${await honest.of('linked')}.private`, `${dir}.private`, { recursive: true })
    expect(await verify(dir)).toMatchObject({ holds: true })
    const path = join(`${dir}.private`, 'record.json')
    writeFileSync(path, JSON.stringify(ODD[name]?.(JSON.parse(readFileSync(path, 'utf8')))))
    const notes = expect.arrayContaining([expect.stringContaining('does not count')])
    expect(await verify(dir)).toMatchObject({ holds: null, notes })
    expect(await verify(dir, { against: [honest.log] })).toMatchObject({ notes })
  },
)
