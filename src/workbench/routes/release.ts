import { createReadStream, lstatSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { Hono } from 'hono'
import { fail, LetheError } from '../../base/errors.js'
import {
  type FoundRelease,
  type Logs,
  ledger,
  OUT_FORMATS,
  planFrom,
  planWords,
  promiseColour,
  promiseName,
  releases,
  setBudget,
  spending,
} from '../../index.js'
import type { ListedRelease, ReleaseAsked, ReleasePlanned, Shelf } from '../api.js'
import { logWords, planOf, quoted, releaseCommand } from '../commands.js'
import { PAGE_POLICY, REPORT_POLICY } from '../guard.js'
import { leftBy } from '../left.js'
import type { Remembered } from '../remembered.js'
import { fromHere, type Session } from '../session.js'
import { checkTold } from '../told.js'
import { bodyOf, textOf } from './body.js'
import { isTuned, needsKey, settledBy } from './method.js'

/** Rooms five and six: a release, and what has been released. */
export function releaseRoutes(app: Hono, session: Session): void {
  const { roots } = session.start
  app.post('/planned', async (context) => context.json(await planned(session, await bodyOf<ReleaseAsked>(context))))
  app.post('/release', async (context) => {
    const asked = askedFrom(await bodyOf<ReleaseAsked>(context))
    if (asked.by === '' || asked.reason === '')
      fail('usage', 'a release is signed off by a name and a reason', 'Fill in both: they go into the private record.')
    const draft = await settledBy(session, session.state().draft)
    const dir = placeOf(session, asked.name)
    if (lstatSync(dir, { throwIfNoEntry: false })) fail('refused', `${asked.name} exists`, 'Choose another name.')
    const plan = planOf(draft, await isTuned(session, draft))
    planFrom(plan, 'the plan')
    await checkTold(session, draft)
    // The same again takes the place of other work; a release that is signed off is nobody else's to end.
    if (session.jobs.all().some(({ kind, ended }) => kind === 'release' && ended === undefined))
      fail('refused', 'another release is under way', 'Wait for it, or cancel it.')
    return context.json(session.run('release', { plan, dir, asked, ledger: session.start.ledger }, asked.name))
  })
  app.post('/budget', async (context) => {
    const { population, epsilon, delta } = await bodyOf<{ population: string; epsilon: number; delta: number }>(context)
    const named = textOf(population, 'the population', 200).trim()
    if (named === '') fail('usage', 'a budget is for a population', 'Name the population.')
    const { ledger: where } = session.start
    await setBudget(
      named,
      { epsilon: Number(epsilon), delta: Number(delta) },
      where === undefined ? {} : { ledger: where },
    )
    return context.json({})
  })
  app.get('/releases', async (context) => context.json(await shelf(session)))
  app.post('/verify', async (context) => {
    const { dir, against } = await bodyOf<{ dir: string; against: boolean }>(context)
    const real = roots.existing(textOf(dir, 'the folder'))
    return context.json(session.run('verify', { dir: real, against: against === true }, basename(real)))
  })
  app.post('/diff', async (context) => {
    const { earlier, later } = await bodyOf<{ earlier: string; later: string }>(context)
    const given = {
      earlier: roots.existing(textOf(earlier, 'the folder')),
      later: roots.existing(textOf(later, 'the folder')),
    }
    return context.json(session.run('diff', given, `${basename(given.earlier)} and ${basename(given.later)}`))
  })
  app.get('/file', async (context) => {
    const path = roots.existing(textOf(context.req.query('path'), 'the path'))
    if (!(await isOurs(session, path)))
      fail('refused', 'that file is none of a release', 'Open it without the workbench.')
    const page = extname(path) === '.html'
    context.header('Content-Security-Policy', page ? REPORT_POLICY : PAGE_POLICY)
    context.header('Content-Type', page ? 'text/html; charset=utf-8' : 'application/octet-stream')
    const name = basename(path).replace(/[^\w.-]/g, '_')
    context.header('Content-Disposition', page ? 'inline' : `attachment; filename="${name}"`)
    context.header('Content-Length', String(statSync(path).size))
    return context.body(Readable.toWeb(createReadStream(path)) as ReadableStream)
  })
}

function placeOf(session: Session, name: string): string {
  if (!/^[\p{L}\p{N}_][\p{L}\p{N} _.-]{0,79}$/u.test(name) || /\.private$/.test(name))
    fail('usage', 'a release is named by letters, digits, blanks, dots, dashes and underscores', 'Choose such a name.')
  return session.start.roots.fresh(join(session.home(), name))
}

function askedFrom({ name, format, population, by, reason, spreadsheetSafe }: ReleaseAsked): ReleaseAsked {
  if (!(OUT_FORMATS as readonly string[]).includes(format)) fail('usage', 'there is no such format')
  return {
    name: textOf(name, 'the name', 200).trim(),
    format,
    population: textOf(population, 'the population', 200).trim(),
    by: textOf(by, 'the name', 200).trim(),
    reason: textOf(reason, 'the reason', 2000).trim(),
    spreadsheetSafe: spreadsheetSafe === true,
  }
}

/** What a release would enter, where it would go, and the command for it; or what stands in its way. */
async function planned(session: Session, asked: ReleaseAsked): Promise<ReleasePlanned> {
  const at = session.reading()
  const draft = await settledBy(session, session.state().draft)
  const tuned = await isTuned(session, draft)
  let dir: string | undefined
  try {
    const checked = askedFrom(asked)
    dir = placeOf(session, checked.name)
    const command = releaseCommand(at, draft, tuned, { ...checked, dir, key: await needsKey(draft) })
    if (lstatSync(dir, { throwIfNoEntry: false }))
      return { dir, command, fault: { message: `${checked.name} exists`, next: 'Choose another name.' } }
    const { ledger: where } = session.start
    const plan = planFrom(planOf(draft, tuned), 'the plan')
    const cost = await spending(plan, {
      ...(checked.population === '' ? {} : { population: checked.population }),
      ...(where === undefined ? {} : { ledger: where }),
    })
    const budget = cost.enters === 'spend' && cost.before.budget === undefined
    const set = `lethe ledger set ${quoted(cost.population)} --epsilon E --delta D   # a budget, once`
    return {
      dir,
      command: budget ? `${set}\n${command}` : command,
      spending: cost,
      others: await othersOf(session, at.logs),
    }
  } catch (error) {
    if (!(error instanceof LetheError)) throw error
    const fault = { message: error.message, ...(error.next === undefined ? {} : { next: error.next }) }
    return { fault, command: releaseCommand(at, draft, tuned, dir === undefined ? {} : { dir }) }
  }
}

async function found(session: Session): Promise<readonly FoundRelease[]> {
  const all = await Promise.all(session.start.roots.all.map((root) => releases(root)))
  return [...new Map(all.flat().map((one) => [one.dir, one])).values()]
}

/** Releases of the log at hand, by the files that their records name. */
async function othersOf(session: Session, logs: Logs): Promise<readonly string[]> {
  const isOf = (path: string) => logs.some((log) => path === log || path.startsWith(`${log}/`))
  return (await found(session))
    .filter(({ record }) => record?.input?.files.some(({ path }) => isOf(path)))
    .map(({ name }) => name)
}

async function shelf(session: Session): Promise<Shelf> {
  const where = session.start.ledger === undefined ? {} : { ledger: session.start.ledger }
  const book = await ledger(where)
  const entries = await Promise.all(
    book.populations.map(
      async ({ population }) => [population, (await ledger({ ...where, population })).entries] as const,
    ),
  )
  const releases = await Promise.all((await found(session)).map((one) => listed(one, session.start.remembered)))
  const first = quoted(releases[0]?.here ?? 'DIR')
  const command = [
    `lethe releases ${quoted(fromHere(session.home()))}`,
    `lethe verify ${first} --against ${logWords(session.reading())}`,
    'lethe ledger',
  ].join('\n')
  return { releases, ledger: book, entries: Object.fromEntries(entries), command }
}

function reportsOf(dir: string): { readonly name: string; readonly path: string }[] {
  const all = [
    { name: 'report for the custodian', path: join(`${dir}.private`, 'report.html') },
    { name: 'public report', path: `${dir}-report.html` },
  ]
  return all.filter(({ path }) => lstatSync(path, { throwIfNoEntry: false })?.isFile())
}

async function listed({ manifest, record, ...rest }: FoundRelease, remembered: Remembered): Promise<ListedRelease> {
  const guarantee = manifest?.guarantee
  return {
    ...rest,
    id: rest.dir,
    here: fromHere(rest.dir),
    plan: manifest === undefined ? '' : planWords(manifest),
    promise: promiseName(guarantee),
    kind: guarantee?.kind ?? 'none',
    colour: promiseColour(guarantee),
    sentence: guarantee?.sentence ?? rest.error ?? '',
    notProtected: guarantee?.notProtected ?? [],
    signedOff: record?.signedOff ?? null,
    population: record?.population ?? null,
    left: await leftBy(manifest, record?.counts?.kept),
    experiment: manifest?.experiment !== undefined,
    checked: remembered.checked(realpathSync(rest.dir)),
    reports: reportsOf(rest.dir),
  }
}

/** Files of releases, reports about them, and the report of a comparison. */
async function isOurs(session: Session, path: string): Promise<boolean> {
  const compared = session.result('compare')?.dir
  if (compared !== undefined && path === join(realpathSync(compared), 'report.html')) return true
  const all = (await found(session)).map(({ dir, files }) => ({ dir: realpathSync(dir), files }))
  return all.some(
    ({ dir, files }) =>
      (dirname(path) === dir && files.some(({ name }) => name === basename(path))) ||
      reportsOf(dir).some((report) => report.path === path),
  )
}
