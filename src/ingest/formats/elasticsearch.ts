import { type Document, objectIn, valueAt } from '../json-paths.js'
import { type LineFormat, type LineLog, NO_SEARCH, type Parsed, sampleLines } from '../line-log.js'
import type { Reading } from '../text-source.js'
import type { ReadOptions } from './format.js'

const COLUMNS = ['time', 'user', 'id', 'index', 'query'] as const
const PLAIN =
  /^\[(\d{4}-\d\d-\d\d[T ][^\]]+)\]\s*\[[^\]]*\]\s*\[[^\]]*\]\s*(?:\[[^\]]*\]\s*)?\[([^\]]*)\]\s*\[\d+\].*?\bsource\[/
const SLOW_LOG = /slowlog|search_type|"source"/

/**
 * Slow logs of searches of Elasticsearch and OpenSearch, plain or JSON: the text of the first full-text clause of the request. `id` is what the client sent as
 * X-Opaque-Id: often the request and not the person, so that it is one only where it is named.
 */
export const elasticsearch: LineFormat<undefined> = { open, parser: () => parse }

async function open(reading: Reading, options: ReadOptions): Promise<LineLog<undefined>> {
  const lines = options.fixed ? [] : await sampleLines(reading)
  const named = lines.some((line) => {
    const parsed = parse(line)
    return Array.isArray(parsed) && parsed[0]?.[COLUMNS.indexOf('user')] !== ''
  })
  return {
    columns: COLUMNS,
    how: undefined,
    usual: { ...(named ? {} : { user: '' }), url: '' },
    notes: [
      'a search stands in a slow log once for each shard that was slow',
      ...(named || options.columns.user !== undefined || options.unit !== undefined
        ? []
        : ['the log names no user: if X-Opaque-Id does, name it, with --columns user=id']),
    ],
  }
}

function parse(line: string): Parsed {
  return line.startsWith('{') ? fromJson(line) : fromPlain(line)
}

function fromPlain(line: string): Parsed {
  const found = PLAIN.exec(line)
  if (found === null) return SLOW_LOG.test(line) ? { bad: 'no line of a slow log' } : NO_SEARCH
  const [start, time = '', index = ''] = found
  const [, id = ''] = /\], id\[([^\]]*)\],?\s*$/.exec(line) ?? []
  const before = line.lastIndexOf('], id[')
  const end = before > start.length ? before : line.lastIndexOf(']')
  return withText(line.slice(start.length, end), (text) => [time.replace(',', '.'), '', id, index, text])
}

function fromJson(line: string): Parsed {
  const document = objectIn(line)
  if (document === undefined) return { bad: 'no JSON object' }
  const at = (...paths: readonly string[]) => {
    const found = paths.map((path) => valueAt(document, path)).find((value) => value !== undefined)
    return found === undefined || typeof found === 'object' ? '' : String(found)
  }
  const source =
    valueAt(document, 'source') ??
    valueAt(document, 'elasticsearch.slowlog.source') ??
    valueAt(document, 'request.body')
  if (source === undefined) return NO_SEARCH
  const message = at('message', 'elasticsearch.slowlog.message')
  return withText(source, (text) => [
    at('timestamp', '@timestamp').replace(',', '.'),
    at('user.name', 'auth.user', 'elasticsearch.auth.user'),
    at('id', 'elasticsearch.slowlog.id', 'opaque_id'),
    at('index', 'elasticsearch.index.name') || (/^\[([^\]]*)\]/.exec(message)?.[1] ?? ''),
    text,
  ])
}

/** A row with the text that a request asks for: it is no search where no clause asks for words. */
function withText(source: unknown, row: (text: string) => readonly string[]): Parsed {
  let body = source
  if (typeof source === 'string')
    try {
      body = JSON.parse(source)
    } catch {
      return { bad: 'the request is no JSON' }
    }
  const text = fullText(body)
  return text === undefined ? NO_SEARCH : [row(text)]
}

/** Clauses that hold a text themselves, by the key under which it stands. */
const TEXT_KEYS: Readonly<Record<string, string>> = {
  multi_match: 'query',
  query_string: 'query',
  simple_query_string: 'query',
  combined_fields: 'query',
  semantic: 'query',
}

/** Clauses that hold it for a field: `{match: {title: 'blue shoes'}}` or `{match: {title: {query: 'blue shoes'}}}`. */
const BY_FIELD = new Set([
  'match',
  'match_phrase',
  'match_phrase_prefix',
  'match_bool_prefix',
  'neural',
  'text_expansion',
  'sparse_vector',
  'common',
])
const TEXT_IN_FIELD = ['query', 'query_text', 'model_text']

/** No request nests its clauses deeper; a line made to exhaust the reader does. */
const DEEPEST = 50

/** The first text of a full-text clause. */
function fullText(body: unknown, depth = 0): string | undefined {
  if (typeof body !== 'object' || body === null || depth > DEEPEST) return undefined
  for (const [key, inner] of Object.entries(body)) {
    const found = clauseText(key, inner) ?? fullText(inner, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

function clauseText(clause: string, body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const key = TEXT_KEYS[clause]
  if (key !== undefined) return asText((body as Document)[key])
  if (!BY_FIELD.has(clause)) return undefined
  for (const value of Object.values(body)) {
    const found =
      asText(value) ??
      (typeof value === 'object' && value !== null
        ? TEXT_IN_FIELD.map((name) => asText((value as Document)[name])).find((text) => text !== undefined)
        : undefined)
    if (found !== undefined) return found
  }
  return undefined
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
