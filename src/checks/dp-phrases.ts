import { antiJoin, cast, every, fullMatch, replaceAll, semiJoin } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import { countOf, fresh } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import type { DifferentiallyPrivate } from '../release/guarantee.js'
import { type Check, count } from './check.js'
import type { ClaimedRelease } from './claim.js'
import { manyWhenFew } from './dp-bounds.js'
import { countGiven, knownOf } from './dp-items.js'
import { type Extraction, type Mechanism, weightChance } from './dp-mechanism.js'
import { upperPoint } from './dp-normal.js'
import { countsAgainst, outcome, rareness } from './dp-outcomes.js'
import { FALSE_ALARM, type Held, type Outcome, rareItems } from './dp-tests.js'
import { PHRASE_WORD, phrasesUsed } from './phrases.js'

/** A phrase without its last word, without its first, and how many it has. */
const FIRST_END = replaceAll('item', ' [^ ]+$', '')
const SECOND_END = replaceAll('item', '^[^ ]+ ', '')
const SIZE = `(length(item) - length(replace(item, ' ', '')) + 1)`

/** Every phrase is a run of so many words at most, and those of two and more have both of their ends among the others: from nothing else are candidates made. */
export async function endsAreThere({ engine, rows }: ClaimedRelease, { words }: Extraction): Promise<Check> {
  const name = 'ends of phrases'
  const phrase = fullMatch('item', `${PHRASE_WORD}( ${PHRASE_WORD}){0,${words - 1}}`)
  const [found] = await engine.all<{ items: number; sound: boolean | null }>(
    `SELECT count(*) AS items, ${every(phrase)} AS sound FROM ${rows.table}`,
  )
  if (found?.sound === false)
    return { name, holds: false, detail: `there are items that are no run of at most ${words} words`, onClaim: true }
  const without = (end: string) =>
    countOf(
      engine,
      `(SELECT ${end} AS item FROM ${rows.table} WHERE ${SIZE} > 1) e ${antiJoin(`${rows.table} r`, 'ON e.item = r.item')}`,
    )
  const lost = (await without(FIRST_END)) + (await without(SECOND_END))
  return lost === 0
    ? { name, holds: true, detail: `each of ${count(found?.items ?? 0, 'phrase')} has both ends among the others` }
    : { name, holds: false, detail: `${count(lost, 'end')} of phrases that are not there themselves`, onClaim: true }
}

/** What was shown of one length, and what could have been. */
interface Shown {
  readonly words: number
  /** Phrases of the release. */
  readonly size: number
  /** What they had to pass. */
  readonly rho: number
}

/** Thresholds again, from the release alone: how many candidates a length leaves follows from its ends. */
async function lengthsOf(engine: Sql, rows: string, on: Extraction): Promise<Shown[]> {
  const shown: Shown[] = []
  for (let words = 1; words <= on.words; words++) {
    const own = `(SELECT item FROM ${rows} WHERE ${SIZE} = ${words})`
    const size = await countOf(engine, own)
    const before = shown.at(-1)
    if (before?.size === 0) break
    const shorter = `(SELECT item FROM ${rows} WHERE ${SIZE} = ${words - 1})`
    let candidates = (before?.size ?? 0) ** 2
    if (words > 2) {
      const [all] = await engine.all<{ n: number | null }>(
        `SELECT ${cast('sum(x.n * y.n)', 'double')} AS n FROM (SELECT ${SECOND_END} AS middle, count(*) AS n FROM ${shorter} GROUP BY ${SECOND_END}) x
          JOIN (SELECT ${FIRST_END} AS middle, count(*) AS n FROM ${shorter} GROUP BY ${FIRST_END}) y ON x.middle = y.middle`,
      )
      candidates = all?.n ?? 0
    }
    const rho =
      before === undefined
        ? on.rho
        : on.deviation * upperPoint(on.eta * Math.min(1, before.size / Math.max(1, candidates)))
    shown.push({ words, size, rho })
  }
  return shown
}

/**
 * Holds phrases against the log. Words are drawn for where somebody used them; of longer ones, those that nobody used come out no more often than noise carries them, which is bounded by the
 * threshold: a share eta of the length before. What persons can have given to a candidate bounds its chance. Counts are those of any histogram, over the phrases that came out.
 */
