import {
  antiJoin,
  cast,
  chained,
  daysBetween,
  each,
  every,
  extract,
  fullMatch,
  listOf,
  runs,
  semiJoin,
  split,
} from '../engines/dialect/index.js'
import { countOf, fresh, names } from '../engines/sql.js'
import { hostSql } from '../log/host-sql.js'
import type { Log } from '../log/log.js'
import type { Rows } from '../release/data.js'
import type { DifferentiallyPrivate } from '../release/guarantee.js'
import { type Check, count } from './check.js'
import type { ClaimedRelease } from './claim.js'
import { COUNTED, type Hiding, hidingOf, SHAPES } from './dp-concentrated.js'
import { perPerson } from './dp-mechanism.js'
import { upperPoint } from './dp-normal.js'

/** The tables beside made-up rows: what each is known by; all of them have a weight. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  lexicon: ['query', 'found'],
  bigrams: ['word', 'next'],
  hosts: ['query', 'host'],
  pairs: ['query', 'next'],
  shape: ['marginal', 'value'],
}
/** Weights are in millionths of what a person may give. */
const UNIT = 1_000_000
/** A mark that is reckoned here may be so much below the one that was used, not above. */
const ROUNDED = 1 - 1e-6
/** How often an honest release may fail against its log. */
const FALSE_ALARM = 2.5e-10

/**
 * A log of people who do not exist holds together: every text is in the lexicon or composed of released bigrams, every host and every day was released, and every
 * weight lies above what hides single persons. That is consistency, and no more: whether noise was drawn, no release shows.
 */
export async function syntheticClaim(on: ClaimedRelease, claim: DifferentiallyPrivate): Promise<Check[]> {
  const shape = await wellFormed(on)
  if (shape.holds === false) return [shape]
  const step = on.release.manifest.steps.at(-1)
  const kept = keptOf(on)
  const hiding = kept && step && hidingOf(perPerson(claim), step.params, kept)
  return [
    shape,
    await texts(on),
    await beside(on),
    ...(hiding && kept ? await weights(on, hiding, kept) : [unknown]),
    ...(on.original ? await againstTheLog(on, on.original, hiding) : []),
  ]
}

const unknown: Check = {
  name: 'marginals',
  holds: null,
  detail: 'the manifest does not say which were kept, or with shares that are none',
}

/** The marginals that the manifest says were kept. */
function keptOf({ release }: ClaimedRelease): readonly string[] | undefined {
  const named = String(release.manifest.more?.marginals ?? '').split(',')
  return named.includes('queries') && named.every((name) => COUNTED.includes(name)) ? named : undefined
}

async function wellFormed(on: ClaimedRelease): Promise<Check> {
  const wrong: string[] = []
  if (Object.keys(on.side).sort().join() !== Object.keys(TABLES).sort().join())
    wrong.push('the tables beside the rows are not those that the method makes')
  else for (const [name, key] of Object.entries(TABLES)) wrong.push(...(await faults(on, name, on.side[name]!, key)))
  if (!on.rows.columns.includes('synthetic')) wrong.push('rows do not say that they are made up')
  return {
    name: 'counted tables',
    holds: wrong.length === 0,
    detail: wrong.length === 0 ? 'each value once, with a whole weight' : wrong.join('; '),
    ...(wrong.length === 0 ? {} : { onClaim: true as const }),
  }
}

async function faults({ engine }: ClaimedRelease, name: string, rows: Rows, key: readonly string[]): Promise<string[]> {
  if (rows.columns.join() !== [...key, 'weight'].join()) return [`${name} has other columns`]
  const grouped = fresh('grouped')
  const identity = name === 'lexicon' ? ['query'] : key
  // One way to write a number, so that no second one can carry a message.
  const sound = [
    `coalesce(${fullMatch('weight', '[1-9][0-9]{0,14}')}, false)`,
    ...(name === 'bigrams' ? ['(word IS NOT NULL OR next IS NOT NULL)'] : key.map((column) => `${column} IS NOT NULL`)),
    ...(name === 'lexicon' ? ["found IN ('asked', 'candidate')"] : []),
    ...(name === 'shape' ? [`coalesce(${fullMatch('value', '0|[1-9][0-9]{0,5}')}, false)`] : []),
  ]
  await engine.materialise(
    grouped,
    `SELECT count(*) AS times, ${every(sound.join(' AND '))} AS sound FROM ${rows.table} GROUP BY ${names(identity)}`,
  )
  const odd = await countOf(engine, `${grouped} WHERE times > 1 OR NOT sound`)
  await engine.drop(grouped)
  return odd === 0 ? [] : [`${name}: ${count(odd, 'value')} more than once or not as they are written`]
}

