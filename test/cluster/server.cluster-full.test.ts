import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { rowNumber } from '../../src/engines/dialect/index.js'
import { openSpark } from '../../src/engines/spark/index.js'
import { name, text } from '../../src/engines/sql.js'
import { Bench } from '../support/lethe.js'
import { scratch } from '../support/scratch.js'
import { leftovers, released, stage } from './stage.js'

// A server whose settings are not those that Spark comes with: each of them would change what is read, counted or written, were it not set for a run.
const on = stage({
  conf: {
    'spark.sql.ansi.enabled': 'false',
    'spark.sql.ansi.enforceReservedKeywords': 'true',
    'spark.sql.caseSensitive': 'true',
    'spark.sql.columnNameOfCorruptRecord': 'broken',
    'spark.sql.csv.parser.columnPruning.enabled': 'true',
    'spark.sql.files.ignoreCorruptFiles': 'true',
    'spark.sql.files.ignoreMissingFiles': 'true',
    'spark.sql.files.maxRecordsPerFile': '1000',
    'spark.sql.function.concatBinaryAsString': 'true',
    'spark.sql.groupByOrdinal': 'false',
    'spark.sql.legacy.timeParserPolicy': 'LEGACY',
    'spark.sql.orderByOrdinal': 'false',
    'spark.sql.parser.escapedStringLiterals': 'true',
    'spark.sql.parser.quotedRegexColumnNames': 'true',
    'spark.sql.session.timeZone': 'Asia/Tokyo',
    'spark.sql.timestampType': 'TIMESTAMP_LTZ',
    'spark.sql.redaction.string.regex': '(?s).*',
  },
})
const { dir } = scratch()
afterEach(() => on().node.be('works'))

interface Checked {
  readonly findings: readonly { readonly what: string; readonly holds: boolean; readonly says: string }[]
  readonly works: readonly string[]
  readonly doesNot: readonly string[]
  readonly holds: boolean
}

async function check(url: string, ...places: readonly string[]): Promise<Checked & { readonly status: number | null }> {
  const { status, stdout } = await new Bench().lethe(['engine', 'check', url, ...places, '--json'])
  return { ...(JSON.parse(stdout) as Checked), status }
}
const failed = ({ findings }: Checked) => findings.filter(({ holds }) => !holds).map(({ what }) => what)

test('whatever the server was told, the release is the same', async () => {
  const bench = new Bench()
  released(bench, await on().start(bench).outcome, on())
  const more = ['--link', 'user', '--sample-people', '0.5', '--key', 'key']
  await bench.lethe(['keygen', '-o', 'key'])
  const made = async (out: string, log: string, where: readonly string[]) => {
    const words = ['release', 'rare-queries', '--k', '3', log, '-o', out, '--seed', '3', '--out-format', 'tsv']
    expect(await bench.lethe([...words, ...more, ...where])).toMatchObject({ status: 0 })
    return bench.bash(`cat ${out}/data.tsv`)
  }
  const here = await made('here', on().log, [])
  expect(await made('there', `file://${on().log}`, ['--engine', on().cluster.url])).toEqual(here)
})

test('variables of the server stand in no text and no name; rows have numbers of their own', async () => {
  const engine = await openSpark(on().cluster.url, { spill: dir })
  try {
    for (const odd of [`\${env:HOME}`, `\${spark.app.name}`, `\${system:user.name}`, 'a\\nb', 'user'])
      expect(await engine.all(`SELECT ${text(odd)} AS ${name(odd)}`)).toEqual([{ [odd]: odd }])
    await engine.materialise('many', 'SELECT id FROM range(0, 5000, 1, 2)')
    const [seen] = await engine.all(`SELECT count(DISTINCT nth) AS n FROM (SELECT ${rowNumber()} AS nth FROM many)`)
    expect(seen).toEqual({ n: 5000 })
  } finally {
    await engine.close()
  }
})

test('a damaged file is told, not passed over', async () => {
  const bench = new Bench()
  const folder = join(on().cluster.shared, 'damaged')
  await bench.bash(
    `mkdir '${folder}' && cp '${on().log}' '${folder}/a.parquet' && head -c 5000 '${on().log}' > '${folder}/b.parquet'`,
  )
  const { status, stderr } = await bench.lethe(['inspect', `file://${folder}`, '--engine', on().cluster.url])
  expect([status, stderr]).toEqual([2, expect.stringMatching(/FAILED_READ_FILE|cannot read it/)])
})

test('engine check says what works there, and at which places', async () => {
  const { url, shared } = on().cluster
  const fresh = `file://${shared}/releases/2026`
  const all = await check(url, fresh)
  expect([all.status, all.holds, failed(all)]).toEqual([0, true, []])
  expect(all.findings.map(({ what }) => what)).toEqual([
    'version',
    'connection',
    'redaction',
    'rights and storage',
    'Node on the workers',
    `the place ${fresh}`,
  ])
  expect(all.works.join('; ')).toMatch(/^inspect, preview, .*release by .*rare-queries.*zealous/)
  expect(all.doesNot.join('; ')).toMatch(/km-deletion.*attacks/)
  writeFileSync(join(shared, 'something'), '')
  const taken = await check(url, `file://${shared}`, 'hdfs://elsewhere/x')
  expect([taken.status, failed(taken)]).toEqual([1, [`the place file://${shared}`, 'the place hdfs://elsewhere/x']])
  expect(leftovers(on())).toEqual([])
})

test('engine check where workers have no Node: no log can be read there', async () => {
  on().node.be('is missing')
  const { status, doesNot, ...found } = await check(on().cluster.url)
  expect([status, failed(found as Checked), found.works]).toEqual([1, ['Node on the workers'], []])
  expect(doesNot.join('; ')).toMatch(/inspect.*rare-queries/)
})

test('engine check where tables cannot be written', async () => {
  const found = await check(`${on().cluster.url}/;scratch=file:///proc/nowhere`)
  expect([found.status, failed(found), found.works]).toEqual([1, ['rights and storage'], []])
  expect(found.findings.find(({ what }) => what === 'rights and storage')?.says).toContain(';scratch=PLACE')
})
