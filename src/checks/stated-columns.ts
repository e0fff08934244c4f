import { ROW_NUMBER } from '../engines/dialect/dialect.js'
import type { ColumnInfo } from '../release/columns.js'
import type { Manifest } from '../release/manifest.js'
import type { Check } from './check.js'

type Column = readonly [type: ColumnInfo['type'], ...meanings: string[]]

/** The columns of rows in their order, each with its type and what a manifest of ours says of it. */
const ROW_COLUMNS: Readonly<Record<string, Column>> = {
  pseudonym: ['text', 'random, one for a person', 'random, one for a session'],
  query: ['text', 'normalised query'],
  tag: ['text', 'stands for a withheld query'],
  host: ['text', 'host of the clicked result'],
  day: ['date', 'day of the query', 'day on which the pseudonym first appears'],
  hour: ['timestamp', 'hour of the query'],
  time: ['timestamp', 'time of the query'],
  seconds: [
    'integer',
    "seconds since the pseudonym's first query",
    "seconds since the pseudonym's first query, pauses cut to an hour",
  ],
  rank: ['integer', 'rank of the clicked result'],
  synthetic: ['text', 'made up: a query of the lexicon, or composed of bigrams'],
}
const SEALED_TAG: Column = ['bytes', 'stands for a query; see the table of shares']
const PERSONS = 'persons who gave the item, with noise'
const TIMES = 'times that the item was asked, of the first queries of each person, with noise'
const WEIGHTS = 'persons who gave the item, each by the weight of the items that they gave, with noise'
const USED = 'persons who used the phrase'
const ITEM_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  item: ['normalised query', 'a word of a query', 'a run of words of a query'],
  next: ['the query that followed in the session'],
  url: ['the result that was clicked'],
  count: [PERSONS, TIMES, WEIGHTS, USED],
}
const SHARE_TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  shares: {
    tag: 'as in the rows',
    x: 'point of a person who asked the query, as a number',
    y: 'value at that point',
  },
  ciphertexts: { tag: 'as in the rows', text: 'the query, encrypted under the secret that its shares hold' },
}
const WEIGHT = 'what persons gave, with noise, in millionths'
const SYNTHETIC_TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  lexicon: {
    query: 'a query that rows may show',
    found: 'asked: by enough persons; candidate: suggested by other released texts',
    weight: WEIGHT,
  },
  bigrams: {
    word: 'a word of queries; nothing: the start',
    next: 'the word after it; nothing: the end',
    weight: WEIGHT,
  },
  hosts: { query: 'a query of the lexicon', host: 'host of a clicked result', weight: WEIGHT },
  pairs: { query: 'a query of the lexicon', next: 'the query that followed in the session', weight: WEIGHT },
  shape: { marginal: 'what was counted', value: 'its value, as a number', weight: WEIGHT },
}
const TIME_COLUMNS: Readonly<Record<Manifest['shows']['time'], readonly string[]>> = {
  day: ['day'],
  hour: ['hour'],
  exact: ['time'],
  relative: ['day', 'seconds'],
}

/** The names of columns that Lethe gives; all others are the custodian's. */
export function isOurs(column: string): boolean {
  return Object.hasOwn(ROW_COLUMNS, column)
}

/** May the custodian's column be called so? Not like one of ours in other letters, nor like what an engine adds by itself. */
function isFurtherColumn(column: string): boolean {
  const plain = column.normalize('NFKC').toLowerCase()
  const readable = column.length <= 100 && !/[\p{C}\p{Zl}\p{Zp}]/u.test(column)
  return readable && !isOurs(plain) && plain !== ROW_NUMBER && !plain.startsWith('__')
}

/** What the manifest says of the columns is what its choices come to: a pseudonym is there exactly where rows are linked, and so on. */
export function statedColumns(manifest: Manifest): Check[] {
  const wrong = isItems(manifest) ? wrongItems(manifest) : wrongRows(manifest)
  const strange = strangeTables(manifest)
  return [
    {
      name: 'stated columns',
      holds: wrong.length === 0,
      detail: wrong.length === 0 ? 'they follow from what the manifest says is shown' : wrong.join('; '),
    },
    ...(strange.length === 0
      ? []
      : [{ name: 'tables', holds: null, detail: `this version does not know the tables ${strange.join(', ')}` }]),
  ]
}

/** Is it a table of items, which has no rows of persons? */
export function isItems({ columns }: Pick<Manifest, 'columns'>): boolean {
  return columns[0]?.name === 'item'
}

/** A table of items has nothing but items and counts. */
function wrongItems({ columns, steps, software }: Manifest): string[] {
  // Of the methods one counts repetitions, one may go by weights, and one adds no noise. Version 0.1.0 had one word for noisy counts.
  const { method: last, params } = steps.at(-1) ?? {}
  const weighted = last === 'gaussian-threshold' && params?.weights === 'unit'
  const own = last === 'korolova' ? TIMES : last === 'allowlist' ? USED : weighted ? WEIGHTS : PERSONS
  const counts = [own, ...(software.version === '0.1.0' ? [PERSONS] : [])]
  // Own entries alone: a column may be called toString.
  const known = (name: string) => (Object.hasOwn(ITEM_COLUMNS, name) ? ITEM_COLUMNS[name] : [])
  const meanings = (name: string) => (name === 'count' ? counts : known(name))
  return [
    ...columns
      .filter(
        ({ name, type }) => !Object.hasOwn(ITEM_COLUMNS, name) || type !== (name === 'count' ? 'integer' : 'text'),
      )
      .map(({ name }) => `${name} is no column of items`),
    ...columns
      .filter((column) => !meanings(column.name)?.some((meaning) => meaning === withoutGuard(column)))
      .map(({ name }) => `${name} is described otherwise`),
    ...twice(columns),
  ]
}

