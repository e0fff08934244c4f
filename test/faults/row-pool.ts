import type { Format } from '../../src/ingest/format-names.js'
import type { QuickChance } from '../../src/random/quick.js'
import { pick, times } from './chance.js'
import { SNAGS } from './edits.js'

/** Stands in every query of a fuzzed log, and must never be told. */
export const MARKER = 'zebra-kiwi'

/** Formats of lines, each with its header line, if it has one, and some sound rows. All text is bytes in Latin-1. */
export type LineFormat = Exclude<Format, 'parquet'>

const utf8 = (text: string) => Buffer.from(text).toString('latin1')
const two = (n: number) => String(n).padStart(2, '0')
const day = (i: number) => `2024-${two(1 + (i % 12))}-${two(1 + (i % 28))}`
const clock = (i: number) => `${two(i % 24)}:${two(i % 60)}:${two((i * 7) % 60)}`
const query = (i: number) =>
  utf8(pickFrom(['', ' weather', ' größe', ' 密码', ' "quoted"', ', more'], i) + ` ${i % 97}`)
const pickFrom = (list: readonly string[], i: number) => `${MARKER}${list[i % list.length]}`
const url = (i: number) => (i % 3 === 0 ? `http://site${i % 11}.example/p` : '')
const csv = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const json = (value: unknown) => utf8(JSON.stringify(value))
const plainQuery = (i: number) => Buffer.from(query(i), 'latin1').toString()

export const SOUND: Readonly<Record<LineFormat, { readonly header?: string; readonly row: (i: number) => string }>> = {
  aol: {
    header: 'AnonID\tQuery\tQueryTime\tItemRank\tClickURL',
    row: (i) => `${i % 401}\t${query(i)}\t${day(i)} ${clock(i)}\t${url(i) && 1 + (i % 9)}\t${url(i)}`,
  },
  excite: { row: (i) => `U${i % 401}\t9709${two(1 + (i % 28))}${clock(i).replaceAll(':', '')}\t${query(i)}` },
  csv: {
    header: 'user,query,time,rank,url',
    row: (i) => [`u${i % 401}`, query(i), `${day(i)} ${clock(i)}`, url(i) && '2', url(i)].map(csv).join(','),
  },
  tsv: { header: 'user\tquery\ttime', row: (i) => `u${i % 401}\t${query(i)}\t${day(i)}T${clock(i)}Z` },
  ndjson: {
    row: (i) => json({ user: `u${i % 401}`, query: plainQuery(i), time: `${day(i)} ${clock(i)}`, url: url(i) }),
  },
  ubi: {
    row: (i) =>
      json(
        i % 4 === 3
          ? {
              action_name: 'click',
              query_id: `q${i - 1}`,
              client_id: `c${(i - 1) % 401}`,
              timestamp: `${day(i)}T${clock(i)}Z`,
            }
          : {
              query_id: `q${i}`,
              client_id: `c${i % 401}`,
              user_query: plainQuery(i),
              timestamp: `${day(i)}T${clock(i)}Z`,
            },
      ),
  },
  sogou: {
    row: (i) =>
      `${clock(i)}\t${10_000 + (i % 401)}\t[${query(i)}]\t${1 + (i % 9)} ${1 + (i % 3)}\tsite.example/${i % 7}`,
  },
  access: {
    row: (i) =>
      `192.0.2.${i % 251} - u${i % 401} [${two(1 + (i % 28))}/Mar/2024:${clock(i)} +0000] "GET ${i % 3 === 2 ? '/' : `/search?q=${encodeURIComponent(plainQuery(i))}`} HTTP/1.1" 200 ${i} "-" "Mozilla/5.0"`,
  },
  elasticsearch: {
    row: (i) =>
      utf8(
        `[${day(i)}T${clock(i)},123][WARN ][i.s.s.query] [node-1] [shop][0] took[5ms], took_millis[5], source[${JSON.stringify({ query: { match: { title: plainQuery(i) } } })}], id[u${i % 401}], `,
      ),
  },
  solr: {
    row: (i) =>
      `${day(i)} ${clock(i)}.123 INFO  (qtp1-2) [ x:shop] o.a.s.c.S.Request webapp=/solr path=/select params={q=${encodeURIComponent(plainQuery(i))}&uid=u${i % 401}} hits=1 status=0 QTime=2`,
  },
  matomo: { header: 'label,nb_visits,nb_hits', row: (i) => `${csv(query(i))},${1 + (i % 5)},${1 + (i % 7)}` },
  ga4: {
    row: (i) =>
      json({
        event_name: 'view_search_results',
        event_timestamp: 1_700_000_000_000_000 + i,
        user_pseudo_id: `p${i % 401}`,
        event_params: [{ key: 'search_term', value: { string_value: plainQuery(i) } }],
      }),
  },
  chat: {
    row: (i) =>
      json({
        conversation_id: `c${i}`,
        user_id: `u${i % 401}`,
        timestamp: `${day(i)}T${clock(i)}Z`,
        messages: [
          { role: 'user', content: plainQuery(i) },
          { role: 'assistant', content: 'as you like' },
        ],
      }),
  },
  transactions: { row: (i) => times(1 + (i % 6), (j) => String((i * 31 + j * 7) % 503)).join(' ') },
}

const POOL = 4000
const pools = new Map<LineFormat, readonly string[]>()

export function poolOf(format: LineFormat): readonly string[] {
  if (!pools.has(format)) pools.set(format, times(POOL, SOUND[format].row))
  return pools.get(format)!
}

/** A row that something has happened to. */
export function spoilt(row: string, chance: QuickChance, others: readonly string[]): string {
  const at = chance.below(row.length + 1)
  const [before, after] = [row.slice(0, at), row.slice(at)]
  switch (chance.below(9)) {
    case 0:
      return before + String.fromCharCode((after.charCodeAt(0) || 1) ^ (1 << chance.below(8))) + after.slice(1)
    case 1:
      return before
    case 2:
      return before + after.slice(1 + chance.below(12))
    case 3:
      return row + after
    case 4:
      return before + pick(chance, others).slice(chance.below(40))
    case 5:
      return `${row}\n${row}`
    case 6: {
      // A whole cell is something else.
      const cells = row.split(/[\t,]/)
      const [split] = /[\t,]/.exec(row) ?? ['\t']
      cells[chance.below(cells.length)] = pick(chance, SNAGS)
      return cells.join(split)
    }
    case 7:
      return chance.below(50) === 0 ? Buffer.from(row, 'utf16le').toString('latin1') : after
    default:
      return before + pick(chance, SNAGS) + after
  }
}
