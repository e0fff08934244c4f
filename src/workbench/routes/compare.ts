import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { fail } from '../../base/errors.js'
import {
  defaultGrid,
  fearsFrom,
  generalPromise,
  gridCost,
  type Judged,
  loadMethod,
  nearestOf,
  pictured,
  profileNames,
  promiseColour,
  promiseName,
  quickMeasures,
  type Recommendation,
  reachedWords,
  readPlan,
  recommend,
  settingPlan,
} from '../../index.js'
import type {
  Advice,
  AdvisedSetting,
  AskedAdvice,
  AskedCompare,
  Comparable,
  Compared,
  Cost,
  Draft,
  GridOffered,
} from '../api.js'
import { adviceCommand, logWords, planOf, quoted } from '../commands.js'
import { fromHere, nameOf, type Session } from '../session.js'
import { bodyOf, textOf } from './body.js'

/** Room four: many settings, tried. */
export function compareRoutes(app: Hono, session: Session): void {
  app.get('/grid', async (context) => context.json(await offered(session)))
  app.post('/compare', async (context) => {
    const { methods, firstLook, mine, anew } = await bodyOf<AskedCompare>(context)
    const out = session.start.roots.fresh(folderOf(session))
    const grid = await gridOf(session, namesIn(methods), firstLook === true, mine === true)
    return context.json(session.run('compare', { out, grid, ...(anew === true ? { force: true } : {}) }))
  })
  app.post('/compare-command', async (context) => {
    const { methods, firstLook, mine, anew } = await bodyOf<AskedCompare>(context)
    const asked = { methods: namesIn(methods), firstLook: firstLook === true, mine: mine === true, anew: anew === true }
    return context.json({ command: await commandOf(session, asked) })
  })
  app.post('/advice', async (context) => {
    const asked = await bodyOf<AskedAdvice>(context)
    return context.json(await adviceOn(session, comparedOf(session), asked))
  })
  app.post('/take', async (context) => {
    const { label } = await bodyOf<{ label: string }>(context)
    const { dir } = comparedOf(session)
    const plan = (await settingPlan(dir, textOf(label, 'the setting'), { unfinished: true })) as {
      steps: { method: string }[]
      link?: string
      time?: string
      rank?: boolean
    }
    const { link, time, rank } = plan
    const shows = Object.fromEntries(Object.entries({ link, time, rank }).filter(([, value]) => value !== undefined))
    const steps = plan.steps.map(({ method, ...params }) => ({ method, params }))
    return context.json({ steps, shows, tuned: true } as Draft)
  })
}

function comparedOf(session: Session): Compared {
  return session.result('compare') ?? fail('usage', 'nothing has been compared yet', 'Run the comparison first.')
}

/** What can be compared, with what each comes to on this log. */
async function offered(session: Session): Promise<GridOffered> {
  const dir = folderOf(session)
  const rows = session.result('inspect')?.rows ?? null
  const { threads } = session.start.resources
  const costOf = async (grid: readonly object[]): Promise<Cost> => {
    if (grid.length === 0) return { labels: [], seconds: 0 }
    const { labels, seconds } = await gridCost({ grid }, rows ?? 0, threads)
    return { labels, seconds: rows === null ? null : seconds }
  }
  const list = `${rows} ${threads}`
  if (lists.at !== list) Object.assign(lists, { at: list, methods: comparable(costOf) })

  return {
    methods: (await lists.methods)!,
    // A plan that is no plan yet has its own message in its own room.
    mine: await costOf([planOf(session.state().draft, false)]).catch(() => ({ labels: ['my plan'], seconds: null })),
    there: existsSync(join(dir, 'compare.json')),
    rows,
  }
}

/** The last list: it is asked for often, and follows from rows and threads alone. */
const lists: { at?: string; methods?: Promise<readonly Comparable[]> } = {}

async function comparable(costOf: (grid: readonly object[]) => Promise<Cost>): Promise<readonly Comparable[]> {
  const { grid } = await defaultGrid()
  const names = [...new Set(grid.map((entry) => nameOfEntry(entry as Entry)))]
  const each = names.map(async (name): Promise<Comparable> => {
    const first = (await defaultGrid([], [name], { firstLook: true })).grid
    return {
      name,
      ...(await wordsOn(name)),
      all: await costOf((await defaultGrid([], [name])).grid),
      first: first.length === 0 ? null : await costOf(first),
    }
  })
  return Promise.all(each)
}

/** What a method does and promises, or a rule. */
async function wordsOn(name: string): Promise<Pick<Comparable, 'says' | 'promise' | 'colour'>> {
  const rule = profileNames().includes(name) ? await readPlan(name) : undefined
  const method = await loadMethod(rule?.steps.at(-1)?.method ?? name)
  const guarantee = { kind: generalPromise(method).kind } as Parameters<typeof promiseName>[0]
  const says = rule === undefined ? method.summary : `a rule: ${rule.source ?? rule.name ?? name}`
  return { says, promise: promiseName(guarantee), colour: promiseColour(guarantee) }
}

interface Entry {
  readonly profile?: string
  readonly steps?: readonly { readonly method: string }[]
}

function nameOfEntry({ profile, steps }: Entry): string {
  return profile ?? steps?.at(-1)?.method ?? ''
}

function folderOf(session: Session): string {
  const name = session.state().log === null ? 'log' : nameOf(session.log().logs)
  return join(session.home(), `${name.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80)}-compared`)
}

