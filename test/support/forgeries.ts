import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Cells, type Forged, type Loose, restate } from './forged.js'
import { BESIDE } from './forgeries-beside.js'
import type { Honest } from './honest.js'

/** What verify must make of a lie: refute it, leave it open, or refuse to read it. Never true. */
export type Answer = false | null | 'refused'

/** One way to lie: an honest release, what is done to it, and the answers without and with the log. */
export interface Forgery {
  readonly lie: string
  readonly of: Honest
  readonly forge: (forged: Forged) => void | Promise<void>
  readonly alone: Answer
  /** With --against the log that the honest release was made from. */
  readonly against: Answer
}

const pseudonym = (n: number) => n.toString(16).padStart(32, 'a')
const first = (text: string, from: string, to: string) => {
  if (!text.includes(from)) throw new Error(`the honest release has no ${from}`)
  return text.replace(from, to)
}
const lines = (text: string) => text.trimEnd().split('\n')
/** So many rows of a text, each under a pseudonym of its own where rows have one. */
const made = (n: number, row: Cells) => (rows: Cells[]) => [
  ...rows,
  ...Array.from({ length: n }, (_, i) => ({ day: '2024-05-01', pseudonym: pseudonym(i), ...row })),
]
const stating = (change: (manifest: Loose) => void) => (forged: Forged) => forged.manifest(change)
const claimK = (k: number) => (manifest: Loose) =>
  restate(manifest, { k }, { k, hostK: k }, [
    ['at least 5', `at least ${k}`],
    ['add 4 users', `add ${k - 1} users`],
  ])

