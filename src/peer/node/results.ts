import { fail } from '../../base/errors.js'
import { readHtml, readSelector, select, textOf } from './html.js'
import { type Result, tidy } from './messages.js'

/** Where an engine's answer has its results: JSON paths (`response.docs`) or HTML selectors (`div.result`, `h2 a@href` for an attribute). */
export interface Rules {
  readonly kind: 'json' | 'html'
  readonly items: string
  readonly title: string
  readonly url: string
  readonly snippet: string
}

/** What [OpenSearch]-like JSON engines and our own test engine answer. */
export const JSON_RULES: Rules = { kind: 'json', items: 'results', title: 'title', url: 'url', snippet: 'snippet' }

/** Rules from a file, or one clear complaint. */
export function readRules(text: string, path: string): Rules {
  let value: Partial<Rules> = {}
  try {
    value = JSON.parse(text)
  } catch {
    fail('input', `${path} is no JSON`, 'It tells where results are: kind, items, title, url, snippet.')
  }
  for (const key of ['items', 'title', 'url', 'snippet'] as const) {
    if (typeof value?.[key] !== 'string')
      fail('input', `${path} does not say '${key}'`, 'It needs kind (json or html), items, title, url and snippet.')
    const selector = value[key].replace(/@[\w-]+$/, '')
    if (value.kind === 'html' && readSelector(selector) === undefined)
      fail(
        'input',
        `'${key}' in ${path} is no selector`,
        'Write tags, .classes, #ids and [attributes], with blanks between.',
      )
  }
  if (value.kind !== 'json' && value.kind !== 'html')
    fail('input', `${path} does not say which kind`, 'Set kind to json or html.')
  return value as Rules
}

/** The results in an engine's answer. */
export function readResults(body: string, rules: Rules, base: string): Result[] {
  return tidy(rules.kind === 'json' ? fromJson(body, rules, base) : fromHtml(body, rules, base))
}

function fromJson(body: string, rules: Rules, base: string): Result[] {
  const items = follow(JSON.parse(body), rules.items)
  if (!Array.isArray(items)) throw new TypeError('no list of results')
  const text = (item: unknown, path: string) => {
    const value = follow(item, path)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  return items.map((item) => ({
    title: text(item, rules.title),
    url: absolute(text(item, rules.url), base),
    snippet: text(item, rules.snippet),
  }))
}

/** `a.b.0.c`, over own properties alone. */
function follow(value: unknown, path: string): unknown {
  let at = value
  for (const key of path.split('.').filter((part) => part !== '')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = (at as Readonly<Record<string, unknown>>)[key]
  }
  return at
}

function fromHtml(body: string, rules: Rules, base: string): Result[] {
  return select(readHtml(body), readSelector(rules.items) ?? []).map((item) => {
    const text = (rule: string) => {
      const [selector = '', attribute] = rule.split('@')
      const [element] = select(item, readSelector(selector) ?? [])
      if (element === undefined) return ''
      return attribute === undefined ? textOf(element) : (element.attributes[attribute] ?? '')
    }
    return { title: text(rules.title), url: absolute(text(rules.url), base), snippet: text(rules.snippet) }
  })
}

function absolute(url: string, base: string): string {
  return URL.canParse(url, base) ? new URL(url, base).href : ''
}
