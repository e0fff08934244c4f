import type { Hono } from 'hono'
import { fail, LetheError } from '../../base/errors.js'
import { type Param, PRIVATE_TEXTS, parseParams } from '../../base/params.js'
import {
  type Explanation,
  explain,
  generalPromise,
  LINKS,
  loadMethod,
  methodNames,
  methods,
  planFrom,
  profileNames,
  promiseColour,
  promiseName,
  readPlan,
  TIMES,
  whatStays,
} from '../../index.js'
import type { Considered, Draft, Left, MethodRecord } from '../api.js'
import { planOf, releaseCommand } from '../commands.js'
import { makesOf } from '../left.js'
import type { Roots } from '../roots.js'
import type { Session } from '../session.js'
import { checkTold } from '../told.js'
import { bodyOf, textOf } from './body.js'

/** Room three: a plan in the making. */
export function methodRoutes(app: Hono, session: Session): void {
  app.get('/methods', async (context) => {
    const all = await methods()
    return context.json({ methods: all.map(recordOf), profiles: profileNames(), links: LINKS, times: TIMES })
  })
  app.post('/plan', async (context) => {
    const { draft, by } = await bodyOf<{ draft: Draft; by: string }>(context)
    const checked = await draftFrom(draft, session.start.roots)
    session.draft(checked, textOf(by, 'the tab', 80))
    return context.json(await consider(session, checked))
  })
  app.post('/consider', async (context) => context.json(await consider(session, session.state().draft)))
  app.post('/profile', async (context) => {
    const { name } = await bodyOf<{ name: string }>(context)
    if (!profileNames().includes(name)) fail('usage', 'there is no such profile')
    const { steps, shows } = await readPlan(name)
    return context.json({ steps, shows } satisfies Draft)
  })
}

function recordOf(method: Awaited<ReturnType<typeof loadMethod>>): MethodRecord {
  const { kind, sentence } = generalPromise(method)
  const guarantee = { kind } as Parameters<typeof promiseName>[0]
  return {
    name: method.name,
    summary: method.summary,
    source: `${method.paper.title} [${method.paper.key}]`,
    params: method.params,
    requires: method.requires,
    promise: { kind, sentence, name: promiseName(guarantee), colour: promiseColour(guarantee) },
  }
}

/** A plan that the page sent: known methods, and paths within the roots alone. */
export async function draftFrom(draft: unknown, roots: Roots): Promise<Draft> {
  const { steps, shows = {}, tuned } = (draft ?? {}) as Partial<Draft>
  if (!Array.isArray(steps) || steps.length > 20) fail('usage', 'a plan has steps')
  const checked = []
  for (const step of steps as { method?: unknown; params?: unknown }[]) {
    const name = textOf(step?.method, 'the method', 80)
    if (!methodNames().includes(name)) fail('usage', 'there is no such method')
    const { params } = await loadMethod(name)
    const given = Object.entries((step.params ?? {}) as Record<string, unknown>)
      .filter(([, value]) => value !== '' && value !== null)
      .map(([key, value]) => [key, valueFrom(value, key, Object.hasOwn(params, key) ? params[key] : undefined, roots)])
    checked.push({ method: name, params: Object.fromEntries(given) })
  }
  const { link, time, rank } = shows
  return {
    steps: checked,
    shows: {
      ...(link === undefined ? {} : { link }),
      ...(time === undefined ? {} : { time }),
      ...(rank === undefined ? {} : { rank }),
    },
    ...(tuned === true ? { tuned } : {}),
  }
}

/** A plain value; of a path the place that was found to be within the roots, since whoever opens it would look for it elsewhere. */
function valueFrom(value: unknown, key: string, param: Param | undefined, roots: Roots): string | number | boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  const text = textOf(value, key)
  if (param?.type !== 'text' || !(PATHS as readonly string[]).includes(param.is)) return text
  if (param.is === 'KNOWLEDGE' && text === 'wordnet') return text
  const [, kind = '', path = text] = (param.is === 'KNOWLEDGE' && /^(odp:|table:)(.*)$/s.exec(text)) || []
  return kind + roots.existing(path)
}

const PATHS = PRIVATE_TEXTS.filter((one) => one !== 'URL')

