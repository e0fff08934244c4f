import { rmSync } from 'node:fs'
import { fail } from '../base/errors.js'
import { cast } from '../engines/dialect/index.js'
import { columnsIn, type Engine } from '../engines/engine.js'
import { type Resources, withSession } from '../engines/session.js'
import { fresh, name } from '../engines/sql.js'
import { secureRandom } from '../random/secure.js'
import type { DecodeFigures } from '../report/shares.js'
import { openAll } from '../shares/open/all.js'
import { readShared, type Shared } from '../shares/open/read-shared.js'
import { writeRows } from '../shares/open/write-rows.js'
import type { DecodeFormats, DecodeOptions } from './decode-options.js'

/** Opens whatever is shared, in an engine. */
export async function decodeInEngine(
  inputs: readonly string[],
  options: DecodeOptions,
  { format, rejectedFormat }: DecodeFormats,
  resources: Resources,
): Promise<DecodeFigures> {
  return withSession(resources, async ({ engine, say, signal }) => {
    say('reading')
    const own: Shared[] = []
    for (const path of inputs) own.push(await readShared(engine, path))
    const earlier: Shared[] = []
    for (const path of options.with ?? []) earlier.push(await readShared(engine, path))
    const sharing = common([...own, ...earlier])
    const union = (part: 'shares' | 'texts') =>
      [...own, ...earlier].map((one) => `SELECT * FROM ${one[part]}`).join(' UNION ALL ')
    const columns = commonColumns(own)
    const rows = fresh('rows')
    await engine.view(
      rows,
      `${own.map((one) => `SELECT ${['tag', ...columns.map(name)].join(', ')} FROM ${one.rows}`).join(' UNION ALL ')}`,
    )
    const numbers = commonNumbers([...own, ...earlier])
    say('opening')
    const opening = { sharing, shares: union('shares'), texts: union('texts'), numbers, draw, signal }
    const found = await openAll(engine, opening)
    say('writing')
    rmSync(options.out, { force: true })
    const alone = own.length === 1 && format === 'tsv' ? own[0]?.numbers : undefined
    if (alone === undefined || !(await writeRows(engine, alone, found.opened, options.out)))
      await engine.write(openedRows(rows, columns, found.opened), options.out, format)
    if (options.rejected !== undefined)
      await engine.write(`SELECT * FROM ${found.rejected} ORDER BY ALL`, options.rejected, rejectedFormat)
    const unreadable = [...own, ...earlier].reduce((sum, one) => sum + one.unreadable, 0)
    const counts = await countRows(engine, commonNumbers(own)?.shares, rows, found.opened)
    return {
      ...counts,
      rejected: found.rejectedCount + unreadable,
      damaged: found.damaged,
    }
  })
}

const chance = secureRandom()
const draw = (below: number) => chance.below(below)

function common(all: readonly Shared[]): Shared['sharing'] {
  const [first] = all as [Shared]
  if (all.some(({ sharing }) => sharing.t !== first.sharing.t || sharing.scheme !== first.sharing.scheme))
    fail(
      'usage',
      'the inputs were shared in different ways',
      'Only shares of one scheme and one t add up: decode them apart.',
    )
  return first.sharing
}

/** All shares and texts in numbers, if each input has them so. */
function commonNumbers(all: readonly Shared[]) {
  const numbers = all.flatMap((one) => one.numbers ?? [])
  if (numbers.length < all.length) return undefined
  const union = (part: 'shares' | 'texts') => numbers.map((one) => `SELECT * FROM ${one[part]}`).join(' UNION ALL ')
  return { shares: union('shares'), texts: union('texts') }
}

function commonColumns(all: readonly Shared[]): readonly string[] {
  const [first] = all as [Shared]
  return first.columns.filter((column) => all.every(({ columns }) => columns.includes(column)))
}

/** All rows, each with its query where that could be read. */
function openedRows(rows: string, columns: readonly string[], opened: string): string {
  const before = columns.filter((column) => column === 'pseudonym')
  const after = columns.filter((column) => column !== 'pseudonym')
  const shown = [
    ...before.map((column) => `r.${name(column)}`),
    'lower(hex(r.tag)) AS tag',
    'o.query AS query',
    ...after.map((column) => `r.${name(column)}`),
  ]
  // The order of what is shown; the query follows from the tag.
  const order = [...before, 'tag', ...after].map((column) => `r.${name(column)}`)
  return `SELECT ${shown.join(', ')} FROM ${rows} r LEFT JOIN ${opened} o ON r.tag = o.tag ORDER BY ${order.join(', ')}`
}

async function countRows(engine: Engine, shares: string | undefined, rows: string, opened: string) {
  // Where rows are shares as well, they are counted in numbers.
  const [tags, tag] =
    shares === undefined
      ? [`SELECT tag FROM ${rows} WHERE tag IS NOT NULL`, 'o.tag']
      : [shares, columnsIn(engine).wide('o.tag', true)]
  const [counts] = await engine.all<{ tags: number; opened: number; rows: number; rowsOpened: number }>(`
    SELECT count(*) AS tags, count(o.tag) AS opened, ${cast('coalesce(sum(n), 0)', 'long')} AS rows, ${cast('coalesce(sum(n) FILTER (WHERE o.tag IS NOT NULL), 0)', 'long')} AS rowsOpened
    FROM (SELECT tag, count(*) AS n FROM (${tags}) GROUP BY tag) r LEFT JOIN ${opened} o ON r.tag = ${tag}`)
  return counts ?? { tags: 0, opened: 0, rows: 0, rowsOpened: 0 }
}
