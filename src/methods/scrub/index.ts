import { fail } from '../../base/errors.js'
import type { ValuesOf } from '../../base/params.js'
import { allWith, antiJoin, none } from '../../engines/dialect/index.js'
import { fresh, name } from '../../engines/sql.js'
import { famousNames, findIdentifying } from '../../knowledge/find-identifying.js'
import { chooseLocales, localesInWords } from '../../knowledge/guess-locales.js'
import { hostSql } from '../../log/host-sql.js'
import type { Log } from '../../log/log.js'
import { type Guarantee, promise } from '../../release/guarantee.js'
import type { Made } from '../../release/made.js'
import { KINDS, type Kind } from '../../text/identify/index.js'
import {
  DEFAULT_LOCALES,
  LOCALE_CODES,
  type LocaleCode,
  parseLocales,
  titleOf,
} from '../../text/identify/locales/index.js'
import { type Context, defineMethod } from '../method.js'

const params = {
  action: {
    type: 'choice',
    of: ['mask', 'rows'],
    default: 'mask',
    help: 'what becomes of a finding: its span is masked ([phone]), or the row goes',
  },
  kinds: { type: 'text', is: 'LIST', help: `kinds to take out, with commas (default: ${KINDS.join(',')})` },
  threshold: { type: 'real', min: 0, max: 1, default: 0.5, help: 'least confidence that counts' },
  famous: {
    type: 'choice',
    of: ['list', 'log'],
    default: 'list',
    help: 'tell famous names apart by a public list, or by their frequency in the log too',
  },
  locale: {
    type: 'text',
    is: 'LIST',
    help: `languages and countries to look for, with commas: ${LOCALE_CODES.join(', ')} (default: guessed from the log, without one en; under differential privacy en)`,
  },
} as const
type Values = ValuesOf<typeof params>

/** [Kumar07] section 4: a name is no star's if it occurs fewer than ten times. */
const STAR = 10

/** Takes identifying data out of queries and further columns, and cuts URLs to hosts. Stands in front of other methods. */
export default defineMethod<typeof params>({
  name: 'scrub',
  summary: 'take out phone and card numbers, addresses, names and the like; cut URLs to hosts',
  paper: { key: 'Adar07', title: 'User 4XXXXX9: Anonymizing Query Logs, section 4' },
  params,
  acts: ({ famous }) => (famous === 'log' ? 'global' : 'per-row'),
  needs: () => 'sql',
  requires: [],
  attacks: ['link-records', 'partial-knowledge', 'mark-user'],
  usual: [{ link: 'user', unscrubbed: true, use: 'histories' }],
  readsRaw: () => false,
  rewrites: ({ action }) => action === 'mask',
  writesTags: () => false,
  guarantee: (values, unit) =>
    promise(
      { kind: 'none' },
      {
        unit,
        assumptions: [languages(values)],
        notProtected: [missed(values), 'Combinations of harmless queries of one person.'],
      },
    ),
  caveats: (values) => [missed(values), languages(values), ...(values.action === 'mask' ? [MASKED] : [])],
  settles,
  destroys,
  run,
})

const MASKED =
  'People who asked for different names have all asked for [name]: where askers of a text are counted, those of a mask count together.'

/** Without a locale it is English: so it was before there were others. */
function localesOf({ locale }: Values): readonly LocaleCode[] {
  return locale === undefined ? DEFAULT_LOCALES : parseLocales(locale)
}

function languages(values: Values): string {
  const codes = localesOf(values)
  if (codes.join() === 'en')
    return 'Recognition is made for short English queries; addresses and names for the United States.'
  return `Recognition is made for short queries; names, addresses and numbers for ${codes.map(titleOf).join(' and ')}. Those of other languages and countries are mostly missed.`
}

/** The locale, where none is named: what the log tells. English is what no locale means, and stays unsaid in the plan. */
async function settles(values: Values, log: Log, { engine }: Pick<Context, 'engine'>) {
  if (values.locale !== undefined) return { params: values, said: [] }
  const chosen = await chooseLocales(engine, log.table, 'query', undefined)
  if (chosen.codes.join() === 'en') return { params: values, said: [] }
  return { params: { ...values, locale: chosen.codes.join(',') }, said: [`scrub: ${localesInWords(chosen)}`] }
}

function missed(values: Values): string {
  return `Identifying text that the scan does not recognise: it takes out what it takes for ${kindsOf(values).join(', ')}, and a scan can miss.`
}

/** Masking sends equal texts to equal texts, so whoever stood behind a query still does. Rows go one by one, and words change. */
function destroys(promise: Guarantee, { action }: Values): string | undefined {
  if (promise.kind === 'none') return undefined
  if (promise.kind === 'k-users-per-query' && action === 'mask') return undefined
  return action === 'rows'
    ? 'rows that go may leave a text with too few persons'
    : 'masks are words that too few persons may have'
}

function kindsOf({ kinds }: Values): Kind[] {
  const asked = kinds?.split(',').map((kind) => kind.trim()) ?? [...KINDS]
  const unknown = asked.find((kind) => !(KINDS as readonly string[]).includes(kind))
  if (unknown !== undefined)
    fail('usage', `--kinds does not know '${unknown.slice(0, 40)}'`, `There are ${KINDS.join(', ')}.`)
  return asked as Kind[]
}

async function run(log: Log, values: Values, on: Context): Promise<Made> {
  const { engine } = on
  on.say('looking for identifying data')
  const kinds = kindsOf(values)
  const locales = localesOf(values)
  const famous =
    values.famous === 'log' && kinds.includes('name')
      ? { famous: await famousNames(engine, log.table, 'query', STAR, { locales }) }
      : {}
  const options = { kinds, locales, threshold: values.threshold, ...famous }
  const hosts = fresh('hosts')
  const host = log.has.url ? hostSql('url') : none('text')
  await engine.view(hosts, `SELECT ${allWith([`${host} AS url`])} FROM ${log.table}`)
  const columns = ['query', ...(log.has.url ? ['url'] : []), ...log.extras.map((extra) => `x_${extra}`)]
  const found: { readonly column: string; readonly hits: string }[] = []
  for (const column of columns)
    found.push({ column, hits: await findIdentifying(engine, hosts, name(column), options) })
  const scrubbed = fresh('scrubbed')
  await engine.materialise(scrubbed, `${values.action === 'mask' ? masked(hosts, found) : withoutRows(hosts, found)}`)
  return { log: { ...log, table: scrubbed, has: { ...log.has, raw: false } } }
}

type Found = readonly { readonly column: string; readonly hits: string }[]

/** Texts with their spans masked; a host in which something was found goes. */
function masked(from: string, found: Found): string {
  const replaced = found.map(({ column }, i) =>
    column === 'url'
      ? `CASE WHEN h${i}.value IS NULL THEN f.url END AS url`
      : `coalesce(h${i}.masked, f.${name(column)}) AS ${name(column)}`,
  )
  const joins = found.map(({ column, hits }, i) => `LEFT JOIN ${hits} h${i} ON f.${name(column)} = h${i}.value`)
  return `SELECT ${allWith(replaced, 'f')} FROM ${from} f ${joins.join(' ')}`
}

function withoutRows(from: string, found: Found): string {
  return found.reduce(
    (rows, { column, hits }) =>
      `SELECT r.* FROM (${rows}) r ${antiJoin(`${hits} h`, `ON r.${name(column)} = h.value`)}`,
    `SELECT * FROM ${from}`,
  )
}
