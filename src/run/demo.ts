import { createHash } from 'node:crypto'
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fail } from '../base/errors.js'
import { makeFolders } from '../base/folders.js'
import { percent } from '../base/format.js'
import { VERSION } from '../base/package-root.js'
import type { Resources } from '../engines/session.js'
import { writeLog } from '../generate/index.js'
import { planFrom } from '../plans/plan.js'
import { comparisonReport } from '../report/comparison.js'
import type { Inspection } from '../report/inspection.js'
import { attackErrors } from '../report/outcomes.js'
import { reachedAt } from '../report/risk.js'
import type { Setting } from '../report/settings.js'
import canaries from '../trials/canaries/index.js'
import { attack } from './attack.js'
import { attackersOf } from './attack-all.js'
import { compare } from './compare/index.js'
import { inspect } from './inspect.js'
import { release } from './release/index.js'
import { scan } from './scan.js'
import { tryPlan } from './trial.js'
import { verify } from './verify.js'

export interface DemoOptions {
  /** Folder to make. */
  readonly out: string
  /** Told each chapter of the story as it happens. */
  readonly tell?: (chapter: string, text: string) => void
}

type Tell = NonNullable<DemoOptions['tell']>

const USERS = 1000
const SEED = 7
const K = 5

/** Persons whom a query needs so that ten accounts test nothing. */
const MANY = 30

/** Ways to release the log: two naive ones, one that helps a little, then those that promise something. */
const WAYS = [
  { method: 'scrub', link: 'user' },
  { method: 'sessions', split: 'daily' },
  { steps: [{ method: 'scrub' }, { method: 'rare-queries', k: [K, MANY] }] },
  { method: 'km-deletion', k: K, m: 2, target: 'logsize' },
  { method: 'microaggregate-semantic', k: K },
  { method: 'gaussian-threshold', epsilon: Math.log(10), delta: 1e-5, perUser: 20, items: 'queries' },
]
/** Every attack: advice goes by what was tried alone. */
const GRID = { grid: WAYS, measures: ['kept', 'uniqueness', 'pel', 'autocomplete'] }

/** The story on a made-up log: what naive releases give away, what protected ones do not, their checks, a trial by secrets, and a report. */
export async function demo(
  { out, tell = () => {} }: DemoOptions,
  resources: Resources = {},
): Promise<{ readonly report: string }> {
  if (existsSync(out)) fail('refused', `${out} exists`, 'Choose another -o DIR.')
  makeFolders(out)
  const [log, truth] = [join(out, 'log.tsv'), join(out, 'truth.ndjson')]
  await writeLog({ users: USERS, seed: SEED }, { out: log, truth })
  const found = await inspect([log], {}, resources)
  const unique = `${found.usersWithUniqueQuery} of ${found.users}`
  tell(
    'A log',
    `${found.rows.toLocaleString('en')} rows of ${found.users.toLocaleString('en')} people, all made up, over three months. ${unique} asked something that nobody else did.`,
  )
  const person = knownPerson(log, truth)
  const naive = `Suppose names are replaced by numbers, as AOL did in 2006. A neighbour knows that ${person.name} lives in ${person.town}. Of all users, ${person.matches === 1 ? 'one alone' : `${person.matches}`} asked for that name and that town: user ${person.user}, whose ${person.rows} rows now lie open.`
  tell('The naive way', naive)
  const scanned = await scan([log], { kinds: ['phone', 'card', 'ssn', 'email', 'address'] }, {}, resources)
  tell(
    'What people type',
    `${Object.entries(scanned.kinds)
      .filter(([, at]) => at.count > 0)
      .map(([kind, at]) => `${at.count} rows with ${kind}`)
      .join(', ')}.`,
  )

  const { dir, holds } = await protect(out, log, person, tell, resources)
  tell(
    'Tampered with',
    (await tampered(dir, resources)) === false
      ? 'One row added for a query that one person asked: verify finds it and says no.'
      : 'A row was added and verify did NOT find it.',
  )
  const trial = await tryPlan(canaries, [log], { plan: PLAN }, {}, resources)
  tell(
    'Tried',
    `${trial.scored.planted} secrets were planted in a copy of the log, released, and searched for in every output: ${trial.scored.found} came out that must not.`,
  )
  if (!holds || trial.scored.found > 0) fail('internal', 'the release of the demo does not hold what it promises')

  tell(
    'Hashed words, attacked',
    `Words replaced by keyed hashes, read back from which words stand together by someone who has other weeks of the same search box in clear: ${await hashesRead(out, log, resources)} of the most frequent.`,
  )
  return compared(out, log, found, naive, tell, resources)
}

/** The ways to release it side by side, and the page. */
async function compared(
  out: string,
  log: string,
  found: Inspection,
  naive: string,
  tell: Tell,
  resources: Resources,
): Promise<{ readonly report: string }> {
  const dir = join(out, 'compared')
  const { settings, results, advice } = await compare([log], { grid: GRID, out: dir }, {}, resources)
  for (const [chapter, text] of chapters(settings)) tell(chapter, text)
  const report = join(out, 'report.html')
  const story = ['Everything here is made up: a simulated log, made by lethe demo.', naive]
  const page = {
    title: 'A search log, and ways to release it',
    log: found,
    name: basename(log),
    settings,
    advice,
    checksum: createHash('sha256')
      .update(readFileSync(join(dir, 'results.json')))
      .digest('hex'),
    attackers: await attackersOf(),
    software: VERSION,
    story,
  }
  writeFileSync(report, await comparisonReport(page), { mode: 0o600 })
  const failed = results.find((result) => result.error !== undefined)
  if (failed) fail('internal', `${failed.label} failed in the demo: ${failed.error}`)
  const [lost] = results.flatMap((result) => attackErrors(result.attacks))
  if (lost) fail('internal', `${lost[0]} failed in the demo: ${lost[1]}`)
  return { report }
}

