import { fail } from '../../../base/errors.js'

/** How lines of an access log are written. */
export interface Pattern {
  readonly line: RegExp
  /** What each group of it is. */
  readonly names: readonly string[]
  /** What stands in every line of that form: quickly looked for. */
  readonly sign: string
}

const NGINX: Readonly<Record<string, string>> = {
  remote_addr: 'ip',
  remote_user: 'user',
  time_local: 'time',
  time_iso8601: 'time',
  msec: 'time',
  request: 'request',
  request_uri: 'uri',
  uri: 'uri',
  args: 'args',
  query_string: 'args',
  http_referer: 'referrer',
  http_user_agent: 'agent',
  http_x_forwarded_for: 'forwarded',
  uid_got: 'cookie',
}

const APACHE: Readonly<Record<string, string>> = {
  h: 'ip',
  a: 'ip',
  l: 'logname',
  u: 'user',
  t: 'time',
  r: 'request',
  U: 'uri',
  q: 'args',
  s: 'status',
  b: 'bytes',
  O: 'bytes',
  B: 'bytes',
  v: 'server',
  p: 'port',
}

const HEADERS: Readonly<Record<string, string>> = {
  referer: 'referrer',
  'user-agent': 'agent',
  'x-forwarded-for': 'forwarded',
}

const VARIABLES = /\$\{(\w+)\}|\$(\w+)|%[<>!\d,]*(?:\{([^}]*)\})?\^?([a-zA-Z])/g

/** A `log_format` of nginx or a `LogFormat` of Apache. */
export function parsePattern(pattern: string): Pattern {
  const names: string[] = []
  let [source, done, before, sign] = ['^', 0, '', '']
  for (const found of pattern.matchAll(VARIABLES)) {
    const literal = pattern.slice(done, found.index)
    source += escaped(literal)
    before = literal.at(-1) ?? before
    if (literal.length > sign.length) sign = literal
    done = found.index + found[0].length
    const isApacheTime = found[4] === 't' && found[3] === undefined
    names.push(numbered(names, nameOf(found)))
    source += isApacheTime ? '\\[([^\\]]*)\\]' : groupBefore(pattern[done], before)
    before = ''
  }
  if (names.length === 0)
    fail(
      'usage',
      '--pattern names no variable of an access log',
      `Write it as in the server's configuration: '$remote_addr - $remote_user [$time_local] "$request" $status'.`,
    )
  if (!['request', 'uri', 'args'].some((name) => names.includes(name)))
    fail('usage', '--pattern has no request, in which a query could stand', 'It needs $request, $request_uri or $args.')
  return { line: new RegExp(source + escaped(pattern.slice(done))), names, sign }
}

function nameOf([, braced, plain, argument, letter]: RegExpMatchArray): string {
  const nginx = braced ?? plain
  if (nginx !== undefined) return nginx.startsWith('cookie_') ? 'cookie' : (NGINX[nginx] ?? nginx)
  if (argument !== undefined && letter === 'C') return 'cookie'
  if (argument !== undefined && (letter === 'i' || letter === 'o'))
    return HEADERS[argument.toLowerCase()] ?? argument.toLowerCase()
  return argument !== undefined && letter === 't' ? 'time' : (APACHE[letter ?? ''] ?? `field_${letter}`)
}

/** A second cookie is another column. */
function numbered(names: readonly string[], name: string): string {
  const same = names.filter((other) => other === name || other.startsWith(`${name}_`)).length
  return same === 0 ? name : `${name}_${same + 1}`
}

/** What a variable may hold, given what stands around it. */
function groupBefore(next: string | undefined, before: string): string {
  if (next === '"' && before === '"') return '((?:[^"\\\\]|\\\\.)*)'
  if (next === undefined) return '(.*)'
  return `([^${next === ']' || next === '\\' || next === '^' ? `\\${next}` : next}]*)`
}

function escaped(literal: string): string {
  return literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

const QUOTED = '"((?:[^"\\\\]|\\\\.)*)"'

/** Common and combined, also behind the name of a virtual host; whatever else stands at the end is passed over. */
export const USUAL_PATTERN: Pattern = {
  line: new RegExp(
    `^(?:[\\w.-]+:\\d+ )?(\\S+) \\S+ (\\S+(?: \\S+)*?) \\[(\\d\\d?/[A-Z][a-z]{2}/\\d{4}:[^\\]]*)\\] ${QUOTED} (\\d{3}) (?:\\d+|-)(?: ${QUOTED} ${QUOTED})?`,
  ),
  names: ['ip', 'user', 'time', 'request', 'status', 'referrer', 'agent'],
  sign: '] "',
}
