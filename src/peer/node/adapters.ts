import { randomUUID } from 'node:crypto'
import { JSON_RULES, type Rules } from './results.js'

/** One request to a search engine. */
export interface EngineRequest {
  readonly url: URL
  /** Sent by POST, where there is one. */
  readonly body?: { readonly type: string; readonly text: string }
}

/** How a kind of search engine is asked, and where its results stand unless a file says otherwise. */
export interface Adapter {
  readonly says: string
  readonly rules: Rules
  request(url: URL, query: string): EngineRequest
}

const HTML_RULES: Rules = { kind: 'html', items: '.result', title: 'a', url: 'a@href', snippet: 'p' }

/** `url` is the template with the query in it. Nothing goes along that would be the same for two queries: no client, session or user. */
export const ADAPTERS = {
  json: {
    says: 'a JSON API, asked by its address',
    rules: JSON_RULES,
    request: (url) => ({ url }),
  },
  html: {
    says: 'a page of results, asked by its address',
    rules: HTML_RULES,
    request: (url) => ({ url }),
  },
  form: {
    says: 'a page of results behind a form that is posted: the part of the address behind ? goes into the form',
    rules: HTML_RULES,
    request: (url) => ({
      url: bare(url),
      body: { type: 'application/x-www-form-urlencoded', text: url.searchParams.toString() },
    }),
  },
  searxng: {
    says: 'a SearXNG that answers in JSON (its settings must allow format: json)',
    rules: { kind: 'json', items: 'results', title: 'title', url: 'url', snippet: 'content' },
    request(url) {
      const asked = new URL(url)
      asked.searchParams.set('format', 'json')
      return { url: asked }
    },
  },
  ubi: {
    says: 'OpenSearch or Elasticsearch with User Behavior Insights: https://host/index/_search?q={searchTerms}&fields=title,text',
    rules: {
      kind: 'json',
      items: 'hits.hits',
      title: '_source.title',
      url: '_source.url',
      snippet: '_source.description',
    },
    request(url, query) {
      const fields = url.searchParams.get('fields')?.split(',')
      // UBI wants to know who asks: it gets an id that is used once, and no client_id.
      const ubi = { query_id: randomUUID(), user_query: query }
      const simple_query_string = { query, ...(fields && { fields }) }
      const text = JSON.stringify({ size: 20, query: { simple_query_string }, ext: { ubi } })
      return { url: bare(url), body: { type: 'application/json', text } }
    },
  },
} as const satisfies Readonly<Record<string, Adapter>>

export type AdapterName = keyof typeof ADAPTERS
export const ADAPTER_NAMES = Object.keys(ADAPTERS) as readonly AdapterName[]

function bare(url: URL): URL {
  const without = new URL(url)
  without.search = ''
  return without
}
