import { fail } from '../../base/errors.js'
import { fresh } from '../../engines/sql.js'
import type { Log } from '../../log/log.js'
import { judged } from '../../release/experiment.js'
import type { Truth } from '../../release/seen.js'
import { type AddedRow, type AttackContext, defineAttack, type Guesses } from '../attack.js'
import { levelsOf } from '../risk.js'
import { inWords } from './words.js'

const params = {
  targets: { type: 'whole', min: 1, max: 10_000, default: 20, help: 'persons to attack for each number of accounts' },
  known: { type: 'whole', min: 1, max: 100, default: 3, help: 'queries of a person that the accounts copy' },
} as const

/** A person, and the accounts that copy some of the person's queries. */
interface Target {
  readonly person: string
  readonly known: readonly string[]
  readonly others: readonly string[]
  readonly accounts: readonly string[]
}

interface Isolated extends Guesses {
  readonly targets: readonly Target[]
  /** Of the release in which the accounts are: the histories, and for the score alone whose they are. */
  readonly rows: string
  readonly truth: Truth
}

/**
 * Where histories are released in groups of identical ones, whoever has accounts lets them ask what is known of a person, so that the person is grouped with
 * them. A group of accounts and nobody else belongs to one person: whatever it shows that the accounts did not ask is that person's.
 */
export default defineAttack<typeof params, Isolated>({
  name: 'isolate-users',
  summary: 'have a person grouped with accounts that copy a few known queries, and read what else the group shows',
  paper: { key: 'Erola13', title: 'Contributions to Privacy in Web Search Engines' },
  attacker: 'participant',
  params,
  needs: ['reference'],
  remakes: true,
  fits: ({ manifest, rows: { columns } }) => {
    const claim = manifest && judged(manifest)
    if (claim?.kind !== 'identical-users') return 'it promises no groups of identical histories'
    return columns.includes('pseudonym') && columns.includes('query') ? undefined : 'it shows no histories'
  },
  async run({ manifest }, { targets: most, known }, on): Promise<Isolated> {
    const claim = manifest && judged(manifest)
    if (claim?.kind !== 'identical-users' || on.reference === undefined || on.remake === undefined)
      fail('refused', 'isolate-users makes releases, and needs to know of what and how', 'Give --reference LOG.')
    const levels = [...new Set([1, 2, 5, 10, claim.k - 1])].sort((a, b) => a - b)
    const persons = await personsOf(on.reference, most * levels.length, known, on)
    const each = Math.floor(persons.length / levels.length)
    if (each === 0)
      fail('refused', `too few persons asked more than ${known} queries`, 'Take a larger log, or a smaller --known.')
    const batch = on.random.uint32().toString(36)
    const targets = levels.flatMap((accounts, level) =>
      persons.slice(level * each, (level + 1) * each).map((one, i) => ({
        ...one,
        accounts: Array.from({ length: accounts }, (_, n) => `added-${batch}-${level}-${i}-${n}`),
      })),
    )
    const made = await on.remake(await rowsOf(targets, on.reference, on))
    return { guesses: targets.length, targets, rows: made.seen.rows.table, truth: made.truth }
  },
  score: async ({ targets, rows, truth }, _truth, _params, on) => {
    const { members, shown } = await groupsOf(targets, rows, truth, on)
    return [...new Set(targets.map(({ accounts }) => accounts.length))].map((added) => {
      const these = targets.filter(({ accounts }) => accounts.length === added)
      const alone = these.filter(({ person, accounts }) => {
        const own = new Set([person, ...accounts])
        return [...(members.get(person) ?? ['somebody else'])].every((member) => own.has(member))
      })
      const read = alone.map(({ person, others }) => others.filter((query) => shown.get(person)?.has(query)).length)
      const all = these.reduce((sum, { others }) => sum + others.length, 0)
      return {
        added,
        success: alone.length / these.length,
        read: read.reduce((sum, n) => sum + n, 0) / Math.max(1, all),
      }
    })
  },
  risk: levelsOf('persons grouped with nobody but accounts', ({ added, success }) => [Number(added), Number(success)]),
  text: inWords,
})

/** Persons with more queries than are known of them, drawn at random: those that are known, and the others. */
async function personsOf(log: Log, most: number, known: number, { engine, random }: AttackContext) {
  const seed = random.uint32()
  const asked = `(SELECT DISTINCT person, query FROM ${log.table} WHERE person IS NOT NULL AND query IS NOT NULL)`
  const found = await engine.all<{ person: string; query: string }>(`
    SELECT person, query FROM ${asked} JOIN (
      SELECT person, md5(person || '${seed}') AS place FROM ${asked} GROUP BY person HAVING count(*) > ${known} ORDER BY place LIMIT ${most}) USING (person)
    ORDER BY place, person, md5(query || '${seed}'), query`)
  const queries = new Map<string, string[]>()
  for (const { person, query } of found) queries.set(person, [...(queries.get(person) ?? []), query])
  return [...queries].map(([person, all]) => ({ person, known: all.slice(0, known), others: all.slice(known) }))
}

/** Every account asks what is known of its person. */
async function rowsOf(targets: readonly Target[], { table }: Log, { engine }: AttackContext): Promise<AddedRow[]> {
  const [last] = await engine.all<{ time: string | null }>(`SELECT max(time)::VARCHAR AS time FROM ${table}`)
  const time = last?.time == null ? {} : { time: last.time }
  return targets.flatMap(({ known, accounts }) =>
    accounts.flatMap((user) => known.map((query) => ({ user, query, ...time }))),
  )
}

/** The groups of some persons: whose histories are the same as theirs, and what those show. */
async function groupsOf(
  targets: readonly Target[],
  rows: string,
  { tables: { truth } }: Truth,
  { engine }: AttackContext,
) {
  if (!truth?.columns.includes('pseudonym'))
    fail('refused', 'the release does not say whose history is whose', 'Take a method that releases histories.')
  const [histories, own] = [fresh('histories'), fresh('targets')]
  await engine.append(own, ['person'], [[targets.map(({ person }) => person)]])
  await engine.materialise(
    histories,
    `SELECT t.person, pseudonym, h.history FROM (SELECT DISTINCT person, pseudonym FROM ${truth.table}) t JOIN (
      SELECT pseudonym, md5(string_agg(query, chr(10) ORDER BY query)) AS history FROM ${rows} WHERE query IS NOT NULL GROUP BY pseudonym) h USING (pseudonym)`,
  )
  const members = await engine.all<{ person: string; other: string }>(
    `SELECT DISTINCT h.person, m.person AS other FROM ${histories} h SEMI JOIN ${own} USING (person) JOIN ${histories} m USING (history)`,
  )
  const shown = await engine.all<{ person: string; other: string }>(
    `SELECT DISTINCT h.person, r.query AS other FROM ${histories} h SEMI JOIN ${own} USING (person) JOIN ${rows} r USING (pseudonym) WHERE r.query IS NOT NULL`,
  )
  await engine.drop(histories, own)
  return { members: byPerson(members), shown: byPerson(shown) }
}

function byPerson(rows: readonly { readonly person: string; readonly other: string }[]) {
  const sets = new Map<string, Set<string>>()
  for (const { person, other } of rows) sets.set(person, (sets.get(person) ?? new Set()).add(other))
  return sets
}
