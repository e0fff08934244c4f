import type { Signer } from '../crypto/ssh/signers.js'
import { cast } from '../engines/dialect/index.js'
import type { Engine, Sql } from '../engines/engine.js'
import { fresh } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import { type Released, type Rows, readReleased } from '../release/data.js'
import { isExperiment, judged } from '../release/experiment.js'
import { eachPromise, type Guarantee } from '../release/guarantee.js'
import type { Manifest } from '../release/manifest.js'
import type { PrivateFolder } from '../release/private-folder.js'
import { filesOf, isPlainFile, pathOf, type Release } from '../release/reader.js'
import { personsInTheLog } from './against.js'
import { type Asked, asAsked } from './asked.js'
import { type Check, count, type Verdict, verdict } from './check.js'
import type { Again, ClaimedRelease } from './claim.js'
import { onClaim, onForeignClaim } from './claims.js'
import { exactFile, exactParts, statedTypes } from './exact-file.js'
import * as form from './form.js'
import { ASSUMPTION, type Persons } from './persons.js'
import { tagsOfTheLog } from './rows-of-the-log.js'
import { signedBy } from './signature.js'
import { statedColumns } from './stated-columns.js'
import { statedManifest } from './stated-manifest.js'
import { soundValues } from './values.js'

/** What is at hand beside the public files. */
export interface Evidence {
  /** A private folder for files that are written on the way. */
  readonly scratch: string
  /** The original; see `ClaimedRelease` for how its texts may compare. */
  readonly original?: Log
  readonly thinned?: Log
  readonly incomparable?: string
  readonly again?: Again
  readonly tagKey?: Uint8Array
  /** A claim that the release must make. */
  readonly expected?: Asked
  /** What the steps of the manifest amount to, where they are known. */
  readonly derived?: Guarantee
  /** Do the steps follow the profile that the manifest names? */
  readonly profile?: Check
  /** Of a sample: can its persons be told? */
  readonly sample?: Check
  /** The private folder of the run, if one was found. */
  readonly folder?: PrivateFolder
  /** Take for granted that each pseudonym of a person is one person. */
  readonly assume?: boolean
  /** Judge an experiment by what it would have promised, as comparisons do. */
  readonly experiments?: boolean
  /** Who must have signed it. */
  readonly signers?: readonly Signer[]
}

/** Checks the claim of a release on its own files, and with whatever else was given. */
export async function verifyRelease(engine: Engine, release: Release, evidence: Evidence): Promise<Verdict> {
  const { manifest } = release
  const claim = judged(manifest)
  const notes = [
    ...(evidence.folder?.kind === 'other' ? [evidence.folder.why] : []),
    ...(evidence.incomparable === undefined ? [] : [`nothing was counted in the log: ${evidence.incomparable}`]),
  ]
  const checks: Check[] = [
    await form.checksums(release),
    form.files(release),
    ...signedBy(release, evidence.signers),
    ...statedManifest(release),
    ...statedColumns(manifest),
    form.statedPromise(release, evidence.derived),
    ...(evidence.profile ? [evidence.profile] : []),
    ...(evidence.sample ? [evidence.sample] : []),
    ...(isExperiment(manifest) && !evidence.experiments ? [experiment] : []),
    ...(evidence.expected
      ? [asAsked(evidence.experiments ? claim : manifest.guarantee, manifest, evidence.expected)]
      : []),
  ]
  const read = await readTables(engine, release, evidence)
  checks.push(...read.checks)
  // What is not what it says it is cannot be looked at further, and what the steps do not promise need not be.
  const unreadable = ['stated columns', 'stated promise', 'columns', 'types', 'bytes', 'values', 'data'].some((name) =>
    checks.some((check) => check.holds === false && check.name.split(' of ')[0] === name),
  )
  const { rows, side } = read
  if (unreadable || rows === undefined) return verdict(checks, notes)
  if (rows.columns.includes('query')) {
    const beside = manifest.columns
      .map((column) => column.name)
      .filter((column) => !['query', 'tag', 'pseudonym', 'day', 'hour', 'time', 'seconds'].includes(column))
    checks.push(await form.withheldRowsAreBare(engine, rows, beside))
  }
  const on: ClaimedRelease = {
    engine,
    release,
    rows,
    side,
    persons: personsOf(manifest, rows, evidence),
    ...(evidence.original ? { original: evidence.original } : {}),
    ...(evidence.thinned ? { thinned: evidence.thinned } : {}),
    ...(evidence.folder?.kind === 'bound' ? { record: evidence.folder.record } : {}),
    ...(evidence.again ? { again: evidence.again } : {}),
    ...(evidence.tagKey ? { tagKey: evidence.tagKey } : {}),
  }
  checks.push(...(await tagsOfTheLog(on)))
  checks.push(...(await onClaim(on, claim)))
  const opened = claim.also && evidence.again ? await withTexts(on, evidence.again) : on
  for (const promise of claim.also ?? []) checks.push(...(await beside(opened, claim, promise)))
  return verdict(checks, notes)
}