const PLAN = planFrom({ steps: [{ method: 'scrub' }, { method: 'rare-queries', k: K }] }, 'the plan of the demo')

/** A protected release, the neighbour's second try, and the check. */
async function protect(out: string, log: string, person: Known, tell: Tell, resources: Resources) {
  const dir = join(out, 'release')
  const result = await release([log], { plan: PLAN, out: dir, format: 'tsv' }, {}, resources)
  tell(
    'A release',
    `scrub, then rare-queries with k = ${K}: ${result.kept.rows.toLocaleString('en')} rows are left. ${result.guarantee.sentence}`,
  )
  const rows = readFileSync(join(dir, 'data.tsv'), 'utf8').split('\n')
  const named = rows.filter((line) => line.includes(person.name)).length
  tell(
    'The neighbour again',
    `${person.name} stands in ${named === 0 ? 'no row' : `${named} rows`} of the release, and rows are no longer linked to each other.`,
  )
  const alone = await verify(dir, {}, {}, resources)
  const verdict = await verify(dir, { against: [log] }, {}, resources)
  tell(
    'Verified',
    verdict.holds
      ? `Independent code read the files again and counted persons in the log: the claim holds. ${
          alone.holds === null
            ? 'Whoever has the files alone finds nothing against it, and cannot know: rows are not persons.'
            : ''
        }`.trimEnd()
      : 'The claim does NOT hold.',
  )
  return { dir, holds: verdict.holds }
}

/** How many of the 500 most frequent words come back from their hashes, with the next weeks of the same people at hand. */
async function hashesRead(out: string, log: string, resources: Resources): Promise<string> {
  const [dir, later] = [join(out, 'hashed'), join(out, 'later.tsv')]
  await writeLog({ users: USERS, seed: SEED, samePeople: 1 }, { out: later })
  const plan = planFrom({ steps: [{ method: 'token-hash' }] }, 'the plan of the demo')
  await release([log], { plan, out: dir, ephemeralKey: true, truth: true }, {}, resources)
  const options = { reference: [later], truth: `${dir}.private`, params: { vocabulary: 500 } }
  const { scored } = await attack('invert-tokens', dir, options, {}, resources)
  return percent((scored as { readonly accuracy: number }).accuracy)
}

/** What the attacks did to each way of releasing the log. */
function chapters(settings: readonly Setting[]): [string, string][] {
  // The first setting of a method, whatever goes before it.
  const made = (method: string) => settings.find((setting) => setting.method.split(' + ').at(-1) === method)
  const reached = (method: string, attack: string) => {
    const reach = made(method)?.runs[0]?.reached[attack]
    return percent((reach && reachedAt(reach).share) ?? 0)
  }
  const kept = (method: string) => percent(made(method)?.kept?.mean ?? 0)
  return [
    [
      'Numbers for names, attacked',
      `Whoever knows three words of a person finds ${reached('scrub', 'partial-knowledge')} of them alone among ${USERS.toLocaleString('en')}; ${reached('scrub', 'link-records')} of the histories are told apart by their queries.`,
    ],
    [
      'A number for each day, attacked',
      `Of a person's days ${reached('sessions', 'relink-sessions')} are joined again by what is asked on them.`,
    ],
    [
      'Protected, attacked the same way',
      `km-deletion keeps ${kept('km-deletion')} of the words, and three known words single out ${reached('km-deletion', 'partial-knowledge')}. microaggregate-semantic makes ${K} identical users: ${reached('microaggregate-semantic', 'link-records')} linked. gaussian-threshold publishes noisy counts: someone who adds users to test a guess succeeds in ${reached('gaussian-threshold', 'inject-users')}, against ${reached('rare-queries', 'inject-users')} with a bare threshold.`,
    ],
  ]
}

interface Known {
  readonly user: string
  readonly name: string
  readonly town: string
  readonly rows: number
  /** Users who asked for both the name and the town. */
  readonly matches: number
}

/** Somebody of the log whom her own searches give away: she asked for her own name, and for her town. */
function knownPerson(log: string, truth: string): Known {
  const asked = new Map<string, string[]>()
  for (const line of readFileSync(log, 'utf8').split('\n').slice(1)) {
    const [user, query] = line.split('\t')
    if (user && query !== undefined) asked.set(user, [...(asked.get(user) ?? []), query])
  }
  const people = readFileSync(truth, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"type":"person"') && line.includes('"robot":false'))
    .map((line) => JSON.parse(line) as { user: number; name: string; town: string })
  for (const { user, name, town } of people) {
    const own = asked.get(String(user)) ?? []
    if (own.length < 30 || !mentions(own, name) || !mentions(own, town)) continue
    const matches = [...asked.values()].filter((queries) => mentions(queries, name) && mentions(queries, town)).length
    return { user: String(user), name, town, rows: own.length, matches }
  }
  return fail('internal', 'the made-up log has nobody to show')
}

function mentions(queries: readonly string[], words: string): boolean {
  return queries.some((query) => query.includes(words))
}

/** Adds a row that one person asked to a copy of the release, and asks verify. */
async function tampered(dir: string, resources: Resources): Promise<boolean | null> {
  const copy = join(mkdtempSync(join(tmpdir(), 'lethe-demo-')), basename(dir))
  try {
    cpSync(dir, copy, { recursive: true })
    appendFileSync(join(copy, 'data.tsv'), 'zzz what one person asked\t\t2006-03-01\n')
    return (await verify(copy, {}, {}, resources)).holds
  } finally {
    rmSync(join(copy, '..'), { recursive: true, force: true })
  }
}