/** As it will run: languages that it leaves to the log are those that the log told when it was read, so that what is signed off is what is released. Under differential privacy no row decides anything. */
export async function settledBy(session: Session, draft: Draft): Promise<Draft> {
  const locales = session.result('inspect')?.locales?.join(',') ?? 'en'
  if (locales === 'en' || (await isPrivate(draft))) return draft
  const settled = (step: Draft['steps'][number]) =>
    leavesLanguages(step) ? { ...step, params: { ...step.params, locale: locales } } : step
  return { ...draft, steps: draft.steps.map(settled) }
}

const leavesLanguages = ({ method, params }: Draft['steps'][number]) =>
  method === 'scrub' && params.locale === undefined

async function isPrivate({ steps }: Draft): Promise<boolean> {
  const last = steps.at(-1)
  return last !== undefined && generalPromise(await loadMethod(last.method)).kind === 'dp'
}

/** Was it chosen by looking at this log? What was taken from a comparison was; under differential privacy any look tells something itself. The manifest must say so. */
export async function isTuned(session: Session, draft: Draft): Promise<boolean> {
  if (draft.tuned) return true
  const looked = session.result('inspect') !== undefined || session.result('compare') !== undefined
  return looked && (await isPrivate(draft))
}

/** Does a step write tags? Their key is drawn for the one release and forgotten: the page keeps none. */
export async function needsKey({ steps }: Draft): Promise<boolean> {
  const each = await Promise.all(
    steps.map(async ({ method, params }) => {
      const { writesTags, params: known, name } = await loadMethod(method)
      return writesTags(parseParams(name, known, params))
    }),
  )
  return each.includes(true)
}

async function consider(session: Session, asked: Draft): Promise<Considered> {
  const at = session.reading()
  const draft = await settledBy(session, asked)
  const tuned = await isTuned(session, draft)
  try {
    const plan = planFrom(planOf(draft, tuned), 'the plan')
    await checkTold(session, draft)
    const key = await needsKey(draft)
    const explanation = await explain(plan, { input: at.input })
    const { guarantee } = explanation
    const log = session.result('inspect')
    const stays = log === undefined ? null : await whatStays(plan, log, { input: at.input })
    const promise = { name: promiseName(guarantee), colour: promiseColour(guarantee) }
    const leaves = await leavesBy(session, explanation)
    const unread = log === undefined && draft.steps.some(leavesLanguages) && !(await isPrivate(draft))
    const command = releaseCommand(at, draft, tuned, { key })
    return { explanation, promise, stays, leaves, tuned, key, command, ...(unread ? { unread } : {}) }
  } catch (error) {
    if (!(error instanceof LetheError)) throw error
    return {
      fault: { message: error.message, ...(error.next === undefined ? {} : { next: error.next }) },
      tuned,
      key: false,
      command: releaseCommand(at, draft, tuned),
    }
  }
}

/** What a plan would let leave of the log at hand. */
async function leavesBy(session: Session, { steps, shows }: Explanation): Promise<Left> {
  const last = steps.at(-1)
  const makes = last && (await makesOf(last))
  const nothingYet = { rows: null, items: null, queries: null }
  if (makes !== undefined) return { makes, columns: [], ...nothingYet }
  const known = session.result('preview')?.understood.columns.filter(({ from }) => from !== null) ?? []
  const has = (column: string) => known.some((one) => one.column === column)
  const further = known.filter(({ column }) => !['user', 'query', 'time', 'rank', 'url', 'session'].includes(column))
  const columns = [
    ...(shows.link === 'none' ? [] : ['pseudonym']),
    'query',
    ...(has('url') ? ['host'] : []),
    ...(has('time') ? TIME_COLUMNS[shows.time] : []),
    ...(shows.rank && has('rank') ? ['rank'] : []),
    ...further.map(({ column }) => column),
  ]
  return { makes: 'rows', columns, ...nothingYet }
}

const TIME_COLUMNS: Readonly<Record<(typeof TIMES)[number], readonly string[]>> = {
  day: ['day'],
  hour: ['hour'],
  exact: ['time'],
  relative: ['day', 'seconds'],
}
