import { firstLines } from '../detect.js'
import { fixedSelect, rowSelect } from '../row-sql.js'
import { loadFixed, loadText, type Reading, type TextShape } from '../text-source.js'
import { fixedTimeExpression, type TimeReading, timeExpression } from '../times.js'
import type { Reader, ReadOptions } from './format.js'

const LINE = /^([^\t]*)\t([^\t]*)\t\[(.*)\]\t(\d+)[ \t](\d+)\t(.*)$/

/** Sogou's logs: time, cookie, [query], rank and order of the click, URL; GB18030 text. */
export const sogou: Reader = async (reading, options) => {
  const decoder = new TextDecoder('gb18030', { fatal: true })
  const shape: TextShape = {
    delimiter: '\t',
    quote: undefined,
    header: false,
    columns: ['time', 'cookie', 'query', 'rank', 'order', 'url'],
    special: {
      decode: (line) => {
        try {
          return decoder.decode(line)
        } catch {
          return '' // no line of this log: set aside by the split
        }
      },
      split: (line) => LINE.exec(line)?.slice(1) ?? 'unreadable',
    },
  }
  const time = options.fixed ? fixedTimeExpression('time', options) : await guessedTime(reading, options)
  const roles = { user: 'cookie', query: 'query', time: 'time', rank: 'rank', url: 'url' }
  const fields = { roles, extras: [], parsedTime: time.sql }
  const loaded = options.fixed
    ? await loadFixed(reading, reading.into, shape, fixedSelect(fields, options), 'false')
    : await loadText(reading, reading.into, shape, rowSelect(fields, options))
  return {
    ...loaded,
    has: { user: true, time: true, rank: true, url: true },
    extras: [],
    notes: time.notes,
    notation: time.notation,
    unread: ['order'],
    found: { columns: {} },
  }
}

async function guessedTime(reading: Reading, options: ReadOptions): Promise<TimeReading> {
  const sample = (await firstLines(reading.files[0]!)).map((line) => line.split('\t')[0] ?? '')
  const time = timeExpression('time', sample, options)
  const dateless = sample.some((value) => /^\d\d:\d\d:\d\d$/.test(value))
  const notes = dateless ? ['the log gives times without a date: all rows stand on 1970-01-01'] : []
  return { ...time, notes: [...time.notes, ...notes] }
}
