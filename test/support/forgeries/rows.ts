import { type Forgery, pseudonym } from './forgery.js'

const TEXT = Buffer.from('john smith,hiv+ ').toString('hex')
/** A row that shows nothing, or nothing but when, or nothing but who. */
const bare = (row: Record<string, string>, more: Record<string, string> = {}) => ({
  ...Object.fromEntries(Object.keys(row).map((column) => [column, ''])),
  ...more,
})

export const ROWS: readonly Forgery[] = [
  {
    lie: 'rows of nothing but pseudonyms, which are text',
    of: 'linked',
    forge: ({ rows }) => rows((all) => all.slice(0, 3).map((row) => bare(row, { pseudonym: TEXT }))),
    alone: false,
    against: false,
  },
  {
    lie: 'rows of nothing but days',
    of: 'rare',
    forge: ({ rows }) => rows((all) => all.map((row, i) => bare(row, { day: `1${100 + i}-01-01` }))),
    alone: false,
    against: false,
  },
  {
    lie: 'combinations of terms on days of other years',
    of: 'km',
    forge: ({ rows }) => rows((all) => all.map((row) => ({ ...row, day: '1955-02-03' }))),
    alone: null,
    against: false,
  },
  {
    lie: 'twins on a day before the log',
    of: 'twins',
    forge: ({ rows }) => rows((all) => all.map((row) => ({ ...row, day: '1955-02-03' }))),
    alone: null,
    against: false,
  },
  {
    lie: 'rows that stand there again with less of them',
    of: 'rare',
    forge: ({ rows }) => rows((all) => all.flatMap((row) => (row.host ? [row, { ...row, host: '' }] : [row]))),
    alone: null,
    against: false,
  },
  {
    lie: 'seconds that spell something',
    of: 'relative',
    forge: ({ rows }) => rows((all) => all.map((row) => ({ ...row, seconds: '104111104110' }))),
    alone: null,
    against: false,
  },
  {
    lie: 'seconds that spell something, on no day',
    of: 'relative',
    forge: ({ rows }) => rows((all) => all.map((row) => ({ ...row, day: '', seconds: '104111104110' }))),
    alone: null,
    against: false,
  },
  {
    lie: 'a text that stands for its variants, with more rows than all of them',
    of: 'variants',
    forge: ({ rows }) =>
      rows((all) => [...all, ...all.filter(({ query }) => query === 'weather').map((row) => ({ ...row, day: '' }))]),
    alone: null,
    against: false,
  },
  {
    lie: 'more persons than the log has',
    of: 'linked',
    forge: ({ rows }) => rows((all) => all.map((row, i) => ({ ...row, pseudonym: pseudonym(i) }))),
    alone: null,
    against: false,
  },
]