export async function phrasesAgainstLog(
  { engine, rows, release }: ClaimedRelease,
  log: Log,
  claim: DifferentiallyPrivate,
  mechanism: Mechanism,
  extraction: Extraction,
): Promise<{ readonly checks: readonly Check[]; readonly why?: string }> {
  const known = knownOf(log, claim, release.manifest.steps.slice(0, -1))
  if (known.how === 'not') return { checks: [], why: known.why }
  const used = fresh('used')
  const asked = `SELECT person, query, count(*) AS n FROM ${log.table} WHERE query IS NOT NULL AND person IS NOT NULL GROUP BY ALL`
  const ends = (end: string, table: string) =>
    `SELECT * FROM ${table} c ${semiJoin(`${rows.table} r`, `ON ${end.replaceAll('item', 'c.item')} = r.item`)}`
  const all = `SELECT person, item, ${SIZE} AS size FROM (${phrasesUsed(asked, extraction.words)}) GROUP BY person, item`
  // Candidates: words, and what has both ends in the release.
  await engine.materialise(
    used,
    `WITH every_phrase AS (${all}), longer AS (SELECT * FROM every_phrase WHERE size > 1), begun AS (${ends(FIRST_END, 'longer')})
      SELECT person, item, size FROM every_phrase WHERE size = 1 UNION ALL SELECT person, item, size FROM (${ends(SECOND_END, 'begun')})`,
  )
  const lengths = await lengthsOf(engine, rows.table, extraction)
  const nobodys = await unused(engine, rows.table, used, lengths, extraction)
  const rare = await rarely(engine, rows.table, used, lengths, extraction)
  await engine.drop(used)
  const checks = [
    ...outcome('phrases are in the log', nobodys, {
      passed: 'words are in it, and no more of the longer ones are not than noise explains',
      failed: `${count(nobodys.wrong, 'phrase')} that nobody used, more than noise explains`,
    }),
    ...rareness(rare),
  ]
  if (mechanism.noise === undefined) return { checks }
  const counted = await countGiven(engine, { log, claim, known, gives: mechanism.gives, tilt: 0, within: rows.table })
  const held = await heldOf(engine, rows.table, counted)
  const { noise, gate, gives } = mechanism
  checks.push(...(await countsAgainst(held, { noise, gate }, known.how === 'exactly' && gives.choose !== 'unknown')))
  await counted.drop()
  await engine.drop(held.table)
  return { checks }
}

/** Phrases that nobody used: no word may be one, and of each further length only so many. */
async function unused(
  engine: Sql,
  rows: string,
  used: string,
  lengths: readonly Shown[],
  { eta }: Extraction,
): Promise<Outcome> {
  let [items, wrong] = [0, 0]
  const limit = Math.log(FALSE_ALARM / lengths.length)
  for (const [i, { words, size }] of lengths.entries()) {
    const nobodys = await countOf(
      engine,
      `(SELECT item FROM ${rows} WHERE ${SIZE} = ${words}) r ${antiJoin(`${used} u`, 'ON r.item = u.item')}`,
    )
    const most = i === 0 ? 0 : eta * lengths[i - 1]!.size
    items += size
    if (nobodys > 0 && (i === 0 || manyWhenFew(nobodys, most) < limit)) wrong += nobodys
  }
  return { items, wrong }
}

/** Phrases that hardly come out: a person with d candidates of a length gives each 1/sqrt(d) at most, or 1/sqrt(most) where there are more. */
async function rarely(
  engine: Sql,
  rows: string,
  used: string,
  lengths: readonly Shown[],
  { deviation, most }: Extraction,
): Promise<Outcome> {
  let [items, wrong] = [0, 0]
  for (const { words, rho } of lengths) {
    const chance = weightChance(deviation, rho)
    const table = fresh('weighed')
    const own = `(SELECT person, item FROM ${used} WHERE size = ${words})`
    await engine.materialise(
      table,
      `SELECT w.item, w.tilted, coalesce(r.shown, false) AS shown FROM (
        SELECT u.item, ${cast(String(chance.tilt), 'double')} * sum(1 / sqrt(least(d.d, ${cast(String(most), 'double')}))) AS tilted
        FROM ${own} u JOIN (SELECT person, count(*) AS d FROM ${own} GROUP BY person) d ON u.person = d.person GROUP BY u.item) w
      LEFT JOIN (SELECT item, true AS shown FROM ${rows}) r ON w.item = r.item`,
    )
    const held = { engine, table, key: ['item'], chances: undefined, falseAlarm: FALSE_ALARM / lengths.length }
    const found = await rareItems(held, chance)
    items += found.items
    wrong += found.wrong
    await engine.drop(table)
  }
  return { items, wrong }
}

/** The phrases of the release beside what is known of their counts; nobody gave those that are not in the log. */
async function heldOf(
  engine: Sql,
  rows: string,
  counted: { readonly table: string; readonly chances: string },
): Promise<Held> {
  const table = fresh('held')
  const zero = (column: string, type: 'double' | 'long') => `coalesce(c.${column}, ${cast('0', type)}) AS ${column}`
  await engine.materialise(
    table,
    `SELECT r.item, true AS shown, ${cast('r.count', 'double')} AS count, ${zero('persons', 'long')}, ${zero('times', 'long')}, ${zero('open', 'long')},
      ${['sure', 'mu', 'low', 'var'].map((column) => zero(column, 'double')).join(', ')} FROM ${rows} r LEFT JOIN ${counted.table} c ON r.item = c.item`,
  )
  return { engine, table, key: ['item'], chances: counted.chances, falseAlarm: FALSE_ALARM }
}
