import { fail } from '../../base/errors.js'
import type { Sql, Value } from '../../engines/engine.js'
import { countOf, fresh, name } from '../../engines/sql.js'
import type { Subject } from '../measure.js'
import { figure } from '../released.js'
import { matchSessions, type OriginalRow, type ReleasedRow } from './match.js'

interface Fit {
  readonly precision: number | null
  readonly recall: number | null
  readonly f1: number | null
}

/**
 * Holds released sessions against a column of the original. A boundary stands between two rows of a person that follow each
 * other and differ; a pair is any two rows of a person that do not.
 */
export async function againstLabels(
  engine: Sql,
  subject: Subject,
  labels: string,
): Promise<{ readonly rows: number; readonly boundaries: Fit; readonly pairs: Fit }> {
  const { original } = subject
  if (!original.extras.includes(labels))
    fail(
      'usage',
      `--labels names '${labels}', which is not among the columns of the log`,
      `Keep it with --columns ${labels}=NAME.`,
    )
  const rows = await matched(engine, subject, name(`x_${labels}`))
  const total = await countOf(engine, rows)
  const [boundaries] = await engine.all<Counts>(`
    SELECT count(*) FILTER (cut AND wanted) AS hits, count(*) FILTER (cut) AS guessed, count(*) FILTER (wanted) AS wanted FROM (
      SELECT pseudonym <> lag(pseudonym) OVER history AS cut, label <> lag(label) OVER history AS wanted
      FROM ${rows} WINDOW history AS (PARTITION BY person ORDER BY time, id)) WHERE cut IS NOT NULL`)
  const pairsBy = (columns: string) =>
    `(SELECT coalesce(sum(n * (n - 1) / 2), 0)::DOUBLE FROM (SELECT count(*) AS n FROM ${rows} GROUP BY ${columns}))`
  const [pairs] = await engine.all<Counts>(
    `SELECT ${pairsBy('person, pseudonym, label')} AS hits, ${pairsBy('person, pseudonym')} AS guessed, ${pairsBy('person, label')} AS wanted`,
  )
  return { rows: total, boundaries: fitOf(boundaries!), pairs: fitOf(pairs!) }
}

interface Counts {
  readonly hits: number
  readonly guessed: number
  readonly wanted: number
}

function fitOf({ hits, guessed, wanted }: Counts): Fit {
  const share = (of: number) => (of === 0 ? null : figure(hits / of))
  return {
    precision: share(guessed),
    recall: share(wanted),
    f1: guessed + wanted === 0 ? null : figure((2 * hits) / (guessed + wanted)),
  }
}

/**
 * Finds the pseudonym of each labelled row: (id, person, time, label, pseudonym). The same person and text must stand in both; where that
 * leaves several, what the release shows of the time decides. Rows that were not released are left out.
 */
async function matched(engine: Sql, { original, released, truth }: Subject, label: string): Promise<string> {
  const rows = fresh('labelled')
  await engine.materialise(
    rows,
    `SELECT (row_number() OVER (ORDER BY person, time, query, ${label}))::INTEGER AS id, person, query, time, ${label} AS label
    FROM ${original.table} WHERE query IS NOT NULL`,
  )
  const { table, columns } = released.rows
  const people = truth?.table as string
  const found = fresh('found')
  if (columns.includes('seconds')) {
    const pseudonyms = await byPlaces(engine, rows, table, people)
    await engine.materialise(
      found,
      `SELECT o.id, o.person, o.time, o.label, p.pseudonym FROM ${rows} o JOIN ${pseudonyms} p ON p.id::INTEGER = o.id
      WHERE o.label IS NOT NULL`,
    )
  } else
    await engine.materialise(
      found,
      `SELECT o.id, any_value(o.person) AS person, any_value(o.time) AS time, any_value(o.label) AS label,
      arg_max(r.pseudonym, (${fitsSql(columns)}, r.pseudonym)) AS pseudonym
    FROM ${rows} o JOIN ${people} t ON t.person = o.person JOIN ${table} r ON r.pseudonym = t.pseudonym AND r.query = o.query
    WHERE o.label IS NOT NULL GROUP BY o.id`,
    )
  return found
}

/** The pseudonyms of rows by the places of whole sessions with relative times: (id, pseudonym). */
async function byPlaces(engine: Sql, original: string, released: string, truth: string): Promise<string> {
  const ids: string[] = []
  const pseudonyms: string[] = []
  let whose: Value = null
  let [own, theirs]: [OriginalRow[], ReleasedRow[]] = [[], []]
  const close = () => {
    for (const [id, pseudonym] of matchSessions(own, theirs)) {
      ids.push(String(id))
      pseudonyms.push(pseudonym)
    }
    ;[own, theirs] = [[], []]
  }
  for await (const [persons, times, queries, marks, days] of engine.stream(`
    SELECT person, epoch_us(time) AS moment, query, id::VARCHAR AS mark, NULL AS day FROM ${original} WHERE time IS NOT NULL
    UNION ALL SELECT t.person, r.seconds::BIGINT, r.query, r.pseudonym, r.day::VARCHAR
    FROM ${released} r JOIN ${truth} t USING (pseudonym) WHERE r.query IS NOT NULL AND r.seconds IS NOT NULL ORDER BY person, moment`))
    for (let i = 0; i < (persons?.length ?? 0); i++) {
      if (persons![i] !== whose) close()
      whose = persons![i] as Value
      const [at, query, mark, day] = [times![i] as number, queries![i] as string, marks![i] as string, days![i]]
      if (day === null) own.push({ id: Number(mark), time: at, query })
      else theirs.push({ pseudonym: mark, seconds: at, day: day as string, query })
    }
  close()
  const table = fresh('places')
  await engine.append(table, ['id', 'pseudonym'], [[ids, pseudonyms]])
  return table
}

/** How well the time of a released row fits that of an original one: 1 or 0. */
function fitsSql(columns: readonly string[]): string {
  const has = (column: string) => columns.includes(column)
  const test = has('time')
    ? 'r.time::TIMESTAMP = o.time'
    : has('hour')
      ? `r.hour::TIMESTAMP = date_trunc('hour', o.time)`
      : has('day')
        ? 'r.day::DATE = o.time::DATE'
        : 'true'
  return `coalesce((${test})::INTEGER, 0)`
}