/** Texts of a table that cannot be put together of released bigrams, as SQL for (whole). */
function notComposed(from: string, text: string, bigrams: string): string {
  const ends = listOf(["''"])
  const pairs = runs(chained([ends, split(text, ' '), ends]), 2)
  return `SELECT DISTINCT whole FROM (SELECT ${text} AS whole, ${each(pairs)} AS pair FROM ${from}) ${antiJoin(
    `(SELECT coalesce(word, '') || ' ' || coalesce(next, '') AS pair FROM ${bigrams}) b`,
    'USING (pair)',
  )}`
}

/** Every row shows a text of the lexicon, or one that is composed of released bigrams, and says which. */
async function texts({ engine, rows, side }: ClaimedRelease): Promise<Check> {
  const [lexicon, bigrams] = [side.lexicon!.table, side.bigrams!.table]
  const shown = fresh('shown')
  await engine.materialise(shown, `SELECT DISTINCT query, synthetic FROM ${rows.table}`)
  const wrong = {
    'without a mark': await countOf(
      engine,
      `${shown} WHERE query IS NULL OR synthetic IS NULL OR synthetic NOT IN ('lexicon', 'bigrams')`,
    ),
    'said to be of the lexicon that are not': await countOf(
      engine,
      `(SELECT query FROM ${shown} WHERE synthetic = 'lexicon') ${antiJoin(lexicon, 'USING (query)')}`,
    ),
    'said to be composed that are of the lexicon': await countOf(
      engine,
      `(SELECT query FROM ${shown} WHERE synthetic = 'bigrams') JOIN ${lexicon} USING (query)`,
    ),
    'not composed of released bigrams': await countOf(
      engine,
      `(${notComposed(`(SELECT query FROM ${shown} WHERE synthetic = 'bigrams')`, 'query', bigrams)})`,
    ),
    'suggested by no released text': await countOf(engine, `(${await unsuggested(lexicon, bigrams)})`),
  }
  await engine.drop(shown)
  const found = Object.entries(wrong).filter(([, n]) => n > 0)
  return told(
    'texts',
    found.map(([what, n]) => `${count(n, 'text')} ${what}`),
    'each is in the lexicon or composed of released bigrams, as its row says',
  )
}

/** Candidates of the lexicon that no family has: no word of a bigram, no spelling of a site, and not composed of bigrams. */
async function unsuggested(lexicon: string, bigrams: string): Promise<string> {
  const words = `SELECT word AS text FROM ${bigrams} WHERE word IS NOT NULL UNION SELECT next FROM ${bigrams} WHERE next IS NOT NULL`
  const site = (text: string) => `nullif(${extract(text, '^(?:www\\.)?([a-z0-9-]+)(?:\\.com)?$', 1)}, '')`
  const sites = `SELECT DISTINCT ${site('text')} AS site FROM (${words} UNION SELECT query FROM ${lexicon} WHERE found = 'asked') WHERE ${site('text')} IS NOT NULL`
  const candidates = `(SELECT query, ${site('query')} AS site FROM ${lexicon} WHERE found = 'candidate')`
  const others = `(SELECT query FROM (SELECT * FROM ${candidates} ${antiJoin(`(${words}) w`, 'ON query = w.text')}) c ${antiJoin(`(${sites}) s`, 'ON c.site = s.site')})`
  return notComposed(others, 'query', bigrams)
}

