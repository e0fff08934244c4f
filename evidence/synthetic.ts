import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeLog } from '../src/generate/index.js'
import { DAYS, type Figures, figuresOf, LEARNT, TASKS, type TaskName, TESTED, TUNED } from './synthetic/figures.js'
import { SETTINGS, type Share, withMore } from './synthetic/settings.js'
import { wholeFigures, wholeText } from './synthetic/whole.js'

const COLUMNS: Readonly<Record<TaskName, string>> = {
  completion: 'completion',
  new: 'new',
  all: 'all prefixes',
  suggest: 'suggest',
  clicks: 'clicks',
  trends: 'trends',
  caching: 'caching',
  substitution: 'substitution',
}

/** What is aimed at, by size, and the marginals that a task learns from. */
const GOALS = [
  ['completion', 0.44, 0.55, ['queries', 'bigrams']],
  ['new', 0.64, 0.64, ['queries', 'bigrams']],
  ['clicks', 0.25, 0.25, ['hosts', 'queries']],
] as const satisfies readonly (readonly [TaskName, number, number, readonly Share[]])[]
/** How much of the share of `gaussian-threshold` is aimed at on completion. */
const AHEAD = 1.1
/** The budget of one marginal is made so many times as large to see what its noise costs. */
const TIMES = 10

/** A figure that is not there yet, and no time left to make it. */
class OutOfTime extends Error {}

/** Figures of one size in a folder for temporary files: what is there is not made again. */
class Kept {
  readonly dir: string
  private readonly until: number

  constructor(size: string, until: number) {
    this.dir = join(tmpdir(), `lethe-synthetic-${size}`)
    this.until = until
    mkdirSync(this.dir, { recursive: true, mode: 0o700 })
  }

  async get<T>(name: string, make: () => Promise<T>): Promise<T> {
    const kept = join(this.dir, `${name}.json`)
    if (!existsSync(kept)) {
      if (performance.now() > this.until) throw new OutOfTime()
      writeFileSync(kept, JSON.stringify(await make()))
    }
    return JSON.parse(readFileSync(kept, 'utf8')) as T
  }
}

/**
 * People who do not exist beside thresholds and histograms: what each is worth for what people do with logs. LETHE_BENCH_MINUTES stops it after so many, between two releases; called again
 * it goes on.
 */
export async function synthetic(quick: boolean): Promise<string> {
  const sizes = quick ? ['3000'] : ['100000', '650000', 'whole']
  // Of all sizes some may be asked for: the largest take an hour.
  const only = process.env.LETHE_EVIDENCE_USERS
  const asked = sizes.filter((size) => only === undefined || only.split(',').includes(size))
  const until = performance.now() + 60_000 * Number(process.env.LETHE_BENCH_MINUTES ?? Number.POSITIVE_INFINITY)
  const parts: string[] = []
  try {
    for (const size of asked) parts.push(await ofSize(size, new Kept(size, until)))
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error
    return 'Not done yet: call it again, and it goes on.\n'
  }
  for (const size of asked) rmSync(new Kept(size, until).dir, { recursive: true, force: true })
  return `# People who do not exist

\`synthetic\` beside what else can be released of one log. Everything here is *simulated*: people of world web-1 over ${DAYS} days, seed ${TESTED}; shares and weights were chosen on seed ${TUNED}. The
first ${LEARNT} days are released, the others are what the tasks are tested on. Made by \`${only === undefined ? '' : `LETHE_EVIDENCE_USERS=${only} `}npm run evidence -- synthetic${quick ? ' --quick' : ''}\`. All of differential privacy at epsilon = ln 10, delta = 1e-6, noise from a seed.

Figures are shares of what the log itself teaches: 1 is as good as the original. *Completion* is \`autocomplete\` with prefixes of one to six letters, *new* the same on rows whose person had not asked
them before, *all prefixes* up to fifteen letters; *suggest*, *clicks* and *trends* are the measures of that name, *caching* is \`index-caching\`, which holds out a tenth of the persons instead of days, *substitution* is
\`query-substitution\`. A dash: it does not have what the task learns from.

${parts.join('\n')}`
}

