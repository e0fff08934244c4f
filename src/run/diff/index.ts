import { fail } from '../../base/errors.js'
import { checksums, files } from '../../checks/form.js'
import { type Resources, type Session, withSession } from '../../engines/session.js'
import { countOf, name } from '../../engines/sql.js'
import { secureRandom } from '../../random/secure.js'
import type { Rows } from '../../release/data.js'
import { dataFileOf, openRelease, type Release } from '../../release/reader.js'
import { readSeen, type Seen } from '../../release/seen.js'
import type { Diff, Span } from '../../report/diff.js'
import { isShared, readable } from '../../shares/open/readable.js'
import { columnsOtherwise, statedOtherwise } from './stated.js'
import { type Counting, countChanges, inBoth, largest, matchRows, matchTexts } from './texts.js'

export interface DiffOptions {
  /** How many of the largest texts that came, went and changed are listed; none by default. */
  readonly top?: number
}

/** What is different between two releases, for whoever has both; reads nothing but the two. */
export async function diff(
  earlier: string,
  later: string,
  { top = 0 }: DiffOptions = {},
  resources: Resources = {},
): Promise<Diff> {
  const releases = [await openSound(earlier), await openSound(later)] as const
  return withSession(resources, async (session) => {
    const { engine, say } = session
    say('reading')
    const [closed, closedLater] = [await readSeen(engine, releases[0]), await readSeen(engine, releases[1])]
    const kind = commonKind(closed, closedLater)
    const [before, after] = [await opened(closed, session), await opened(closedLater, session)]
    const counting = countingOf(before, after)
    say('comparing')
    const matched = await matchTexts(engine, before.rows, after.rows, counting)
    const texts = await countChanges(engine, matched, counting)
    const manifests = [releases[0].manifest, releases[1].manifest] as const
    const stated = await statedOtherwise(...manifests)
    const columns = columnsOtherwise(...manifests)
    const rows = await matchRows(engine, before.rows, after.rows)
    const changes = [...columns.came, ...columns.went, ...columns.changed, ...stated].length
    return {
      attacker: 'subscriber',
      kind,
      earlier,
      later,
      same: changes + rows.came + rows.went === 0,
      stated,
      columns,
      rows,
      ...(await withheldIn(before.rows, after.rows, session)),
      ...(await daysOf(before.rows, after.rows, session)),
      texts,
      joined: await joinedBy(before.rows, after.rows, session),
      ...(top > 0 ? { largest: await largest(engine, matched, counting, top) } : {}),
    }
  })
}

/** A release whose files are those that were released. */
async function openSound(dir: string): Promise<Release> {
  const release = openRelease(dir)
  dataFileOf(release)
  for (const check of [files(release), await checksums(release)])
    if (!check.holds) fail('input', `${dir} is damaged: ${check.detail}`, 'lethe verify says more; get it again.')
  return release
}

/** A release with all that anyone can read in it. */
function opened(seen: Seen, { engine, signal }: Session): Promise<Seen> {
  const random = secureRandom()
  return readable(engine, seen, (below) => random.below(below), signal)
}

/** What both hold; nothing can be said of two that hold different things. */
function commonKind(before: Seen, after: Seen): Diff['kind'] {
  const [one, other] = [kindOf(before), kindOf(after)]
  if (one !== other)
    fail(
      'refused',
      `the two cannot be compared: the earlier holds ${KINDS[one]}, the later ${KINDS[other]}`,
      'Name two releases that were made by the same method.',
    )
  return one
}

const KINDS = { rows: 'rows with queries', items: 'items', shares: 'shared queries' } as const

function kindOf(seen: Seen): Diff['kind'] {
  const { columns } = seen.rows
  if (isShared(seen)) return 'shares'
  if (columns.includes('item')) return 'items'
  return columns.includes('query')
    ? 'rows'
    : fail('refused', 'a release that shows no texts cannot be compared', 'lethe verify says whether it is whole.')
}

/** What an item may be made of. */
const ITEM_COLUMNS = ['item', 'next', 'url']

function countingOf(before: Seen, after: Seen): Counting {
  const keys = [before, after].map(({ rows: { columns } }) =>
    columns.includes('item') ? ITEM_COLUMNS.filter((column) => columns.includes(column)) : ['query'],
  )
  const [key = [], other = []] = keys
  const meaning = ({ manifest }: Seen) => manifest?.columns.find((column) => column.name === 'item')?.meaning
  if (key.join() !== other.join() || meaning(before) !== meaning(after))
    fail(
      'refused',
      'the two cannot be compared: their items are not of one kind',
      'Name two releases with the same --items.',
    )
  const counts = [before, after].map(({ rows }) => rows.columns.includes('count'))
  const by = !key.includes('item') ? 'rows' : counts.every(Boolean) ? 'count' : 'nothing'
  return { key, by }
}

async function withheldIn(before: Rows, after: Rows, { engine }: Session): Promise<Pick<Diff, 'withheld'>> {
  if (!before.columns.includes('query')) return {}
  const without = ({ table }: Rows) => countOf(engine, `${table} WHERE query IS NULL`)
  const withheld = { earlier: await without(before), later: await without(after) }
  return withheld.earlier + withheld.later === 0 ? {} : { withheld }
}

async function daysOf(before: Rows, after: Rows, { engine }: Session): Promise<Pick<Diff, 'days'>> {
  const span = async ({ table, columns }: Rows): Promise<Span | null> => {
    const when = ['day', 'hour', 'time'].find((column) => columns.includes(column))
    if (when === undefined) return null
    const [found] = await engine.all<{ first: string | null; last: string | null }>(
      `SELECT min(substr(${name(when)}, 1, 10)) AS first, max(substr(${name(when)}, 1, 10)) AS last FROM ${table}`,
    )
    return found?.first && found.last ? { from: found.first, to: found.last } : null
  }
  const days = { earlier: await span(before), later: await span(after) }
  return days.earlier === null && days.later === null ? {} : { days }
}

async function joinedBy(before: Rows, after: Rows, { engine }: Session): Promise<Diff['joined']> {
  const joined: Record<string, Diff['joined'][string]> = {}
  for (const column of ['pseudonym', 'tag'])
    if (before.columns.includes(column) && after.columns.includes(column))
      joined[column] = await inBoth(engine, before, after, column)
  return joined
}