const FILES: readonly Forgery[] = [
  {
    lie: 'a header line of TSV that tells something',
    of: 'rare',
    forge: ({ edit }) => edit('data.tsv', (text) => first(text, 'query', 'asked by doctor who')),
    alone: false,
    against: false,
  },
  {
    lie: 'a header line of CSV that tells something',
    of: 'rareCsv',
    forge: ({ edit }) => edit('data.csv', (text) => first(text, 'host', '"doctor who, clinic"')),
    alone: false,
    against: false,
  },
  {
    lie: 'one cell more in a row of TSV',
    of: 'rare',
    forge: ({ edit }) => edit('data.tsv', (text) => first(text, '\n', '\talice\n')),
    alone: false,
    against: false,
  },
  {
    lie: 'a further key in a row of NDJSON',
    of: 'rareNdjson',
    forge: ({ edit }) => edit('data.ndjson', (text) => first(text, '{', '{"user":"alice",')),
    alone: false,
    against: false,
  },
  {
    lie: 'a doubled key in a row of NDJSON',
    of: 'rareNdjson',
    forge: ({ edit }) => edit('data.ndjson', (text) => first(text, '{', '{"query":"doctor who",')),
    alone: false,
    against: false,
  },
  {
    lie: 'a doubled key at the end of a row of NDJSON',
    of: 'rareNdjson',
    forge: ({ edit }) => edit('data.ndjson', (text) => first(text, '}', ',"query":"doctor who"}')),
    alone: false,
    against: false,
  },
  {
    lie: 'blanks in NDJSON that spell something',
    of: 'rareNdjson',
    forge: ({ edit }) => edit('data.ndjson', (text) => first(text, ',', ' \t , ')),
    alone: false,
    against: false,
  },
  {
    lie: 'a time behind a day, in TSV',
    of: 'rare',
    forge: ({ edit }) => edit('data.tsv', (text) => first(text, '2024-05-01', '2024-05-01 10:15:00')),
    alone: false,
    against: false,
  },
  {
    lie: 'a name behind a day, in CSV',
    of: 'rareCsv',
    forge: ({ edit }) => edit('data.csv', (text) => first(text, '2024-05-01', '2024-05-01 alice')),
    alone: false,
    against: false,
  },
  {
    lie: 'a time behind a day, in NDJSON',
    of: 'rareNdjson',
    forge: ({ edit }) => edit('data.ndjson', (text) => first(text, '2024-05-01', '2024-05-01T10:15:00')),
    alone: false,
    against: false,
  },
  {
    lie: 'days as text with times behind them, in Parquet',
    of: 'rareParquet',
    forge: ({ parquet }) => parquet(`SELECT * REPLACE (day::VARCHAR || ' 10:15:00' AS day) FROM data`),
    alone: false,
    against: false,
  },
  {
    lie: 'days as moments, in Parquet',
    of: 'rareParquet',
    forge: ({ parquet }) => parquet(`SELECT * REPLACE (day::TIMESTAMP AS day) FROM data`),
    alone: false,
    against: false,
  },
  {
    lie: 'queries as records with a user in them, in Parquet',
    of: 'rareParquet',
    forge: ({ parquet }) => parquet(`SELECT * REPLACE ({'query': query, 'user': 'alice'} AS query) FROM data`),
    alone: false,
    against: false,
  },
  {
    lie: 'one column more, in Parquet',
    of: 'rareParquet',
    forge: ({ parquet }) => parquet(`SELECT *, 'alice' AS email FROM data`),
    alone: false,
    against: false,
  },
  {
    lie: 'notes in the metadata of Parquet',
    of: 'rareParquet',
    forge: ({ parquet }) => parquet('SELECT * FROM data', `, KV_METADATA {users: 'alice, bob'}`),
    alone: false,
    against: false,
  },
  {
    lie: 'other pages than a release writes, in Parquet',
    of: 'rareParquet',
    forge: ({ parquet }) => parquet('SELECT * FROM data', ', ROW_GROUP_SIZE 2048, DICTIONARY_SIZE_LIMIT 1'),
    alone: false,
    against: false,
  },
  {
    lie: 'a Parquet file that names somebody as its writer',
    of: 'rareParquet',
    forge: ({ dir }) => {
      const path = join(dir, 'data.parquet')
      const text = readFileSync(path, 'latin1')
      writeFileSync(path, first(text, 'DuckDB version', 'alice and  bob'), 'latin1')
    },
    alone: null,
    against: null,
  },
  {
    lie: 'a data file that is a link',
    of: 'rare',
    forge: ({ dir }) => {
      renameSync(join(dir, 'data.tsv'), `${dir}.elsewhere`)
      symlinkSync(`${dir}.elsewhere`, join(dir, 'data.tsv'))
    },
    alone: 'refused',
    against: 'refused',
  },
  {
    lie: 'a manifest that is a link',
    of: 'rare',
    forge: ({ dir }) => {
      renameSync(join(dir, 'manifest.json'), `${dir}.elsewhere`)
      symlinkSync(`${dir}.elsewhere`, join(dir, 'manifest.json'))
    },
    alone: 'refused',
    against: 'refused',
  },
  {
    lie: 'a file beside the data, with its checksum',
    of: 'rare',
    forge: ({ dir }) => writeFileSync(join(dir, 'users.tsv'), 'alice\n'),
    alone: false,
    against: false,
  },
  {
    lie: 'a second data file that the manifest names',
    of: 'rare',
    forge: (forged) => {
      writeFileSync(join(forged.dir, 'more.tsv'), 'query\nclinic of doctor who\n')
      forged.manifest((manifest) => manifest.files.push('more.tsv'))
    },
    alone: false,
    against: false,
  },
  {
    lie: 'a table beside the data, of a kind that nobody knows',
    of: 'rare',
    forge: (forged) => {
      writeFileSync(join(forged.dir, 'more.tsv'), 'query\nclinic of doctor who\n')
      forged.manifest((manifest) => {
        manifest.files.push('more.tsv')
        manifest.tables = [
          { file: 'more.tsv', columns: [{ name: 'query', type: 'text', meaning: 'normalised query' }] },
        ]
      })
    },
    alone: false,
    against: false,
  },
  {
    lie: 'data under another name',
    of: 'rare',
    forge: (forged) => {
      renameSync(join(forged.dir, 'data.tsv'), join(forged.dir, 'alice.tsv'))
      forged.manifest((manifest) => {
        manifest.files = ['alice.tsv']
      })
    },
    alone: false,
    against: false,
  },
  {
    lie: 'line ends of another system',
    of: 'rare',
    forge: ({ edit }) => edit('data.tsv', (text) => text.replaceAll('\n', '\r\n')),
    alone: false,
    against: false,
  },
  {
    lie: 'a mark of byte order in front',
    of: 'rare',
    forge: ({ edit }) => edit('data.tsv', (text) => `\ufeff${text}`),
    alone: false,
    against: false,
  },
  {
    lie: 'a blank line at the end',
    of: 'rare',
    forge: ({ edit }) => edit('data.tsv', (text) => `${text}\n`),
    alone: false,
    against: false,
  },
  {
    lie: 'quotes in CSV where none are needed',
    of: 'rareCsv',
    forge: ({ edit }) => edit('data.csv', (text) => first(text, '\nnews', '\n"news"')),
    alone: false,
    against: false,
  },
  {
    lie: 'an order of rows that tells something',
    of: 'rare',
    forge: ({ edit }) =>
      edit('data.tsv', (text) => {
        const [header, one, ...rest] = lines(text)
        return `${[header, ...rest, one].join('\n')}\n`
      }),
    alone: false,
    against: false,
  },
  {
    lie: 'a checksum that stands twice',
    of: 'rare',
    forge: ({ edit }) => edit('SHA256SUMS', (text) => `${text}${lines(text)[0]}\n`),
    alone: false,
    against: false,
  },
  {
    lie: 'a remark among the checksums',
    of: 'rare',
    forge: ({ edit }) => edit('SHA256SUMS', (text) => `# asked by alice and bob\n${text}`),
    alone: false,
    against: false,
  },
]

