import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fresh } from '../../src/engines/sql.js'
import { digest } from '../../src/release/digest.js'
import { guardSql, unguardSql } from '../../src/release/spreadsheet.js'
import { attack } from '../../src/run/attack.js'
import { measure } from '../../src/run/measure.js'
import { type ReleaseOptions, release } from '../../src/run/release/index.js'
import { verify } from '../../src/run/verify.js'
import { asked, mixedLog, writeLog } from '../support/log.js'
import { manifestOf } from '../support/release.js'
import { scratch } from '../support/scratch.js'
import { makeTables } from '../support/subject.js'

const { next } = scratch()

const FORMULAS = [
  '=cmd|calc',
  '+1+1',
  '-2+3',
  '@sum(a1)',
  '\uff1d1+1',
  '\uff0d1',
  "'quoted",
  "'=quoted twice",
  '"=cmd|calc',
  'harmless;=cmd|calc',
  'weather, -10 degrees',
  'e-mail',
  'a=b',
]
const rows = [
  ...mixedLog().filter(({ query }) => query.length < 1000),
  ...FORMULAS.flatMap((query) => asked(query, 6)),
  ...FORMULAS.map((query, i) => ({ user: `usr-made-up-${i}`, query, device: '=1+1' })),
]
const log = writeLog(next('log.ndjson'), rows)
const COLUMNS = { columns: { user: 'user', query: 'query', time: 'time', url: 'url', device: 'device' } }

/** Where a cell begins, for a program that cuts at tabs, commas or semicolons. */
const BEGINS = /(?:^|[\t,;])\s*(?:[=+@\uff1d\uff0b\uff20\uff0d-])/m

async function make(options: Partial<ReleaseOptions>, input = COLUMNS) {
  const out = next('release')
  const plan = { steps: [{ method: 'rare-queries', params: { k: 5 } }], shows: { link: 'user' as const } }
  await release([log], { plan, out, seed: 1, truth: true, ...options }, input)
  return out
}

/** Signs a changed folder anew, as a forger would. */
async function resign(dir: string, file: string): Promise<void> {
  const sums = await Promise.all(
    [file, 'manifest.json'].map(async (name) => `${await digest(join(dir, name))}  ${name}\n`),
  )
  writeFileSync(join(dir, 'SHA256SUMS'), sums.join(''))
}

describe.each(['csv', 'tsv'] as const)('%s for spreadsheets', (format) => {
  const file = `data.${format}`

  test('no cell begins like a formula, and the manifest says what was done', async () => {
    const [plain, safe] = [await make({ format }), await make({ format, spreadsheetSafe: true })]
    // CSV puts values with commas or quotation marks in quotes; a program that cuts elsewhere does not know them.
    const cells = (dir: string) => readFileSync(join(dir, file), 'utf8').replaceAll('"', '')
    expect(cells(plain)).toMatch(BEGINS)
    expect(cells(safe)).not.toMatch(BEGINS)
    expect(cells(safe)).toContain('e-mail')
    if (format === 'tsv') expect(readFileSync(join(safe, file), 'utf8')).not.toMatch(/(^|\t)"/m)
    expect(manifestOf(plain).columns.filter(({ guarded }) => guarded)).toEqual([])
    for (const { name, type, guarded, meaning } of manifestOf(safe).columns) {
      expect([name, guarded]).toEqual([name, type === 'text' ? true : undefined])
      if (guarded) expect(meaning).toMatch(/apostrophe/)
    }
  })

  test('verify, attacks and measures read it as if it were not guarded', async () => {
    const [parquet, safe] = [await make({}), await make({ format, spreadsheetSafe: true })]
    for (const against of [{}, { against: [log] }]) {
      // Only Parquet files have types, and they must be right.
      const checks = async (dir: string, types: readonly (boolean | null)[]) => {
        const { holds, checks } = await verify(dir, against, COLUMNS)
        const isTypes = ({ name }: { name: string }) => name === 'types'
        expect(checks.filter(isTypes).map((check) => check.holds)).toEqual(types)
        const same = checks.filter((check) => !isTypes(check))
        return { holds, checks: same.map(({ name, holds }) => [name, holds]) }
      }
      expect(await checks(safe, [])).toEqual(await checks(parquet, [true]))
    }
    const figures = async (dir: string) => ({
      linked: (await attack('link-records', dir, { reference: [log], truth: `${dir}.private`, seed: 1 }, COLUMNS))
        .scored,
      kept: (await measure([log], dir, { only: ['kept', 'uniqueness'] }, COLUMNS)).measures,
    })
    expect(await figures(safe)).toEqual(await figures(parquet))
  })

  test('a cell that is not guarded, or guarded where it need not be, is found: two texts never pass as one', async () => {
    const cells = (query: string) =>
      manifestOf(dir)
        .columns.map(({ name }) => ({ pseudonym: 'ff'.repeat(16), query, day: '2024-05-01' })[name as 'query'] ?? '')
        .join(format === 'csv' ? ',' : '\t')
    const dir = await make({ format, spreadsheetSafe: true })
    const before = readFileSync(join(dir, file))
    for (const [query, right] of [
      ['=unguarded', false],
      ["'no formula", false],
      ["'=formula", true],
      ["''=a text that began with an apostrophe", true],
    ] as const) {
      writeFileSync(join(dir, file), before)
      appendFileSync(join(dir, file), `${cells(query)}\n`)
      await resign(dir, file)
      const { checks } = await verify(dir, {}, COLUMNS)
      expect([query, checks.find(({ name }) => name === 'columns')?.holds]).toEqual([query, right])
    }
  })
})

test('only where spreadsheets open the file, and not with a header that they would run', async () => {
  for (const format of ['parquet', 'ndjson'] as const)
    await expect(make({ format, spreadsheetSafe: true })).rejects.toMatchObject({ code: 'usage' })
  await expect(make({ spreadsheetSafe: true })).rejects.toMatchObject({ code: 'usage' })
  const named = { columns: { ...COLUMNS.columns, '@device': 'device' } }
  await expect(make({ format: 'csv', spreadsheetSafe: true }, named)).rejects.toMatchObject({ code: 'usage' })
})

test('a manifest that calls other columns guarded than can be is none', async () => {
  const dir = await make({})
  const manifest = manifestOf(dir)
  const columns = manifest.columns.map((column) => ({ ...column, guarded: true }))
  writeFileSync(join(dir, 'manifest.json'), JSON.stringify({ ...manifest, columns }))
  await expect(verify(dir)).rejects.toMatchObject({ code: 'input' })
})

test('the guard comes off without loss, whatever the text', async () => {
  const { engine } = await makeTables()
  const pieces = fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    "'",
    '"',
    ',',
    ';',
    ' ',
    'a',
    '1',
    '\u3000',
    '\u200b',
    '\uff1d',
    'é',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: pieces, maxLength: 8 }), { minLength: 50, maxLength: 200 }),
      async (texts) => {
        const table = fresh('texts')
        await engine.append(table, ['x'], [[texts]])
        const [counted] = await engine.all<{ lost: number; open: number; joined: number }>(`
        SELECT count(*) FILTER (${unguardSql(guardSql('x'))} IS DISTINCT FROM x) AS lost,
          count(*) FILTER (regexp_matches(${guardSql('x')}, '(^|[,;])[\\s\\p{Z}\\p{Cf}]*[=+@\uff1d-]')) AS open,
          count(DISTINCT x) - count(DISTINCT ${guardSql('x')}) AS joined FROM ${table}`)
        expect(counted).toEqual({ lost: 0, open: 0, joined: 0 })
      },
    ),
    { numRuns: 30 },
  )
})
