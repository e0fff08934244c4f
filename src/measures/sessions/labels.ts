import type { Engine } from '../../engines/engine.js'
import { fresh, name } from '../../engines/sql.js'
import { fail } from '../../errors.js'
import type { Subject } from '../measure.js'
import { figure } from '../released.js'

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
  engine: Engine,
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
  const [total] = await engine.all<{ n: number }>(`SELECT count(*) AS n FROM ${rows}`)
  const [boundaries] = await engine.all<Counts>(`
    SELECT count(*) FILTER (cut AND wanted) AS hits, count(*) FILTER (cut) AS guessed, count(*) FILTER (wanted) AS wanted FROM (
      SELECT pseudonym <> lag(pseudonym) OVER history AS cut, label <> lag(label) OVER history AS wanted
      FROM ${rows} WINDOW history AS (PARTITION BY person ORDER BY time, id)) WHERE cut IS NOT NULL`)
  const pairsBy = (columns: string) =>
    `(SELECT coalesce(sum(n * (n - 1) / 2), 0)::DOUBLE FROM (SELECT count(*) AS n FROM ${rows} GROUP BY ${columns}))`
  const [pairs] = await engine.all<Counts>(
    `SELECT ${pairsBy('person, pseudonym, label')} AS hits, ${pairsBy('person, pseudonym')} AS guessed, ${pairsBy('person, label')} AS wanted`,
  )
  return { rows: total?.n ?? 0, boundaries: fit(boundaries as Counts), pairs: fit(pairs as Counts) }
}

interface Counts {
  readonly hits: number
  readonly guessed: number
  readonly wanted: number
}

function fit({ hits, guessed, wanted }: Counts): Fit {
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
async function matched(engine: Engine, { original, released, truth }: Subject, label: string): Promise<string> {
  const rows = fresh('labelled')
  await engine.run(`
    CREATE TABLE ${rows} AS SELECT row_number() OVER (ORDER BY person, time, query, ${label}) AS id, person, query, time, ${label} AS label
    FROM ${original.table} WHERE query IS NOT NULL AND ${label} IS NOT NULL`)
  const { table, columns } = released.rows
  const relative = columns.includes('seconds')
  const begins = relative ? await beginnings(engine, table, truth?.table as string, original.table) : undefined
  const found = fresh('found')
  await engine.run(`
    CREATE TABLE ${found} AS SELECT o.id, any_value(o.person) AS person, any_value(o.time) AS time, any_value(o.label) AS label,
      arg_max(r.pseudonym, (${begins ? '(b.start IS NOT NULL)::INTEGER' : fitsSql(columns)}, r.pseudonym)) AS pseudonym
    FROM ${rows} o JOIN ${truth?.table as string} t ON t.person = o.person JOIN ${table} r ON r.pseudonym = t.pseudonym AND r.query = o.query
    ${begins ? `LEFT JOIN ${begins} b ON b.pseudonym = r.pseudonym AND b.start = o.time - to_seconds(r.seconds::BIGINT)` : ''}
    GROUP BY o.id`)
  return found
}

/**
 * When sessions with relative times began: (pseudonym, start). All rows of a session must stand in the original at its start plus their
 * seconds; sessions of a person and day that are equal row by row take the moments in turn. Where clocks stopped there are none.
 */
async function beginnings(engine: Engine, released: string, truth: string, original: string): Promise<string> {
  const [alike, starts, begins] = [fresh('alike'), fresh('starts'), fresh('begins')]
  await engine.run(`
    CREATE TABLE ${alike} AS SELECT *, row_number() OVER same AS nth, min(pseudonym) OVER same AS model FROM (
      SELECT t.person, r.pseudonym, min(r.day)::DATE AS day, count(*) AS length, count(DISTINCT (r.query, r.seconds)) AS moments,
        string_agg(r.query || '@' || r.seconds, chr(0) ORDER BY r.seconds::BIGINT, r.query) AS content,
        arg_min(r.query, (r.seconds::BIGINT, r.query)) AS opening
      FROM ${released} r JOIN ${truth} t USING (pseudonym) WHERE r.query IS NOT NULL GROUP BY t.person, r.pseudonym)
    WINDOW same AS (PARTITION BY person, day, content ORDER BY pseudonym);
    CREATE TABLE ${starts} AS SELECT model, start, row_number() OVER (PARTITION BY model ORDER BY start) AS nth FROM (
      SELECT a.model, o.time AS start, any_value(a.moments) AS moments, count(DISTINCT (r.query, r.seconds)) AS matched
      FROM ${alike} a JOIN ${original} o ON o.person = a.person AND o.query = a.opening AND o.time::DATE = a.day
      JOIN ${released} r ON r.pseudonym = a.model
      JOIN ${original} x ON x.person = a.person AND x.query = r.query AND x.time = o.time + to_seconds(r.seconds::BIGINT)
      WHERE a.pseudonym = a.model GROUP BY a.model, o.time) WHERE matched = moments;
    CREATE TABLE ${begins} AS SELECT a.pseudonym, s.start FROM ${alike} a JOIN ${starts} s ON s.model = a.model AND s.nth = a.nth`)
  return begins
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