/** Hosts and days of rows were released, and what was counted of queries is of the lexicon. */
async function beside({ engine, rows, side }: ClaimedRelease): Promise<Check> {
  const lexicon = side.lexicon!.table
  const strange = async (from: string, known: string, using: string) =>
    countOf(engine, `${from} ${antiJoin(known, using)}`)
  const wrong: string[] = []
  if (rows.columns.includes('host')) {
    const clicked = `(SELECT DISTINCT query, host FROM ${rows.table} WHERE host IS NOT NULL)`
    const n = await strange(clicked, side.hosts!.table, 'USING (query, host)')
    if (n > 0) wrong.push(`${count(n, 'host')} beside queries for which they were not released`)
  }
  const moment = ['time', 'hour', 'day'].find((column) => rows.columns.includes(column))
  if (moment && !rows.columns.includes('seconds')) {
    const days = `(SELECT DISTINCT ${cast(`"${moment}"`, 'day')} AS day FROM ${rows.table} WHERE "${moment}" IS NOT NULL)`
    const known = `(SELECT ${daysBetween("DATE '1970-01-01'", 'day')} AS value FROM ${days}) d`
    const released = `(SELECT ${cast('value', 'long')} AS value FROM ${side.shape!.table} WHERE marginal = 'days') s`
    // A session that begins before midnight ends on the day after.
    const n = await strange(known, released, 'ON d.value = s.value OR d.value = s.value + 1')
    if (n > 0) wrong.push(`${count(n, 'day')} that ${n === 1 ? 'was' : 'were'} not released`)
  }
  for (const [table, columns] of Object.entries({ hosts: ['query'], pairs: ['query', 'next'] }))
    for (const column of columns) {
      const n = await strange(`${side[table]!.table} t`, `${lexicon} l`, `ON t.${column} = l.query`)
      if (n > 0) wrong.push(`${table}: ${count(n, 'text')} not of the lexicon`)
    }
  return told('what stands beside texts', wrong, 'hosts and days were released, pairs are of the lexicon')
}

/** Every published weight lies above what hides single persons, reckoned here by formulas of its own; what was not kept has none. */
async function weights(
  on: ClaimedRelease,
  hiding: Readonly<Record<string, Hiding>>,
  kept: readonly string[],
): Promise<Check[]> {
  const { engine, side } = on
  const parts: Readonly<Record<string, string>> = {
    queries: `${side.lexicon!.table} WHERE found = 'asked'`,
    bigrams: `${side.bigrams!.table} WHERE true`,
    hosts: `${side.hosts!.table} WHERE true`,
    next: `${side.pairs!.table} WHERE true`,
    days: `${side.shape!.table} WHERE marginal = 'days'`,
  }
  const wrong: string[] = []
  for (const [name, from] of Object.entries(parts)) {
    if (!kept.includes(name) && (await countOf(engine, from)) > 0) wrong.push(`${name} that were not counted`)
    const threshold = Math.floor((hiding[name]?.threshold ?? 0) * UNIT)
    const low = await countOf(engine, `${from} AND ${cast('weight', 'long')} <= ${threshold}`)
    if (low > 0) wrong.push(`${name}: ${count(low, 'weight')} of ${threshold} or less`)
  }
  wrong.push(...(await amongNoise(on, hiding)))
  const list = kept.map((name) => `'${name}'`).join(', ')
  const foreign = await countOf(engine, `${side.shape!.table} WHERE marginal NOT IN (${list})`)
  if (foreign > 0) wrong.push('shape: marginals that were not counted')
  return [told('weights above the threshold', wrong, 'none lies at or below what keeps single persons hidden')]
}

/** What is known beforehand has noise on every value, of which only what stands out was kept: so many deviations. */
const STANDS_OUT = { candidates: 1.5, next: 1.5, shape: 3 } as const

/** Weights of values that everybody knows, at or below what was kept of them. */
async function amongNoise(
  { engine, side }: ClaimedRelease,
  hiding: Readonly<Record<string, Hiding>>,
): Promise<string[]> {
  const shape = Object.keys(hiding).filter((name) => SHAPES.includes(name) && hiding[name]?.threshold === undefined)
  const parts = [
    ['candidates', 'queries', `${side.lexicon!.table} WHERE found = 'candidate'`, STANDS_OUT.candidates],
    ['next', 'next', `${side.pairs!.table} WHERE true`, STANDS_OUT.next],
    ...shape.map((name) => [name, name, `${side.shape!.table} WHERE marginal = '${name}'`, STANDS_OUT.shape] as const),
  ] as const
  const wrong: string[] = []
  for (const [what, name, from, deviations] of parts) {
    const mark = Math.floor((hiding[name]?.sigma ?? 0) * deviations * UNIT * ROUNDED)
    const low = await countOf(engine, `${from} AND ${cast('weight', 'long')} <= ${mark}`)
    if (low > 0) wrong.push(`${what}: ${count(low, 'weight')} that noise alone would have`)
  }
  return wrong
}

/**
 * What was found by itself somebody asked: queries, bigrams, clicks and days get noise only where somebody has them. No weight is larger than those who are there and the noise can make it.
 */
