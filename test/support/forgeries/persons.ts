import { restate } from '../forged.js'
import { type Forgery, made, stating } from './forgery.js'

export const PERSONS: readonly Forgery[] = [
  {
    lie: 'k rows of one person',
    of: 'rare',
    forge: ({ rows }) => rows(made(5, { query: 'my own street', host: 'street.example' })),
    alone: null,
    against: false,
  },
  {
    lie: 'k rows of nobody',
    of: 'rare',
    forge: ({ rows }) => rows(made(5, { query: 'never asked' })),
    alone: null,
    against: false,
  },
  {
    lie: 'k - 1 persons and one row more',
    of: 'rare',
    forge: ({ rows }) => rows(made(5, { query: 'nearly' })),
    alone: null,
    against: false,
  },
  {
    lie: 'k rows of a host that one person clicked',
    of: 'rare',
    forge: ({ rows }) =>
      rows((all) => all.map((row) => (row.query === 'news' ? { ...row, host: 'street.example' } : row))),
    alone: null,
    against: false,
  },
  {
    lie: 'one person under k pseudonyms',
    of: 'linked',
    forge: ({ rows }) => rows(made(5, { query: 'my own street' })),
    alone: null,
    against: false,
  },
  {
    lie: 'one person under k pseudonyms of sessions',
    of: 'sessions',
    forge: ({ rows }) => rows(made(5, { query: 'my own street' })),
    alone: null,
    against: false,
  },
  {
    lie: 'one person under k pseudonyms, in Parquet',
    of: 'linkedParquet',
    forge: ({ parquet }) =>
      parquet(
        `SELECT * FROM (FROM data UNION ALL SELECT lpad(i::VARCHAR, 32, '0'), 'my own street', NULL, DATE '2024-05-01' FROM range(5) r(i)) ORDER BY ALL`,
      ),
    alone: null,
    against: false,
  },
  {
    lie: 'a text of k - 1 pseudonyms',
    of: 'linked',
    forge: ({ rows }) => rows(made(4, { query: 'nearly' })),
    alone: false,
    against: false,
  },
  {
    lie: 'more rows than were asked',
    of: 'rare',
    forge: ({ rows }) => rows(made(5, { query: 'news' })),
    alone: null,
    against: false,
  },
  {
    lie: 'a word of one person, in a text of common words',
    of: 'words',
    forge: ({ rows }) => rows(made(5, { query: 'red street' })),
    alone: null,
    against: false,
  },
  {
    lie: 'a text of more words than are promised',
    of: 'words',
    forge: ({ rows }) => rows(made(5, { query: 'red car red car red car red car red car red' })),
    alone: false,
    against: false,
  },
  {
    lie: 'an earlier promise that is broken while the last one holds',
    of: 'joined',
    forge: ({ rows }) => rows(made(6, { query: 'nearly' })),
    alone: null,
    against: false,
  },
  {
    lie: 'hashes of what one person asked',
    of: 'hashed',
    forge: ({ rows }) => rows(made(5, { query: '0123456789abcdef' })),
    alone: null,
    against: null,
  },
  {
    lie: 'a history of one person under k pseudonyms',
    of: 'km',
    forge: ({ rows }) => rows(made(3, { query: 'my own street' })),
    alone: null,
    against: false,
  },
  {
    lie: 'a history of nobody under k pseudonyms',
    of: 'km',
    forge: ({ rows }) => rows(made(3, { query: 'clinic street' })),
    alone: null,
    against: false,
  },
  {
    lie: 'a combination of k - 1 pseudonyms',
    of: 'km',
    forge: ({ rows }) => rows(made(2, { query: 'my own street' })),
    alone: false,
    against: false,
  },
  {
    lie: 'signs between terms that nobody counts',
    of: 'km',
    forge: ({ rows }) => rows((all) => all.map((row) => ({ ...row, query: `${row.query} ☎☎☂` }))),
    alone: false,
    against: false,
  },
  {
    lie: 'twins that were made up',
    of: 'twins',
    forge: ({ rows }) => rows(made(3, { query: 'my own street' })),
    alone: null,
    against: false,
  },
  {
    lie: 'twins that differ in a day',
    of: 'twins',
    forge: ({ rows }) => rows((all) => all.map((row, i) => (i === 0 ? { ...row, day: '2024-05-30' } : row))),
    alone: false,
    against: false,
  },
  {
    lie: 'more persons behind each query of twins than there were',
    of: 'twins',
    forge: stating((manifest) =>
      restate(manifest, { minUsers: 50 }, { minUsers: 50 }, [
        ['asked by at least 3 persons', 'asked by at least 50 persons'],
        ['a query that 3 persons asked', 'a query that 50 persons asked'],
      ]),
    ),
    alone: null,
    against: false,
  },
]
