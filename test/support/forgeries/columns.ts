import { type Forgery, first, lines, stating } from './forgery.js'

export const COLUMNS: readonly Forgery[] = [
  {
    lie: 'pseudonyms, and rows are said not to be linked',
    of: 'linked',
    forge: stating((manifest) => {
      manifest.shows.link = 'none'
      manifest.guarantee.notProtected.splice(-1)
    }),
    alone: false,
    against: false,
  },
  {
    lie: 'pseudonyms in the file that the manifest does not name',
    of: 'linked',
    forge: stating((manifest) => {
      manifest.shows.link = 'none'
      manifest.columns.splice(0, 1)
      manifest.guarantee.notProtected.splice(-1)
    }),
    alone: false,
    against: false,
  },
  {
    lie: 'pseudonyms of sessions that are said to be of persons',
    of: 'sessions',
    forge: stating((manifest) => {
      manifest.shows.link = 'user'
      manifest.guarantee.notProtected.splice(
        -1,
        1,
        'All rows of a person carry one pseudonym: common queries together can still point at somebody.',
      )
    }),
    alone: false,
    against: false,
  },
  {
    lie: 'pseudonyms that are addresses',
    of: 'linked',
    forge: ({ rows }) => rows((all) => all.map((row, i) => ({ ...row, pseudonym: `alice${i}@example.org` }))),
    alone: false,
    against: false,
  },
  {
    lie: 'a pseudonym that is missing',
    of: 'linked',
    forge: ({ rows }) => rows((all) => all.map((row, i) => (i === 0 ? { ...row, pseudonym: '' } : row))),
    alone: false,
    against: false,
  },
  {
    lie: 'hosts that begin as none does',
    of: 'rare',
    forge: ({ rows }) => rows((all) => all.map((row) => (row.host ? { ...row, host: '"alice' } : row))),
    alone: false,
    against: false,
  },
  {
    lie: 'hosts that are whole addresses',
    of: 'rare',
    forge: ({ rows }) => rows((all) => all.map((row) => (row.host ? { ...row, host: `${row.host}/alice` } : row))),
    alone: false,
    against: false,
  },
  {
    lie: 'a column described as something else',
    of: 'rare',
    forge: stating((manifest) => Object.assign(manifest.columns[0], { meaning: 'made up, about nobody' })),
    alone: false,
    against: false,
  },
  {
    lie: 'ranks that are not said to be shown',
    of: 'ranked',
    forge: stating((manifest) => {
      manifest.shows.rank = false
      manifest.guarantee.notProtected.splice(-1)
    }),
    alone: false,
    against: false,
  },
  {
    lie: 'exact times under a promise of days',
    of: 'rare',
    forge: (forged) => {
      forged.edit('data.tsv', (text) => first(text, 'day', 'time').replaceAll(/(\d{4}-\d\d-\d\d)\n/g, '$1 10:15:00\n'))
      forged.manifest((manifest) => {
        manifest.columns[2] = { name: 'time', type: 'timestamp', meaning: 'time of the query' }
      })
    },
    alone: false,
    against: false,
  },
  {
    lie: 'a column of ids among those of the release',
    of: 'rare',
    forge: (forged) => {
      forged.edit(
        'data.tsv',
        (text) =>
          `${lines(text)
            .map((line, i) => `${line}\t${i === 0 ? 'device' : 'usr-made-up'}`)
            .join('\n')}\n`,
      )
      forged.manifest((manifest) => manifest.columns.push({ name: 'device', type: 'text', meaning: 'as in the log' }))
    },
    alone: false,
    against: false,
  },
  {
    lie: 'a host beside a withheld text',
    of: 'tagged',
    forge: ({ rows }) =>
      rows((all) => all.map((row, i) => (row.query === '' && i % 2 === 0 ? { ...row, host: 'street.example' } : row))),
    alone: false,
    against: false,
  },
  {
    lie: 'text in the place of a tag',
    of: 'tagged',
    forge: ({ rows }) => rows((all) => all.map((row) => (row.tag ? { ...row, tag: 'clinic of doctor who' } : row))),
    alone: false,
    against: false,
  },
]
