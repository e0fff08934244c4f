import { fail } from '../../base/errors.js'
import { countOf, fresh } from '../../engines/sql.js'
import type { Rows } from '../../release/data.js'
import { defineAttack, type Guesses } from '../attack.js'
import { hashedTexts, noTexts, shownTexts, textsAsShown } from '../texts.js'

interface Shown extends Guesses {
  /** (text), each once. */
  readonly shown: string
  readonly rows: Rows
  readonly column: string
  /** Who asked what, as SQL: (text, person). */
  readonly askedIn: (table: string) => string
}

/** (text, person): who stands behind the rows that show a text; undefined where nobody wrote that down. */
function shownBy(rows: Rows, column: string, truth: Rows | undefined): string | undefined {
  if (truth === undefined || !truth.columns.includes('person')) return undefined
  if (truth.columns.includes(column)) return `SELECT ${column} AS text, person FROM ${truth.table}`
  if (!truth.columns.includes('pseudonym') || !rows.columns.includes('pseudonym')) return undefined
  return `SELECT r.${column} AS text, t.person FROM ${rows.table} r JOIN ${truth.table} t USING (pseudonym)`
}

/**
 * Plain reading: a shown text that one person alone asked says what that person asked, whoever that is, and often who it was. Texts are counted by
 * the persons who asked them in the original, whatever the release did with rows and pseudonyms; texts that a step has changed by those who stand behind them.
 */
export default defineAttack<Record<never, never>, Shown>({
  name: 'read-lone-texts',
  summary: 'read shown texts that one person alone asked',
  paper: { key: 'Adar07', title: 'User 4XXXXX9: Anonymizing Query Logs' },
  attacker: 'reader',
  params: {},
  needs: [],
  scoresByOriginal: true,
  fits: (seen) => noTexts(seen) ?? hashedTexts(seen),
  async run(seen, _, on) {
    const texts = await shownTexts(seen, on)
    return {
      guesses: await countOf(on.engine, texts.shown),
      ...texts,
      askedIn: (table) => textsAsShown(seen, table, ['person']),
    }
  },
  async score({ shown, rows, column, askedIn }, { original, tables }, _, { engine }) {
    if (original === undefined || original.unit === undefined)
      fail('refused', 'who asked a text alone, a log with persons tells', 'Give the original: --against LOG.')
    const asked = fresh('asked')
    await engine.materialise(
      asked,
      `SELECT DISTINCT text, person FROM (${askedIn(`(SELECT DISTINCT query, person FROM ${original.table} WHERE query IS NOT NULL AND person IS NOT NULL)`)})`,
    )
    // A text that a step has changed is not in the log: whose it is says who became whom, where that is known.
    const changed = `(SELECT text FROM ${shown} ANTI JOIN ${asked} USING (text))`
    const behind = shownBy(rows, column, tables.truth)
    const whose = `SELECT text, person FROM ${asked} SEMI JOIN ${shown} USING (text)
      ${behind === undefined ? '' : `UNION SELECT text, person FROM (${behind}) SEMI JOIN ${changed} c USING (text)`}`
    const [found] = await engine.all<{ alone: number; exposed: number; known: number }>(`
      SELECT count(*) FILTER (persons = 1) AS alone, count(DISTINCT person) FILTER (persons = 1) AS exposed, count(*) AS known FROM (
        SELECT text, min(person) AS person, count(*) AS persons FROM (${whose}) GROUP BY text)`)
    const persons = await countOf(engine, `(SELECT DISTINCT person FROM ${original.table} WHERE person IS NOT NULL)`)
    const { alone = 0, exposed = 0, known = 0 } = found ?? {}
    const all = await countOf(engine, shown)
    await engine.drop(asked)
    return { shown: all, alone, exposed, persons, unknown: all - known }
  },
  risk: (scored) => {
    const { exposed, persons, unknown = 0 } = scored as { exposed?: unknown; persons?: unknown; unknown?: unknown }
    const open = Number(unknown)
    return {
      // A text whose askers nobody knows may be one person's.
      share: (Number(exposed) + open) / Math.max(1, Number(persons)),
      of: `persons of whom a text is shown that nobody else asked${open > 0 ? ', at most: who asked some changed texts is not known' : ''}`,
    }
  },
  text: ({ guesses, scored }) => {
    if (scored === undefined)
      return [
        `${guesses.toLocaleString('en')} texts are shown; which of them one person alone asked, the original log tells: --against LOG`,
      ]
    const { shown, alone, exposed, persons, unknown } = scored as Readonly<
      Record<'shown' | 'alone' | 'exposed' | 'persons' | 'unknown', number>
    >
    return [
      `${alone.toLocaleString('en')} of ${shown.toLocaleString('en')} shown texts were asked by one person alone: ${exposed.toLocaleString('en')} of ${persons.toLocaleString('en')} persons`,
      ...(unknown > 0
        ? [`of ${unknown.toLocaleString('en')} texts, which a step has changed, it is not known who asked them`]
        : []),
    ]
  },
})
