import { fail } from '../../base/errors.js'
import { table } from '../../base/format.js'
import type { Sql } from '../../engines/engine.js'
import { countSelected } from '../../engines/sql.js'
import { withSessionsSql } from '../../log/session-sql.js'
import { defineMeasure, type Measured } from '../measure.js'
import { figure, noHistories } from '../released.js'
import { count, shareText } from '../words.js'
import { againstLabels } from './labels.js'

/**
 * Sessions of a release: what carries one pseudonym. Beside them the sessions of the original, cut at pauses of an hour. Where the
 * original has a column of sessions or tasks that people marked, how well the release keeps to them.
 */
export default defineMeasure({
  name: 'sessions',
  summary: 'number and length of sessions; how well they fit sessions or tasks that people marked',
  paper: { key: 'Adar07', title: 'User 4XXXXX9: Anonymizing Query Logs, section 6' },
  side: 'utility',
  quick: true,
  params: {
    labels: {
      type: 'text',
      is: 'COLUMN',
      help: 'column of the original that says which session or task a row belongs to',
    },
  },
  fits: ({ released: { rows } }) => (rows.columns.includes('pseudonym') ? undefined : 'the release has no pseudonyms'),
  async run(subject, { labels }, { engine }) {
    const { original, released } = subject
    const { table } = released.rows
    const number = await countSelected(engine, `SELECT DISTINCT pseudonym FROM ${table} WHERE pseudonym IS NOT NULL`)
    const figures = {
      number,
      pseudonyms: number,
      length: await lengths(engine, `SELECT pseudonym FROM ${table} WHERE pseudonym IS NOT NULL`, 'pseudonym'),
      ...(original.has.time && original.unit !== undefined
        ? { original: await byPauses(engine, withSessionsSql(original)) }
        : {}),
    }
    if (labels === undefined) return figures
    const why = noHistories(subject)
    if (why !== undefined) fail('refused', `sessions cannot be held against --labels: ${why}`)
    return { ...figures, labels: await againstLabels(engine, subject, labels) }
  },
  text: inWords,
})

async function byPauses(engine: Sql, sessions: string) {
  const rows = `SELECT person, session FROM (${sessions}) WHERE query IS NOT NULL AND person IS NOT NULL`
  return {
    number: await countSelected(engine, `SELECT DISTINCT person, session FROM (${rows})`),
    length: await lengths(engine, rows, 'person, session'),
  }
}

async function lengths(engine: Sql, rows: string, by: string) {
  const [row] = await engine.all<{ mean: number | null; median: number | null; max: number | null }>(
    `SELECT avg(n) AS mean, median(n) AS median, max(n) AS max FROM (SELECT count(*) AS n FROM (${rows}) GROUP BY ${by})`,
  )
  return { mean: figure(row?.mean ?? 0), median: row?.median ?? 0, max: row?.max ?? 0 }
}

interface Lengths {
  readonly number: number
  readonly length: { readonly mean: number; readonly median: number; readonly max: number }
}

function inWords({ labels, original, ...own }: Measured): string[] {
  const line = (what: string, { number, length }: Lengths) => [
    what,
    ...[number, length.mean, length.median, length.max].map(count),
  ]
  const marked = (labels ?? {}) as { readonly boundaries?: Measured; readonly pairs?: Measured }
  const fits = (['boundaries', 'pairs'] as const).flatMap((what) => {
    const fit = marked[what]
    return fit ? [[what, shareText(fit, 'precision'), shareText(fit, 'recall'), shareText(fit, 'f1')]] : []
  })
  return [
    ...table([
      ['', 'sessions', 'rows: mean', 'median', 'most'],
      line('release', own as unknown as Lengths),
      ...(original ? [line('log, cut at pauses', original as Lengths)] : []),
    ]),
    ...(fits.length > 0 ? table([['as people marked them', 'precision', 'recall', 'F1'], ...fits]) : []),
  ].map((text) => `  ${text}`)
}
