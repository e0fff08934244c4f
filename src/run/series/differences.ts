import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadAttack } from '../../attacks/index.js'
import { parseParams } from '../../base/params.js'
import type { Session } from '../../engines/session.js'
import { fresh, names } from '../../engines/sql.js'
import { readLog } from '../../ingest/index.js'
import { secureRandom } from '../../random/secure.js'
import type { Seen } from '../../release/seen.js'
import { lastDayOf } from '../../series/periods.js'
import { attackSeen } from '../attack.js'
import { see } from '../see.js'
import { isShown, type Member, type Series } from './settings.js'

/** What a subscriber learns who has this release and an earlier one. */
export interface Difference {
  readonly since: 'the release before' | 'the first of the window' | 'all of the window'
  /** The periods that the earlier ones are of. */
  readonly periods: readonly string[]
  /** Texts that are new, */
  readonly appeared: number
  /** and of those the ones to which one person came. */
  readonly attributable: number
}

const FILE = 'differences.json'

/** As they were found when the period was added. */
export function knownDifferences({ privateDir }: Member): readonly Difference[] | undefined {
  try {
    return JSON.parse(readFileSync(join(privateDir, FILE), 'utf8')) as Difference[]
  } catch {
    return undefined
  }
}

/** Holds a release against the one before it, the first of its window, and all of them together, as whoever has subscribed can. */
export async function differences(
  series: Series,
  member: Member,
  before: readonly Member[],
  session: Session,
): Promise<readonly Difference[]> {
  const inWindow = before.filter(
    (one) => isShown(one) && (series.window === 'ever' || one.period > member.period - series.window),
  )
  const [last, first] = [inWindow.at(-1), inWindow[0]]
  const found: Difference[] = []
  if (last !== undefined && first !== undefined) {
    session.say('looking at the differences')
    const seen = await see(member.dir, {}, session)
    const earlier = new Map<Member, Seen>()
    for (const one of inWindow) earlier.set(one, await see(one.dir, {}, session))
    const reference = await logsOf(series, [...inWindow, member], session)
    const against = async (since: Difference['since'], members: readonly Member[], cut: Member) => {
      const other = await together(
        members.map((one) => earlier.get(one)!),
        session,
      )
      found.push({
        since,
        ...(await difference(seen, other, reference, lastDayOf(series.every, cut.period), session)),
        periods: members.map(({ name }) => name),
      })
    }
    await against('the release before', [last], last)
    await against('the first of the window', [first], first)
    await against('all of the window', inWindow, last)
  }
  const draft = join(member.privateDir, `.${FILE}`)
  writeFileSync(draft, `${JSON.stringify(found, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(draft, join(member.privateDir, FILE))
  return found
}

async function difference(
  seen: Seen,
  other: Seen,
  reference: Awaited<ReturnType<typeof logsOf>>,
  cut: string,
  session: Session,
): Promise<Pick<Difference, 'appeared' | 'attributable'>> {
  const attack = await loadAttack('difference-releases')
  const params = parseParams(attack.name, attack.params, { cut })
  const on = { ...session, random: secureRandom(), other, ...(reference ? { reference } : {}) }
  const { result } = await attackSeen(attack, seen, params, undefined, on)
  const { appeared, attributable } = result.scored as Pick<Difference, 'appeared' | 'attributable'>
  return { appeared, attributable }
}

/** Several releases as one: what whoever has all of them has. */
async function together(all: readonly Seen[], { engine }: Session): Promise<Seen> {
  const [one, ...others] = all
  if (one === undefined) throw new TypeError('a release is needed')
  if (others.length === 0) return one
  const { columns } = one.rows
  const table = fresh('together')
  await engine.view(table, all.map(({ rows }) => `SELECT ${names(columns)} FROM ${rows.table}`).join(' UNION ALL '))
  return { ...one, rows: { table, columns } }
}

/** The logs of several periods, from where they were read then: who asked what for the first time. Without times nobody can tell. */
async function logsOf({ input }: Series, members: readonly Member[], session: Session) {
  const paths = members.flatMap(({ record }) => record.input.files.map(({ path }) => path))
  const { log } = await readLog(paths, { ...input, keepRaw: true }, session)
  return log.has.time ? log : undefined
}