const namesIn = (methods: unknown) =>
  Array.isArray(methods) ? methods.filter((name): name is string => typeof name === 'string') : []

/** By flags where the default grid is all that is asked for, else by a grid that is written first. */
async function commandOf(session: Session, { methods, firstLook, mine, anew }: AskedCompare): Promise<string> {
  const { grid } = await defaultGrid([], methods, { firstLook })
  const usual = (await defaultGrid([], undefined, { firstLook })).grid
  const { labels } = await gridCost({ grid: usual }, 0)
  const own = mine
    ? await gridCost({ grid: [planOf(session.state().draft, false)] }, 0).catch(() => undefined)
    : undefined
  const whole = grid.length === usual.length && (own?.labels ?? []).every((label) => labels.includes(label))
  const words = [logWords(session.reading()), `-o ${quoted(fromHere(folderOf(session)))}`, ...(anew ? ['--force'] : [])]
  if (whole) return ['lethe compare', ...words, ...(firstLook ? ['--first-look'] : [])].join(' ')
  const asked = await gridOf(session, methods, firstLook, mine).catch(() => ({ grid: [] }))
  return `echo ${quoted(JSON.stringify(asked))} > grid.json\nlethe compare --plan grid.json ${words.join(' ')}`
}

/** Of the default grid what was chosen, and the plan at hand beside it. */
async function gridOf(session: Session, only: readonly string[], firstLook: boolean, mine: boolean): Promise<object> {
  const { grid } = await defaultGrid([], only, { firstLook })
  const own = mine ? [planOf(session.state().draft, false)] : []
  if (grid.length + own.length === 0) fail('usage', 'nothing was chosen to compare', 'Tick a method.')
  return { grid: [...grid, ...own], measures: await quickMeasures() }
}

/** By all that has been tried of this log, in whatever run: a folder is of one log, read in one way. */
async function adviceOn(session: Session, { dir }: Compared, asked: AskedAdvice): Promise<Advice> {
  const words = asked.fears.map(({ attacker, at }) => (at === undefined ? attacker : `${attacker}:${at}`)).join(',')
  const limits = asked.fears.map(({ attacker, limit }) => `${attacker}:${limit}`).join(',')
  const fears = asked.fears.length === 0 ? [] : fearsFrom(words, limits)
  const needs = asked.needs.map((need) => textOf(need, 'a need', 80))
  const found = await recommend([], {
    out: dir,
    unfinished: true,
    fears,
    needs,
    ...(asked.minUse > 0 ? { minUse: asked.minUse } : {}),
    ...(asked.task ? { task: asked.task } : {}),
  })
  const all = [...found.fitting, ...found.refused]
  return {
    settings: all.map((one) => settingOf(one, found)),
    fitting: found.fitting.length,
    tasks: [...new Set(all.flatMap(({ setting }) => Object.keys(setting.tasks)))].sort(),
    left: await leftOf(session, all),
    pictures: await pictured(found),
    nearest: nearestOf(found.refused)?.setting.label ?? null,
    nearestShown: nearestOf(found.refused.filter(({ setting }) => setting.holds === true))?.setting.label ?? null,
    command: adviceCommand(dir, asked),
  }
}

/** What a whole comparison would still try. */
async function leftOf(session: Session, all: readonly Judged[]): Promise<Advice['left']> {
  const rows = session.result('inspect')?.rows
  const runs = new Set(all.flatMap(({ setting }) => setting.runs.map(({ label, seed }) => `${seed} ${label}`)))
  const tried = new Set(all.map(({ setting }) => setting.label))
  const isTried = ({ label, seed }: { readonly label: string; readonly seed: number }) => runs.has(`${seed} ${label}`)
  const cost = await gridCost(await defaultGrid(), rows ?? 0, session.start.resources.threads, isTried)
  const { methods } = await offered(session)
  const again = cost.labels.filter((label) => tried.has(label)).length
  return {
    settings: cost.settings - again,
    again,
    seconds: rows === undefined ? null : cost.seconds,
    methods: methods.filter((one) => !one.all.labels.some((label) => tried.has(label))).map(({ name }) => name),
  }
}

function settingOf({ setting, risks, use, fails }: Judged, { wishes }: Recommendation): AdvisedSetting {
  const { label, guarantee, holds, kept, tasks } = setting
  const shown = setting.risks.map(
    (risk) => risks.find(({ attacker }) => attacker === risk.attacker) ?? { ...risk, limit: 1 },
  )
  return {
    label,
    promise: promiseName(guarantee),
    colour: promiseColour(guarantee),
    kind: guarantee?.kind ?? 'none',
    holds,
    sentence: guarantee?.sentence ?? setting.error ?? '',
    runs: setting.runs.length,
    use: use?.mean ?? null,
    kept: kept?.mean ?? null,
    tasks: Object.fromEntries(Object.entries(tasks).map(([task, { mean }]) => [task, mean])),
    risks: shown.map((risk) => ({
      attacker: risk.attacker,
      share: setting.empty ? null : (risk.worst?.most ?? null),
      none: setting.empty ? 'the release is empty' : (risk.none ?? null),
      bound: risk.bound ?? null,
      words: reachedWords(risk),
      over: (risk.worst?.most ?? 0) > risk.limit && wishes.fears.some(({ attacker }) => attacker === risk.attacker),
    })),
    notProtected: guarantee?.notProtected ?? [],
    fails: fails ?? null,
  }
}