/** What it would have promised is looked at, and can be refuted; it cannot come true. */
const experiment: Check = {
  name: 'experiment',
  holds: null,
  detail:
    'made with repeatable chance (--seed): an experiment promises nothing; make the release without a seed to verify it',
  onClaim: true,
}

interface Tables {
  readonly checks: readonly Check[]
  readonly rows?: Released
  readonly side: Readonly<Record<string, Rows>>
}

/** Reads the data and the tables beside it, each with the checks of its form. */
async function readTables(engine: Sql, release: Release, { scratch, folder }: Evidence): Promise<Tables> {
  const { manifest } = release
  const [data] = manifest.files
  const checks: Check[] = []
  const side: Record<string, Rows> = {}
  let rows: Released | undefined
  const all = [{ file: data ?? '', columns: manifest.columns }, ...(manifest.tables ?? [])]
  for (const [i, { file, columns }] of all.entries()) {
    const path = pathOf(release, file)
    const parts = filesOf({ ...manifest, files: [file] })
    const inFile = (check: Check) => (i === 0 ? check : { ...check, name: `${check.name} of ${file}` })
    // A link leads to what is not part of the release, and may never end.
    if (file === '' || !parts.every((part) => isPlainFile(release, part))) {
      checks.push(inFile({ name: 'data', holds: false, detail: 'the data file is missing, or is no plain file' }))
      return { checks, side }
    }
    const table = await readReleased(engine, path, columns)
    const shape = [form.columns(columns, table), ...statedTypes(columns, table)]
    checks.push(...shape.map(inFile))
    if (shape.some((check) => check.holds === false)) return { checks, side }
    checks.push(
      inFile(
        manifest.parts
          ? exactParts(parts.length, folder?.kind === 'bound')
          : await exactFile(engine, scratch, path, table),
      ),
      inFile(await form.sorted(engine, table, columns)),
      inFile(await soundValues(engine, table, columns)),
    )
    if (i === 0) rows = table
    else side[file.slice(0, file.lastIndexOf('.'))] = table
  }
  return { checks, side, ...(rows ? { rows } : {}) }
}

const BY = { user: 'person', session: 'session', none: 'row' } as const

function personsOf({ shows }: Manifest, rows: Rows, { folder, assume }: Evidence): Persons {
  return {
    by: rows.columns.includes('pseudonym') ? BY[shows.link] : 'row',
    known: folder?.kind === 'bound' ? 'run' : assume ? 'assumed' : 'stated',
  }
}

