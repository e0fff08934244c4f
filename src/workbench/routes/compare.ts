import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { fail } from '../../base/errors.js'
import {
  defaultGrid,
  fearsFrom,
  type Judged,
  methodNames,
  nearestOf,
  pictured,
  profileNames,
  promiseColour,
  promiseName,
  type Recommendation,
  reachedWords,
  recommend,
  settingPlan,
} from '../../index.js'
import type { Advice, AdvisedSetting, AskedAdvice, Draft } from '../api.js'
import { adviceCommand, logWords, planOf, quoted } from '../commands.js'
import { fromHere, nameOf, type Session } from '../session.js'
import { bodyOf, textOf } from './body.js'

/** Room four: many settings, tried. */
export function compareRoutes(app: Hono, session: Session): void {
  app.get('/grid', async (context) => {
    const { grid } = await defaultGrid()
    const names = grid.map((entry) => nameOfEntry(entry as Entry))
    const dir = folderOf(session)
    const words = logWords(session.reading())
    return context.json({
      methods: [...new Set(names)],
      there: existsSync(join(dir, 'compare.json')),
      command: `lethe compare ${words} -o ${quoted(fromHere(dir))}`,
    })
  })
  app.post('/compare', async (context) => {
    const { methods, mine, anew } = await bodyOf<{ methods: string[] | null; mine: boolean; anew: boolean }>(context)
    const out = session.start.roots.fresh(folderOf(session))
    return context.json(
      session.run('compare', { out, ...(anew ? { force: true } : {}), ...(await gridOf(session, methods, mine)) }),
    )
  })
  app.post('/advice', async (context) => {
    const asked = await bodyOf<AskedAdvice>(context)
    const dir =
      session.result('compare')?.dir ?? fail('usage', 'nothing has been compared yet', 'Run the comparison first.')
    return context.json(await adviceOn(dir, asked))
  })
  app.post('/take', async (context) => {
    const { label } = await bodyOf<{ label: string }>(context)
    const dir =
      session.result('compare')?.dir ?? fail('usage', 'nothing has been compared yet', 'Run the comparison first.')
    const plan = (await settingPlan(dir, textOf(label, 'the setting'))) as {
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

interface Entry {
  readonly profile?: string
  readonly steps?: readonly { readonly method: string }[]
}

function nameOfEntry({ profile, steps }: Entry): string {
  return profile ?? steps?.at(-1)?.method ?? ''
}

function folderOf(session: Session): string {
  const name = session.state().log === null ? 'log' : nameOf(session.log().logs)
  return join(session.start.roots.all[0]!, `${name.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80)}-compared`)
}

/** The whole default grid, or of it what was chosen, and the plan at hand beside it. */
async function gridOf(
  session: Session,
  methods: readonly string[] | null,
  mine: boolean,
): Promise<{ readonly grid?: object }> {
  if (methods === null && !mine) return {}
  const known = [...methodNames(), ...profileNames()]
  const only = methods?.filter((name) => known.includes(name))
  const { grid } = await defaultGrid([], only)
  const own = mine ? [planOf(session.state().draft, false)] : []
  if (grid.length + own.length === 0) fail('usage', 'nothing was chosen to compare', 'Tick a method.')
  return {
    grid: { grid: [...grid, ...own], measures: ['kept', 'uniqueness', 'autocomplete', 'suggest', 'clicks', 'trends'] },
  }
}

async function adviceOn(dir: string, asked: AskedAdvice): Promise<Advice> {
  const words = asked.fears.map(({ attacker, at }) => (at === undefined ? attacker : `${attacker}:${at}`)).join(',')
  const limits = asked.fears.map(({ attacker, limit }) => `${attacker}:${limit}`).join(',')
  const fears = asked.fears.length === 0 ? [] : fearsFrom(words, limits)
  const needs = asked.needs.map((need) => textOf(need, 'a need', 80))
  const found = await recommend([], {
    out: dir,
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
    pictures: await pictured(found),
    nearest: nearestOf(found.refused)?.setting.label ?? null,
    command: adviceCommand(dir, asked),
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
