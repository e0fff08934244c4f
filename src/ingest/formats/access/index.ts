import { counted } from '../../../base/counted.js'
import { fail } from '../../../base/errors.js'
import { type LineFormat, type LineLog, NO_SEARCH, type Parse, type Parsed, sampleLines } from '../../line-log.js'
import type { Reading } from '../../text-source.js'
import { parameterOf, parametersOf } from '../../url-parameters.js'
import type { ReadOptions } from '../format.js'
import { clfTimes } from './clf-times.js'
import { type Pattern, parsePattern, USUAL_PATTERN } from './pattern.js'

/** What the parameter of a search page is usually called. */
const USUAL_PARAMETERS = [
  'q',
  'query',
  'search',
  'search_query',
  'searchterm',
  'search_term',
  'term',
  'keyword',
  'keywords',
  'text',
  's',
  'k',
  'p',
  'wd',
  'qs',
  'suche',
  'suchbegriff',
  'recherche',
  'buscar',
  'busca',
  'cerca',
  'zoek',
  'szukaj',
]

const NOT_COLUMNS = new Set(['request', 'uri', 'args'])

/**
 * Access logs of nginx and Apache: the query is a parameter of the requested URL. A request is no click, so that the column `url` is kept only where it is
 * named; and an address is no person, so that it is one only where it is named (`--unit ip`).
 */
export const access: LineFormat<How> = { open, parser }

/** The form of the lines, where it is not one of the usual, the parameter that holds the query, and whether times are told in UTC. */
interface How {
  readonly form: string | undefined
  readonly param: string
  readonly inUtc: boolean
}

const patternOf = (form: string | undefined) => (form === undefined ? USUAL_PATTERN : parsePattern(form))

async function open(reading: Reading, options: ReadOptions): Promise<LineLog<How>> {
  const pattern = patternOf(options.pattern)
  const lines = options.fixed ? [] : await sampleLines(reading)
  if (!options.fixed) refuseOther(lines, pattern, options)
  const param = options.param ?? (options.fixed ? unnamed() : standingOut(lines, pattern))
  const columns = [...pattern.names.filter((name) => !NOT_COLUMNS.has(name)), 'url', 'query']
  const inUtc = (options.zone ?? 'UTC') === 'UTC' && options.timeFormat === undefined
  const how = { form: options.pattern, param, inUtc }
  const person = personOf(lines.map(parser(how)), columns, options)
  return {
    columns,
    how,
    usual: { user: person, url: '' },
    ...(inUtc && columns.includes('time') ? { notation: 'as access logs write it' } : {}),
    notes:
      person === '' && options.unit === undefined && options.columns.user === undefined
        ? [
            'no request names a user: name who counts as one person, such as --unit ip, which is an address and not a person',
          ]
        : [],
    found: { param, ...(options.pattern === undefined ? {} : { pattern: options.pattern }) },
  }
}

function unnamed(): never {
  fail(
    'usage',
    'under differential privacy the parameter that holds the query is named, not found',
    'Name it: --param q. lethe inspect shows it.',
  )
}

/** Most of the first lines must fit, or it is another log. */
function refuseOther(lines: readonly string[], { line }: Pattern, { pattern }: ReadOptions): void {
  const fitting = lines.filter((text) => line.test(text)).length
  if (2 * fitting >= lines.length) return
  fail(
    'input',
    `${fitting} of the first ${counted(lines.length, 'line')} fit ${pattern === undefined ? 'the common or combined form of access logs' : 'the pattern'}`,
    pattern === undefined
      ? 'Give the log_format of nginx or the LogFormat of Apache: --pattern \'$remote_addr - $remote_user [$time_local] "$request" $status\'.'
      : "Check --pattern against a line of the log: it is the log_format or LogFormat of the server's configuration.",
  )
}

/** The column that names a person: a user, else a cookie; none where the first lines have neither. */
function personOf(parsed: readonly Parsed[], columns: readonly string[], options: ReadOptions): string {
  if (options.columns.user !== undefined || options.unit !== undefined) return ''
  if (options.fixed)
    fail(
      'usage',
      'under differential privacy it is named who counts as one person in an access log',
      'Name it: --columns user=user, --columns user=cookie or --unit ip.',
    )
  const rows = parsed.flatMap((found) => (Array.isArray(found) ? (found as readonly (readonly string[])[]) : []))
  const filled = (name: string) => {
    const at = columns.indexOf(name)
    return at !== -1 && rows.some((row) => row[at] !== '')
  }
  return ['user', 'cookie'].find(filled) ?? ''
}

