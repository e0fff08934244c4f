import { expect, test } from 'vitest'
import type { Runner } from './runner.js'
import { databaseName, folderOf, isUnderWay } from './runs.js'

const MINUTE = 60_000
const ago = (minutes: number) => Date.now() - minutes * MINUTE

/** A catalog with databases, by when each was last heard of. */
function catalog(heard: Readonly<Record<string, number>>): Runner {
  const rows = (found: readonly string[]) => [{ names: ['a'], batch: [found] }]
  return {
    async *rows(sql: string) {
      const described = /^DESCRIBE DATABASE EXTENDED (\w+)$/.exec(sql)?.[1]
      yield* rows(described === undefined ? Object.keys(heard) : [`((lethe.alive,${heard[described]}))`])
    },
  } as unknown as Runner
}

test('a run is under way for ten minutes after it was heard of', async () => {
  const [lively, silent] = [databaseName(ago(3000)), databaseName(ago(30))]
  const runner = catalog({ [lively]: ago(9), [silent]: ago(11) })
  expect(await isUnderWay(runner, lively)).toBe(true)
  expect(await isUnderWay(runner, silent)).toBe(false)
})

test('a run that this catalog knows nothing of may be on another server, for a day', async () => {
  expect(await isUnderWay(catalog({}), databaseName(ago(60)))).toBe(true)
  expect(await isUnderWay(catalog({}), databaseName(ago(25 * 60)))).toBe(false)
  expect(await isUnderWay(catalog({}), 'lethe__')).toBe(false)
})

test.each([
  ['s3a://b/scratch/lethe_m1abc_0123456789/rows/part-0.parquet', 's3a://b/scratch/lethe_m1abc_0123456789'],
  ['file:/w/lethe_m1abc_0123456789.db/rows/_temporary/0/x', 'file:/w/lethe_m1abc_0123456789.db'],
  ['s3a://b/lethe_team_00000000aa/lethe_m1abc_0123456789/t/p', 's3a://b/lethe_team_00000000aa/lethe_m1abc_0123456789'],
  ['s3a://b/scratch/lethe_other/rows/part-0.parquet', undefined],
  ['s3a://b/scratch/their_lethe_m1abc_0123456789/rows/x', undefined],
])('the folder of a run that a file is of: %s', (path, folder) => {
  expect(folderOf(path)).toBe(folder)
})
