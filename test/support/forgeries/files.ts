import { readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Forgery, first, lines } from './forgery.js'

export const FILES: readonly Forgery[] = [
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