function parser({ form, param, inUtc }: How): Parse {
  const { line, names, sign } = patternOf(form)
  const timeOf = inUtc ? clfTimes() : undefined
  const time = names.indexOf('time') + 1
  const asks = `${param}=`
  const kept = names.flatMap((name, at) => (NOT_COLUMNS.has(name) ? [] : [at + 1]))
  const urlIn = urlReader(names)
  return (text) => {
    if (!text.includes(asks) && text.includes(sign)) return NO_SEARCH // most lines, which need no closer look
    const found = line.exec(text)
    if (found === null) return { bad: 'not in the form of the log' }
    const url = urlIn(found)
    const query = parameterOf(url, param)
    if (query === undefined) return NO_SEARCH
    const field = (at: number) => {
      const value = fieldOf(found[at])
      return at === time && timeOf !== undefined ? timeOf(value) : value
    }
    return [[...kept.map(field), url, query]]
  }
}

/** Where the requested URL stands: in the request, or in its parts. */
function urlReader(names: readonly string[]): (found: RegExpExecArray) => string {
  const groupOf = (name: string) => names.indexOf(name) + 1 // 0 is the whole line
  const [request, uri, args] = [groupOf('request'), groupOf('uri'), groupOf('args')]
  if (request > 0) return (found) => targetOf(found[request] ?? '')
  return (found) => {
    const path = uri > 0 ? (found[uri] ?? '') : ''
    const query = args > 0 ? (found[args] ?? '').replace(/^\?/, '') : ''
    return query === '' || query === '-' || path.includes('?') ? path : `${path}?${query}`
  }
}

/** The URL of a request, if it asks for something: `GET /search?q=a HTTP/1.1`. */
function targetOf(request: string): string {
  if (!request.startsWith('GET ') && !request.startsWith('POST ')) return ''
  const start = request.indexOf(' ') + 1
  const end = request.lastIndexOf(' HTTP/')
  return unescaped(end === -1 ? request.slice(start) : request.slice(start, end))
}

function fieldOf(text: string | undefined): string {
  return text === undefined || text === '-' ? '' : unescaped(text)
}

/** Servers write quotes and odd bytes as `\x22` or `\"`. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  const bytes = Buffer.from(text, 'utf8')
    .toString('latin1')
    .replace(/\\x([0-9a-f]{2})|\\(["\\])/gi, (_, hex: string | undefined, mark: string | undefined) =>
      hex === undefined ? (mark ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
    )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** The parameter that holds queries in the first lines, if one of the usual names stands out. */
function standingOut(lines: readonly string[], { line, names }: Pattern): string {
  const texts = new Map<string, number>()
  const all = new Map<string, number>()
  const urlIn = urlReader(names)
  for (const text of lines) {
    const found = line.exec(text)
    for (const [name, value] of found === null ? [] : parametersOf(urlIn(found))) {
      all.set(name, (all.get(name) ?? 0) + 1)
      if (/\p{L}/u.test(value)) texts.set(name, (texts.get(name) ?? 0) + 1)
    }
  }
  const known = USUAL_PARAMETERS.filter((name) => texts.has(name)).sort((a, b) => texts.get(b)! - texts.get(a)!)
  const [first, second] = known
  if (first !== undefined && (second === undefined || texts.get(first)! >= 4 * texts.get(second)!)) return first
  // What stands in few requests may be content: /find?somebody's+name has a parameter of that name.
  const common = [...all].filter(([name, n]) => /^[\w.[\]-]{1,30}$/.test(name) && n > 1 && 10 * n >= lines.length)
  const there = known.length > 0 ? known : common.map(([name]) => name).slice(0, 20)
  fail(
    'input',
    there.length === 0
      ? 'no parameter is common among the requests of the first lines, so none is taken for the query'
      : 'it does not stand out which parameter of the requests holds the query',
    there.length === 0
      ? 'Check that this is the log of a search page; name its parameter with --param q.'
      : `Name it: --param ${there[0]} (there ${there.length === 1 ? 'is' : 'are'} ${there.join(', ')}).`,
  )
}
