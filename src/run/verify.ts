import { statSync } from 'node:fs'
import type { Verdict } from '../checks/check.js'
import { verifyForeign, verifyRelease } from '../checks/verify.js'
import { fail, LetheError } from '../errors.js'
import { type InputOptions, readLog } from '../ingest/index.js'
import type { Log } from '../log/log.js'
import { loadMethod, methodNames } from '../methods/index.js'
import { derive, readyStep } from '../plans/derive.js'
import { profileNames, readPlan } from '../plans/plan.js'
import { secureRandom } from '../random/secure.js'
import { isDraft } from '../release/draft.js'
import type { Guarantee } from '../release/guarantee.js'
import type { Manifest } from '../release/manifest.js'
import { openRelease } from '../release/reader.js'
import { type Resources, type Session, withSession } from '../session.js'
import { readAgain } from './reading.js'
import { columnOptions, runSteps } from './steps.js'

export interface VerifyOptions {
  /** The original log, to count persons in. */
  readonly against?: readonly string[]
  /** A claim that the release must make: a profile, a plan file, or METHOD:k=5. */
  readonly expect?: string
  /** For data that Lethe did not make: the claim to check. */
  readonly claim?: string
}

/** Checks the claim of a release (a folder), or a stated claim on foreign data (a file). */
export async function verify(
  path: string,
  options: VerifyOptions = {},
  input: InputOptions = {},
  resources: Resources = {},
): Promise<Verdict> {
  const folder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  const unit = input.unit ?? 'user'
  if (folder && options.claim === undefined) {
    const release = openRelease(path)
    const expected = options.expect === undefined ? undefined : await claimFrom(options.expect, unit)
    const derived = await promiseOf(release.manifest)
    return withSession(resources, async (session) => {
      const read = options.against && (await readLog(options.against, readAgain(release.manifest, input), session)).log
      const original = read && (await scrubbed(read, release.manifest, session))
      return verifyRelease(session.engine, release, {
        ...(original ? { original } : {}),
        ...(expected ? { expected } : {}),
        ...(derived ? { derived } : {}),
      })
    })
  }
  if (options.claim === undefined)
    fail(
      'usage',
      `${path} is a file, and no claim about it was given`,
      'Add --claim, for instance --claim rare-queries:k=30 --columns user=NAME,query=NAME.',
    )
  const claim = await claimFrom(options.claim, unit)
  return withSession(resources, async (session) => {
    const { log, source } = await readLog([path], { ...input, keepRaw: true }, session)
    return verifyForeign(session.engine, log, claim, source.bad.length)
  })
}

/** The original with its texts masked as the release says, so that they can be compared; persons are counted by the check alone. */
export async function scrubbed(log: Log, { steps }: Manifest, session: Session): Promise<Log> {
  const nobody = () => {}
  const masks = steps.filter(({ method }) => method === 'scrub')
  const ready = await Promise.all(masks.map(async (step) => readyStep(await loadMethod('scrub'), step.params)))
  const on = {
    ...session,
    random: secureRandom(),
    key: undefined,
    learnt: {},
    note: nobody,
    keep: nobody,
    truth: nobody,
  }
  const masked = await runSteps(ready, log, on)
  return isDraft(masked) ? log : masked
}

const OUR_COLUMNS = ['pseudonym', 'query', 'tag', 'host', 'day', 'hour', 'time', 'seconds', 'rank']

/** What the steps of a manifest amount to; undefined if this version does not know them, or would refuse them. */
export async function promiseOf({ steps, shows, columns, guarantee }: Manifest): Promise<Guarantee | undefined> {
  try {
    const ready = await Promise.all(steps.map(async (step) => readyStep(await loadMethod(step.method), step.params)))
    const items = ready.some(({ method }) => method.makes === 'items')
    const extras = items ? [] : columns.map((column) => column.name).filter((column) => !OUR_COLUMNS.includes(column))
    return derive(ready, shows, extras, guarantee.unit).guarantee
  } catch (error) {
    if (error instanceof LetheError) return undefined
    throw error
  }
}

/** A claim in words: the name of a profile, a plan file, or METHOD:PARAM=VALUE,... */
async function claimFrom(words: string, unit: string): Promise<Guarantee> {
  const [method = '', list] = words.split(':')
  if (methodNames().includes(method)) {
    const params = Object.fromEntries(
      (list ?? '')
        .split(',')
        .filter(Boolean)
        .map((part) => part.split('=', 2).map((s) => s.trim()) as [string, string]),
    )
    const step = readyStep(await loadMethod(method), params)
    return derive([step], columnOptions([step], { steps: [], shows: {} }), [], unit).guarantee
  }
  if (!profileNames().includes(words) && !/\.(json|ya?ml)$/.test(words)) {
    fail(
      'usage',
      `'${words.slice(0, 60)}' is no claim`,
      `Give a profile (${profileNames().join(', ')}), a plan file, or METHOD:PARAM=VALUE such as rare-queries:k=30.`,
    )
  }
  const plan = await readPlan(words)
  const steps = await Promise.all(plan.steps.map(async (step) => readyStep(await loadMethod(step.method), step.params)))
  return derive(steps, columnOptions(steps, plan), [], unit).guarantee
}