const MANIFESTS: readonly Forgery[] = [
  {
    lie: 'no steps, and a sentence: perfectly anonymous',
    of: 'rare',
    forge: stating((manifest) => {
      manifest.steps = []
      manifest.guarantee.sentence = 'Perfectly anonymous.'
    }),
    alone: null,
    against: null,
  },
  {
    lie: 'a method that does not exist, and a sentence',
    of: 'rare',
    forge: stating((manifest) => {
      manifest.steps[0].method = 'magic'
      manifest.guarantee.sentence = 'Perfectly anonymous.'
    }),
    alone: null,
    against: null,
  },
  {
    lie: 'an unknown step behind the known one',
    of: 'linked',
    forge: stating((manifest) => manifest.steps.push({ method: 'magic', params: {} })),
    alone: null,
    against: null,
  },
  {
    lie: 'a parameter that the method does not have',
    of: 'rare',
    forge: stating((manifest) => Object.assign(manifest.steps[0].params, { certified: true })),
    alone: null,
    against: null,
  },
  {
    lie: 'a sentence that promises more than the numbers',
    of: 'rare',
    forge: stating(({ guarantee }) => Object.assign(guarantee, { sentence: 'Nobody can be recognised on any day.' })),
    alone: false,
    against: false,
  },
  {
    lie: 'nothing is said not to be protected',
    of: 'rare',
    forge: stating(({ guarantee }) => Object.assign(guarantee, { notProtected: [] })),
    alone: false,
    against: false,
  },
  {
    lie: 'no assumptions',
    of: 'rare',
    forge: stating(({ guarantee }) => Object.assign(guarantee, { assumptions: [] })),
    alone: false,
    against: false,
  },
  {
    lie: 'a version to come, and its words',
    of: 'rare',
    forge: stating((manifest) => {
      manifest.software.version = '9.9.9'
      manifest.guarantee.sentence = 'Perfectly anonymous.'
    }),
    alone: null,
    against: null,
  },
  {
    lie: 'another program',
    of: 'rare',
    forge: stating((manifest) => Object.assign(manifest.software, { name: 'styx' })),
    alone: 'refused',
    against: 'refused',
  },
  {
    lie: 'a field that certifies',
    of: 'rare',
    forge: stating((manifest) => Object.assign(manifest, { certifiedBy: 'the authority' })),
    alone: null,
    against: null,
  },
  {
    lie: 'a field within a column that certifies',
    of: 'rare',
    forge: stating((manifest) => Object.assign(manifest.columns[0], { safe: true })),
    alone: null,
    against: null,
  },
  {
    lie: 'more to know that nobody knows',
    of: 'rare',
    forge: stating((manifest) => {
      manifest.more = { audit: 'passed' }
    }),
    alone: null,
    against: null,
  },
  {
    lie: 'a field of the manifest that stands twice, once with text of the log',
    of: 'rare',
    forge: ({ edit }) => edit('manifest.json', (text) => first(text, '{', '{\n  "format": "clinic of doctor who",')),
    alone: false,
    against: false,
  },
  {
    lie: 'blanks in the manifest that spell something',
    of: 'rare',
    forge: ({ edit }) => edit('manifest.json', (text) => first(text, ':', ' \t :')),
    alone: false,
    against: false,
  },
  {
    lie: 'a larger k in the promise alone',
    of: 'rare',
    forge: stating(({ guarantee }) => Object.assign(guarantee, { k: 8 })),
    alone: false,
    against: false,
  },
  {
    lie: 'a larger k throughout, of rows',
    of: 'rare',
    forge: stating(claimK(9)),
    alone: false, // 8 rows of weather map
    against: false,
  },
  {
    lie: 'a larger k throughout, of pseudonyms',
    of: 'linked',
    forge: stating(claimK(9)),
    alone: false,
    against: false,
  },
  {
    lie: 'a larger number for hosts throughout',
    of: 'linked',
    forge: stating((manifest) =>
      restate(manifest, { hostK: 10 }, { hostK: 10 }, [['belongs to at least 5', 'belongs to at least 10']]),
    ),
    alone: false,
    against: false,
  },
  {
    lie: 'a promise of another kind than the steps make',
    of: 'linked',
    forge: stating((manifest) => {
      const { hostK, ...rest } = manifest.guarantee
      manifest.guarantee = { ...rest, kind: 'identical-users', minUsers: 1, l: 1 }
    }),
    alone: false,
    against: false,
  },
  {
    lie: 'of joined promises one is left out',
    of: 'joined',
    forge: stating(({ guarantee }) => {
      delete guarantee.also
    }),
    alone: false,
    against: false,
  },
  {
    lie: 'a profile that was not followed',
    of: 'rare',
    forge: stating((manifest) => Object.assign(manifest, { profile: 'google-eu' })),
    alone: false,
    against: false,
  },
  {
    lie: 'persons are said to be something else',
    of: 'rare',
    forge: stating(({ guarantee }) => Object.assign(guarantee, { unit: 'household' })),
    alone: false,
    against: false,
  },
  {
    lie: 'a promise about rows that is one about items',
    of: 'rare',
    forge: stating((manifest) => {
      manifest.guarantee = {
        ...manifest.guarantee,
        kind: 'dp',
        epsilon: 0.001,
        delta: 0,
        neighbours: 'add-remove',
        definition: 'approximate',
        items: 'queries',
        counts: true,
        minUsers: 1,
      }
    }),
    alone: false,
    against: false,
  },
  {
    lie: 'a manifest of numbers that are none',
    of: 'rare',
    forge: stating(({ guarantee }) => Object.assign(guarantee, { k: '5) OR (1=1' })),
    alone: 'refused',
    against: 'refused',
  },
  {
    lie: 'data that lies elsewhere',
    of: 'rare',
    forge: stating((manifest) => {
      manifest.files = ['../elsewhere.tsv']
    }),
    alone: 'refused',
    against: 'refused',
  },
  {
    lie: 'no data at all',
    of: 'rare',
    forge: (forged) => {
      rmSync(join(forged.dir, 'data.tsv'))
      forged.manifest((manifest) => {
        manifest.files = []
      })
    },
    alone: false,
    against: false,
  },
  {
    lie: 'a folder instead of the data',
    of: 'rare',
    forge: ({ dir }) => {
      rmSync(join(dir, 'data.tsv'))
      mkdirSync(join(dir, 'data.tsv'))
    },
    alone: false,
    against: false,
  },
]

