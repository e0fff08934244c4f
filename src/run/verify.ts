import { lstatSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isAddress, sayable } from '../base/address.js'
import { fail, LetheError } from '../base/errors.js'
import { VERSION } from '../base/package-root.js'
import { isInStorage } from '../base/storage/index.js'
import { type Check, type Verdict, verdict } from '../checks/check.js'
import { ASSUMPTION } from '../checks/persons.js'
import { sampleOf } from '../checks/sample.js'
import { comparable } from '../checks/texts.js'
import { type Evidence, verifyForeign, verifyRelease } from '../checks/verify.js'
import { keyId, readKeyFile } from '../crypto/key-file.js'
import { readSigners } from '../crypto/ssh/signers.js'
import type { Engine } from '../engines/engine.js'
import { type Resources, type Session, withSession } from '../engines/session.js'
import { type InputOptions, readingFlags, readLog } from '../ingest/index.js'
import type { Log, Source } from '../log/log.js'
import { loadMethod } from '../methods/index.js'
import { derive, type ReadyStep, readyStep } from '../plans/derive.js'
import { ownSteps, promisedSteps } from '../plans/foreign.js'
import { profileNames, readPlan } from '../plans/plan.js'
import { secureRandom } from '../random/secure.js'
import { OUR_COLUMNS } from '../release/columns.js'
import { judged } from '../release/experiment.js'
import { eachPromise, type Guarantee, promise } from '../release/guarantee.js'
import type { Manifest, PrivateRecord } from '../release/manifest.js'
import { type PrivateFolder, privateFolderOf, worthOf } from '../release/private-folder.js'
import { openRelease, type Release } from '../release/reader.js'
import { promisedOfSample, SAMPLE_KEY_FILE } from '../release/sample.js'
import type { Sharing } from '../shares/scheme.js'
import { shareAgain } from '../shares/seal/again.js'
import { askedFor } from './asked-for.js'
import { openAnywhere } from './open-release.js'
import { readAgain } from './reading.js'
import { isOfTheRun, type LogSource } from './same-log.js'
import { promisedInSeries } from './series/promise.js'
import { areStepsOf, asStep, readySteps, runSteps } from './steps.js'

export interface VerifyOptions {
  /** The original log, to count persons in. */
  readonly against?: readonly string[]
  /** A claim that the release must make: a profile, a plan file, or METHOD:k=5. */
  readonly expect?: string
  /** For data that Lethe did not make: the claim to check. */
  readonly claim?: string
  /** Judge an experiment by what it would have promised, as comparisons do. */
  readonly experiments?: boolean
  /** The private folder of the run, where it is not beside the release. */
  readonly privateDir?: string
  /** What to take for granted: pseudonyms-are-persons. */
  readonly assume?: string
  /** The key of shared queries: with the original, all shares are made again. */
  readonly keyFile?: string
  /** Who must have signed the release: a public key of OpenSSH, or a file of allowed signers. */
  readonly signer?: string
}

/** Checks the claim of a release (a folder), or a stated claim on foreign data (a file). */
export async function verify(
  path: string,
  options: VerifyOptions = {},
  input: InputOptions = {},
  resources: Resources = {},
): Promise<Verdict> {
  const inStorage = isInStorage(path) && options.claim === undefined
  const place = statSync(path, { throwIfNoEntry: false })
  if (place === undefined && !isAddress(path)) fail('input', `there is no file or folder ${path}`, 'Check the name.')
  if (options.assume !== undefined && options.assume !== ASSUMPTION)
    fail('usage', `--assume does not know '${options.assume.slice(0, 40)}'`, `There is ${ASSUMPTION}.`)
  return inStorage || (place?.isDirectory() && options.claim === undefined)
    ? verifyFolder(path, options, input, resources)
    : verifyFile(path, options, input, resources)
}

async function verifyFolder(
  path: string,
  options: VerifyOptions,
  input: InputOptions,
  resources: Resources,
): Promise<Verdict> {
  const { against, privateDir } = options
  const signers = options.signer === undefined ? undefined : readSigners(options.signer)
  if (!isInStorage(path)) openRelease(path) // what is no release is told before anything else
  const expected =
    options.expect === undefined ? undefined : await askedFor(options.expect, input.unit ?? 'user', false)
  return withSession(resources, async (session) => {
    const release = await openAnywhere(path, session)
    const key = options.keyFile === undefined ? undefined : keyOf(options.keyFile, release, against !== undefined)
    const read = against && (await readLog(against, readAgain(release.manifest, input), session))
    const given = {
      ...(read ?? {}),
      ...(expected ? { expected } : {}),
      ...(privateDir === undefined ? {} : { privateDir }),
      ...(key ? { key } : {}),
      ...(options.experiments ? { experiments: true } : {}),
      ...(signers ? { signers } : {}),
      assume: options.assume === ASSUMPTION,
    }
    return verifyOpened(release, given, session)
  })
}

