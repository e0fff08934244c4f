import { fail } from '../../base/errors.js'
import { countOf, fresh } from '../../engines/sql.js'
import { termsSql } from '../../log/terms-sql.js'
import { readable } from '../../shares/open/readable.js'
import { defineAttack, type Guesses } from '../attack.js'
import { shareOf } from '../risk.js'
import { hashedTexts, noTexts, showsKeywords, textColumn } from '../texts.js'

interface Shown extends Guesses {
  /** (text), each once. */
  readonly shown: string
  readonly keywords: boolean
}

/**
 * Plain reading: a shown text that one person alone asked says what that person asked, whoever that is, and often who it was. Texts are counted by
 * the persons who asked them in the original, whatever the release did with rows and pseudonyms.
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
  async run(seen, _, { engine, random, signal }) {
    const open = await readable(engine, seen, (below) => random.below(below), signal)
    const column = textColumn(open) ?? 'query'
    const shown = fresh('shown')
    await engine.materialise(
      shown,
      `SELECT DISTINCT ${column} AS text FROM ${open.rows.table} WHERE ${column} IS NOT NULL`,
    )
    return { guesses: await countOf(engine, shown), shown, keywords: showsKeywords(seen) }
  },
  async score({ shown, keywords }, { original }, _, { engine }) {
    if (original === undefined || original.unit === undefined)
      fail('refused', 'who asked a text alone, a log with persons tells', 'Give the original: --against LOG.')
    const text = keywords ? `unnest(${termsSql('query')})` : 'query'
    const asked = `(SELECT DISTINCT ${text} AS text, person FROM ${original.table} WHERE query IS NOT NULL AND person IS NOT NULL)`
    const [found] = await engine.all<{ alone: number; exposed: number }>(`
      SELECT count(*) AS alone, count(DISTINCT person) AS exposed FROM (
        SELECT text, min(person) AS person FROM ${asked} SEMI JOIN ${shown} USING (text) GROUP BY text HAVING count(*) = 1)`)
    const persons = await countOf(engine, `(SELECT DISTINCT person FROM ${original.table} WHERE person IS NOT NULL)`)
    const { alone = 0, exposed = 0 } = found ?? {}
    return { shown: await countOf(engine, shown), alone, exposed, persons }
  },
  risk: shareOf(
    'persons of whom a text is shown that nobody else asked',
    ({ exposed, persons }) => Number(exposed) / Math.max(1, Number(persons)),
  ),
  text: ({ guesses, scored }) => {
    if (scored === undefined)
      return [
        `${guesses.toLocaleString('en')} texts are shown; which of them one person alone asked, the original log tells: --against LOG`,
      ]
    const { shown, alone, exposed, persons } = scored as Record<'shown' | 'alone' | 'exposed' | 'persons', number>
    return [
      `${alone.toLocaleString('en')} of ${shown.toLocaleString('en')} shown texts were asked by one person alone: ${exposed.toLocaleString('en')} of ${persons.toLocaleString('en')} persons`,
    ]
  },
})
