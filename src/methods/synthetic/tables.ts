import { columnsIn } from '../../engines/engine.js'
import { fresh } from '../../engines/sql.js'
import type { Log } from '../../log/log.js'
import type { OwnTable } from '../../release/made.js'
import type { Context } from '../method.js'
import { modelOf, type Released } from './model.js'
import { NONE } from './people.js'
import { type Making, peopleOf } from './sampling.js'

/** A table of texts in the engine, from columns that JavaScript has. */
async function tableOf(columns: Readonly<Record<string, readonly string[]>>, on: Context): Promise<string> {
  const table = fresh('texts')
  await on.engine.append(table, Object.keys(columns), [Object.values(columns)])
  return table
}

/** The released queries as a table (query). */
export function lexiconTable({ entries }: Pick<Released, 'entries'>, on: Context): Promise<string> {
  return tableOf({ query: entries.map(({ query }) => query) }, on)
}

const WEIGHT = { name: 'weight', type: 'integer', meaning: 'what persons gave, with noise, in millionths' } as const

/** Everything that was counted, as it is released beside the rows. */
export async function countedTables(
  { entries, bigrams, hosts, next, bars }: Released,
  on: Context,
): Promise<OwnTable[]> {
  const text = (name: string, meaning: string) => ({ name, type: 'text', meaning }) as const
  const weights = (all: readonly { readonly weight: number }[]) => all.map(({ weight }) => String(weight))
  const made = async (
    name: string,
    columns: readonly (ReturnType<typeof text> | typeof WEIGHT)[],
    values: readonly (readonly string[])[],
  ): Promise<OwnTable> => {
    const table = await tableOf(Object.fromEntries(columns.map((column, i) => [column.name, values[i]!])), on)
    const typed = fresh(name)
    // The start and the end of a query stand there as nothing, in every format.
    const cells = columns.map(({ name: n, type }) =>
      type === 'integer' ? `${n}::BIGINT AS ${n}` : `nullif("${n}", '') AS "${n}"`,
    )
    await on.engine.materialise(typed, `SELECT ${cells.join(', ')} FROM ${table}`)
    await on.engine.drop(table)
    return { name, table: typed, columns }
  }
  return [
    await made(
      'lexicon',
      [
        text('query', 'a query that rows may show'),
        text('found', 'asked: by enough persons; candidate: suggested by other released texts'),
        WEIGHT,
      ],
      [entries.map(({ query }) => query), entries.map(({ found }) => found), weights(entries)],
    ),
    await made(
      'bigrams',
      [
        text('word', 'a word of queries; nothing: the start'),
        text('next', 'the word after it; nothing: the end'),
        WEIGHT,
      ],
      [bigrams.map(({ bigram }) => bigram[0]), bigrams.map(({ bigram }) => bigram[1]), weights(bigrams)],
    ),
    await made(
      'hosts',
      [text('query', 'a query of the lexicon'), text('host', 'host of a clicked result'), WEIGHT],
      [hosts.map(({ query }) => query), hosts.map((pair) => pair.with), weights(hosts)],
    ),
    await made(
      'pairs',
      [text('query', 'a query of the lexicon'), text('next', 'the query that followed in the session'), WEIGHT],
      [next.map(({ query }) => query), next.map((pair) => pair.with), weights(next)],
    ),
    await made(
      'shape',
      [text('marginal', 'what was counted'), text('value', 'its value, as a number'), WEIGHT],
      [bars.map(({ marginal }) => marginal), bars.map(({ value }) => String(value)), weights(bars)],
    ),
  ]
}

/** Samples people from what was released, and lets their rows stand in the engine as a log. */
export async function sampled(
  log: Log,
  making: Making,
  on: Context,
): Promise<{ readonly log: Log; readonly rows: number }> {
  on.say('making people up')
  const rows = fresh('rows')
  const empty = new Uint32Array(0)
  await columnsIn(on.engine).appendNumbers(rows, { person: empty, text: empty, host: empty, seconds: empty })
  const model = modelOf(making.released, making.people)
  const texts = new Texts(model?.queries ?? [])
  let made = 0
  for await (const { composed, ...block } of model ? peopleOf(making, model, on) : []) {
    texts.take(block.text, composed)
    const chunk = fresh('chunk')
    await columnsIn(on.engine).appendNumbers(chunk, block)
    await on.engine.insert(rows, `SELECT person, text, host, seconds FROM ${chunk}`)
    await on.engine.drop(chunk)
    made += block.person.length
  }
  const queries = texts.all
  const number = (all: readonly string[]) => all.map((_, i) => String(i))
  const shown = await coded({ number: number(queries), query: queries }, on)
  const hosts = await coded({ number: number(model?.hosts ?? []), host: model?.hosts ?? [] }, on)
  const view = fresh('made_up')
  // No id of the log begins like this by custom, and none is meant: these persons do not exist.
  await on.engine.view(
    view,
    `SELECT '~' || r.person AS person, t.query AS query, h.host AS url,
      CASE WHEN r.seconds <> ${NONE} THEN make_timestamp(r.seconds::BIGINT * 1000000) END AS time,
      CASE WHEN r.text < ${model?.queries.length ?? 0} THEN 'lexicon' ELSE 'bigrams' END AS synthetic
      FROM ${rows} r JOIN ${shown} t ON r.text = t.number LEFT JOIN ${hosts} h ON r.host = h.number`,
  )
  const { time, url } = log.has
  return {
    log: {
      table: view,
      unit: log.unit,
      has: { time, url, rank: false, raw: false, tag: false, session: false },
      extras: [],
      synthetic: true,
    },
    rows: made,
  }
}

/** Texts by number: released queries first, then those that blocks composed, each of which numbered its own. */
class Texts {
  readonly all: string[]
  private readonly known: number
  private readonly composed = new Map<string, number>()

  constructor(queries: readonly string[]) {
    this.all = [...queries]
    this.known = queries.length
  }

  /** Gives the composed texts of a block their numbers here, and writes these into its rows. */
  take(rows: Uint32Array, composed: readonly string[]): void {
    const numbers = composed.map((text) => {
      const known = this.composed.get(text)
      if (known !== undefined) return known
      this.composed.set(text, this.all.length)
      return this.all.push(text) - 1
    })
    for (let i = 0; i < rows.length; i++) if (rows[i]! >= this.known) rows[i] = numbers[rows[i]! - this.known]!
  }
}

async function coded(columns: Readonly<Record<string, readonly string[]>>, on: Context): Promise<string> {
  const [given, table] = [await tableOf(columns, on), fresh('coded')]
  const others = Object.keys(columns).filter((column) => column !== 'number')
  await on.engine.materialise(table, `SELECT number::UINTEGER AS number, ${others.join(', ')} FROM ${given}`)
  await on.engine.drop(given)
  return table
}
