import { fail } from '../../base/errors.js'
import { countOf, fresh, text } from '../../engines/sql.js'
import type { Seen } from '../../release/seen.js'
import { readable } from '../../shares/open/readable.js'
import { defineAttack } from '../attack.js'
import { shareOf } from '../risk.js'
import { noTexts, textColumn } from '../texts.js'
import { type Differences, score } from './score.js'
import { inWords } from './words.js'

const TIMES = ['day', 'hour', 'time'] as const

/**
 * What the change between two releases of one population says about whom. A text that was below the threshold in the earlier
 * release and is above it in the later one was lifted by those who came in between; the fewer they are, the more surely
 * its coming out says that one of them asked it.
 *
 * `appeared` counts the texts of the later release (DIR) that the earlier one (--other) does not show. The attacker points at
 * those with one row, or rows of one pseudonym, from after the earlier release: the guesses. `attributable` counts the texts that
 * at most --few persons asked for the first time after the earlier release, and at least one: whoever came last is one of so few. It
 * is counted by the truth of the later release, or in the original log, given as --reference; without either the guesses are all
 * that is certain, and the count says so. (A text can also appear with nobody new,
 * by noise or by another choice of items: such texts point at no one.)
 */
export default defineAttack({
  name: 'difference-releases',
  summary: 'what is new in a later release of the same population, and how few persons it points at',
  paper: { key: 'Goetz12', title: 'Publishing Search Logs: A Comparative Study of Privacy Guarantees' },
  attacker: 'subscriber',
  params: {
    few: {
      type: 'whole',
      min: 1,
      max: 1000,
      default: 1,
      help: 'a text is attributable if at most so many persons are new to it',
    },
    cut: {
      type: 'text',
      is: 'DAY',
      help: 'the last day of the earlier release (default: the last one that it shows)',
    },
  },
  needs: ['other'],
  scoresAlone: true,
  fits: noTexts,
  async run(later, { cut: given }, on): Promise<Differences> {
    if (on.other === undefined) throw new TypeError('two releases are needed')
    const { engine, random, signal } = on
    const read = (one: Seen) => readable(engine, one, (below) => random.below(below), signal)
    const [seen, other] = [await read(later), await read(on.other)]
    const column = textColumn(seen)
    if (column === undefined) throw new TypeError('no texts')
    if (!other.rows.columns.includes(column))
      fail('refused', 'the two releases show different things', 'Name two releases that were made by the same plan.')
    const cut = given === undefined ? await lastDay(other) : dayOf(given)
    const appeared = fresh('appeared')
    await engine.materialise(
      appeared,
      `SELECT DISTINCT ${column} AS text FROM ${seen.rows.table} WHERE ${column} IS NOT NULL EXCEPT SELECT ${column} FROM ${other.rows.table}`,
    )
    const count = await countOf(engine, appeared)
    const pointed = fresh('pointed')
    const columns = seen.rows.columns
    const when = TIMES.find((time) => columns.includes(time))
    const who = columns.includes('pseudonym') ? 'count(DISTINCT pseudonym)' : 'count(*)'
    const selected = [column, ...columns.filter((one) => one !== column)].map((one) => `r.${one}`).join(', ')
    const isNew =
      cut === undefined || when === undefined ? 'false' : `${when}::TIMESTAMP >= ${text(cut)}::DATE + INTERVAL 1 DAY`
    await engine.materialise(
      pointed,
      `SELECT ${selected} FROM ${seen.rows.table} r
      SEMI JOIN (SELECT ${column} AS text FROM ${seen.rows.table} SEMI JOIN ${appeared} a ON ${column} = a.text WHERE ${isNew} GROUP BY ${column} HAVING ${who} = 1) p
      ON r.${column} = p.text WHERE ${isNew}`,
    )
    const [found] = await engine.all<{ n: number }>(`SELECT count(DISTINCT ${column}) AS n FROM ${pointed}`)
    return {
      guesses: found?.n ?? 0,
      table: { table: pointed, columns: [column, ...columns.filter((one) => one !== column)] },
      more: { appeared: count, ...(cut === undefined ? {} : { cut }) },
      seen,
      column,
      appeared,
      count,
      cut,
    }
    async function lastDay({ rows }: Seen): Promise<string | undefined> {
      const shown = TIMES.find((time) => rows.columns.includes(time))
      if (shown === undefined) return undefined
      const [last] = await engine.all<{ day: string | null }>(
        `SELECT max(${shown}::TIMESTAMP)::DATE::VARCHAR AS day FROM ${rows.table}`,
      )
      return last?.day ?? undefined
    }
  },
  score,
  risk: (scored) =>
    (scored as { readonly appeared?: unknown }).appeared === 0
      ? { share: null, reason: 'no text is new since the earlier release' }
      : newToOne(scored),
  text: inWords,
})

const newToOne = shareOf(
  'texts new since the day before to which one person came',
  ({ attributable, appeared }) => Number(attributable) / Number(appeared),
)

function dayOf(given: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(given) ? given : fail('usage', '--cut is a day', 'Write it as 2006-03-31.')
}
