import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Session, withSession } from '../src/engines/session.js'
import { countOf, fresh } from '../src/engines/sql.js'
import { writeLog } from '../src/generate/index.js'
import { readLog } from '../src/ingest/index.js'
import type { Log } from '../src/log/log.js'
import { loadMeasure } from '../src/measures/index.js'
import type { Measured } from '../src/measures/measure.js'
import { planFrom } from '../src/plans/plan.js'
import { seededRandom } from '../src/random/seeded.js'
import { released } from '../src/run/compare/cell.js'

const PRIVATE = { epsilon: Math.log(10), delta: 1e-6 }
const SETTINGS: Readonly<Record<string, object>> = {
  synthetic: { method: 'synthetic', ...PRIVATE },
  'gaussian-threshold': { method: 'gaussian-threshold', ...PRIVATE, perUser: 20 },
  zealous: { method: 'zealous', ...PRIVATE, perUser: 20 },
  'rare-queries, k = 30': { method: 'rare-queries', k: 30, hostK: 30, link: 'user', time: 'exact' },
  'rare-queries, k = 5': { method: 'rare-queries', k: 5, hostK: 5, link: 'user', time: 'exact' },
}
/** Days of the log, and how many of them are learnt from; the rest is what the tasks are tested on. */
const [DAYS, LEARNT] = [30, 25]
/** Settings were chosen on the log of another seed. */
const [TUNED, TESTED] = [1, 2]

interface Figures {
  readonly name: string
  /** autocomplete with prefixes of six letters at most, the same on rows new to their person, and as the measure has it by itself. */
  readonly autocomplete: Measured
  readonly fresh: Measured
  readonly usual: Measured
  readonly clicks: Measured
  readonly suggest: Measured
  readonly rows: number
  readonly facts: Measured | undefined
}

/**
 * People who do not exist beside thresholds and histograms: what each is worth for what people do with logs. LETHE_BENCH_MINUTES stops it after so many, between two releases; called again
 * it goes on.
 */
export async function synthetic(quick: boolean): Promise<string> {
  const sizes = quick ? [3000] : [100_000, 650_000]
  // Of several sizes one may be asked for alone: the largest takes an hour.
  const only = process.env.LETHE_EVIDENCE_USERS
  const asked = sizes.filter((users) => only === undefined || String(users) === only)
  const until = performance.now() + 60_000 * Number(process.env.LETHE_BENCH_MINUTES ?? Number.POSITIVE_INFINITY)
  const parts: string[] = []
  for (const users of asked) {
    const part = await ofSize(users, until)
    if (part === undefined) return 'Not done yet: call it again, and it goes on.\n'
    parts.push(part)
  }
  for (const users of asked) rmSync(folderOf(users), { recursive: true, force: true })
  return `# People who do not exist

\`synthetic\` beside what else can be released of one log. Everything here is *simulated*: people of world web-1 over ${DAYS} days, seed ${TESTED}; shares and weights were chosen on seed ${TUNED}. The
first ${LEARNT} days are released, the others are what the tasks are tested on. Made by \`${only === undefined ? '' : `LETHE_EVIDENCE_USERS=${only} `}npm run evidence -- synthetic${quick ? ' --quick' : ''}\`. All of differential privacy at epsilon = ln 10, delta = 1e-6, noise from a seed.

Figures are shares of what the log itself teaches: 1 is as good as the original. *Completion* is \`autocomplete\` with prefixes of one to six letters, *new* the same on rows whose person had not asked
them before, *all prefixes* up to fifteen letters; *clicks* and *suggest* are the measures of that name. A dash: it does not have what the task learns from.

${parts.join('\n')}`
}

function folderOf(users: number): string {
  return join(tmpdir(), `lethe-synthetic-${users}`)
}

/** What is made is kept until all of it is there. */
async function ofSize(users: number, until: number): Promise<string | undefined> {
  const dir = folderOf(users)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const log = join(dir, 'log.tsv')
  if (!existsSync(log)) await writeLog({ users, days: DAYS, seed: TESTED }, { out: log })
  const figures: Figures[] = []
  for (const [i, [name, setting]] of Object.entries(SETTINGS).entries()) {
    const kept = join(dir, `${i}.json`)
    if (!existsSync(kept)) {
      if (performance.now() > until) return undefined
      const made = await withSession({}, (session) => figuresOf(name, setting, log, session))
      writeFileSync(kept, JSON.stringify(made))
    }
    figures.push(JSON.parse(readFileSync(kept, 'utf8')) as Figures)
  }
  return section(users, figures)
}