function wrongRows({ columns, shows, tables = [], steps }: Manifest): string[] {
  const names = columns.map((column) => column.name)
  const has = (column: string) => names.includes(column)
  const madeUp = isMadeUp(steps)
  const sealed = tables.length > 0 && !madeUp
  const shares = steps.at(-1)?.method === 'secret-shares'
  const tagging = steps.some(({ method, params }) => method === 'rare-queries' && params.withheld === 'tag')
  const within = steps.flatMap(({ params }) => (typeof params.within === 'string' ? params.within.split(',') : []))
  const known = names.filter(isOurs)
  const inOrder = Object.keys(ROW_COLUMNS).filter(has)
  const times = ['day', 'hour', 'time', 'seconds'].filter(has)
  const shown = TIME_COLUMNS[shows.time]
  return [
    ...twice(columns),
    ...columns.filter((column) => !asWritten(column, sealed)).map(({ name }) => `${name} is described otherwise`),
    ...(known.join() === inOrder.join() && names.slice(0, known.length).join() === known.join()
      ? []
      : ['columns stand in another order']),
    ...(has('pseudonym') === (shows.link !== 'none')
      ? []
      : [has('pseudonym') ? 'there are pseudonyms, and rows are said not to be linked' : 'pseudonyms are missing']),
    ...(pseudonymsOf(columns) === undefined || pseudonymsOf(columns) === shows.link
      ? []
      : ['pseudonyms are of something else than what is said']),
    ...(times.length === 0 || times.join() === shown.join() ? [] : ['times are finer or coarser than what is said']),
    ...(has('synthetic') === madeUp ? [] : ['rows are made up, or said to be, and not by the steps']),
    ...(sealed && !shares ? ['there are tables of shares, and no step makes them'] : []),
    ...(has('tag') && !sealed && !tagging ? ['there are tags, and no step makes them'] : []),
    ...within
      .map((column) => column.trim())
      .filter((column) => !has(column))
      .map(() => 'it was counted within a column that is not there'),
    ...(has('rank') && !shows.rank ? ['there are ranks, and none are said to be shown'] : []),
    ...(sealed
      ? has('tag') && !has('query')
        ? []
        : ['shared queries stand there as text']
      : has('query')
        ? []
        : ['queries are missing']),
  ]
}

function pseudonymsOf(columns: readonly ColumnInfo[]): Manifest['shows']['link'] | undefined {
  const meaning = columns.find(({ name }) => name === 'pseudonym')?.meaning
  return meaning === undefined ? undefined : meaning.startsWith('random, one for a person') ? 'user' : 'session'
}

const GUARDED = '; an apostrophe stands before what would begin a formula'

/** What a column means, without what is said of its apostrophes; undefined where that is missing. */
function withoutGuard({ meaning, guarded }: ColumnInfo): string | undefined {
  if (!guarded) return meaning
  return meaning.endsWith(GUARDED) ? meaning.slice(0, -GUARDED.length) : undefined
}

function asWritten(column: ColumnInfo, sealed: boolean): boolean {
  const { name, type } = column
  const meaning = withoutGuard(column)
  if (meaning === undefined) return false
  if (!isOurs(name)) return isFurtherColumn(name) && type === 'text' && meaning === 'as in the log'
  const [stated, ...meanings] = sealed && name === 'tag' ? SEALED_TAG : ROW_COLUMNS[name]!
  return type === stated && meanings.includes(meaning)
}

function twice(columns: readonly ColumnInfo[]): string[] {
  const names = columns.map(({ name }) => name)
  return [...new Set(names.filter((name, i) => names.indexOf(name) !== i))].map((name) => `${name} stands there twice`)
}

/** Are the rows those of people who do not exist? */
function isMadeUp(steps: Manifest['steps']): boolean {
  return steps.at(-1)?.method === 'synthetic'
}

function strangeTables({ tables = [], steps }: Manifest): string[] {
  const madeUp = isMadeUp(steps)
  const expected = madeUp ? SYNTHETIC_TABLES : SHARE_TABLES
  const typeOf = (name: string) => (!madeUp ? 'bytes' : name === 'weight' ? 'integer' : 'text')
  return tables
    .filter(({ file, columns }) => {
      const stem = file.slice(0, file.lastIndexOf('.'))
      const known = Object.hasOwn(expected, stem) ? expected[stem] : undefined
      return (
        known === undefined ||
        columns.map(({ name }) => name).join() !== Object.keys(known).join() ||
        columns.some((column) => column.type !== typeOf(column.name) || withoutGuard(column) !== known[column.name])
      )
    })
    .map(({ file }) => file)
}
