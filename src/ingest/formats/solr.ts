import { type LineFormat, NO_SEARCH, type Parsed } from '../line-log.js'
import { parameterOf } from '../url-parameters.js'

const LINE =
  /^\[?(\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d[.,]\d+Z?).*?(?:\bx:([^\s\]]+)|\[([^\s\]]+)\])[^{]*? path=(\S+) params=\{(.*)\}(?: |$)/
const REQUEST = / path=\S+ params=\{/
const DATED = /^\[?\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d/

/**
 * Request logs of Solr: `q` of requests to a handler of searches. What one node asks of another, and what asks for everything, is no search of a person. The
 * column `url` has all parameters: `--columns user=url?uid` takes one of them.
 */
export const solr: LineFormat<undefined> = {
  open: async (_, { columns, unit }) => ({
    columns: ['time', 'core', 'url', 'query'],
    how: undefined,
    usual: { url: '' },
    notes:
      columns.user === undefined && unit === undefined
        ? ['request logs of Solr name no user: if a parameter does, name it, such as --columns user=url?uid']
        : [],
  }),
  parser: () => parse,
}

function parse(line: string): Parsed {
  if (!REQUEST.test(line))
    return DATED.test(line) || /^\s|^(Caused by|[\w.]+Exception)/.test(line)
      ? NO_SEARCH
      : { bad: 'no line of a Solr log' }
  const found = LINE.exec(line)
  if (found === null) return { bad: 'no line of a Solr log' }
  const [, time = '', core, bracketed, path = '', params = ''] = found
  if (!/\/(select|query|search|browse|suggest)\b/.test(path)) return NO_SEARCH
  if (/(^|&)(isShard=true|distrib=false)(&|$)/.test(params)) return NO_SEARCH
  const asked = (parameterOf(params, 'q') ?? inJson(params))?.replace(/^\{![^}]*\}/, '')
  if (asked === undefined || /^\s*(\*|\*:\*)\s*$/.test(asked)) return NO_SEARCH
  return [[time.replace(',', '.'), core ?? bracketed ?? '', `${path}?${params}`, asked]]
}

/** The query of a request in JSON. */
function inJson(params: string): string | undefined {
  try {
    const { query } = JSON.parse(parameterOf(params, 'json') ?? 'null') as { readonly query?: unknown }
    return typeof query === 'string' ? query : undefined
  } catch {
    return undefined
  }
}