/** Data of others, with what they claim. */
async function verifyFile(
  path: string,
  options: VerifyOptions,
  input: InputOptions,
  resources: Resources,
): Promise<Verdict> {
  if (options.claim === undefined)
    fail(
      'usage',
      `${sayable(path)} is a file, and no claim about it was given`,
      'Add --claim, for instance --claim rare-queries:k=30 --columns user=NAME,query=NAME.',
    )
  const ofReleases = (['against', 'expect', 'privateDir', 'keyFile', 'signer'] as const).find(
    (option) => options[option] !== undefined,
  )
  if (ofReleases !== undefined)
    fail(
      'usage',
      `--${FLAGS[ofReleases]} is for releases, and a stated claim is checked here on the data alone`,
      'Leave out one of the two.',
    )
  if (input.collapsePrefixes !== undefined)
    fail(
      'usage',
      '--collapse-prefixes leaves out rows, and a claim is checked on what a file shows',
      'Leave out --collapse-prefixes.',
    )
  const { guarantee: claim } = await askedFor(options.claim, input.unit ?? 'user', true)
  const named = (role: string) => Object.hasOwn(input.columns ?? {}, role)
  return withSession(resources, async (session) => {
    const { log, source } = await readLog([path], { ...input, keepRaw: true, listUnread: 'columns' }, session)
    const beside = (['time', 'rank'] as const).filter(
      (role) => log.has[role] && !named(role) && !(role === 'time' && countsByTime(claim)),
    )
    const unread = [
      ...(source.unread ?? []),
      ...log.extras,
      ...beside.map((role) => `what was taken for its ${role}`),
      ...(await besideRows(input, source, session.engine)),
    ]
    return verifyForeign(
      session.engine,
      { log, bad: source.bad.length, unread, assume: options.assume === ASSUMPTION },
      claim,
    )
  })
}

const FLAGS = { against: 'against', expect: 'expect', privateDir: 'private', keyFile: 'key', signer: 'signer' } as const

/** What a file carries beside its rows, which nobody reads as part of them. */
async function besideRows(input: InputOptions, { format, found, places }: Source, engine: Engine) {
  const hasNames = format === 'parquet' || found?.header === true
  const byPlace = Object.values(input.columns ?? {}).filter((column) => /^\d+$/.test(column))
  return [
    ...(hasNames ? byPlace.map((place) => `what stands above column ${place}`) : []),
    ...(format === 'parquet' && (await hasNotes(places, engine)) ? ['the notes of the Parquet file'] : []),
  ]
}

async function hasNotes(places: readonly string[], engine: Engine): Promise<boolean> {
  const notes = await Promise.all(places.map((path) => engine.parquetNotes(path)))
  return notes.some((one) => one.notes > 0)
}

function countsByTime(claim: Guarantee): boolean {
  return eachPromise(claim).some((one) => one.kind === 'k-m' && one.window !== undefined)
}

/** What is at hand beside a release. */
export interface Given extends Pick<Evidence, 'expected' | 'assume' | 'experiments' | 'signers'> {
  readonly log?: Log
  readonly source?: LogSource
  readonly privateDir?: string
  readonly key?: Uint8Array
}

/** Checks the claim of a release with what is at hand. A log that it was not made from is told before anything is counted in it. */
export async function verifyOpened(release: Release, given: Given, session: Session): Promise<Verdict> {
  const { manifest } = release
  const folder = await privateFolderOf(release, given.privateDir)
  const known = await isOfTheRun(folder, given.source)
  if (known === false) return verdict([OTHER_LOG])
  const otherwise = known === true && folder.kind === 'bound' ? readOtherwise(folder.record, given.source) : undefined
  if (otherwise) return verdict([otherwise])
  const derived = await promiseOf(manifest)
  const profile = await profileOf(manifest)
  const { log, sample } = await logOf(release, given, folder, session)
  const compared =
    log !== undefined
      ? await compare(log, release, given.key, session)
      : given.log === undefined
        ? {}
        : { incomparable: UNKNOWN_SAMPLE }
  const { checks, ...answer } = await verifyRelease(session.engine, release, {
    scratch: session.workspace.dir,
    ...compared,
    ...(given.expected ? { expected: given.expected } : {}),
    ...(derived ? { derived } : {}),
    ...(profile ? { profile } : {}),
    ...(sample ? { sample } : {}),
    folder,
    assume: given.assume ?? false,
    experiments: given.experiments ?? false,
    ...(given.signers ? { signers: given.signers } : {}),
  })
  const believed = believedOf(checks, manifest, given)
  const notes = [
    ...(known === undefined && given.log !== undefined ? [SOME_LOG] : []),
    ...(answer.notes ?? []),
    ...(folder.kind === 'bound' && believed.length > 0 ? [worthOf(folder.folder, believed)] : []),
  ]
  return { ...answer, checks, ...(notes.length > 0 ? { notes } : {}) }
}

