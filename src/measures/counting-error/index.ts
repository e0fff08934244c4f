import { percent, table } from '../../base/format.js'
import { cast, none } from '../../engines/dialect/index.js'
import type { Sql } from '../../engines/engine.js'
import { fresh } from '../../engines/sql.js'
import { itemTable, trueItemsSql } from '../items.js'
import { defineMeasure, type Measured, type Subject } from '../measure.js'
import { figure, itemsOf } from '../released.js'
import { count, named } from '../words.js'

const TOPS = [10, 100, 1000, 10_000, 100_000]

/**
 * How far released counts are from true ones, by bands of the true count (powers of ten), and how much of the true top j is
 * published: `recall` is the share of the j most frequent items of the original that the release has at all, `precision` the share
 * of the j most frequent of the release that are as frequent in the original as its j-th; null where no counts are published.
 *
 * A histogram counts persons, and is held against all persons who have an item, so that what the bound on a person's items takes
 * away counts as error too. Rows are counted as rows.
 */
export default defineMeasure({
  name: 'counting-error',
  summary: 'error of released counts by frequency, and precision and recall of the most frequent items',
  paper: { key: 'Goetz12', title: 'Publishing Search Logs: A Comparative Study of Privacy Guarantees' },
  side: 'utility',
  quick: true,
  params: {},
  fits: ({ released }) =>
    itemsOf(released) || released.rows.columns.includes('query')
      ? undefined
      : 'the release has neither queries nor items',
  async run(subject, _, { engine }) {
    const { table, unit, counts } = await joined(engine, subject)
    const [size] = await engine.all<{ items: number; published: number }>(
      `SELECT count(*) FILTER (WHERE truth > 0) AS items, count(*) FILTER (WHERE published) AS published FROM ${table}`,
    )
    const bands = await engine.all<{
      from: number
      items: number
      published: number
      absolute: number
      relative: number
    }>(`
      SELECT ${cast('pow(10, floor(log10(truth)))', 'long')} AS "from", count(*) AS items, count(*) FILTER (WHERE published) AS published,
        avg(abs(shown - truth)) FILTER (WHERE published) AS absolute, avg(abs(shown - truth) / truth) FILTER (WHERE published) AS relative
      FROM ${table} WHERE truth > 0 GROUP BY 1 ORDER BY 1`)
    const error = (value: number | null) => (counts && value !== null ? figure(value) : null)
    return {
      unit,
      items: size?.items ?? 0,
      published: size?.published ?? 0,
      bands: bands.map((band) => ({
        from: band.from,
        to: band.from * 10 - 1,
        items: band.items,
        published: figure(band.published / band.items),
        absolute: error(band.absolute),
        relative: error(band.relative),
      })),
      top: await tops(engine, table, size?.items ?? 0, counts),
    }
  },
  text: inWords,
})

/** All items of the original and of the release: (truth, shown, published), and ranks by either. */
async function joined(engine: Sql, { original, released }: Subject) {
  const kind = itemsOf(released)
  const rows = (table: string) =>
    `SELECT query AS first, ${none('text')} AS second, count(*) AS n FROM ${table} WHERE query IS NOT NULL GROUP BY query`
  const items = kind && (await itemTable(engine, released))
  const truth = items ? trueItemsSql(original, items) : rows(original.table)
  const shown = items ? `SELECT first, second, n FROM ${items.table}` : rows(released.rows.table)
  const table = fresh('counted')
  await engine.materialise(
    table,
    `SELECT ${cast('coalesce(t.n, 0)', 'double')} AS truth, ${cast('r.n', 'double')} AS shown, r.first IS NOT NULL AS published,
      row_number() OVER (ORDER BY t.n DESC NULLS LAST, t.first, t.second) AS place,
      row_number() OVER (ORDER BY r.n DESC NULLS LAST, r.first, r.second) AS shown_place
    FROM (${truth}) t FULL JOIN (${shown}) r ON t.first = r.first AND t.second IS NOT DISTINCT FROM r.second`,
  )
  return { table, unit: kind ? 'persons' : 'rows', counts: items?.counts ?? true }
}

async function tops(engine: Sql, table: string, items: number, counts: boolean) {
  const found: { j: number; precision: number | null; recall: number }[] = []
  for (const j of TOPS) {
    const [top] = await engine.all<{ published: number; best: number; right: number }>(`
      SELECT count(*) FILTER (WHERE published AND place <= ${j}) AS published, count(*) FILTER (WHERE published AND shown_place <= ${j}) AS best,
        count(*) FILTER (WHERE published AND shown_place <= ${j} AND truth >= (SELECT min(truth) FROM ${table} WHERE place <= ${j} AND truth > 0)) AS "right"
      FROM ${table}`)
    const { published = 0, best = 0, right = 0 } = top ?? {}
    found.push({
      j,
      precision: counts && best > 0 ? figure(right / best) : null,
      recall: items === 0 ? 0 : figure(published / Math.min(j, items)),
    })
    if (j >= items) break
  }
  return found
}

interface Band {
  readonly from: number
  readonly to: number
  readonly items: number
  readonly published: number
  readonly absolute: number | null
  readonly relative: number | null
}

interface Top {
  readonly j: number
  readonly precision: number | null
  readonly recall: number
}

function inWords({ unit, items, published, bands, top }: Measured): string[] {
  const shareOf = (value: number | null) => (value === null ? '-' : percent(value))
  const indented = (rows: readonly (readonly string[])[]) => table(rows).map((line) => `  ${line}`)
  return [
    ...named([
      ['items of the log', count(items)],
      ['items published', count(published)],
    ]),
    ...indented([
      [`by ${String(unit)}`, 'items', 'published', 'mean error', 'relative'],
      ...(bands as readonly Band[]).map((band) => [
        `${count(band.from)}-${count(band.to)}`,
        count(band.items),
        percent(band.published),
        band.absolute === null ? '-' : count(band.absolute),
        shareOf(band.relative),
      ]),
    ]),
    ...indented([
      ['most frequent', 'precision', 'recall'],
      ...(top as readonly Top[]).map(({ j, precision, recall }) => [count(j), shareOf(precision), percent(recall)]),
    ]),
  ]
}
