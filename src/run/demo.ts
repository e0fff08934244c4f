import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fail } from '../errors.js'
import { writeLog } from '../generate/index.js'
import { planFrom } from '../plans/plan.js'
import { openRelease } from '../release/reader.js'
import { releaseReport } from '../report/release-report.js'
import type { Resources } from '../session.js'
import { canaries } from './canaries.js'
import { inspect } from './inspect.js'
import { release } from './release.js'
import { scan } from './scan.js'
import { verify } from './verify.js'

export interface DemoOptions {
  /** Folder to make. */
  readonly out: string
  /** Told each chapter of the story as it happens. */
  readonly tell: (chapter: string, text: string) => void
}

const USERS = 2000
const SEED = 7
const K = 5

/** The story on a made-up log: what a naive release gives away, a protected one, its checks and a trial by secrets, and a report. */
export async function demo(
  { out, tell }: DemoOptions,
  resources: Resources = {},
): Promise<{ readonly report: string }> {
  if (existsSync(out)) fail('refused', `${out} exists`, 'Choose another -o DIR.')
  mkdirSync(out, { recursive: true })
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

  const plan = planFrom({ steps: [{ method: 'scrub' }, { method: 'rare-queries', k: K }] }, 'the plan of the demo')
  const dir = join(out, 'release')
  const result = await release([log], { plan, out: dir, format: 'tsv' }, {}, resources)
  tell(
    'A release',
    `scrub, then rare-queries with k = ${K}: ${result.kept.rows.toLocaleString('en')} rows are left. ${result.guarantee.sentence}`,
  )
  const text = readFileSync(join(dir, 'data.tsv'), 'utf8')
  tell(
    'The neighbour again',
    `${person.name} stands in ${text.split('\n').filter((line) => line.includes(person.name)).length} rows of the release, and rows are no longer linked to each other.`,
  )

  const verdict = await verify(dir, { against: [log] }, {}, resources)
  tell(
    'Verified',
    verdict.holds ? 'Independent code read the files again and counted: the claim holds.' : 'The claim does NOT hold.',
  )
  tell(
    'Tampered with',
    (await tampered(dir, resources)) === false
      ? 'One row added for a query that one person asked: verify finds it and says no.'
      : 'A row was added and verify did NOT find it.',
  )

  const trial = await canaries([log], { plan }, {}, resources)
  tell(
    'Tried',
    `${trial.scored.planted} secrets were planted in a copy of the log, released, and searched for in every output: ${trial.scored.found} came out that must not.`,
  )

  const report = join(out, 'report.html')
  const story = ['Everything here is made up: a simulated log, made by lethe demo.', naive]
  writeFileSync(
    report,
    releaseReport(
      {
        title: 'A search log, released',
        log: found,
        manifest: openRelease(dir).manifest,
        verdict,
        attacks: {},
        canaries: trial.scored,
        story,
      },
      'custodian',
    ),
    { mode: 0o600 },
  )
  return { report }
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