const UNKNOWN_SAMPLE = 'the release is of a sample, and who is in it is not known here'

/** The log that a release is of: of a sample its persons alone, drawn again; undefined where that cannot be done. */
async function logOf(
  { manifest }: Release,
  { log }: Given,
  folder: PrivateFolder,
  { engine }: Session,
): Promise<{ readonly log?: Log; readonly sample?: Check }> {
  if (manifest.sample === undefined) return log ? { log } : {}
  const key = sampleKeyIn(folder)
  const found = await sampleOf(engine, manifest.sample, {
    ...(log ? { log } : {}),
    ...(key ? { key } : {}),
    folder: folder.kind === 'bound',
  })
  return { ...(found.log ? { log: found.log } : {}), sample: found.check }
}

/** The key that has drawn the sample, if the run kept it and it is still there. */
function sampleKeyIn(folder: PrivateFolder): Uint8Array | undefined {
  if (folder.kind !== 'bound' || folder.record.sampleKeyId === undefined) return undefined
  const path = join(folder.folder, SAMPLE_KEY_FILE)
  if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) return undefined
  const key = readKeyFile(path)
  return keyId(key) === folder.record.sampleKeyId ? key : undefined
}

/** What was shown by the private folder alone: persons behind pseudonyms, and tags that no key was at hand for. */
function believedOf(checks: readonly Check[], manifest: Manifest, { key }: Given): string[] {
  const shown = checks.filter((check) => check.holds === true)
  const tags = hasTags(manifest) && key === undefined && shown.some(({ name }) => name === 'tags')
  return [...new Set(shown.flatMap(({ believing }) => believing ?? [])), ...(tags ? ['what tags stand for'] : [])]
}

/** Who names a regulator's rule has followed it: the steps are those of the profile. A plan of another name is the custodian's own. */
async function profileOf({ profile, steps, software }: Manifest): Promise<Check | undefined> {
  if (profile === undefined) return undefined
  if (!profileNames().includes(profile))
    return {
      name: 'profile',
      holds: null,
      aside: true,
      detail: `the plan is called ${profile} by who made it, which says nothing: no rule of that name is known here`,
    }
  const ours = (await readySteps(await readPlan(profile))).map(asStep)
  const same = areStepsOf(ours, steps)
  return {
    name: 'profile',
    // The profiles of another version may have been others.
    holds: same ? true : software.version === VERSION ? false : null,
    detail: same ? `the steps are those of ${profile}` : `the steps are not those of ${profile}`,
  }
}

const OTHER_LOG: Check = {
  name: 'log',
  holds: null,
  detail: 'this is not the log that the release was made from: the record of the run has other digests',
  toShow: 'Give the very files that the release was made from: --against LOG.',
}
const SOME_LOG =
  'nothing at hand says that the release was made from this log: what is said of persons in the log is said of this one'

/** The same files read in another way are another log: other persons, texts, times, or further columns beside them. */
function readOtherwise({ input }: PrivateRecord, source: Given['source']): Check | undefined {
  if (input.reading === undefined || source?.found === undefined) return undefined
  if (isDeepStrictEqual(decided(input.reading), decided(source.found))) return undefined
  return {
    name: 'log',
    holds: null,
    detail: 'the log was read in another way than for the release',
    toShow: `Read it as then: ${readingFlags(input.reading, source.found)}.`,
  }
}

/** All of a reading: what goes without saying is said. */
function decided(reading: Readonly<Record<string, unknown>>): object {
  const { unit, zone = 'UTC', dateOrder = 'ymd', columns = {}, ...rest } = reading as InputOptions
  return { ...rest, columns: { ...columns }, unit: unit ?? ('user' in columns ? 'user' : ''), zone, dateOrder }
}