/** Sealed rows with their queries, as the key has made them again; that others have none is told of the shares. */
async function withTexts(on: ClaimedRelease, again: Again): Promise<ClaimedRelease> {
  const table = fresh('with_texts')
  await on.engine.materialise(
    table,
    `SELECT r.*, t.query FROM ${on.rows.table} r JOIN (SELECT lower(hex(tag)) AS tag, query FROM ${again.texts}) t USING (tag)`,
  )
  return { ...on, rows: { table, columns: [...on.rows.columns, 'query'] } }
}

/** An earlier promise that still holds. Where histories were made alike since, who asked what can be counted in the log alone. */
async function beside(on: ClaimedRelease, last: Guarantee, promise: Guarantee): Promise<Check[]> {
  const checks = last.kind === 'identical-users' ? await behindTwins(on, promise) : await onClaim(on, promise)
  return checks.map((check) => ({ ...check, name: `also: ${check.name}` }))
}

async function behindTwins({ engine, rows, original }: ClaimedRelease, promise: Guarantee): Promise<Check[]> {
  // Hosts are those of a group, of which such a promise says nothing.
  if (promise.kind === 'k-users-per-query' && original && promise.hostK === 0)
    return [await personsInTheLog(engine, rows, original, ['query'], promise.k)]
  return [
    {
      name: 'promise',
      holds: null,
      detail: `cannot be checked on histories made alike: ${promise.sentence}`,
      onClaim: true,
    },
  ]
}

/** Of data that somebody else made there is no private folder, and no log to count in: what could be given is an assumption. */
function onDataAlone({ toShow, ...check }: Check, { by, known }: Persons): Check {
  if (toShow === undefined || by !== 'person' || known !== 'stated') return check
  return { ...check, toShow: `Take it for granted: --assume ${ASSUMPTION}.` }
}

/** Foreign data: its log, and what was left unread of it. */
export interface Foreign {
  readonly log: Log
  /** Rows that did not parse. */
  readonly bad: number
  /** Columns of which the claim says nothing, by name. */
  readonly unread: readonly string[]
  readonly assume: boolean
}

/** Checks a claim on data that Lethe did not make: texts are compared to the letter, as a reader would see them. */
export async function verifyForeign(
  engine: Engine,
  { log, bad, unread, assume }: Foreign,
  claim: Guarantee,
): Promise<Verdict> {
  const table = fresh('foreign')
  // A row without a query may still show where somebody went.
  const columns: Readonly<Record<string, string>> = {
    pseudonym: 'person',
    // As it stands there: what has no letters to read can still be told apart.
    query: "nullif(nullif(raw, ''), '-')",
    ...(log.has.url ? { host: 'url' } : {}),
    ...(log.has.time ? { time: 'time' } : {}),
    ...(log.has.rank ? { rank: 'rank' } : {}),
  }
  const selected = Object.entries(columns).map(([column, sql]) => `${cast(sql, 'text')} AS ${column}`)
  await engine.materialise(table, `SELECT ${selected.join(', ')} FROM ${log.table}`)
  const rows: Rows = { table, columns: Object.keys(columns) }
  const persons: Persons = {
    by: log.unit === undefined ? 'row' : 'person',
    known: assume ? 'assumed' : 'stated',
  }
  const onEach: Check[] = []
  for (const one of eachPromise(claim))
    onEach.push(...(await onForeignClaim({ engine, rows, persons }, one)).map((check) => onDataAlone(check, persons)))
  return verdict([
    {
      name: 'rows',
      holds: bad === 0 ? true : null,
      detail: bad === 0 ? 'all rows can be read' : `${count(bad, 'row')} cannot be read`,
      ...(bad === 0 ? {} : { toShow: 'Mend or remove the rows that cannot be read.' }),
    },
    {
      name: 'columns',
      holds: unread.length === 0 ? true : null,
      detail: unread.length === 0 ? 'all are part of the claim' : `the claim says nothing of ${unread.join(', ')}`,
      ...(unread.length === 0 ? {} : { toShow: 'Leave out of the data what no claim speaks of.' }),
    },
    ...onEach,
  ])
}
