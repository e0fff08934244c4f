import { type Batch, columnsIn } from '../../engines/engine.js'
import { fresh, name } from '../../engines/sql.js'
import type { Log } from '../../log/log.js'
import type { Context } from '../method.js'
import { type Coded, type Cut, cutSql } from './coded.js'
import type { Left } from './left.js'

/** Texts that go to the engine as one: lines of a text. */
const TOGETHER = 1 << 10

/** The rows with text left. Hosts, and ranks with them, stand only where the history keeps the host. */
export async function shownRows(log: Log, coded: Coded, left: Left, cut: Cut, on: Context): Promise<Log> {
  const { stored, histories } = coded
  const [lines, texts, table] = [fresh('lines'), fresh('left_texts'), fresh('shown')]
  const hosts = left.host.length > 0
  const sliced = cut.windowDays !== undefined || cut.within !== undefined
  await on.engine.append(lines, ['first', 'lines'], linesOf(left, coded))
  await on.engine.materialise(
    texts,
    `SELECT unnest(texts) AS query, first::INTEGER + generate_subscripts(texts, 1) AS s
      FROM (SELECT first, string_split(lines, chr(10)) AS texts FROM ${lines})`,
  )
  const beside = hosts
    ? 'CASE WHEN l.clicked THEN l.url END AS url, CASE WHEN l.clicked THEN l.rank END AS rank'
    : 'NULL::VARCHAR AS url, NULL::INTEGER AS rank'
  const extras = log.extras.map((extra) => `, l.${name(`x_${extra}`)}`).join('')
  const { stratum, session } = cutSql(log, cut)
  const cutBy = sliced ? `, ${stratum} || chr(1) || ${session} AS session` : log.has.session ? ', l.session' : ''
  await columnsIn(on.engine).lookUp(keptOf(left, coded.count), (at) =>
    on.engine.materialise(
      table,
      `SELECT l.person, t.query, l.time, ${beside} ${cutBy} ${extras} FROM (
        SELECT *, kept >> 1 AS s, kept & 1 = 1 AS clicked FROM (
          SELECT ${stored.columns.join(', ')}, ${at('rowid')} AS kept FROM ${stored.table} WHERE ${stored.where}) WHERE kept > 0) l
      JOIN ${texts} t ON l.s = t.s`,
    ),
  )
  await on.engine.drop(histories, lines, texts, ...(stored.view === log.stored?.view ? [] : [stored.table]))
  return {
    ...log,
    table,
    has: {
      ...log.has,
      raw: false,
      tag: false,
      session: sliced || log.has.session,
      url: log.has.url && hosts,
    },
  }
}

/** Of each stored row the number of its text from 1, or 0, and whether its host stays. */
function keptOf({ row, text, host }: Left, count: number): Uint32Array {
  const kept = new Uint32Array(count)
  for (let i = 0; i < row.length; i++) kept[row[i]!] = 2 * (text[i]! + 1) + (host[i] ?? 0)
  return kept
}

/** The texts in words, in the order of their numbers. */
function* linesOf({ texts }: Left, { words, terms }: Coded): Generator<Batch> {
  let bytes = new Uint8Array(1 << 16)
  for (let from = 0; from < texts.size(); from += TOGETHER) {
    let at = 0
    for (let s = from; s < Math.min(texts.size(), from + TOGETHER); s++) {
      const text = texts.of(s)
      let most = at + 1
      for (let i = 0; i < text.length; i++) most += words.length(terms[text[i]!]!) + 1
      if (most > bytes.length) bytes = roomier(bytes, most)
      if (s > from) bytes[at++] = 0x0a
      for (let i = 0; i < text.length; i++) {
        if (i > 0) bytes[at++] = 0x20
        at = words.put(terms[text[i]!]!, bytes, at)
      }
    }
    yield [[String(from)], [Buffer.from(bytes.buffer, 0, at).toString()]]
  }
}

function roomier(bytes: Uint8Array, least: number): Uint8Array<ArrayBuffer> {
  const more = new Uint8Array(Math.max(2 * bytes.length, least))
  more.set(bytes)
  return more
}