async function againstTheLog(
  on: ClaimedRelease,
  original: Log,
  hiding: Readonly<Record<string, Hiding>> | undefined,
): Promise<Check[]> {
  const { engine, side } = on
  const log = original.table
  const asked = `(SELECT query, ${cast('weight', 'double')} AS weight FROM ${side.lexicon!.table} WHERE found = 'asked')`
  const persons = `(SELECT query, count(DISTINCT person) AS persons FROM ${log} WHERE query IS NOT NULL GROUP BY query)`
  const entries = await countOf(engine, asked)
  const slack =
    (hiding?.queries?.sigma ?? Number.POSITIVE_INFINITY) * upperPoint(FALSE_ALARM / Math.max(1, entries)) * UNIT
  const unasked = await countOf(engine, `${asked} a ${antiJoin(`${persons} p`, 'ON a.query = p.query')}`)
  const heavy = Number.isFinite(slack)
    ? await countOf(
        engine,
        `${asked} a JOIN ${persons} p ON a.query = p.query WHERE a.weight > p.persons * ${UNIT} + ${slack + 1}`,
      )
    : 0
  const clicks = `(SELECT DISTINCT query, ${hostSql('url')} AS host FROM ${log} WHERE url IS NOT NULL)`
  const hosts = await countOf(engine, `${side.hosts!.table} ${antiJoin(clicks, 'USING (query, host)')}`)
  const wrong = [
    ...(unasked > 0 ? [`${count(unasked, 'query', 'queries')} that nobody asked`] : []),
    ...(heavy > 0 ? [`${count(heavy, 'weight')} larger than noise makes them`] : []),
    ...(hosts > 0 ? [`${count(hosts, 'host')} that nobody clicked`] : []),
    ...(await unused(on, original)),
    ...(await tooHeavy(on, log, hiding)),
  ]
  return [
    { ...told('the lexicon is in the log', wrong, 'what was found by itself somebody asked'), privateDetail: true },
  ]
}

/** Bigrams that stand in no query, and days on which nobody searched. */
async function unused({ engine, side }: ClaimedRelease, { table, has }: Log): Promise<string[]> {
  const ends = listOf(["''"])
  const pairs = runs(chained([ends, split('query', ' '), ends]), 2)
  const used = `SELECT DISTINCT pair FROM (SELECT ${each(pairs)} AS pair FROM (SELECT DISTINCT query FROM ${table} WHERE query IS NOT NULL))`
  const released = `(SELECT coalesce(word, '') || ' ' || coalesce(next, '') AS pair FROM ${side.bigrams!.table})`
  // Those that were released are few: only they are looked for among all that were asked.
  const bigrams = await countOf(
    engine,
    `${released} b ${antiJoin(`(SELECT pair FROM (${used}) ${semiJoin(released, 'USING (pair)')}) u`, 'ON b.pair = u.pair')}`,
  )
  const days = `(SELECT ${cast('value', 'long')} AS value FROM ${side.shape!.table} WHERE marginal = 'days') d`
  const searched = `(SELECT DISTINCT ${daysBetween("DATE '1970-01-01'", cast('time', 'day'))} AS value FROM ${table} WHERE time IS NOT NULL) s`
  const strange = await countOf(engine, has.time ? `${days} ${antiJoin(searched, 'ON d.value = s.value')}` : days)
  return [
    ...(bigrams > 0 ? [`${count(bigrams, 'bigram')} that nobody asked`] : []),
    ...(strange > 0 ? [`${count(strange, 'day')} on which nobody searched`] : []),
  ]
}

/** Nobody gives more than 1 to a value: all that are in the log together give so much, and noise adds to it. */
async function tooHeavy(
  { engine, side }: ClaimedRelease,
  log: string,
  hiding: Readonly<Record<string, Hiding>> | undefined,
): Promise<string[]> {
  const sigma = Math.max(...Object.values(hiding ?? {}).map((marginal) => marginal.sigma))
  if (!(sigma > 0)) return []
  const all = Object.values(side)
    .map(({ table }) => `SELECT ${cast('weight', 'double')} AS weight FROM ${table}`)
    .join(' UNION ALL ')
  const weights = Math.max(1, await countOf(engine, `(${all})`))
  const persons = await countOf(engine, `(SELECT DISTINCT person FROM ${log} WHERE person IS NOT NULL)`)
  const most = (persons + sigma * upperPoint(FALSE_ALARM / weights)) * UNIT + 1
  const heavy = await countOf(engine, `(${all}) WHERE weight > ${most}`)
  return heavy > 0 ? [`${count(heavy, 'weight')} larger than all who are in the log and the noise make it`] : []
}

function told(name: string, wrong: readonly string[], right: string): Check {
  return wrong.length === 0
    ? { name, holds: true, detail: right }
    : { name, holds: false, detail: wrong.join('; '), onClaim: true }
}