async function figuresOf(name: string, setting: object, path: string, session: Session): Promise<Figures> {
  const { engine } = session
  const { log } = await readLog([path], {}, session)
  const [learnt, asked] = [fresh('learnt'), fresh('asked')]
  const until = `(SELECT min(time)::DATE + ${LEARNT} FROM ${log.table})`
  await engine.materialise(learnt, `SELECT * FROM ${log.table} WHERE time < ${until}`)
  await engine.materialise(asked, `SELECT * FROM ${log.table} WHERE time >= ${until}`)
  const original: Log = { ...log, table: learnt }
  const { link, time, ...step } = setting as Record<string, unknown>
  const shows = { ...(link ? { link } : {}), ...(time ? { time } : {}) }
  const plan = planFrom({ steps: [step], ...shows }, name)
  const made = await released({ plan, seed: TESTED }, original, await countOf(engine, learnt), session)
  const subject = { original, heldOut: { ...log, table: asked }, released: made.seen }
  const take = async (measure: string, params: object = {}) => {
    const { run, params: known } = await loadMeasure(measure)
    const usual = Object.fromEntries(Object.entries(known).map(([key, param]) => [key, param.default]))
    return run(subject, { ...usual, ...params }, { ...session, random: seededRandom(TESTED) })
  }
  const autocomplete = await take('autocomplete', { longest: 6 })
  const figures = {
    name,
    autocomplete,
    fresh: autocomplete.newToPerson as Measured,
    usual: await take('autocomplete'),
    clicks: await take('clicks'),
    suggest: await take('suggest'),
    rows: await countOf(engine, made.seen.rows.table),
    facts: (JSON.parse(readFileSync(join(`${made.dir}.private`, 'record.json'), 'utf8')) as { facts?: Measured }).facts,
  }
  return figures
}

/** What is aimed at, by size, and which marginals a task learns from: what is missed is lost there. */
const GOALS = [
  ['completion', 0.44, 0.55, ({ autocomplete }: Figures) => autocomplete.ratio, 'queries and bigrams'],
  ['new', 0.64, 0.64, (figures: Figures) => figures.fresh.ratio, 'queries and bigrams'],
  ['clicks', 0.25, 0.25, ({ clicks }: Figures) => clicks.ratio, 'hosts, on what queries left'],
] as const

function section(users: number, figures: readonly Figures[]): string {
  const [own, gaussian] = figures
  const share = (value: unknown) => (typeof value === 'number' ? value.toFixed(3) : '-')
  const rows = figures.map(({ name, autocomplete, fresh: news, usual, clicks, suggest, rows: all }) =>
    [
      name,
      share(autocomplete.ratio),
      share(news.ratio),
      share(usual.ratio),
      share(clicks.ratio),
      share(suggest.ratio),
      all.toLocaleString('en'),
    ].join(' | '),
  )
  const goals = GOALS.map(([name, small, large, figure, marginals]) => {
    const goal = users > 100_000 ? large : small
    const found = figure(own!)
    const missed =
      typeof found === 'number' && found >= goal
        ? 'reached'
        : `missed by ${share(goal - Number(found))}, lost by ${marginals}`
    return `${name} ${goal} (${share(found)}: ${missed})`
  })
  const ahead = Number(own!.autocomplete.ratio) / Number(gaussian!.autocomplete.ratio)
  return `## ${users.toLocaleString('en')} people

| release | completion | new | all prefixes | clicks | suggest | rows or items |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.map((row) => `| ${row} |`).join('\n')}

Goals: ${goals.join(', ')}; suggest above 0 (${share(own!.suggest.ratio)}: ${Number(own!.suggest.ratio) > 0 ? 'reached' : 'missed'}); a tenth ahead of \`gaussian-threshold\` on completion (${ahead.toFixed(2)} times
its share: ${ahead >= 1.1 ? 'reached' : 'missed'}). Released: ${releasedText(own!.facts)}.
`
}

function releasedText(facts: Measured | undefined): string {
  const counted = (facts?.released ?? {}) as Readonly<Record<string, number>>
  return Object.entries(counted)
    .map(([name, n]) => `${n.toLocaleString('en')} ${name}`)
    .join(', ')
}
