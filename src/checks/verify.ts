import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../engines/engine.js'
import { fresh } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import { atLeastAsStrong, type Guarantee } from '../release/guarantee.js'
import type { Release } from '../release/reader.js'
import { personsInOriginal } from './against.js'
import { type Check, count, type Verdict, verdict } from './check.js'
import { type Rows, readReleased } from './data.js'
import * as form from './form.js'
import { kUsersPerNgram } from './k-users-per-ngram.js'
import { kUsersPerQuery, type Persons, personsPerPair } from './k-users-per-query.js'

/** Checks the claim of a release on its own files, and, if the original is given, against it. */
export async function verifyRelease(
  engine: Engine,
  release: Release,
  options: {
    readonly original?: Log
    readonly expected?: Guarantee
    /** What the steps of the manifest amount to, where they are known. */
    readonly derived?: Guarantee
  } = {},
): Promise<Verdict> {
  const { manifest, dir } = release
  const checks: Check[] = [
    await form.checksums(release),
    form.files(release),
    form.statedPromise(release, options.derived),
  ]
  if (options.expected) checks.push(expectation(manifest.guarantee, options.expected))
  const [data] = manifest.files
  if (data === undefined || !existsSync(join(dir, data))) {
    return verdict([...checks, { name: 'data', holds: false, detail: 'the data file is missing' }])
  }
  const rows = await readReleased(
    engine,
    join(dir, data),
    manifest.columns.map((column) => column.name),
  )
  const columnsFit = form.columns(release, rows)
  checks.push(columnsFit)
  if (!rows.columns.includes('query')) return verdict(checks)
  checks.push(
    await form.sorted(
      engine,
      rows,
      manifest.columns.map((column) => column.type),
    ),
  )
  const beside = manifest.columns
    .map((c) => c.name)
    .filter((c) => !['query', 'tag', 'pseudonym', 'day', 'hour', 'time', 'seconds'].includes(c))
  checks.push(await form.withheldRowsAreBare(engine, rows, beside))
  const persons: Persons =
    manifest.shows.link === 'user' ? 'exact' : manifest.shows.link === 'session' ? 'at-most' : 'none'
  checks.push(...(await onClaim(engine, rows, manifest.guarantee, persons, options.original)))
  if (options.original && manifest.guarantee.kind !== 'none') {
    const byWords = manifest.steps.some((step) => step.params.same === 'words')
    checks.push(...(await personsInOriginal(engine, rows, options.original, manifest.guarantee, byWords)))
  }
  return verdict(checks)
}

/** Checks a claim on data that Lethe did not make: texts are compared to the letter, as a reader would see them. */
export async function verifyForeign(engine: Engine, log: Log, claim: Guarantee, unreadable: number): Promise<Verdict> {
  const table = fresh('foreign')
  await engine.run(
    `CREATE TABLE ${table} AS SELECT person AS pseudonym, raw AS query, ${log.has.url ? 'url' : 'NULL'}::VARCHAR AS host FROM ${log.table} WHERE query IS NOT NULL`,
  )
  const rows: Rows = { table, columns: ['pseudonym', 'query', ...(log.has.url ? ['host'] : [])] }
  const checks = await onClaim(engine, rows, claim, log.unit === undefined ? 'none' : 'exact', undefined)
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

async function onClaim(
  engine: Engine,
  rows: Rows,
  claim: Guarantee,
  persons: Persons,
  original: Log | undefined,
): Promise<Check[]> {
  switch (claim.kind) {
    case 'k-users-per-query':
      return kUsersPerQuery(engine, rows, claim, persons)
    case 'k-users-per-ngram':
      return [
        ...(original === undefined
          ? await kUsersPerNgram(engine, rows, claim, persons)
          : await ngramsInOriginal(engine, rows, claim, original)),
        ...(await personsPerPair(engine, rows, claim.hostK, persons)),
      ]
    case 'none':
      return [{ name: 'claim', holds: null, detail: 'the release claims nothing that could be checked', onClaim: true }]
  }
}

async function ngramsInOriginal(
  engine: Engine,
  rows: Rows,
  claim: Guarantee & { kind: 'k-users-per-ngram' },
  original: Log,
): Promise<Check[]> {
  const table = fresh('original')
  await engine.run(
    `CREATE TABLE ${table} AS SELECT DISTINCT person AS pseudonym, query FROM ${original.table} WHERE query IS NOT NULL`,
  )
  return kUsersPerNgram(engine, rows, claim, 'exact', { table, columns: ['pseudonym', 'query'] })
}

function expectation(claim: Guarantee, expected: Guarantee): Check {
  const holds = atLeastAsStrong(claim, expected)
  return {
    name: 'expected claim',
    holds,
    detail: holds
      ? 'the release claims at least what was asked for'
      : `the release claims less than was asked for, which is: ${expected.sentence}`,
  }
}