const COLUMNS: readonly Forgery[] = [
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

const PERSONS: readonly Forgery[] = [
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

const SECRETS: readonly Forgery[] = [
  {
    lie: 'a larger t throughout: texts open early',
    of: 'shared',
    forge: stating((manifest) => {
      restate(manifest, { t: 6 }, { t: 6 }, [
        ['at least 3', 'at least 6'],
        ['3 or more', '6 or more'],
        ['fewer than 3', 'fewer than 6'],
      ])
      manifest.more.t = 6
    }),
    alone: false,
    against: false,
  },
  {
    lie: 'a t for readers that is not the one promised',
    of: 'shared',
    forge: stating((manifest) => {
      manifest.more.t = 9
    }),
    alone: false,
    against: false,
  },
  {
    lie: 'a share that stands twice',
    of: 'shared',
    forge: ({ rows }) => rows((all) => [...all, all[0] as Cells], 'shares.tsv'),
    alone: false,
    against: false,
  },
  {
    lie: 'two values at one point',
    of: 'shared',
    forge: ({ rows }) => rows((all) => [...all, { ...(all[0] as Cells), y: pseudonym(7) }], 'shares.tsv'),
    alone: false,
    against: false,
  },
  {
    lie: 'shares of a tag that no row has',
    of: 'shared',
    forge: ({ rows }) => rows((all) => [...all, { tag: pseudonym(1), x: pseudonym(2), y: pseudonym(3) }], 'shares.tsv'),
    alone: false,
    against: false,
  },
  {
    lie: 'text in the place of a ciphertext',
    of: 'shared',
    forge: ({ rows }) =>
      rows(
        (all) => all.map((row, i) => (i === 0 ? { ...row, text: Buffer.from('my own street').toString('hex') } : row)),
        'ciphertexts.tsv',
      ),
    alone: false,
    against: false,
  },
  {
    lie: 'shares of persons who never asked, for a query that stays closed',
    of: 'shared',
    forge: ({ rows }) =>
      rows((all) => {
        const counts = new Map<string, number>()
        for (const { tag = '' } of all) counts.set(tag, (counts.get(tag) ?? 0) + 1)
        const [alone = ''] = [...counts].find(([, n]) => n === 1) ?? []
        return [...all, { tag: alone, x: pseudonym(2), y: pseudonym(3) }]
      }, 'shares.tsv'),
    alone: null,
    against: null, // with the key it is refuted
  },
]

const NOISE: readonly Forgery[] = [
  {
    lie: 'exact counts instead of noise',
    of: 'items',
    forge: ({ edit }) => edit('data.tsv', () => 'item\tcount\nnews\t900\nweather\t1200\n'),
    alone: null,
    against: false,
  },
  {
    lie: 'a method of noise that does not exist, epsilon 0.001, and exact counts',
    of: 'items',
    forge: (forged) => {
      forged.edit('data.tsv', () => 'item\tcount\nnews\t9\nweather\t12\n')
      forged.manifest((manifest) => {
        manifest.steps[0] = { method: 'magic-dp', params: { epsilon: 0.001 } }
        Object.assign(manifest.guarantee, { epsilon: 0.001, delta: 0, sentence: 'Perfect differential privacy.' })
      })
    },
    alone: null,
    against: null,
  },
  {
    lie: 'a smaller epsilon in the promise alone',
    of: 'items',
    forge: stating(({ guarantee }) => Object.assign(guarantee, { epsilon: 0.01 })),
    alone: false,
    against: false,
  },
  {
    lie: 'a count that no threshold passes',
    of: 'items',
    forge: ({ edit }) => edit('data.tsv', () => 'item\tcount\nclinic of doctor who\t1\n'),
    alone: false,
    against: false,
  },
  {
    lie: 'an item that nobody asked',
    of: 'items',
    forge: ({ edit }) => edit('data.tsv', () => 'item\tcount\nnever asked\t900\n'),
    alone: null,
    against: false,
  },
  {
    lie: 'a user beside each item',
    of: 'items',
    forge: (forged) => {
      forged.edit('data.tsv', () => 'item\tcount\tuser\nweather\t1200\talice\n')
      forged.manifest((manifest) => manifest.columns.push({ name: 'user', type: 'text', meaning: 'as in the log' }))
    },
    alone: false,
    against: false,
  },
  {
    lie: 'a count with a fraction that tells something',
    of: 'items',
    forge: ({ edit }) => edit('data.tsv', () => 'item\tcount\nweather\t1200.5\n'),
    alone: false,
    against: false,
  },
]

/** Ways to lie, by what is lied about. Whoever finds another adds a line. */
export const FORGERIES: readonly Forgery[] = [
  ...FILES,
  ...MANIFESTS,
  ...COLUMNS,
  ...PERSONS,
  ...SECRETS,
  ...NOISE,
  ...BESIDE,
]