/** The original in the form in which released texts can be looked up in it, or why they cannot. */
async function compare(
  log: Log,
  release: Release,
  key: Uint8Array | undefined,
  session: Session,
): Promise<Pick<Evidence, 'original' | 'thinned' | 'incomparable' | 'again' | 'tagKey'>> {
  const { manifest } = release
  const [promised, read] = [judged(manifest).unit, log.unit ?? 'row']
  if (promised !== read)
    return { incomparable: `the promise counts by ${promised}, and the log was read by ${read} (--unit, --columns)` }
  // Items know by themselves what can be said of them against the log, whatever made them.
  if (judged(manifest).kind === 'dp') return { original: await scrubbed(log, manifest, session) }
  const compared = comparable(manifest.steps)
  if (compared.texts === 'other') return { incomparable: compared.why }
  const original = await scrubbed(log, manifest, session)
  if (compared.texts === 'thinned')
    return { thinned: original, incomparable: 'words were taken out of texts, so that whole texts cannot be looked up' }
  if (key !== undefined && hasTags(manifest)) return { original, tagKey: key }
  const sharing = key === undefined ? undefined : sharingOf(manifest)
  if (key === undefined || sharing === undefined) return { original }
  return { original, again: await shareAgain(original, { ...sharing, key }, session) }
}

function keyOf(path: string, { dir, manifest }: Release, withLog: boolean): Uint8Array {
  const claim = judged(manifest)
  if (!withLog) fail('usage', '--key makes tags and shares of the original again', 'Add --against LOG.')
  if (hasTags(manifest)) return readKeyFile(path)
  if (claim.kind !== 'threshold-reveal')
    fail('usage', `${dir} holds no tags and no shared queries, for which a key would be of use`, 'Leave --key out.')
  if (claim.scheme === 'oblivious')
    fail('usage', 'oblivious shares cannot be made again without the other party', 'Leave --key out.')
  const key = readKeyFile(path)
  if (manifest.more?.keyId !== keyId(key))
    fail('input', `${path} is not the key of ${dir}`, 'Give the key that it was made with.')
  return key
}

/** Do tags stand for withheld queries beside shown ones? */
function hasTags({ columns, tables = [] }: Manifest): boolean {
  return tables.length === 0 && columns.some(({ name }) => name === 'tag')
}

/** How queries were shared, from the last step of a manifest. */
function sharingOf(manifest: Manifest): { readonly sharing: Sharing; readonly epoch: string } | undefined {
  const guarantee = judged(manifest)
  const { n, epoch }: Readonly<Record<string, unknown>> = manifest.steps.at(-1)?.params ?? {}
  if (guarantee.kind !== 'threshold-reveal' || !Number.isSafeInteger(n) || typeof epoch !== 'string') return undefined
  return { sharing: { scheme: guarantee.scheme, t: guarantee.t, n: n as number }, epoch }
}

/** The original with its texts masked as the release says, so that they can be compared; persons are counted by the check alone. */
export async function scrubbed(log: Log, { steps }: Manifest, session: Session): Promise<Log> {
  const masks = await ownSteps(steps.filter(({ method }) => method === 'scrub'))
  const ready = await Promise.all(masks.map(async (step) => readyStep(await loadMethod('scrub'), step.params)))
  const masked = await runSteps(ready, log, { ...session, random: secureRandom(), key: undefined })
  return masked.log ?? log
}

/** What they amount to in a series. Only one method can be one of it, and only by itself. */
function inSeries(
  alone: Guarantee,
  steps: readonly ReadyStep[],
  series: NonNullable<Manifest['series']>,
  unit: string,
): Guarantee {
  const last = steps.at(-1)
  if (alone.kind !== 'dp' || last?.method.name !== 'gaussian-threshold' || last.params.neighbours === 'replace')
    return promise({ kind: 'none' }, { unit, notProtected: [] })
  return promisedInSeries(alone, Number(last.params.perUser), series)
}

/** What the steps of a manifest amount to: nothing if they are unsound together; undefined if this version does not know them. */
export async function promiseOf(manifest: Manifest): Promise<Guarantee | undefined> {
  const { steps, shows, columns, guarantee, tuned } = manifest
  try {
    const ready = await promisedSteps(steps)
    // What this version writes for steps is what stands there: no number as text, nothing left out or added.
    if (manifest.software.version === VERSION && !isDeepStrictEqual(ready.map(asStep), steps))
      return promise({ kind: 'none' }, { unit: guarantee.unit, notProtected: [] })
    const items = ready.some(({ method, params }) => method.makes?.(params) === 'items')
    const extras = items ? [] : columns.map((column) => column.name).filter((column) => !OUR_COLUMNS.includes(column))
    const alone = derive(ready, shows, extras, guarantee.unit, tuned).guarantee
    if (manifest.series !== undefined) return inSeries(alone, ready, manifest.series, guarantee.unit)
    return promisedOfSample(alone, manifest.sample)
  } catch (error) {
    if (!(error instanceof LetheError)) throw error
    return error.code === 'refused' ? promise({ kind: 'none' }, { unit: guarantee.unit, notProtected: [] }) : undefined
  }
}