async function ofSize(size: string, kept: Kept): Promise<string> {
  if (size === 'whole') return wholeText(await kept.get('whole', () => wholeFigures(kept.dir, TESTED)))
  const users = Number(size)
  const log = join(kept.dir, 'log.tsv')
  const made = async () => {
    if (!existsSync(log)) await writeLog({ users, days: DAYS, seed: TESTED }, { out: log })
    return log
  }
  const tasks = Object.keys(TASKS) as (keyof typeof TASKS)[]
  const figures = new Map<string, Figures>()
  for (const [name, setting] of Object.entries(SETTINGS))
    figures.set(name, await kept.get(name, async () => figuresOf(setting, await made(), tasks)))
  const more = (share: Share) =>
    kept.get(`more ${share}`, async () => figuresOf(withMore(share, TIMES), await made(), ['completion', 'clicks']))
  const goals: string[] = []
  for (const goal of GOALS) goals.push(await goalText(goal, users, figures.get('synthetic')!, more))
  goals.push(await aheadText(figures, more))
  rmSync(log, { force: true })
  return section(users, figures, goals)
}

/** Whether a goal is reached; if not, by how much it is missed, and what it would be with less noise on one marginal alone: the one that gains most is the one that loses it. */
async function goalText(
  [name, small, large, shares]: (typeof GOALS)[number],
  users: number,
  own: Figures,
  more: (share: Share) => Promise<Figures>,
): Promise<string> {
  const goal = users > 100_000 ? large : small
  const found = Number(own.ratios[name])
  if (found >= goal) return `${COLUMNS[name]} ${goal} (${found.toFixed(3)}: reached)`
  return `${COLUMNS[name]} ${goal} (${found.toFixed(4)}: missed by ${(goal - found).toFixed(4)}${await gainsText(name, shares, more)})`
}

async function gainsText(name: TaskName, shares: readonly Share[], more: (share: Share) => Promise<Figures>) {
  const gains: string[] = []
  for (const share of shares) gains.push(`${figureText((await more(share)).ratios[name])} of ${share}`)
  return `; with ${TIMES} times the budget for one marginal alone it would be ${gains.join(', ')}`
}

/** How far ahead of `gaussian-threshold` it is on completion: a tenth is aimed at. */
async function aheadText(figures: ReadonlyMap<string, Figures>, more: (share: Share) => Promise<Figures>) {
  const [own, other] = ['synthetic', 'gaussian-threshold'].map((name) =>
    Number(figures.get(name)!.ratios.completion),
  ) as [number, number]
  const wanted = AHEAD * other
  const missed = async () =>
    `missed by ${(wanted - own).toFixed(3)}${await gainsText('completion', ['queries', 'bigrams'], more)}`
  return `a tenth ahead of \`gaussian-threshold\` on completion (${(own / other).toFixed(2)} times its share: ${own >= wanted ? 'reached' : await missed()})`
}

const figureText = (value: number | null | undefined) => (typeof value === 'number' ? value.toFixed(3) : '-')

function section(users: number, figures: ReadonlyMap<string, Figures>, goals: readonly string[]): string {
  const names = Object.keys(COLUMNS) as TaskName[]
  const rows = [...figures].map(([name, { ratios, rows: all }]) =>
    [name, ...names.map((task) => figureText(ratios[task])), all.toLocaleString('en')].join(' | '),
  )
  const own = figures.get('synthetic')!
  const suggest = own.ratios.suggest ?? 0
  return `## ${users.toLocaleString('en')} people

| release | ${names.map((name) => COLUMNS[name]).join(' | ')} | rows or items |
| --- |${' ---: |'.repeat(names.length + 1)}
${rows.map((row) => `| ${row} |`).join('\n')}

Goals: ${goals.join('; ')}; suggest above 0 (${suggest.toFixed(3)}: ${suggest > 0 ? 'reached' : 'missed'}). Released: ${releasedText(own)}.
`
}

function releasedText({ facts }: Figures): string {
  const counted = (facts?.released ?? {}) as Readonly<Record<string, number>>
  return Object.entries(counted)
    .map(([name, n]) => `${n.toLocaleString('en')} ${name}`)
    .join(', ')
}
