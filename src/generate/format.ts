import type { History } from './generate.js'
import type { Row } from './row.js'

export type LogFormat = 'aol' | 'excite' | 'tsv' | 'csv' | 'ndjson' | 'chat'

const TWO = Array.from({ length: 100 }, (_, i) => String(i).padStart(2, '0'))
const DAY = 86_400
let cachedDay = -1
let cachedDate = ''

function date(day: number): string {
  if (day !== cachedDay) {
    cachedDay = day
    cachedDate = new Date(day * DAY * 1000).toISOString().slice(0, 10)
  }
  return cachedDate
}

/** YYYY-MM-DD HH:MM:SS */
export function timestamp(time: number): string {
  const second = time % DAY
  const minute = Math.floor(second / 60)
  return `${date(Math.floor(time / DAY))} ${TWO[Math.floor(minute / 60)]}:${TWO[minute % 60]}:${TWO[second % 60]}`
}

const url = ({ host }: Row) => (host === '' ? '' : `http://www.${host}`)
const rank = (row: Row) => (row.rank === 0 ? '' : row.rank)

/** How a format starts, and how it writes a row. Texts of the generator hold no tab, comma, quote or line break. */
const FORMATS: Readonly<
  Record<Exclude<LogFormat, 'chat'>, { readonly header: string; row(user: number, row: Row): string }>
> = {
  aol: {
    header: 'AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n',
    row: (user, row) => `${user}\t${row.asked.text}\t${timestamp(row.time)}\t${rank(row)}\t${url(row)}\n`,
  },
  excite: {
    header: '',
    row: (user, row) =>
      `${user.toString(16).toUpperCase().padStart(16, '0')}\t${timestamp(row.time).slice(2).replace(/\D/g, '')}\t${row.asked.text}\n`,
  },
  tsv: {
    header: 'user\tquery\ttime\trank\turl\n',
    row: (user, row) => `${user}\t${row.asked.text}\t${timestamp(row.time)}\t${rank(row)}\t${url(row)}\n`,
  },
  csv: {
    header: 'user,query,time,rank,url\n',
    row: (user, row) => `${user},${row.asked.text},${timestamp(row.time)},${rank(row)},${url(row)}\n`,
  },
  ndjson: {
    header: '',
    row: (user, row) =>
      row.rank === 0
        ? `{"user":"${user}","query":"${row.asked.text}","time":"${timestamp(row.time)}"}\n`
        : `{"user":"${user}","query":"${row.asked.text}","time":"${timestamp(row.time)}","rank":${row.rank},"url":"${url(row)}"}\n`,
  },
}

export const LOG_FORMATS = [...Object.keys(FORMATS), 'chat'] as readonly LogFormat[]
export const GENERATED_FORMATS = [...LOG_FORMATS, 'parquet'] as const
export type GeneratedFormat = (typeof GENERATED_FORMATS)[number]

export function header(format: LogFormat): string {
  return format === 'chat' ? '' : FORMATS[format].header
}

const message = (role: 'user' | 'assistant', content: string) => `{"role":"${role}","content":"${content}"}`

/** A conversation a line, as assistants keep them: what was answered is nobody's, and always the same. */
function conversations({ person, rows }: History): string {
  let text = ''
  for (let i = 0; i < rows.length; ) {
    const { session, time } = rows[i]!
    const turns: string[] = []
    for (; i < rows.length && rows[i]!.session === session; i++)
      turns.push(message('user', rows[i]!.asked.text), message('assistant', 'Here you are.'))
    text += `{"conversation_id":"${person.user}-${session}","user_id":"${person.user}","created_at":"${timestamp(time)}","messages":[${turns.join(',')}]}\n`
  }
  return text
}

/** The lines of one person. In AOL and Excite form the whole log stands by user, in time order. */
export function lines(format: LogFormat, history: History): string {
  if (format === 'chat') return conversations(history)
  const { person, rows } = history
  const { row: line } = FORMATS[format]
  let text = ''
  for (const row of rows) text += line(person.user, row)
  return text
}
