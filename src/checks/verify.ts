import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../engines/engine.js'
import { fresh } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import { type Rows, readReleased } from '../release/data.js'
import { isExperiment, judged } from '../release/experiment.js'
import { atLeastAsStrong, eachPromise, type Guarantee } from '../release/guarantee.js'
import type { Release } from '../release/reader.js'
import { type Check, count, type Verdict, verdict } from './check.js'
import type { ClaimedRelease, Persons } from './claim.js'
import { onClaim, onForeignClaim } from './claims.js'
import * as form from './form.js'

/** Checks the claim of a release on its own files, and, if the original is given, against it. */
export async function verifyRelease(
  engine: Engine,
  release: Release,
  options: {
    readonly original?: Log
    readonly expected?: Guarantee
    /** What the steps of the manifest amount to, where they are known. */
    readonly derived?: Guarantee
    /** Judge an experiment by what it would have promised, as comparisons do. */
    readonly experiments?: boolean
  } = {},
): Promise<Verdict> {
  const { manifest, dir } = release
  const claim = judged(manifest)
  const checks: Check[] = [
    await form.checksums(release),
    form.files(release),
    form.statedPromise(release, options.derived),
  ]
  if (isExperiment(manifest) && !options.experiments) checks.push(experiment)
  if (options.expected) checks.push(expectation(options.experiments ? claim : manifest.guarantee, options.expected))
  const [data] = manifest.files
  if (data === undefined || !existsSync(join(dir, data))) {
    return verdict([...checks, { name: 'data', holds: false, detail: 'the data file is missing' }])
  }
  const rows = await readReleased(engine, join(dir, data), manifest.columns)
  const side: Record<string, Rows> = {}
  checks.push(form.columns(manifest.columns, rows), await form.sorted(engine, rows, manifest.columns))
  for (const { file, columns } of manifest.tables ?? []) {
    if (!existsSync(join(dir, file)))
      return verdict([...checks, { name: file, holds: false, detail: 'the file is missing' }])
    const table = await readReleased(engine, join(dir, file), columns)
    checks.push(inFile(file, form.columns(columns, table)), inFile(file, await form.sorted(engine, table, columns)))
    side[file.slice(0, file.lastIndexOf('.'))] = table
  }
  // What does not have the columns that it says cannot be looked at further.
  if (checks.some((check) => check.name.startsWith('columns') && check.holds === false)) return verdict(checks)
  const furtherColumns = manifest.columns
    .map((c) => c.name)
    .filter((c) => !['query', 'tag', 'pseudonym', 'day', 'hour', 'time', 'seconds'].includes(c))
  if (rows.columns.includes('query')) checks.push(await form.withheldRowsAreBare(engine, rows, furtherColumns))
  const persons: Persons =
    manifest.shows.link === 'user' ? 'exact' : manifest.shows.link === 'session' ? 'at-most' : 'none'
  const on = { engine, release, rows, side, persons, ...(options.original ? { original: options.original } : {}) }
  checks.push(...(await onClaim(on, claim)))
  for (const promise of claim.also ?? []) checks.push(...(await beside(on, claim, promise)))
  return verdict(checks)
}

/** What it would have promised is looked at, and can be refuted; it cannot come true. */
const experiment: Check = {
  name: 'experiment',
  holds: null,
  detail:
    'made with repeatable chance (--seed): an experiment promises nothing; make the release without a seed to verify it',
  onClaim: true,
}

/** An earlier promise that still holds. Where histories were made alike since, who asked what cannot be counted any more. */
async function beside(on: ClaimedRelease, last: Guarantee, promise: Guarantee): Promise<Check[]> {
  const checks = last.kind === 'identical-users' ? [] : await onClaim(on, promise)
  return checks.length > 0
    ? checks.map((check) => ({ ...check, name: `also: ${check.name}` }))
    : [{ name: 'also', holds: null, detail: `cannot be checked on histories made alike: ${promise.sentence}` }]
}

/** Checks a claim on data that Lethe did not make: texts are compared to the letter, as a reader would see them. */
export async function verifyForeign(engine: Engine, log: Log, claim: Guarantee, unreadable: number): Promise<Verdict> {
  const table = fresh('foreign')
  await engine.run(
    `CREATE TABLE ${table} AS SELECT person AS pseudonym, raw AS query, ${log.has.url ? 'url' : 'NULL'}::VARCHAR AS host FROM ${log.table} WHERE query IS NOT NULL`,
  )
  const rows: Rows = { table, columns: ['pseudonym', 'query', ...(log.has.url ? ['host'] : [])] }
  const checks = await onForeignClaim({ engine, rows, persons: log.unit === undefined ? 'none' : 'exact' }, claim)
  // Rows of unknown persons can refute the claim; they cannot show it. Nor can rows be left out that did not parse.
  const open = log.unit === undefined || unreadable > 0
  return verdict([
    {
      name: 'rows',
      holds: unreadable === 0 ? true : null,
      detail: unreadable === 0 ? 'all rows can be read' : `${count(unreadable, 'row')} cannot be read`,
    },
    ...checks.map((check) => (open && check.holds === true && check.onClaim ? { ...check, holds: null } : check)),
  ])
}

function inFile(file: string, check: Check): Check {
  return { ...check, name: `${check.name} of ${file}` }
}

function expectation(claim: Guarantee, expected: Guarantee): Check {
  const holds = eachPromise(claim).some((promise) => atLeastAsStrong(promise, expected))
  return {
    name: 'expected claim',
    holds,
    detail: holds
      ? 'the release claims at least what was asked for'
      : `the release claims less than was asked for, which is: ${expected.sentence}`,
  }
}
