import { fail } from '../../base/errors.js'
import { splitter } from '../careful.js'
import { type Document, objectIn, valueAt } from '../json-paths.js'
import { type LineFormat, type LineLog, NO_SEARCH, type Parse, type Parsed, sampleLines } from '../line-log.js'

/** How a report of site searches is written: which of its columns hold the text and how often it was asked. */
interface Report {
  readonly terms: readonly RegExp[]
  readonly counts: readonly RegExp[]
}

const GA4: Report = {
  terms: [/^search term$/i, /^searchterm$/i, /search[ _]?term/i],
  counts: [/^event count$/i, /^views$/i, /count/i, /^total users$/i],
}

const MATOMO: Report = {
  terms: [/^label$/i, /^keyword$/i, /^site search keyword$/i, /keyword|search term/i],
  counts: [/^nb_hits$/i, /^searches$/i, /^nb_visits$/i, /^unique searches$/i, /searches|hits|visits/i],
}

/** Where what stands in a report, behind its header; `events` for a log of events. */
type How = ReportPlaces | 'events'

interface ReportPlaces {
  readonly header: string
  readonly line: number
  readonly width: number
  readonly term: number
  /** -1 where it does not say how often. */
  readonly count: number
}

const parser = (how: How): Parse => (how === 'events' ? fromEvent : reportParser(how))

/** Site-search reports of Matomo: a keyword a line, with how often it was searched. They name no persons. */
export const matomo: LineFormat<How> = {
  open: async (reading) => reportOf(await sampleLines(reading), MATOMO, 'matomo'),
  parser,
}

/** The same of Google Analytics 4, behind lines of comments; or events as it exports them to BigQuery, one JSON document a line, which name persons. */
export const ga4: LineFormat<How> = {
  async open(reading) {
    const lines = await sampleLines(reading)
    return lines.some((line) => line.startsWith('{')) ? EVENTS : reportOf(lines, GA4, 'ga4')
  },
  parser,
}

const isComment = (line: string) => line.startsWith('#')
const split = splitter(',', '"')

function cellsOf(line: string): readonly string[] {
  const cells = split(line.replace(/^\uFEFF/, ''))
  return typeof cells === 'string' ? [] : cells.map((cell) => cell.trim())
}

function place(cells: readonly string[], names: readonly RegExp[]): number {
  for (const name of names) {
    const at = cells.findIndex((cell) => name.test(cell))
    if (at !== -1) return at
  }
  return -1
}

function reportOf(lines: readonly string[], { terms, counts }: Report, format: string): LineLog<How> {
  const header = lines.find(
    (line) => !isComment(line) && place(cellsOf(line), terms) !== -1 && cellsOf(line).length > 1,
  )
  if (header === undefined)
    fail(
      'input',
      `no line of the ${format} export names a column of search terms`,
      'Export the site-search report with its header, or read the file as --format csv.',
    )
  const names = cellsOf(header)
  return {
    columns: ['query', 'count'],
    how: {
      header,
      line: lines.indexOf(header) + 1,
      width: names.length,
      term: place(names, terms),
      count: place(names, counts),
    },
    usual: { user: '', time: '', url: '' },
    times: 'count',
    notes: ['a report of search terms with counts: each stands as often as it was searched, and names no person'],
  }
}

function reportParser({ header, line: headed, width, term, count }: ReportPlaces): Parse {
  return (text, line): Parsed => {
    if (line <= headed || isComment(text) || text === header) return NO_SEARCH
    const cells = cellsOf(text)
    if (cells.length < width) return { bad: 'too few columns' }
    const asked = cells[term] ?? ''
    if (asked === '' || asked === '(not set)' || cells.some((cell) => /^(grand )?totals?$/i.test(cell)))
      return NO_SEARCH
    const written = count === -1 ? '1' : (cells[count] ?? '')
    const times = Number(written.replace(/[, ]/g, ''))
    if (!/^\d[\d, ]*$/.test(written) || times > MOST) return { bad: 'the count is no number' }
    return times === 0 ? NO_SEARCH : [[asked, String(times)]]
  }
}

/** No site is asked the same a hundred million times; a typing error would fill the disk. */
const MOST = 1e8

const EVENTS: LineLog<How> = {
  columns: ['user', 'account', 'session', 'time', 'query'],
  how: 'events',
  usual: { user: 'user', url: '' },
}

function fromEvent(text: string): Parsed {
  const event = objectIn(text)
  if (event === undefined) return { bad: 'no JSON object' }
  const asked = parameter(event, 'search_term')
  if (asked === '') return NO_SEARCH
  const at = (path: string) => String(valueAt(event, path) ?? '')
  return [[at('user_pseudo_id'), at('user_id'), parameter(event, 'ga_session_id'), at('event_timestamp'), asked]]
}

/** A parameter of an event: a list of keys with typed values. */
function parameter(event: Document, key: string): string {
  const list = Array.isArray(event.event_params)
    ? (event.event_params as readonly { readonly key?: unknown; readonly value?: unknown }[])
    : []
  const value = list.find((one) => one?.key === key)?.value
  if (typeof value !== 'object' || value === null) return ''
  return String(Object.values(value).find((one) => one !== null && one !== undefined) ?? '')
}
